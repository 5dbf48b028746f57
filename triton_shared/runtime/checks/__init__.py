"""Kernels that are checked while they run: extents of their arguments, the record of a launch, its findings.

In: a kernel that ``--check-accesses`` has instrumented, and the arguments of a launch.  Out: a `Finding` for
each access of the source that left its argument.  Start with `checked_launch.py`.
"""
