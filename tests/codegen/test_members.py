"""Masks that a kernel writes twice, for its loads and for what it computes, and masks that differ from these."""

import numpy as np
import pytest

import triton_shared
from tests.support.memory import guarded

BLOCK = 256

#: comparisons of the positions %i + %start, by which element they keep for a start and a bound
TESTS = {
    "cmpi slt, %at, %ns": lambda at, n: at < n,
    "cmpi sgt, %ns, %at": lambda at, n: at < n,
    "cmpi sle, %at, %before": lambda at, n: at < n,
    "cmpi sge, %before, %at": lambda at, n: at < n,
    "cmpi sle, %at, %ns": lambda at, n: at <= n,
    "cmpi slt, %at, %before": lambda at, n: at < n - 1,
    "cmpi sgt, %at, %ns": lambda at, n: at > n,
    "cmpi sge, %at, %ns": lambda at, n: at >= n,
    "cmpi ult, %at, %ns": lambda at, n: at < n % (1 << 32),
    "cmpi slt, %i, %ns": None,
}


def text(test: str, started: bool, kind: str) -> str:
    """``w = where(test, x - 5, 7)`` of a masked block, with the sum of squares and of the block, stored alone or added.

    A block that is indexed is ``where(test, x - i, 7)``, which differs from element to element outside of the window.
    """
    block, pointers = f"tensor<{BLOCK}xi32>", f"tensor<{BLOCK}x!tt.ptr<i32>>"
    at = f"%at = arith.addi %ss, %i : {block}" if started else f"%at = arith.addi %i, %none : {block}"
    return f"""
tt.func public @k(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %o: !tt.ptr<i32>, %n: i32, %start: i32) {{
%one = arith.constant 1 : i32
%none = arith.constant dense<0> : {block}
%five = arith.constant dense<5> : {block}
%seven = arith.constant dense<7> : {block}
%pad = arith.constant dense<11> : {block}
%i = tt.make_range {{start = 0 : i32, end = {BLOCK} : i32}} : {block}
%ss = tt.splat %start : i32 -> {block}
{at}
%ns = tt.splat %n : i32 -> {block}
%last = arith.subi %n, %one : i32
%before = tt.splat %last : i32 -> {block}
%m = arith.cmpi slt, %at, %ns : {block}
%xs = tt.splat %x : !tt.ptr<i32> -> {pointers}
%xp = tt.addptr %xs, %at : {pointers}, {block}
%v = tt.load %xp, %m, %pad : {pointers}
%t = arith.{test} : {block}
%d = arith.subi %v, {"%i" if kind == "indexed" else "%five"} : {block}
%w = arith.select %t, %d, %seven : tensor<{BLOCK}xi1>, {block}
%q = arith.muli %w, %w : {block}
%s = "tt.reduce"(%q) <{{axis = 0 : i32}}> ({{
^bb0(%a: i32, %b: i32):
  %c = arith.addi %a, %b : i32
  tt.reduce.return %c : i32
}}) : ({block}) -> i32
%all = "tt.reduce"(%v) <{{axis = 0 : i32}}> ({{
^bb0(%a: i32, %b: i32):
  %c = arith.addi %a, %b : i32
  tt.reduce.return %c : i32
}}) : ({block}) -> i32
%total = arith.addi %s, %all : i32
%sum = tt.splat %total : i32 -> {block}
%z = arith.addi %w, %sum : {block}
%ys = tt.splat %y : !tt.ptr<i32> -> {pointers}
%yp = tt.addptr %ys, %at : {pointers}, {block}
{"" if kind == "alone" else f"tt.store %yp, %z, %m : {pointers}"}
tt.store %o, %total : !tt.ptr<i32>
tt.return
}}"""


@pytest.mark.parametrize("kind", ["stored", "alone", "indexed"])
@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize("test", TESTS)
def test_rows(test, started, kind):
    launch = triton_shared.compile(text(test, started, kind))
    holds = TESTS[test] or (lambda at, n: np.arange(BLOCK) < n)
    for n in (-5, 0, 1, 16, 17, 64, 77, 191, 192, 255, 256, 257, 400):
        for start in (0, 1, 60) if started else (0,):
            at = start + np.arange(BLOCK)
            kept = at < n
            x = (
                np.random.default_rng(n + 5)
                .integers(-50, 50, max(start, min(n, start + BLOCK)))
                .astype(np.int32)
            )
            v = np.full(BLOCK, 11)
            v[kept] = x[at[kept]]
            w = np.where(holds(at, n), v - (np.arange(BLOCK) if kind == "indexed" else 5), 7)
            y, o = np.zeros_like(x), np.zeros(1, np.int32)
            given = guarded(x, True) if len(x) else x
            out = guarded(y, True) if len(y) else y
            launch[(1,)](given, out, o, n, start)
            total = (w * w).sum() + v.sum()
            assert o[0] == total
            if kind != "alone":
                y[at[kept]] = (w + total)[kept]
            np.testing.assert_array_equal(out, y)


