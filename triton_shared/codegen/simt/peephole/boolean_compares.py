"""Booleans that a program made numbers of, to compare them: they are compared as what they are.

    %n = arith.extui %c : vector<8xi1> to vector<8xi32>
    %r = arith.cmpi ne, %n, %place : vector<8xi32>

becomes, where ``%place`` follows from the thread's place and from scalars,

    %r = arith.select %c, (arith.cmpi ne, %one, %place), (arith.cmpi ne, %zero, %place)

which is an exclusive or of predicates where places are 0 or 1, as in the directions of a sorting network.
"""

from __future__ import annotations

from triton_shared.codegen.simt.build.emitter import Emitter, count_of
from triton_shared.ir import predicates
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir

COMPARE, WIDEN = "arith.cmpi", "arith.extui"
#: what is the same in all registers
_UNIFORM = ("arith.constant", "vector.broadcast")
#: ops between a place and what it is computed of
_DEPTH = 16


def compared(b: Emitter, op: ir.Operation, operands: list[ir.Value]) -> ir.Value | None:
    """The comparison ``op`` of the registers ``operands``; None where it is not one of booleans and places."""
    if op.name != COMPARE or op.attributes["predicate"] not in map(predicates.integers, ("eq", "ne")):
        return None
    for number, place in (operands, operands[::-1]):
        maker = owner_of(number)
        if maker is None or maker.name != WIDEN or maker.operands[0].type.element_type != b.i1:
            continue
        if _is_place(place, _DEPTH):
            element, count = number.type.element_type, count_of(number)
            sides = (b.broadcast(b.constant(element, bit), count) for bit in (1, 0))
            attributes = {name: op.attributes[name] for name in op.attributes}
            true, false = (
                b.op(COMPARE, [maker.operands[0].type], (s, place), attributes).result for s in sides
            )
            return b.select(maker.operands[0], true, false)
    return None


def _is_place(value: ir.Value, depth: int) -> bool:
    """Whether ``value`` follows from scalars and from the numbers of registers."""
    maker = owner_of(value)
    if maker is None or not depth:
        return False
    is_op = maker.name.startswith(("arith.", "vector.shuffle")) and bool(maker.operands)
    return maker.name in _UNIFORM or (is_op and all(_is_place(v, depth - 1) for v in maker.operands))
