"""The former name of `triton_shared.interop.importers`, for one release."""

from triton_shared.interop.importers import babylon

__all__ = ["babylon"]
