"""The name ``cpu`` among Triton's back ends, where Inductor looks for the driver of CPU tensors.

Its compiler supports no target and its driver is never active by itself, so that Triton, which wants exactly one of
each, goes on finding those of ``triton_shared``.
"""
