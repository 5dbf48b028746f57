"""Compute with scalars where a thread has one register.

    %c = arith.addf %a, %b : vector<1xf32>

becomes

    %x = vector.extract %a[0] : f32 from vector<1xf32>
    %y = vector.extract %b[0] : f32 from vector<1xf32>
    %z = arith.addf %x, %y : f32
    %c = vector.from_elements %z : vector<1xf32>

No op of arith or math works on vectors of one element afterwards: LLVM's VectorCombine fails on some of them.
"""

from __future__ import annotations

from triton_shared.codegen.simt.build.emitter import Emitter
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: dialects whose ops work on vectors as they do on scalars
ELEMENTWISE = ("arith.", "math.")


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function):
        if op.name.startswith(ELEMENTWISE) and is_single(op.results[0].type):
            fired("scalarize-unit-vectors", "op")
            _scalarize(op)


def is_single(type_: ir.Type) -> bool:
    """Whether values of ``type_`` are one register."""
    return isinstance(type_, ir.VectorType) and type_.shape == [1]


def _scalarize(op: ir.Operation) -> None:
    b = Emitter(op, op.location)
    operands = [b.extract(value, 0) if is_single(value.type) else value for value in op.operands]
    attributes = {name: op.attributes[name] for name in op.attributes}
    if op.name == "arith.constant":
        attributes["value"] = ir.DenseElementsAttr(attributes["value"]).get_splat_value()
    scalars = b.op(op.name, [result.type.element_type for result in op.results], operands, attributes)
    for old, new in zip(op.results, scalars.results, strict=True):
        old.replace_all_uses_with(b.collect([new]))
    op.erase()
