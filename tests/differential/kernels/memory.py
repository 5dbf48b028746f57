"""Loads and stores."""

import triton
import triton.language as tl

from tests.differential.cases import INTS, FLOATS, NUMPY_FLOATS, cases, iota, random, zeros


@cases({t: dict(x=random(t, 100), y=zeros(t, 128), n=100, BLOCK=64, grid=(2,)) for t in ("bool", *INTS, *FLOATS, *NUMPY_FLOATS)})
@triton.jit
def masked_copy(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.load(x + i, mask=i < n), mask=i < n)
