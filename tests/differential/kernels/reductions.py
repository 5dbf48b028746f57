"""Reductions over every axis, by every combiner."""

import triton
import triton.language as tl

from tests.differential.cases import INTS, case, cases, integers, permutation, random, zeros


@cases(
    {
        t: dict(x=integers(0, 10, 8, 16, dtype=t), out=zeros(t, 200))
        for t in (*INTS, "float16", "float32", "float64")
    }
)
@triton.jit
def by_axis(x, out):
    i = tl.arange(0, 8)
    j = tl.arange(0, 16)
    x = tl.load(x + i[:, None] * 16 + j[None, :])
    tl.store(out + j, tl.sum(x, 0))
    tl.store(out + 16 + j, tl.max(x, 0))
    tl.store(out + 32 + j, tl.min(x, 0))
    tl.store(out + 48 + i, tl.sum(x, 1))
    tl.store(out + 56 + i, tl.max(x, axis=1))
    tl.store(out + 64 + i, tl.min(x, -1))
    tl.store(out + 72, tl.sum(x))
    tl.store(out + 73, tl.max(x))
    tl.store(out + 74, tl.min(tl.max(x, 1), 0))
    tl.store(out + 80 + j[None, :], tl.sum(x, 0, keep_dims=True))


@cases(
    {
        t: dict(x=random(t, 16, 8), out=zeros(t, 32), index=zeros("int32", 32))
        for t in (*INTS, "float16", "float32", "float64")
    }
)
@triton.jit
def arg(x, out, index):
    i = tl.arange(0, 16)
    j = tl.arange(0, 8)
    x = tl.load(x + i[:, None] * 8 + j[None, :])
    value, at = tl.max(x, 0, return_indices=True)
    tl.store(out + j, value)
    tl.store(index + j, at)
    value, at = tl.min(x, 1, return_indices=True)
    tl.store(out + 8 + i, value)
    tl.store(index + 8 + i, at)
    tl.store(index + 24, tl.argmax(tl.max(x, 1), 0))
    tl.store(index + 25, tl.argmin(tl.min(x, 1), 0))


@case(x=integers(0, 3, 16, 8), index=zeros("int32", 48))
@triton.jit
def ties(x, index):
    i = tl.arange(0, 16)
    j = tl.arange(0, 8)
    x = tl.load(x + i[:, None] * 8 + j[None, :])
    tl.store(index + j, tl.argmax(x, 0, tie_break_left=True))
    tl.store(index + 8 + j, tl.argmin(x, 0, tie_break_left=True))
    tl.store(index + 16 + i, tl.argmin(x, 1, tie_break_left=True))


@cases({t: dict(x=random(t, 8, 4), out=zeros(t, 16)) for t in INTS})
@triton.jit
def bitwise(x, out):
    i = tl.arange(0, 8)
    j = tl.arange(0, 4)
    x = tl.load(x + i[:, None] * 4 + j[None, :])
    tl.store(out + j, tl.xor_sum(x, 0))
    tl.store(out + 4 + i, tl.xor_sum(x, 1))
    tl.store(out + 12, tl.reduce_or(tl.xor_sum(x, 1), 0))


@case(x=random("bool", 8, 8), out=zeros("bool", 16))
@triton.jit
def any_of(x, out):
    i = tl.arange(0, 8)
    x = tl.load(x + i[:, None] * 8 + i[None, :])
    tl.store(out + i, tl.reduce_or(x, 0))
    tl.store(out + 8 + i, tl.reduce_or(x.to(tl.int1), 1))


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def keep_larger(a, i, b, j):
    take = (a > b) | ((a == b) & (i < j))
    return tl.where(take, a, b), tl.where(take, i, j)


@triton.jit
def affine(a, b, c, d):
    return a * c, b * c + d


@triton.jit
def welford(mean_a, m2_a, n_a, mean_b, m2_b, n_b):
    n = n_a + n_b
    delta = mean_b - mean_a
    return mean_a + delta * n_b / n, m2_a + m2_b + delta * delta * n_a * n_b / n, n


