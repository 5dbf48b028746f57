"""Short builders for scalar arithmetic: constants where numbers stand, types from the operands."""

from __future__ import annotations

from typing import TypeAlias

from triton_shared.conversions import build
from triton_shared.ir import predicates
from triton_shared.mlir import ir

#: the mark of ops that are rounded each, whatever the program allows
NO_CONTRACTION = "tt.no_contraction"

Operand: TypeAlias = ir.Value | int | float


def is_float(type_: ir.Type) -> bool:
    """Whether ``type_`` is a scalar float type."""
    return isinstance(type_, ir.FloatType)


def constant(type_: ir.Type, number: float) -> ir.Value:
    """``number`` as a scalar of ``type_``; integers wrap."""
    if is_float(type_):
        return build.constant(ir.FloatAttr.get(type_, number))
    half = 1 << (63 if isinstance(type_, ir.IndexType) else type_.width - 1)
    return build.constant(ir.IntegerAttr.get(type_, (number + half) % (2 * half) - half))


def apply(name: str, *operands: Operand, **attributes: ir.Attribute) -> ir.Value:
    """The op ``name`` whose result has the type of its operands, one of which is a value."""
    type_ = next(x.type for x in operands if isinstance(x, ir.Value))
    values = [x if isinstance(x, ir.Value) else constant(type_, x) for x in operands]
    return build.value(name, values, type_, **attributes)


def rounded(name: str, *operands: Operand) -> ir.Value:
    """As `apply`, never fused with another op."""
    return apply(name, *operands, **{NO_CONTRACTION: ir.UnitAttr.get()})


def convert(name: str, operand: ir.Value, type_: ir.Type) -> ir.Value:
    """The conversion op ``name`` to ``type_``; nothing where that is the type already."""
    return operand if operand.type == type_ else build.value(name, [operand], type_)


def resize(operand: ir.Value, type_: ir.Type, extension: str = "arith.extui") -> ir.Value:
    """An integer with the width of ``type_``: truncated, or extended by ``extension``."""
    return convert("arith.trunci" if operand.type.width > type_.width else extension, operand, type_)


def compare(predicate: str, x: ir.Value, y: Operand) -> ir.Value:
    """``arith.cmpf`` or ``arith.cmpi`` by the type of ``x``."""
    y = y if isinstance(y, ir.Value) else constant(x.type, y)
    name, code = ("cmpf", predicates.floats) if is_float(x.type) else ("cmpi", predicates.integers)
    return build.value(f"arith.{name}", [x, y], build.integer(1), predicate=code(predicate))


def select(condition: ir.Value, x: Operand, y: Operand) -> ir.Value:
    """``x`` where ``condition`` else ``y``; at least one of them is a value."""
    type_ = next(v.type for v in (x, y) if isinstance(v, ir.Value))
    x, y = (v if isinstance(v, ir.Value) else constant(type_, v) for v in (x, y))
    return build.value("arith.select", [condition, x, y], type_)
