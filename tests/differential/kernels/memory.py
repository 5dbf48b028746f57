"""Loads and stores: masks, strides, wraps, gathers, scatters, pointers that move."""

import triton
import triton.language as tl

from tests.differential.cases import (
    FLOATS,
    INTS,
    NUMPY_FLOATS,
    case,
    cases,
    integers,
    iota,
    permutation,
    random,
    zeros,
)

ALL = ("bool", *INTS, *FLOATS, *NUMPY_FLOATS)


@cases({t: dict(x=random(t, 100), y=zeros(t, 128), n=100, BLOCK=64, grid=(2,)) for t in ALL})
@triton.jit
def masked_copy(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.load(x + i, mask=i < n), mask=i < n)


@cases({f"{t}-{n}": dict(a=zeros(t, 64), b=zeros(t, 64), n=n) for t in FLOATS for n in (0, 40, 64)})
@triton.jit
def stored_twice(a, b, n):
    i = tl.arange(0, 64)
    x = (i * 3 + n).to(a.dtype.element_ty)
    tl.store(a + i, x, mask=i < n)
    tl.store(b + i, x, mask=i < n)


SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


@cases(
    {
        f"{b}": dict(
            x=random("float32", 2100), y=zeros("float32", 2100), n=2077, BLOCK=b, grid=(-(-2077 // b),)
        )
        for b in SIZES
    }
)
@triton.jit
def block_sizes(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.load(x + i, mask=i < n, other=0.0) * 2.0, mask=i < n)


@cases({f"{n}": dict(x=iota("int32", 64), y=zeros("int32", 64), n=n) for n in (0, 1, 31, 63, 64, 100, -3)})
@triton.jit
def other(x, y, n):
    i = tl.arange(0, 64)
    tl.store(y + i, tl.load(x + i, mask=i < n, other=-7))


@cases(
    {
        f"{low}_{high}": dict(x=iota("int32", 64), y=zeros("int32", 64), low=low, high=high)
        for low, high in [(0, 64), (5, 9), (9, 5), (-3, 70), (63, 64)]
    }
)
@triton.jit
def range_mask(x, y, low, high):
    i = tl.arange(0, 64)
    mask = (i >= low) & (i < high)
    tl.store(y + i, tl.load(x + i, mask=mask, other=i), mask=mask | (i % 2 == 0))


STRIDES = [(16, 1), (1, 16), (32, 2), (17, 1), (0, 1), (1, 0), (-16, 1), (-1, -16), (3, 5)]


@cases(
    {f"{s}_{t}": dict(x=random("int32", 1200)[600:], y=zeros("int32", 8, 16), s=s, t=t) for s, t in STRIDES}
)
@triton.jit
def strided_load(x, y, s, t):
    i = tl.arange(0, 8)[:, None]
    j = tl.arange(0, 16)[None, :]
    tl.store(y + i * 16 + j, tl.load(x + i * s + j * t))


@cases(
    {
        f"{s}_{t}": dict(x=random("int16", 8, 16), y=zeros("int16", 1200)[600:], s=s, t=t)
        for s, t in STRIDES
        if s and t and (s, t) != (3, 5)
    }
)
@triton.jit
def strided_store(x, y, s, t):
    i = tl.arange(0, 8)[:, None]
    j = tl.arange(0, 16)[None, :]
    tl.store(y + i * s + j * t, tl.load(x + i * 16 + j))


@cases(
    {
        f"{m}_{n}": dict(
            x=random("float32", 20, 30), y=zeros("float32", 16, 32), m=m, n=n, oy=oy, ox=ox, grid=(2, 2)
        )
        for m, n, oy, ox in [(20, 30, 0, 0), (13, 30, 3, 5), (1, 1, 0, 0), (20, 7, -2, -4), (0, 30, 0, 0)]
    }
)
@triton.jit
def tile_mask(x, y, m, n, oy, ox):
    i = tl.program_id(0) * 8 + tl.arange(0, 8)[:, None]
    j = tl.program_id(1) * 16 + tl.arange(0, 16)[None, :]
    mask = (i + oy < m) & (j + ox < n) & (i + oy >= 0) & (j + ox >= 0)
    tl.store(y + i * 32 + j, tl.load(x + (i + oy) * 30 + j + ox, mask=mask, other=-1.0))


@cases(
    {
        f"{start}_{n}": dict(x=iota("int32", 300), y=zeros("int32", 64), start=start, n=n)
        for start, n in [(0, 64), (10, 40), (100, 40), (3, 7), (250, 300), (5, 1)]
    }
)
@triton.jit
def wrapped(x, y, start, n):
    i = tl.arange(0, 64)
    tl.store(y + i, tl.load(x + (start + i) % n))


@cases(
    {
        f"{m}_{n}": dict(x=iota("int32", 40, 50), y=zeros("int32", 16, 16), m=m, n=n, oy=oy, ox=ox)
        for m, n, oy, ox in [(40, 50, 30, 40), (7, 50, 3, 0), (40, 9, 0, 8), (1, 1, 5, 5)]
    }
)
@triton.jit
def wrapped_tile(x, y, m, n, oy, ox):
    i = (oy + tl.arange(0, 16)) % m
    j = (ox + tl.arange(0, 16)) % n
    k = tl.arange(0, 16)
    tl.store(y + k[:, None] * 16 + k[None, :], tl.load(x + i[:, None] * 50 + j[None, :]))


@cases(
    {
        t: dict(x=random(t, 64), index=permutation(64), y=zeros(t, 64), z=zeros(t, 64))
        for t in ("int8", "int32", "float64", "bfloat16", "bool")
    }
)
@triton.jit
def gather_scatter(x, index, y, z):
    i = tl.arange(0, 64)
    at = tl.load(index + i)
    tl.store(y + i, tl.load(x + at))
    tl.store(z + at, tl.load(x + i), mask=i % 3 != 1)


@case(x=random("float32", 50, 16), rows=integers(0, 50, 32), y=zeros("float32", 32, 16), n=29)
@triton.jit
def gather_rows(x, rows, y, n):
    i = tl.arange(0, 32)
    j = tl.arange(0, 16)
    row = tl.load(rows + i, mask=i < n, other=0)
    values = tl.load(x + row[:, None] * 16 + j[None, :], mask=i[:, None] < n, other=0.0)
    tl.store(y + i[:, None] * 16 + j[None, :], values)


@case(x=random("int32", 4, 8, 4), y=zeros("int32", 4, 4, 8))
@triton.jit
def permuted(x, y):
    i = tl.arange(0, 4)[:, None, None]
    j = tl.arange(0, 8)[None, :, None]
    k = tl.arange(0, 4)[None, None, :]
    tl.store(y + i * 32 + k * 8 + j, tl.load(x + i * 32 + j * 4 + k))


@case(x=random("float32", 64), y=zeros("float32", 16, 64))
@triton.jit
def broadcast_row(x, y):
    i = tl.arange(0, 16)[:, None]
    j = tl.arange(0, 64)[None, :]
    tl.store(y + i * 64 + j, tl.load(x + j + tl.zeros((16, 1), tl.int32)))


@cases({f"{n}": dict(x=random("float32", 200), y=zeros("float32", 200), n=n) for n in (0, 1, 64, 65, 199)})
@triton.jit
def moving_pointer(x, y, n):
    i = tl.arange(0, 32)
    p = x + i
    q = y + i
    for start in range(0, n, 32):
        tl.store(q, tl.load(p, mask=start + i < n, other=0.0) + 1.0, mask=start + i < n)
        p += 32
        q += 32


@cases(
    {
        f"{flag}": dict(x=random("float32", 32), z=random("float32", 32), y=zeros("float32", 32), flag=flag)
        for flag in (0, 5)
    }
)
@triton.jit
def selected_pointer(x, z, y, flag):
    i = tl.arange(0, 32)
    p = tl.where(flag > 3, x, z)
    tl.store(y + i, tl.load(p + i))


@case(x=random("float32", 64), z=random("float32", 64), y=zeros("float32", 64))
@triton.jit
def mixed_pointers(x, z, y):
    i = tl.arange(0, 64)
    tl.store(y + i, tl.load(tl.where(i % 3 == 0, x + i, z + 63 - i)))


@case(x=random("int64", 8), y=zeros("int64", 8))
@triton.jit
def scalars(x, y):
    for k in range(8):
        tl.store(y + 7 - k, tl.load(x + k) ^ k)


@case(x=random("int32", 64), y=zeros("int32", 64))
@triton.jit
def through_integers(x, y):
    i = tl.arange(0, 64)
    p = (x.to(tl.int64, bitcast=True) + i * 4).to(tl.pointer_type(tl.int32), bitcast=True)
    tl.store(y + i, tl.load(p))


@case(x=random("float32", 64), y=zeros("int32", 64))
@triton.jit
def bitcast_pointer(x, y):
    i = tl.arange(0, 64)
    tl.store(y + i, tl.load(x.to(tl.pointer_type(tl.int32), bitcast=True) + i))


@cases(
    {
        f"{n}": dict(x=random("float16", 17, 33), y=zeros("float16", 33, 17), m=17, n=33, grid=(3, 5, 1))
        for n in (8,)
    }
)
@triton.jit
def transposed(x, y, m, n):
    i = tl.program_id(0) * 8 + tl.arange(0, 8)
    j = tl.program_id(1) * 8 + tl.arange(0, 8)
    mask = (i < m)[:, None] & (j < n)[None, :]
    tile = tl.load(x + i[:, None] * n + j[None, :], mask=mask)
    tl.store(y + j[:, None] * m + i[None, :], tl.trans(tile), mask=tl.trans(mask))


@case(y=zeros("int32", 4, 3, 2, 4), grid=(2, 3, 4))
@triton.jit
def grid_3d(y):
    a, b, c = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    at = ((c * tl.num_programs(1) + b) * tl.num_programs(0) + a) * 4 + tl.arange(0, 4)
    tl.store(y + at, at * 10 + tl.num_programs(2))


@cases(
    {
        f"{s}": dict(x=iota("int32", 64), y=zeros("int32", 256), s=s, o=o)
        for s, o in [(1, 0), (3, 5), (-1, 63), (-2, 200)]
    }
)
@triton.jit
def inplace_and_strided(x, y, s, o):
    i = tl.arange(0, 64)
    tl.store(y + o + i * s, tl.load(x + i), mask=(o + i * s >= 0) & (i < 40))
    tl.store(x + i, tl.load(x + 63 - i))


@cases({f"{k}": dict(x=iota("int32", 256), y=zeros("int32", 64), k=k) for k in (1, 3, 8)})
@triton.jit
def divided_index(x, y, k):
    i = tl.arange(0, 64)
    tl.store(y + i, tl.load(x + (i // k) * 3 + i % k))


@cases(
    {
        f"{n}": dict(index=iota("int32", n), x=random("int32", n, 8), y=zeros("int32", n, 8), n=n)
        for n in (1, 4, 16)
    }
)
@triton.jit
def rows_at_places_from_atomics(index, x, y, n: tl.constexpr):
    r = tl.arange(0, n)[:, None]
    place = tl.atomic_add(index + r, r)
    c = tl.arange(0, 8)[None, :]
    tl.store(y + place * 8 + c, tl.load(x + r * 8 + c))
