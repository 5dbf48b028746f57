"""The former name of `triton_shared.triton.cpu.driver`, for one release."""

from triton_shared.triton.cpu.driver import InductorDriver

__all__ = ["InductorDriver"]
