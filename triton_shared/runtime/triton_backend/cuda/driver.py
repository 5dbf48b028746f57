"""The former name of `triton_shared.triton.cuda.driver`, for one release."""

from triton_shared.triton.cuda.driver import CUDADriver

__all__ = ["CUDADriver"]
