"""Updates at elements which data choose keep their order, however many of them a turn makes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import triton_shared
from tests.support.native import Native
from triton_shared import dialects
from triton_shared.ir import statistics
from triton_shared.passes.manager import run_pipeline

BINS = 4
#: elements that a program adds, those that it adds them to, and programs
ADDED, PLACES, PROGRAMS = 256, 19, 3
SCATTER = f"""
tt.func public @k(%x: !tt.ptr<f32>, %index: !tt.ptr<i64>, %o: !tt.ptr<f32>, %n: i32) {{
  %p = tt.get_program_id x : i32
  %size = arith.constant {ADDED} : i32
  %first = arith.muli %p, %size : i32
  %r = tt.make_range {{start = 0 : i32, end = {ADDED} : i32}} : tensor<{ADDED}xi32>
  %f = tt.splat %first : i32 -> tensor<{ADDED}xi32>
  %i = arith.addi %f, %r : tensor<{ADDED}xi32>
  %ns = tt.splat %n : i32 -> tensor<{ADDED}xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<{ADDED}xi32>
  %ps = tt.splat %index : !tt.ptr<i64> -> tensor<{ADDED}x!tt.ptr<i64>>
  %pi = tt.addptr %ps, %i : tensor<{ADDED}x!tt.ptr<i64>>, tensor<{ADDED}xi32>
  %at = tt.load %pi, %m : tensor<{ADDED}x!tt.ptr<i64>>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<{ADDED}x!tt.ptr<f32>>
  %px = tt.addptr %xs, %i : tensor<{ADDED}x!tt.ptr<f32>>, tensor<{ADDED}xi32>
  %v = tt.load %px, %m : tensor<{ADDED}x!tt.ptr<f32>>
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<{ADDED}x!tt.ptr<f32>>
  %po = tt.addptr %os, %at : tensor<{ADDED}x!tt.ptr<f32>>, tensor<{ADDED}xi64>
  %old = tt.atomic_rmw fadd, relaxed, gpu, %po, %v, %m
    : (tensor<{ADDED}x!tt.ptr<f32>>, tensor<{ADDED}xf32>, tensor<{ADDED}xi1>) -> tensor<{ADDED}xf32>
  tt.return
}}"""


def kernel(turns: int) -> Native:
    """%o[%x[i]] = 3 %o[%x[i]] + i, in a buffer that begins with zeros."""
    return Native(f"""
func.func @k(%x: memref<*xi32>, %o: memref<*xi32>,
             %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {{
  %xv = memref.reinterpret_cast %x to offset: [0], sizes: [{turns}], strides: [1]
    : memref<*xi32> to memref<{turns}xi32, strided<[1]>>
  %ov = memref.reinterpret_cast %o to offset: [0], sizes: [{BINS}], strides: [1]
    : memref<*xi32> to memref<{BINS}xi32, strided<[1]>>
  %nothing = arith.constant 0 : i32
  %factor = arith.constant 3 : i32
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant {turns} : index
  %c = memref.alloc() : memref<{BINS}xi32>
  linalg.fill ins(%nothing : i32) outs(%c : memref<{BINS}xi32>)
  scf.for %i = %zero to %end step %one {{
    %bin = memref.load %xv[%i] : memref<{turns}xi32, strided<[1]>>
    %at = arith.index_cast %bin : i32 to index
    %old = memref.load %c[%at] : memref<{BINS}xi32>
    %n = arith.index_cast %i : index to i32
    %more = arith.muli %old, %factor : i32
    %new = arith.addi %more, %n : i32
    memref.store %new, %c[%at] : memref<{BINS}xi32>
  }}
  memref.copy %c, %ov : memref<{BINS}xi32> to memref<{BINS}xi32, strided<[1]>>
  return
}}""")


@pytest.mark.parametrize("turns", [1, 4, 7, 32])
def test_order(turns):
    updates = kernel(turns)

    @settings(max_examples=20)
    @given(bins=st.lists(st.integers(0, BINS - 1), min_size=turns, max_size=turns))
    def is_kept(bins):
        x, o = np.array(bins, np.int32), np.full(BINS, 99, np.int32)
        updates.run((1,), x, o)
        want = [0] * BINS
        for i, at in enumerate(bins):
            want[at] = 3 * want[at] + i
        np.testing.assert_array_equal(o, np.array([w & 0xFFFFFFFF for w in want], np.uint32).view(np.int32))

    is_kept()


@pytest.mark.parametrize("count", [0, 1, 7, ADDED, ADDED + 9, PROGRAMS * ADDED - 250, PROGRAMS * ADDED])
@pytest.mark.parametrize("threads", [1, 2])
def test_what_fetches_adds_each_element_once(count, threads):
    rng = np.random.default_rng(count)
    x = rng.integers(-9, 9, PROGRAMS * ADDED).astype(np.float32)
    index = rng.integers(0, PLACES, PROGRAMS * ADDED)
    o, want = np.zeros(PLACES, np.float32), np.zeros(PLACES, np.float32)
    triton_shared.compile(SCATTER, num_threads=threads)[PROGRAMS](x, index, o, count)
    np.add.at(want, index[:count], x[:count])
    np.testing.assert_array_equal(o, want)


def test_loops_that_a_mask_bounds_fetch():
    with statistics.collected() as counts:
        run_pipeline(dialects.parse(SCATTER), ["triton-to-linalg", "shared-to-cpu"])
    assert counts["unroll-updates: fetches"] == 2  # with atomic instructions and without
