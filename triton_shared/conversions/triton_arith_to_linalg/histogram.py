"""``tt.histogram``.

::

    %h = tt.histogram %0 : tensor<64xi32> -> …            ->      %h = memref.alloc, filled with 0
                                                                 scf.parallel { memref.atomic_rmw addi %one, %h[%bin] }
"""

from __future__ import annotations

from triton_shared import mlir
from triton_shared.ir.builder import build, i64_attr, integer
from triton_shared.mlir import ir


def _histogram(op: ir.Operation) -> list[ir.Value]:
    """Elements are counted in a buffer of bins; what is masked off or belongs to no bin adds 0 to the first one."""
    source, *mask = op.operands
    result = op.results[0].type
    (size,), (bins,) = source.type.shape, result.shape
    element = result.element_type
    counts = build.alloc(ir.MemRefType.get((bins,), element))
    build.fill(build.constant(element, 0), counts)

    def count(index: ir.Value) -> None:
        number = build.one("tensor.extract", source.type.element_type, source, index)
        kept = build.compare("ult", build.resize(number, integer(64)), bins)
        if mask:
            kept = build.both(kept, build.one("tensor.extract", integer(1), mask[0], index))
        place = build.one("arith.index_castui", build.index, build.select(kept, number, 0))
        addi = i64_attr(mlir.arith.AtomicRMWKind.addi.value)
        build.one("memref.atomic_rmw", element, build.resize(kept, element), counts, place, kind=addi)

    build.parallel([0], [size], count)
    unit = ir.UnitAttr.get()
    return [build.one("bufferization.to_tensor", result, counts, restrict=unit, writable=unit)]


RULES = {"tt.histogram": _histogram}
