"""How many bytes of each chunk of an asynchronous copy are given: the others are masked off, and become zeros."""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import I32Like
from triton_shared.codegen.simt.memory import global_access
from triton_shared.codegen.simt.pipeline.copy_chunks import Chunks, masked_wrap, wrapped
from triton_shared.codegen.simt.pipeline.pipelinable_loads import TileLoad
from triton_shared.codegen.simt.pipeline.segments import bound_of
from triton_shared.ir.builder import Condition
from triton_shared.mlir import ir


class Masks:
    """How much of each of ``chunks`` the mask of an iteration leaves, if the iteration is ``live``."""

    def __init__(self, context: LoweringContext, load: TileLoad, chunks: Chunks, live: ir.Value):
        self.b, self.chunks, self.live = context.b, chunks, live
        skipped = wrapped(load) if load.segments else load.row_dim if load.rows is not None else None
        shape = chunks.layout.shape
        self.bounds = list(global_access.bounds_of(context, load.target.window, shape, skipped))
        if (wrap := masked_wrap(load)) is not None:
            self.bounds.append(bound_of(context, load, wrap))
        self._ends: dict[int, I32Like] = {}
        for number, bound in enumerate(self.bounds):
            end = self.b.to_i32(bound.high)
            if number == 0:
                end = self.b.select(live, self.b.value32(end), self.b.value32(0))
            self._ends[bound.dim] = end
        self._known: dict[tuple, I32Like] = {}

    def _is_whole(self, bound: global_access.Bound, piece: int) -> bool:
        return bound.dim != self.chunks.fast or bound.divisor % max(1, piece // self.chunks.size) == 0

    def given(self, register: int, at: int, piece: int) -> I32Like:
        """How many bytes of the piece ``at`` bytes behind the beginning of a chunk are copied."""
        first = at // self.chunks.size
        moved = {d: self.chunks.moved(register, d) + first * (d == self.chunks.fast) for d in self._ends}
        key = self.b.block, piece, *moved.values()  # in which other blocks need not see it
        if key not in self._known:
            self._known[key] = self._given(moved, piece)
        return self._known[key]

    def first_of(self, register: int, width: int) -> ir.Value:
        """What `simt.load_first` is given of a chunk of ``width`` bytes."""
        if not self.keeps_whole(width):
            return self.b.value32(self.given(register, 0, width))
        moved = {d: self.chunks.moved(register, d) for d in self._ends}
        key = self.b.block, *moved.values()
        if key not in self._known:
            self._known[key] = self._kept(moved, self.bounds)
        return self._known[key]

    def keeps_whole(self, piece: int) -> bool:
        """Whether masks leave all or nothing of each piece of ``piece`` bytes."""
        return all(self._is_whole(bound, piece) for bound in self.bounds)

    def keep(self, indices: Sequence[I32Like]) -> ir.Value:
        """Whether the element at ``indices`` is within the bounds."""
        b = self.b
        kept: Condition = True if self.bounds else self.live
        for bound in self.bounds:
            at = indices[bound.dim]
            kept = b.both(kept, b.compare("sge", at, b.to_i32(bound.low)))
            kept = b.both(kept, b.compare("slt", at, self._ends[bound.dim]))
        return b.value(kept)

    def _given(self, moved: dict[int, int], piece: int) -> I32Like:
        b, chunks = self.b, self.chunks
        bytes_: I32Like = piece
        for bound in self.bounds:
            if not self._is_whole(bound, piece):
                left = b.i32_op("arith.subi", self._ends[bound.dim], self._at(bound.dim, moved[bound.dim]))
                left = self._between(left, piece // chunks.size)
                bytes_ = b.i32_op("arith.muli", left, chunks.size)
        kept = self._kept(moved, [bound for bound in self.bounds if self._is_whole(bound, piece)])
        return b.select(kept, b.value32(bytes_), b.value32(0))

    def _kept(self, moved: dict[int, int], bounds: Sequence[global_access.Bound]) -> ir.Value:
        """Whether the element of this thread that registers have moved by so much is within ``bounds``."""
        b = self.b
        kept: Condition = True if self.bounds else self.live
        for bound in bounds:
            at = self._at(bound.dim, moved[bound.dim])
            if bound.low != 0:
                kept = b.both(kept, b.compare("sge", at, b.to_i32(bound.low)))
            kept = b.both(kept, b.compare("slt", at, self._ends[bound.dim]))
        return b.value(kept)

    def _at(self, dim: int, moved: int) -> I32Like:
        return self.b.i32_op("arith.addi", self.b.coordinate(self.chunks.layout, dim), moved)

    def _between(self, number: I32Like, most: int) -> ir.Value:
        """``number``, or 0 or ``most`` where it is beyond these."""
        b = self.b
        least = b.one("arith.maxsi", b.i32, b.value32(number), b.value32(0))
        return b.one("arith.minsi", b.i32, least, b.value32(most))
