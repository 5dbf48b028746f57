"""Elementwise ops on large blocks in memory that overlaps or not: every load is done before any store."""

import itertools

import numpy as np
import pytest

import triton_shared

BLOCK = 512
#: where a block of 512 numbers begins, beside one that begins at 1000
PLACES = (488, 489, 600, 984, 999, 1000, 1001, 1016, 1100, 1511, 1512, 2000)


def rows(source: str, target: str, convert: str) -> str:
    """``y[i] = convert(x[i] + w[i])`` of the first ``n`` numbers."""
    pointers = {name: f"tensor<{BLOCK}x!tt.ptr<{source if name in 'xw' else target}>>" for name in "xwy"}
    lines = [
        f"%{name}s = tt.splat %{name} : !tt.ptr<{source if name in 'xw' else target}> -> {pointers[name]}\n"
        f"%{name}p = tt.addptr %{name}s, %i : {pointers[name]}, tensor<{BLOCK}xi32>"
        for name in "xwy"
    ]
    converted = (
        f"%c = arith.{convert} %s : tensor<{BLOCK}x{source}> to tensor<{BLOCK}x{target}>" if convert else ""
    )
    body = "\n".join(lines)
    return f"""
tt.func public @k(%x: !tt.ptr<{source}>, %w: !tt.ptr<{source}>, %y: !tt.ptr<{target}>, %n: i32) {{
%i = tt.make_range {{start = 0 : i32, end = {BLOCK} : i32}} : tensor<{BLOCK}xi32>
%ns = tt.splat %n : i32 -> tensor<{BLOCK}xi32>
%m = arith.cmpi slt, %i, %ns : tensor<{BLOCK}xi32>
{body}
%a = tt.load %xp, %m : {pointers["x"]}
%b = tt.load %wp, %m : {pointers["w"]}
%s = arith.addi %a, %b : tensor<{BLOCK}x{source}>
{converted}
tt.store %yp, {"%c" if convert else "%s"}, %m : {pointers["y"]}
tt.return
}}"""


@pytest.mark.parametrize("count", [0, 1, 37, 500, BLOCK])
@pytest.mark.parametrize(
    ("source", "target", "convert"), [("i32", "i32", ""), ("i32", "i64", "extsi"), ("i32", "i16", "trunci")]
)
def test_rows_anywhere(source, target, convert, count):
    launch = triton_shared.compile(rows(source, target, convert))
    size = np.dtype(target.replace("i", "int")).itemsize
    rng = np.random.default_rng(0)
    for x, w in itertools.product(PLACES, PLACES[::3]):
        memory = rng.integers(-1000, 1000, 4096).astype(np.int32)
        wanted = memory.copy()
        total = wanted[x:][:count] + wanted[w:][:count]
        out = wanted[1000:].view(target.replace("i", "int"))
        out[:count] = total.astype(out.dtype)
        y = memory[1000:].view(out.dtype)
        assert y.itemsize == size
        launch[(1,)](memory[x:], memory[w:], y, count)
        np.testing.assert_array_equal(memory, wanted)


def tiles(rows: int, columns: int) -> str:
    """``y[r, c] = 3 x[r, c]`` of blocks whose rows lie ``p`` and ``q`` numbers apart."""
    block, pointers = f"tensor<{rows}x{columns}xi32>", f"tensor<{rows}x{columns}x!tt.ptr<i32>>"
    return f"""
tt.func public @k(%x: !tt.ptr<i32>, %p: i32, %y: !tt.ptr<i32>, %q: i32, %n: i32) {{
%three = arith.constant dense<3> : {block}
%r = tt.make_range {{start = 0 : i32, end = {rows} : i32}} : tensor<{rows}xi32>
%re = tt.expand_dims %r {{axis = 1 : i32}} : tensor<{rows}xi32> -> tensor<{rows}x1xi32>
%c = tt.make_range {{start = 0 : i32, end = {columns} : i32}} : tensor<{columns}xi32>
%ce = tt.expand_dims %c {{axis = 0 : i32}} : tensor<{columns}xi32> -> tensor<1x{columns}xi32>
%cb = tt.broadcast %ce : tensor<1x{columns}xi32> -> {block}
%ns = tt.splat %n : i32 -> {block}
%m = arith.cmpi slt, %cb, %ns : {block}
%ps = tt.splat %p : i32 -> tensor<{rows}x1xi32>
%qs = tt.splat %q : i32 -> tensor<{rows}x1xi32>
%rp = arith.muli %re, %ps : tensor<{rows}x1xi32>
%rq = arith.muli %re, %qs : tensor<{rows}x1xi32>
%rpb = tt.broadcast %rp : tensor<{rows}x1xi32> -> {block}
%rqb = tt.broadcast %rq : tensor<{rows}x1xi32> -> {block}
%fp = arith.addi %rpb, %cb : {block}
%fq = arith.addi %rqb, %cb : {block}
%xs = tt.splat %x : !tt.ptr<i32> -> {pointers}
%xp = tt.addptr %xs, %fp : {pointers}, {block}
%ys = tt.splat %y : !tt.ptr<i32> -> {pointers}
%yp = tt.addptr %ys, %fq : {pointers}, {block}
%a = tt.load %xp, %m : {pointers}
%s = arith.muli %a, %three : {block}
tt.store %yp, %s, %m : {pointers}
tt.return
}}"""


@pytest.mark.parametrize("count", [1, 50, 64])
@pytest.mark.parametrize(("p", "q"), [(64, 64), (100, 100), (100, 64), (64, 100), (-100, 100), (100, -100)])
def test_tiles_anywhere(p, q, count):
    launch = triton_shared.compile(tiles(8, 64))
    row, column = np.arange(8)[:, None], np.arange(count)
    for x in (1000, 1001, 1063, 1064, 1100, 1200, 1763, 1764, 2600):
        memory = np.random.default_rng(0).integers(-1000, 1000, 4096).astype(np.int32)
        wanted = memory.copy()
        wanted[1900 + row * q + column] = 3 * memory[x + row * p + column]
        launch[(1,)](memory[x:], p, memory[1900:], q, count)
        np.testing.assert_array_equal(memory, wanted)
