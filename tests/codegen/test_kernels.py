"""Shared-form kernels, compiled and compared with numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from cpu_harness import Program

HERE = Path(__file__).parent


def program(name: str, **replacements: str) -> Program:
    text = (HERE / f"{name}.mlir").read_text()
    for old, new in replacements.items():
        text = text.replace(old, new)
    return Program(text)


@pytest.mark.parametrize("n", [0, 1, 15, 1000, 1024, 1025, 5000])
def test_add(n):
    rng = np.random.default_rng(n)
    x, y = rng.standard_normal((2, n + 1), dtype=np.float32)
    out = np.full(n + 1, 7, np.float32)
    program("add")((-(-n // 1024) or 1,), x, y, out, n)
    np.testing.assert_array_equal(out[:n], (x + y)[:n])
    assert out[n] == 7


@pytest.mark.parametrize("columns", [1, 7, 64, 781, 1024])
def test_softmax(columns):
    rng = np.random.default_rng(columns)
    x = rng.standard_normal((9, columns), dtype=np.float32) * 10
    out = np.zeros_like(x)
    program("softmax")((9,), out, x, columns, columns, columns)
    wide = np.exp((x - x.max(1, keepdims=True)).astype(np.float64))
    np.testing.assert_allclose(out, wide / wide.sum(1, keepdims=True), rtol=2e-6)


@pytest.mark.parametrize("shape", [(64, 64, 32), (128, 192, 96), (70, 33, 45), (1, 1, 1), (65, 130, 31)])
def test_matmul(shape):
    m, n, k = shape
    rng = np.random.default_rng(m)
    a, b = rng.standard_normal((m, k), dtype=np.float32), rng.standard_normal((k, n), dtype=np.float32)
    c = np.zeros((m, n), np.float32)
    program("matmul")((-(-m // 64), -(-n // 64)), a, b, c, m, n, k, k, 1, n, 1, n, 1)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b.astype(np.float64), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("length", [64, 192])
def test_attention(length):
    rng = np.random.default_rng(length)
    q, k, v = rng.standard_normal((3, 2, length, 64), dtype=np.float32)
    out = np.zeros_like(q)
    scale = 1.4426950408889634 / 8
    program("attention")((length // 64, 2), q, k, v, out, scale, length)
    scores = q.astype(np.float64) @ k.astype(np.float64).transpose(0, 2, 1) / 8
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    # the running sum starts at one and is scaled by exp(-inf - m) = 0 in the first turn
    exact = weights / weights.sum(-1, keepdims=True) @ v.astype(np.float64)
    np.testing.assert_allclose(out, exact, rtol=2e-4, atol=2e-6)
