"""Kernels that leave their arguments where ``WRONG``, and not else; the line that does is marked ``# wrong``."""

from __future__ import annotations

import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

from tests.check.kernels.case import Cases, Make, numbers, ones

CASES = Cases("bounds")
case = CASES.case


def columns(rows: int, width: int, count: int, dtype: torch.dtype = torch.float32) -> Make:
    """The first columns of a matrix, whose others are memory behind each row."""
    return lambda wrong: torch.ones(rows, width, dtype=dtype)[:, :count]


def described(rows: int, width: int) -> Make:
    """A descriptor, which where it is wrong says that there are more rows."""

    def make(wrong: bool) -> TensorDescriptor:
        return TensorDescriptor(torch.ones(rows, width), [rows + 3 * wrong, width], [width, 1], [32, 32])

    return make


@case("reads", "x", (8,), ones(1000), ones(1000), 1000, BLOCK=128)
@triton.jit
def load_without_mask(x, out, n, WRONG: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i) if WRONG else tl.load(x + i, mask=i < n)  # wrong
    tl.store(out + i, v, mask=i < n)


@case("writes", "out", (8,), ones(1000), ones(1000), 1000, BLOCK=128)
@triton.jit
def store_without_mask(x, out, n, WRONG: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(out + i, v, mask=(i < n) | WRONG)  # wrong


@case("writes", "out", (8,), ones(1000), ones(1000), 1000, BLOCK=128)
@triton.jit
def mask_keeps_one_too_many(x, out, n, WRONG: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(out + i, v, mask=i < n + WRONG)  # wrong


@case("reads", "x", (1,), ones(20, 7), ones(32, 16), 20, 7, M=32, N=16)
@triton.jit
def mask_of_rows_alone(x, out, m, n, WRONG: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    i, j = tl.arange(0, M), tl.arange(0, N)
    mask = (i < m)[:, None] & ((j < n)[None, :] | WRONG)
    v = tl.load(x + i[:, None] * n + j, mask=mask, other=0.0)  # wrong
    tl.store(out + i[:, None] * N + j, v)


@case("reads", "x", (1,), ones(20, 7), ones(32, 32), 20, 7, B=32)
@triton.jit
def mask_of_the_other_axis(x, out, m, n, WRONG: tl.constexpr, B: tl.constexpr):
    i, j = tl.arange(0, B)[:, None], tl.arange(0, B)[None, :]
    mask = (i < n) & (j < m) if WRONG else (i < m) & (j < n)
    v = tl.load(x + i * 7 + j * (1 + 13 * WRONG), mask=mask, other=0.0)  # wrong
    tl.store(out + i * B + j, v)


@case("reads", "x", (1,), columns(12, 16, 10), ones(12, 10), 16, M=16, N=16)
@triton.jit
def columns_of_a_neighbour(x, out, stride, WRONG: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    """The columns behind the view's are memory of the same tensor."""
    i, j = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    v = tl.load(x + i * stride + j, mask=(i < 12) & (j < 10 + WRONG))  # wrong
    tl.store(out + i * 10 + j, v, mask=(i < 12) & (j < 10))


@case("reads", "x", (12,), columns(12, 16, 10, torch.float16), ones(12, 10), 16, N=16)
@triton.jit
def shape_for_stride(x, out, stride, WRONG: tl.constexpr, N: tl.constexpr):
    """Rows of a view with gaps are counted as if there were none."""
    row, j = tl.program_id(0), tl.arange(0, N)
    v = tl.load(x + row * (10 if WRONG else stride) + j, mask=j < 10)  # wrong
    tl.store(out + row * 10 + j, v, mask=j < 10)


@case("writes", "out", (8,), ones(512), 512, BLOCK=64)
@triton.jit
def grid_too_large(out, n, WRONG: tl.constexpr, BLOCK: tl.constexpr):
    i = (tl.program_id(0) + WRONG) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, i.to(tl.float32))  # wrong


@case("writes", "out", (4, 8), ones(4, 8, 16), BLOCK=16)
@triton.jit
def axes_of_the_grid_exchanged(out, WRONG: tl.constexpr, BLOCK: tl.constexpr):
    a, b = tl.program_id(WRONG), tl.program_id(1 - WRONG)
    i = tl.arange(0, BLOCK)
    tl.store(out + a * 8 * BLOCK + b * BLOCK + i, 1.0)  # wrong


@case("reads", "x", (1,), ones(256, dtype=torch.bfloat16), ones(64), 256, BLOCK=64)
@triton.jit
def loop_one_too_far(x, out, n, WRONG: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n + BLOCK * WRONG, BLOCK):
        acc += tl.load(x + start + i)  # wrong
    tl.store(out + i, acc)


@case("reads", "x", (1,), ones(256), ones(64), 256, BLOCK=64)
@triton.jit
def pointer_moved_too_far(x, out, n, WRONG: tl.constexpr, BLOCK: tl.constexpr):
    p = x + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), tl.float32)
    for _ in range(0, n, BLOCK):
        acc += tl.load(p)  # wrong
        p += BLOCK * (1 + WRONG)
    tl.store(out + tl.arange(0, BLOCK), acc)


@case("reads", "x", (4,), ones(256), ones(256), BLOCK=64)
@triton.jit
def stencil_in_front(x, out, WRONG: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    left = tl.load(x + i - 1, mask=(i > 0) | WRONG, other=0.0)  # wrong
    tl.store(out + i, left + tl.load(x + i))


@case("reads", "x", (4,), ones(250), ones(250), 250, BLOCK=64)
@triton.jit
def turned_by_one(x, out, n, WRONG: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + (n - 1 + WRONG - i), mask=i < n)  # wrong
    tl.store(out + i, v, mask=i < n)


@case("reads", "x", (1,), ones(10), numbers(0, 3, 9, 12, -1, 5, 6, 7), ones(8), N=8)
@triton.jit
def gather_of_any_index(x, at, out, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    k = tl.load(at + i)
    v = tl.load(x + k, mask=((k >= 0) & (k < 10)) | WRONG, other=0.0)  # wrong
    tl.store(out + i, v)


@case(
    "writes",
    "out",
    (1,),
    ones(8, dtype=torch.int8),
    numbers(0, 3, 9, 12, -1, 5, 6, 7),
    ones(10, dtype=torch.int8),
    N=8,
)
@triton.jit
def scatter_to_any_index(x, at, out, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    k = tl.load(at + i)
    tl.store(out + k, tl.load(x + i), mask=((k >= 0) & (k < 10)) | WRONG)  # wrong


@case("reads", "x", (1,), ones(10, 32), numbers(0, 3, 9, 10, dtype=torch.int64), ones(4, 32), N=4, D=32)
@triton.jit
def row_of_a_table(x, at, out, WRONG: tl.constexpr, N: tl.constexpr, D: tl.constexpr):
    """An embedding: the rows are gathered, their elements are neighbours."""
    i, d = tl.arange(0, N), tl.arange(0, D)
    row = tl.load(at + i)
    mask = (row < 10 + WRONG)[:, None]
    v = tl.load(x + row[:, None] * D + d[None, :], mask=mask, other=0.0)  # wrong
    tl.store(out + i[:, None] * D + d[None, :], v)


@case("updates", "bins", (2,), numbers(*range(12), 3, 3, 3, 3), numbers(*[0] * 10), N=8)
@triton.jit
def histogram_of_too_few_bins(x, bins, WRONG: tl.constexpr, N: tl.constexpr):
    k = tl.load(x + tl.program_id(0) * N + tl.arange(0, N))
    tl.atomic_add(bins + k, 1, mask=(k < 10) | WRONG)  # wrong


@case("updates", "lock", (3,), numbers(0, 0, 0))
@triton.jit
def lock_of_no_program(lock, WRONG: tl.constexpr):
    tl.atomic_cas(lock + tl.program_id(0) + WRONG, 0, 1)  # wrong


@case("reads", "ends", (4,), numbers(0, 2, 5, 9), ones(4, dtype=torch.int32))
@triton.jit
def end_of_the_last_segment(ends, out, WRONG: tl.constexpr):
    """Offsets of segments, of which there is one fewer than the kernel thinks."""
    g = tl.program_id(0)
    end = tl.load(ends + g + 1, mask=(g < 3) | WRONG, other=9)  # wrong
    tl.store(out + g, end - tl.load(ends + g))


@case("writes", "out", (2,), ones(20, 24), M=16, N=32)
@triton.jit
def stored_past_a_descriptor(out, WRONG: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    desc = tl.make_tensor_descriptor(out, (20 + 4 * WRONG, 24), (24, 1), (M, N))
    desc.store([tl.program_id(0) * M, 0], tl.zeros((M, N), tl.float32))  # wrong


@case("reads", "x", (1,), described(20, 24), ones(32, 32), M=32, N=32)
@triton.jit
def descriptor_of_the_host(x, out, WRONG: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    """The launch says of a tensor that it has more rows than it has."""
    v = x.load([0, 0])  # wrong
    tl.store(out + tl.arange(0, M)[:, None] * N + tl.arange(0, N), v)


@case("reads", "x", (1,), ones(20, 24), ones(32, 32), M=32, N=32)
@triton.jit
def descriptor_of_a_larger_shape(x, out, WRONG: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    desc = tl.make_tensor_descriptor(x, (20 + WRONG, 24), (24, 1), (M, N))
    v = desc.load([0, 0])  # wrong
    tl.store(out + tl.arange(0, M)[:, None] * N + tl.arange(0, N), v)


@case("reads", "y", (2,), ones(64), ones(32), ones(2, 64), BLOCK=64)
@triton.jit
def length_of_the_other(x, y, out, WRONG: tl.constexpr, BLOCK: tl.constexpr):
    i, g = tl.arange(0, BLOCK), tl.program_id(0)
    p = tl.where(g == 0, x, y)
    n = 64 if WRONG else tl.where(g == 0, 64, 32)
    v = tl.load(p + i, mask=i < n, other=0.0)  # wrong
    tl.store(out + g * BLOCK + i, v)


@triton.jit
def _put(out, i, v, n):
    tl.store(out + i, v, mask=i < n)  # wrong


@case("writes", "out", (4,), ones(250), 250, BLOCK=64)
@triton.jit
def in_a_function(out, n, WRONG: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    _put(out, i, 1.0, n + WRONG)


@triton.jit(noinline=True)
def _put_one(out, i, v):
    tl.store(out + i, v)  # wrong


@case("writes", "out", (4,), ones(4))
@triton.jit
def in_a_function_of_its_own(out, WRONG: tl.constexpr):
    _put_one(out, tl.program_id(0) + 2 * WRONG, 1.0)


@case("writes", "out", (1,), ones(24, 40), ones(40, 24), M=32, N=64)
@triton.jit
def transposed_with_the_old_stride(x, out, WRONG: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    i, j = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    v = tl.load(x + i * 40 + j, mask=(i < 24) & (j < 40))
    tl.store(out + j * (40 if WRONG else 24) + i, v, mask=(i < 24) & (j < 40))  # wrong


@case("reads", "x", (1,), ones(64, dtype=torch.int16), ones(32, dtype=torch.int32), N=32)
@triton.jit
def wider_elements(x, out, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x.to(tl.pointer_type(tl.int32)) + i + WRONG)  # wrong
    tl.store(out + i, v)


@case("reads", "x", (1,), numbers(4, 7, 9, 2, 1), ones(1, dtype=torch.int32))
@triton.jit
def search_without_an_end(x, out, WRONG: tl.constexpr):
    """Looks for a number that is not there."""
    at = 0
    found = False
    while (at < 5 + 3 * WRONG) & (found == 0):
        found = tl.load(x + at) == 100  # wrong
        at += 1
    tl.store(out, at)


@case("reads", "b", (2, 2), ones(32, 40), ones(40, 32), ones(32, 32), 40, B=16)
@triton.jit
def product_of_too_many(a, b, out, k, WRONG: tl.constexpr, B: tl.constexpr):
    """The last step of the sum takes rows of b that are not there; those of a are masked."""
    i, j = tl.program_id(0) * B + tl.arange(0, B), tl.program_id(1) * B + tl.arange(0, B)
    acc = tl.zeros((B, B), tl.float32)
    for start in range(0, k, B):
        r = start + tl.arange(0, B)
        x = tl.load(a + i[:, None] * k + r[None, :], mask=r[None, :] < k, other=0.0)
        y = tl.load(b + r[:, None] * 32 + j[None, :], mask=(r[:, None] < k) | WRONG, other=0.0)  # wrong
        acc = tl.dot(x, y, acc)
    tl.store(out + i[:, None] * 32 + j[None, :], acc)


@case("reads", "x", (6,), ones(6, 20), ones(6), N=32)
@triton.jit
def row_of_a_power_of_two(x, out, WRONG: tl.constexpr, N: tl.constexpr):
    """The last row is summed with what stands behind it."""
    row, j = tl.program_id(0), tl.arange(0, N)
    v = tl.load(x + row * 20 + j) if WRONG else tl.load(x + row * 20 + j, mask=j < 20, other=0.0)  # wrong
    tl.store(out + row, tl.sum(v))


@case("reads", "x", (1,), ones(0), ones(8), 0, N=8)
@triton.jit
def empty_tensor(x, out, n, WRONG: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i, mask=i < n + WRONG, other=0.0))  # wrong


@case("reads", "x", (1,), ones(5), ones(1))
@triton.jit
def one_element(x, out, WRONG: tl.constexpr):
    tl.store(out, tl.load(x + 4 + WRONG))  # wrong


@case("reads", "x", (2,), ones(2, 48), ones(2, 48), N=64)
@triton.jit
def divided_positions(x, out, WRONG: tl.constexpr, N: tl.constexpr):
    """Blocks that wrap: positions are taken apart by a divisor that does not divide them."""
    i = tl.program_id(0) * N + tl.arange(0, N)
    v = tl.load(x + i // 32 * 24 + i % 32, mask=(i % 32 < 24) | WRONG, other=0.0)  # wrong
    tl.store(out + i // 32 * 24 + i % 32, v, mask=i % 32 < 24)


@case("reads", "y", (1,), ones(20), ones(20), ones(40), 20, 40, N=64)
@triton.jit
def end_of_two_tensors(x, y, out, m, n, WRONG: tl.constexpr, N: tl.constexpr):
    """Each address is of one of two arguments, beside numbers that are none."""
    i = tl.arange(0, N)
    p = tl.where(i < m, x + i, y + (i - m))
    tl.store(out + i, tl.load(p, mask=i < n + WRONG, other=0.0), mask=i < n)  # wrong


@case("writes", "y", (1,), ones(30), ones(30), 30, 0, N=32)
@triton.jit
def tensor_that_a_branch_chose(x, y, n, first, WRONG: tl.constexpr, N: tl.constexpr):
    p = x if first > 0 else y
    i = tl.arange(0, N)
    tl.store(p + i, 1.0, mask=i < n + WRONG)  # wrong


@case("reads", "y", (1,), ones(40), ones(40), ones(20), 20, N=32)
@triton.jit
def pointers_that_a_loop_carries(x, y, out, n, WRONG: tl.constexpr, N: tl.constexpr):
    """From the middle on those of another tensor, and one step too far."""
    i = tl.arange(0, N)
    p, acc = x + i, tl.zeros((N,), tl.float32)
    for step in range(4 + WRONG):
        if step == 2:
            p = y + i
        acc += tl.load(p, mask=i < n, other=0.0)  # wrong
        p += n
    tl.store(out + i, acc, mask=i < n)


@case("writes", "y", (1,), ones(48), ones(48), 16, 4, N=16)
@triton.jit
def pointers_that_a_condition_carries(x, y, n, steps, WRONG: tl.constexpr, N: tl.constexpr):
    """The first step is in one tensor, the others are in the other."""
    p, step = x + tl.arange(0, N), 0
    while step < steps + WRONG:
        if step == 0:
            tl.store(p, 0.0)
            p = y + tl.arange(0, N) - n
        else:
            tl.store(p, 2.0)  # wrong
        p += n
        step += 1
