"""What `tl.range` says besides its bounds: results are the same, and a loop that asks for it has a producer on GPUs."""

from __future__ import annotations

import pytest

pytest.importorskip("triton", reason="Triton's front end makes the kernels' Triton IR")

import numpy as np
import torch
import triton
import triton.language as tl

from tests.differential.harness import triton_ir
from tests.support import emulated
from tests.support.emulated import Settings

RULE = Settings(tensor_copies=None, warp_specialize=None, persistent=None)


@triton.jit
def with_product(total, a, b, rows, k, columns, M, K, N: tl.constexpr):
    """``total`` and the product of ``rows`` and ``columns``, for the places ``k`` along K."""
    x = tl.load(a + rows[:, None] * K + k[None, :], (rows[:, None] < M) & (k[None, :] < K), 0.0)
    y = tl.load(b + k[:, None] * N + columns[None, :], k[:, None] < K, 0.0)
    return tl.dot(x, y, total)


@triton.jit
def one_loop(a, b, c, M, K, N: tl.constexpr, BM: tl.constexpr, BK: tl.constexpr):
    rows, columns, inner = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, N), tl.arange(0, BK)
    total = tl.zeros((BM, N), tl.float32)
    for at in tl.range(
        0,
        K,
        BK,
        3,
        disallow_acc_multi_buffer=True,
        warp_specialize=True,
        disable_licm=True,
        loop_unroll_factor=2,
    ):
        total = with_product(total, a, b, rows, at + inner, columns, M, K, N)
    tl.store(c + rows[:, None] * N + columns[None, :], total, rows[:, None] < M)


@triton.jit
def tiles(a, b, c, M, K, N: tl.constexpr, BM: tl.constexpr, BK: tl.constexpr):
    columns, inner = tl.arange(0, N), tl.arange(0, BK)
    for tile in tl.range(
        tl.program_id(0),
        tl.cdiv(M, BM),
        tl.num_programs(0),
        flatten=True,
        warp_specialize=True,
        disable_licm=True,
    ):
        rows = tile * BM + tl.arange(0, BM)
        total = tl.zeros((BM, N), tl.float32)
        for at in range(0, K, BK):
            total = with_product(total, a, b, rows, at + inner, columns, M, K, N)
        tl.store(c + rows[:, None] * N + columns[None, :], total, rows[:, None] < M)


@triton.jit
def no_product(a, b, c, M, K, N: tl.constexpr, BM: tl.constexpr, BK: tl.constexpr):
    """Columns of ``a @ b`` as sums: nothing is staged."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.arange(0, N)
    total = tl.zeros((BM, N), tl.float32)
    for k in tl.range(0, K, warp_specialize=True, loop_unroll_factor=2, num_stages=4):
        x = tl.load(a + rows * K + k, rows < M, 0.0).to(tl.float32)
        total += x[:, None] * tl.load(b + k * N + columns).to(tl.float32)[None, :]
    tl.store(c + rows[:, None] * N + columns[None, :], total, rows[:, None] < M)


def arguments(m: int = 136, k: int = 80, n: int = 32) -> tuple[list, np.ndarray]:
    rng = np.random.default_rng(3)
    a, b = (rng.integers(-2, 3, shape).astype(np.float16) for shape in ((m, k), (k, n)))
    return [a, b, np.zeros((m, n), np.float32), m, k], a.astype(np.float32) @ b


KERNELS = {one_loop: True, tiles: True, no_product: False}


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_results_are_the_same_on_a_cpu(kernel):
    (a, b, c, *sizes), wanted = arguments()
    out = torch.from_numpy(c)
    kernel[3,](torch.from_numpy(a), torch.from_numpy(b), out, *sizes, 32, 64, 32)
    np.testing.assert_array_equal(out, wanted)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_a_loop_that_asks_for_it_has_a_producer(kernel):
    values, wanted = arguments()
    text, _ = triton_ir(kernel, dict(zip(kernel.arg_names, (*values, 32, 64, 32), strict=True)))
    assert "tt.warp_specialize" in text
    lowered = emulated.lowered(text, "k", None, True, RULE)
    assert (lowered.threads > lowered.target.threads) == KERNELS[kernel]
    emulated.compile(text, settings=RULE)[(3,)](*values)
    np.testing.assert_array_equal(values[2], wanted)
