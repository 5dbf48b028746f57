"""Where the segments of a load begin whose addresses wrap (``tt.wrapped``), and which one each chunk lies in.

Before the loop one pass over the segments finds the one that each chunk lies in, so wrapping costs the iterations
nothing.  Most blocks lie in the segment 0: if that one is all of the block, there is no pass, and nothing is divided to
find the first and the last segment.  Nor is there where chunks would lie in two
segments, but nothing is needed that wraps (``simt.unstored``): if no place is negative, that is masked off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from triton_shared.codegen.simt.analysis.wraps import Wrap
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import Emitter, is_multiple
from triton_shared.codegen.simt.memory import global_access
from triton_shared.codegen.simt.pipeline.copy_chunks import Chunks, masked_wrap, resting, wrapped
from triton_shared.codegen.simt.pipeline.pipelinable_loads import LoopScalars, TileLoad
from triton_shared.ir.builder import Condition, Index
from triton_shared.ir.effects import computes_numbers
from triton_shared.mlir import ir


@contextmanager
def in_segment(context: LoweringContext, load: TileLoad, number: Index) -> Iterator[tuple[Index, Index]]:
    """The elements from a low to a high one that are of the segment ``number``, whose scalars stand here meanwhile."""
    b, (loop,), window = context.b, load.segments, load.target.window
    block, dim = loop.regions[0].blocks[0], wrapped(load)
    outer, context.scalars = context.scalars, {**context.scalars, block.arguments[0]: b.value(number)}
    try:
        for op in block.operations:
            if computes_numbers(op.operation) and not op.operation.regions:
                context.rewrite(op.operation)
        low, size = context.index(window.begin[dim]), context.index(window.size[dim])
        yield low, b.add(low, size)
    finally:
        context.scalars = outer


class Segments:
    """The segments of ``load``, of ``chunks``; made where the first iteration's scalars stand, before the loop.

    Attributes:
        aligned: whether chunks are aligned in all segments that the block lies in, when `begins` has been asked.
        whole: whether no chunk lies in two of them, but for what is masked off.
    """

    def __init__(self, context: LoweringContext, load: TileLoad, chunks: Chunks, loop_scalars: LoopScalars):
        self.context, self.b, self.load, self.chunks = context, context.b, load, chunks
        self.resting = resting(load, loop_scalars)
        self._bounds = loop_scalars.slice(list(load.segments[0].operands)[:3])[0]
        self.aligned: Condition = True
        self.whole: Condition = True

    def begins(self) -> dict[int, ir.Value]:
        """For each coordinate along the wrapped dimension that chunks have, where the segment begins that it lies in.

        That is the offset of the element 0 that the segment would have if it began there.
        """
        b, chunks, dim = self.b, self.chunks, wrapped(self.load)
        classes = sorted({chunks.moved(register, dim) for register in chunks.first})
        extent = chunks.layout.shape[dim]
        low, high, start = self._segment_at(0)
        is_all = b.both(b.compare("eq", low, 0), b.compare("eq", high, extent))
        if (wrap := masked_wrap(self.load)) is not None:
            is_all = b.compare("sle", 0, self.context.index(wrap.start))

        def one() -> list[ir.Value]:
            return [start] * len(classes) + [b.value(is_multiple(b, start, chunks.count)), b.value(True)]

        types = [b.index] * len(classes) + [b.i1] * 2
        *results, aligned, whole = b.branch(is_all, one, lambda: self._found(classes), types)
        self.aligned, self.whole = aligned, whole
        return dict(zip(classes, results, strict=True))

    def _found(self, classes: Sequence[int]) -> list[ir.Value]:
        """By a pass over the segments, where those begin that chunks of ``classes`` of coordinates lie in.

        And whether all of these are aligned, and no chunk lies in two segments.
        """
        b, chunks, dim = self.b, self.chunks, wrapped(self.load)
        places = [b.value(coordinate(b, chunks, dim, moved)) for moved in classes]

        def segment(low: Index, high: Index, start: ir.Value, carried: Sequence[ir.Value]) -> list[ir.Value]:
            *found, covered, aligned, whole = carried
            aligned = b.both(aligned, is_multiple(b, start, chunks.count))
            for end in (low, high) if dim == chunks.fast else ():
                whole = b.both(whole, is_multiple(b, end, chunks.count))
            chosen = [
                b.select(is_between(b, low, i, high), start, old)
                for i, old in zip(places, found, strict=True)
            ]
            return [*chosen, b.value(b.add(covered, b.sub(high, low))), aligned, whole]

        zero = b.value(0)
        inits = [zero] * (len(classes) + 1) + [b.value(True)] * 2
        *results, covered, aligned, whole = self.each(inits, segment)
        is_covered = b.compare("eq", covered, chunks.layout.shape[dim])
        return [*results, aligned, b.value(b.both(whole, is_covered))]

    def each(
        self,
        inits: Sequence[ir.Value],
        visit: Callable[[Index, Index, ir.Value, Sequence[ir.Value]], list[ir.Value]],
    ) -> Sequence[ir.Value]:
        """A loop over the segments, each the elements from a low to a high one, and where it would begin."""
        context, (loop,) = self.context, self.load.segments

        def body(number: Index, carried: Sequence[ir.Value]) -> list[ir.Value]:
            return visit(*self._segment_at(number), carried)

        outer, context.scalars = context.scalars, dict(context.scalars)
        for op in self._bounds:  # here, where they are needed: they divide
            context.rewrite(op)
        first, last, step = (context.index(v) for v in list(loop.operands)[:3])
        context.scalars = outer
        return self.b.loop(first, last, step, inits, body)

    def _segment_at(self, number: Index) -> tuple[Index, Index, ir.Value]:
        """The elements from a low to a high one that are of the segment ``number``, and where it would begin."""
        b, context, load, dim = self.b, self.context, self.load, wrapped(self.load)
        with in_segment(context, load, number) as (low, high):
            start: Index = 0
            for term in self.resting:
                start = b.add(start, context.index(term))
            start = b.sub(start, b.mul(low, context.index(load.view.strides[dim])))
        return low, high, b.value(start)


def bound_of(context: LoweringContext, load: TileLoad, wrap: Wrap) -> global_access.Bound:
    """The elements of ``load`` that do not ``wrap``, which alone are needed; all if the first place is negative."""
    b, dim, start = context.b, wrapped(load), context.index(wrap.start)
    extent = load.tensor.type.shape[dim]
    left = b.max(b.min(b.sub(context.index(wrap.size), start), extent), 0)
    high = b.select(b.compare("sle", 0, start), left, extent)
    return global_access.Bound(dim, 0, high, context.layouts.divisibility.common((*wrap, extent)))


def is_between(b: Emitter, low: Index, place: Index, high: Index) -> Condition:
    """Whether ``place`` is ``low`` or behind it, and before ``high``."""
    return b.both(b.compare("sle", low, place), b.compare("slt", place, high))


def coordinate(b: Emitter, chunks: Chunks, dim: int, moved: int) -> Index:
    """The coordinate along ``dim`` of the element of ``chunks`` that lies ``moved`` behind this thread's first one."""
    return b.to_index(b.i32_op("arith.addi", b.coordinate(chunks.layout, dim), moved))
