"""Dimensions of one element anywhere in a tensor change nothing: scans and sums over such shapes, against numpy."""

from __future__ import annotations

import math

import numpy as np
import pytest

import triton_shared
from tests.support.ttir import tensor

SHAPES = [(2, 32), (2, 32, 1), (1, 32, 2), (4, 16, 1), (2, 1, 32), (2, 64, 1, 1), (1, 2, 32, 1)]


def kernel(
    shape: tuple[int, ...], kept: tuple[int, ...], types: tuple[str, str], body: str, made: str
) -> str:
    """A kernel that loads %x, sees it as ``shape``, %r, and stores what ``body`` has ``made`` of it, ``kept``, to %y.

    ``types`` are those of the elements of both; %i are the numbers of the elements.
    """
    (of, to), count, left = types, math.prod(shape), math.prod(kept)
    return f"""tt.func public @k(%x: !tt.ptr<{of}>, %y: !tt.ptr<{to}>) {{
  %i = tt.make_range {{start = 0 : i32, end = {count} : i32}} : tensor<{count}xi32>
  %j = tt.make_range {{start = 0 : i32, end = {left} : i32}} : tensor<{left}xi32>
  %xs = tt.splat %x : !tt.ptr<{of}> -> tensor<{count}x!tt.ptr<{of}>>
  %ys = tt.splat %y : !tt.ptr<{to}> -> tensor<{left}x!tt.ptr<{to}>>
  %from = tt.addptr %xs, %i : tensor<{count}x!tt.ptr<{of}>>, tensor<{count}xi32>
  %to = tt.addptr %ys, %j : tensor<{left}x!tt.ptr<{to}>>, tensor<{left}xi32>
  %v = tt.load %from : tensor<{count}x!tt.ptr<{of}>>
  %r = tt.reshape %v : tensor<{count}x{of}> -> {tensor(shape, of)}
  {body}
  %w = tt.reshape {made} : {tensor(kept, to)} -> tensor<{left}x{to}>
  tt.store %to, %w : tensor<{left}x!tt.ptr<{to}>>
  tt.return
}}"""


def combined(op: str, shape: tuple[int, ...], axis: int) -> str:
    """A kernel that adds up %x, seen as ``shape``, along ``axis`` by ``op``, into %y."""
    kept = shape if op == "scan" else shape[:axis] + shape[axis + 1 :]
    reverse = ", reverse = false" if op == "scan" else ""
    body = f"""%s = "tt.{op}"(%r) <{{axis = {axis} : i32{reverse}}}> ({{
  ^bb0(%a: i8, %b: i8):
    %c = arith.addi %a, %b : i8
    tt.{op}.return %c : i8
  }}) : ({tensor(shape, "i8")}) -> {tensor(kept, "i8")}"""
    return kernel(shape, kept, ("i8", "i8"), body, "%s")


def selected(shape: tuple[int, ...], axis: int) -> str:
    """A kernel that writes to %y where in %x, seen as ``shape``, the least ones along ``axis`` are."""
    kept = shape[:axis] + shape[axis + 1 :]
    types = [tensor(shape, "f32"), tensor(shape, "i32")], [tensor(kept, "f32"), tensor(kept, "i32")]
    body = f"""%n = tt.reshape %i : tensor<{math.prod(shape)}xi32> -> {types[0][1]}
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
  }}) : ({", ".join(types[0])}) -> ({", ".join(types[1])})"""
    return kernel(shape, kept, ("f32", "i32"), body, "%s#1")


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
