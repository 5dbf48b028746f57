"""Ops that only move elements."""

import triton
import triton.language as tl

from tests.differential.cases import case, cases, random, zeros

TYPES = ("bool", "int8", "int16", "float32", "int64", "bfloat16")


@cases({t: dict(x=random(t, 8, 16), out=zeros(t, 7, 128)) for t in TYPES})
@triton.jit
def reshaped(x, out):
    flat = tl.arange(0, 128)
    at = tl.arange(0, 8)[:, None] * 16 + tl.arange(0, 16)[None, :]
    x = tl.load(x + at)
    tl.store(out + flat, tl.ravel(x))
    tl.store(out + 128 + flat, tl.reshape(x, (4, 32)).reshape(128))
    tl.store(out + 256 + flat, tl.ravel(tl.trans(x)))
    tl.store(out + 384 + flat, tl.ravel(tl.permute(tl.reshape(x, (2, 4, 16)), (2, 0, 1))))
    tl.store(out + 512 + flat, tl.ravel(tl.permute(tl.reshape(x, (2, 4, 4, 4)), (3, 1, 0, 2))))
    tl.store(out + 640 + flat, x.T.reshape(128))
    tl.store(out + 768 + flat, tl.reshape(tl.expand_dims(x, 1), (128,)))


@cases({t: dict(x=random(t, 4, 8), y=random(t, 4, 8), out=zeros(t, 8, 64), since=(3, 9)) for t in TYPES})
@triton.jit
def joined(x, y, out):
    flat = tl.arange(0, 64)
    half = tl.arange(0, 32)
    at = tl.arange(0, 4)[:, None] * 8 + tl.arange(0, 8)[None, :]
    x = tl.load(x + at)
    y = tl.load(y + at)
    pair = tl.join(x, y)
    tl.store(out + flat, tl.ravel(pair))
    tl.store(out + 64 + flat, tl.ravel(tl.interleave(x, y)))
    tl.store(out + 128 + flat, tl.cat(tl.ravel(x), tl.ravel(y), can_reorder=False))
    a, b = tl.split(pair)
    tl.store(out + 192 + half, tl.ravel(b))
    tl.store(out + 224 + half, tl.ravel(a))
    c, d = tl.split(tl.reshape(x, (4, 4, 2)))
    tl.store(out + 256 + tl.arange(0, 16), tl.ravel(c))
    tl.store(out + 272 + tl.arange(0, 16), tl.ravel(d))


@cases({t: dict(x=random(t, 8), y=random(t, 16), out=zeros(t, 4, 128)) for t in TYPES})
@triton.jit
def broadcast(x, y, out):
    i = tl.arange(0, 8)
    j = tl.arange(0, 16)
    at = i[:, None] * 16 + j[None, :]
    x = tl.load(x + i)
    y = tl.load(y + j)
    tl.store(out + at, tl.broadcast_to(x[:, None], (8, 16)))
    a, b = tl.broadcast(x[:, None], y[None, :])
    tl.store(out + 128 + at, tl.where(at % 3 == 0, a, b))
    tl.store(out + 256 + at, tl.full((8, 16), 1, out.dtype.element_ty))
    tl.store(out + 384 + at, tl.zeros_like(a))


@case(rows=zeros("int32", 8, 16), columns=zeros("int32", 8, 16))
@triton.jit
def swizzled(rows, columns):
    at = tl.arange(0, 8)[:, None] * 16 + tl.arange(0, 16)[None, :]
    i, j = tl.swizzle2d(at // 16, at % 16, 8, 16, 4)
    tl.store(rows + at, i)
    tl.store(columns + at, j)
