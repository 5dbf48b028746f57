"""Rows or columns of a matrix that an index chooses, under masks of rows, of columns, and of what is a valid index."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared


def text(rows: int, columns: int, by: str, kept: tuple[str, ...], stored: bool) -> str:
    """``out[r, c] = x[r, i[c]]``, or ``x[i[r], c]`` ``by`` rows, under the masks ``kept``, the store too if ``stored``.

    %m and %n are how many rows and columns there are, %w how many a row of %x has, %l how many lines to choose from.
    """
    shape = f"{rows}x{columns}"
    size, thin, axis = (columns, f"1x{columns}", 0) if by == "columns" else (rows, f"{rows}x1", 1)
    row, column = ("%r", "%at") if by == "columns" else ("%at", "%c")
    conditions = {"rows": "slt, %r, %ms", "columns": "slt, %c, %ns", "valid": "ult, %at, %ls"}
    masks, lines = ["%all"], []
    for number, name in enumerate(kept):
        lines.append(f"%k{number} = arith.cmpi {conditions[name]} : tensor<{shape}xi32>")
        lines.append(f"%a{number} = arith.andi {masks[-1]}, %k{number} : tensor<{shape}xi1>")
        masks.append(f"%a{number}")
    splats = "\n  ".join(f"%{v}s = tt.splat %{v} : i32 -> tensor<{shape}xi32>" for v in "mnwl")
    body = "\n  ".join(lines)
    pointers, ints = f"tensor<{shape}x!tt.ptr<f32>>", f"tensor<{shape}xi32>"
    return f"""
tt.func public @k(%x: !tt.ptr<f32>, %i: !tt.ptr<i32>, %out: !tt.ptr<f32>, %m: i32, %n: i32, %w: i32, %l: i32) {{
  {splats}
  %all = arith.constant dense<true> : tensor<{shape}xi1>
  %zero = arith.constant dense<0.0> : tensor<{shape}xf32>
  %r1 = tt.make_range {{start = 0 : i32, end = {rows} : i32}} : tensor<{rows}xi32>
  %r2 = tt.expand_dims %r1 {{axis = 1 : i32}} : tensor<{rows}xi32> -> tensor<{rows}x1xi32>
  %r = tt.broadcast %r2 : tensor<{rows}x1xi32> -> {ints}
  %c1 = tt.make_range {{start = 0 : i32, end = {columns} : i32}} : tensor<{columns}xi32>
  %c2 = tt.expand_dims %c1 {{axis = 0 : i32}} : tensor<{columns}xi32> -> tensor<1x{columns}xi32>
  %c = tt.broadcast %c2 : tensor<1x{columns}xi32> -> {ints}
  %line = tt.make_range {{start = 0 : i32, end = {size} : i32}} : tensor<{size}xi32>
  %is = tt.splat %i : !tt.ptr<i32> -> tensor<{size}x!tt.ptr<i32>>
  %ip = tt.addptr %is, %line : tensor<{size}x!tt.ptr<i32>>, tensor<{size}xi32>
  %at1 = tt.load %ip : tensor<{size}x!tt.ptr<i32>>
  %at2 = tt.expand_dims %at1 {{axis = {axis} : i32}} : tensor<{size}xi32> -> tensor<{thin}xi32>
  %at = tt.broadcast %at2 : tensor<{thin}xi32> -> {ints}
  {body}
  %down = arith.muli {row}, %ws : {ints}
  %from = arith.addi %down, {column} : {ints}
  %xs = tt.splat %x : !tt.ptr<f32> -> {pointers}
  %xp = tt.addptr %xs, %from : {pointers}, {ints}
  %v = tt.load %xp, {masks[-1]}, %zero : {pointers}
  %width = arith.constant dense<{columns}> : {ints}
  %over = arith.muli %r, %width : {ints}
  %to = arith.addi %over, %c : {ints}
  %os = tt.splat %out : !tt.ptr<f32> -> {pointers}
  %op = tt.addptr %os, %to : {pointers}, {ints}
  tt.store %op, %v{f", {masks[-1]}" if stored else ""} : {pointers}
  tt.return
}}"""


@pytest.mark.parametrize("stored", [True, False], ids=["masked store", "whole store"])
@pytest.mark.parametrize("by", ["rows", "columns"])
@pytest.mark.parametrize("shape", [(1, 16), (16, 1), (4, 4), (1, 1), (2, 32)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_lines_that_an_index_chooses(shape, by, stored):
    rng, lines = np.random.default_rng(0), 5
    rows, columns = shape
    for kept in (("valid",), ("rows", "valid"), ("rows", "columns", "valid")):
        kernel = triton_shared.compile(text(rows, columns, by, kept, stored))
        for m, n in ((rows, columns), (max(rows - 1, 0), (columns + 1) // 2)):
            x = rng.random((rows, lines) if by == "columns" else (lines, columns), np.float32)
            index = rng.integers(-2, lines + 2, columns if by == "columns" else rows).astype(np.int32)
            out = np.full(shape, -1, np.float32)
            kernel[(1,)](x, index, out, m, n, x.shape[1], lines)
            safe = np.clip(index, 0, lines - 1)
            chosen = x[:, safe] if by == "columns" else x[safe]
            valid = (index >= 0) & (index < lines)
            at = np.broadcast_to(valid if by == "columns" else valid[:, None], shape).copy()
            r, c = np.indices(shape)
            if "rows" in kept:
                at &= r < m
            if "columns" in kept:
                at &= c < n
            wanted = np.where(at, chosen, np.float32(-1 if stored else 0))
            np.testing.assert_array_equal(out, wanted, err_msg=f"{kept}, {m} rows, {n} columns")
