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


def selected(shape: tuple[int, ...], axis: int) -> str:
    """A kernel that writes to %y where in %x, seen as ``shape``, the least ones along ``axis`` are."""
    count, left = int(np.prod(shape)), int(np.prod(shape)) // shape[axis]
    whole, kept = "x".join(map(str, shape)), "x".join(str(n) for d, n in enumerate(shape) if d != axis)
    return f"""tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<i32>) {{
  %i = tt.make_range {{start = 0 : i32, end = {count} : i32}} : tensor<{count}xi32>
  %j = tt.make_range {{start = 0 : i32, end = {left} : i32}} : tensor<{left}xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<{count}x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<i32> -> tensor<{left}x!tt.ptr<i32>>
  %from = tt.addptr %xs, %i : tensor<{count}x!tt.ptr<f32>>, tensor<{count}xi32>
  %to = tt.addptr %ys, %j : tensor<{left}x!tt.ptr<i32>>, tensor<{left}xi32>
  %v = tt.load %from : tensor<{count}x!tt.ptr<f32>>
  %r = tt.reshape %v : tensor<{count}xf32> -> tensor<{whole}xf32>
  %n = tt.reshape %i : tensor<{count}xi32> -> tensor<{whole}xi32>
  %s:2 = "tt.reduce"(%r, %n) <{{axis = {axis} : i32}}> ({{
  ^bb0(%a: f32, %p: i32, %b: f32, %q: i32):
    %less = arith.cmpf olt, %a, %b : f32
    %same = arith.cmpf oeq, %a, %b : f32
    %before = arith.cmpi slt, %p, %q : i32
    %tie = arith.andi %same, %before : i1
    %first = arith.ori %less, %tie : i1
    %least = arith.select %first, %a, %b : f32
    %there = arith.select %first, %p, %q : i32
    tt.reduce.return %least, %there : f32, i32
  }}) : (tensor<{whole}xf32>, tensor<{whole}xi32>) -> (tensor<{kept}xf32>, tensor<{kept}xi32>)
  %w = tt.reshape %s#1 : tensor<{kept}xi32> -> tensor<{left}xi32>
  tt.store %to, %w : tensor<{left}x!tt.ptr<i32>>
  tt.return
}}"""


@pytest.mark.parametrize("shape", [*SHAPES, (1, 64), (1, 1, 64), (64, 1)], ids=str)
def test_selections(shape):
    x = np.random.default_rng(1).integers(-20, 20, shape).astype(np.float32)
    places = np.arange(x.size).reshape(shape)
    for axis in range(len(shape)):
        expected = np.take_along_axis(places, np.expand_dims(x.argmin(axis), axis), axis).reshape(-1)
        y = np.zeros(expected.size, np.int32)
        triton_shared.compile(selected(shape, axis))[(1,)](x.reshape(-1), y)
        np.testing.assert_array_equal(y, expected)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("op, numpy", [("scan", np.cumsum), ("reduce", np.sum)])
def test_sums(op, numpy, shape):
    x = np.random.default_rng(0).integers(-50, 50, shape).astype(np.int8)
    for axis in range(len(shape)):
        expected = numpy(x, axis=axis, dtype=np.int8)
        y = np.zeros(expected.size, np.int8)
        triton_shared.compile(combined(op, shape, axis))[(1,)](x.reshape(-1), y)
        np.testing.assert_array_equal(y.reshape(expected.shape), expected)
