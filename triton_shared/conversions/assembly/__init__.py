"""PTX that only computes, as ops on scalars: `registers` hold what instructions read and write, `text` reads them.

`arithmetic` and `casts` have a table each of what opcodes do.  A rule takes all that an instruction says into account
or raises `Unknown`.
"""
