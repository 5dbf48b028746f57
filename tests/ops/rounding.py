"""The oracle of directed rounding: exact results as fractions, and the floats on their sides."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from tests.support.program import DTYPES

# element -> digits of the significand, the exponents of the smallest and the largest normal number
FORMATS = {"f32": (24, -126, 127), "f64": (53, -1022, 1023)}


def rounded(exact: Fraction, element: str, direction: str) -> float:
    """The float of type ``element`` below (rd) or above (ru) ``exact``, or towards zero (rz); ``exact`` is not 0."""
    digits, least, most = FORMATS[element]
    size = abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if size < Fraction(2) ** exponent:
        exponent -= 1
    quantum = Fraction(2) ** (max(exponent, least) - digits + 1)
    count = size // quantum
    away = direction != "rz" and (direction == "ru") == (exact > 0)
    if away and count * quantum != size:
        count += 1
    largest = (2 - Fraction(2) ** (1 - digits)) * Fraction(2) ** most
    if (size := count * quantum) > largest:
        size = math.inf if away else largest
    return math.copysign(float(size), 1 if exact > 0 else -1)


def _root(x: Fraction) -> Fraction:
    """The square root: exact, or so near that no float lies between."""
    shift = 2 * max(0, 200 + x.denominator.bit_length() - x.numerator.bit_length())
    scaled = (x.numerator << shift + 400) // x.denominator
    root = Fraction(math.isqrt(scaled), 1 << (shift + 400) // 2)
    return root if root * root == x else root + Fraction(1, 1 << (shift + 400) // 2 + 1)


EXACT: dict[str, Callable[..., Fraction]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "rcp": lambda x: 1 / x,
    "sqrt": _root,
    "fma": lambda x, y, z: x * y + z,
    "narrow": lambda x: x,
}
NEAREST: dict[str, Callable] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "rcp": lambda x: 1 / x,
    "sqrt": np.sqrt,
    "fma": lambda x, y, z: x * y + z if np.isfinite(z) or not np.isfinite(x * 0 + y * 0) else z,
    "narrow": lambda x: x,
}


def _one(name: str, element: str, direction: str, *operands: float) -> float:
    with np.errstate(all="ignore"):
        plain = float(NEAREST[name](*map(np.float64, operands)))
    divided = name in ("div", "rcp") and operands[-1] == 0
    if divided or not all(map(math.isfinite, operands)) or (name == "sqrt" and operands[0] <= 0):
        return plain
    exact = EXACT[name](*map(Fraction, operands))
    if exact:
        return rounded(exact, element, direction)
    return _zero(name, direction, *operands)


def _zero(name: str, direction: str, *operands: float) -> float:
    """An exact zero: the terms' sign where they agree on it, else + but when rounding down; the product of signs."""
    signs = [math.copysign(1, v) for v in operands]
    match name:
        case "add":
            terms = signs
        case "sub":
            terms = [signs[0], -signs[1]]
        case "fma":
            terms = [signs[0] * signs[1], signs[2]]
        case _:
            return math.copysign(0, math.prod(signs))
    if any(operands) and not (name == "fma" and operands[0] * operands[1] == 0 == operands[2]):
        terms = [1, -1]
    if terms[0] == terms[1]:
        return math.copysign(0, terms[0])
    return -0.0 if direction == "rd" else 0.0


def directed(name: str, element: str, direction: str) -> Callable[..., np.ndarray]:
    """The oracle of operation ``name`` with a result of type ``element``."""

    def oracle(*arrays: np.ndarray) -> np.ndarray:
        wide = [np.asarray(a).astype(np.float64).astype(object) for a in arrays]
        function = np.frompyfunc(lambda *xs: _one(name, element, direction, *xs), len(wide), 1)
        return np.asarray(function(*wide), np.float64).astype(DTYPES[element])

    return oracle


def directed_from_integer(
    element: str, direction: str, width: int, signed: bool
) -> Callable[..., np.ndarray]:
    """The oracle of a conversion of integers of ``width`` bits to ``element``."""

    def one(bits: int) -> float:
        bits %= 1 << width
        number = bits - (1 << width) if signed and bits >> (width - 1) else bits
        return rounded(Fraction(number), element, direction) if number else 0.0

    return lambda x: np.asarray(np.frompyfunc(one, 1, 1)(np.asarray(x).astype(object)), np.float64)


def cancelling(*arrays: np.ndarray) -> tuple[np.ndarray, ...]:
    """The operands with, at every third place, a last one that the others nearly cancel or equal."""
    *others, last = arrays
    with np.errstate(all="ignore"):
        product = -np.multiply.reduce(others).astype(last.dtype)
        steps = np.arange(last.size).reshape(last.shape) % 3
        near = np.where(steps == 1, product, np.nextafter(product, last.dtype.type(0)))
    return (*others, np.where(steps == 0, last, near))
