"""Kernels give the same bits whatever number of threads runs their grid, and however often."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import triton_shared

KERNELS = Path(__file__).parents[1] / "codegen"
RNG = np.random.default_rng(0)


def random(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape, dtype=np.float32)


def matmul(kernel: triton_shared.Kernel) -> list[np.ndarray]:
    c = np.zeros((M, N), np.float32)
    kernel[(-(-M // 64), -(-N // 64))](A, B, c, M, N, K, K, 1, N, 1, N, 1)
    return [c]


def softmax(kernel: triton_shared.Kernel) -> list[np.ndarray]:
    out = np.zeros_like(X)
    kernel[(len(X),)](out, X, *[X.shape[1]] * 3)
    return [out]


def layer_norm(kernel: triton_shared.Kernel) -> list[np.ndarray]:
    out, mean, rstd = np.zeros_like(X), np.zeros(len(X), np.float32), np.zeros(len(X), np.float32)
    kernel[(len(X),)](X, out, W, BIAS, mean, rstd, X.shape[1], X.shape[1], 1e-5)
    return [out, mean, rstd]


def attention(kernel: triton_shared.Kernel) -> list[np.ndarray]:
    out = np.zeros_like(Q)
    kernel[(Q.shape[1] // 64, len(Q))](Q, KEYS, V, out, 0.125, Q.shape[1])
    return [out]


M, N, K = 330, 257, 129
A, B = random(M, K), random(K, N)
X, W, BIAS = random(500, 781), random(781), random(781)
Q, KEYS, V = random(3, 8, 256, 64)


@pytest.mark.parametrize("name, run", [(f.__name__, f) for f in (matmul, softmax, layer_norm, attention)])
def test_threads_do_not_change_results(name: str, run: Callable[[triton_shared.Kernel], list[np.ndarray]]):
    text = (KERNELS / f"{name}.mlir").read_text()
    want = [array.tobytes() for array in run(triton_shared.compile(text, num_threads=1))]
    for threads in (2, 3, 16):
        kernel = triton_shared.compile(text, num_threads=threads)
        for _ in range(5):
            assert [array.tobytes() for array in run(kernel)] == want
