"""Inductor's choices for the CPU: blocks for vectors and caches, reductions split for cores.

Kernels for other devices have Inductor's own.
"""

from __future__ import annotations

import hashlib
import math
import sys
from pathlib import Path
from typing import Any

import torch
from torch._inductor import config
from torch._inductor.choices import InductorChoices
from torch._inductor.codegen.triton import FixedTritonConfig, TritonKernel
from torch._inductor.dependencies import MemoryDep
from torch._inductor.runtime.hints import ReductionHint
from torch._inductor.runtime.runtime_utils import next_power_of_2
from torch._inductor.virtualized import V

from triton_shared.runtime.cpu.pool import default_width
from triton_shared.torch import concatenations

#: elements of an elementwise block: its result stays in L1, and the loops' cost does not count
TILE = 2048
#: elements along a row of a block of which some accesses run down columns: a line of the cache is used up in it
SQUARE = 64
#: outputs side by side in a block whose sums run down columns, four vectors of AVX-512 or one, and its rows
OUTPUTS, FEWEST_OUTPUTS, DEPTH = 64, 16, 8
#: elements of a block whose sum runs along a row, which stays in L1, and of several rows if these are short
ALONG, SHORT = 2048, 256
#: a sum of fewer elements is not worth a second kernel
SPLIT = 8192


