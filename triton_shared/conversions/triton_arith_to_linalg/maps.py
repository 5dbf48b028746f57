"""``tt.map_elementwise`` and ``tt.histogram``.

::

    %1 = "tt.map_elementwise"(%0) <{pack = 1}> ({…})      ->      %1 = linalg.generic ins(%0) {…}
    %h = tt.histogram %0 : tensor<64xi32> -> …            ->      %h = memref.alloc, filled with 0
                                                                 scf.parallel { memref.atomic_rmw addi %one, %h[%bin] }
"""

from __future__ import annotations

from math import prod

from triton_shared.conversions import build
from triton_shared.conversions.triton_arith_to_linalg.arithmetic import apply, compare, resize, select
from triton_shared.conversions.triton_arith_to_linalg.regions import Body
from triton_shared.conversions.triton_arith_to_linalg.shapes import extract, insert, reshape
from triton_shared.mlir import arith, ir


def _map_elementwise(op: ir.Operation) -> list[ir.Value]:
    """The region takes ``pack`` neighbours, in row-major order, of every operand, and gives as many of every result."""
    body, pack = Body(op), op.attributes["pack"].value
    if pack == 1:
        return build.elementwise(list(op.operands), [r.type for r in op.results], lambda *xs: body.apply(xs))
    shape = list(op.operands[0].type.shape)
    rows = prod(shape) // pack
    pairs = [reshape(v, [rows, pack]) for v in op.operands]
    columns = [extract(v, [0, k], [rows, 1], dropped=1) for v in pairs for k in range(pack)]
    types = [ir.RankedTensorType.get([rows], r.type.element_type) for r in op.results for _ in range(pack)]
    mapped = build.elementwise(columns, types, lambda *xs: body.apply(xs))
    results = []
    for number, result in enumerate(op.results):
        whole = build.empty(ir.RankedTensorType.get([rows, pack], result.type.element_type))
        for k in range(pack):
            whole = insert(mapped[number * pack + k], whole, [0, k], [rows, 1])
        results.append(reshape(whole, list(result.type.shape)))
    return results


def _histogram(op: ir.Operation) -> list[ir.Value]:
    """Elements are counted in a buffer of bins; what is masked off or belongs to no bin adds 0 to the first one."""
    source, *mask = op.operands
    result = op.results[0].type
    (size,), (bins,) = source.type.shape, result.shape
    element = result.element_type

    counts = build.value(
        "memref.alloc",
        [],
        ir.MemRefType.get((bins,), element),
        operandSegmentSizes=build.segments([], []),
    )
    build.fill(build.zero(element), counts)

    def count(index: ir.Value) -> None:
        number = build.value("tensor.extract", [source, index], source.type.element_type)
        kept = compare("ult", resize(number, build.integer(64)), bins)
        if mask:
            kept = apply(
                "arith.andi", kept, build.value("tensor.extract", [mask[0], index], build.integer(1))
            )
        place = build.value("arith.index_castui", [select(kept, number, 0)], build.index_type())
        addi = ir.IntegerAttr.get(build.integer(64), arith.AtomicRMWKind.addi.value)
        build.value("memref.atomic_rmw", [resize(kept, element), counts, place], element, kind=addi)

    build.parallel_loop(build.index(0), build.index(size), count)
    unit = ir.UnitAttr.get()
    return [build.value("bufferization.to_tensor", [counts], result, restrict=unit, writable=unit)]


RULES = {"tt.map_elementwise": _map_elementwise, "tt.histogram": _histogram}
