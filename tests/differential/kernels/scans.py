"""Scans in both directions, sorting, and what reorders the elements of a block."""

import triton
import triton.language as tl

from tests.differential.cases import case, cases, integers, iota, random, zeros

NUMBERS = ("int8", "int32", "int64", "uint8", "uint32", "float16", "float32", "float64")


@cases({t: dict(x=integers(0, 3, 8, 16, dtype=t), out=zeros(t, 6, 8, 16)) for t in NUMBERS})
@triton.jit
def cumulative(x, out):
    at = tl.arange(0, 8)[:, None] * 16 + tl.arange(0, 16)[None, :]
    x = tl.load(x + at)
    tl.store(out + at, tl.cumsum(x, 0))
    tl.store(out + 128 + at, tl.cumsum(x, 1))
    tl.store(out + 256 + at, tl.cumsum(x, 1, reverse=True))
    tl.store(out + 384 + at, tl.cumprod(x, 0))
    tl.store(out + 512 + at, tl.cumprod(x, 1, reverse=True))
    tl.store(out + 640 + at, tl.cumsum(x, 0, reverse=True))


@triton.jit
def larger(a, b):
    return tl.maximum(a, b)


@triton.jit
def affine(a, b, c, d):
    return a * c, b * c + d


@cases({t: dict(x=random(t, 4, 8), out=zeros(t, 2, 4, 8)) for t in ("int32", "uint16", "float32")})
@triton.jit
def running_maximum(x, out):
    at = tl.arange(0, 4)[:, None] * 8 + tl.arange(0, 8)[None, :]
    x = tl.load(x + at)
    tl.store(out + at, tl.associative_scan(x, 0, larger))
    tl.store(out + 32 + at, tl.associative_scan(x, 1, larger, reverse=True))


@cases(
    {
        f"{r}": dict(
            x=integers(-2, 3, 4, 8),
            y=integers(-2, 3, 4, 8),
            a=zeros("int32", 4, 8),
            b=zeros("int32", 4, 8),
            REVERSE=r,
        )
        for r in (False, True)
    }
)
@triton.jit
def recurrence(x, y, a, b, REVERSE: tl.constexpr):
    at = tl.arange(0, 4)[:, None] * 8 + tl.arange(0, 8)[None, :]
    p, q = tl.associative_scan((tl.load(x + at), tl.load(y + at)), 1, affine, reverse=REVERSE)
    tl.store(a + at, p)
    tl.store(b + at, q)


@cases({f"{n}": dict(x=integers(-9, 9, n), out=zeros("int32", n), N=n) for n in (1, 2, 1024)})
@triton.jit
def sizes(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.cumsum(tl.load(x + i), 0))


@cases(
    {
        t: dict(x=random(t, 4, 32), out=zeros(t, 2, 4, 32))
        for t in ("int8", "uint16", "int32", "int64", "float16", "float32")
    }
)
@triton.jit
def sorted_rows(x, out):
    at = tl.arange(0, 4)[:, None] * 32 + tl.arange(0, 32)[None, :]
    x = tl.load(x + at)
    tl.store(out + at, tl.sort(x, dim=1))
    tl.store(out + 128 + at, tl.sort(x, descending=True))


@cases({t: dict(x=random(t, 4, 32), out=zeros(t, 4, 8)) for t in ("int32", "uint8", "float32")})
@triton.jit
def largest(x, out):
    i = tl.arange(0, 4)[:, None]
    x = tl.load(x + i * 32 + tl.arange(0, 32)[None, :])
    tl.store(out + i * 8 + tl.arange(0, 8)[None, :], tl.topk(x, 8))


@cases({t: dict(x=random(t, 8, 16), out=zeros(t, 2, 8, 16)) for t in ("int8", "float32", "float64")})
@triton.jit
def flipped(x, out):
    at = tl.arange(0, 8)[:, None] * 16 + tl.arange(0, 16)[None, :]
    x = tl.load(x + at)
    tl.store(out + at, tl.flip(x, 0))
    tl.store(out + 128 + at, tl.flip(x, 1))


@cases(
    {
        f"{bins}": dict(x=integers(0, bins, 256), out=zeros("int32", 2, bins), BINS=bins)
        for bins in (2, 16, 128)
    }
)
@triton.jit
def counted(x, out, BINS: tl.constexpr):
    i = tl.arange(0, 256)
    bins = tl.arange(0, BINS)
    x = tl.load(x + i)
    tl.store(out + bins, tl.histogram(x, BINS))
    tl.store(out + BINS + bins, tl.histogram(x, BINS, mask=i % 3 == 0))


@cases(
    {
        t: dict(
            x=random(t, 8, 16),
            rows=integers(0, 8, 4, 16),
            columns=integers(0, 16, 8, 4),
            a=zeros(t, 4, 16),
            b=zeros(t, 8, 4),
        )
        for t in ("int8", "int64", "float16", "float32")
    }
)
@triton.jit
def gathered(x, rows, columns, a, b):
    i = tl.arange(0, 8)[:, None]
    j = tl.arange(0, 16)[None, :]
    k = tl.arange(0, 4)
    x = tl.load(x + i * 16 + j)
    tl.store(a + k[:, None] * 16 + j, tl.gather(x, tl.load(rows + k[:, None] * 16 + j), 0))
    tl.store(b + i * 4 + k[None, :], tl.gather(x, tl.load(columns + i * 4 + k[None, :]), 1))


@case(x=iota("int32", 64), out=zeros("int32", 64), index=random("int32", 64))
@triton.jit
def order_of(x, out, index):
    i = tl.arange(0, 64)
    key = (tl.load(index + i).to(tl.int64) << 32) | i
    tl.store(out + i, tl.load(x + (tl.sort(key) & 63)))
