"""Rows of any width in blocks of a power of two: what a mask drops reads as padding, and nothing else of it is seen."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import triton_shared
from tests.support.memory import guarded

TYPES = {"i32": np.int32, "f32": np.float32, "i16": np.int16}
COMBINERS = {"addi": np.sum, "maxsi": np.max, "xori": np.bitwise_xor.reduce}
FLOATS = {"maximumf": np.max, "minimumf": np.min}


def kernel(element: str, combiner: str, block: int, pad: str) -> str:
    """Twice ``x - reduce(x)`` of a row, by way of two blocks, and the reductions of both."""
    add, sub = ("addf", "subf") if element.startswith("f") else ("addi", "subi")
    t, p = f"tensor<{block}x{element}>", f"tensor<{block}x!tt.ptr<{element}>>"

    def reduced(name: str, operand: str) -> str:
        return f"""
    %{name} = "tt.reduce"({operand}) <{{axis = 0 : i32}}> ({{
    ^bb0(%a: {element}, %b: {element}):
      %c = arith.{combiner} %a, %b : {element}
      tt.reduce.return %c : {element}
    }}) : ({t}) -> {element}
    %{name}s = tt.splat %{name} : {element} -> {t}"""

    return f"""
module {{
  tt.func public @rows(%x: !tt.ptr<{element}>, %y: !tt.ptr<{element}>, %r: !tt.ptr<{element}>, %n: i32) {{
    %at = tt.make_range {{start = 0 : i32, end = {block} : i32}} : tensor<{block}xi32>
    %ns = tt.splat %n : i32 -> tensor<{block}xi32>
    %mask = arith.cmpi slt, %at, %ns : tensor<{block}xi32>
    %pad = arith.constant dense<{pad}> : {t}
    %xs = tt.splat %x : !tt.ptr<{element}> -> {p}
    %xp = tt.addptr %xs, %at : {p}, tensor<{block}xi32>
    %0 = tt.load %xp, %mask, %pad : {p}{reduced("first", "%0")}
    %1 = arith.{sub} %0, %firsts : {t}
    %2 = arith.{add} %1, %1 : {t}{reduced("second", "%2")}
    %3 = arith.{sub} %2, %seconds : {t}
    %ys = tt.splat %y : !tt.ptr<{element}> -> {p}
    %yp = tt.addptr %ys, %at : {p}, tensor<{block}xi32>
    tt.store %yp, %3, %mask : {p}
    tt.store %r, %second : !tt.ptr<{element}>
    tt.return
  }}
}}"""


CASES = [
    *itertools.product(["i32", "i16"], COMBINERS, ["3", "-7"]),
    *itertools.product(["f32"], FLOATS, ["0xFF800000", "0x7F800000", "0x7FC00000", "-0.0", "2.5"]),
]


def padding(element: str, text: str) -> np.ndarray:
    """The padding that the constant ``text`` writes."""
    return (
        np.array([int(text, 0)], np.uint32).view(np.float32)[0]
        if text.startswith("0x")
        else TYPES[element](text)
    )


@pytest.mark.parametrize(("element", "combiner", "pad"), CASES)
def test_rows_of_every_width(element, combiner, pad):
    block, dtype = 128, TYPES[element]
    program = triton_shared.compile(kernel(element, combiner, block, pad))
    reduce = (COMBINERS | FLOATS)[combiner]
    rng = np.random.default_rng(0)
    for width in (0, 1, 15, 16, 17, 31, 33, 63, 64, 65, 77, 127, 128, 200):
        kept = min(width, block)
        x = rng.integers(-50, 50, kept).astype(dtype)
        values = np.full(block, padding(element, pad), dtype)
        values[:kept] = x
        with np.errstate(invalid="ignore"):
            twice = 2 * (values - reduce(values).astype(dtype))
            second = reduce(twice.astype(dtype)).astype(dtype)
            want = (twice.astype(dtype) - second)[:kept]
        y, r = guarded(np.zeros(kept, dtype), True), np.zeros(1, dtype)
        program[(1,)](guarded(x, True), y, r, width)
        np.testing.assert_array_equal(y, want)
        np.testing.assert_array_equal(r[0], second)
