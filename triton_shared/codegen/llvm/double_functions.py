"""Elementary functions of f64 as arithmetic, on scalars and vectors: exponentials, logarithms, powers, erf.

Each is right to 2 ulp over all numbers, infinities, NaN, denormals, signed zeros and overflow included.  A logarithm is
computed as a sum of two floats, with 68 bits, since a power multiplies its error by up to 2^11: Dekker, "A
floating-point technique for extending the available precision", 1971, with `math.fma` for the errors of products.
The rest are reductions and polynomials as in Muller, "Elementary functions", 2016; erfc is that of Shepherd and
Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x in 0 <= x < inf", 1981.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from triton_shared.codegen.llvm import double_coefficients as fitted
from triton_shared.codegen.llvm.float_arithmetic import FloatArithmetic, by_name, special_logarithm
from triton_shared.ir.builder import Condition, Operand
from triton_shared.mlir import ir

#: a number as a sum of two, of which the second is small
Pair = tuple[ir.Value, ir.Value]

LOG2_E = 1.4426950408889634
LN2 = (0.6931471805599453, 2.3190468138462996e-17)
# ln 2 in two parts: n * LN2_HIGH is exact for |n| < 2**11
LN2_HIGH, LN2_LOW = 0.693147180559663, 2.8235290563031577e-13
INVERSE_LN2 = (1.4426950408889634, 2.0355273740931033e-17)
INVERSE_LN10 = (0.4342944819032518, 1.098319650216765e-17)
TWO_THIRDS = (0.6666666666666666, 3.700743415417188e-17)
# adding and subtracting it rounds to an integer, whose bits are the sum's low mantissa bits
ROUND, ROUND_BITS = 6755399441055744.0, 0x4338000000000000
SQRT_HALF_BITS = 0x3FE6A09E667F3BCD
#: two thirds of the bits of 1: with a third of the bits of a number, about those of its cube root
CUBE_ROOT_BITS = 0x2A9F7893782DA1CE
MANTISSA, BIAS = 52, 1023


class Doubles(FloatArithmetic):
    """f64 values of one shape: arithmetic on them, written as functions."""

    def both(self, a: ir.Value, b: ir.Value) -> ir.Value:
        """Conjunction of conditions."""
        return self.do("arith.andi", a, b)

    def any(self, condition: Condition) -> Condition:
        """Whether ``condition`` holds in any lane."""
        return self.b.any(condition) if isinstance(self.type, ir.VectorType) else condition

    def sum(self, large: ir.Value, small: ir.Value) -> Pair:
        """``large + small`` without error, where the one is not the smaller."""
        total = self.add(large, small)
        return total, self.sub(small, self.sub(total, large))

    def product(self, x: ir.Value, y: Operand) -> Pair:
        """``x * y`` without error."""
        total = self.mul(x, y)
        return total, self.fma(x, y, self.negated(total))

    def odd_near_zero(self, x: ir.Value, coefficients: Sequence[float]) -> ir.Value:
        """``x + x^3 p(x^2)``, with the sign of ``x``."""
        square = self.mul(x, x)
        return self.with_sign(self.fma(self.mul(x, square), self.polynomial(square, coefficients), x), x)


# Exponentials


def power_of_e(m: Doubles, x: ir.Value, rest: ir.Value | None = None, twos: int = 0) -> ir.Value:
    """``e^(x + rest) 2^twos`` for a small ``rest``."""
    less, n = _power_parts(m, x, rest)
    return scaled(m, m.add(less, 1.0), m.do("arith.addi", n, twos) if twos else n)


def _power_parts(m: Doubles, x: ir.Value, rest: ir.Value | None) -> tuple[ir.Value, ir.Value]:
    """``e^r - 1`` and the integer n of e^(x + rest) = 2^n e^r."""
    outside = m.compare("ogt", m.size(x), 800.0)
    x = m.select(outside, m.with_sign(800.0, x), x)
    rounded = m.fma(x, LOG2_E, ROUND)
    n = m.sub(rounded, ROUND)
    r, tail = m.fma(n, -LN2[0], x), m.mul(n, -LN2[1])
    if rest is not None:
        tail = m.add(tail, m.select(outside, 0.0, rest))
    r, tail = m.sum(r, tail)
    p = m.fma(m.mul(r, r), m.polynomial(r, fitted.EXP), tail)
    return m.add(r, p), m.do("arith.subi", m.bits(rounded), ROUND_BITS)


def scaled(m: Doubles, x: ir.Value, n: ir.Value) -> ir.Value:
    """``x 2^n``, by two factors, right for denormals and overflow."""
    half = m.do("arith.shrsi", n, 1)
    for part in (half, m.do("arith.subi", n, half)):
        x = m.mul(x, m.floats(m.do("arith.shli", m.do("arith.addi", part, BIAS), MANTISSA)))
    return x


def exp(m: Doubles, x: ir.Value) -> ir.Value:
    """e to the ``x``."""
    return power_of_e(m, x)


def exp2(m: Doubles, x: ir.Value) -> ir.Value:
    """2 to the ``x``: the fraction by way of e."""
    x = m.select(m.compare("ogt", m.size(x), 1100.0), m.with_sign(1100.0, x), x)
    rounded = m.add(x, ROUND)
    r = m.sub(x, m.sub(rounded, ROUND))
    high, low = m.product(r, LN2[0])
    low = m.fma(r, LN2[1], low)
    p = m.fma(m.mul(high, high), m.polynomial(high, fitted.EXP), low)
    return scaled(m, m.add(m.add(high, p), 1.0), m.do("arith.subi", m.bits(rounded), ROUND_BITS))


def expm1(m: Doubles, x: ir.Value) -> ir.Value:
    """e to the ``x``, less 1: 2 (2^(n - 1) (e^r - 1) + 2^(n - 1) - 1/2)."""
    x = m.select(m.compare("olt", x, -60.0), -60.0, m.select(m.compare("ogt", x, 800.0), 800.0, x))
    rounded = m.fma(x, LOG2_E, ROUND)
    n = m.sub(rounded, ROUND)
    r, tail = m.sum(m.fma(n, -LN2[0], x), m.mul(n, -LN2[1]))
    p = m.fma(m.mul(r, r), m.polynomial(r, fitted.EXP), tail)
    half = scaled(m, m.constant(0.5), m.do("arith.subi", m.bits(rounded), ROUND_BITS))
    whole, left = m.sum(m.sub(half, 0.5), m.mul(half, r))
    near = m.add(r, p)
    far = m.mul(m.add(whole, m.fma(half, p, left)), 2.0)
    far = m.select(m.compare("ogt", x, 710.0), math.inf, far)
    result = m.select(m.compare("oeq", n, 0.0), near, far)
    return m.select(m.compare("olt", m.size(x), 1e-17), x, result)


def sinh(m: Doubles, x: ir.Value) -> ir.Value:
    """The hyperbolic sine: a polynomial near zero, (e^x - e^-x) / 2 elsewhere."""
    size = m.size(x)
    half = power_of_e(m, size, twos=-1)
    far = m.with_sign(m.sub(half, m.div(0.25, half)), x)
    return m.select(m.compare("olt", size, 1.0), m.odd_near_zero(x, fitted.SINH), far)


def cosh(m: Doubles, x: ir.Value) -> ir.Value:
    """The hyperbolic cosine."""
    half = power_of_e(m, m.size(x), twos=-1)
    return m.add(half, m.div(0.25, half))


def tanh(m: Doubles, x: ir.Value) -> ir.Value:
    """The hyperbolic tangent: a polynomial near zero, 1 - 2 / (e^2x + 1) elsewhere."""
    size = m.size(x)
    power = power_of_e(m, m.add(size, size))
    far = m.with_sign(m.sub(1.0, m.div(2.0, m.add(power, 1.0))), x)
    return m.select(m.compare("olt", size, 0.55), m.odd_near_zero(x, fitted.TANH), far)


# Logarithms


def logarithm(m: Doubles, x: ir.Value) -> Pair:
    """The natural logarithm of a positive finite ``x``: with x = 2^e v, e ln 2 + 2 artanh((v - 1) / (v + 1))."""
    tiny = m.compare("olt", x, 2.0**-1022)
    bits = m.do("arith.subi", m.bits(m.select(tiny, m.mul(x, 2.0**54), x)), SQRT_HALF_BITS)
    e = m.b.one("arith.sitofp", m.type, m.do("arith.shrsi", bits, MANTISSA))
    e = m.select(tiny, m.add(e, -54.0), e)
    fraction = m.do("arith.andi", bits, (1 << MANTISSA) - 1)
    f = m.add(m.floats(m.do("arith.addi", fraction, SQRT_HALF_BITS)), -1.0)
    high, low = _half_of_log1p(m, f)
    total, left = m.sum(m.mul(e, LN2_HIGH), high)
    return m.sum(total, m.add(m.fma(e, LN2_LOW, left), low))


def _half_of_log1p(m: Doubles, f: ir.Value) -> Pair:
    """ln(1 + f) for 1 + f between the roots of 1/2 and 2."""
    below, lost = m.sum(m.constant(2.0), f)
    s = m.div(f, below)
    s_low = m.div(m.fma(m.negated(s), lost, m.fma(m.negated(s), below, f)), below)
    z, z_low = m.product(s, s)
    z_low = m.fma(m.add(s, s), s_low, z_low)
    t, t_low = m.sum(m.constant(TWO_THIRDS[0]), m.mul(z, m.polynomial(z, fitted.LOG)))
    t_low = m.add(t_low, TWO_THIRDS[1])
    cube, cube_low = m.product(s, z)
    cube_low = m.fma(s_low, z, m.fma(s, z_low, cube_low))
    w, w_low = m.product(cube, t)
    w_low = m.fma(cube_low, t, m.fma(cube, t_low, w_low))
    high, left = m.sum(m.add(s, s), w)
    return high, m.add(m.fma(s_low, 2.0, left), w_low)


def log(m: Doubles, x: ir.Value) -> ir.Value:
    """The natural logarithm."""
    return special_logarithm(m, x, m.add(*logarithm(m, x)))


def _log_to(inverse: tuple[float, float]) -> Callable[[Doubles, ir.Value], ir.Value]:
    """The logarithm to the base whose natural logarithm has the ``inverse``."""

    def function(m: Doubles, x: ir.Value) -> ir.Value:
        high, low = logarithm(m, x)
        product, left = m.product(high, inverse[0])
        return special_logarithm(m, x, m.add(product, m.fma(high, inverse[1], m.fma(low, inverse[0], left))))

    return function


def log1p(m: Doubles, x: ir.Value) -> ir.Value:
    """The natural logarithm of 1 + x: that of the rounded sum, and the rest of the sum."""
    large = m.compare("ogt", m.size(x), 1.0)
    u = m.add(x, 1.0)
    lost = m.select(large, m.sub(1.0, m.sub(u, x)), m.sub(x, m.sub(u, 1.0)))
    high, low = logarithm(m, u)
    result = special_logarithm(m, u, m.add(high, m.add(low, m.div(lost, u))))
    return m.select(m.compare("oeq", x, 0.0), x, result)


def asinh(m: Doubles, x: ir.Value) -> ir.Value:
    """The inverse hyperbolic sine: a polynomial near zero, a logarithm elsewhere."""
    size = m.size(x)
    huge = m.compare("ogt", size, 2.0**30)
    square, left = m.product(size, size)
    square, lost = m.sum(m.constant(1.0), square)
    root = m.do("math.sqrt", square)
    rest = m.add(m.fma(m.negated(root), root, square), m.add(left, lost))
    total, lost = m.sum(root, size)
    lost = m.add(lost, m.div(rest, m.add(root, root)))
    high, low = logarithm(m, m.select(huge, size, total))
    far = m.add(high, m.add(low, m.select(huge, LN2[0], m.div(lost, total))))
    far = m.with_sign(m.select(m.compare("olt", size, math.inf), far, size), x)
    return m.select(m.compare("olt", size, 0.5), m.odd_near_zero(x, fitted.ASINH), far)


def acosh(m: Doubles, x: ir.Value) -> ir.Value:
    """The inverse hyperbolic cosine, NaN below 1."""
    huge, t = m.compare("ogt", x, 2.0**30), m.sub(x, 1.0)
    total, lost = m.sum(m.do("math.sqrt", m.fma(t, t, m.add(t, t))), t)
    near = m.add(log1p(m, total), m.div(lost, m.add(total, 1.0)))
    high, low = logarithm(m, x)
    far = m.add(high, m.add(low, LN2[0]))
    result = m.select(huge, m.select(m.compare("oeq", x, math.inf), x, far), near)
    return m.select(m.compare("ult", x, 1.0), math.nan, result)


def atanh(m: Doubles, x: ir.Value) -> ir.Value:
    """The inverse hyperbolic tangent: a polynomial near zero, a logarithm elsewhere."""
    size = m.size(x)
    far = m.mul(log1p(m, m.div(m.add(size, size), m.sub(1.0, size))), 0.5)
    return m.select(m.compare("olt", size, 0.5), m.odd_near_zero(x, fitted.ATANH), m.with_sign(far, x))


# Powers


def pow(m: Doubles, x: ir.Value, y: ir.Value) -> ir.Value:
    """``x`` to the ``y``, with the special cases of C (Annex F.10.4.4)."""
    high, low = logarithm(m, m.size(x))

    def power(high: ir.Value) -> ir.Value:
        product, left = m.product(high, y)
        return power_of_e(m, product, m.fma(low, y, left))

    return special_power(m, x, y, power, high)


def special_power(
    m: Doubles, x: ir.Value, y: ir.Value, power: Callable[[ir.Value], ir.Value], log: ir.Value
) -> ir.Value:
    """``x`` to the ``y`` by ``power(log)``, of the logarithm of |x|, and where one of them is special."""
    size = m.size(x)
    log = m.select(m.compare("oeq", size, 0.0), -math.inf, log)
    log = m.select(m.compare("oeq", size, math.inf), math.inf, log)
    result = power(log)
    result = m.select(m.compare("oeq", size, 1.0), 1.0, result)
    whole = m.compare("oeq", m.do("math.trunc", y), y)
    half = m.mul(y, 0.5)
    odd = m.both(whole, m.compare("une", m.do("math.trunc", half), half))
    result = m.select(odd, m.with_sign(result, x), result)
    negative = m.both(m.compare("olt", x, 0.0), m.compare("olt", size, math.inf))
    result = m.select(m.both(negative, m.do("arith.xori", whole, 1)), math.nan, result)
    result = m.select(m.compare("uno", x, y), math.nan, result)
    return m.select(m.do("arith.ori", m.compare("oeq", x, 1.0), m.compare("oeq", y, 0.0)), 1.0, result)


def near_cube_root(m: Doubles, x: ir.Value) -> ir.Value:
    """The cube root of a positive number: a third of the exponent, and two steps of Halley's method."""
    root = m.floats(m.do("arith.addi", m.do("arith.divui", m.bits(x), 3), CUBE_ROOT_BITS))
    for _ in range(2):
        cube = m.mul(m.mul(root, root), root)
        root = m.mul(root, m.div(m.add(cube, m.add(x, x)), m.add(x, m.add(cube, cube))))
    return root


