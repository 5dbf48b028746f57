"""Right factors whose rows follow each other in memory: read in place where nothing of them is masked off."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.support.memory import guarded
from tests.support.native import Native

M, N, K = 8, 32, 16

TEXT = f"""
func.func @k(%a: memref<*xf32>, %b: memref<*xf32>, %c: memref<*xf32>, %rows: i32, %columns: i32,
             %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {{
  %av = memref.reinterpret_cast %a to offset: [0], sizes: [{M}, {K}], strides: [{K}, 1]
    : memref<*xf32> to memref<{M}x{K}xf32, strided<[{K}, 1]>>
  %bv = memref.reinterpret_cast %b to offset: [0], sizes: [{K}, {N}], strides: [{N}, 1]
    : memref<*xf32> to memref<{K}x{N}xf32, strided<[{N}, 1]>>
  %cv = memref.reinterpret_cast %c to offset: [0], sizes: [{M}, {N}], strides: [{N}, 1]
    : memref<*xf32> to memref<{M}x{N}xf32, strided<[{N}, 1]>>
  %zero = arith.constant 0.0 : f32
  %r = arith.index_cast %rows : i32 to index
  %w = arith.index_cast %columns : i32 to index
  %x = memref.alloc() : memref<{M}x{K}xf32>
  memref.copy %av, %x : memref<{M}x{K}xf32, strided<[{K}, 1]>> to memref<{M}x{K}xf32>
  %y = memref.alloc() : memref<{K}x{N}xf32>
  linalg.fill ins(%zero : f32) outs(%y : memref<{K}x{N}xf32>)
  %from = memref.subview %bv[0, 0] [%r, %w] [1, 1]
    : memref<{K}x{N}xf32, strided<[{N}, 1]>> to memref<?x?xf32, strided<[{N}, 1]>>
  %to = memref.subview %y[0, 0] [%r, %w] [1, 1] : memref<{K}x{N}xf32> to memref<?x?xf32, strided<[{N}, 1]>>
  memref.copy %from, %to : memref<?x?xf32, strided<[{N}, 1]>> to memref<?x?xf32, strided<[{N}, 1]>>
  %z = memref.alloc() : memref<{M}x{N}xf32>
  linalg.fill ins(%zero : f32) outs(%z : memref<{M}x{N}xf32>)
  linalg.matmul ins(%x, %y : memref<{M}x{K}xf32>, memref<{K}x{N}xf32>) outs(%z : memref<{M}x{N}xf32>)
  memref.copy %z, %cv : memref<{M}x{N}xf32> to memref<{M}x{N}xf32, strided<[{N}, 1]>>
  return
}}"""

kernel = Native(TEXT)


@given(rows=st.integers(0, K), columns=st.integers(0, N), at_end=st.booleans(), seed=st.integers(0, 99))
def test_only_what_masks_keep_is_read(rows, columns, at_end, seed):
    rng = np.random.default_rng(seed)
    a, b = (rng.integers(-8, 9, shape).astype(np.float32) for shape in ((M, K), (K, N)))
    known = (rows - 1) * N + columns if rows and columns else 0
    memory, c = guarded(b.ravel()[:known], at_end), np.empty((M, N), np.float32)
    kernel.run((1,), a, memory, c, rows, columns)
    kept = np.zeros_like(b)
    kept[:rows, :columns] = b[:rows, :columns]
    np.testing.assert_array_equal(c, a @ kept)
