"""Scalar forms of tt ops, as they stand in kernels and inside of ``linalg.generic``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from triton_shared.conversions.rules import merged
from triton_shared.conversions.triton_arith_to_linalg import floats, libdevice
from triton_shared.ir.builder import build, integer
from triton_shared.mlir import ir


def _scalar(name: str, operands: Sequence[ir.Value], **attributes: ir.Attribute) -> ir.Value:
    """The op ``name`` whose result has the type of its operands, in the form that the type has it in."""
    op = build.op(name, [operands[0].type], operands, attributes)
    if (lower := floats.rule(op)) is None:
        return op.results[0]
    (result,) = lower(op)
    op.erase()
    return result


def _as(name: str) -> Callable[[ir.Operation], list[ir.Value]]:
    """A rule that only renames the op."""
    return lambda op: [_scalar(name, list(op.operands))]


def _precise(name: str) -> Callable[[ir.Operation], list[ir.Value]]:
    """A rule that renames the op, and marks it as one that is not approximated."""
    return lambda op: [_scalar(name, list(op.operands), **{floats.PRECISE: ir.UnitAttr.get()})]


def _mulhiui(op: ir.Operation) -> list[ir.Value]:
    """The high half of the unsigned product: that of the product in twice the width, where there is such a type."""
    type_ = op.results[0].type
    if type_.width > 32:
        return [build.op("arith.mului_extended", [type_, type_], list(op.operands)).results[1]]
    wide = integer(2 * type_.width)
    product = build.apply("arith.muli", *(build.convert("arith.extui", v, wide) for v in op.operands))
    return [build.convert("arith.trunci", build.apply("arith.shrui", product, type_.width), type_)]


def _clampf(op: ir.Operation) -> list[ir.Value]:
    """``min(max(x, low), high)``, with or without the propagation of NaN."""
    source, low, high = op.operands
    spread = "propagateNan" in op.attributes and op.attributes["propagateNan"].value != 0
    maximum, minimum = ("maximumf", "minimumf") if spread else ("maxnumf", "minnumf")
    return [_scalar(f"arith.{minimum}", [_scalar(f"arith.{maximum}", [source, low]), high])]


def _is_infinite(op: ir.Operation) -> list[ir.Value]:
    """By a comparison: upstream lowers the other tests, but not this one."""
    number = op.operands[0]
    if number.type.width == 8:
        number = floats.convert_float(number, ir.F32Type.get())
    return [build.compare("oeq", build.apply("math.absf", number), float("inf"))]


def _bitcast(op: ir.Operation) -> list[ir.Value]:
    source, target = op.operands[0], op.results[0].type
    if source.type == target:
        return [source]
    if isinstance(source.type, ir.IntegerType | ir.FloatType):
        return [build.one("arith.bitcast", target, source)]
    return [build.one("tt.bitcast", target, source)]


RULES = merged(
    floats.RULES,
    libdevice.RULES,
    {
        "math.isinf": _is_infinite,
        "tt.mulhiui": _mulhiui,
        "tt.clampf": _clampf,
        "tt.bitcast": _bitcast,
        "tt.precise_sqrt": _precise("math.sqrt"),
        "tt.precise_divf": _precise("arith.divf"),
        "tt.approx_divf": _as("arith.divf"),
    },
)


def rule(op: ir.Operation) -> Callable[[ir.Operation], list[ir.Value]] | None:
    """The rule for ``op`` on scalars; None if the op stays."""
    return RULES.get(op.name) or floats.rule(op)
