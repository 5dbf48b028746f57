"""Offsets whose product with an element's size has more than 64 bits: addresses wrap, at every level and compiled."""

import numpy as np
import pytest

import triton_shared
from tests.support.stages import stages_of
from triton_shared import reference

PROGRAM = """
tt.func public @k(%x: !tt.ptr<E>, %y: !tt.ptr<E>, %far: !tt.ptr<i64>) {
  %one = tt.load %far : !tt.ptr<i64>
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %wide = arith.extsi %i : tensor<8xi32> to tensor<8xi64>
  %fars = tt.splat %far : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
  %fp = tt.addptr %fars, %i : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
  %each = tt.load %fp : tensor<8x!tt.ptr<i64>>
  %ys = tt.splat %y : !tt.ptr<E> -> tensor<8x!tt.ptr<E>>
BODY
  tt.return
}
"""
LOADS = {
    "scalar": """
  %xp = tt.addptr %x, %one : !tt.ptr<E>, i64
  %l = tt.load %xp : !tt.ptr<E>
  %v = tt.splat %l : E -> tensor<8xE>""",
    "block": """
  %xp = tt.addptr %x, %one : !tt.ptr<E>, i64
  %xs = tt.splat %xp : !tt.ptr<E> -> tensor<8x!tt.ptr<E>>
  %p = tt.addptr %xs, %wide : tensor<8x!tt.ptr<E>>, tensor<8xi64>
  %v = tt.load %p : tensor<8x!tt.ptr<E>>""",
    "rows": """
  %stride = tt.splat %one : i64 -> tensor<8xi64>
  %steps = arith.muli %wide, %stride : tensor<8xi64>
  %xs = tt.splat %x : !tt.ptr<E> -> tensor<8x!tt.ptr<E>>
  %p = tt.addptr %xs, %steps : tensor<8x!tt.ptr<E>>, tensor<8xi64>
  %v = tt.load %p : tensor<8x!tt.ptr<E>>""",
    "gather": """
  %xs = tt.splat %x : !tt.ptr<E> -> tensor<8x!tt.ptr<E>>
  %p = tt.addptr %xs, %each : tensor<8x!tt.ptr<E>>, tensor<8xi64>
  %v = tt.load %p : tensor<8x!tt.ptr<E>>""",
}
STORE = """
  %yp = tt.addptr %ys, %i : tensor<8x!tt.ptr<E>>, tensor<8xi32>
  tt.store %yp, %v : tensor<8x!tt.ptr<E>>"""
#: in which direction each offset leaves 64 bits, once it is counted in bytes
SIGNS = (1, -1, 0, 1, 0, -1, 1, 0)
TYPES = {"i16": np.int16, "f32": np.float32, "f64": np.float64}


@pytest.mark.parametrize("element", TYPES)
@pytest.mark.parametrize("name", LOADS)
def test_addresses_wrap(name, element, tmp_path):
    path = tmp_path / "k.mlir"
    text = PROGRAM.replace("BODY", LOADS[name] + STORE)
    path.write_text(text.replace("E>", f"{element}>").replace(" E ", f" {element} "))
    dtype, near = np.dtype(TYPES[element]), np.array([3, 1, 4, 1, 5, 0, 2, 6])
    far = [number + sign * 2**64 // dtype.itemsize for number, sign in zip(near.tolist(), SIGNS, strict=True)]
    offsets = np.array([(number + 2**63) % 2**64 - 2**63 for number in far])
    x = np.arange(100, 164).astype(dtype)
    chosen = {"scalar": np.full(8, 3), "block": 3 + np.arange(8), "rows": 3 * np.arange(8), "gather": near}[
        name
    ]
    for level, module in stages_of(path):
        y = np.zeros(8, dtype)
        reference.run(module, 1, x, y, offsets)
        np.testing.assert_array_equal(y, x[chosen], level)
    y = np.zeros(8, dtype)
    triton_shared.compile(path)[(1,)](x, y, offsets)
    np.testing.assert_array_equal(y, x[chosen])
