"""The package as a back end of Triton for NVIDIA's GPUs: ``TRITON_DEFAULT_BACKEND=triton_shared_cuda``.

Triton imports ``compiler`` and ``driver`` whenever it is imported itself, so these load nothing heavy.
"""