def cbrt(m: Doubles, x: ir.Value) -> ir.Value:
    """The cube root: one step of Newton's method with the exact rest from one that is near."""
    size = m.size(x)
    tiny = m.compare("olt", size, 2.0**-1022)
    huge = m.compare("ogt", size, 2.0**1000)
    v = m.select(tiny, m.mul(size, 2.0**54), m.select(huge, m.mul(size, 2.0**-54), size))
    root = near_cube_root(m, v)
    square, square_low = m.product(root, root)
    rest = m.fma(m.negated(square_low), root, m.fma(m.negated(square), root, v))
    root = m.add(root, m.div(rest, m.mul(square, 3.0)))
    root = m.select(tiny, m.mul(root, 2.0**-18), m.select(huge, m.mul(root, 2.0**18), root))
    special = m.do("arith.ori", m.compare("oeq", size, 0.0), m.compare("ueq", size, math.inf))
    return m.select(special, x, m.with_sign(root, x))


def rsqrt(m: Doubles, x: ir.Value) -> ir.Value:
    """The inverse of the square root."""
    return m.div(1.0, m.do("math.sqrt", x))


def quotient(m: Doubles, over: Pair, under: Pair) -> ir.Value:
    """``over / under``."""
    result = m.div(over[0], under[0])
    minus = m.negated(result)
    rest = m.fma(minus, under[1], m.add(m.fma(minus, under[0], over[0]), over[1]))
    return m.add(result, m.div(rest, under[0]))


