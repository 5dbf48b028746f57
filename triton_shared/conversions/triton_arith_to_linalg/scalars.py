"""Scalar forms of tt ops, as they stand in kernels and inside of ``linalg.generic``."""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.conversions import build
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir


def _as(name: str) -> Callable[[ir.Operation], list[ir.Value]]:
    """A rule that only renames the op."""
    return lambda op: [build.value(name, list(op.operands), op.results[0].type)]


def _mulhiui(op: ir.Operation) -> list[ir.Value]:
    """The high half of the unsigned product."""
    type_ = op.results[0].type
    return [build.create("arith.mului_extended", list(op.operands), [type_, type_]).results[1]]


def _clampf(op: ir.Operation) -> list[ir.Value]:
    """``min(max(x, low), high)``, with or without the propagation of NaN."""
    source, low, high = op.operands
    spread = "propagateNan" in op.attributes and op.attributes["propagateNan"].value != 0
    maximum, minimum = ("maximumf", "minimumf") if spread else ("maxnumf", "minnumf")
    raised = build.value(f"arith.{maximum}", [source, low], source.type)
    return [build.value(f"arith.{minimum}", [raised, high], source.type)]


def _fp_to_fp(op: ir.Operation) -> list[ir.Value]:
    """Widening is exact; narrowing rounds to nearest even."""
    source, target = op.operands[0], op.results[0].type
    if source.type == target:
        return [source]
    if source.type.width < target.width:
        return [build.value("arith.extf", [source], target)]
    if "rounding" in op.attributes and op.attributes["rounding"].value != 1:
        raise LoweringError(op, "rounds towards zero, which has no lowering yet")
    if source.type.width == target.width:
        wide = build.value("arith.extf", [source], ir.F32Type.get())
        return [build.value("arith.truncf", [wide], target)]
    return [build.value("arith.truncf", [source], target)]


def _bitcast(op: ir.Operation) -> list[ir.Value]:
    source, target = op.operands[0], op.results[0].type
    if source.type == target:
        return [source]
    if isinstance(source.type, ir.IntegerType | ir.FloatType):
        return [build.value("arith.bitcast", [source], target)]
    return [build.value("tt.bitcast", [source], target)]


RULES = {
    "tt.mulhiui": _mulhiui,
    "tt.clampf": _clampf,
    "tt.fp_to_fp": _fp_to_fp,
    "tt.bitcast": _bitcast,
    "tt.precise_sqrt": _as("math.sqrt"),
    "tt.precise_divf": _as("arith.divf"),
    "tt.approx_divf": _as("arith.divf"),
}
