"""What the drivers of CPUs and of GPUs have in common of Triton's driver interface."""

from __future__ import annotations

from typing import Any, ClassVar

from triton.backends.driver import DriverBase

from triton_shared import compat
from triton_shared.triton import former_names, specialize
from triton_shared.types import BY_MLIR, BY_TRITON

#: functions of `triton_shared.triton.libdevice` that CUDA's lacks
NOT_CUDAS = ("sigmoid",)


class Driver(DriverBase):
    """A device of Triton's.

    Attributes:
        pointer: the C type of pointers to its memory.
        utils: what Triton's `CompiledKernel` asks of it.
    """

    pointer: ClassVar[str]

    def __init__(self, utils: Any):
        super().__init__()
        specialize.name_unknown_dtypes()
        former_names.answer()
        compat.declare_functions(NOT_CUDAS)
        self.utils = utils

    def map_python_to_cpp_type(self, ty: str) -> str:
        """The C type of an argument of Triton's type ``ty``."""
        if ty.startswith("*"):
            return self.pointer
        row = (BY_TRITON | BY_MLIR)[ty]
        return "double" if row.format else row.c_of(ty)

    def clear_cache(self, cache: Any) -> None:
        """Fill ``cache``, what `get_empty_cache_for_benchmark` returned."""
        cache.zero_()
