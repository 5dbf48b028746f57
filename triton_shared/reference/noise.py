"""Stochastic arithmetic: a run in which every rounding that a pass may change is another one.

Random errors in place of rounding errors make the results of several runs differ by what is only rounding: this is
CESTAC (Vignes, "A stochastic arithmetic for reliable scientific computation", 1993), and Monte Carlo arithmetic
(Parker, UCLA CSD-970002, 1997).  Here only those results move that are rounded otherwise after some pass, since all
others are rounded to nearest before and after it:

* quotients and products, as products may be fused with sums; in f32 and f64 by `UNITS` units, in narrower types by one.
  A product that overflows is no number, or the largest one: fused with a sum of the other sign it may be finite;
* functions of libraries, as there are others: the arguments by `ARGUMENT` units and the result by `FUNCTION`, in f64
  before it is rounded to a narrow type, of which the functions are those of f32;
* whole sums and products of matrices, as they may be added up in any order: by sqrt(n) u sum(|term|), u half a unit of
  the accumulator.  Errors of n roundings stay below small multiples of that if they are independent (Higham and Mary,
  "A new approach to probabilistic rounding error analysis", 2019).  A sum that no order rounds does not move; one that
  overflows in some order is no number, or what it is in no order that overflows; of f32 and narrower ones each term
  may be less by the least normal number, as matrix units take 0 for subnormal numbers;
* other reductions and scans, step by step.

What is computed without rounding does not move, and conversions do not: they round to nearest everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference import floats
from triton_shared.reference.elements import F32, Element, Value

#: units in the last place by which results move: of products and quotients in f32 and f64, of functions, of what
#: functions are given
UNITS, FUNCTION, ARGUMENT = 4, 8, 2
#: functions of f64 are right to so many digits here: `special.py`
DIGITS_OF_F64 = 1e-10
#: ops that are rounded otherwise where they stand in a reduction, and those that are anywhere
IN_REDUCTIONS = {"arith.addf": np.add, "arith.subf": np.subtract}
ANYWHERE = {"arith.mulf": np.multiply, "arith.divf": np.divide, "tt.approx_divf": np.divide}
REDUCTIONS = ("tt.reduce", "tt.scan", "linalg.reduce")
#: by the width of an accumulator, the least normal number, below which matrix units may take 0 for numbers, and the
#: unit of terms of which all sums are exact nevertheless
LEAST, FLUSHED = {16: 0.0, 32: 2.0**-126, 64: 0.0}, {16: 0.0, 32: 2.0**-60, 64: 0.0}
#: Dekker's constant: splits the significand of an f64
SPLIT = 2.0**27 + 1


class Noise:
    """Errors that are drawn from ``seed``; with the ``sign`` -1 each goes the other way."""

    def __init__(self, seed: int, sign: int = 1):
        self._rng, self._sign = np.random.default_rng(seed), sign

    def shares(self, shape: tuple[int, ...]) -> Value:
        """Numbers between a half and 1, or their negatives."""
        signs = self._rng.integers(0, 2, shape) * 2 - 1
        return (self._sign * signs * self._rng.uniform(0.5, 1, shape))[()]

    def moved(self, x: Value, relative: float) -> Value:
        """The f64 numbers ``x``, moved by as much as ``relative`` of them."""
        return x * (1 + relative * self.shares(np.shape(x)))

    def function(self, function: Callable[..., Value], element: Element) -> Callable[..., Value]:
        """``function`` of f64 numbers, of which results are to be ``element``, moved."""
        unit = 2.0**-52 if element.width == 64 else 2.0**-23
        results = DIGITS_OF_F64 if element.width == 64 else FUNCTION * unit

        def apply(*operands: Value) -> Value:
            near = [self.moved(x, ARGUMENT * unit) if x.dtype.kind == "f" else x for x in operands]
            return self.moved(function(*near), results)

        return apply

    def of_elements(
        self, function: Callable[..., Value], operands: Sequence[Element], result: Element
    ) -> Callable[..., Value]:
        """``function`` of elements of 32 bits or more, moved; integers among ``operands`` are not."""

        def wide(*xs: Value) -> Value:
            given = [floats.rounded(x, e) if e.format else x for x, e in zip(xs, operands, strict=True)]
            return floats.numbers(function(*given), result)

        near = self.function(wide, result)

        def apply(*xs: Value) -> Value:
            numbers = (floats.numbers(x, e) if e.format else x for x, e in zip(xs, operands, strict=True))
            return floats.rounded(near(*numbers), result)

        return apply

    def arithmetic(
        self, op: ir.Operation, element: Element, plain: Callable[..., Value]
    ) -> Callable[..., Value]:
        """``plain``, of elements, which executes ``op``: its inexact results are moved if passes may round them."""
        names = ANYWHERE | (IN_REDUCTIONS if _reduces(op.parent) else {})
        return self.inexact(names[op.name], element, plain) if op.name in names else plain

    def inexact(
        self, exact: Callable[..., Value], element: Element, plain: Callable[..., Value]
    ) -> Callable[..., Value]:
        """``plain``, whose results are moved where it is not ``exact``, one of f64's sum, product or quotient."""
        units = UNITS if element.width >= 32 else 1
        relative = units * 2.0**-element.float_format.mantissa

        def apply(x: Value, y: Value) -> Value:
            wide, a, b = (floats.numbers(v, element) for v in (plain(x, y), x, y))
            error = _error(exact, a, b, wide)
            if exact is np.multiply:
                largest = element.float_format.number(element.float_format.largest)
                fused = np.nan if self._sign > 0 else np.copysign(largest, wide)
                wide = np.where(np.isinf(wide) & np.isfinite(a) & np.isfinite(b), fused, wide)
            return floats.rounded(np.asarray(np.where(error, self.moved(wide, relative), wide))[()], element)

        return apply

    def sums(
        self, terms: np.ndarray, element: Element, running: bool = False, held: Element | None = None
    ) -> np.ndarray:
        """The sums of the f64 numbers ``terms`` along the first axis, or the ``running`` ones, as ``element``.

        The accumulator is of the type ``held``, without it as in `off`.
        """
        add = np.add.accumulate if running else np.add.reduce
        count = np.arange(1, len(terms) + 1).reshape(-1, *[1] * (terms.ndim - 1)) if running else len(terms)
        return self.off(add(terms), add(np.abs(terms)), count, unit_of(terms, 0), element, held)

    def off(
        self,
        sums: Value,
        sizes: Value,
        count: Value,
        unit: Value,
        element: Element,
        held: Element | None = None,
    ) -> Value:
        """``sums`` of ``count`` terms, multiples of ``unit``, whose magnitudes add up to ``sizes``, as ``element``.

        The accumulator is of the type ``held``, without it of ``element``, but at least f32.
        """
        held = held or (element if element.width >= 32 else F32)
        digits = held.float_format.mantissa + 1
        bound = np.sqrt(count) * sizes * 2.0**-digits
        bound = bound + np.where(sizes > 0, count * LEAST[held.width], 0.0)
        is_exact = (sizes <= unit * 2.0**digits) & (unit >= FLUSHED[held.width]) | ~np.isfinite(sizes)
        near = np.where(is_exact, sums, sums + bound * self.shares(np.shape(sums)))
        largest = held.float_format.number(held.float_format.largest)
        total = np.nan if self._sign > 0 else near
        return floats.rounded(np.where(np.isfinite(sizes) & (sizes > largest), total, near)[()], element)

    def products(self, a: np.ndarray, b: np.ndarray, sums: Value, total: Element) -> Value:
        """``a @ b + sums``, of matrices of f64 and elements of ``total``, in any order."""
        added = floats.numbers(sums, total)
        found, sizes = np.matmul(a, b) + added, np.matmul(np.abs(a), np.abs(b)) + np.abs(added)
        unit = np.minimum(unit_of(a) * unit_of(b), unit_of(added))
        return self.off(found, sizes, a.shape[-1] + 1, unit, total)


