"""Divide many numbers by one: multiply by its reciprocal, and mend what that rounds.

    scf.for %i = %begin to %end step 16 {
      %by = vector.broadcast %s : f32 to vector<16xf32>
      %q = arith.divf %x, %by : vector<16xf32>
    }

becomes

    %y = arith.divf %one, %s : f32
    scf.for %i = %begin to %end step 16 {
      %by = vector.broadcast %s : f32 to vector<16xf32>
      %q = scf.if %s and all of %x are neither tiny nor huge {
        %0 = %x * %y;  %1 = %0 + (%x - %0 * %s) * %y;  %1 + (%x - %1 * %s) * %y          products and sums fused
      } else {
        arith.divf %x, %by : vector<16xf32>
      }
    }

Some CPUs divide 16 numbers in 16 cycles, and multiply and add them in half of one.  The quotient is the same to the
last bit: %y is the rounded reciprocal, %1 is off by one unit in its last place at most, its remainder is exact, and so
the last step rounds as a division does (P. W. Markstein, Computation of elementary functions on the IBM RISC
System/6000 processor, 1990).  Where numbers are tiny or huge, zero, infinite or none, remainders may not be exact.

Promise: divisions outside of loops, of other types than f32, and by other divisors for each lane, stay as they are.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.ir.builder import Builder, integer, with_element
from triton_shared.ir.walk import all_ops, owner_of
from triton_shared.mlir import ir

#: powers of two between which divisors, and what is divided, lie, so that quotients and remainders are normal numbers
DIVISORS, DIVIDENDS = 50, 70
BIAS, FRACTION = 127, 23
MAGNITUDE = 0x7FFFFFFF


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    if not CpuTarget.of(function).divides_slowly:
        return
    for op in all_ops(function, {"arith.divf"}):
        loop, divisor = op.parent.operation, _divisor(op)
        if loop.name == "scf.for" and divisor is not None and not _is_inside(divisor, loop):
            _multiply(op, divisor, loop)


def _divisor(op: ir.Operation) -> ir.Value | None:
    """The f32 by which ``op`` divides all lanes of a vector, if it is one."""
    by = owner_of(op.operands[1])
    if by is None or by.name != "vector.broadcast" or not isinstance(by.operands[0].type, ir.F32Type):
        return None
    return by.operands[0]


def _is_inside(value: ir.Value, loop: ir.Operation) -> bool:
    """Whether ``value`` is made anew in each turn of ``loop``."""
    body = loop.regions[0].blocks[0]
    return (value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block) == body


def _multiply(op: ir.Operation, divisor: ir.Value, loop: ir.Operation) -> None:
    """Let ``op``, in ``loop``, multiply by the reciprocal of ``divisor`` where that gives the same."""
    before, b = Builder(ir.InsertionPoint(loop), op.location), Builder.before(op)
    x, by = op.operands
    one = before.constant(divisor.type, 1.0)
    reciprocal = before.one("arith.divf", divisor.type, one, divisor)
    usual = _is_usual(before, divisor, DIVISORS)
    lanes = _is_usual(b, x, DIVIDENDS)
    kind = ir.Attribute.parse("#vector.kind<and>")
    every = b.one("vector.reduction", b.i1, lanes, kind=kind)

    def mended() -> list[ir.Value]:
        y = b.broadcast(reciprocal, x.type.shape[0])
        quotient = b.one("arith.mulf", x.type, x, y)
        for _ in range(2):
            negated = b.one("arith.negf", x.type, quotient)
            rest = b.one("vector.fma", x.type, negated, by, x)
            quotient = b.one("vector.fma", x.type, rest, y, quotient)
        return [quotient]

    def divided() -> list[ir.Value]:
        return [b.one("arith.divf", x.type, x, by)]

    (quotient,) = b.branch(b.both(usual, every), mended, divided, [x.type])
    op.result.replace_all_uses_with(quotient)
    op.erase()


def _is_usual(b: Builder, value: ir.Value, exponent: int) -> ir.Value:
    """Whether ``value``, or each of its lanes, lies between 2 to the power of -``exponent`` and of ``exponent``."""
    low, high = ((BIAS + sign * exponent) << FRACTION for sign in (-1, 1))
    bits = b.one("arith.bitcast", with_element(value.type, integer(32)), value)
    magnitude = b.apply("arith.andi", bits, MAGNITUDE)
    return b.compare("ult", b.apply("arith.subi", magnitude, low), high - low)
