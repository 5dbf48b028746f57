"""Rows that are gathered and scattered, masked or not, between memory that is apart, overlaps, or is the same."""

import numpy as np
import pytest

import triton_shared

KERNEL = """\
tt.func public @k(%x: !tt.ptr<{t}>, %index: !tt.ptr<i32>, %o: !tt.ptr<{t}>, %pitch: i32, %n: i32, %w: i32) {{
%rr = tt.make_range {{start = 0 : i32, end = {count} : i32}} : tensor<{count}xi32>
%cr = tt.make_range {{start = 0 : i32, end = {width} : i32}} : tensor<{width}xi32>
%is = tt.splat %index : !tt.ptr<i32> -> tensor<{count}x!tt.ptr<i32>>
%ip = tt.addptr %is, %rr : tensor<{count}x!tt.ptr<i32>>, tensor<{count}xi32>
%ns = tt.splat %n : i32 -> tensor<{count}xi32>
%rm = arith.cmpi slt, %rr, %ns : tensor<{count}xi32>
%zero = arith.constant dense<0> : tensor<{count}xi32>
%at = tt.load %ip, %rm, %zero : tensor<{count}x!tt.ptr<i32>>
%ws = tt.splat %w : i32 -> tensor<{width}xi32>
%cm = arith.cmpi slt, %cr, %ws : tensor<{width}xi32>
%rme = tt.expand_dims %rm {{axis = 1 : i32}} : tensor<{count}xi1> -> tensor<{count}x1xi1>
%cme = tt.expand_dims %cm {{axis = 0 : i32}} : tensor<{width}xi1> -> tensor<1x{width}xi1>
%rmb = tt.broadcast %rme : tensor<{count}x1xi1> -> tensor<{count}x{width}xi1>
%cmb = tt.broadcast %cme : tensor<1x{width}xi1> -> tensor<{count}x{width}xi1>
%m = arith.andi %rmb, %cmb : tensor<{count}x{width}xi1>
%ps = tt.splat %pitch : i32 -> tensor<{count}xi32>
%ce = tt.expand_dims %cr {{axis = 0 : i32}} : tensor<{width}xi32> -> tensor<1x{width}xi32>
%cb = tt.broadcast %ce : tensor<1x{width}xi32> -> tensor<{count}x{width}xi32>
%there = arith.muli %at, %ps : tensor<{count}xi32>
%te = tt.expand_dims %there {{axis = 1 : i32}} : tensor<{count}xi32> -> tensor<{count}x1xi32>
%tb = tt.broadcast %te : tensor<{count}x1xi32> -> tensor<{count}x{width}xi32>
%far = arith.addi %tb, %cb : tensor<{count}x{width}xi32>
%here = arith.muli %rr, %ps : tensor<{count}xi32>
%he = tt.expand_dims %here {{axis = 1 : i32}} : tensor<{count}xi32> -> tensor<{count}x1xi32>
%hb = tt.broadcast %he : tensor<{count}x1xi32> -> tensor<{count}x{width}xi32>
%near = arith.addi %hb, %cb : tensor<{count}x{width}xi32>
%xs = tt.splat %x : !tt.ptr<{t}> -> tensor<{count}x{width}x!tt.ptr<{t}>>
%os = tt.splat %o : !tt.ptr<{t}> -> tensor<{count}x{width}x!tt.ptr<{t}>>
%xp = tt.addptr %xs, {read} : tensor<{count}x{width}x!tt.ptr<{t}>>, tensor<{count}x{width}xi32>
%op = tt.addptr %os, {written} : tensor<{count}x{width}x!tt.ptr<{t}>>, tensor<{count}x{width}xi32>
%v = tt.load %xp{mask} : tensor<{count}x{width}x!tt.ptr<{t}>>
tt.store %op, %v{mask} : tensor<{count}x{width}x!tt.ptr<{t}>>
tt.return
}}"""
DTYPES = {"i8": np.int8, "i16": np.int16, "i32": np.int32}


def moved(memory, index, begins, pitch, n, w, gathers):
    """``memory`` after the kernel: all rows are read before any is written."""
    after, (x, o) = memory.copy(), begins
    read = [x + (int(index[r]) if gathers else r) * pitch for r in range(n)]
    rows = [memory[at : at + w].copy() for at in read]
    for r, row in enumerate(rows):
        at = o + (r if gathers else int(index[r])) * pitch
        after[at : at + w] = row
    return after


@pytest.mark.parametrize("gathers", [True, False], ids=["gather", "scatter"])
@pytest.mark.parametrize("masked", [True, False], ids=["masked", "whole"])
@pytest.mark.parametrize(
    ("element", "count", "width"),
    [("i32", 4, 256), ("i32", 16, 32), ("i8", 8, 128), ("i16", 2, 1024), ("i32", 1, 64)],
)
def test_rows_move_as_if_all_were_read_first(element, count, width, masked, gathers):
    near, far = ("%near", "%far") if gathers else ("%far", "%near")
    mask = ", %m" if masked else ""
    kernel = triton_shared.compile(
        KERNEL.format(t=element, count=count, width=width, mask=mask, written=near, read=far)
    )
    rng = np.random.default_rng(count)
    pitch, rows = width + 3, 3 * count
    size = rows * pitch
    for begins in ((0, size), (size, 0), (0, 0), (0, pitch), (pitch, 0), (0, width // 2), (width // 2, 0)):
        for n, w in (
            ((count, width), (count - 1, width), (count, width - 1), (1, 1), (0, width), (count, 0))
            if masked
            else ((count, width),)
        ):
            memory = rng.integers(-128, 128, 2 * size + rows).astype(DTYPES[element])
            index = rng.integers(rows, size=count).astype(np.int32)
            wanted = moved(memory, index, begins, pitch, n, w, gathers)
            kernel[(1,)](memory[begins[0] :], index, memory[begins[1] :], pitch, n, w)
            np.testing.assert_array_equal(memory, wanted, f"{begins} {n} {w}")


@pytest.mark.parametrize("gathers", [True, False], ids=["gather", "scatter"])
@pytest.mark.parametrize("step", [1, 2])
def test_elements_of_a_block_may_lie_apart(step, gathers):
    """Where only the launch knows how far, rows are not moved as pieces."""
    names = ("%near", "%far") if gathers else ("%far", "%near")
    text = KERNEL.format(t="i32", count=4, width=256, mask="", written=names[0], read=names[1])
    apart = "%ss = tt.splat %w : i32 -> tensor<256xi32>\n%cs = arith.muli %cr, %ss : tensor<256xi32>\n"
    wide = "%se = tt.expand_dims %cs {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>\n%ce = "
    text = text.replace("%ce = ", apart + wide)
    text = text.replace(
        "%near = arith.addi %hb, %cb",
        "%sb = tt.broadcast %se : tensor<1x256xi32> -> tensor<4x256xi32>\n%near = arith.addi %hb, %sb",
    )
    x, index = np.arange(10 * 600, dtype=np.int32), np.array([7, 0, 3, 5], np.int32)
    out, wanted = np.zeros_like(x), np.zeros_like(x)
    here = np.arange(4)[:, None] * 600 + np.arange(256) * step
    there = index[:, None] * 600 + np.arange(256)
    read, written = (there, here) if gathers else (here, there)
    wanted[written] = x[read]
    triton_shared.compile(text)[(1,)](x, index, out, 600, 4, step)
    np.testing.assert_array_equal(out, wanted)
