"""A block of memory into a tile, iteration by iteration, by asynchronous copies of chunks.

    nvvm.cp.async.shared.global %to, %from, 16, cache = cg, %given         (as the target's `Instructions` have it)

Each thread has the same chunks (`copy_chunks.py`) in every iteration.  What the loop leaves alone of a chunk's address
is made into a pointer before it; an iteration adds one offset, the same for all chunks.  ``given`` is what the mask
leaves of a chunk (`chunk_masks.py`), the rest becomes zeros.

Addresses that wrap (``tt.wrapped``) go by segments (`segments.py`), which costs the iterations nothing.

Copies want aligned addresses, and chunks that lie in one segment.  What divisibility does not promise is tested, once
or in each iteration, the same for all threads; where the test fails the block goes in smaller pieces or through
registers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from triton_shared.codegen.simt.build import shared_layout
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import is_multiple, vector_of
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.storage_types import stored_type
from triton_shared.codegen.simt.heuristics import H200
from triton_shared.codegen.simt.layouts.access_layouts import WIDEST
from triton_shared.codegen.simt.layouts.linear_layout import log2
from triton_shared.codegen.simt.memory import global_access
from triton_shared.codegen.simt.pipeline.chunk_masks import Masks
from triton_shared.codegen.simt.pipeline.copy_chunks import LEAST, Chunks, masked_wrap, moving, wrapped
from triton_shared.codegen.simt.pipeline.pipelinable_loads import LoopScalars, TileLoad
from triton_shared.codegen.simt.pipeline.segments import Segments, coordinate, is_between
from triton_shared.ir.builder import Condition, Index, i64_attr, segments
from triton_shared.ir.statistics import fired
from triton_shared.mlir import ir

#: how many loads through registers are under way at once
LOADS = H200.loads_at_once.value


class AsyncLoad:
    """Emits the copies of one load; made where the first iteration's scalars stand, before the loop."""

    def __init__(self, context: LoweringContext, load: TileLoad, chunks: Chunks, loop_scalars: LoopScalars):
        self.context, self.b, self.load, self.chunks = context, context.b, load, chunks
        fired("distribute-tensors", "segments staged" if load.segments else "load staged by chunks")
        self.moving = moving(load, loop_scalars) if load.segments else None
        self.owner = global_access.owner(context, chunks.layout)
        self._static = WIDEST
        self.segments = Segments(context, load, chunks, loop_scalars) if load.segments else None
        entries = self.segments.begins() if self.segments else {}
        self.aligned = self.segments.aligned if self.segments else True
        self.whole = self.segments.whole if self.segments else True
        self._align(load.view.base)
        for d, stride in enumerate(load.view.strides):
            if d != chunks.fast and chunks.layout.shape[d] > 1:
                self._align(stride)
        self.pointers = [self._pointer(register, entries) for register in chunks.first]
        known = context.layouts.divisibility.of
        terms = self.moving if self.moving is not None else [load.view.offset, *self._shifts()]
        self._turn_divides = min((known(t) * chunks.size for t in terms), default=WIDEST)

    @property
    def is_masked(self) -> bool:
        """Whether a mask may cut the block."""
        window = self.load.target.window
        dims = [d for d in range(len(window.begin)) if not self.load.segments or d != wrapped(self.load)]
        return masked_wrap(self.load) is not None or any(
            (window.begin[d], window.size[d]) != (0, self.chunks.layout.shape[d]) for d in dims
        )

    @property
    def small(self) -> int:
        """How many bytes divisibility promises to divide all addresses, but for what wraps."""
        return min(self._static, self._turn_divides)

    # Before the loop

    def _align(self, number: Index | ir.Value) -> None:
        """Test whether ``number``, of elements or a pointer, is aligned to chunks, unless it is known."""
        b, is_base = self.b, number == self.load.view.base
        size = 1 if is_base else self.chunks.size
        divisor = max(self.context.layouts.divisibility.of(number) * size, self.chunks.size)
        self._static = min(self._static, divisor)
        if divisor % self.chunks.width == 0:
            return
        if is_base:
            value = b.one("llvm.ptrtoint", b.i64, self.context.scalar(number))
            test = is_multiple(self.b, value, self.chunks.width)
        else:
            test = is_multiple(self.b, self.context.index(number), self.chunks.width // size)
        self.aligned = b.both(self.aligned, test)

    def _pointer(self, register: int, segments: dict[int, ir.Value]) -> ir.Value:
        """Where the chunk that begins with ``register`` is, but for what an iteration adds."""
        b, chunks, load = self.b, self.chunks, self.load
        total: Index = 0
        for dim, stride in enumerate(load.view.strides):
            moved = chunks.moved(register, dim)
            total = b.add(total, b.mul(coordinate(b, chunks, dim, moved), self.context.index(stride)))
            if segments and dim == wrapped(load):
                total = b.add(total, segments[moved])
        pointer = self._advanced(self.context.scalar(load.view.base), total)
        return b.one("simt.optimization_barrier", pointer.type, pointer) if self.is_masked else pointer

    def _advanced(self, pointer: ir.Value, elements: Index) -> ir.Value:
        return self.b.advance_elements(pointer, elements, self.chunks.size)

    # In an iteration

    def _shifts(self) -> list[Index]:
        """What a window of memory that begins elsewhere than that of the tile adds to the offset, in steps."""
        pairs = zip(self.load.source.window.begin, self.load.target.window.begin, strict=True)
        return [begin for pair in pairs if pair[0] != pair[1] for begin in pair]

    def _delta(self) -> Index:
        """Elements that this iteration adds to the chunks' pointers."""
        b, index, load = self.b, self.context.index, self.load
        delta: Index = 0
        if self.moving is not None:
            for term in self.moving:
                delta = b.add(delta, index(term))
            dims = [d for d in range(len(load.view.strides)) if d != wrapped(load)]
        else:
            delta, dims = index(load.view.offset), list(range(len(load.view.strides)))
        for d in dims:
            begin, of_tile = load.source.window.begin[d], load.target.window.begin[d]
            if begin != of_tile:
                delta = b.add(delta, b.mul(b.sub(index(begin), index(of_tile)), index(load.view.strides[d])))
        return delta

    @property
    def copies_whole_chunks(self) -> Condition:
        """Whether all iterations, as far as is known before the loop, copy whole chunks."""
        return self.b.both(self.aligned, self.whole)

    @property
    def may_store(self) -> bool:
        """Whether chunks may go through registers, where they are not copied whole."""
        return bool(self.load.segments) or self.small < LEAST

    def _masks(self, live: ir.Value) -> Masks:
        kept: Condition = live
        for guard in self.load.guards:
            kept = self.b.both(kept, self.context.scalar(guard))
        return Masks(self.context, self.load, self.chunks, self.b.value(kept))

    def copies_whole_chunks_now(self) -> Condition:
        """Whether the iteration whose scalars stand here copies whole chunks, if `copies_whole_chunks` holds."""
        if self._turn_divides % self.chunks.width == 0:
            return True
        return is_multiple(self.b, self._delta(), self.chunks.count)

    def copy(self, tile: Tile, live: ir.Value) -> None:
        """Copy the block of the iteration whose scalars stand here, if it is ``live``, in whole chunks."""
        self._copies(tile, self._delta(), self._masks(live), self.chunks.width)

    def emit(self, tile: Tile, live: ir.Value, is_known_whole: bool) -> None:
        """Copy the block of the iteration whose scalars stand here, if it is ``live``.

        ``is_known_whole`` is given where `copies_whole_chunks` has been tested.
        """
        b, width = self.b, self.chunks.width
        masks, delta = self._masks(live), self._delta()
        aligned = b.both(True if is_known_whole else self.copies_whole_chunks, self.copies_whole_chunks_now())

        def otherwise() -> None:
            if not self.load.segments:
                self._pieces(tile, delta, masks)
            elif self.small % width == 0:
                self._by_elements(tile, delta, masks)
            else:
                b.branch(
                    self.whole,
                    lambda: self._pieces(tile, delta, masks),
                    lambda: self._by_elements(tile, delta, masks),
                )

        b.branch(aligned, lambda: self._copies(tile, delta, masks, width), otherwise)

    def _pieces(self, tile: Tile, delta: Index, masks: Masks) -> None:
        """Copy all chunks in pieces as large as divisibility allows."""
        if self.small >= LEAST:
            self._copies(tile, delta, masks, self.small)
        else:
            self.b.some_threads(self.owner, lambda: self._through_registers(tile, delta, masks))

    def _through_registers(self, tile: Tile, delta: Index, masks: Masks) -> None:
        """Load pieces that are too small for copies, some chunks' at once, and store chunks."""
        b, width, size = self.b, self.chunks.width, self.chunks.size
        piece = max(self.small, size)
        while not masks.keeps_whole(piece):
            piece //= 2
        chunks = list(zip(self.pointers, self.chunks.first, strict=True))
        at_once = max(1, LOADS * piece // width)
        for first in range(0, len(chunks), at_once):
            group = chunks[first : first + at_once]
            given = [masks.first_of(register, width) for _, register in group]
            vectors = []
            for count, same in groupby(zip(given, group, strict=True), lambda pair: pair[0]):
                sources = [self._advanced(pointer, delta) for _, (pointer, _) in same]
                vectors += self._loaded_first(count, sources, piece)
            for vector, (_, register) in zip(vectors, group, strict=True):
                b.store(vector, shared_layout.pointer(b, tile, self.chunks.layout, register), width)

    def _loaded_first(self, given: ir.Value, sources: list[ir.Value], piece: int) -> list[ir.Value]:
        """As much as is ``given`` of each of the chunks at ``sources``, in pieces of ``piece`` bytes."""
        b, count = self.b, self.chunks.count
        type_ = vector_of(count * len(sources), stored_type(self.load.tensor.type.element_type))
        attributes = {"alignment": i64_attr(piece), "operandSegmentSizes": segments([given], sources)}
        loaded = b.op("simt.load_first", (type_,), (given, *sources), attributes).result
        return [b.take(loaded, range(i * count, (i + 1) * count)) for i in range(len(sources))]

    def _by_elements(self, tile: Tile, delta: Index, masks: Masks) -> None:
        """Load the block and store it, one element after the other: where chunks lie in two segments."""
        b, context, load, layout = self.b, self.context, self.load, self.chunks.layout
        segments, dim = self.segments, wrapped(load)
        assert segments is not None

        def element(register: Index, _: Sequence[ir.Value]) -> list[ir.Value]:
            number = b.value32(b.to_i32(register))
            place, target = (
                b.i32_op("arith.xori", b.position(held), b.exclusive_or(held.reg, number))
                for held in (layout, tile.form.apply(layout))
            )
            indices = [
                b.bits(place, log2(w), log2(n)) for w, n in zip(layout.weights, layout.shape, strict=True)
            ]
            wide = [b.to_index(i) for i in indices]

            def segment(
                low: Index, high: Index, start: ir.Value, carried: Sequence[ir.Value]
            ) -> list[ir.Value]:
                is_here = is_between(b, low, wide[dim], high)
                return [b.select(is_here, start, carried[0]), b.value(b.either(carried[1], is_here))]

            total, found = segments.each([b.value(0), b.value(False)], segment)
            total = b.add(total, delta)
            for i, stride in zip(wide, load.view.strides, strict=True):
                total = b.add(total, b.mul(i, context.index(stride)))
            pointer = self._advanced(context.scalar(load.view.base), total)
            stored = stored_type(load.tensor.type.element_type)
            loaded = b.op(
                "simt.predicated_load",
                (vector_of(1, stored),),
                (pointer, b.both(found, masks.keep(indices)), b.zeros(stored, 1)),
                {"alignment": i64_attr(self.chunks.size)},
            ).result
            target = b.i32_op("arith.muli", target, self.chunks.size)
            b.store(loaded, b.advance(tile.pointer, target), self.chunks.size)
            return []

        b.some_threads(self.owner, lambda: b.loop(0, layout.registers, 1, [], element))

    def _copies(self, tile: Tile, delta: Index, masks: Masks, piece: int) -> None:
        """Copy all chunks in pieces of ``piece`` bytes."""

        def copies() -> None:
            for pointer, register in zip(self.pointers, self.chunks.first, strict=True):
                source = self._advanced(pointer, delta)
                target = shared_layout.pointer(self.b, tile, self.chunks.layout, register)
                for at in range(0, self.chunks.width, piece):
                    self.context.instructions.copy(
                        self.b,
                        self.b.advance(target, at),
                        self.b.advance(source, at),
                        piece,
                        masks.given(register, at, piece),
                    )

        self.b.some_threads(self.owner, copies)
