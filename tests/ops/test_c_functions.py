"""Gamma and Bessel functions beside mpmath: all over their domains, near zeros, and at the ends."""

from __future__ import annotations

import math
from collections.abc import Callable

import mpmath
import numpy as np
import pytest

from tests.support.program import DTYPES, Program

COUNT = 512
#: zeros of lgamma between -8 and 2
ZEROS = [1.0, 2.0, -2.4570247382208006, -2.7476826467274125, -3.143580888349980, -3.955294284858598]


def _log_of_gamma(x: mpmath.mpf) -> mpmath.mpf:
    return mpmath.log(abs(mpmath.gamma(x))) if abs(x) < 1e5 else mpmath.loggamma(x).real


def _of_order(function: Callable, order: int) -> Callable:
    return lambda x: function(order, x)


def near(places: list[float], rng: np.random.Generator, count: int) -> np.ndarray:
    """Numbers at any distance from some."""
    distance = rng.choice([-1, 1], count) * 10.0 ** rng.uniform(-12, -2, count)
    return rng.choice(places, count) + distance


def samples(name: str, rng: np.random.Generator) -> np.ndarray:
    match name:
        case "tgamma":
            parts = [
                rng.uniform(-9, 9, 200),
                rng.uniform(-184, 172, 200),
                near([0.0, -3.0, 5.0, -20.0], rng, 100),
            ]
        case "lgamma":
            parts = [rng.uniform(-8, 30, 200), near(ZEROS, rng, 200), 10.0 ** rng.uniform(0, 300, 100)]
        case _:
            parts = [rng.uniform(0, 8, 250), rng.uniform(8, 50, 150), 10.0 ** rng.uniform(-6, 5, 100)]
    return np.resize(np.concatenate(parts), COUNT)


#: name -> the function, and the ulps of f64 that it may be off; of Bessel functions those of their extrema
FUNCTIONS = {
    "tgamma": (mpmath.gamma, 10),
    "lgamma": (_log_of_gamma, 8),
    "j0": (_of_order(mpmath.besselj, 0), 16),
    "j1": (_of_order(mpmath.besselj, 1), 16),
    "y0": (_of_order(mpmath.bessely, 0), 16),
    "y1": (_of_order(mpmath.bessely, 1), 16),
}


def check(symbol: str, element: str, inputs: list[np.ndarray], wanted: np.ndarray, bound: np.ndarray) -> None:
    program = Program()
    names = [program.input(array) for array in inputs]
    types = ", ".join(f"tensor<{COUNT}x{e}>" for e in ("i32", element)[-len(names) :])
    value = program.op(
        f'tt.extern_elementwise {", ".join(names)} {{libname = "", libpath = "", pure = true, symbol = "{symbol}"}} '
        f": ({types}) -> tensor<{COUNT}x{element}>"
    )
    program.expect_close(value, wanted, bound, DTYPES[element])
    program.check()


def bounds(name: str, x: np.ndarray, exact: np.ndarray, ulps: float, element: str) -> np.ndarray:
    """What each result may be off; where a Bessel function is smaller than its next extremum, that is what counts."""
    size = np.abs(exact)
    if name[0] in "jy":
        size = np.maximum(size, np.sqrt(2 / np.pi / np.maximum(np.abs(x), 1)))
    dtype = DTYPES[element]
    return (ulps if element == "f64" else 1) * np.spacing(size.astype(dtype)).astype(np.float64)


@pytest.mark.parametrize("element", ["f32", "f64"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name, element):
    function, ulps = FUNCTIONS[name]
    x = samples(name, np.random.default_rng(len(name))).astype(DTYPES[element])
    x = np.where((x <= 0) & (x == np.trunc(x)), x.dtype.type(0.25), x)
    with mpmath.workdps(40), np.errstate(over="ignore"):
        exact = np.array([float(function(mpmath.mpf(float(v)))) for v in x])
        wanted = exact.astype(DTYPES[element])
    finite = np.isfinite(wanted)
    x, exact, wanted = (np.where(finite, a, a[finite][0]) for a in (x, exact, wanted))
    check(
        f"__nv_{name}{'f' * (element == 'f32')}", element, [x], exact, bounds(name, x, exact, ulps, element)
    )


@pytest.mark.parametrize("element", ["f32", "f64"])
@pytest.mark.parametrize("name", ["jn", "yn"])
def test_orders(name, element):
    function = {"jn": mpmath.besselj, "yn": mpmath.bessely}[name]
    rng = np.random.default_rng(7)
    x = np.resize(np.concatenate([rng.uniform(0.5, 8, 120), rng.uniform(8, 90, 80)]), COUNT).astype(
        DTYPES[element]
    )
    n = rng.integers(-8, 40, COUNT).astype(np.int32)
    with mpmath.workdps(40):
        exact = np.array([float(function(int(k), mpmath.mpf(float(v)))) for k, v in zip(n, x, strict=True)])
    fits = np.abs(exact) < np.finfo(DTYPES[element]).max
    n, x, exact = (np.where(fits, a, a[fits][0]) for a in (n, x, exact))
    check(
        f"__nv_{name}{'f' * (element == 'f32')}", element, [n, x], exact, bounds(name, x, exact, 64, element)
    )


INF, NAN = math.inf, math.nan
ENDS = {
    "tgamma": [(0.0, INF), (-0.0, -INF), (-1.0, NAN), (-INF, NAN), (5.0, 24.0), (-200.5, -0.0), (200.0, INF)],
    "lgamma": [(0.0, INF), (-3.0, INF), (1.0, 0.0), (2.0, 0.0), (-INF, INF), (-1e300, INF), (1e308, INF)],
    "j0": [(0.0, 1.0), (INF, 0.0), (-INF, 0.0), (NAN, NAN)],
    "j1": [(0.0, 0.0), (INF, 0.0), (-INF, 0.0), (NAN, NAN)],
    "y0": [(0.0, -INF), (-1.0, NAN), (INF, 0.0), (NAN, NAN)],
    "y1": [(0.0, -INF), (-1.0, NAN), (INF, 0.0), (1e-310, -INF)],
}


@pytest.mark.parametrize("name", ENDS)
def test_ends(name):
    x, wanted = (np.resize(column, COUNT) for column in np.array(ENDS[name]).T)
    program = Program()
    value = program.op(
        f'tt.extern_elementwise {program.input(x)} {{libname = "", libpath = "", pure = true, symbol = "__nv_{name}"}} '
        f": (tensor<{COUNT}xf64>) -> tensor<{COUNT}xf64>"
    )
    program.expect(value, wanted, 0, signs=name == "tgamma")
    program.check()
