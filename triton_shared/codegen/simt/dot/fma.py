"""Matrix products by fused multiply-adds: each thread has a tile of the result in registers.

    %c = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>)

Both operands are laid out in shared memory.  A loop over the inner dimension takes a few columns of the thread's rows
of %a, and as many rows of its columns of %b, and adds up all their products::

    scf.for %k = 0 to 64 step 4 iter_args(%t = %acc : vector<32xf32>) {
      %t' = math.fma %rows_of_a, %columns_of_b, %t        (four times)

Operands are widened to the type of the result, halves that are added up in halves to f32.
"""

from __future__ import annotations

from typing import Any

from triton_shared.codegen.simt.build import shared_memory
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import count_of, vector_of
from triton_shared.codegen.simt.build.storage_types import from_stored
from triton_shared.codegen.simt.heuristics import H200
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import Index
from triton_shared.ir.statistics import fired
from triton_shared.mlir import ir

#: steps of the inner dimension that one iteration of the loop takes
STEPS = H200.multiply_add_steps.value


def dot(context: LoweringContext, op: ir.Operation) -> None:
    """The product ``op``, `linalg.matmul` or `linalg.batch_matmul`."""
    fired("distribute-tensors", "dot by fma")
    b, result = context.b, op.results[0]
    a, other, accumulator = op.operands
    layout = context.layouts.of(result).compact
    regions = [context.laid_out(context.tensors[v], v.type) for v in (a, other)]
    element = result.type.element_type
    wide = ir.F32Type.get() if isinstance(element, ir.FloatType) and element.width < 32 else element
    start = converted(context, op, context.get(accumulator, layout), wide)
    tile = _Tile(context, op, layout, regions[0], regions[1], wide)
    size = a.type.shape[-1]
    steps = min(STEPS, size)
    (vector,) = b.loop(0, size, steps, [start], lambda k, carried: [tile.added(k, steps, *carried)])
    context.hold(result, layout, converted(context, op, vector, element))


class _Tile:
    """What a thread reads of both operands."""

    def __init__(
        self, context: LoweringContext, op: ir.Operation, layout: Layout, a: Any, b: Any, wide: ir.Type
    ) -> None:
        self.context, self.op, self.layout, self.a, self.b, self.wide = context, op, layout, a, b, wide
        self.rank = len(layout.shape)
        self.coordinates = [
            tuple(layout.coordinate(place, d) for d in range(self.rank)) for place in layout.positions
        ]

    def added(self, k: Index, steps: int, accumulator: ir.Value) -> ir.Value:
        """``accumulator`` and the products of ``steps`` steps from ``k`` on."""
        rows = sorted({c[:-1] for c in self.coordinates})
        columns = sorted({c[:-2] + c[-1:] for c in self.coordinates})
        left = {row: self._row(row, k, steps) for row in rows}
        for step in range(steps):
            right = self._columns(columns, k, step)
            a = self.context.b.collect([self.context.b.extract(left[c[:-1]], step) for c in self.coordinates])
            b = self.context.b.collect([right[c[:-2] + c[-1:]] for c in self.coordinates])
            accumulator = self._multiplied(a, b, accumulator)
        return accumulator

    def _own(self, dim: int, moved: int) -> Index:
        """The coordinate along ``dim`` of this thread's element that has ``moved`` in thread 0."""
        b = self.context.b
        return b.to_index(b.i32_op("arith.xori", b.coordinate(self.layout, dim), moved))

    def _row(self, row: tuple[int, ...], k: Index, steps: int) -> ir.Value:
        """``steps`` neighbours of a row of the left operand."""
        b = self.context.b
        at = [*(self._own(d, moved) for d, moved in enumerate(row)), k]
        pointer = shared_memory.element_at(b, self.a, at)
        loaded = b.load(vector_of(steps, self.a.stored), pointer, self.a.size)
        return converted(self.context, self.op, from_stored(b, loaded, self.a.element), self.wide)

    def _columns(
        self, columns: list[tuple[int, ...]], k: Index, step: int
    ) -> dict[tuple[int, ...], ir.Value]:
        """An element of the right operand for each of ``columns``."""
        b, out = self.context.b, {}
        for column in columns:
            batch = [self._own(d, moved) for d, moved in enumerate(column[:-1])]
            at = [*batch, b.add(k, step), self._own(self.rank - 1, column[-1])]
            loaded = b.load(self.b.stored, shared_memory.element_at(b, self.b, at), self.b.size)
            out[column] = converted(self.context, self.op, from_stored(b, loaded, self.b.element), self.wide)
        return out

    def _multiplied(self, a: ir.Value, b: ir.Value, accumulator: ir.Value) -> ir.Value:
        build = self.context.b
        if isinstance(self.wide, ir.FloatType):
            return build.one("math.fma", accumulator.type, a, b, accumulator)
        return build.one("arith.addi", accumulator.type, build.one("arith.muli", a.type, a, b), accumulator)


def converted(context: LoweringContext, op: ir.Operation, value: ir.Value, element: ir.Type) -> ir.Value:
    """A scalar or registers in the type ``element``."""
    is_vector = isinstance(value.type, ir.VectorType)
    old = value.type.element_type if is_vector else value.type
    if old == element:
        return value
    type_ = vector_of(count_of(value), element) if is_vector else element
    floats = isinstance(old, ir.FloatType), isinstance(element, ir.FloatType)
    wider = element.width > old.width
    match floats:
        case (True, True):
            return context.b.one("arith.extf" if wider else "arith.truncf", type_, value)
        case (False, False):
            unsigned = "cast" in op.attributes and "unsigned" in str(op.attributes["cast"])
            widen = "arith.extui" if unsigned else "arith.extsi"
            return context.b.one(widen if wider else "arith.trunci", type_, value)
    raise LoweringError(op, f"multiplies {old} for a sum of {element}")
