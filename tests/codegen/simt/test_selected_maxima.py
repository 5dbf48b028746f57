"""Reductions by selects that give the greater, or the smaller, and hand on NaN; in the emulator."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support import emulated
from tests.support.emulated import Settings, lowered
from triton_shared.codegen.nvidia.ptx.emit import to_ptx

REDUCED = """tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %i = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %px = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %ax = tt.addptr %px, %i : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %v = tt.load %ax : tensor<256x!tt.ptr<f32>>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    BODY
    tt.reduce.return %m : f32
  }) : (tensor<256xf32>) -> f32
  %all = tt.splat %s : f32 -> tensor<256xf32>
  %py = tt.splat %y : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %ay = tt.addptr %py, %i : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %ay, %all : tensor<256x!tt.ptr<f32>>
  tt.return
}
"""
SELECT = """%t = arith.cmpf {0}, %a, %b : f32
    %n = arith.cmpf une, %a, %a : f32
    %c = arith.ori %t, %n : i1
    %m = arith.select %c, %a, %b : f32"""
#: what combines, and whether it is one op
BODIES = {
    "maximum": (SELECT.format("ogt"), np.max, True),
    "minimum": (SELECT.format("ole"), np.min, True),
    "past NaN": ("%c = arith.cmpf ogt, %a, %b : f32\n    %m = arith.select %c, %a, %b : f32", None, False),
    "last": ("%c = arith.cmpf ord, %a, %b : f32\n    %m = arith.select %c, %b, %b : f32", None, False),
}


def ptx(name: str) -> str:
    compiled = lowered(REDUCED.replace("BODY", BODIES[name][0]), "-", None, True, Settings())
    return to_ptx(compiled.text, compiled.target)[1]


@pytest.mark.parametrize("name", BODIES)
def test_they_are_combined_in_any_order(name):
    """In one round among warps, and by one instruction; others keep the order of the axis."""
    *_, is_one = BODIES[name]
    text = ptx(name)
    assert (".NaN.f32" in text) == is_one
    assert text.count("st.shared") == 1


@pytest.mark.parametrize("warps", [1, 2, 4, 8])
@pytest.mark.parametrize("number", [256, 1024])
def test_the_last_one_is_that_of_the_axis(warps, number):
    """What gives the right one of two is the same for all pairings, but for no other order than the axis's."""
    text = REDUCED.replace("BODY", BODIES["last"][0]).replace("256", str(number))
    kernel = emulated.compile(text, settings=Settings(num_warps=warps, ptx=True))
    x, y = np.random.default_rng(warps).normal(size=number).astype(np.float32), np.zeros(number, np.float32)
    x[::7] = np.nan
    kernel[1,](x, y)
    np.testing.assert_array_equal(y, x[-1])


@pytest.mark.parametrize("name", [name for name, body in BODIES.items() if body[2]])
@pytest.mark.parametrize("warps", [1, 4])
def test_all_threads_have_the_same(name, warps):
    body, function, _ = BODIES[name]
    kernel = emulated.compile(REDUCED.replace("BODY", body), settings=Settings(num_warps=warps, ptx=True))
    dice = np.random.default_rng(0)
    special = ([], [np.nan], [np.inf, -np.inf], [0.0, -0.0] * 128, [-np.nan, np.nan, np.inf])
    for values in special:
        x = dice.normal(size=256).astype(np.float32)
        x[dice.permutation(256)[: len(values)]] = values
        y = np.zeros(256, np.float32)
        kernel[1,](x, y)
        np.testing.assert_array_equal(y[0], function(x))
        assert len({int(word) for word in y.view(np.uint32)}) == 1
