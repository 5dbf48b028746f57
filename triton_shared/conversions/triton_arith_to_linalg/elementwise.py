"""Elementwise ops: a ``linalg.generic`` with identity maps around the op's scalar form."""

from __future__ import annotations

from triton_shared.conversions.triton_arith_to_linalg import scalars
from triton_shared.ir.builder import build
from triton_shared.mlir import ir

#: elementwise ops whose scalar forms `triton-ptr-to-memref` lowers
ON_POINTERS = {"tt.addptr", "tt.int_to_ptr", "tt.ptr_to_int", "tt.bitcast"}


def applies(op: ir.Operation) -> bool:
    """Whether ``op`` works on tensors element by element."""
    dialect, _, name = op.name.partition(".")
    is_arithmetic = dialect in ("arith", "math") and name != "constant"
    if not is_arithmetic and op.name not in scalars.RULES and op.name not in ON_POINTERS:
        return False
    return any(isinstance(r.type, ir.RankedTensorType) for r in op.results)


def lower(op: ir.Operation) -> list[ir.Value]:
    """The generic that applies the scalar form of ``op``; scalar operands stay scalars."""
    tensors = [v for v in op.operands if isinstance(v.type, ir.RankedTensorType)]
    types = [r.type for r in op.results]

    def body(*elements: ir.Value) -> list[ir.Value]:
        scalars = iter(elements)
        operands = [next(scalars) if isinstance(v.type, ir.RankedTensorType) else v for v in op.operands]
        attributes = {a: op.attributes[a] for a in op.attributes}
        return list(build.op(op.name, [t.element_type for t in types], operands, attributes).results)

    return build.elementwise(tensors, types, body)
