"""Numbers of f64 as sums of two, of which the second is small: 106 bits.

Dekker, "A floating-point technique for extending the available precision", 1971, with `math.fma` for the errors of
products.  Every op rounds by itself, whatever contraction is allowed.
"""

from __future__ import annotations

import math

from triton_shared.conversions.allow_contraction import NO_CONTRACTION
from triton_shared.conversions.triton_arith_to_linalg.floats import precise
from triton_shared.ir.builder import Operand, build
from triton_shared.mlir import ir

#: a number as a sum of two
Pair = tuple[Operand, Operand]


def _apart(name: str, x: Operand, y: Operand) -> ir.Value:
    """The op ``name``, rounded by itself."""
    return build.apply(name, x, y, **{NO_CONTRACTION: ir.UnitAttr.get()})


def fma(x: Operand, y: Operand, z: Operand) -> ir.Value:
    """``x * y + z`` rounded once."""
    return build.apply("math.fma", x, y, z)


def sum_of_ordered(large: Operand, small: Operand) -> Pair:
    """``large + small`` without error, where the first is not the smaller."""
    total = _apart("arith.addf", large, small)
    return total, _apart("arith.subf", small, _apart("arith.subf", total, large))


def sum_of(x: Operand, y: Operand) -> Pair:
    """``x + y`` without error."""
    total = _apart("arith.addf", x, y)
    part = _apart("arith.subf", total, x)
    lost = _apart("arith.subf", x, _apart("arith.subf", total, part))
    return total, _apart("arith.addf", lost, _apart("arith.subf", y, part))


def times(x: Pair, y: Pair) -> Pair:
    """``x * y``."""
    total = _apart("arith.mulf", x[0], y[0])
    rest = fma(x[0], y[0], build.apply("arith.negf", total))
    if y[1] != 0.0:
        rest = fma(x[0], y[1], rest)
    return sum_of_ordered(total, fma(x[1], y[0], rest))


def quotient(over: Pair, under: Pair) -> Pair:
    """``over / under``; the first is infinite where that is."""
    result = precise("arith.divf", over[0], under[0])
    minus = build.apply("arith.negf", result)
    rest = fma(minus, under[1], _apart("arith.addf", fma(minus, under[0], over[0]), over[1]))
    finite = build.compare("olt", build.apply("math.absf", result), math.inf)
    return sum_of_ordered(result, build.select(finite, precise("arith.divf", rest, under[0]), 0.0))


def polynomial(x: ir.Value, coefficients: tuple[tuple[float, float], ...], doubled: int) -> Pair:
    """``coefficients[i] * x^i`` summed by Horner's rule, the first ``doubled`` of them as pairs."""
    total: Operand = coefficients[-1][0]
    for high, _ in reversed(coefficients[doubled:-1]):
        total = fma(total, x, high)
    pair: Pair = total, build.constant(x.type, 0.0)
    for high, low in reversed(coefficients[:doubled]):
        product = times(pair, (x, 0.0))
        total, rest = sum_of(build.constant(x.type, high), product[0])
        small = _apart("arith.addf", _apart("arith.addf", product[1], low), rest)
        pair = sum_of_ordered(total, small)
    return pair
