"""Functions that numpy and Python's math lack, to about 12 digits: continued fractions and Newton's method."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from triton_shared.reference.dialects.math import each
from triton_shared.reference.elements import Value


def _erfcx(x: float) -> float:
    """``exp(x^2) erfc(x)`` (Abramowitz and Stegun 7.1.14 from 2 on)."""
    if x < 2:
        return math.exp(x * x) * math.erfc(x) if x > -27 else math.inf
    if math.isinf(x):
        return 0.0
    fraction = x
    for k in range(200, 0, -1):
        fraction = x + k / 2 / fraction
    return 1 / (fraction * math.sqrt(math.pi))


def _erfcinv(y: float) -> float:
    """The number whose erfc is ``y``, by Newton's method on the logarithm."""
    if not 0 < y < 2:
        return math.inf if y == 0 else -math.inf if y == 2 else math.nan
    if y > 1:
        return -_erfcinv(2 - y)
    x = math.sqrt(-math.log(y)) if y < 0.1 else (1 - y) * math.sqrt(math.pi) / 2
    for _ in range(40):
        scaled = _erfcx(x)
        step = (math.log(scaled) - x * x - math.log(y)) * scaled * math.sqrt(math.pi) / 2
        x += step
        if abs(step) <= 1e-17 * abs(x):
            break
    return x


def _erfinv(x: float) -> float:
    """The number whose erf is ``x``."""
    if abs(x) >= 0.5 or math.isnan(x):
        return math.copysign(_erfcinv(1 - abs(x)), x)
    y = x * math.sqrt(math.pi) / 2
    for _ in range(40):
        step = (math.erf(y) - x) * math.exp(y * y) * math.sqrt(math.pi) / 2
        y -= step
        if abs(step) <= 1e-17 * abs(y):
            break
    return y


def _bessel_i(order: int) -> Callable[[float], float]:
    """The modified Bessel function: its integral (9.6.19) by the trapezoidal rule, which converges geometrically."""

    def function(x: float) -> float:
        if math.isnan(x):
            return x
        size = min(abs(x), 1400.0)
        count = 64 + int(16 * math.sqrt(size))
        angles = np.arange(count) * (2 * np.pi / count)
        mean = float(np.mean(np.exp(size * (np.cos(angles) - 1)) * np.cos(order * angles)))
        if order == 0:
            return math.exp(size / 2) * mean * math.exp(size / 2)
        if size < 1e-3:  # where cosines cancel
            return x / 2 * (1 + x * x / 8)
        return math.copysign(math.exp(size / 2) * mean * math.exp(size / 2), x)

    return function


SPECIAL: dict[str, Callable[..., Value]] = {
    name: each(function)
    for name, function in {
        "cyl_bessel_i0": _bessel_i(0),
        "cyl_bessel_i1": _bessel_i(1),
        "erfcinv": _erfcinv,
        "erfcx": _erfcx,
        "erfinv": _erfinv,
        "normcdf": lambda x: math.erfc(-x / math.sqrt(2)) / 2,
        "normcdfinv": lambda p: -math.sqrt(2) * _erfcinv(2 * p),
    }.items()
}
