"""The former name of `triton_shared.triton.driver`, for one release."""

from triton_shared.triton.driver import CPUDriver

__all__ = ["CPUDriver"]
