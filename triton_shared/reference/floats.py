"""IEEE arithmetic of every float type: by numpy where it has the type, else by numbers that hold it exactly.

`numbers` gives the f64 numbers of any float type, `rounded` the type's elements nearest to f64 numbers.  A result that
is computed in f64 from narrower operands, and is exact or correctly rounded there, is rounded once more; for sums,
products, quotients and roots of types of at most 24 bits of significand that is the same as rounding once.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

import numpy as np

from triton_shared.reference.elements import Element, Value
from triton_shared.types import Format


@lru_cache(maxsize=32)
def _table(format_: Format) -> np.ndarray:
    """The number of every pattern of a narrow format; NaN keeps its sign."""
    patterns = np.arange(1 << format_.width)
    found = np.array([format_.number(int(bits)) for bits in patterns], np.float64)
    negative = (patterns & format_.sign != 0) & (patterns != format_.nan)
    return np.where(negative, -np.abs(found), np.abs(found))


def numbers(x: Value, element: Element) -> Value:
    """The float elements ``x`` as f64, exact."""
    if element.native:
        return x.astype(np.float64)
    if element.width <= 16:
        return _table(element.float_format)[x]
    return (x.astype(np.uint32) << np.uint32(32 - element.width)).view(np.float32).astype(np.float64)


def rounded(x: Value, element: Element) -> Value:
    """The elements of a float type nearest to the f64 numbers ``x``, ties to even; see `bits`."""
    return (
        x.astype(element.dtype) if element.native else bits(x, element.float_format).astype(element.dtype)[()]
    )


def of_bits(found: Value, element: Element) -> Value:
    """The elements of a float type with these patterns."""
    if not element.native:
        return found.astype(element.dtype)[()]
    return np.asarray(found).astype(f"u{element.size}").view(element.dtype)[()]


def bits(x: Value, format_: Format, towards_zero: bool = False, saturate: bool = False) -> Value:
    """The patterns of ``format_`` for the f64 numbers ``x``, rounded once.

    What is too large becomes infinity, NaN where there is none, or with ``saturate`` the largest number; with
    ``towards_zero`` only infinities are too large.
    """
    least, size = 1 - format_.bias, np.abs(x)
    finite = np.where(np.isfinite(size), size, 0.0)
    exponent = np.maximum(np.frexp(finite)[1] - 1, least)
    exponent = np.where(finite == 0, least, exponent)
    scaled = np.ldexp(finite, format_.mantissa - exponent)
    units = (np.trunc if towards_zero else np.rint)(scaled).astype(np.int64)
    found = units + ((exponent - least).astype(np.int64) << format_.mantissa)
    too_large = found > format_.largest
    none = format_.nan if format_.nan is not None else format_.largest
    beyond = none if format_.infinity is None else format_.infinity
    end = format_.largest if saturate or towards_zero else beyond
    found = np.where(too_large, end, found)
    found = np.where(np.isinf(size), format_.largest if saturate else beyond, found)
    found = np.where(np.isnan(x), none, found)
    signed = np.signbit(x) & (found != format_.sign) & (format_.negative_zero | (found != 0))
    return np.where(signed, found | format_.sign, found)


def arithmetic(element: Element, function: Callable[..., Value]) -> Callable[..., Value]:
    """``function``, of sums, products, quotients or what is exact, on elements of a float type, each result rounded."""
    return function if element.native else in_doubles(element, function)


def in_doubles(element: Element, function: Callable[..., Value]) -> Callable[..., Value]:
    """``function`` of f64 numbers on elements of a float type, each result rounded once."""
    if element.dtype == np.float64:
        return function

    def apply(*operands: Value) -> Value:
        return rounded(function(*(numbers(x, element) for x in operands)), element)

    return apply


def fma(element: Element) -> Callable[[Value, Value, Value], Value]:
    """``a * b + c`` on elements of a float type, rounded once."""
    if element.dtype == np.float32:
        return _fma32
    return _fma64 if element.dtype == np.float64 else in_doubles(element, _odd_fma)


def _fma32(a: Value, b: Value, c: Value) -> Value:
    """``a * b + c`` of f32; a sum in f64 is rounded wrongly only where it is half way between two f32, or subnormal."""
    total = a.astype(np.float64) * b.astype(np.float64) + c.astype(np.float64)
    low = total.view(np.int64) & 0x1FFFFFFF
    if ((low == 0x10000000) | ((np.abs(total) < 2.0**-126) & (total != 0))).any():
        total = _odd_fma(a.astype(np.float64), b.astype(np.float64), c.astype(np.float64))
    return total.astype(np.float32)


def _odd_fma(a: Value, b: Value, c: Value) -> Value:
    """``a * b + c`` of f64 numbers whose products are exact, rounded to odd: rounding it again is rounding once."""
    product = a * b
    total = product + c
    back = total - product
    error = (product - (total - back)) + (c - back)
    even = (np.asarray(total).view(np.int64) & 1) == 0
    inexact = np.isfinite(total) & (error != 0) & even
    return np.where(inexact, np.nextafter(total, np.where(error > 0, np.inf, -np.inf)), total)[()]


def _fma64(a: Value, b: Value, c: Value) -> Value:
    """``a * b + c`` of f64, by fractions."""

    def one(a: float, b: float, c: float) -> float:
        plain = a * b + c
        if not (np.isfinite(a) and np.isfinite(b) and np.isfinite(c)):
            return plain
        exact = Fraction(a) * Fraction(b) + Fraction(c)
        if not exact:
            return plain
        try:
            return float(exact)
        except OverflowError:
            return np.inf if exact > 0 else -np.inf

    return np.vectorize(one, otypes=[np.float64])(a, b, c)[()]


def maximum(a: Value, b: Value) -> Value:
    """The larger number, NaN where one is; 0.0 is larger than -0.0."""
    return np.where((a == 0) & (b == 0), a + b, np.maximum(a, b))[()]


def minimum(a: Value, b: Value) -> Value:
    """The smaller number, NaN where one is; -0.0 is smaller than 0.0."""
    return -maximum(-a, -b)


def maxnum(a: Value, b: Value) -> Value:
    """The larger number, NaN where both are."""
    return np.where(np.isnan(a), b, np.where(np.isnan(b), a, maximum(a, b)))[()]


def minnum(a: Value, b: Value) -> Value:
    """The smaller number, NaN where both are."""
    return np.where(np.isnan(a), b, np.where(np.isnan(b), a, minimum(a, b)))[()]


#: by position in the attribute of ``arith.cmpf``: whether it holds where an operand is NaN, and where none is
COMPARISONS: tuple[tuple[bool, Callable[[Value, Value], Value]], ...] = tuple(
    (unordered, compare)
    for unordered, compares in (
        (False, ("false", "==", ">", ">=", "<", "<=", "!=", "true")),
        (True, ("==", ">", ">=", "<", "<=", "!=", "false", "true")),
    )
    for compare in map(
        {
            "false": lambda a, b: (a == b) & False,
            "true": lambda a, b: (a == b) | True,
            "==": lambda a, b: a == b,
            "!=": lambda a, b: a != b,
            ">": lambda a, b: a > b,
            ">=": lambda a, b: a >= b,
            "<": lambda a, b: a < b,
            "<=": lambda a, b: a <= b,
        }.__getitem__,
        compares,
    )
)


def compare(predicate: int, a: Value, b: Value) -> Value:
    """The comparison of ``arith.cmpf`` with that position in its attribute, of f64 numbers or native floats."""
    unordered, holds = COMPARISONS[predicate]
    nan = np.isnan(a) | np.isnan(b)
    return (holds(a, b) & ~nan) | (nan & unordered)