def tiles(test: str) -> str:
    """The same of the columns of a tile whose rows and columns are masked, summed along both dimensions."""
    block, pointers = "tensor<4x64xi32>", "tensor<4x64x!tt.ptr<i32>>"
    sums = "\n".join(
        f"""%s{axis} = "tt.reduce"(%q) <{{axis = {axis} : i32}}> ({{
^bb0(%a: i32, %b: i32):
  %ab = arith.addi %a, %b : i32
  tt.reduce.return %ab : i32
}}) : ({block}) -> tensor<{length}xi32>
%o{axis} = tt.make_range {{start = 0 : i32, end = {length} : i32}} : tensor<{length}xi32>
%os{axis} = tt.splat %out{axis} : !tt.ptr<i32> -> tensor<{length}x!tt.ptr<i32>>
%op{axis} = tt.addptr %os{axis}, %o{axis} : tensor<{length}x!tt.ptr<i32>>, tensor<{length}xi32>
tt.store %op{axis}, %s{axis} : tensor<{length}x!tt.ptr<i32>>"""
        for axis, length in ((0, 64), (1, 4))
    )
    return f"""
tt.func public @k(%x: !tt.ptr<i32>, %out0: !tt.ptr<i32>, %out1: !tt.ptr<i32>, %rows: i32, %n: i32) {{
%seven = arith.constant dense<7> : {block}
%pad = arith.constant dense<11> : {block}
%width = arith.constant dense<64> : {block}
%r = tt.make_range {{start = 0 : i32, end = 4 : i32}} : tensor<4xi32>
%re = tt.expand_dims %r {{axis = 1 : i32}} : tensor<4xi32> -> tensor<4x1xi32>
%rb = tt.broadcast %re : tensor<4x1xi32> -> {block}
%c = tt.make_range {{start = 0 : i32, end = 64 : i32}} : tensor<64xi32>
%ce = tt.expand_dims %c {{axis = 0 : i32}} : tensor<64xi32> -> tensor<1x64xi32>
%cb = tt.broadcast %ce : tensor<1x64xi32> -> {block}
%ns = tt.splat %n : i32 -> {block}
%rs = tt.splat %rows : i32 -> {block}
%mc = arith.cmpi slt, %cb, %ns : {block}
%mr = arith.cmpi slt, %rb, %rs : {block}
%both = arith.andi %mc, %mr : tensor<4x64xi1>
%either = arith.ori %mc, %mr : tensor<4x64xi1>
%f = arith.muli %rb, %width : {block}
%g = arith.addi %f, %cb : {block}
%xs = tt.splat %x : !tt.ptr<i32> -> {pointers}
%xp = tt.addptr %xs, %g : {pointers}, {block}
%v = tt.load %xp, %both, %pad : {pointers}
%w = arith.select {test}, %v, %seven : tensor<4x64xi1>, {block}
%q = arith.muli %w, %w : {block}
{sums}
tt.return
}}"""


@pytest.mark.parametrize("test", ["%both", "%mc", "%mr", "%either"])
def test_tiles(test):
    launch = triton_shared.compile(tiles(test))
    x = np.random.default_rng(0).integers(-50, 50, (4, 64)).astype(np.int32)
    for rows in (-1, 0, 1, 3, 4, 5):
        for n in (0, 1, 16, 33, 63, 64, 70):
            mr, mc = np.arange(4)[:, None] < rows, np.arange(64) < n
            v = np.where(mr & mc, x, 11)
            holds = {"%both": mr & mc, "%mc": mc, "%mr": mr, "%either": mr | mc}[test]
            q = np.where(holds, v, 7) ** 2
            down, across = np.zeros(64, np.int32), np.zeros(4, np.int32)
            launch[(1,)](x, down, across, rows, n)
            np.testing.assert_array_equal(down, q.sum(0))
            np.testing.assert_array_equal(across, q.sum(1))
