"""Vectors that span several short dimensions.

    for i < 64, j < 2, k < 4:  %out[i, j, k] = f(%x[i, j, k], %x[i, 0, k])

has no dimension that fills a vector of 16 lanes; two iterations of ``i`` and all of ``j`` and ``k`` together do:

    for i < 64 step 2 {
      %0 = vector.load %x'[8 * i] : memref<512xf32>, vector<16xf32>
      %1 = vector.shuffle %0, %0 [0, 1, 2, 3, 0, 1, 2, 3, 8, 9, 10, 11, 8, 9, 10, 11]
      vector.store f(%0, %1), %out'[8 * i]
    }

where ``%x'`` is all of ``%x`` as one row.  An input whose lanes lie in one or two aligned chunks of memory is read so.
"""

from __future__ import annotations

from itertools import product
from math import prod

from triton_shared.codegen.cpu.emitter import Emitter
from triton_shared.codegen.cpu.strategy import Lanes, choose_lanes, register_lanes, streamed_lanes
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.memory.move_blocks import is_one_piece
from triton_shared.codegen.nests.body import has_vector_form
from triton_shared.codegen.nests.coalesce import collapse
from triton_shared.codegen.nests.nest import Access, Nest
from triton_shared.ir.builder import Builder, Index, bit_width, strides_of
from triton_shared.mlir import ir
from triton_shared.records import dataclass

MOST_CHUNKS = 2

#: bits of the elements below which LLVM takes minutes to select instructions for some shuffles
NARROWEST = 16


@dataclass(frozen=True)
class Fold:
    """One step of the folded loops: ``parts[d]`` neighbouring values of each loop ``d``, the last one fastest."""

    parts: dict[int, int]

    @property
    def count(self) -> int:
        """Lanes of a vector."""
        return prod(self.parts.values())

    def coordinates(self) -> list[dict[int, int]]:
        """For every lane how far along each loop it is."""
        return [
            dict(zip(self.parts, point, strict=True)) for point in product(*map(range, self.parts.values()))
        ]


@dataclass(frozen=True)
class Chunks:
    """Where the lanes of an access lie in its memref seen as one row of elements.

    They are those numbered ``order`` of the vectors of ``width`` elements that begin at ``at`` elements from
    where the loops stand, one vector after the other; ``order`` is None where they are one vector as it is.
    """

    width: int
    at: tuple[int, ...]
    order: tuple[int, ...] | None


def fold_of(nest: Nest, target: CpuTarget) -> Fold | None:
    """How to fold ``nest``, None where that gains nothing or cannot be done."""
    if not all(nest.parallel) or any(a.window for a in nest.accesses) or not has_vector_form(nest):
        return None
    if any(a.is_memref and bit_width(a.value.type.element_type) < NARROWEST for a in nest.accesses):
        return None
    fold = _last_loops(nest, register_lanes(nest, target))
    if fold is None or fold.count == 1:
        return None
    lanes = choose_lanes(nest, target)
    if lanes is not None and lanes.count >= min(fold.count, streamed_lanes(nest, lanes.dim, target)):
        return None
    found = [chunks_of(a, fold, nest) for a in nest.accesses if a.is_memref and is_moved(a, fold)]
    written = [chunks_of(a, fold, nest) for a in nest.outputs]
    return fold if all(found) and all(c and c.order is None for c in written) else None


def is_moved(access: Access, fold: Fold) -> bool:
    """Whether the lanes of ``access`` are different elements."""
    return any(access.uses(dim) for dim in fold.parts)


def _last_loops(nest: Nest, count: int) -> Fold | None:
    """The last dimensions of the output that together have ``count`` lanes, or all of them if they have fewer."""
    dims, parts = nest.outputs[0].dims, {}
    if any(n != 1 for d, n in enumerate(nest.extents) if d not in dims):
        return None
    if not all(isinstance(d, int) and isinstance(nest.extents[d], int) for d in dims) or len(set(dims)) < len(
        dims
    ):
        return None
    left = count
    for dim in reversed(dims):
        extent = nest.extents[dim]
        if left == 1 or extent == 1:
            continue
        part = min(left, extent)
        if left % part or extent % part:
            return None
        parts[dim] = part
        left //= part
    return Fold(dict(reversed(parts.items())))


