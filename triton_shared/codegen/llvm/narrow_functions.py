"""Elementary functions of f32 and narrower floats, computed in f64.

The operands come from f32: there are no denormals among them, and no product of two overflows.  What is rounded to f32
needs 34 bits: polynomials are short, and no sum is kept in two parts.  Results are right to 0.51 ulp of f32.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from triton_shared.codegen.llvm import narrow_coefficients as fitted
from triton_shared.codegen.llvm import trigonometric_functions as trigonometric
from triton_shared.codegen.llvm.double_functions import (
    BIAS,
    INVERSE_LN10,
    LN2,
    LOG2_E,
    MANTISSA,
    ROUND,
    ROUND_BITS,
    SQRT_HALF_BITS,
    Doubles,
    near_cube_root,
    special_power,
)
from triton_shared.codegen.llvm.float_arithmetic import by_name, special_logarithm
from triton_shared.mlir import ir

HALF_PI = math.pi / 2
#: below it the first two terms of a series are enough
SMALL = 2.0**-14
#: e to this overflows f32, and to minus this is zero
MOST = 150.0


def _odd(m: Doubles, x: ir.Value, square: ir.Value, coefficients: Sequence[float]) -> ir.Value:
    """``x + x^3 p(x^2)``."""
    return m.mul(x, m.fma(square, m.polynomial(square, coefficients), 1.0))


def _signed(m: Doubles, value: ir.Value, x: ir.Value) -> ir.Value:
    """``value``, which is not negative, with the sign of ``x``.

    Not by `copysign`, which LLVM moves behind roundings: it would round f64 to f16 by a function of compilers' own.
    """
    sign = m.do("arith.andi", m.bits(x), 1 << MANTISSA + 11)
    return m.floats(m.do("arith.ori", m.bits(value), sign))


# Exponentials


def power(m: Doubles, x: ir.Value) -> ir.Value:
    """e to the ``x``, which is beyond the range of f32 where that of e is."""
    x = m.select(m.compare("ogt", m.size(x), MOST), m.with_sign(MOST, x), x)
    rounded = m.fma(x, LOG2_E, ROUND)
    r = m.fma(m.sub(rounded, ROUND), -LN2[0], x)
    p = m.add(m.fma(m.mul(r, r), m.polynomial(r, fitted.EXP), r), 1.0)
    # the low bits of `ROUND_BITS` are zero
    factor = m.do("arith.shli", m.do("arith.addi", m.bits(rounded), BIAS), MANTISSA)
    return m.mul(p, m.floats(factor))


def sinh(m: Doubles, x: ir.Value) -> ir.Value:
    """The hyperbolic sine: a polynomial near zero, (e^x - e^-x) / 2 elsewhere."""
    size, square = m.size(x), m.mul(x, x)
    near = _odd(m, x, square, fitted.SINH)
    growing = power(m, size)
    far = _signed(m, m.mul(m.sub(growing, m.div(1.0, growing)), 0.5), x)
    return m.select(m.compare("olt", size, 1.0), near, far)


def cosh(m: Doubles, x: ir.Value) -> ir.Value:
    """The hyperbolic cosine."""
    growing = power(m, x)
    return m.mul(m.add(growing, m.div(1.0, growing)), 0.5)


def erfc(m: Doubles, x: ir.Value) -> ir.Value:
    """1 less the error function: exp(-x^2) p((x - 4) / (x + 4)), which is zero from 12 on."""
    size = m.size(x)
    size = m.select(m.compare("ogt", size, 12.0), 12.0, size)
    t = m.div(m.sub(size, 4.0), m.add(size, 4.0))
    far = m.mul(power(m, m.mul(m.negated(size), size)), m.polynomial(t, fitted.ERFCX))
    return m.select(m.compare("olt", x, 0.0), m.sub(2.0, far), far)


# Logarithms


def logarithm(m: Doubles, x: ir.Value) -> ir.Value:
    """The natural logarithm of a positive finite ``x``."""
    bits = m.do("arith.subi", m.bits(x), SQRT_HALF_BITS - (BIAS + 1 << MANTISSA))
    exponent = m.do("arith.ori", m.do("arith.shrui", bits, MANTISSA), ROUND_BITS)
    e = m.sub(m.floats(exponent), ROUND + BIAS + 1)
    fraction = m.do("arith.andi", bits, (1 << MANTISSA) - 1)
    f = m.sub(m.floats(m.do("arith.addi", fraction, SQRT_HALF_BITS)), 1.0)
    return m.fma(e, LN2[0], m.fma(m.mul(f, f), m.polynomial(f, fitted.LOG), f))


def log10(m: Doubles, x: ir.Value) -> ir.Value:
    """The decimal logarithm."""
    return special_logarithm(m, x, m.mul(logarithm(m, x), INVERSE_LN10[0]))


def _near_zero(m: Doubles, x: ir.Value, third: float, far: ir.Value) -> ir.Value:
    """``x + third x^3`` where ``x`` is small, else ``far`` with its sign."""
    near = m.mul(x, m.fma(m.mul(x, x), third, 1.0))
    return m.select(m.compare("olt", m.size(x), SMALL), near, _signed(m, far, x))


def asinh(m: Doubles, x: ir.Value) -> ir.Value:
    """The inverse hyperbolic sine."""
    size = m.size(x)
    far = logarithm(m, m.add(size, m.do("math.sqrt", m.fma(x, x, 1.0))))
    return _near_zero(m, x, -1 / 6, m.select(m.compare("olt", size, math.inf), far, size))


def acosh(m: Doubles, x: ir.Value) -> ir.Value:
    """The inverse hyperbolic cosine, NaN below 1."""
    value = logarithm(m, m.add(x, m.do("math.sqrt", m.fma(x, x, -1.0))))
    value = m.select(m.compare("olt", x, math.inf), value, x)
    return m.select(m.compare("ult", x, 1.0), math.nan, value)


def atanh(m: Doubles, x: ir.Value) -> ir.Value:
    """The inverse hyperbolic tangent."""
    size = m.size(x)
    far = m.mul(logarithm(m, m.div(m.add(size, 1.0), m.sub(1.0, size))), 0.5)
    far = m.select(m.compare("oeq", size, 1.0), math.inf, far)
    return _near_zero(m, x, 1 / 3, m.select(m.compare("ugt", size, 1.0), math.nan, far))


# Powers


def pow(m: Doubles, x: ir.Value, y: ir.Value) -> ir.Value:
    """``x`` to the ``y``; what is no positive finite number takes a branch."""
    log = logarithm(m, m.size(x))
    raised = lambda log: power(m, m.mul(log, y))  # noqa: E731
    special = m.do("arith.ori", m.compare("ule", x, 0.0), m.compare("oeq", x, math.inf))
    (result,) = m.b.branch(
        m.any(special),
        lambda: [special_power(m, x, y, raised, log)],
        lambda: [m.select(m.compare("oeq", x, 1.0), 1.0, raised(log))],
        [m.type],
    )
    return result


def cbrt(m: Doubles, x: ir.Value) -> ir.Value:
    """The cube root."""
    size = m.size(x)
    root = near_cube_root(m, size)
    special = m.do("arith.ori", m.compare("oeq", size, 0.0), m.compare("ueq", size, math.inf))
    return m.select(special, x, _signed(m, root, x))


# Sines


def _sine(m: Doubles, r: ir.Value) -> ir.Value:
    return m.mul(r, m.polynomial(m.mul(r, r), fitted.SIN))


def _cosine(m: Doubles, r: ir.Value) -> ir.Value:
    square = m.mul(r, r)
    return m.fma(square, m.polynomial(square, fitted.COS), 1.0)


def _circular(turned: int) -> Callable[[Doubles, ir.Value], ir.Value]:
    """The sine of ``turned`` quarters more."""

    def function(m: Doubles, x: ir.Value) -> ir.Value:
        quarters, r = trigonometric.roughly_reduced(m, x)
        quarters = m.do("arith.addi", quarters, turned) if turned else quarters
        odd = m.compare("ne", m.do("arith.andi", quarters, 1), 0)
        value = m.select(odd, _cosine(m, r), _sine(m, r))
        sign = m.do("arith.shli", m.do("arith.shrui", quarters, 1), MANTISSA + 11)
        return m.floats(m.do("arith.xori", m.bits(value), sign))

    return function


def tan(m: Doubles, x: ir.Value) -> ir.Value:
    """The tangent."""
    quarters, r = trigonometric.roughly_reduced(m, x)
    odd = m.compare("ne", m.do("arith.andi", quarters, 1), 0)
    sine, cosine = _sine(m, r), _cosine(m, r)
    return m.div(m.select(odd, m.negated(cosine), sine), m.select(odd, sine, cosine))


# Inverses of sines


def _arc(m: Doubles, x: ir.Value) -> tuple[ir.Value, ir.Value]:
    """Whether |x| is above 1/2, and asin of |x|, or there twice that of the root of (1 - |x|) / 2."""
    size = m.size(x)
    far = m.compare("ogt", size, 0.5)
    square = m.select(far, m.fma(size, -0.5, 0.5), m.mul(x, x))
    root = m.do("math.sqrt", square)
    return far, _odd(m, m.select(far, m.add(root, root), size), square, fitted.ASIN)


def asin(m: Doubles, x: ir.Value) -> ir.Value:
    """The inverse of the sine: beyond 1/2 by that of the half angle."""
    far, value = _arc(m, x)
    return _signed(m, m.select(far, m.sub(HALF_PI, value), value), x)


def acos(m: Doubles, x: ir.Value) -> ir.Value:
    """The inverse of the cosine."""
    far, value = _arc(m, x)
    signed = _signed(m, value, x)
    beyond = m.select(m.compare("olt", x, 0.0), m.add(signed, 2 * HALF_PI), signed)
    return m.select(far, beyond, m.sub(HALF_PI, signed))


def atan(m: Doubles, x: ir.Value) -> ir.Value:
    """The inverse of the tangent, beyond 1 by that of the inverse."""
    size = m.size(x)
    steep = m.compare("ogt", size, 1.0)
    t = m.select(steep, m.div(1.0, size), size)
    angle = _odd(m, t, m.mul(t, t), fitted.ATAN)
    return _signed(m, m.select(steep, m.sub(HALF_PI, angle), angle), x)


def atan2(m: Doubles, y: ir.Value, x: ir.Value) -> ir.Value:
    """The angle of the point (x, y): of the smaller by the larger."""
    a, b = m.size(y), m.size(x)
    steep = m.compare("ogt", a, b)
    t = m.div(m.select(steep, b, a), m.select(steep, a, b))
    # both infinite, or both zero
    t = m.select(m.compare("oeq", a, b), m.select(m.compare("oeq", a, 0.0), 0.0, m.constant(1.0)), t)
    angle = _odd(m, t, m.mul(t, t), fitted.ATAN)
    angle = m.select(steep, m.sub(HALF_PI, angle), angle)
    angle = m.select(m.compare("slt", m.bits(x), 0), m.sub(2 * HALF_PI, angle), angle)
    return _signed(m, angle, y)


FUNCTIONS: dict[str, Callable[..., ir.Value]] = {
    **by_name(sinh, cosh, erfc, log10, asinh, acosh, atanh, cbrt, tan, asin, acos, atan, atan2),
    "math.cos": _circular(1),
    "math.powf": pow,
    "math.sin": _circular(0),
}
