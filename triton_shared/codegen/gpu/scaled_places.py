"""Products of a constant and of numbers that differ from register to register by constants.

    %i = arith.addi %base, %steps : vector<8xi32>
    %r = arith.muli %i, %factor : vector<8xi32>

where ``%base`` is the same in all registers, and ``%steps`` and ``%factor`` are constants, becomes

    %r = arith.addi %scaled_base, %scaled_steps : vector<8xi32>

with one multiplication for all registers, and an addition each: so begins Philox with the numbers of a block's
elements.  LLVM does as much where ``%i`` has no other user.
"""

from __future__ import annotations

from typing import NamedTuple

from triton_shared.codegen.gpu.emitter import Emitter, count_of
from triton_shared.codegen.gpu.generics import constant_of
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir

MULTIPLY, ADD = "arith.muli", "arith.addi"
#: sums within sums that are looked at
_DEPTH = 8


class _Sum(NamedTuple):
    """Scalars that all registers add up, and what each register adds."""

    scalars: tuple[ir.Value, ...]
    steps: tuple[int, ...]


def scaled(b: Emitter, op: ir.Operation, operands: list[ir.Value]) -> ir.Value | None:
    """The product ``op`` of the registers ``operands``; None where it is not one of a constant and of such numbers."""
    if op.name != MULTIPLY or not isinstance(op.result.type, ir.IntegerType):
        return None
    for value, other in (operands, operands[::-1]):
        total, factors = _sum_of(value, _DEPTH), _sum_of(other, 0)
        if total is None or factors is None or len(set(total.steps)) < 2 or not total.scalars:
            continue
        factor, *others = {*factors.steps}
        if factors.scalars or others:
            continue
        element, base = op.result.type, total.scalars[0]
        for scalar in total.scalars[1:]:
            base = b.one(ADD, element, base, scalar)
        base = b.one(MULTIPLY, element, base, b.constant(element, factor))
        steps = b.numbers([_wrapped(step * factor, element.width) for step in total.steps], element)
        return b.one(ADD, value.type, b.broadcast(base, count_of(value)), steps)
    return None


def _sum_of(value: ir.Value, depth: int) -> _Sum | None:
    """``value`` as scalars and constants, looking through ``depth`` sums."""
    maker = owner_of(value)
    if maker is None:
        return None
    match maker.name:
        case "arith.constant":
            return _Sum((), tuple(ir.DenseIntElementsAttr(maker.attributes["value"])))
        case "vector.broadcast":
            scalar, count = maker.operands[0], count_of(value)
            number = constant_of(scalar)
            return _Sum((), (number,) * count) if isinstance(number, int) else _Sum((scalar,), (0,) * count)
        case "arith.addi" if depth:
            left, right = (_sum_of(v, depth - 1) for v in maker.operands)
            if left and right:
                steps = tuple(x + y for x, y in zip(left.steps, right.steps, strict=True))
                return _Sum(left.scalars + right.scalars, steps)
        case "arith.index_cast":
            inner = owner_of(maker.operands[0])
            if (
                inner is not None
                and inner.name == "arith.index_castui"
                and inner.operands[0].type == value.type
            ):
                return _sum_of(inner.operands[0], depth)
    return None


def _wrapped(number: int, width: int) -> int:
    """``number`` as a signed one of ``width`` bits, of which the rest is lost."""
    half = 1 << width - 1
    return (number + half) % (2 * half) - half
