"""The former name of `triton_shared.triton.cpu.compiler`, for one release."""

from triton_shared.triton.cpu.compiler import NamesakeBackend

__all__ = ["NamesakeBackend"]
