"""Rewrites of a few ops each, before and after distribution; none is needed for a correct result.

In: the shared form, or a thread's program.  Out: the same with fewer or cheaper ops.
Start anywhere: each file is a pass of its name, or a rewrite that elementwise ops ask for.
"""
