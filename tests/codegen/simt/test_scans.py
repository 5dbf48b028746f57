"""Scans by a combiner that does not commute, along each axis, from both ends, in any layout of the block."""

import numpy as np
import pytest

from tests.support import emulated
from tests.support.emulated import Settings
from tests.support.shuffled_layouts import shuffling
from tests.support.ttir import Body

#: i -> a * i + b, and then another one
COMBINER = """^bb0(%a0: i32, %b0: i32, %a1: i32, %b1: i32):
    %m = arith.muli %a0, %a1 : i32
    %u = arith.muli %b0, %a1 : i32
    %v = arith.addi %u, %b1 : i32
    tt.scan.return %m, %v : i32, i32"""
SHAPES = [(1024,), (2,), (1, 2048), (8, 128), (128, 8), (4, 512), (2, 64, 8), (16, 16)]


def kernel(shape: tuple[int, ...], axis: int, backwards: bool) -> str:
    """``o`` and ``p`` are the maps of ``x`` and ``y`` up to each place along ``axis``, one after the other."""
    body = Body(shape)
    a, b = body.load("%x", "i32"), body.load("%y", "i32")
    block, reverse = body.type("i32"), str(backwards).lower()
    attributes = f"<{{axis = {axis} : i32, reverse = {reverse}}}>"
    types = f"({block}, {block}) -> ({block}, {block})"
    found = body.op(f'"tt.scan"({a}, {b}) {attributes} ({{\n  {COMBINER}\n  }}) : {types}', 2)
    for base, value in zip(("%o", "%p"), found, strict=True):
        body.store(base, "i32", value)
    return body.kernel("%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %o: !tt.ptr<i32>, %p: !tt.ptr<i32>")


def check(shape: tuple[int, ...], axis: int, backwards: bool, launch) -> None:
    """What ``launch`` makes is what one map after the other does."""
    random = np.random.default_rng(0)
    x = random.integers(-3, 4, shape).astype(np.int32) * 2 + 1
    y = random.integers(-9, 9, shape).astype(np.int32)
    o, p = np.zeros_like(x), np.zeros_like(y)
    launch(x.ravel(), y.ravel(), o.reshape(-1), p.reshape(-1))
    factors, terms, made, added = (np.moveaxis(v, axis, 0) for v in (x, y, o, p))
    order = range(shape[axis])[:: -1 if backwards else 1]
    factor, term = factors[order[0]], terms[order[0]]
    for number, place in enumerate(order):
        if number:
            factor, term = factor * factors[place], term * factors[place] + terms[place]
        np.testing.assert_array_equal(made[place], factor)
        np.testing.assert_array_equal(added[place], term)


@pytest.mark.parametrize("backwards", [False, True], ids=["forwards", "backwards"])
@pytest.mark.parametrize("warps", [1, 2, 4, 8, 32])
@pytest.mark.parametrize("shape, axis", [(shape, d) for shape in SHAPES for d in range(len(shape))], ids=str)
def test_each_place_has_what_is_before_it(shape, axis, warps, backwards):
    launch = emulated.compile(kernel(shape, axis, backwards), settings=Settings(warps))[(1,)]
    check(shape, axis, backwards, launch)


@pytest.mark.parametrize("seed", range(24))
def test_in_any_layout(seed):
    """Bits of the axis lie at registers, lanes and warps in any order."""
    shape = SHAPES[seed % len(SHAPES)]
    axis, backwards, settings = seed % len(shape), seed % 2 == 1, Settings((1, 4, 8, 16)[seed % 4], seed)
    with shuffling(seed):
        launch = emulated.compile(f"{kernel(shape, axis, backwards)}// {settings}", settings=settings)[(1,)]
    check(shape, axis, backwards, launch)
