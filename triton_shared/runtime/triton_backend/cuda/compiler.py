"""The former name of `triton_shared.triton.cuda.compiler`, for one release."""

from triton_shared.triton.cuda.compiler import CUDABackend

__all__ = ["CUDABackend"]
