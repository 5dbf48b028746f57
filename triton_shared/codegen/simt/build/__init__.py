"""What the rules of all ops emit with: the emitter, values in registers and shared memory, loops and branches.

In: a layout, and vectors of registers in it.  Out: ops of a thread's program that load, store, shuffle or convert them.
Start with `context.py`, the state of the rewriting of one function, and `values.py`, what it holds.
"""