def chunks_of(access: Access, fold: Fold, nest: Nest) -> Chunks | None:
    """Where the lanes of ``access`` are; None where they are too far apart."""
    type = access.value.type
    if (
        not type.has_static_shape
        or not is_one_piece(type)
        or not all(isinstance(d, int | ir.AffineConstantExpr) for d in access.dims)
    ):
        return None
    weights, base = _weights(access)
    lanes = [base + sum(weights.get(d, 0) * n for d, n in at.items()) for at in fold.coordinates()]
    if lanes == list(range(lanes[0], lanes[0] + len(lanes))):
        return Chunks(len(lanes), (lanes[0],), None)
    steps = [
        w * fold.parts.get(d, 1) for d, w in weights.items() if fold.parts.get(d) != nest.extents[d] != 1
    ]
    width = fold.count
    while any(n % width for n in (prod(type.shape), *steps)):
        width //= 2
    found = sorted({lane // width for lane in lanes})
    if width == 1 or len(found) > MOST_CHUNKS:
        return None
    order = tuple(found.index(lane // width) * width + lane % width for lane in lanes)
    return Chunks(width, tuple(number * width for number in found), order)


def _weights(access: Access) -> tuple[dict[int, int], int]:
    """How many elements a step of each loop moves ``access``, and how many it is moved anyway."""
    weights: dict[int, int] = {}
    base = 0
    for dim, stride in zip(access.dims, strides_of(access.value.type)[0], strict=True):
        if isinstance(dim, int):
            weights[dim] = weights.get(dim, 0) + stride
        else:
            base += dim.value * stride
    return weights, base


def emit(nest: Nest, fold: Fold) -> None:
    """Replace ``nest.op`` by loops of ``fold``'s steps."""
    FoldedEmitter(Builder.before(nest.op), nest, fold).run()
    nest.op.erase()


class FoldedEmitter(Emitter):
    """Emits one nest in steps of one fold."""

    def __init__(self, b: Builder, nest: Nest, fold: Fold):
        super().__init__(b, nest, Lanes(list(fold.parts)[-1], fold.count))
        self.fold = fold
        self.rows: dict[ir.Value, ir.Value] = {}
        self.loaded: dict[tuple[ir.Value, tuple[tuple[int, int], ...], int, int], ir.Value] = {}

    def run(self) -> None:
        """Emit the loops here."""
        for access in self.nest.accesses:
            if access.is_memref and is_moved(access, self.fold):
                self.rows[access.value] = _row(self.b, access.value)
        iterations = [n == 1 or self.fold.parts.get(d) == n for d, n in enumerate(self.nest.extents)]
        self.ivs.update((d, 0) for d, is_one in enumerate(iterations) if is_one)
        self.steps = self.fold.parts
        self._loops([d for d in self.nest.outputs[0].dims if not iterations[d]], self._step)

    def _step(self) -> None:
        inputs = len(self.nest.inputs)
        self.loaded.clear()
        values = [
            self._lanes_of(a) if i < inputs or self.nest.uses_old(i - inputs) else None
            for i, a in enumerate(self.nest.accesses)
        ]
        for access, result in zip(self.nest.outputs, self._body(values), strict=True):
            at = self._element(access, self._chunks_of(access).at[0])
            self.b.op("vector.store", (), (self._widen(result), self.rows[access.value], at))

    def _lanes_of(self, access: Access) -> ir.Value:
        """The lanes of ``access`` as a vector, or a scalar where they are all the same element."""
        if not access.is_memref or not is_moved(access, self.fold):
            return self._scalar_read(access)
        chunks = self._chunks_of(access)
        with self.b.located(access.origin or self.b.loc):
            parts = [self._chunk_at(access, at, chunks.width) for at in chunks.at]
            if chunks.order is not None:
                parts = [self._shuffle(parts[0], parts[-1], chunks.order)]
        return parts[0]

    def _chunks_of(self, access: Access) -> Chunks:
        found = chunks_of(access, self.fold, self.nest)
        assert found is not None, "a nest is only folded where all accesses have chunks"
        return found

    def _chunk_at(self, access: Access, begin: int, width: int) -> ir.Value:
        """``width`` elements from ``begin`` on; inputs that share a chunk load it once."""
        weights = tuple(sorted(_weights(access)[0].items()))
        key = access.value, weights, begin, width
        if key not in self.loaded:
            type = ir.VectorType.get((width,), access.value.type.element_type)
            at = self._element(access, begin)
            self.loaded[key] = self.b.one("vector.load", type, self.rows[access.value], at)
        return self.loaded[key]

    def _element(self, access: Access, begin: int) -> ir.Value:
        """The number of the element ``begin`` elements from where the loops stand."""
        at: Index = begin
        for dim, weight in _weights(access)[0].items():
            at = self.b.add(at, self.b.mul(self.ivs[dim], weight))
        return self.b.value(at)

    def _dim_of(self, value: ir.Value) -> int | None:
        return None

    def _linalg_index(self, dim: int, type: ir.Type | None = None) -> ir.Value:
        if self.fold.parts.get(dim, 1) == 1:
            return self.b.value(self.ivs[dim])
        vector = self._vector(self.b.index)
        numbers = [ir.IntegerAttr.get(self.b.index, at[dim]) for at in self.fold.coordinates()]
        lanes = self.b.one("arith.constant", vector, value=ir.DenseElementsAttr.get(numbers, vector))
        if self.ivs[dim] == 0:
            return lanes
        return self.b.add(lanes, self.b.broadcast(self.ivs[dim], self.fold.count))


def _row(b: Builder, value: ir.Value) -> ir.Value:
    """All elements of ``value``, a memref without gaps, as one dimension."""
    return value if value.type.rank == 1 else collapse(b, value, [range(value.type.rank)])
