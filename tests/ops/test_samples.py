"""What Triton makes of sort, topk and flip: many reshapes, of up to ten dimensions, and xors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import triton_shared

SAMPLES = Path(__file__).parents[1] / "ttir" / "3.9"
X = np.random.default_rng(0).standard_normal(128).astype(np.float32)


@pytest.mark.parametrize(
    ("name", "source", "wanted"),
    [
        ("sort", X[:8], np.sort(X[:8])[::-1]),
        ("topk", X[:16], np.sort(X[:16])[:-5:-1]),
        ("flip", X, X.reshape(16, 8)[:, ::-1].ravel()),
    ],
)
def test_sample(name, source, wanted):
    target = np.zeros_like(wanted)
    triton_shared.compile(SAMPLES / f"{name}.mlir")[(1,)](source, target)
    np.testing.assert_array_equal(target, wanted)