def _reduces(parent: ir.Operation | None) -> bool:
    """Whether the body of ``parent`` combines elements."""
    if parent is None:
        return False
    op = parent.operation
    return op.name in REDUCTIONS or (
        op.name == "linalg.generic" and "reduction" in str(op.attributes["iterator_types"])
    )


def unit_of(x: Value, axis: int | None = None) -> Value:
    """The largest power of two of which all finite numbers of ``x`` along ``axis`` are multiples; infinity of zeros."""
    known = np.isfinite(x) & (x != 0)
    fractions, exponents = np.frexp(np.where(known, np.abs(x), 1.0))
    whole = (fractions * 2.0**53).astype(np.int64)
    units = np.ldexp((whole & -whole).astype(np.float64), exponents - 53)
    return np.min(np.where(known, units, np.inf), axis=axis, initial=np.inf)


def _error(exact: Callable[..., Value], x: Value, y: Value, found: Value) -> Value:
    """Whether ``found`` is not ``exact(x, y)``, of f64 numbers."""
    if exact is np.divide:
        (high, low), wanted = _product(found, y), x
    elif exact is np.multiply:
        (high, low), wanted = _product(x, y), found
    else:
        (high, low), wanted = _sum(x, y if exact is np.add else -y), found
    return np.isfinite(found) & ((high != wanted) | (low != 0))


def _sum(x: Value, y: Value) -> tuple[Value, Value]:
    """Knuth's sum: rounded, and what is missing."""
    total = x + y
    back = total - x
    return total, (x - (total - back)) + (y - back)


def _product(x: Value, y: Value) -> tuple[Value, Value]:
    """Dekker's product: rounded, and what is missing; NaN where numbers are too large."""
    product, parts = x * y, []
    for number in (x, y):
        high = number * SPLIT - (number * SPLIT - number)
        parts += [high, number - high]
    a, b, c, d = parts
    return product, ((a * c - product) + a * d + b * c) + b * d
