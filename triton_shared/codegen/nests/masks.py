"""Masks of one step of a vectorized loop: which lanes of an access exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triton_shared.codegen.build import Index
from triton_shared.codegen.nests.nest import Access
from triton_shared.mlir import ir

if TYPE_CHECKING:
    from triton_shared.codegen.cpu.emitter import Emitter


class Masks:
    """The masks of one vector step: one for each pair of bounds, made when first asked for."""

    def __init__(self, emitter: Emitter, begin: Index | None, end: Index):
        self.emitter = emitter
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
        return self.begin == 0 and isinstance(self.end, int) and self.end % self.emitter.lanes.count == 0

    def clamp(self, lane: int) -> Index:
        """``lane``, or the last lane that exists."""
        if self.begin is None or lane == 0 or self._aligned():
            return lane
        e = self.emitter
        last = e.b.sub(e.b.sub(self.end, e.ivs[e.lanes.dim]), 1)
        if isinstance(last, int):
            return min(lane, last)
        return e.b.one("arith.minsi", e.b.index, last, e.b.value(lane))

    def bounds(self, access: Access) -> tuple[Index, Index]:
        """Begin and end of the lanes of ``access`` along the vectorized dimension; empty outside its window."""
        e, b = self.emitter, self.emitter.b
        if access.window is None:
            return self.begin, self.end
        inside: ir.Value | bool = True
        begin, end = self.begin, self.end
        for dim, low, size in zip(access.dims, access.window.begin, access.window.size, strict=True):
            high = b.add(low, size)
            if e.clip.get(dim) == (low, size):
                continue
            if dim == e.lanes.dim:
                begin, end = low, high
            else:
                at = e.index_of(dim, 0)
                inside = b.both(inside, b.both(b.compare("sle", low, at), b.compare("slt", at, high)))
        return begin, b.select(inside, end, 0)

    def _make(self, begin: Index, end: Index) -> ir.Value:
        b, e = self.emitter.b, self.emitter
        at = e.ivs[e.lanes.dim]
        type = ir.VectorType.get((e.lanes.count,), b.i1)
        mask = b.one("vector.create_mask", type, b.value(b.sub(end, at)))
        if isinstance(begin, int) and begin == 0:
            return mask
        below = b.one("vector.create_mask", type, b.value(b.sub(begin, at)))
        every = b.one(
            "arith.constant", type, value=ir.DenseElementsAttr.get_splat(type, ir.IntegerAttr.get(b.i1, 1))
        )
        above = b.one("arith.xori", type, below, every)
        return b.one("arith.andi", type, mask, above)
