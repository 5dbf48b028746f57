"""Launches on this CPU.

In: objects that code generation made, and arguments.  Out: kernels that run on a pool of threads; libraries in C.
Start with `cpu_kernel.py`, then `pool.py`; `native/` has what is C.
"""
