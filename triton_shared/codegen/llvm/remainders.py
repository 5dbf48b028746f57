"""Remainders of floats, exact, by long division of their mantissas.

::

    %r = arith.remf %x, %y : vector<4xf32>

becomes a loop that shifts the remainder left by as many bits as a word has room for and divides by the mantissa of y,
until it has gone down to the exponent of y in all lanes.
"""

from __future__ import annotations

import math

from triton_shared.codegen.llvm.double_functions import BIAS, MANTISSA, Doubles
from triton_shared.mlir import ir

WORD = 64
ROOM = WORD - 1 - MANTISSA


def remainder(m: Doubles, x: ir.Value, y: ir.Value) -> ir.Value:
    """``x - y trunc(x / y)``, with the sign of ``x``; NaN of infinite x and of y = 0."""
    a, b = m.size(x), m.size(y)
    (over, exponent), (under, least) = _parts(m, a), _parts(m, b)
    left = m.do("arith.maxsi", m.do("arith.subi", exponent, least), 0)
    rest = _divided(m, over, under, left)
    result = _scaled(m, rest, least)
    result = m.select(m.compare("olt", a, b), a, result)
    wrong = m.do("arith.ori", m.compare("ueq", a, math.inf), m.compare("ueq", b, 0.0))
    return m.select(wrong, math.nan, m.with_sign(result, x))


def _parts(m: Doubles, x: ir.Value) -> tuple[ir.Value, ir.Value]:
    """Integers ``(M, e)`` with x = M 2^(e - 1075) for a finite ``x`` that is not 0."""
    bits = m.bits(x)
    field = m.do("arith.shrui", bits, MANTISSA)
    normal = m.compare("ne", field, 0)
    fraction = m.do("arith.andi", bits, (1 << MANTISSA) - 1)
    mantissa = m.select(normal, m.do("arith.ori", fraction, 1 << MANTISSA), fraction)
    return m.do("arith.maxui", mantissa, 1), m.do("arith.maxui", field, 1)


def _divided(m: Doubles, over: ir.Value, under: ir.Value, left: ir.Value) -> ir.Value:
    """``over 2^left`` modulo ``under``."""
    first = m.do("arith.remui", over, under)
    loop = m.b.op("scf.while", [first.type, left.type], [first, left], regions=2)

    def unfinished(rest: ir.Value, left: ir.Value) -> list[ir.Value]:
        more = m.any(m.compare("ne", left, 0))
        return [m.b.value(more), rest, left]

    def turn(rest: ir.Value, left: ir.Value) -> list[ir.Value]:
        step = m.do("arith.minsi", left, ROOM)
        shifted = m.do("arith.shli", rest, step)
        return [m.do("arith.remui", shifted, under), m.do("arith.subi", left, step)]

    types = [first.type, left.type]
    m.b.region(loop.regions[0], types, unfinished, "scf.condition")
    m.b.region(loop.regions[1], types, turn, "scf.yield")
    return loop.results[0]


def _scaled(m: Doubles, mantissa: ir.Value, exponent: ir.Value) -> ir.Value:
    """``mantissa 2^(exponent - 1075)``, exact."""
    number = m.b.one("arith.uitofp", m.type, mantissa)
    # by two powers of two, both of which are normal numbers
    half = m.do("arith.shrui", exponent, 1)
    for part, bias in ((half, BIAS - 537), (m.do("arith.subi", exponent, half), BIAS - 538)):
        factor = m.do("arith.shli", m.do("arith.addi", part, bias), MANTISSA)
        number = m.mul(number, m.floats(factor))
    return number
