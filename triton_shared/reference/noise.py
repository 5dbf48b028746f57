"""Stochastic arithmetic: a run in which every rounding that a pass may change is another one.

Random errors in place of rounding errors make the results of several runs differ by what is only rounding: this is
CESTAC (Vignes, "A stochastic arithmetic for reliable scientific computation", 1993), and Monte Carlo arithmetic
(Parker, UCLA CSD-970002, 1997).  Here only those results move that are rounded otherwise after some pass, since all
others are rounded to nearest before and after it:

* quotients and products, as products may be fused with sums; in f32 and f64 by `UNITS` units, in narrower types by one.
  A product that overflows is no number, or the largest one: fused with a sum of the other sign it may be finite;
* functions of libraries, as there are others: the arguments by `ARGUMENT` units and the result by `FUNCTION`, in f64
  before it is rounded to a narrow type, of which the functions are those of f32; where ``asked``, as GPUs have them, a
  subnormal result of f32 may be 0;
* whole sums and products of matrices, as they may be added up in any order: by sqrt(n) u sum(|term|), u half a unit of
  the accumulator.  Errors of n roundings stay below small multiples of that if they are independent (Higham and Mary,
  "A new approach to probabilistic rounding error analysis", 2019).  A sum that no order rounds does not move; one that
  overflows in some order is no number, or what it is in no order that overflows; of f32 and narrower ones each term
  may be less by the least normal number, and a product of a bf16 below it, however large, may be 0, or of infinity no
  number, as matrix units take 0 for subnormal numbers;
* other reductions and scans, step by step;
* of products of f32 for which a program asks for tf32 or for terms of bf16, where ``asked``, what their operands are:
  exact, as near as the words hold them, or cut off; a third of the seeds has each.  Accumulators of f16 are so there,
  and f32 elsewhere.

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
#: what matrix units may take for 0 among factors of bf16
SUBNORMAL_BF16 = 2.0**-126
#: by a precision that `tt.dot` asks for, the bits of an f32 with which tensor cores multiply it: those of tf32, or of
#: terms of tf32 and bf16, without the product of the least ones; and the exponent of the least of these numbers
BITS = {"tf32": (11, -136), "tf32x3": (22, -136), "bf16x3": (16, -133), "bf16x6": (23, -133)}
#: Dekker's constant: splits the significand of an f64
SPLIT = 2.0**27 + 1


class Noise:
    """Errors that are drawn from ``seed``; with the ``sign`` -1 each goes the other way.

    With an even seed an op makes the same error of the same operands, as machines do: in a sum over equal rows errors
    of rounding add up, where independent ones cancel.  With an odd one all errors are independent, as those of the
    lanes of vectors and of what vectors leave over are.

    Where ``asked``, products may be as inexact as the program asks them to be: GPUs make them so, CPUs do not.
    """

    def __init__(self, seed: int, sign: int = 1, asked: bool = False):
        self._rng, self._sign, self._seed, self._asked = np.random.default_rng(seed), sign, seed, asked
        self._round = (np.rint, np.trunc, None)[seed % 3] if asked else None

    def factor(self, x: np.ndarray, precision: str | None) -> np.ndarray:
        """The f64 numbers ``x``, operand of a product of f32, as ``precision`` lets tensor cores have them."""
        if self._round is None or precision not in BITS:
            return x
        fractions, exponents = np.frexp(x)
        bits, least = BITS[precision]
        units = np.maximum(exponents - bits, least)
        kept = np.ldexp(self._round(np.ldexp(fractions, exponents - units)), units)
        return np.where(np.isfinite(x), kept, x)

    def shares(self, shape: tuple[int, ...], *operands: Value) -> Value:
        """Numbers between a half and 1, or their negatives; with an even seed those of ``operands``, if given."""
        if operands and self._seed % 2 == 0:
            bits = np.broadcast_to(_mixed(self._seed, *operands), shape)
            signs, sizes = (
                (bits & np.uint64(1)).astype(np.int64) * 2 - 1,
                0.5 + 2.0**-54 * (bits >> np.uint64(11)),
            )
        else:
            signs, sizes = self._rng.integers(0, 2, shape) * 2 - 1, self._rng.uniform(0.5, 1, shape)
        return np.asarray(self._sign * signs * sizes)[()]

    def moved(self, x: Value, relative: float, *operands: Value) -> Value:
        """The f64 numbers ``x``, results of ``operands``, moved by as much as ``relative`` of them."""
        return x * (1 + relative * self.shares(np.shape(x), *operands))

    def function(self, function: Callable[..., Value], element: Element) -> Callable[..., Value]:
        """``function`` of f64 numbers, of which results are to be ``element``, moved."""
        unit = 2.0**-52 if element.width == 64 else 2.0**-23
        results = DIGITS_OF_F64 if element.width == 64 else FUNCTION * unit

        def apply(*operands: Value) -> Value:
            near = [self.moved(x, ARGUMENT * unit, x) if x.dtype.kind == "f" else x for x in operands]
            found = self.moved(function(*near), results, *operands)
            if not self._asked or element.width != 32:
                return found
            is_lost = (np.abs(found) < LEAST[32]) & (self.shares(np.shape(found), *operands) > 0)
            return np.where(is_lost, 0.0, found)[()]

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
            return floats.rounded(
                np.asarray(np.where(error, self.moved(wide, relative, a, b), wide))[()], element
            )

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
        lost: Value = 0.0,
    ) -> Value:
        """``sums`` of ``count`` terms, multiples of ``unit``, whose magnitudes add up to ``sizes``, as ``element``.

        The accumulator is of the type ``held``, without it of ``element``, but at least f32.  Of the magnitudes those
        that add up to ``lost`` may be 0.
        """
        held = held or (element if element.width >= 32 else F32)
        digits = held.float_format.mantissa + 1
        bound = np.sqrt(count) * sizes * 2.0**-digits + 2 * lost
        bound = bound + np.where(sizes > 0, count * LEAST[held.width], 0.0)
        is_exact = (sizes <= unit * 2.0**digits) & (unit >= FLUSHED[held.width]) & (lost == 0)
        is_exact = is_exact | ~np.isfinite(sizes)
        near = np.where(is_exact, sums, sums + bound * self.shares(np.shape(sums)))
        largest = held.float_format.number(held.float_format.largest)
        total = np.nan if self._sign > 0 else near
        return floats.rounded(np.where(np.isfinite(sizes) & (sizes > largest), total, near)[()], element)

    def products(
        self, a: np.ndarray, b: np.ndarray, sums: Value, total: Element, flushed: float = 0.0
    ) -> Value:
        """``a @ b + sums``, of matrices of f64 and elements of ``total``, in any order.

        A product of which a factor is below ``flushed`` may be 0.
        """
        added = floats.numbers(sums, total)
        normal, sizes = _absolute_product(a, b, flushed), _absolute_product(a, b)
        with np.errstate(invalid="ignore"):
            lost = np.where(np.isfinite(sizes), sizes - normal, 0.0)
        is_doubtful = np.isnan(normal) & ~np.isnan(sizes) & (self._sign > 0)
        unit = np.minimum(unit_of(a) * unit_of(b), unit_of(added))
        found, sizes = np.where(is_doubtful, np.nan, np.matmul(a, b) + added), sizes + np.abs(added)
        held = total if self._asked else None
        return self.off(found, sizes, a.shape[-1] + 1, unit, total, held, lost)


def _absolute_product(a: np.ndarray, b: np.ndarray, flushed: float = 0.0) -> np.ndarray:
    """``|a| @ |b|``, in which elements below ``flushed`` are 0."""
    return np.matmul(*(np.where(np.abs(x) < flushed, 0.0, np.abs(x)) for x in (a, b)))


def _mixed(seed: int, *operands: Value) -> np.ndarray:
    """Bits for each of the numbers ``operands``: the steps of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014)."""
    bits = np.asarray(np.uint64(seed))
    with np.errstate(over="ignore"):
        for x in operands:
            bits = (bits ^ np.asarray(x, np.float64).view(np.uint64)) + np.uint64(0x9E3779B97F4A7C15)
            bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            bits = bits ^ (bits >> np.uint64(31))
    return bits


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
