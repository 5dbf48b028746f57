"""Elementary functions and their oracles: one kernel a function, and the distance from the exact result in ulps."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np

import triton_shared

TEXT = Path(__file__).with_name("elementwise.mlir").read_text(encoding="utf-8")
BLOCK = 256

#: name of the op of math -> the function, in the type of its argument
ORACLES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "acos": np.arccos,
    "acosh": np.arccosh,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "atanh": np.arctanh,
    "cbrt": np.cbrt,
    "cos": np.cos,
    "cosh": np.cosh,
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "log": np.log,
    "log10": np.log10,
    "log1p": np.log1p,
    "log2": np.log2,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sin": np.sin,
    "sinh": np.sinh,
    "sqrt": np.sqrt,
    "tan": np.tan,
    "tanh": np.tanh,
}
#: those of which only f64 is known here, one number at a time
SLOW = {name: np.vectorize(getattr(math, name), otypes=[np.float64]) for name in ("erf", "erfc")}


def kernel(name: str, element: str = "f32") -> triton_shared.Kernel:
    """``y[i] = name(x[i])`` of blocks of `BLOCK` elements."""
    return triton_shared.compile(TEXT.replace("FUNCTION", f"math.{name}").replace("f32", element))


def computed(launch: triton_shared.Kernel, x: np.ndarray) -> np.ndarray:
    """What the `kernel` ``launch`` makes of ``x``."""
    whole = np.concatenate([x, np.zeros(-len(x) % BLOCK, x.dtype)])
    y = np.empty_like(whole)
    launch[(len(whole) // BLOCK,)](whole, y)
    return y[: len(x)]


def worst(name: str, x: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """The largest distance of ``y`` from the function of ``x``, in units of the last place, and where it is.

    Raises AssertionError where an infinity, a NaN or the sign of a zero is wrong.
    """
    wide = np.float64 if x.dtype == np.float32 else np.longdouble
    with np.errstate(all="ignore"):
        exact = {**ORACLES, **SLOW}[name](x.astype(wide))
        nearest = exact.astype(x.dtype)
        finite = np.isfinite(nearest)
        unit = np.spacing(np.abs(nearest[finite]))
        distance = np.abs((y[finite].astype(wide) - exact[finite]) / unit)
    np.testing.assert_array_equal(y[~finite], nearest[~finite])
    zero = nearest == 0
    np.testing.assert_array_equal(np.signbit(y[zero]), np.signbit(nearest[zero]))
    if not len(distance):
        return 0.0, float(x[0])
    at = int(distance.argmax())
    return float(distance[at]), float(x[finite][at])
