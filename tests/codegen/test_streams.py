"""Sums of memory have one order, whatever part of it a load reads: all CPUs with AVX-512 find the same bits."""

from dataclasses import replace

import numpy as np
import pytest

import triton_shared
from tests.support import forced

MACHINE = forced.MACHINES["x86-64-v4"]


def text(block: int, rows: int) -> str:
    """Sums of the first ``n`` numbers of rows, and the largest."""
    shape = f"{rows}x{block}"
    return f"""
tt.func public @k(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {{
%pad = arith.constant dense<0.0> : tensor<{shape}xf32>
%size = arith.constant dense<{block}> : tensor<{rows}x1xi32>
%r = tt.make_range {{start = 0 : i32, end = {rows} : i32}} : tensor<{rows}xi32>
%re = tt.expand_dims %r {{axis = 1 : i32}} : tensor<{rows}xi32> -> tensor<{rows}x1xi32>
%rm = arith.muli %re, %size : tensor<{rows}x1xi32>
%rb = tt.broadcast %rm : tensor<{rows}x1xi32> -> tensor<{shape}xi32>
%c = tt.make_range {{start = 0 : i32, end = {block} : i32}} : tensor<{block}xi32>
%ce = tt.expand_dims %c {{axis = 0 : i32}} : tensor<{block}xi32> -> tensor<1x{block}xi32>
%cb = tt.broadcast %ce : tensor<1x{block}xi32> -> tensor<{shape}xi32>
%ns = tt.splat %n : i32 -> tensor<{shape}xi32>
%m = arith.cmpi slt, %cb, %ns : tensor<{shape}xi32>
%at = arith.addi %rb, %cb : tensor<{shape}xi32>
%xs = tt.splat %x : !tt.ptr<f32> -> tensor<{shape}x!tt.ptr<f32>>
%xp = tt.addptr %xs, %at : tensor<{shape}x!tt.ptr<f32>>, tensor<{shape}xi32>
%v = tt.load %xp, %m, %pad : tensor<{shape}x!tt.ptr<f32>>
%s = "tt.reduce"(%v) <{{axis = 1 : i32}}> ({{
^bb0(%a: f32, %b: f32):
  %ab = arith.addf %a, %b : f32
  tt.reduce.return %ab : f32
}}) : (tensor<{shape}xf32>) -> tensor<{rows}xf32>
%os = tt.splat %o : !tt.ptr<f32> -> tensor<{rows}x!tt.ptr<f32>>
%op = tt.addptr %os, %r : tensor<{rows}x!tt.ptr<f32>>, tensor<{rows}xi32>
tt.store %op, %s : tensor<{rows}x!tt.ptr<f32>>
tt.return
}}"""


@pytest.mark.parametrize("rows", [1, 4])
@pytest.mark.parametrize("block", [8, 16, 32, 128, 1024])
def test_bits_are_those_of_whole_registers(block, rows, monkeypatch):
    if forced.lacking(MACHINE):  # which another machine that tests are run for decides
        pytest.skip("needs AVX-512")
    x = np.random.default_rng(0).standard_normal((rows, block), dtype=np.float32)
    launches = []
    for cpu in ("x86-64-v4", "znver4"):
        forced.force(monkeypatch, replace(MACHINE, cpu=cpu))
        launches.append(triton_shared.compile(text(block, rows)))
        monkeypatch.undo()
    for width in {0, 1, 7, block // 2 + 3, block - 1, block}:
        found = []
        for launch in launches:
            o = np.zeros(rows, np.float32)
            launch[(1,)](x, o, width)
            found.append(o)
        np.testing.assert_array_equal(*found)
        np.testing.assert_allclose(found[0], x[:, :width].sum(1, dtype=np.float64), rtol=1e-5, atol=1e-5)
