"""Elementwise ops: a ``linalg.generic`` with identity maps around the op's scalar form."""

from __future__ import annotations

from triton_shared.conversions import build
from triton_shared.mlir import ir

#: elementwise ops of the tt dialect
TT_OPS = frozenset(
    f"tt.{name}"
    for name in [
        "addptr",
        "int_to_ptr",
        "ptr_to_int",
        "bitcast",
        "fp_to_fp",
        "clampf",
        "precise_sqrt",
        "precise_divf",
        "approx_divf",
        "mulhiui",
        "extern_elementwise",
    ]
)


def applies(op: ir.Operation) -> bool:
    """Whether ``op`` works on tensors element by element."""
    dialect, _, name = op.name.partition(".")
    if op.name not in TT_OPS and (dialect not in ("arith", "math") or name == "constant"):
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
        return list(build.create(op.name, operands, [t.element_type for t in types], **attributes).results)

    return build.elementwise(tensors, types, body)
