"""Dimensions of one element anywhere in a tensor change nothing: scans and sums over such shapes, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared

SHAPES = [(2, 32), (2, 32, 1), (1, 32, 2), (4, 16, 1), (2, 1, 32), (2, 64, 1, 1), (1, 2, 32, 1)]


def combined(op: str, shape: tuple[int, ...], axis: int) -> str:
    """A kernel that adds up %x, seen as ``shape``, along ``axis`` by ``op``, into %y."""
    count = int(np.prod(shape))
    whole, kept = "x".join(map(str, shape)), "x".join(str(n) for d, n in enumerate(shape) if d != axis)
    result = f"tensor<{whole}xi8>" if op == "scan" else f"tensor<{kept}xi8>"
    left = count if op == "scan" else count // shape[axis]
    reverse = ", reverse = false" if op == "scan" else ""
    return f"""tt.func public @k(%x: !tt.ptr<i8>, %y: !tt.ptr<i8>) {{
  %i = tt.make_range {{start = 0 : i32, end = {count} : i32}} : tensor<{count}xi32>
  %j = tt.make_range {{start = 0 : i32, end = {left} : i32}} : tensor<{left}xi32>
  %xs = tt.splat %x : !tt.ptr<i8> -> tensor<{count}x!tt.ptr<i8>>
  %ys = tt.splat %y : !tt.ptr<i8> -> tensor<{left}x!tt.ptr<i8>>
  %from = tt.addptr %xs, %i : tensor<{count}x!tt.ptr<i8>>, tensor<{count}xi32>
  %to = tt.addptr %ys, %j : tensor<{left}x!tt.ptr<i8>>, tensor<{left}xi32>
  %v = tt.load %from : tensor<{count}x!tt.ptr<i8>>
  %r = tt.reshape %v : tensor<{count}xi8> -> tensor<{whole}xi8>
  %s = "tt.{op}"(%r) <{{axis = {axis} : i32{reverse}}}> ({{
  ^bb0(%a: i8, %b: i8):
    %c = arith.addi %a, %b : i8
    tt.{op}.return %c : i8
  }}) : (tensor<{whole}xi8>) -> {result}
  %w = tt.reshape %s : {result} -> tensor<{left}xi8>
  tt.store %to, %w : tensor<{left}x!tt.ptr<i8>>
  tt.return
}}"""


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("op, numpy", [("scan", np.cumsum), ("reduce", np.sum)])
def test_sums(op, numpy, shape):
    x = np.random.default_rng(0).integers(-50, 50, shape).astype(np.int8)
    for axis in range(len(shape)):
        expected = numpy(x, axis=axis, dtype=np.int8)
        y = np.zeros(expected.size, np.int8)
        triton_shared.compile(combined(op, shape, axis))[(1,)](x.reshape(-1), y)
        np.testing.assert_array_equal(y.reshape(expected.shape), expected)
