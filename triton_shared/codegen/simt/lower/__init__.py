"""A rule for each op of the shared form: what one thread does for it.

In: an op on tensors, buffers or scalars, and the state of the rewriting.  Out: ops of a thread's program.
Start with `elementwise.py`; each file has a table `RULES` by names of ops.
"""
