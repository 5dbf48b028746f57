"""Reductions by combiners that do not commute keep the order of the axis, among registers, lanes and warps."""

import numpy as np
import pytest

from tests.support import emulated
from tests.support.emulated import Settings
from tests.support.ttir import Body, tensor

#: i -> a * i + b, and then another one
COMBINER = """^bb0(%a0: i32, %b0: i32, %a1: i32, %b1: i32):
    %m = arith.muli %a0, %a1 : i32
    %u = arith.muli %b0, %a1 : i32
    %v = arith.addi %u, %b1 : i32
    tt.reduce.return %m, %v : i32, i32"""
SHAPES = [(1024,), (1, 2048), (8, 128), (128, 8), (4, 512), (2, 64, 8), (16, 16)]


def _kernel(shape: tuple[int, ...], axis: int) -> str:
    """``o`` and ``p`` are the maps of ``x`` and ``y`` along ``axis``, one after the other."""
    whole, rest = Body(shape), tuple(n for d, n in enumerate(shape) if d != axis)
    a, b = whole.load("%x", "i32"), whole.load("%y", "i32")
    block, left = whole.type("i32"), tensor(rest, "i32")
    types = f"({block}, {block}) -> ({left}, {left})"
    found = whole.op(f'"tt.reduce"({a}, {b}) <{{axis = {axis} : i32}}> ({{\n  {COMBINER}\n  }}) : {types}', 2)
    whole.shape = rest
    for base, value in zip(("%o", "%p"), found, strict=True):
        whole.store(base, "i32", value)
    return whole.kernel("%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %o: !tt.ptr<i32>, %p: !tt.ptr<i32>")


@pytest.mark.parametrize("warps", [1, 2, 4, 8])
@pytest.mark.parametrize("shape, axis", [(shape, d) for shape in SHAPES for d in range(len(shape))], ids=str)
def test_maps_are_made_one_after_the_other(shape, axis, warps):
    random = np.random.default_rng(0)
    x = random.integers(-3, 4, shape).astype(np.int32) * 2 + 1
    y = random.integers(-9, 9, shape).astype(np.int32)
    o, p = (np.zeros(x.size // shape[axis], np.int32) for _ in range(2))
    emulated.compile(_kernel(shape, axis), settings=Settings(warps))[(1,)](x.ravel(), y.ravel(), o, p)
    factors, terms = (np.moveaxis(v, axis, 0).reshape(shape[axis], -1) for v in (x, y))
    factor, term = factors[0], terms[0]
    for next_factor, next_term in zip(factors[1:], terms[1:], strict=True):
        factor, term = factor * next_factor, term * next_factor + next_term
    np.testing.assert_array_equal(o, factor)
    np.testing.assert_array_equal(p, term)
