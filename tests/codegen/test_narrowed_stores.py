"""A store of narrowed elements under a mask of known bounds writes these, and nothing beside them."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from tests.fuzz.kernels.values import DTYPES

BLOCK = 64
#: from which element to which, and the op that narrows
NARROWED = [
    *(
        (f"i{wide}", f"i{narrow}", "trunci")
        for wide in (16, 32, 64)
        for narrow in (8, 16, 32)
        if narrow < wide
    ),
    ("i32", "bf16", "sitofp"),
    ("f32", "f16", "truncf"),
    ("f64", "f32", "truncf"),
]
#: one lane of the last vector, two, and all but one, in front of a bound and behind one
BOUNDS = [(0, n) for n in (1, 2, 9, 17, 18, 31, 33, 49)] + [(n, BLOCK) for n in (15, 31, 47, 63)] + [(15, 17)]


def kernel(wide: str, narrow: str, op: str, low: int, high: int) -> str:
    """Twice a block of ``wide``, which is stored, and stored as ``narrow`` from ``low`` to ``high``."""

    def block(element: str) -> str:
        return f"tensor<{BLOCK}x{element}>"

    add = "addf" if wide.startswith("f") else "addi"
    return f"""
tt.func public @k(%x: !tt.ptr<{wide}>, %y: !tt.ptr<{wide}>, %z: !tt.ptr<{narrow}>) {{
  %at = tt.make_range {{start = 0 : i32, end = {BLOCK} : i32}} : {block("i32")}
  %xs = tt.splat %x : !tt.ptr<{wide}> -> {block(f"!tt.ptr<{wide}>")}
  %xp = tt.addptr %xs, %at : {block(f"!tt.ptr<{wide}>")}, {block("i32")}
  %0 = tt.load %xp : {block(f"!tt.ptr<{wide}>")}
  %1 = arith.{add} %0, %0 : {block(wide)}
  %ys = tt.splat %y : !tt.ptr<{wide}> -> {block(f"!tt.ptr<{wide}>")}
  %yp = tt.addptr %ys, %at : {block(f"!tt.ptr<{wide}>")}, {block("i32")}
  tt.store %yp, %1 : {block(f"!tt.ptr<{wide}>")}
  %2 = arith.{op} %1 : {block(wide)} to {block(narrow)}
  %low = arith.constant dense<{low}> : {block("i32")}
  %high = arith.constant dense<{high}> : {block("i32")}
  %behind = arith.cmpi sge, %at, %low : {block("i32")}
  %before = arith.cmpi slt, %at, %high : {block("i32")}
  %mask = arith.andi %behind, %before : {block("i1")}
  %zs = tt.splat %z : !tt.ptr<{narrow}> -> {block(f"!tt.ptr<{narrow}>")}
  %zp = tt.addptr %zs, %at : {block(f"!tt.ptr<{narrow}>")}, {block("i32")}
  tt.store %zp, %2, %mask : {block(f"!tt.ptr<{narrow}>")}
  tt.return
}}"""


@pytest.mark.parametrize(("wide", "narrow", "op"), NARROWED, ids=lambda one: one)
def test_only_what_the_mask_keeps_is_written(wide, narrow, op):
    x = np.arange(BLOCK).astype(DTYPES[wide])
    for low, high in BOUNDS:
        y, z = np.zeros_like(x), np.full(BLOCK, 7, DTYPES[narrow])
        expected = z.copy()
        expected[low:high] = (x + x)[low:high].astype(expected.dtype)
        triton_shared.compile(kernel(wide, narrow, op, low, high))[(1,)](x, y, z)
        np.testing.assert_array_equal(z.view(np.uint8), expected.view(np.uint8), f"{low} to {high}")
        np.testing.assert_array_equal(y, x + x)
