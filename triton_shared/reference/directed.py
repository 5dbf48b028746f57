"""Rounding to nearest (rn), down (rd), up (ru) and towards zero (rz), of exact results."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from triton_shared.reference import floats
from triton_shared.reference.elements import Element, Value

#: the results of finite operands: exact, and of the others and where division has none, by IEEE arithmetic in f64
_EXACT: dict[str, Callable[..., Fraction]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "rcp": lambda x: 1 / x,
    "fma": lambda x, y, z: x * y + z,
    "narrow": lambda x: x,
}
_PLAIN: dict[str, Callable[..., Value]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "rcp": lambda x: 1 / x,
    "fma": lambda x, y, z: x * y + z if np.isfinite(z) or not np.isfinite(x * 0 + y * 0) else z,
    "narrow": lambda x: x,
    "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x),
}


def arithmetic(name: str, mode: str, element: Element) -> Callable[..., Value]:
    """The operation ``name`` on elements of ``element``, rounded by ``mode``."""
    if mode == "rn" and name == "fma":
        return floats.fma(element)
    if mode == "rn":
        return floats.in_doubles(element, _PLAIN[name])
    one = np.vectorize(lambda *xs: _one(name, mode, element, *map(float, xs)), otypes=[element.dtype])
    return lambda *xs: one(*(floats.numbers(x, element) for x in xs))[()]


def conversion(mode: str, operand: Element, result: Element, is_signed: bool) -> Callable[[Value], Value]:
    """A number, of floats or integers, as an element of the float type ``result``."""
    if operand.format:
        if mode == "rn":
            return lambda x: floats.rounded(floats.numbers(x, operand), result)
        one = np.vectorize(lambda x: _one("narrow", mode, result, float(x)), otypes=[result.dtype])
        return lambda x: one(floats.numbers(x, operand))[()]
    exact = np.vectorize(lambda n: _from(Fraction(int(n)), mode, result), otypes=[result.dtype])
    return lambda x: exact(operand.signed(x) if is_signed else operand.unsigned(x))[()]


def _one(name: str, mode: str, element: Element, *xs: float) -> Value:
    """One result."""
    plain = element.dtype.type(_PLAIN[name](*map(np.float64, xs)))
    is_root = name in ("sqrt", "rsqrt")
    by_zero = (name in ("div", "rcp") and xs[-1] == 0) or (is_root and xs[0] <= 0)
    if by_zero or not all(map(math.isfinite, xs)):
        return plain
    if is_root:
        return _between(mode, plain, lambda y: Fraction(float(y)) ** 2 - Fraction(xs[0]))
    exact = _EXACT[name](*map(Fraction, xs))
    return _from(exact, mode, element) if exact else _zero(name, mode, plain, xs)


def _zero(name: str, mode: str, plain: Value, xs: tuple[float, ...]) -> Value:
    """An exact zero: of terms that cancel it is -0.0 when rounding down; else the sign is as ever."""
    if name in ("mul", "div", "rcp", "narrow"):
        return plain
    terms = {"add": xs, "sub": (xs[0], -xs[-1]), "fma": (math.prod(xs[:2]) if all(xs[:2]) else math.copysign(
        0.0, math.copysign(1, xs[0]) * math.copysign(1, xs[1])), xs[-1])}[name]  # fmt: skip
    signs = {math.copysign(1, term) for term in terms}
    sign = signs.pop() if len(signs) == 1 else (-1 if mode == "rd" else 1)
    return type(plain)(math.copysign(0.0, sign))


def _from(exact: Fraction, mode: str, element: Element) -> Value:
    """The element at ``exact``, or beside it."""
    try:
        near = float(exact)
    except OverflowError:
        near = math.inf if exact > 0 else -math.inf
    return _between(
        mode, element.dtype.type(near), lambda y: _fraction(y) - exact if np.isfinite(y) else float(y)
    )


def _fraction(y: Value) -> Fraction:
    return Fraction(float(y))


def _between(mode: str, near: Value, above: Callable[[Value], Fraction | float]) -> Value:
    """The element that ``mode`` asks for; ``above`` says how far one is above the exact result, by its sign."""
    if mode == "rn":
        return near
    kind = type(near)
    direction = {"rd": -1, "ru": 1}.get(mode, -1 if above(kind(0)) < 0 else 1)
    towards, back = kind(math.inf * direction), kind(-math.inf * direction)
    while above(near) * direction < 0:
        near = np.nextafter(near, towards)
    while np.isfinite(nearer := np.nextafter(near, back)) and above(nearer) * direction >= 0:
        near = nearer
    return near
