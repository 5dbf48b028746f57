"""The back end of torch.compile: Inductor makes Triton kernels, which this package compiles for CPUs.

In: Inductor's graphs and kernels.  Out: configurations that suit CPUs, launches from its Python and C++ wrappers.
Start with `backend.py`.
"""
