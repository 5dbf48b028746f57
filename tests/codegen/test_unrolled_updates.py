"""Updates at elements which data choose keep their order, however many of them a turn makes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.native import Native

BINS = 4


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
