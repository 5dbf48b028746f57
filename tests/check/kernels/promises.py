"""Kernels that break what they promise where ``WRONG``, and not else; the line that does is marked ``# wrong``."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from tests.check.kernels.case import Cases, numbers, ones, zeros

CASES = Cases("promises")
case = CASES.case


@case("computes", None, (4,), ones(512), 200, N=128)
@triton.jit
def assumed_and_not_so(x, n, WRONG: tl.constexpr, N: tl.constexpr):
    tl.assume(n > 100 + 100 * WRONG)  # wrong
    tl.store(x + tl.program_id(0) * N + tl.arange(0, N), 1.0)


@case("computes", None, (4,), ones(512), ones(512), 0, N=128)
@triton.jit
def rows_of_no_columns(x, out, columns, WRONG: tl.constexpr, N: tl.constexpr):
    """The right twin divides in lanes alone that its mask switches off."""
    i = tl.program_id(0) * N + tl.arange(0, N)
    row = i // columns  # wrong
    tl.store(
        out + i, tl.load(x + row, mask=columns > 0, other=0.0), mask=(columns > 0) | (WRONG & (row == 0))
    )


@case("computes", None, (1,), numbers(4, 0, 2, 1), numbers(9, 8, 7, 6), N=4)
@triton.jit
def remainder_of_data(by, out, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    d = tl.load(by + i)
    r = tl.load(out + i) % d  # wrong
    tl.store(out + i, r if WRONG else tl.where(d != 0, r, 0))


@case("computes", None, (3,), zeros(3, dtype=torch.int32), 0)
@triton.jit
def scalar_divided(out, n, WRONG: tl.constexpr):
    p = tl.program_id(0)
    tl.store(out + p, p // (n if WRONG else tl.maximum(n, 1)))  # wrong


@case("computes", None, (1,), zeros(64, dtype=torch.int32), N=64)
@triton.jit
def shift_of_all_bits(out, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    v = 1 << (i if WRONG else i % 32)  # wrong
    tl.store(out + i, v)


@case("computes", None, (1,), numbers(3, -1, 8, 5), N=4)
@triton.jit
def shift_by_a_negative_number(x, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    by = tl.load(x + i)
    by = by if WRONG else tl.maximum(by, 0)
    tl.store(x + i, 256 >> by)  # wrong


@case("computes", None, (2,), ones(4), 1 << 30)
@triton.jit
def scalar_offset_that_wraps(x, stride, WRONG: tl.constexpr):
    p = tl.program_id(0) + 4
    o = p * stride if WRONG else p.to(tl.int64) * stride  # wrong
    tl.store(x + tl.program_id(0), 1.0, mask=tl.load(x + o, mask=o < 0, other=0.0) == 0.0)


@case("computes", None, (1,), ones(64), ones(64), 1 << 27, N=64)
@triton.jit
def offsets_that_wrap(x, out, stride, WRONG: tl.constexpr, N: tl.constexpr):
    """The lanes that wrap are masked off in the right twin."""
    i = tl.arange(0, N)
    o = i * stride  # wrong
    v = tl.load(x + o, mask=(i == 0) | (WRONG & (i == 32)), other=0.0)
    tl.store(out + i, v)


@case("computes", None, (4,), ones(512), 3, N=128)
@triton.jit
def blocks_of_no_multiple(x, first, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N) + first * WRONG  # wrong
    i = tl.max_contiguous(tl.multiple_of(i, 16), 16)
    tl.store(x + i, 1.0, mask=i < 512)


@case("computes", None, (2,), ones(512), N=128)
@triton.jit
def neighbours_that_are_none(x, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.program_id(0) * N * 2 + tl.arange(0, N) * (2 if WRONG else 1)  # wrong
    i = tl.max_contiguous(i, 16)
    tl.store(x + i, 1.0)


@case("computes", None, (4,), ones(512), 20, lambda wrong: 4 + wrong, N=16)
@triton.jit
def stride_of_no_multiple(x, stride, more, WRONG: tl.constexpr, N: tl.constexpr):
    s = stride + more  # wrong
    s = tl.multiple_of(s, 8)
    tl.store(x + tl.program_id(0) * s + tl.arange(0, N), 1.0)


@case("computes", None, (1,), ones(64, 64), 64, M=16, N=16)
@triton.jit
def columns_of_a_transposed_block(x, stride, WRONG: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    rows, columns = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    i = rows + columns * stride if WRONG else rows * stride + columns  # wrong
    i = tl.max_contiguous(i, [1, 16])
    tl.store(x + i, 1.0)


@case("computes", None, (1,), ones(64, 72), lambda wrong: 72 - wrong * 4, M=16, N=16)
@triton.jit
def rows_of_no_multiple(x, stride, WRONG: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None] * stride + tl.arange(0, N)[None, :]  # wrong
    i = tl.multiple_of(i, [1, 8])
    tl.store(x + i, 1.0)


@case("computes", None, (1,), ones(64, 64), 64, M=16, N=16)
@triton.jit
def descriptor_of_odd_rows(x, stride, WRONG: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    d = tl.make_tensor_descriptor(x, (32, 32), (stride - WRONG, 1), (M, N))  # wrong
    d.store([0, 0], tl.zeros((M, N), tl.float32))


@case("computes", None, (1,), ones(64, 64), 3, M=16, N=16)
@triton.jit
def descriptor_within_a_row(x, first, WRONG: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    d = tl.make_tensor_descriptor(x + first * WRONG, (32, 32), (64, 1), (M, N))  # wrong
    d.store([0, 0], tl.zeros((M, N), tl.float32))


@case("computes", None, (1,), ones(64, 64), 8, M=16, N=16)
@triton.jit
def descriptor_of_fewer_than_none(x, rows, WRONG: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    d = tl.make_tensor_descriptor(x, (rows - 16 * WRONG, 32), (64, 1), (M, N))  # wrong
    d.store([0, 0], tl.zeros((M, N), tl.float32))


@case("computes", None, (1,), numbers(-(1 << 31), 5, 6, 7), numbers(-1, 1, -1, -1), N=4)
@triton.jit
def least_integer_by_minus_one(x, by, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    d = tl.load(by + i)
    q = v // (d if WRONG else tl.maximum(d, 1))  # wrong
    tl.store(x + i, q)


@case("computes", None, (1,), ones(16), numbers(0, 3, 15, 16, 1, -1, 5, 9), zeros(8), N=8)
@triton.jit
def gathered_of_no_element(x, at, out, WRONG: tl.constexpr, N: tl.constexpr):
    """A gather within a block, by indices that it has not."""
    i = tl.arange(0, N)
    v = tl.load(x + tl.arange(0, 2 * N))
    k = tl.load(at + i)
    k = k if WRONG else tl.minimum(tl.maximum(k, 0), 15)
    tl.store(out + i, tl.gather(v, k, 0))  # wrong


@case("computes", None, (1,), numbers(0, 3, 15, 16, 1, 2, 5, 9), zeros(16, dtype=torch.int32), N=8)
@triton.jit
def counted_in_no_bin(x, out, WRONG: tl.constexpr, N: tl.constexpr):
    """The right twin leaves it out by the mask of the histogram."""
    v = tl.load(x + tl.arange(0, N))
    bins = tl.histogram(v, 16, mask=(v < 16) | WRONG)  # wrong
    tl.store(out + tl.arange(0, 16), bins)


@case(
    "computes", None, (1,), numbers(1.0, 300.0, -128.5, 2.0, dtype=torch.float32), zeros(4, dtype=torch.int8)
)
@triton.jit
def quantised_without_a_clamp(x, out, WRONG: tl.constexpr):
    i = tl.arange(0, 4)
    v = tl.load(x + i)
    v = v if WRONG else tl.minimum(v, 127.0)
    tl.store(out + i, v.to(tl.int8))  # wrong


@case("computes", None, (1,), numbers(0.0, 1.0, 2.0, 3.0, dtype=torch.float32), zeros(4, dtype=torch.int32))
@triton.jit
def index_of_no_number(x, out, WRONG: tl.constexpr):
    """The right twin converts NaN in a lane alone that its mask switches off."""
    i = tl.arange(0, 4)
    v = tl.load(x + i)
    tl.store(out + i, (v / v).to(tl.int32), mask=(v > 0) | WRONG)  # wrong


@case("computes", None, (1,), ones(64), zeros(32), 1 << 30, N=32)
@triton.jit
def place_in_a_table_of_hashes(x, out, big, WRONG: tl.constexpr, N: tl.constexpr):
    """What a hash multiplies may wrap; what is a place itself may not."""
    i = tl.arange(0, N)
    h = (i.to(tl.uint32) ^ 2166136261) * 16777619
    at = ((h >> 16) % 64).to(tl.int32)
    if WRONG:
        at = (i * big) // big  # wrong
    tl.store(out + i, tl.load(x + at))


@case("computes", None, (1,), ones(8), ones(8), 3_000_000_000, N=8)
@triton.jit
def unsigned_offsets(x, out, begin, WRONG: tl.constexpr, N: tl.constexpr):
    """Between 2^31 and 2^32 they are right, behind they are not."""
    i = tl.arange(0, N)
    at = begin.to(tl.uint32) + i.to(tl.uint32)
    if WRONG:
        at += begin.to(tl.uint32)  # wrong
    base = x - begin.to(tl.int64)
    tl.store(out + i, tl.load(base + at, mask=at < begin + N * (1 - WRONG), other=0.0))
