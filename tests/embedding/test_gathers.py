"""`indirect=gathers` reads and writes what loops over the elements do, and touches nothing that is masked off."""

import numpy as np
import pytest

from tests.support.program import DTYPES
from tests.support.upstream import UpstreamKernel
from triton_shared import to_linalg
from triton_shared.ir.walk import all_ops

#: %y[16 * i + j] = %x[rows[i] + 3 * j] where %keep[i] and j < %n, else 7; rows and columns of a block of 8 x 16
ROWS = """
tt.func public @k(%x: !tt.ptr<{T}>, %rows: !tt.ptr<i64>, %keep: !tt.ptr<i8>, %y: !tt.ptr<{T}>, %n: i32) {{
  %i = tt.make_range {{end = 8 : i32, start = 0 : i32}} : tensor<8xi32>
  %pr = tt.splat %rows : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
  %ar = tt.addptr %pr, %i : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
  %r = tt.load %ar : tensor<8x!tt.ptr<i64>>
  %pk = tt.splat %keep : !tt.ptr<i8> -> tensor<8x!tt.ptr<i8>>
  %ak = tt.addptr %pk, %i : tensor<8x!tt.ptr<i8>>, tensor<8xi32>
  %k = tt.load %ak : tensor<8x!tt.ptr<i8>>
  %zero = arith.constant dense<0> : tensor<8xi8>
  %kept = arith.cmpi ne, %k, %zero : tensor<8xi8>
  %j = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32>
  %limit = tt.splat %n : i32 -> tensor<16xi32>
  %in = arith.cmpi slt, %j, %limit : tensor<16xi32>
  %kept1 = tt.expand_dims %kept {{axis = 1 : i32}} : tensor<8xi1> -> tensor<8x1xi1>
  %kept2 = tt.broadcast %kept1 : tensor<8x1xi1> -> tensor<8x16xi1>
  %in1 = tt.expand_dims %in {{axis = 0 : i32}} : tensor<16xi1> -> tensor<1x16xi1>
  %in2 = tt.broadcast %in1 : tensor<1x16xi1> -> tensor<8x16xi1>
  %mask = arith.andi %kept2, %in2 : tensor<8x16xi1>
  %three = arith.constant dense<3> : tensor<16xi64>
  %jw = arith.extsi %j : tensor<16xi32> to tensor<16xi64>
  %j3 = arith.muli %jw, %three : tensor<16xi64>
  %r1 = tt.expand_dims %r {{axis = 1 : i32}} : tensor<8xi64> -> tensor<8x1xi64>
  %r2 = tt.broadcast %r1 : tensor<8x1xi64> -> tensor<8x16xi64>
  %j1 = tt.expand_dims %j3 {{axis = 0 : i32}} : tensor<16xi64> -> tensor<1x16xi64>
  %j2 = tt.broadcast %j1 : tensor<1x16xi64> -> tensor<8x16xi64>
  %o = arith.addi %r2, %j2 : tensor<8x16xi64>
  %px = tt.splat %x : !tt.ptr<{T}> -> tensor<8x16x!tt.ptr<{T}>>
  %ax = tt.addptr %px, %o : tensor<8x16x!tt.ptr<{T}>>, tensor<8x16xi64>
  %other = arith.constant dense<{SEVEN}> : tensor<8x16x{T}>
  {ACCESS}
  tt.return
}}
"""
BLOCK = """
  %sixteen = arith.constant dense<16> : tensor<8xi32>
  %i16 = arith.muli %i, %sixteen : tensor<8xi32>
  %i1 = tt.expand_dims %i16 {{axis = 1 : i32}} : tensor<8xi32> -> tensor<8x1xi32>
  %i2 = tt.broadcast %i1 : tensor<8x1xi32> -> tensor<8x16xi32>
  %jn = tt.expand_dims %j {{axis = 0 : i32}} : tensor<16xi32> -> tensor<1x16xi32>
  %jb = tt.broadcast %jn : tensor<1x16xi32> -> tensor<8x16xi32>
  %at = arith.addi %i2, %jb : tensor<8x16xi32>
  %py = tt.splat %y : !tt.ptr<{T}> -> tensor<8x16x!tt.ptr<{T}>>
  %ay = tt.addptr %py, %at : tensor<8x16x!tt.ptr<{T}>>, tensor<8x16xi32>
"""
LOAD = (
    BLOCK
    + """
  %v = tt.load %ax, %mask, %other : tensor<8x16x!tt.ptr<{T}>>
  tt.store %ay, %v : tensor<8x16x!tt.ptr<{T}>>
"""
)
STORE = (
    BLOCK
    + """
  %v = tt.load %ay : tensor<8x16x!tt.ptr<{T}>>
  tt.store %ax, %v, %mask : tensor<8x16x!tt.ptr<{T}>>
"""
)
FAR = 1 << 50


def text(access: str, element: str) -> str:
    seven = "7" if element[0] == "i" else "7.0"
    return ROWS.format(T=element, SEVEN=seven, ACCESS=access.format(T=element))


def kernel(access: str, element: str, pointers: str = "unranked") -> UpstreamKernel:
    options = {"indirect": "gathers", "pointers": pointers}
    module = to_linalg(text(access, element), emit="module", options=options)
    names = {op.name for op in all_ops(module.operation)}
    assert ("vector.gather" if access is LOAD else "vector.scatter") in names and "scf.parallel" not in names
    return UpstreamKernel(module)


@pytest.mark.parametrize("pointers", ["unranked", "strided"])
@pytest.mark.parametrize("element", ["i8", "i64", "f16", "f32", "f64"])
def test_rows_are_gathered_and_scattered(element, pointers):
    rng = np.random.default_rng(0)
    keep = np.array([1, 0, 1, 1, 0, 1, 1, 1], np.int8)
    rows = rng.permutation(8).astype(np.int64) * 48
    places = rows[:, None] + 3 * np.arange(16)
    kept = (keep[:, None] != 0) & (np.arange(16) < 11)
    rows[keep == 0] = FAR  # nobody may touch what is there
    x = rng.integers(-100, 100, 400).astype(DTYPES[element])
    y = np.zeros((8, 16), DTYPES[element])
    kernel(LOAD, element, pointers)[(1,)](x, rows, keep, y, 11)
    wanted = np.where(kept, x[places], np.array(7, x.dtype))
    assert np.array_equal(y, wanted)
    after = x.copy()
    after[places[kept]] = y[kept] * 2
    y *= 2
    kernel(STORE, element, pointers)[(1,)](x, rows, keep, y, 11)
    assert np.array_equal(x, after)
