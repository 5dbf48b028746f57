"""Sines, cosines, tangents and their inverses of f64 as arithmetic, on scalars and vectors, right to 2 ulp.

What is left of an angle by quarters of a turn is a sum of two floats: up to 2^30 the angle less a multiple of pi / 2,
taken in three parts (Cody and Waite, "Software manual for the elementary functions", 1980); beyond, in a branch that
is taken where any lane asks for it, its product with those 192 bits of 2 / pi that matter (Payne and Hanek, "Radian
reduction for trigonometric functions", 1983).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

from triton_shared.codegen.llvm import double_coefficients as fitted
from triton_shared.codegen.llvm.double_functions import (
    BIAS,
    MANTISSA,
    ROUND,
    ROUND_BITS,
    Doubles,
    Pair,
    quotient,
)
from triton_shared.codegen.llvm.float_arithmetic import by_name
from triton_shared.mlir import ir

HALF_PI = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33)
PI = (3.141592653589793, 1.2246467991473532e-16)
TWO_OVER_PI = 0.6366197723675814
LARGE = 2.0**30
#: a word of zeros, and the bits of 2 / pi behind the point
BITS_OF_TWO_OVER_PI = (
    0, 0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041, 0xFE5163ABDEBBC561, 0xB7246E3A424DD2E0,
    0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484, 0xE99C7026B45F7E41, 0x3991D639835339F4,
    0x9C845F8BBDF9283B, 0x1FF897FFDE05980F, 0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7, 0x4F463F669E5FEA2D,
    0x7527BAC7EBE5F17B, 0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB,
)  # fmt: skip
WORD = 64
#: the largest exponent of an f32
FARTHEST_SINGLE = 127


def reduced(m: Doubles, x: ir.Value) -> tuple[ir.Value, Pair]:
    """``q``, of which the two low bits count, and ``r + s`` with x = q pi/2 + r + s and |r| little above pi/4."""
    large = m.compare("oge", m.size(x), LARGE)

    def far() -> list[ir.Value]:
        close, distant = _subtracted(m, x), _multiplied(m, x)
        return [m.select(large, d, c) for d, c in zip(distant, close, strict=True)]

    types = [m.words, m.type, m.type]
    quarters, r, s = m.b.branch(m.any(large), far, lambda: _subtracted(m, x), types)
    return quarters, (r, s)


def roughly_reduced(m: Doubles, x: ir.Value) -> tuple[ir.Value, ir.Value]:
    """``q`` and ``r`` as above, right to 40 bits, of an ``x`` that an f32 holds; NaN of an infinite one."""
    large = m.compare("oge", m.size(x), LARGE)
    rounded = m.fma(x, TWO_OVER_PI, ROUND)
    n = m.sub(rounded, ROUND)
    quarters, r = m.bits(rounded), m.fma(n, -HALF_PI[1], m.fma(n, -HALF_PI[0], x))

    def far() -> list[ir.Value]:
        turned, distant, _ = _multiplied(m, x, FARTHEST_SINGLE)
        distant = m.select(m.compare("olt", m.size(x), math.inf), distant, math.nan)
        return [m.select(large, turned, quarters), m.select(large, distant, r)]

    quarters, r = m.b.branch(m.any(large), far, lambda: [quarters, r], [m.words, m.type])
    return quarters, r


def _subtracted(m: Doubles, x: ir.Value) -> list[ir.Value]:
    """The reduction of a number below `LARGE`."""
    rounded = m.fma(x, TWO_OVER_PI, ROUND)
    n = m.sub(rounded, ROUND)
    first = m.fma(n, -HALF_PI[0], x)
    product, left = m.product(n, -HALF_PI[1])
    r = m.add(first, product)
    back = m.sub(r, first)
    lost = m.add(m.sub(first, m.sub(r, back)), m.sub(product, back))
    s = m.add(lost, m.fma(n, -HALF_PI[2], left))
    return [m.do("arith.subi", m.bits(rounded), ROUND_BITS), *m.sum(r, s)]


def _multiplied(m: Doubles, x: ir.Value, farthest: int = BIAS) -> list[ir.Value]:
    """The reduction of a finite number from `LARGE` to 2^(farthest + 1); of others something."""
    bits = m.bits(m.size(x))
    # x = M 2^(e - 52); of 2 / pi, the bits before 2^(54 - e) stand for whole turns
    skipped = m.do("arith.addi", m.do("arith.shrui", bits, MANTISSA), WORD - 2 - MANTISSA - BIAS)
    one = 1 << MANTISSA
    mantissa = m.do("arith.ori", m.do("arith.andi", bits, one - 1), one)
    high, middle, low = _window(m, skipped, farthest)
    product = lambda a: m.b.op("arith.mului_extended", (m.words, m.words), m.b.values(mantissa, a)).results  # noqa: E731
    upper, lower = product(low)[1], product(middle)
    p1 = m.do("arith.addi", upper, lower[0])
    carry = m.b.one("arith.extui", m.words, m.compare("ult", p1, upper))
    p2 = m.do("arith.addi", m.do("arith.addi", m.do("arith.muli", mantissa, high), lower[1]), carry)
    # two bits of quarters, 126 of a fraction, which is rounded
    fraction = m.do("arith.ori", m.do("arith.shli", p2, 2), m.do("arith.shrui", p1, WORD - 2))
    rest = m.do("arith.shli", p1, 2)
    up = m.do("arith.shrui", fraction, WORD - 1)
    quarters = m.do("arith.addi", m.do("arith.shrui", p2, WORD - 2), up)
    # the upper 53 bits, signed, and the 64 behind them
    tail = 11
    upper = m.do("arith.shli", m.do("arith.shrsi", fraction, tail), tail)
    lower = m.do("arith.ori", m.do("arith.shli", fraction, WORD - tail), m.do("arith.shrui", rest, tail))
    a = m.mul(m.b.one("arith.sitofp", m.type, upper), 2.0**-WORD)
    b = m.mul(m.b.one("arith.uitofp", m.type, lower), 2.0 ** -(2 * WORD - tail))
    a, b = m.sum(a, b)
    r, left = m.product(a, HALF_PI[0])
    r, s = m.sum(r, m.fma(b, HALF_PI[0], m.fma(a, HALF_PI[1], left)))
    negative = m.compare("olt", x, 0.0)
    quarters = m.select(negative, m.do("arith.subi", 0, quarters), quarters)
    return [quarters, *(m.select(negative, m.negated(v), v) for v in (r, s))]


def _window(m: Doubles, offset: ir.Value, farthest: int) -> list[ir.Value]:
    """The three words of `BITS_OF_TWO_OVER_PI` behind the first ``offset`` bits, for exponents up to ``farthest``."""
    count, skipped = 4, (farthest + WORD - 2 - MANTISSA) // WORD
    words: list[ir.Value | int] = list(BITS_OF_TWO_OVER_PI[: skipped + count])
    for step in (1 << n for n in reversed(range(skipped.bit_length()))):
        bit = m.compare("ne", m.do("arith.andi", offset, step * WORD), 0)
        words += [0] * (count + 2 * step - 1 - len(words))
        words = [_either(m, bit, words[i + step], words[i]) for i in range(count + step - 1)]
    shift = m.do("arith.andi", offset, WORD - 1)
    back = m.do("arith.subi", WORD - 1, shift)
    return [
        m.do(
            "arith.ori",
            m.do("arith.shli", word, shift),
            m.do("arith.shrui", m.do("arith.shrui", following, 1), back),
        )
        for word, following in itertools.pairwise(words)
    ]


def _either(m: Doubles, condition: ir.Value, a: ir.Value | int, b: ir.Value | int) -> ir.Value:
    """``a`` if ``condition`` else ``b``."""
    a, b = (m.b.constant(m.words, v) if isinstance(v, int) else v for v in (a, b))
    return m.select(condition, a, b)


def _sine(m: Doubles, r: Pair) -> Pair:
    """The sine of at most about pi/4."""
    square = m.mul(r[0], r[0])
    rest = m.mul(m.mul(square, r[0]), m.polynomial(square, fitted.SIN))
    # sin(r + s) = sin r + s cos r
    return m.sum(r[0], m.add(rest, m.fma(r[1], m.mul(square, -0.5), r[1])))


def _cosine(m: Doubles, r: Pair) -> Pair:
    """The cosine of at most about pi/4."""
    square, low = m.product(r[0], r[0])
    one, left = m.sum(m.constant(1.0), m.mul(square, -0.5))
    rest = m.mul(m.mul(square, square), m.polynomial(square, fitted.COS))
    rest = m.fma(low, -0.5, m.fma(m.negated(r[0]), r[1], rest))
    return m.sum(one, m.add(left, rest))


def _circular(turned: int) -> Callable[[Doubles, ir.Value], ir.Value]:
    """The sine of ``turned`` quarters more."""

    def function(m: Doubles, x: ir.Value) -> ir.Value:
        quarters, r = reduced(m, x)
        quarters = m.do("arith.addi", quarters, turned)
        odd = m.compare("ne", m.do("arith.andi", quarters, 1), 0)
        value = m.select(odd, m.add(*_cosine(m, r)), m.add(*_sine(m, r)))
        below = m.compare("ne", m.do("arith.andi", quarters, 2), 0)
        result = m.select(below, m.negated(value), value)
        if not turned:  # keeps the sign of zero
            result = m.select(m.compare("olt", m.size(x), 1e-9), x, result)
        return m.select(m.compare("olt", m.size(x), math.inf), result, math.nan)

    return function


def tan(m: Doubles, x: ir.Value) -> ir.Value:
    """The tangent: a quotient of sums of two floats."""
    quarters, r = reduced(m, x)
    odd = m.compare("ne", m.do("arith.andi", quarters, 1), 0)
    sine, cosine = _sine(m, r), _cosine(m, r)
    over = [m.select(odd, m.negated(c), s) for s, c in zip(sine, cosine, strict=True)]
    under = [m.select(odd, s, c) for s, c in zip(sine, cosine, strict=True)]
    result = quotient(m, (over[0], over[1]), (under[0], under[1]))
    result = m.select(m.compare("olt", m.size(x), 1e-9), x, result)
    return m.select(m.compare("olt", m.size(x), math.inf), result, math.nan)


# Inverses


def atan2(m: Doubles, y: ir.Value, x: ir.Value) -> ir.Value:
    """The angle of the point (x, y): of the smaller by the larger, less an eighth of a turn where that is above 1/2."""
    a, b = m.size(y), m.size(x)
    steep = m.compare("ogt", a, b)
    large, small = m.select(steep, a, b), m.select(steep, b, a)
    alike = m.compare("oeq", a, b)  # infinite, zero or not
    huge, tiny = m.compare("ogt", large, 2.0**1000), m.compare("olt", large, 2.0**-900)
    factor = m.select(huge, 0.25, m.select(tiny, 2.0**100, m.constant(1.0)))
    large, small = (m.mul(v, factor) for v in (large, small))
    over = m.compare("ogt", small, m.mul(large, 0.5))
    t = m.div(
        m.select(over, m.sub(small, large), small),
        m.select(over, m.add(small, large), large),
    )
    t = m.select(alike, 0.0, t)
    eighth = m.do("arith.ori", over, m.both(alike, m.compare("one", a, 0.0)))
    angle = m.odd_near_zero(t, fitted.ATAN)
    # the base, a multiple of pi / 4 of two parts, and on which side of it the angle is
    left = m.compare("slt", m.bits(x), 0)
    base, low = (_base(m, steep, left, eighth, part) for part in (HALF_PI[0] / 2, HALF_PI[1] / 2))
    turned = m.do("arith.xori", steep, left)
    angle = m.select(turned, m.negated(angle), angle)
    total = m.add(base, m.add(angle, low))
    total = m.select(m.compare("oeq", base, 0.0), angle, total)
    return m.select(m.compare("uno", x, y), math.nan, m.with_sign(total, y))


def _base(m: Doubles, steep: ir.Value, left: ir.Value, eighth: ir.Value, unit: float) -> ir.Value:
    """How far the angle's base is from the axis of x: in eighths of a turn, of ``unit``."""
    upright = m.constant(2 * unit)
    flat = m.select(
        left, m.select(eighth, 3 * unit, m.constant(4 * unit)), m.select(eighth, unit, m.constant(0.0))
    )
    back = m.select(left, m.select(eighth, 3 * unit, upright), m.select(eighth, unit, upright))
    return m.select(steep, back, flat)


