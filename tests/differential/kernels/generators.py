"""Philox, and what is made of it."""

import triton
import triton.language as tl

from tests.differential.cases import cases, zeros

SEEDS = {f"{seed}": seed for seed in (0, 1, 42, 2**31 - 1, 123456789012345)}


@cases({n: dict(out=zeros("int32", 5, 64), seed=s) for n, s in SEEDS.items()})
@triton.jit
def integers(out, seed):
    i = tl.arange(0, 64)
    tl.store(out + i, tl.randint(seed, i))
    a, b, c, d = tl.randint4x(seed, i * 3)
    tl.store(out + 64 + i, a)
    tl.store(out + 128 + i, b)
    tl.store(out + 192 + i, c)
    tl.store(out + 256 + i, d)


@cases({n: dict(out=zeros("float32", 5, 64), seed=s, ulps=16) for n, s in SEEDS.items()})
@triton.jit
def numbers(out, seed):
    i = tl.arange(0, 64)
    tl.store(out + i, tl.rand(seed, i))
    a, b, c, d = tl.rand4x(seed, i)
    tl.store(out + 64 + i, a - 0.5 * d)
    tl.store(out + 128 + i, b + c)


@cases({n: dict(out=zeros("float32", 64), seed=s, ulps=64) for n, s in SEEDS.items()})
@triton.jit
def normal(out, seed):
    i = tl.arange(0, 64)
    tl.store(out + i, tl.randn(seed, i))