# The error function


def _erf_near(m: Doubles, x: ir.Value) -> ir.Value:
    return m.fma(x, m.polynomial(m.mul(x, x), fitted.ERF), x)


def _erfc_far(m: Doubles, size: ir.Value) -> ir.Value:
    """erfc of a positive number: exp(-x^2) p((x - 4) / (x + 4)) / (1 + 2 x)."""
    size = m.select(m.compare("ogt", size, 30.0), 30.0, size)
    t = m.div(m.sub(size, 4.0), m.add(size, 4.0))
    square, rest = m.product(size, size)
    less, n = _power_parts(m, m.negated(square), m.negated(rest))
    power = m.sum(m.constant(1.0), less)
    first, *others = fitted.SCALED_ERFC
    factor = m.sum(m.constant(first), m.mul(t, m.polynomial(t, others)))
    over, over_low = m.product(power[0], factor[0])
    over_low = m.add(over_low, m.fma(power[0], factor[1], m.mul(power[1], factor[0])))
    under, under_low = m.sum(m.add(size, size), m.constant(1.0))
    return scaled(m, quotient(m, (over, over_low), (under, under_low)), n)


def erf(m: Doubles, x: ir.Value) -> ir.Value:
    """The error function."""
    size = m.size(x)
    far = m.with_sign(m.sub(1.0, _erfc_far(m, size)), x)
    return m.select(m.compare("olt", size, 1.0), _erf_near(m, x), far)


def erfc(m: Doubles, x: ir.Value) -> ir.Value:
    """1 less the error function."""
    far = _erfc_far(m, m.size(x))
    far = m.select(m.compare("olt", x, 0.0), m.sub(2.0, far), far)
    return m.select(m.compare("olt", m.size(x), 0.5), m.sub(1.0, _erf_near(m, x)), far)


FUNCTIONS: dict[str, Callable[..., ir.Value]] = {
    **by_name(exp, exp2, expm1, log, log1p, sinh, cosh, tanh, asinh, acosh, atanh, cbrt, rsqrt, erf, erfc),
    "math.log10": _log_to(INVERSE_LN10),
    "math.log2": _log_to(INVERSE_LN2),
    "math.powf": pow,
}