def atan(m: Doubles, x: ir.Value) -> ir.Value:
    """The inverse of the tangent."""
    return atan2(m, x, m.constant(1.0))


def _inverse_of_sine(m: Doubles, x: ir.Value) -> tuple[ir.Value, Pair]:
    """Whether |x| is above 1/2, and asin of |x|, or there of the root of (1 - |x|) / 2."""
    size = m.size(x)
    far = m.compare("ogt", size, 0.5)
    square = m.select(far, m.mul(m.sub(1.0, size), 0.5), m.mul(x, x))
    v = m.select(far, m.do("math.sqrt", square), size)
    return far, (v, m.mul(m.mul(v, square), m.polynomial(square, fitted.ASIN)))


def _less(m: Doubles, angle: tuple[float, float], value: Pair) -> ir.Value:
    """``angle - value``."""
    total, lost = m.sum(m.constant(angle[0]), m.negated(value[0]))
    return m.add(total, m.add(lost, m.sub(angle[1], value[1])))


def asin(m: Doubles, x: ir.Value) -> ir.Value:
    """The inverse of the sine: beyond 1/2 by that of the half angle."""
    far, (value, rest) = _inverse_of_sine(m, x)
    beyond = _less(m, HALF_PI[:2], (m.add(value, value), m.add(rest, rest)))
    return m.with_sign(m.select(far, beyond, m.add(value, rest)), x)


def acos(m: Doubles, x: ir.Value) -> ir.Value:
    """The inverse of the cosine."""
    far, (value, rest) = _inverse_of_sine(m, x)
    double, twice = m.add(value, value), m.add(rest, rest)
    negative = m.compare("slt", m.bits(x), 0)
    beyond = m.select(negative, _less(m, PI, (double, twice)), m.add(double, twice))
    signed = m.with_sign(value, x), m.mul(rest, m.with_sign(1.0, x))
    return m.select(far, beyond, _less(m, HALF_PI[:2], signed))


FUNCTIONS: dict[str, Callable[..., ir.Value]] = {
    **by_name(tan, acos, asin, atan, atan2),
    "math.cos": _circular(1),
    "math.sin": _circular(0),
}
