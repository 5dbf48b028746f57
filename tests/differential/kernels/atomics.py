"""Atomics: old values where an element of memory is touched once, final values where it is touched often."""

import triton
import triton.language as tl

from tests.differential.cases import case, cases, integers, permutation, zeros

TYPES = ("int32", "uint32", "int64", "uint64", "float32", "float64")


@cases(
    {
        t: dict(
            x=integers(0, 50, 4, 64, dtype=t),
            v=integers(0, 50, 64, dtype=t),
            index=permutation(64),
            old=zeros(t, 3, 64),
        )
        for t in TYPES
    }
)
@triton.jit
def numbers(x, v, index, old):
    i = tl.arange(0, 64)
    v = tl.load(v + i)
    at = tl.load(index + i)
    tl.store(old + i, tl.atomic_add(x + at, v))
    tl.store(old + 64 + i, tl.atomic_max(x + 64 + at, v))
    tl.store(old + 128 + i, tl.atomic_min(x + 128 + at, v, mask=i % 3 == 0), mask=i % 3 == 0)
    tl.atomic_add(x + 192 + i, v, mask=i < 50, sem="relaxed")


def by_numpy(x, v, old):
    """The interpreter exchanges integers only."""
    old[:], x[:] = x, v[::-1]


@cases(
    {
        t: dict(
            x=integers(0, 50, 64, dtype=t), v=integers(0, 50, 64, dtype=t), old=zeros(t, 64), oracle=by_numpy
        )
        for t in TYPES
    }
)
@triton.jit
def exchanged(x, v, old):
    i = tl.arange(0, 64)
    tl.store(old + 63 - i, tl.atomic_xchg(x + 63 - i, tl.load(v + i)))


@cases(
    {
        t: dict(x=integers(0, 50, 4, 32, dtype=t), v=integers(0, 50, 32, dtype=t), old=zeros(t, 4, 32))
        for t in TYPES[:4]
    }
)
@triton.jit
def bits(x, v, old):
    i = tl.arange(0, 32)
    v = tl.load(v + i)
    tl.store(old + i, tl.atomic_and(x + i, v))
    tl.store(old + 32 + i, tl.atomic_or(x + 32 + i, v, mask=i > 7), mask=i > 7)
    tl.store(old + 64 + i, tl.atomic_xor(x + 64 + 31 - i, v))
    tl.store(old + 96 + i, tl.atomic_cas(x + 96 + i, tl.full((32,), 7, x.dtype.element_ty), v))


@cases(
    {
        t: dict(keys=integers(0, 8, 1000), x=zeros(t, 8), y=zeros(t, 8), n=1000, grid=(8,))
        for t in ("int32", "int64", "float32")
    }
)
@triton.jit
def contended(keys, x, y, n):
    i = tl.program_id(0) * 128 + tl.arange(0, 128)
    key = tl.load(keys + i, mask=i < n, other=0)
    tl.atomic_add(x + key, (i % 5).to(x.dtype.element_ty), mask=i < n)
    tl.atomic_max(y + key, i.to(x.dtype.element_ty), mask=i < n)


@case(counter=zeros("int32", 1), total=zeros("float32", 1), grid=(32,))
@triton.jit
def counted_programs(counter, total):
    tl.atomic_add(counter, 1)
    tl.atomic_add(total, 0.5)


@case(x=integers(0, 2, 4), out=zeros("int32", 4))
@triton.jit
def compare_and_swap(x, out):
    for k in range(4):
        tl.store(out + k, tl.atomic_cas(x + k, 1, 5))
