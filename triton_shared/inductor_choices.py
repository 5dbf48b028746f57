"""Inductor's choices for reductions on the CPU: blocks for vectors and caches, splits for cores."""

from __future__ import annotations

from typing import Any

import torch
from torch._inductor import config
from torch._inductor.choices import InductorChoices
from torch._inductor.codegen.triton import FixedTritonConfig, TritonKernel
from torch._inductor.runtime.hints import ReductionHint
from torch._inductor.runtime.runtime_utils import next_power_of_2
from torch._inductor.virtualized import V

from triton_shared.runtime.pool import default_width

#: outputs side by side in a block whose sums run down columns, four vectors of AVX-512, and the rows of such a block
LANES, ROWS = 64, 16
#: elements of a block whose sum runs along a row: the loop's cost does not count, and it stays in L1
ALONG = 2048
#: a sum of fewer elements is not worth a second kernel
SPLIT = 8192


class CPUChoices(InductorChoices):
    """Inductor's defaults, but for the blocks of reductions, which are made for warps, and their splits."""

    def triton_kernel_kwargs(
        self, kernel_cls: type, features: Any, groups: list, kernel_kwargs: dict[str, Any]
    ) -> dict[str, Any]:
        """``kernel_kwargs`` with fixed blocks, for reductions over one dimension when nothing is to be tuned."""
        tuned = config.max_autotune or config.max_autotune_pointwise or config.coordinate_descent_tuning
        tiling = groups[0]
        if (
            kernel_cls is not TritonKernel
            or tuned
            or config.triton.multi_kernel
            or set(tiling) != {"x", "r0_"}
        ):
            return kernel_kwargs
        if not features.is_reduction() or kernel_kwargs.get("mix_order_reduction"):
            return kernel_kwargs
        persistent = kernel_kwargs.get("override_persistent_reduction")
        if persistent is None:
            persistent = self.should_use_persistent_reduction(features, False)
        size = {name: next_power_of_2(_hint(numel)) for name, numel in tiling.items()}
        hint = features.get_reduction_hint(kernel_kwargs.get("tiling_scores"))
        along = hint == ReductionHint.INNER or (persistent and hint == ReductionHint.DEFAULT)
        blocks = {"XBLOCK": 1 if along else min(size["x"], LANES)}
        if not persistent:
            blocks["R0_BLOCK"] = min(size["r0_"], ALONG if along else ROWS)
        return {**kernel_kwargs, "fixed_config": FixedTritonConfig(blocks)}

    @staticmethod
    def reduction_split_factor(
        device: torch.device, reduction_numel_hint: int, numel_hint: int, inner_reduction: bool
    ) -> int:
        """Into how many parts a reduction is split: enough to give each core four, if it is large."""
        if device.type != "cpu":
            return InductorChoices.reduction_split_factor(
                device, reduction_numel_hint, numel_hint, inner_reduction
            )
        programs = numel_hint if inner_reduction else -(-numel_hint // LANES)
        wanted = 4 * default_width()
        if programs >= wanted or reduction_numel_hint < SPLIT:
            return 1
        return min(-(-wanted // programs), reduction_numel_hint // (SPLIT // 4))

    def uuid(self) -> str:
        """What Inductor's caches distinguish choices by."""
        return f"triton_shared {LANES} {ROWS} {ALONG} {SPLIT} {default_width()}"


def _hint(numel: Any) -> int:
    """The size that a symbolic one is expected to have."""
    sizes = V.graph.sizevars
    return int(
        sizes.optimization_hint(numel) if hasattr(sizes, "optimization_hint") else sizes.size_hint(numel)
    )
