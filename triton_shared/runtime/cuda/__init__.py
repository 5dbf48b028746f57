"""Kernels that run on NVIDIA's GPUs: what the driver is asked, arguments, launches, and what goes wrong.

Nothing here is loaded before a kernel is compiled for a GPU, and the driver is asked nothing before one is launched.
"""
