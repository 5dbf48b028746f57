"""Kernels whose results are made of what nobody has written where ``WRONG``, and not else."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

import triton_shared
from tests.check.kernels.case import Cases, Make, numbers, ones, zeros

CASES = Cases("initialised")
case = CASES.case


def empty(*shape: int, dtype: torch.dtype = torch.float32) -> Make:
    """A tensor that nobody has written."""
    return lambda wrong: triton_shared.uninitialised(torch.zeros(shape, dtype=dtype))


@case("reads", "out", (1,), ones(100), zeros(1), 100, N=128)
@triton.jit
def sum_of_masked_lanes(x, out, n, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i, mask=i < n)  # wrong
    tl.store(out, tl.sum(v if WRONG else tl.where(i < n, v, 0.0)))


@case("reads", "out", (1,), ones(100), zeros(1), 100, N=128)
@triton.jit
def maximum_of_masked_lanes(x, out, n, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i, mask=i < n) if WRONG else tl.load(x + i, mask=i < n, other=0.0)  # wrong
    tl.store(out, tl.max(v))


@case("reads", "out", (1,), ones(20, 16), ones(20, 16), zeros(16, 16), N=32, B=16)
@triton.jit
def product_of_masked_rows(a, b, out, WRONG: tl.constexpr, N: tl.constexpr, B: tl.constexpr):
    r, i = tl.arange(0, N), tl.arange(0, B)
    at = r[:, None] * B + i
    x = tl.load(a + at, mask=r[:, None] < 20, other=1.0)
    kept = r[:, None] < 20
    y = tl.load(b + at, mask=kept) if WRONG else tl.load(b + at, mask=kept, other=0.0)  # wrong
    tl.store(out + i[:, None] * B + i, tl.dot(tl.trans(x), y))


@case("reads", "out", (1,), numbers(3, 1, 2), zeros(8, dtype=torch.int32), N=8)
@triton.jit
def address_of_masked_lanes(at, out, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    k = tl.load(at + i, mask=i < 3)  # wrong
    tl.store(out + i, k.to(tl.int32), mask=(i < 3) | (WRONG & (i < 5)))


@case("reads", "out", (4,), empty(512), zeros(512), 500, N=128)
@triton.jit
def memory_that_nobody_wrote(x, out, n, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    if not WRONG:
        tl.store(x + i, 2.0)
        tl.debug_barrier()
    v = tl.load(x + i)  # wrong
    tl.store(out + i, v, mask=i < n)


@case("reads", "out", (1,), empty(128), zeros(128), 100, N=128)
@triton.jit
def last_elements_that_nobody_wrote(x, out, n, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(x + i, 1.0, mask=i < n - WRONG)
    tl.debug_barrier()
    v = tl.load(x + i, mask=i < n, other=0.0)  # wrong
    tl.store(out + i, v, mask=i < n)


@case("reads", "total", (4,), ones(512), empty(128), N=128)
@triton.jit
def accumulator_that_is_not_zero(x, total, WRONG: tl.constexpr, N: tl.constexpr):
    """The right twin stores to what nobody has written, and reads none of it."""
    i = tl.arange(0, N)
    p = tl.program_id(0)
    v = tl.load(x + p * N + i)
    if WRONG:
        tl.atomic_add(total + i, v)  # wrong
    elif p == 0:
        tl.store(total + i, v)


@case("reads", "out", (1,), ones(20, 30), zeros(32), 20, 30, B=32)
@triton.jit
def block_without_padding(x, out, m, n, WRONG: tl.constexpr, B: tl.constexpr):
    """Columns are summed over rows that are not there."""
    p = tl.make_block_ptr(x, (m, n), (n, 1), (0, 0), (B, B), (1, 0))
    v = tl.load(p, boundary_check=(0, 1))  # wrong
    if not WRONG:
        v = tl.load(p, boundary_check=(0, 1), padding_option="zero")
    tl.store(out + tl.arange(0, B), tl.sum(v, 0))


@case("reads", "out", (1,), ones(20, 30), zeros(1), 20, 30, B=32)
@triton.jit
def maximum_of_a_block_without_padding(x, out, m, n, WRONG: tl.constexpr, B: tl.constexpr):
    p = tl.make_block_ptr(x, (m, n), (n, 1), (0, 0), (B, B), (1, 0))
    v = tl.load(p, boundary_check=(0, 1))  # wrong
    if not WRONG:
        kept = (tl.arange(0, B) < m)[:, None] & (tl.arange(0, B) < n)[None, :]
        v = tl.where(kept, v, 0.0)
    tl.store(out, tl.max(v))


@case("reads", "out", (1,), empty(1, dtype=torch.int32), zeros(8), N=8)
@triton.jit
def branch_on_what_nobody_wrote(flag, out, WRONG: tl.constexpr, N: tl.constexpr):
    """Few bytes, all numbers above zero of which the branch takes alike."""
    if not WRONG:
        tl.store(flag, 1)
        tl.debug_barrier()
    if tl.load(flag) >= 0:  # wrong
        tl.store(out + tl.arange(0, N), 1.0)


@case("reads", "out", (1,), empty(3, dtype=torch.int8), zeros(3, dtype=torch.int32))
@triton.jit
def flag_that_is_no_zero(flag, out, WRONG: tl.constexpr):
    for k in range(3):
        if not WRONG:
            tl.store(flag + k, 0)
            tl.debug_barrier()
        if tl.load(flag + k) != 0:  # wrong
            tl.store(out + k, 1)


@case("reads", "out", (1,), ones(16, 20), ones(20, 16), zeros(16, 16), 20, N=32, B=16)
@triton.jit
def product_of_two_tails(a, b, out, k, WRONG: tl.constexpr, N: tl.constexpr, B: tl.constexpr):
    """Nothing where one of them is zero."""
    i, r = tl.arange(0, B), tl.arange(0, N)
    x = tl.load(a + i[:, None] * k + r, mask=r < k)  # wrong
    kept = r[:, None] < k
    y = tl.load(b + r[:, None] * B + i, mask=kept)
    y = y if WRONG else tl.where(kept, y, 0.0)
    x = x if WRONG else tl.where(r < k, x, 0.0)
    tl.store(out + i[:, None] * B + i, tl.dot(x, y))


@case("reads", "out", (1,), ones(20), ones(20), zeros(1, dtype=torch.int32), 20, N=32)
@triton.jit
def two_flags_of_masked_lanes(a, b, out, n, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(a + i, mask=i < n)  # wrong
    both = (x > 0) & (tl.load(b + i, mask=i < n) > 0)
    tl.store(out, tl.sum((both if WRONG else both & (i < n)).to(tl.int32)))


@case("reads", "out", (1,), ones(20), zeros(1, dtype=torch.int32), 20, N=32)
@triton.jit
def masked_lanes_above_a_great_number(x, out, n, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    above = tl.load(x + i, mask=i < n) > 1000.0  # wrong
    tl.store(out, tl.sum((above if WRONG else above & (i < n)).to(tl.int32)))


@case("reads", "out", (1,), empty(21, dtype=torch.int32), zeros(32, dtype=torch.int32), 20, N=32)
@triton.jit
def last_of_the_offsets(at, out, n, WRONG: tl.constexpr, N: tl.constexpr):
    """n + 1 offsets, of which n are written: too few bytes are left to fill a row of the pattern."""
    i = tl.arange(0, N)
    tl.store(at + i, i * 2, mask=i < n + 1 - WRONG)
    tl.debug_barrier()
    begins, ends = tl.load(at + i, mask=i < n, other=0), tl.load(at + i + 1, mask=i < n, other=0)  # wrong
    tl.store(out + i, ends - begins, mask=i < n)


@case("reads", "out", (1,), empty(64), zeros(64), N=64)
@triton.jit
def every_other_element(x, out, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(x + i, 1.0, mask=(i % 2 == 0) | (not WRONG))
    tl.debug_barrier()
    tl.store(out + i, tl.load(x + i))  # wrong
