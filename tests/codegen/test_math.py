"""The polynomials of `codegen/llvm/elementary_functions.py` against float64, over the whole range of f32."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import triton_shared

TEXT = (Path(__file__).parent / "elementwise.mlir").read_text()
BLOCK = 256
ORACLES = {
    "exp": np.exp,
    "exp2": np.exp2,
    "log": np.log,
    "log2": np.log2,
    "tanh": np.tanh,
    "erf": np.vectorize(math.erf, otypes=[np.float64]),
}


def samples(name: str) -> np.ndarray:
    """Every 4099th float, a dense range around the interesting arguments, and the special ones."""
    some = np.arange(0, 1 << 32, 4099 if name != "erf" else 40009, dtype=np.uint32).view(np.float32)
    dense = np.linspace(-110, 110, 200_001, dtype=np.float32)
    near = np.linspace(-4.2, 4.2, 100_001, dtype=np.float32)
    one = 1 + np.linspace(-1e-3, 1e-3, 10_001, dtype=np.float32)
    special = np.array(
        [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 1.17549435e-38, 88.72284, -103.97], np.float32
    )
    every = np.concatenate([some, dense, near, one, special])
    return np.concatenate([every, np.zeros(-len(every) % BLOCK, np.float32)])


def ulps(actual: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """Distance in units of the last place of the f32 nearest to ``exact``."""
    with np.errstate(over="ignore"):
        nearest = exact.astype(np.float32)
    unit = np.spacing(np.abs(nearest)).astype(np.float64)
    return np.abs(actual.astype(np.float64) - exact) / unit


@pytest.mark.parametrize("name", ORACLES)
def test_function(name):
    x = samples(name)
    y = np.empty_like(x)
    triton_shared.compile(TEXT.replace("FUNCTION", f"math.{name}"))[(len(x) // BLOCK,)](x, y)
    with np.errstate(all="ignore"):
        exact = ORACLES[name](x.astype(np.float64))
        nearest = exact.astype(np.float32)
        finite = np.isfinite(nearest)
        worst = ulps(y[finite], exact[finite])
    np.testing.assert_array_equal(y[~finite], nearest[~finite])
    assert worst.max() <= 2, (worst.max(), x[finite][worst.argmax()])
    zero = nearest == 0
    np.testing.assert_array_equal(np.signbit(y[zero]), np.signbit(nearest[zero]))
    print(name, worst.max())
