"""Buffers that meet columns of memory: exact in integers, of any shape, reduced either way."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.native import Native
from triton_shared import dialects
from triton_shared.ir import statistics
from triton_shared.passes.manager import run_pipeline

TURNS, PITCH = 3, 64


def text(rows: int, columns: int, axis: int, by_rows: bool) -> str:
    """%o = the sum along ``axis`` of TURNS blocks of ``rows`` by ``columns`` at %x, whose columns are contiguous.

    With ``by_rows`` the blocks' sums also go to %y, row by row.
    """
    block, count = f"memref<{rows}x{columns}xi32", (rows, columns)[1 - axis]
    copy = f"""%yv = memref.reinterpret_cast %y to offset: [0], sizes: [{rows}, {columns}], strides: [{columns}, 1]
    : memref<*xi32> to {block}, strided<[{columns}, 1]>>
  memref.copy %sum, %yv : {block}> to {block}, strided<[{columns}, 1]>>"""
    return f"""
func.func @k(%x: memref<*xi32>, %y: memref<*xi32>, %o: memref<*xi32>,
             %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {{
  %zero = arith.constant 0 : i32
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %turns = arith.constant {TURNS} : index
  %step = arith.constant {PITCH * columns} : index
  %sum = memref.alloc() : {block}>
  linalg.fill ins(%zero : i32) outs(%sum : {block}>)
  scf.for %i = %first to %turns step %one {{
    %offset = arith.muli %i, %step : index
    %xv = memref.reinterpret_cast %x to offset: [%offset], sizes: [{rows}, {columns}], strides: [1, {PITCH}]
      : memref<*xi32> to {block}, strided<[1, {PITCH}], offset: ?>>
    linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                     iterator_types = ["parallel", "parallel"]}}
        ins(%xv : {block}, strided<[1, {PITCH}], offset: ?>>) outs(%sum : {block}>) {{
    ^bb0(%a: i32, %s: i32):
      %0 = arith.addi %a, %s : i32
      linalg.yield %0 : i32
    }}
  }}
  {copy if by_rows else ""}
  %total = memref.reinterpret_cast %o to offset: [0], sizes: [{count}], strides: [1]
    : memref<*xi32> to memref<{count}xi32, strided<[1]>>
  linalg.fill ins(%zero : i32) outs(%total : memref<{count}xi32, strided<[1]>>)
  linalg.reduce ins(%sum : {block}>) outs(%total : memref<{count}xi32, strided<[1]>>) dimensions = [{axis}]
    (%in: i32, %t: i32) {{
      %0 = arith.addi %in, %t : i32
      linalg.yield %0 : i32
    }}
  return
}}"""


@pytest.mark.parametrize("by_rows", [False, True])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("shape", [(8, 3), (16, 8), (64, 16), (24, 10), (9, 3), (4, 8)])
def test_sums_are_those_of_the_blocks(shape, axis, by_rows):
    rows, columns = shape
    x = np.random.default_rng(rows).integers(-99, 99, (TURNS, columns, PITCH)).astype(np.int32)
    y, o = np.zeros(shape, np.int32), np.zeros(shape[1 - axis], np.int32)
    Native(text(rows, columns, axis, by_rows)).run((1,), x, y, o)
    blocks = x[:, :, :rows].sum(0).T
    np.testing.assert_array_equal(o, blocks.sum(axis))
    np.testing.assert_array_equal(y, blocks if by_rows else 0 * blocks)


@pytest.mark.parametrize("by_rows", [False, True])
def test_what_meets_rows_stays(by_rows):
    with statistics.collected() as counts:
        run_pipeline(dialects.parse(text(16, 8, 1, by_rows)), ["shared-to-cpu"])
    assert counts["transpose-buffers: buffer"] == (not by_rows)
