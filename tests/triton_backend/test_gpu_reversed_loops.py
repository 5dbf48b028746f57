"""Loops that go through memory from its end are copied by TMA as those that go the other way."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("triton", reason="Triton's front end makes the kernels' Triton IR")

import triton
import triton.language as tl

from tests.differential.harness import triton_ir
from tests.support import emulated


@triton.jit
def product(a, b, o, depth, K: tl.constexpr, BY: tl.constexpr):
    m, k = tl.arange(0, 64), tl.arange(0, K)
    total = tl.zeros((64, 64), tl.float32)
    for turn in range(0, depth, BY):
        first = depth - BY - turn if BY == K else (depth - 1 - turn) * K
        x = tl.load(a + m[:, None] * 256 + (first + k)[None, :])
        y = tl.load(b + (first + k)[:, None] * 64 + m[None, :])
        total = tl.dot(x, y, total * 0.5)
    tl.store(o + m[:, None] * 64 + m[None, :], total)


@pytest.mark.parametrize("warp_specialize", [False, True], ids=["", "producer"])
@pytest.mark.parametrize("by", [1, 64], ids=["numbers", "elements"])
def test_steps_may_be_negative(warp_specialize, by):
    rng = np.random.default_rng(by)
    a, b = (rng.integers(-4, 5, shape).astype(np.float16) for shape in ((64, 256), (256, 64)))
    for turns in (0, 1, 2, 4):
        o = np.full((64, 64), 7, np.float32)
        given = [a, b, o, turns * by, 64, by]
        text, taken = triton_ir(product, dict(zip(product.arg_names, given, strict=True)))
        options = {"tensor_copies": True, "warp_specialize": warp_specialize, "persistent": False}
        kernel = emulated.compile(text, settings=emulated.Settings(**options))
        kernel[(1,)](*taken)
        assert turns < 2 or len(kernel._maps) == 3  # with that of what is stored
        expected = np.zeros((64, 64), np.float32)
        for turn in reversed(range(turns)):
            part = slice(turn * 64, turn * 64 + 64)
            expected = expected / 2 + a[:, part].astype(np.float32) @ b[part].astype(np.float32)
        np.testing.assert_array_equal(o, expected)
