"""Masks of one step of a vectorized loop: which lanes of an access exist."""

from __future__ import annotations

from typing import Any, Protocol

from triton_shared.codegen.nests.nest import Access, Nest
from triton_shared.ir.builder import Builder, Index, integer
from triton_shared.mlir import ir


class Step(Protocol):
    """A step of a vectorized loop: the emitter, as far as masks need it.

    ``ivs`` holds the induction variable of each dimension, ``clip`` the begin and size of those whose loops are
    shortened to the window that they write; ``lanes`` has the vectorized dimension ``dim`` and their ``count``.
    """

    b: Builder
    nest: Nest
    ivs: dict[int, Index]
    clip: dict[int, tuple[Index, Index]]
    lanes: Any

    def index_of(self, dim: Any, lane: Index) -> Index:
        """The index that ``dim`` of an access means here, ``lane`` further along the vectorized dimension."""


class Masks:
    """The masks of one vector step: one for each pair of bounds, made when first asked for."""

    def __init__(self, step: Step, begin: Index | None, end: Index):
        self.step = step
        self.begin = begin
        self.end = end
        self.made: dict[tuple[Index, Index], ir.Value] = {}

    def of(self, access: Access) -> ir.Value | None:
        """The mask of a contiguous ``access``; None when every lane exists."""
        if self.begin is None or (access.window is None and self._aligned()):
            return None
        bounds = self.bounds(access)
        if bounds not in self.made:
            self.made[bounds] = self._make(*bounds)
        return self.made[bounds]

    def _aligned(self) -> bool:
        """Whether all lanes of every step lie in the extent."""
        return self.begin == 0 and isinstance(self.end, int) and self.end % self.step.lanes.count == 0

    def clamp(self, lane: int) -> Index:
        """``lane``, or the last lane that exists."""
        if self.begin is None or lane == 0 or self._aligned():
            return lane
        b, ivs = self.step.b, self.step.ivs
        last = b.sub(b.sub(self.end, ivs[self.step.lanes.dim]), 1)
        if isinstance(last, int):
            return min(lane, last)
        return b.min(last, lane)

    def bounds(self, access: Access) -> tuple[Index, Index]:
        """Begin and end of the lanes of ``access`` along the vectorized dimension; empty outside its window."""
        step, b = self.step, self.step.b
        if access.window is None:
            return self.begin, self.end
        inside: ir.Value | bool = True
        begin, end = self.begin, self.end
        for dim, low, size in zip(access.dims, access.window.begin, access.window.size, strict=True):
            high = b.add(low, size)
            if step.clip.get(dim) == (low, size):
                continue
            if dim == step.lanes.dim:
                begin, end = low, high
            else:
                at = step.index_of(dim, 0)
                inside = b.both(inside, b.both(b.compare("sle", low, at), b.compare("slt", at, high)))
        return begin, b.select(inside, end, 0)

    def _make(self, begin: Index, end: Index) -> ir.Value:
        b, mask = self.step.b, self._before(end)
        if isinstance(begin, int) and begin == 0:
            return mask
        return b.apply("arith.andi", mask, b.apply("arith.xori", self._before(begin), True))

    def _before(self, bound: Index) -> ir.Value:
        """Which lanes lie before ``bound``, by numbers of 32 bits where a block has fewer elements than these count."""
        b, dim, count = self.step.b, self.step.lanes.dim, self.step.lanes.count
        left = b.value(b.sub(bound, self.step.ivs[dim]))
        extent = self.step.nest.extents[dim]
        if not isinstance(extent, int) or extent >= 1 << 31:
            return b.one("vector.create_mask", ir.VectorType.get((count,), b.i1), left)
        number = b.one("arith.index_cast", integer(32), left)
        return b.compare("sgt", b.broadcast(number, count), b.ascending(integer(32), count))
