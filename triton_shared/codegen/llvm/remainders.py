"""Remainders of floats, exact: what a fused product leaves, or a long division of mantissas.

::

    %r = arith.remf %x, %y : vector<4xf32>

A quotient below 2^53, cut off, is the right integer or one more.  Where it is larger in any lane, a loop shifts the
remainder left by as many bits as a word has room for and divides by the mantissa of y, until it has gone down to the
exponent of y in all lanes.
"""

from __future__ import annotations

import math

from triton_shared.codegen.llvm.double_functions import BIAS, MANTISSA, Doubles
from triton_shared.mlir import ir

WORD = 64
ROOM = WORD - 1 - MANTISSA
LARGE = 2.0**53


def remainder(m: Doubles, x: ir.Value, y: ir.Value) -> ir.Value:
    """``x - y trunc(x / y)``, with the sign of ``x``; NaN of infinite x and of y = 0."""
    a, b = m.size(x), m.size(y)
    ratio = m.div(a, b)
    large = m.any(m.compare("oge", ratio, LARGE))
    (result,) = m.b.branch(
        large, lambda: [_long_division(m, a, b)], lambda: [_left_by_quotient(m, a, b, ratio)], [m.type]
    )
    wrong = m.do("arith.ori", m.compare("ueq", a, math.inf), m.compare("ueq", b, 0.0))
    whole = m.compare("oeq", b, math.inf)
    result = m.select(wrong, math.nan, m.select(whole, a, result))
    return m.mul(result, m.with_sign(1.0, x))


def _left_by_quotient(m: Doubles, a: ir.Value, b: ir.Value, ratio: ir.Value) -> ir.Value:
    """What is left of ``a`` where ``ratio``, the quotient, is below `LARGE`."""
    quotient = m.do("math.trunc", ratio)
    left = m.fma(m.negated(quotient), b, a)
    return m.select(m.compare("olt", left, 0.0), m.add(left, b), left)


def _long_division(m: Doubles, a: ir.Value, b: ir.Value) -> ir.Value:
    """What is left of ``a``, digits of mantissas divided one after the other."""
    (over, exponent), (under, least) = _parts(m, a), _parts(m, b)
    left = m.do("arith.maxsi", m.do("arith.subi", exponent, least), 0)
    result = _scaled(m, _divided(m, over, under, left), least)
    return m.select(m.compare("olt", a, b), a, result)


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

    def iteration(rest: ir.Value, left: ir.Value) -> list[ir.Value]:
        step = m.do("arith.minsi", left, ROOM)
        shifted = m.do("arith.shli", rest, step)
        return [m.do("arith.remui", shifted, under), m.do("arith.subi", left, step)]

    types = [first.type, left.type]
    m.b.region(loop.regions[0], types, unfinished, "scf.condition")
    m.b.region(loop.regions[1], types, iteration, "scf.yield")
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