@cases(
    {
        t: dict(x=integers(1, 4, 8, 8, dtype=t), out=zeros(t, 16))
        for t in ("int32", "uint8", "float32", "float64")
    }
)
@triton.jit
def product(x, out):
    i = tl.arange(0, 8)
    x = tl.load(x + i[:, None] * 8 + i[None, :])
    tl.store(out + i, tl.reduce(x, 0, multiply))
    tl.store(out + 8 + i, tl.reduce(x, 1, multiply))


@case(x=integers(0, 5, 64), y=permutation(64), a=zeros("int32", 1), b=zeros("int32", 1))
@triton.jit
def tuple_of_two(x, y, a, b):
    i = tl.arange(0, 64)
    value, at = tl.reduce((tl.load(x + i), tl.load(y + i)), 0, keep_larger)
    tl.store(a, value)
    tl.store(b, at)


@case(x=random("float32", 64), out=zeros("float32", 3), ulps=64)
@triton.jit
def mean_and_variance(x, out):
    x = tl.load(x + tl.arange(0, 64))
    mean, m2, n = tl.reduce((x, tl.zeros_like(x), tl.full((64,), 1.0, tl.float32)), 0, welford)
    tl.store(out, mean)
    tl.store(out + 1, m2)
    tl.store(out + 2, n)


@case(x=integers(-2, 3, 4, 8), y=integers(-2, 3, 4, 8), a=zeros("int32", 8), b=zeros("int32", 8))
@triton.jit
def not_commutative(x, y, a, b):
    i = tl.arange(0, 4)[:, None]
    j = tl.arange(0, 8)
    p, q = tl.reduce((tl.load(x + i * 8 + j[None, :]), tl.load(y + i * 8 + j[None, :])), 0, affine)
    tl.store(a + j, p)
    tl.store(b + j, q)


@case(x=integers(0, 50, 4, 2, 8), out=zeros("int32", 64))
@triton.jit
def rank_3(x, out):
    i = tl.arange(0, 4)
    j = tl.arange(0, 2)
    k = tl.arange(0, 8)
    x = tl.load(x + i[:, None, None] * 16 + j[None, :, None] * 8 + k[None, None, :])
    tl.store(out + j[:, None] * 8 + k[None, :], tl.sum(x, 0))
    tl.store(out + 16 + i[:, None] * 8 + k[None, :], tl.max(x, 1))
    tl.store(out + 48 + i[:, None] * 2 + j[None, :], tl.min(x, 2))
    tl.store(out + 56, tl.sum(x))


@cases(
    {
        f"{n}": dict(x=integers(-9, 9, n, dtype="float32"), out=zeros("float32", 2), N=n)
        for n in (1, 2, 4, 1024)
    }
)
@triton.jit
def sizes(x, out, N: tl.constexpr):
    x = tl.load(x + tl.arange(0, N))
    tl.store(out, tl.sum(x, 0))
    tl.store(out + 1, tl.max(x, 0))


@case(x=random("float32", 8, 64), out=zeros("float32", 8, 64), n=50, ulps=8, grid=(8,))
@triton.jit
def softmax(x, out, n):
    i = tl.arange(0, 64)
    row = tl.program_id(0) * 64
    x = tl.load(x + row + i, mask=i < n, other=float("-inf"))
    e = tl.exp(x - tl.max(x, 0))
    tl.store(out + row + i, e / tl.sum(e, 0), mask=i < n)


@case(x=random("float32", 4, 16), out=zeros("float32", 4, 16), ulps=8, since=(3, 9))
@triton.jit
def library_softmax(x, out):
    at = tl.arange(0, 4)[:, None] * 16 + tl.arange(0, 16)[None, :]
    tl.store(out + at, tl.softmax(tl.load(x + at), dim=1))


@cases({f"{n}": dict(x=integers(-20, 20, 200), out=zeros("int32", 16), n=n) for n in (0, 3, 200)})
@triton.jit
def accumulated(x, out, n):
    i = tl.arange(0, 16)
    total = tl.zeros((16,), tl.int32)
    best = tl.full((16,), -1000, tl.int32)
    for start in range(0, n, 16):
        value = tl.load(x + start + i, mask=start + i < n, other=0)
        total += value
        best = tl.maximum(best, value)
    tl.store(out + i, total + best * 1000 + tl.sum(total, 0) + tl.max(best, 0))
