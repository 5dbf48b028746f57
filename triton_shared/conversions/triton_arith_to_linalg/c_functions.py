"""Functions of C that are a few ops on floats and their bits: exact, but for hypot.

::

    __nv_fdimf(x, y)   ->   select (x <= y), 0.0, x - y

Promised: what C says of f32 and f64, subnormal, infinite and zero operands included (Annex F); hypot is right to 2 ulp.
What C leaves open is as in CUDA: ilogb of 0 and of NaN is the least i32, of infinity the largest.  There are no
branches, so loops over them become vector code.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from triton_shared.conversions.triton_arith_to_linalg.floats import precise
from triton_shared.ir.builder import build, integer
from triton_shared.mlir import ir

apply, compare, select, convert = build.apply, build.compare, build.select, build.convert

MANTISSA = {32: 23, 64: 52}
BIAS = {32: 127, 64: 1023}
LEAST, LARGEST = -(1 << 31), (1 << 31) - 1


def fdim(x: ir.Value, y: ir.Value) -> ir.Value:
    """``x - y`` where that is positive, else 0."""
    return select(compare("ole", x, y), 0.0, apply("arith.subf", x, y))


def _bits(x: ir.Value) -> ir.Value:
    return convert("arith.bitcast", x, integer(x.type.width))


def _power_of_two(n: ir.Value) -> ir.Value:
    """2 to the ``n``, an i64, as f64, which has it as a normal number."""
    field = apply("arith.shli", apply("arith.addi", n, BIAS[64]), MANTISSA[64])
    return convert("arith.bitcast", field, ir.F64Type.get())


def _clamped(n: ir.Value, low: int, high: int) -> ir.Value:
    return apply("arith.minsi", apply("arith.maxsi", n, low), high)


def scaled(x: ir.Value, n: ir.Value) -> ir.Value:
    """``x 2^n``, rounded once.

    f32 in f64, where it is exact.  In f64 by three factors, of which the first two round only what the last makes 0.
    """
    wide = convert("arith.extf", x, ir.F64Type.get())
    n = convert("arith.extsi", n, integer(64))
    if x.type.width == 32:
        product = apply("arith.mulf", wide, _power_of_two(_clamped(n, -400, 400)))
        return convert("arith.truncf", product, x.type)
    n = _clamped(n, -2200, 2200)
    for _ in range(2):
        high, low = compare("sgt", n, 1023), compare("slt", n, -1022)
        step = select(high, build.constant(n.type, 1023), select(low, build.constant(n.type, -969), 0))
        x = apply("arith.mulf", x, _power_of_two(step))
        n = apply("arith.subi", n, step)
    return apply("arith.mulf", x, _power_of_two(_clamped(n, -1022, 1023)))


def _exponent(x: ir.Value) -> ir.Value:
    """Where the first bit of ``x``, not 0 and finite, stands: an integer as wide as ``x``."""
    width = x.type.width
    mantissa, bias = MANTISSA[width], BIAS[width]
    bits = _bits(apply("math.absf", x))
    field = apply("arith.shrui", bits, mantissa)
    subnormal = apply("arith.subi", width - mantissa - bias, apply("math.ctlz", bits))
    return select(compare("eq", field, 0), subnormal, apply("arith.subi", field, bias))


def ilogb(x: ir.Value) -> ir.Value:
    """The exponent of ``x`` as an integer."""
    size = apply("math.absf", x)
    result = select(compare("oeq", size, math.inf), LARGEST, _exponent(x))
    return select(compare("ueq", size, 0.0), LEAST, result)


def logb(x: ir.Value) -> ir.Value:
    """The exponent of ``x`` as a float; that of 0 is negative infinity."""
    size = apply("math.absf", x)
    result = convert("arith.sitofp", _exponent(x), x.type)
    result = select(compare("ult", size, math.inf), result, size)
    result = select(compare("uno", x, x), x, result)
    return select(compare("oeq", size, 0.0), -math.inf, result)


def nextafter(x: ir.Value, y: ir.Value) -> ir.Value:
    """The number next to ``x`` on the way to ``y``: their bit patterns differ by 1."""
    away = apply("arith.xori", compare("olt", x, y), compare("olt", x, 0.0))
    bits = _bits(x)
    step = select(away, build.constant(bits.type, 1), -1)
    near = convert("arith.bitcast", apply("arith.addi", bits, step), x.type)
    least = convert("arith.bitcast", build.constant(bits.type, 1), x.type)
    near = select(compare("oeq", x, 0.0), apply("math.copysign", least, y), near)
    near = select(compare("oeq", x, y), y, near)
    return select(compare("uno", x, y), math.nan, near)


def remainder(x: ir.Value, y: ir.Value) -> ir.Value:
    """``x`` less the multiple of ``y`` that is nearest, the even one of two: of the remainder of 2 y, less y or not."""
    own = x.type
    x, y = (convert("arith.extf", v, ir.F64Type.get()) for v in (x, y))
    size = apply("math.absf", y)
    rest = apply("arith.remf", apply("math.absf", x), apply("arith.addf", size, size))
    tiny = compare("olt", size, 2.0**-1000)
    # twice as large where halves of y are not exact
    half = select(tiny, size, apply("arith.mulf", size, 0.5))

    def doubled(v: ir.Value) -> ir.Value:
        return select(tiny, apply("arith.addf", v, v), v)

    less = apply("arith.subf", rest, size)
    least = select(compare("oge", doubled(less), half), apply("arith.subf", less, size), less)
    result = select(compare("ogt", doubled(rest), half), least, rest)
    signed = apply("arith.mulf", result, apply("math.copysign", build.constant(x.type, 1.0), x))
    return convert("arith.truncf", signed, own)


def hypot(x: ir.Value, y: ir.Value) -> ir.Value:
    """The root of ``x^2 + y^2``: f32 in f64, f64 scaled so that squares are normal numbers."""
    own = x.type
    x, y = (apply("math.absf", convert("arith.extf", v, ir.F64Type.get())) for v in (x, y))
    infinite = apply("arith.ori", compare("oeq", x, math.inf), compare("oeq", y, math.inf))
    if own.width == 64:
        most = apply("arith.maximumf", x, y)
        up, down = compare("olt", most, 2.0**-500), compare("ogt", most, 2.0**500)
        factor = select(up, build.constant(own, 2.0**600), select(down, build.constant(own, 2.0**-600), 1.0))
        back = select(up, build.constant(own, 2.0**-600), select(down, build.constant(own, 2.0**600), 1.0))
        x, y = apply("arith.mulf", x, factor), apply("arith.mulf", y, factor)
    root = precise("math.sqrt", apply("math.fma", x, x, apply("arith.mulf", y, y)))
    if own.width == 64:
        root = apply("arith.mulf", root, back)
    return convert("arith.truncf", select(infinite, math.inf, root), own)


FUNCTIONS: dict[str, Callable[..., ir.Value]] = {
    "fdim": fdim,
    "hypot": hypot,
    "ilogb": ilogb,
    "ldexp": scaled,
    "logb": logb,
    "nextafter": nextafter,
    "remainder": remainder,
    "scalbn": scaled,
}
