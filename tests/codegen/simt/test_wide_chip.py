"""`codegen.simt` makes code for a chip of 64 lanes without tensor cores as well: see `tests/support/wide_chip.py`.

``pytest --target wide`` runs any test of kernels on it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.support import emulated, wide_chip
from tests.support.emulated import Settings
from tests.support.gemm import Gemm

EXAMPLES = Path(__file__).parents[3] / "examples"


def compiled(text: str, warps: int) -> emulated.EmulatedKernel:
    return emulated.compile(text, settings=Settings(num_warps=warps, seed=warps, chip=wide_chip.NAME))


@pytest.mark.parametrize("warps", [1, 2, 4])
def test_sums_over_lanes_and_warps(warps):
    kernel = compiled((EXAMPLES / "softmax.f32.mlir").read_text(), warps)
    x = np.random.default_rng(warps).normal(size=(3, 300)).astype(np.float32)
    out = np.zeros_like(x)
    kernel[3](out, x, x.shape[1], x.shape[1], *x.shape)
    wanted = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    np.testing.assert_allclose(out, wanted / wanted.sum(1, keepdims=True), rtol=1e-5)


@pytest.mark.parametrize("order", ["rr", "cc"])
def test_products_are_multiplied_and_added_up_by_threads(order):
    gemm = Gemm(32, 32, 16, order=order)
    (a, b), wanted = gemm.arrays(40, 56, 40)
    out = np.full(wanted.shape, 7, np.float32)
    kernel = compiled(gemm.text(), 2)
    assert "mma" not in emulated.lowered(gemm.text(), "k", None, True, Settings(2, chip=wide_chip.NAME)).text
    kernel[(2, 2)](a, b, out, 40, 56, 40, a.shape[1], b.shape[1])
    np.testing.assert_array_equal(out, wanted)
