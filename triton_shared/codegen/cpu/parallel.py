"""Nests whose vectorized dimension is parallel.

    for %i = 0 to 1000 step 16 { %x[%i .. %i + 16] -> %y[%i .. %i + 16] }

Whole vectors come first, and one masked vector is left; reduced dimensions are loops that carry vectors.
Where an op is marked with `NEXT_ROWS_CONTIGUOUS`, each row begins with a fetch of one that comes later.
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.codegen.cpu.emitter import Emitter, Values
from triton_shared.codegen.cpu.prefetch import NEXT_ROWS_CONTIGUOUS, ROWS_AHEAD, is_short_row
from triton_shared.codegen.cpu.strategy import Lanes, neighbours, strided_accesses
from triton_shared.codegen.memory.fetches import NEXT, prefetch_row
from triton_shared.codegen.nests.masks import Masks
from triton_shared.codegen.nests.nest import Access, Nest
from triton_shared.ir.builder import Builder, Index, bit_width
from triton_shared.mlir import ir


class Parallel(Emitter):
    """Emits a nest whose vectorized dimension is parallel, and loops over all others around or inside it.

    A step without masks has ``parts`` vectors, which are neighbours.
    """

    def __init__(self, b: Builder, nest: Nest, lanes: Lanes, parts: int):
        super().__init__(b, nest, lanes)
        self.parts = 1 if nest.from_first else parts

    def run(self) -> None:
        """Emit the loops here."""
        parallel = [d for d, parallel in enumerate(self.nest.parallel) if parallel]
        self._loops([d for d in parallel if d != self.lanes.dim], self._row)

    def _row(self) -> None:
        dim, count = self.lanes.dim, self.lanes.count
        step = count * self.parts
        begin, end = self._range(dim)
        if not self.nest.from_first:
            self._hoist()
        if NEXT_ROWS_CONTIGUOUS in self.nest.op.attributes:
            self._fetch_ahead()
        if any(a.window for a in self.nest.accesses):
            first, whole = self.b.floor_to(begin, count), self._whole(end, step)
            if begin == 0 and whole is not None:
                self.inside = True
                self._chunks(0, whole)
                self.inside = None
                first = whole
            self._chunks(first, end, masked_from=begin)
            return
        whole = self.b.floor_to(end, step)
        self._chunks(begin, whole)
        if not isinstance(whole, int) or whole != end:
            self._chunks(whole, end, masked_from=begin)

    def _fetch_ahead(self) -> None:
        """Fetch the rows that come `ROWS_AHEAD`, of this block or of that which is read next."""
        for access in filter(is_short_row, self.nest.inputs):
            *rest, row = [self.b.value(self.index_of(d, 0)) for d in access.dims[:-1]]
            later = self.b.value(self.b.add(row, ROWS_AHEAD))
            prefetch_row(self.b, access.value, [*rest, later], NEXT)

    def _chunks(self, begin: Index, end: Index, masked_from: Index | None = None) -> None:
        """Vectors from ``begin`` to ``end``, masked to ``[masked_from, end)`` where that is given."""

        count, parts = self.lanes.count, self.parts if masked_from is None else 1

        def body(iv: Index) -> None:
            self._chunk(
                [self.b.add(iv, part * count) for part in range(parts)], Masks(self, masked_from, end)
            )

        self.b.for_each(begin, end, count * parts, body)

    def _chunk(self, places: Sequence[Index], masks: Masks) -> None:
        """The vectors that begin at ``places``."""
        nest, dim = self.nest, self.lanes.dim
        reductions = [d for d, parallel in enumerate(nest.parallel) if not parallel]
        self.ivs[dim] = places[0]
        if nest.from_first:
            self._write_all(self._fold(reductions[0], masks), masks)
            return
        old = []
        for self.ivs[dim] in places:
            old += [
                self._widen(self._read(a, masks)) if reductions else self._old(i, a, masks)
                for i, a in enumerate(nest.outputs)
            ]
        results = self._reduction_loops(reductions, places, old, masks)
        for number, self.ivs[dim] in enumerate(places):
            self._write_all(results[number * len(nest.outputs) :][: len(nest.outputs)], masks)

    def _write_all(self, results: Values, masks: Masks) -> None:
        for access, result in zip(self.nest.outputs, results, strict=True):
            self._write(access, result, masks)

    def _fold(self, dim: int, masks: Masks) -> Values:
        """The combined inputs along ``dim``: several neighbours first, which do not wait for each other."""

        def reads(at: Index) -> list[ir.Value]:
            self.ivs[dim] = at
            return self._inputs(masks)

        return self._folded(dim, neighbours(self.nest, dim), reads)

    def _reduction_loops(
        self, dims: list[int], places: Sequence[Index], carried: Values, masks: Masks
    ) -> Values:
        if not dims:
            return self._bodies(places, carried, masks)
        dim, *rest = dims

        def body(iv: Index, values: Values) -> Values:
            self.ivs[dim] = iv
            return [self._widen(v) for v in self._reduction_loops(rest, places, values, masks)]

        return self.b.loop(0, self.nest.extents[dim], 1, carried, body)

    def _bodies(self, places: Sequence[Index], carried: Values, masks: Masks) -> Values:
        """What the body makes of what is read at each of ``places``; what is read later is fetched once for all."""
        results: list[ir.Value] = []
        width = len(self.nest.outputs)
        inputs = list(zip(self.nest.arguments or [None], self.nest.inputs, strict=False))
        for number, self.ivs[self.lanes.dim] in enumerate(places):
            reads = [self._input(v, a, masks) for v, a in inputs]
            if number == 0:
                self._fetch_further()
            results += self._body([*reads, *carried[number * width :][:width]])
        return results


class TransposedNest(Emitter):
    """Emits square tiles: strided inputs are loaded along dimension ``cross`` and transposed in registers."""

    def __init__(self, b: Builder, nest: Nest, lanes: Lanes, cross: int):
        super().__init__(b, nest, lanes)
        self.cross = cross

    def run(self) -> None:
        """Emit the loops here."""
        dims = range(len(self.nest.extents))
        self._loops([d for d in dims if d not in (self.lanes.dim, self.cross)], self._tiles)

    def _tiles(self) -> None:
        nest, dim, cross, count = self.nest, self.lanes.dim, self.cross, self.lanes.count
        masked_from = 0 if any(a.window for a in nest.accesses) else None
        self.clip = {}
        across = Emitter(self.b, nest, Lanes(cross, count))
        across.ivs, across.clip = self.ivs, self.clip

        def tile(i: Index, j: Index) -> None:
            tiles = {
                n: self._transposed(nest.inputs[n], across, masked_from, (i, j))
                for n in strided_accesses(nest, self.lanes)
            }
            for lane in range(count):
                self.ivs[cross], self.ivs[dim] = self.b.add(i, lane), j
                masks = Masks(self, masked_from, nest.extents[dim])
                reads = [
                    tiles[n][lane] if n in tiles else self._read(a, masks) for n, a in enumerate(nest.inputs)
                ]
                old = [self._old(n, a, masks) for n, a in enumerate(nest.outputs)]
                for access, result in zip(nest.outputs, self._body([*reads, *old]), strict=True):
                    self._write(access, result, masks)

        def row(i: Index) -> None:
            self.b.for_each(0, nest.extents[dim], count, lambda j: tile(i, j))

        self.b.for_each(0, nest.extents[cross], count, row)

    def _transposed(
        self, access: Access, across: Emitter, masked_from: Index | None, at: tuple[Index, Index]
    ) -> list[ir.Value]:
        """The square tile of ``access`` at ``at``, read by ``across``, as vectors along the vectorized dimension."""
        cross, dim, count = across.lanes.dim, self.lanes.dim, self.lanes.count
        element = access.value.type.element_type
        vector = self._vector(element)
        # shuffles of 16-bit floats are only fast as integers
        moved = self._vector(ir.IntegerType.get_signless(bit_width(element)))
        rows = []
        for lane in range(count):
            self.ivs[cross], self.ivs[dim] = at[0], self.b.add(at[1], lane)
            row = across._read(access, Masks(across, masked_from, self.nest.extents[cross]))
            rows.append(self.b.one("vector.bitcast", moved, row))
        distance = count // 2
        while distance:
            low = [n if n & distance == 0 else count + n - distance for n in range(count)]
            high = [n + distance if n & distance == 0 else count + n for n in range(count)]
            for n in range(count):
                if n & distance == 0:
                    a, b = rows[n], rows[n + distance]
                    rows[n], rows[n + distance] = (self._shuffle(a, b, order) for order in (low, high))
            distance //= 2
        return [self.b.one("vector.bitcast", vector, row) for row in rows]
