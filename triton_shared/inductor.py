"""The former name of `triton_shared.torch.backend`, for one release."""

from triton_shared.torch.backend import DEFAULTS, aoti_compile_and_package, triton_shared

__all__ = ["DEFAULTS", "aoti_compile_and_package", "triton_shared"]
