"""The oracles of special functions: series and continued fractions in 60 decimal digits (Abramowitz and Stegun)."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal, localcontext

import numpy as np

DIGITS = 60
ENOUGH = Decimal(10) ** -55
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")


def erfcx(x: Decimal) -> Decimal:
    """``exp(x^2) erfc(x)``: 7.1.14 from 3 on, else 7.1.6."""
    if x < 0:
        return 2 * (x * x).exp() - erfcx(-x)
    if x >= 3:
        fraction = x
        for k in range(600, 0, -1):
            fraction = x + Decimal(k) / 2 / fraction
        return 1 / (fraction * PI.sqrt())
    term = total = x
    n = 0
    while abs(term) > ENOUGH * abs(total):
        n += 1
        term *= 2 * x * x / (2 * n + 1)
        total += term
    return (x * x).exp() - 2 * total / PI.sqrt()


def erfcinv(y: Decimal) -> Decimal:
    """The number whose erfc is ``y``, by Newton's method on the logarithm."""
    if y > 1:
        return -erfcinv(2 - y)
    z = (-y.ln()).sqrt() if y < Decimal("0.1") else (1 - y) * PI.sqrt() / 2
    for _ in range(60):
        scaled = erfcx(z)
        step = (scaled.ln() - z * z - y.ln()) * scaled * PI.sqrt() / 2
        z += step
        if abs(step) <= Decimal(10) ** -40 * abs(z):
            break
    return z


def erfinv(x: Decimal) -> Decimal:
    """The number whose erf is ``x``."""
    return erfcinv(1 - x) if abs(x) > Decimal(10) ** -18 else x * PI.sqrt() / 2


def normcdfinv(p: Decimal) -> Decimal:
    """The number below which a normally distributed one lies with probability ``p``."""
    return -Decimal(2).sqrt() * erfcinv(2 * p)


def normcdf(x: Decimal) -> Decimal:
    """The probability that a normally distributed number is below ``x``."""
    z = -x / Decimal(2).sqrt()
    return (-z * z).exp() * erfcx(z) / 2


def modified_bessel(order: int) -> Callable[[Decimal], Decimal]:
    """The modified Bessel function of the first kind of order 0 or 1: 9.6.10."""

    def function(x: Decimal) -> Decimal:
        term = total = x / 2 if order else Decimal(1)
        k = 0
        while abs(term) > ENOUGH * abs(total):
            k += 1
            term *= x * x / 4 / (k * (k + order))
            total += term
        return total

    return function


def near_zero(reach: float, least: float) -> np.ndarray:
    """Numbers of both signs up to ``reach``, evenly and by magnitude down to ``least``; both zeros."""
    positive = np.concatenate([[0.0], np.linspace(0.01, reach, 40), np.geomspace(least, reach, 30)])
    return np.concatenate([positive, -positive])


def unit(end: float, least: float, epsilon: float) -> np.ndarray:
    """Numbers between 0 and ``end``, near both ends too."""
    low = np.geomspace(least, end / 8, 40)
    return np.concatenate(
        [low, np.linspace(0.01, 0.99, 50) * end, end * (1 - np.geomspace(epsilon, 0.1, 20))]
    )


# name -> (function, what it is at numbers that have no finite value there, inputs by type)
FUNCTIONS: dict[str, tuple[Callable[[Decimal], Decimal], dict[float, float], dict[str, np.ndarray]]] = {
    "erfinv": (
        erfinv,
        {1.0: math.inf, -1.0: -math.inf, 2.0: math.nan, -math.inf: math.nan},
        {
            "f32": np.concatenate([near_zero(0.999, 1e-36), 1 - unit(1, 6e-8, 1e-7)]),
            "f64": np.concatenate([near_zero(0.999, 1e-300), 1 - unit(1, 2e-16, 1e-15)]),
        },
    ),
    "erfcinv": (
        erfcinv,
        {0.0: math.inf, 2.0: -math.inf, -1.0: math.nan, 2.5: math.nan, math.inf: math.nan},
        {"f32": unit(2, 1e-44, 1e-7), "f64": unit(2, 1e-320, 1e-15)},
    ),
    "normcdfinv": (
        normcdfinv,
        {0.0: -math.inf, 1.0: math.inf, -1.0: math.nan, 1.5: math.nan},
        {"f32": unit(1, 1e-44, 1e-7), "f64": unit(1, 1e-320, 1e-15)},
    ),
    "normcdf": (
        normcdf,
        {math.inf: 1.0, -math.inf: 0.0, 50.0: 1.0, -50.0: 0.0},
        {"f32": np.linspace(-12.9, 8, 120), "f64": np.linspace(-37, 8, 120)},
    ),
    "erfcx": (
        erfcx,
        {math.inf: 0.0, -math.inf: math.inf, -30.0: math.inf},
        {
            "f32": np.concatenate([np.linspace(-9, 30, 120), np.geomspace(1e-30, 1e30, 40)]),
            "f64": np.concatenate([np.linspace(-26, 30, 120), np.geomspace(1e-300, 1e300, 40)]),
        },
    ),
    "cyl_bessel_i0": (
        modified_bessel(0),
        {math.inf: math.inf, -math.inf: math.inf, 800.0: math.inf},
        {"f32": near_zero(91, 1e-36), "f64": near_zero(713, 1e-300)},
    ),
    "cyl_bessel_i1": (
        modified_bessel(1),
        {math.inf: math.inf, -math.inf: -math.inf, 800.0: math.inf, -800.0: -math.inf},
        {"f32": near_zero(91, 1e-36), "f64": near_zero(713, 1e-300)},
    ),
}


def inputs(name: str, element: str) -> Callable[[np.ndarray], tuple[np.ndarray]]:
    """A domain: the function's own inputs and special ones, in turn."""
    _, special, by_type = FUNCTIONS[name]
    pool = np.concatenate([[*special, math.nan], by_type[element]])
    return lambda x: (np.resize(pool, x.size).reshape(x.shape),)


def oracle(name: str) -> Callable[[np.ndarray], np.ndarray]:
    """The function on floats."""
    function, special, _ = FUNCTIONS[name]

    def one(x: float) -> float:
        if math.isnan(x) or x in special:
            return special.get(x, math.nan)
        return float(function(Decimal(x)))

    def each(x: np.ndarray) -> np.ndarray:
        bits, places = np.unique(np.asarray(x, np.float64).view(np.int64), return_inverse=True)
        with localcontext() as context:
            context.prec = DIGITS
            return np.array([one(v) for v in bits.view(np.float64).tolist()])[places]

    return each
