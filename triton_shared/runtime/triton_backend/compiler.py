"""The former name of `triton_shared.triton.compiler`, for one release."""

from triton_shared.triton.compiler import CPUBackend

__all__ = ["CPUBackend"]
