"""Products of a constant and of numbers that differ from register to register by constants.

    %i = arith.addi %base, %steps : vector<8xi32>
    %r = arith.muli %i, %factor : vector<8xi32>

where ``%base`` is the same in all registers, and ``%steps`` and ``%factor`` are constants, becomes

    %r = arith.addi %scaled_base, %scaled_steps : vector<8xi32>

with one multiplication for all registers, and an addition each: so begins Philox with the numbers of a block's
elements.  LLVM does as much where ``%i`` has no other user.
"""

from __future__ import annotations

from triton_shared.codegen.simt.build.emitter import Emitter, count_of
from triton_shared.codegen.simt.peephole.register_sums import sum_of
from triton_shared.mlir import ir

MULTIPLY, ADD = "arith.muli", "arith.addi"


def scaled(b: Emitter, op: ir.Operation, operands: list[ir.Value]) -> ir.Value | None:
    """The product ``op`` of the registers ``operands``; None where it is not one of a constant and of such numbers."""
    if op.name != MULTIPLY or not isinstance(op.result.type, ir.IntegerType):
        return None
    for value, other in (operands, operands[::-1]):
        total, factors = sum_of(value), sum_of(other)
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


def _wrapped(number: int, width: int) -> int:
    """``number`` as a signed one of ``width`` bits, of which the rest is lost."""
    half = 1 << width - 1
    return (number + half) % (2 * half) - half
