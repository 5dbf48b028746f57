"""Vectors divided by one number, by products and sums: the same bits as division, whatever is divided."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from triton_shared.codegen.cpu import reciprocals
from triton_shared.codegen.cpu.target import CpuTarget

N, ROWS = 1024, 512

TEXT = f"""
tt.func public @divided(%x: !tt.ptr<f32>, %s: !tt.ptr<f32>, %y: !tt.ptr<f32>) {{
  %p = tt.get_program_id x : i32
  %n = arith.constant {N} : i32
  %start = arith.muli %p, %n : i32
  %i = tt.make_range {{start = 0 : i32, end = {N} : i32}} : tensor<{N}xi32>
  %b = tt.splat %start : i32 -> tensor<{N}xi32>
  %at = arith.addi %b, %i : tensor<{N}xi32>
  %sp = tt.addptr %s, %p : !tt.ptr<f32>, i32
  %d = tt.load %sp : !tt.ptr<f32>
  %ds = tt.splat %d : f32 -> tensor<{N}xf32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<{N}x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %at : tensor<{N}x!tt.ptr<f32>>, tensor<{N}xi32>
  %v = tt.load %xp : tensor<{N}x!tt.ptr<f32>>
  %q = arith.divf %v, %ds : tensor<{N}xf32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<{N}x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %at : tensor<{N}x!tt.ptr<f32>>, tensor<{N}xi32>
  tt.store %yp, %q : tensor<{N}x!tt.ptr<f32>>
  tt.return
}}
"""

ONE = 127 << 23


def fractions(rng: np.random.Generator, size: int) -> np.ndarray:
    """Numbers from 1 to 2."""
    return (ONE + rng.integers(0, 1 << 23, size)).astype(np.int32).view(np.float32)


def anything(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """All bits by chance: tiny and huge numbers, infinities and NaNs among them."""
    x, s = (rng.integers(0, 1 << 32, size, dtype=np.uint64).astype(np.uint32) for size in (ROWS * N, ROWS))
    return x.view(np.float32), s.view(np.float32)


def ordinary(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Numbers like those of a softmax."""
    return fractions(rng, ROWS * N), fractions(rng, ROWS)


def extremes(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Fractions that are next to a power of two, on either side."""
    x, s = (
        (ONE + rng.integers(-64, 64, size)).astype(np.int32).view(np.float32) for size in (ROWS * N, ROWS)
    )
    return x, s


def halfway(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Quotients as near to the middle of two neighbours as there are: 2^25 x = m s - d for odd m and the smallest d."""
    s = rng.integers(1 << 22, 1 << 23, ROWS) * 2 + 1
    inverse = s.copy()
    for _ in range(5):
        inverse = inverse * (2 - s * inverse) % (1 << 25)
    d = np.arange(-N, N, 2) + 1
    m = np.outer(inverse, d) % (1 << 25)
    x = (m * s[:, None] - d) >> 25
    return x.ravel().astype(np.float32), s.astype(np.float32)


def bounds(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Magnitudes next to those from which on numbers are tiny or huge, of either sign, and zeros."""

    def near(exponent: int, size: int) -> np.ndarray:
        powers = rng.choice([-exponent, exponent], size).astype(np.float64)
        off = 1 + rng.integers(-4, 5, size) * 2.0**-24
        return (2.0**powers * off * rng.choice([-1, 0, 1], size)).astype(np.float32)

    return near(reciprocals.DIVIDENDS, ROWS * N), near(reciprocals.DIVISORS, ROWS)


@pytest.mark.parametrize("numbers", [anything, ordinary, extremes, halfway, bounds])
def test_quotients(monkeypatch, tmp_path, numbers):
    monkeypatch.setattr(CpuTarget, "divides_slowly", property(lambda _: True))
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))
    kernel = triton_shared.compile(TEXT)
    x, s = numbers(np.random.default_rng(0))
    y = np.empty_like(x)
    kernel[(ROWS,)](x, s, y)
    with np.errstate(all="ignore"):
        want = x / np.repeat(s, N)
    both_nan = np.isnan(y) & np.isnan(want)
    np.testing.assert_array_equal(y.view(np.uint32)[~both_nan], want.view(np.uint32)[~both_nan])
