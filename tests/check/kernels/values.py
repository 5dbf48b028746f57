"""Kernels that make what is not finite where ``WRONG``, and not else; the line that does is marked ``# wrong``."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from tests.check.kernels.case import Cases, numbers, ones, zeros

CASES = Cases("values")
case = CASES.case
HUNDREDS = numbers(*[100.0] * 100, dtype=torch.float32)
SIGNED = numbers(4.0, -1.0, 2.0, 9.0, 0.0, 1.0, 3.0, 5.0, dtype=torch.float32)


@case("computes", None, (1,), HUNDREDS, zeros(100), 100, N=128)
@triton.jit
def softmax_without_the_maximum(x, out, n, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i, mask=i < n, other=-float("inf"))
    e = tl.exp(v - (0.0 if WRONG else tl.max(v)))  # wrong
    tl.store(out + i, e / tl.sum(e), mask=i < n)


@case("computes", None, (2,), ones(64), zeros(64), 40, N=32)
@triton.jit
def row_that_is_all_masked(x, out, n, WRONG: tl.constexpr, N: tl.constexpr):
    """A maximum of nothing is -inf, and so is what it is taken from."""
    i = tl.program_id(0) * N + tl.arange(0, N)
    v = tl.load(x + i, mask=(i < n) & ((i < N) | (WRONG == 0)), other=-float("inf"))
    e = tl.exp(v - tl.max(v))  # wrong
    tl.store(out + i, e, mask=i < n)


@case("computes", None, (1,), SIGNED, zeros(8), N=8)
@triton.jit
def root_of_a_negative_number(x, out, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    r = tl.sqrt(v if WRONG else tl.maximum(v, 0.0))  # wrong
    tl.store(out + i, r)


@case("computes", None, (1,), SIGNED, zeros(8), N=8)
@triton.jit
def logarithm_of_zero(x, out, WRONG: tl.constexpr, N: tl.constexpr):
    """In the right twin a select drops what is not finite."""
    i = tl.arange(0, N)
    v = tl.abs(tl.load(x + i))
    y = tl.log(v)  # wrong
    tl.store(out + i, y if WRONG else tl.where(v > 0, y, 0.0))


@case("computes", None, (1,), zeros(100), zeros(1), 100, N=128)
@triton.jit
def norm_of_nothing(x, out, n, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i, mask=i < n, other=0.0)
    y = 1.0 / (tl.sum(v * v) + (0.0 if WRONG else 1e-6))  # wrong
    tl.store(out, y)


@case(
    "computes", None, (1,), numbers(*[300.0] * 64, dtype=torch.float16), zeros(64, dtype=torch.float16), N=64
)
@triton.jit
def square_in_half_precision(x, out, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    s = (v * v * 0.01).to(tl.float16) if WRONG else (v.to(tl.float32) * v * 0.01).to(tl.float16)  # wrong
    tl.store(out + i, s)


@case("computes", None, (1,), ones(64), zeros(64), 1e6, N=64)
@triton.jit
def conversion_that_overflows(x, out, scale, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i) * scale
    h = (v if WRONG else tl.minimum(v, 65504.0)).to(tl.float16)  # wrong
    tl.store(out + i, h.to(tl.float32))


@case("computes", None, (1,), numbers(*[3e38] * 8, dtype=torch.float32), zeros(1), N=8)
@triton.jit
def sum_that_overflows(x, out, WRONG: tl.constexpr, N: tl.constexpr):
    v = tl.load(x + tl.arange(0, N))
    s = tl.sum(v if WRONG else v / N)  # wrong
    tl.store(out, s)


@case("computes", None, (1,), zeros(16, 16), zeros(16, 16), N=16)
@triton.jit
def product_that_overflows(x, out, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)[:, None] * N + tl.arange(0, N)[None, :]
    v = tl.load(x + i) + (1e20 if WRONG else 1e10)
    y = tl.dot(v, v)  # wrong
    tl.store(out + i, y)


@case("computes", None, (1,), zeros(256), 1e-38, N=256)
@triton.jit
def flood_of_denormals(out, scale, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    v = (i + 1).to(tl.float32) * scale
    tl.store(out + i, v * (1e-4 if WRONG else 1e4))  # wrong


@case("computes", None, (1,), zeros(128), 100, N=128)
@triton.jit
def quotient_in_a_loop(out, n, WRONG: tl.constexpr, N: tl.constexpr):
    """In the right twin lanes that the store masks off are not finite."""
    i = tl.arange(0, N)
    total = tl.zeros((N,), tl.float32)
    for k in range(4):
        total += k / (n - i).to(tl.float32)  # wrong
    tl.store(out + i, total, mask=i < n + WRONG)