class CPUChoices(InductorChoices):
    """Inductor's defaults, but for blocks, which are made for warps, and splits of reductions."""

    def triton_kernel_kwargs(
        self, kernel_cls: type, features: Any, groups: list, kernel_kwargs: dict[str, Any]
    ) -> dict[str, Any]:
        """``kernel_kwargs`` with fixed blocks, when nothing is to be tuned."""
        on_cpu = V.graph.get_current_device_or_throw().type == "cpu"
        if not on_cpu or kernel_cls is not TritonKernel or is_tuned():
            return kernel_kwargs
        sizes = {name: next_power_of_2(_hint(numel)) for name, numel in groups[0].items()}
        if not features.is_reduction():
            blocks = _elementwise_blocks(sizes, features)
        elif set(sizes) == {"x", "r0_"} and not kernel_kwargs.get("mix_order_reduction"):
            blocks = self._reduction_blocks(sizes, features, kernel_kwargs)
        else:
            return kernel_kwargs
        return {**kernel_kwargs, "fixed_config": FixedTritonConfig(blocks)}

    def _reduction_blocks(
        self, sizes: dict[str, int], features: Any, kernel_kwargs: dict[str, Any]
    ) -> dict[str, int]:
        """Blocks of a reduction over one dimension."""
        persistent = kernel_kwargs.get("override_persistent_reduction")
        if persistent is None:
            persistent = self.should_use_persistent_reduction(features, False)
        hint = features.get_reduction_hint(kernel_kwargs.get("tiling_scores"))
        along = hint == ReductionHint.INNER or (
            persistent and hint == ReductionHint.DEFAULT and not _runs_down_columns(features)
        )
        if persistent and along:
            rows = SHORT // sizes["r0_"]
            return {"XBLOCK": min(sizes["x"], rows if rows > SHORT // 64 else 1)}
        if persistent:
            return {"XBLOCK": _outputs(sizes["x"])}
        if along:
            return {"XBLOCK": 1, "R0_BLOCK": min(sizes["r0_"], ALONG)}
        return {"XBLOCK": _outputs(sizes["x"]), "R0_BLOCK": min(sizes["r0_"], DEPTH)}

    @staticmethod
    def can_fuse(scheduler: Any, node1: Any, node2: Any, shared_data_score: int) -> bool:
        """Not a reduction along rows with one down columns: no block suits both."""
        on_cpu = getattr(node1.get_device(), "type", None) == "cpu"
        if on_cpu and _directions(node1) | _directions(node2) == {True, False}:
            return False
        return InductorChoices.can_fuse(scheduler, node1, node2, shared_data_score)

    @staticmethod
    def reduction_split_factor(
        device: torch.device, reduction_numel_hint: int, numel_hint: int, inner_reduction: bool
    ) -> int:
        """Into how many parts a reduction is split: enough to give each core four, if it is large.

        A sum down columns rather has fewer columns in a block, and half of the cores idle: the parts of a column are
        far apart, and a block holds several columns.
        """
        if device.type != "cpu":
            return InductorChoices.reduction_split_factor(
                device, reduction_numel_hint, numel_hint, inner_reduction
            )
        width = default_width()
        programs, wanted = numel_hint, 4 * width
        if not inner_reduction:
            programs, wanted = -(-numel_hint // FEWEST_OUTPUTS), -(-width // 2)
        if programs >= wanted or reduction_numel_hint < SPLIT:
            return 1
        return min(-(-4 * width // programs), reduction_numel_hint // (SPLIT // 4))

    def uuid(self) -> str:
        """What Inductor's caches distinguish choices by."""
        sources = b"".join(
            Path(str(module.__file__)).read_bytes() for module in (sys.modules[__name__], concatenations)
        )
        return f"triton_shared {hashlib.sha256(sources).hexdigest()} {default_width()}"


def is_tuned() -> bool:
    """Whether kernels are compiled in several ways, of which the fastest is taken."""
    everything = config.max_autotune or config.max_autotune_pointwise or config.coordinate_descent_tuning
    return bool(everything or config.triton.multi_kernel)


def _elementwise_blocks(sizes: dict[str, int], features: Any) -> dict[str, int]:
    """Whole rows, and as many of them as fit; not so long where accesses run down columns."""
    left, blocks, names = TILE, {}, [name for name in "xyz" if name in sizes]  # the innermost first
    longest = TILE if len(names) == 1 or _runs_along_rows(features) else SQUARE
    for name in names:
        blocks[f"{name.upper()}BLOCK"] = block = min(sizes[name], left, longest)
        left //= block
    return blocks


def _runs_along_rows(features: Any) -> bool:
    """Whether every access steps by one element, or none, along the innermost dimension."""
    nodes = features.scheduler_nodes()
    accesses = (access for node in nodes for access in (*node.read_writes.reads, *node.read_writes.writes))
    return all(step in (0, 1) for step in map(_innermost_step, accesses))


def _runs_down_columns(features: Any) -> bool:
    """Whether reductions read no neighbours one after the other, such as means of pools where channels are last."""
    return set().union(*map(_directions, features.scheduler_nodes())) == {False}


def _innermost_step(access: Any) -> Any:
    """By how many elements an access steps along the innermost dimension; 0 where it is no access by index."""
    if not isinstance(access, MemoryDep) or not access.var_names:
        return 0
    innermost = access.var_names[-1]
    return access.index.subs(innermost, innermost + 1) - access.index


def _directions(node: Any) -> set[bool]:
    """Which ways the reductions of a scheduler's node read memory: True is along rows, False down columns."""
    found = set()
    for part in node.get_nodes():
        if part.is_reduction():
            reads = [access for access in part.read_writes.reads if isinstance(access, MemoryDep)]
            sizes = [math.prod(map(_hint, access.size)) for access in reads]  # a smaller one is broadcast
            steps = (_innermost_step(r) for r, size in zip(reads, sizes, strict=True) if size == max(sizes))
            found |= {step == 1 for step in steps if step != 0}
    return found


def _outputs(columns: int) -> int:
    """How many of ``columns`` outputs stand side by side in a block: fewer, if that gives more cores work."""
    share = next_power_of_2(columns // default_width() or 1)
    return min(columns, OUTPUTS, max(FEWEST_OUTPUTS, share))


def _hint(numel: Any) -> int:
    """The size that a symbolic one is expected to have."""
    sizes = V.graph.sizevars
    return int(
        sizes.optimization_hint(numel) if hasattr(sizes, "optimization_hint") else sizes.size_hint(numel)
    )
