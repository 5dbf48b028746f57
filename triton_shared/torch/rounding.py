"""Whether Inductor's Triton kernels for CPUs may fuse a product and a sum: as its C++ kernels may, by default not.

A backward graph computes anew what its forward graph had, and may compare the two, as the gradient of `amax` does.  If
one kernel keeps a product in memory and the other fuses it into a sum, no element equals the maximum, and the gradient
is 0/0.  So both round every op, unless ``cpp.enable_floating_point_contract_flag`` is not "off".
"""

from __future__ import annotations

import functools
from typing import Any

from torch._inductor import config
from torch._inductor.codegen.triton import TritonKernel
from torch._inductor.virtualized import V


@functools.cache
def round_every_op() -> None:
    """From here on Inductor's kernels for CPUs have Triton's option ``enable_fp_fusion`` as its C++ has contraction."""
    if not hasattr(TritonKernel, "triton_meta_common"):  # of torch before 2.13: kernels fuse as Triton's do
        return
    common = TritonKernel.triton_meta_common.__func__

    def triton_meta_common(cls: type[TritonKernel]) -> dict[str, Any]:
        meta = common(cls)
        if V.graph.get_current_device_or_throw().type == "cpu":
            meta["enable_fp_fusion"] &= config.cpp.enable_floating_point_contract_flag != "off"
        return meta

    TritonKernel.triton_meta_common = classmethod(triton_meta_common)
