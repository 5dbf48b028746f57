"""The gamma function and the logarithm of its size.

::

    __nv_tgamma(x)   ->   1 2 … (n - 1 + r) / h(r) with x = n + r,  h(r) = 1 / gamma(1 + r)

Up to 8 in size, from the nearest integer on by the recurrence, as sums of two numbers; the logarithm from the distance
from 1, so that it is right near all zeros there.  Beyond, Stirling's series, and the reflection formula for negative
numbers (Abramowitz and Stegun, 6.1).  f32 is computed in f64.  There are no branches, so loops over them become vector
code.

Promised: 10 ulp of tgamma, 8 of lgamma; where lgamma is near one of its zeros below -8, an error as small as that of
numbers near 1.  tgamma is NaN for negative integers and infinite with its sign for zeros; lgamma is infinite for all
these.
"""

from __future__ import annotations

import math

from triton_shared.conversions.triton_arith_to_linalg import c_coefficients as fitted
from triton_shared.conversions.triton_arith_to_linalg.floats import precise
from triton_shared.conversions.triton_arith_to_linalg.sums_of_two import (
    Pair,
    fma,
    polynomial,
    quotient,
    sum_of_ordered,
    times,
)
from triton_shared.ir.builder import build
from triton_shared.mlir import ir

apply, compare, select, convert = build.apply, build.compare, build.select, build.convert

#: up to where the recurrence is followed
NEAR = 8
HALF_LOG_2PI = 0.9189385332046728
#: beyond it gamma is infinite, and its inverse 0
FAR = 200.0
#: coefficients that matter beyond f64
DOUBLED = 18


def _is_whole(x: ir.Value) -> ir.Value:
    return compare("oeq", apply("math.trunc", x), x)


def _near(x: ir.Value, doubled: int) -> Pair:
    """gamma of a number of size up to `NEAR`."""
    n = apply("math.roundeven", x)
    r = apply("arith.subf", x, n)
    rest = polynomial(r, fitted.INVERSE_GAMMA, doubled)
    one = build.constant(x.type, 1.0)
    product = times(rest, (r, 0.0))
    total, small = sum_of_ordered(one, product[0])
    under = sum_of_ordered(total, apply("arith.addf", small, product[1]))
    over: Pair = one, build.constant(x.type, 0.0)
    for k in range(1, NEAR):
        over = times(over, _factor(compare("ogt", n, float(k)), float(k), r))
    under = times(under, (select(compare("ole", n, 0.0), r, 1.0), 0.0))
    for k in range(1, NEAR + 1):
        under = times(under, _factor(compare("ole", n, float(-k)), float(-k), r))
    return quotient(over, under)


def _factor(wanted: ir.Value, k: float, r: ir.Value) -> Pair:
    """``k + r`` where it is ``wanted``, else 1."""
    total, rest = sum_of_ordered(build.constant(r.type, k), r)
    return select(wanted, total, 1.0), select(wanted, rest, 0.0)


def _stirling(y: ir.Value) -> ir.Value:
    """What Stirling's formula leaves of the logarithm of gamma."""
    inverse = precise("arith.divf", 1.0, y)
    square = apply("arith.mulf", inverse, inverse)
    total = build.constant(y.type, fitted.STIRLING[-1])
    for c in reversed(fitted.STIRLING[:-1]):
        total = fma(total, square, c)
    return apply("arith.mulf", total, inverse)


def _sine_of_turns(y: ir.Value) -> ir.Value:
    """``sin(pi y)``."""
    n = apply("math.roundeven", y)
    sine = apply("math.sin", apply("arith.mulf", apply("arith.subf", y, n), math.pi))
    odd = apply("arith.xori", _is_whole(apply("arith.mulf", n, 0.5)), 1)
    return select(odd, apply("arith.negf", sine), sine)


def _far_gamma(x: ir.Value, size: ir.Value) -> ir.Value:
    """gamma of a number of another size, as two factors."""
    y = apply("arith.minimumf", size, FAR)
    power = apply("math.powf", y, fma(y, 0.5, -0.25))
    s = _stirling(y)
    series = build.constant(x.type, 1.0)
    for k in range(7, 0, -1):
        series = fma(apply("arith.mulf", series, s), 1 / k, 1.0)
    rest = apply("arith.mulf", precise("math.exp", apply("arith.negf", y)), math.sqrt(2 * math.pi))
    rest = apply("arith.mulf", apply("arith.mulf", rest, series), power)
    reflected = precise("arith.divf", -math.pi, apply("arith.mulf", size, _sine_of_turns(size)))
    reflected = precise("arith.divf", precise("arith.divf", reflected, power), rest)
    return select(compare("olt", x, 0.0), reflected, apply("arith.mulf", power, rest))


def tgamma(x: ir.Value) -> ir.Value:
    """The gamma function."""
    own = x.type
    x = convert("arith.extf", x, ir.F64Type.get())
    size = apply("math.absf", x)
    total, rest = _near(apply("arith.maximumf", apply("arith.minimumf", x, NEAR), -NEAR), _doubled(own))
    finite = compare("olt", apply("math.absf", total), math.inf)
    near = select(finite, apply("arith.addf", total, rest), apply("math.copysign", math.inf, x))
    result = select(compare("olt", size, NEAR), near, _far_gamma(x, size))
    result = select(compare("oeq", x, math.inf), x, result)
    pole = apply("arith.andi", compare("olt", x, 0.0), _is_whole(x))
    return convert("arith.truncf", select(pole, math.nan, result), own)


def _near_logarithm(x: ir.Value, doubled: int) -> ir.Value:
    """ln |gamma|, where gamma is near 1 from what it differs by."""
    total, rest = _near(x, doubled)
    size = apply("math.absf", total)
    rest = select(compare("olt", total, 0.0), apply("arith.negf", rest), rest)
    difference = apply("arith.addf", apply("arith.subf", size, 1.0), rest)
    by_one = apply("arith.andi", compare("ogt", size, 0.5), compare("olt", size, 2.0))
    return select(by_one, apply("math.log1p", select(by_one, difference, 0.0)), apply("math.log", size))


def lgamma(x: ir.Value) -> ir.Value:
    """The natural logarithm of the size of gamma."""
    own = x.type
    x = convert("arith.extf", x, ir.F64Type.get())
    size = apply("math.absf", x)
    near = _near_logarithm(apply("arith.maximumf", apply("arith.minimumf", x, NEAR), -NEAR), _doubled(own))
    slope = apply("arith.subf", apply("math.log", size), 1.0)
    rest = apply("arith.addf", _stirling(size), HALF_LOG_2PI - 0.5)
    far = fma(apply("arith.subf", size, 0.5), slope, rest)
    sine = apply("math.absf", _sine_of_turns(size))
    turned = apply("math.log", precise("arith.divf", math.pi, apply("arith.mulf", size, sine)))
    far = select(compare("olt", x, 0.0), apply("arith.subf", turned, far), far)
    result = select(compare("olt", size, NEAR), near, far)
    tiny = apply("arith.negf", apply("math.log", size))
    result = select(compare("olt", size, 2.0**-60), tiny, result)
    pole = apply("arith.andi", compare("ole", x, 0.0), _is_whole(x))
    result = select(apply("arith.ori", pole, compare("oeq", size, math.inf)), math.inf, result)
    return convert("arith.truncf", result, own)


def _doubled(own: ir.Type) -> int:
    return DOUBLED if own.width == 64 else 0


FUNCTIONS = {"lgamma": lgamma, "tgamma": tgamma}
