"""Functions that neither math nor the C library has: inverses of erf, scaled erfc, modified Bessel functions.

::

    __nv_erfcxf(x)   ->   t = (x - 4) / (x + 4);  polynomial(t) / (1 + 2 x)

All but normcdf, which is erfc with a better argument, are polynomials in a variable that makes the function smooth, on
one interval or some, of which the right one is selected; there are no branches, so loops over them become vector code.
The polynomials interpolate in Chebyshev's nodes (``tests/ops/fit_coefficients.py`` makes them); the variables:

* the inverses of erf and erfc from ``w = -log(1 - x^2)`` and its root: Giles, "Approximating the erfinv function",
  GPU Computing Gems, 2011;
* erfcx from ``(x - k) / (x + k)``: Shepherd and Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x in
  0 <= x < inf", 1981;
* the Bessel functions from ``x^2`` and, times ``sqrt(x) exp(-x)``, from ``1 / x``: Abramowitz and Stegun, 9.8.

Promised, in f32 and f64: errors of a few units of the last place (`docs/ops.md` has the bounds), NaN outside of the
domain, infinities at its ends.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from triton_shared.conversions.triton_arith_to_linalg.floats import precise
from triton_shared.conversions.triton_arith_to_linalg.special_coefficients import COEFFICIENTS
from triton_shared.ir.builder import build
from triton_shared.mlir import ir

apply, compare, select = build.apply, build.compare, build.select

SQRT2 = math.sqrt(2)
INVERSE_SQRT2 = math.sqrt(0.5)
INVERSE_SQRT2_REST = {32: 1.210161710447897e-08, 64: -4.833646656726457e-17}  # what the type leaves of it


def _polynomials(name: str, type_: ir.Type, *variables: ir.Value) -> list[ir.Value]:
    """The polynomials of ``name``, one of each variable, by Horner's scheme."""
    values = []
    for coefficients, u in zip(COEFFICIENTS[name][f"f{type_.width}"], variables, strict=True):
        *lower, value = coefficients
        for c in reversed(lower):
            value = apply("math.fma", value, u, c)
        values.append(value)
    return values


def _affine(x: ir.Value, low: float, high: float) -> ir.Value:
    """``x`` moved from ``[low, high]`` to [-1, 1]."""
    return apply("math.fma", x, 2 / (high - low), -(high + low) / (high - low))


def _inverse_of_erf(x: ir.Value, complement: ir.Value) -> ir.Value:
    """erfinv(x), where ``complement`` is 1 - x^2."""
    w = apply("arith.negf", apply("math.log", complement))
    root = precise("math.sqrt", w)
    inverse = precise("arith.divf", 5.0, root)
    near, middle, far = _polynomials(
        "inverse_erf", x.type, _affine(w, 0, 6), _affine(root, math.sqrt(6), 5), _affine(inverse, 5 / 28, 1)
    )
    far = apply("arith.mulf", far, root)
    ratio = select(compare("olt", w, 6.0), near, select(compare("olt", root, 5.0), middle, far))
    return apply("arith.mulf", x, ratio)


def erfinv(x: ir.Value) -> ir.Value:
    """The number whose erf is ``x``; infinite for 1 and -1, NaN beyond."""
    complement = apply("arith.mulf", apply("arith.subf", 1.0, x), apply("arith.addf", x, 1.0))
    end = compare("oeq", apply("math.absf", x), 1.0)
    return select(end, apply("math.copysign", math.inf, x), _inverse_of_erf(x, complement))


def erfcinv(y: ir.Value) -> ir.Value:
    """The number whose erfc is ``y``; infinite for 0 and 2, NaN beyond."""
    x = apply("arith.subf", 1.0, y)
    value = _inverse_of_erf(x, apply("arith.mulf", y, apply("arith.subf", 2.0, y)))
    value = select(compare("oeq", y, 0.0), math.inf, value)
    return select(compare("oeq", y, 2.0), -math.inf, value)


def normcdfinv(p: ir.Value) -> ir.Value:
    """The number below which a normally distributed one lies with probability ``p``."""
    return apply("arith.mulf", erfcinv(apply("arith.addf", p, p)), -SQRT2)


def normcdf(x: ir.Value) -> ir.Value:
    """The probability that a normally distributed number is below ``x``: erfc(-x / sqrt(2)) / 2, of two parts."""
    head = apply("arith.mulf", x, -INVERSE_SQRT2)
    rest = apply("math.fma", x, -INVERSE_SQRT2, apply("arith.negf", head))
    rest = apply("math.fma", x, -INVERSE_SQRT2_REST[x.type.width], rest)
    slope = precise("math.exp", apply("arith.negf", apply("arith.mulf", head, head)))
    moved = apply("arith.mulf", apply("arith.mulf", slope, 2 / math.sqrt(math.pi)), rest)
    finite = compare("olt", apply("math.absf", head), math.inf)
    value = apply("arith.subf", apply("math.erfc", head), select(finite, moved, 0.0))
    return apply("arith.mulf", value, 0.5)


def erfcx(x: ir.Value) -> ir.Value:
    """``exp(x^2) erfc(x)``; that of a negative number is ``2 exp(x^2) - erfcx(-x)``."""
    size = apply("math.absf", x)
    sum_, difference = apply("arith.addf", size, 4.0), apply("arith.subf", size, 4.0)
    t = select(compare("oeq", size, math.inf), 1.0, precise("arith.divf", difference, sum_))
    (value,) = _polynomials("erfcx", x.type, t)
    value = precise("arith.divf", value, apply("math.fma", size, 2.0, 1.0))
    square = apply("arith.mulf", x, x)
    rest = apply("math.fma", x, x, apply("arith.negf", square))
    power = precise("math.exp", square)
    power = select(compare("olt", power, math.inf), apply("math.fma", power, rest, power), power)
    reflected = apply("arith.subf", apply("arith.mulf", power, 2.0), value)
    return select(compare("olt", x, 0.0), reflected, value)


def _modified_bessel(order: int) -> Callable[[ir.Value], ir.Value]:
    def bessel(x: ir.Value) -> ir.Value:
        size = apply("math.absf", x)
        eighth = apply("arith.mulf", size, 0.125)
        inverse = _affine(precise("arith.divf", 8.0, size), 0, 1)
        near, far = _polynomials(f"i{order}", x.type, apply("arith.mulf", eighth, eighth), inverse)
        # times exp(x / 2) twice: exp(x) is infinite where the function is not yet
        half = precise("math.exp", apply("arith.mulf", size, 0.5))
        far = precise("arith.divf", apply("arith.mulf", far, half), precise("math.sqrt", size))
        far = select(compare("oeq", size, math.inf), math.inf, apply("arith.mulf", far, half))
        if order == 0:
            return select(compare("olt", size, 8.0), near, far)
        near = apply("arith.mulf", near, apply("arith.mulf", size, 0.5))
        return apply("math.copysign", select(compare("olt", size, 8.0), near, far), x)

    return bessel


FUNCTIONS: dict[str, Callable[[ir.Value], ir.Value]] = {
    "cyl_bessel_i0": _modified_bessel(0),
    "cyl_bessel_i1": _modified_bessel(1),
    "erfcinv": erfcinv,
    "erfcx": erfcx,
    "erfinv": erfinv,
    "normcdf": normcdf,
    "normcdfinv": normcdfinv,
}
