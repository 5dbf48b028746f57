"""The former name of `triton_shared.interop.to_linalg`, for one release."""

from triton_shared.interop.to_linalg import to_linalg

__all__ = ["to_linalg"]
