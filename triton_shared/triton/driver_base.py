"""What the drivers of CPUs and of GPUs have in common of Triton's driver interface."""

from __future__ import annotations

from typing import Any

from triton.backends.driver import DriverBase

from triton_shared import compat
from triton_shared.triton import former_names, specialize

#: functions of `triton_shared.triton.libdevice` that CUDA's lacks
NOT_CUDAS = ("sigmoid",)


class Driver(DriverBase):
    """A device of Triton's.

    Attributes:
        utils: what Triton's `CompiledKernel` asks of it.
    """

    def __init__(self, utils: Any):
        super().__init__()
        specialize.name_unknown_dtypes()
        former_names.answer()
        compat.declare_functions(NOT_CUDAS)
        self.utils = utils

    def map_python_to_cpp_type(self, ty: str) -> str:
        """Refuse ``triton.tools.compile``, which alone asks for the C type of an argument.

        The C text that it writes launches kernels in the way of Triton's own back ends.
        """
        raise RuntimeError(
            "triton.tools.compile writes launches for kernels of Triton's own back ends alone; "
            "`triton-shared compile FILE --kernel-name NAME --signature TYPES` makes object or cubin, and a C header"
        )

    def clear_cache(self, cache: Any) -> None:
        """Fill ``cache``, what `get_empty_cache_for_benchmark` returned."""
        cache.zero_()
