"""Tensor descriptors that the kernel makes."""

import triton
import triton.language as tl

from tests.differential.cases import cases, integers, random, zeros

TYPES = ("int8", "int32", "float16", "bfloat16", "float32")
PLACES = [(0, 0), (5, 16), (15, 32), (-3, -16), (17, 0), (40, 0)]


@cases(
    {
        f"{t}_{y}_{x}": dict(x=random(t, 17, 48), out=zeros(t, 17, 48), oy=y, ox=x)
        for t in TYPES
        for y, x in PLACES[: 3 if t != "int32" else None]
    }
)
@triton.jit
def copied(x, out, oy, ox):
    source = tl.make_tensor_descriptor(x, [17, 40], [48, 1], [8, 32])
    target = tl.make_tensor_descriptor(out, [16, 48], [48, 1], [8, 32])
    target.store([oy, ox], source.load([oy, ox]))


@cases({t: dict(x=random(t, 4, 6, 32), out=zeros(t, 4, 6, 32)) for t in ("float32", "int16")})
@triton.jit
def rank_3(x, out):
    source = tl.make_tensor_descriptor(x, [4, 6, 32], [192, 32, 1], [2, 4, 16])
    target = tl.make_tensor_descriptor(out, [4, 6, 32], [192, 32, 1], [2, 4, 16])
    for i in range(2):
        target.store([i * 2, 3, 16], source.load([i * 2, 3, 16]) + 1)


@cases(
    {t: dict(x=random(t, 32, 32), out=zeros(t, 8, 32), rows=integers(0, 32, 8)) for t in ("float32", "int8")}
)
@triton.jit
def gathered_rows(x, out, rows):
    source = tl.make_tensor_descriptor(x, [32, 32], [32, 1], [1, 32])
    i = tl.arange(0, 8)
    block = source.gather(tl.load(rows + i), 0)
    tl.store(out + i[:, None] * 32 + tl.arange(0, 32)[None, :], block)


@cases(
    {
        f"{n}": dict(x=integers(-5, 5, 16, 64, dtype="float32"), out=zeros("float32", 16), n=n)
        for n in (16, 50, 64)
    }
)
@triton.jit
def summed(x, out, n):
    source = tl.make_tensor_descriptor(x, [16, n], [64, 1], [16, 16])
    total = tl.zeros((16,), tl.float32)
    for start in range(0, n, 16):
        total += tl.sum(source.load([0, start]), 1)
    tl.store(out + tl.arange(0, 16), total)
