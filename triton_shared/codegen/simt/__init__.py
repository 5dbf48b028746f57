"""Code for machines of threads in lockstep, of no vendor in particular: passes and rules that a target composes.

In: the shared form.  Out: the program of one thread in gpu, arith, vector, scf, simt and llvm.
Start with `build/context.py`, the state of the rewriting; the rooms below are in the order in which they import.
"""
