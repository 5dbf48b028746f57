"""Kernels whose programs race where ``WRONG``, and not else; the line that writes is marked ``# wrong``."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from tests.check.kernels.case import Cases, Make, numbers, ones, zeros

CASES = Cases("races")
case = CASES.case


def halves(overlap: int) -> tuple[Make, Make]:
    """Two views of one tensor, of 64 elements each; where it is wrong they share ``overlap``."""
    kept: list[torch.Tensor] = []

    def first(wrong: bool) -> torch.Tensor:
        kept[:] = [torch.ones(128)]
        return kept[0][:64]

    return first, lambda wrong: kept[0][64 - overlap * wrong :][:64]


@case("writes", "out", (8,), ones(1000), ones(1000), 1000, BLOCK=128)
@triton.jit
def blocks_that_overlap(x, out, n, WRONG: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * (BLOCK - WRONG) + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n), mask=i < n)  # wrong


@case("writes", "x", (8,), ones(1000), 1000, BLOCK=128)
@triton.jit
def neighbour_in_place(x, n, WRONG: tl.constexpr, BLOCK: tl.constexpr):
    """Reads what the next program writes."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + (i + WRONG) % n, mask=i < n)
    tl.store(x + i, v + 1, mask=i < n)  # wrong


@case("writes", "out", (4,), ones(4, 64), zeros(1), N=64)
@triton.jit
def sum_without_atomics(x, out, WRONG: tl.constexpr, N: tl.constexpr):
    total = tl.sum(tl.load(x + tl.program_id(0) * N + tl.arange(0, N)))
    if WRONG:
        tl.store(out, tl.load(out) + total)  # wrong
    else:
        tl.atomic_add(out, total)


@case("writes", "x", (4,), zeros(64), numbers(0), N=64)
@triton.jit
def lock_that_nobody_takes(x, lock, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    if not WRONG:
        while tl.atomic_cas(lock, 0, 1) == 1:
            pass
    tl.store(x + i, tl.load(x + i) + 1)  # wrong
    if not WRONG:
        tl.atomic_xchg(lock, 0)


@case("writes", "part", (8,), ones(512), zeros(8), numbers(0), zeros(1), G=8, N=64)
@triton.jit
def last_program_of_a_relaxed_counter(
    x, part, count, out, WRONG: tl.constexpr, G: tl.constexpr, N: tl.constexpr
):
    p = tl.program_id(0)
    tl.store(part + p, tl.sum(tl.load(x + p * N + tl.arange(0, N))))  # wrong
    before = tl.atomic_add(count, 1, sem="relaxed") if WRONG else tl.atomic_add(count, 1)
    if before == G - 1:
        tl.store(out, tl.sum(tl.load(part + tl.arange(0, G))))


@case("updates", "count", (8,), numbers(0), zeros(8, dtype=torch.int32))
@triton.jit
def counter_that_is_read(count, out, WRONG: tl.constexpr):
    old = tl.atomic_add(count, 1)  # wrong
    if WRONG:
        old = tl.load(count)
    tl.store(out + tl.program_id(0), old if WRONG else 1)


@case("updates", "bins", (4,), zeros(16, dtype=torch.int32), N=16)
@triton.jit
def scope_of_a_block(bins, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    if WRONG:
        tl.atomic_add(bins + i, 1, scope="cta")  # wrong
    else:
        tl.atomic_add(bins + i, 1)


@case("writes", "y", (4,), *halves(8), N=16)
@triton.jit
def arguments_that_overlap(x, y, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    tl.store(y + i, tl.load(x + i))  # wrong


@case("writes", "out", (4,), numbers(0, 5, 9, 13, 20, 21, 22, 5), zeros(32), N=2)
@triton.jit
def scatter_of_equal_indices(at, out, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    k = tl.load(at + i)
    tl.store(out + k, 1.0, mask=(i < 7) | WRONG)  # wrong


@case("writes", "out", (2, 3), zeros(32, 48), M=16, N=16)
@triton.jit
def tiles_of_a_wrong_axis(out, WRONG: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    i = tl.program_id(0) * M + tl.arange(0, M)
    j = (0 if WRONG else tl.program_id(1)) * N + tl.arange(0, N)
    tl.store(out + i[:, None] * 48 + j, 1.0)  # wrong


@case("writes", "x", (1, 4), ones(24, 24), N=32, ROWS=8)
@triton.jit
def transposed_in_place(x, WRONG: tl.constexpr, N: tl.constexpr, ROWS: tl.constexpr):
    i, j = tl.program_id(1) * ROWS + tl.arange(0, ROWS)[:, None], tl.arange(0, N)[None, :]
    mask = (i < 24) & (j < 24)
    v = tl.load(x + i * 24 + j, mask=mask)
    tl.store(x + (j * 24 + i if WRONG else i * 24 + j), v, mask=mask)  # wrong


@case("writes", "out", (3,), zeros(40), numbers(0, 12, 24), N=16)
@triton.jit
def segments_without_ends(out, begins, WRONG: tl.constexpr, N: tl.constexpr):
    """Segments of twelve are written in blocks of sixteen."""
    i = tl.arange(0, N)
    tl.store(out + tl.load(begins + tl.program_id(0)) + i, 1.0, mask=(i < 12) | WRONG)  # wrong


@case("computes", None, (1,), numbers(*range(256)), zeros(256, dtype=torch.int32), N=16)
@triton.jit
def tile_of_one_axis(x, out, WRONG: tl.constexpr, N: tl.constexpr):
    """A transpose of a square tile that takes the same axis twice: all rows are written to one."""
    i, j = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    v = tl.load(x + i * N + j)
    tl.store(out + j * N + (j + 0 * i if WRONG else i), v)  # wrong


@case(
    "computes",
    None,
    (2,),
    numbers(*range(256), dtype=torch.float32),
    zeros(256),
    lambda wrong: 16 - 8 * wrong,
)
@triton.jit
def rows_that_are_too_near(x, out, stride, WRONG: tl.constexpr):
    """The right twin stores equal numbers to one address, too, in lanes of another store."""
    p = tl.program_id(0)
    i, j = tl.arange(0, 8)[:, None], tl.arange(0, 16)[None, :]
    v = tl.load(x + p * 128 + i * 16 + j)
    tl.store(out + p * 128 + i * stride + j, v)  # wrong
    tl.store(out + p * 128 + j % 8 + 0 * i, j % 8 + 0.0 * i)


@case("computes", None, (1,), numbers(0, 3, 1, 3, dtype=torch.int64), zeros(64, dtype=torch.float16), N=16)
@triton.jit
def equal_rows_of_a_block(at, out, WRONG: tl.constexpr, N: tl.constexpr):
    """In the right twin a mask keeps one of two equal rows."""
    i, j = tl.arange(0, 4)[:, None], tl.arange(0, N)[None, :]
    row = tl.load(at + i)
    tl.store(out + row * N + j, (i + j).to(tl.float16), mask=(i != 1) | WRONG)  # wrong
