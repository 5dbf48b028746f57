"""Matrix products of a left block that lies in memory and is there in part: that part is read, and nothing else."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from tests.support.memory import guarded
from tests.support.native import Native
from tests.support.vector_machines import MACHINES, lacking
from triton_shared.codegen.cpu.stages import Options
from triton_shared.codegen.cpu.target import native_target

ELEMENTS = {
    "f32": ("f32", np.float32, -8, 9),
    "f16": ("f16", np.float16, -8, 9),
    "bf16": ("bf16", ml_dtypes.bfloat16, -8, 9),
    "s8": ("i8", np.int8, -128, 128),
    "u8": ("i8", np.uint8, 0, 256),
}
SHAPES = [(16, 64, 32), (37, 48, 72), (13, 40, 24), (5, 16, 8)]


def kernel(element: str, shape: tuple[int, int, int]) -> str:
    """``c += a[:rows, :columns] @ b``, where rows of ``a`` are ``pitch`` elements apart, and ``b`` and ``c`` dense."""
    m, n, k = shape
    x = ELEMENTS[element][0]
    z = "i32" if x == "i8" else "f32"
    cast = "{cast = #linalg.type_fn<cast_unsigned>} " if element == "u8" else ""
    zero = f"arith.constant {'0' if x == 'i8' else '0.0'} : {x}"
    part = f"memref<?x?x{x}, strided<[?, 1]>>"
    return f"""
func.func @k(%a: memref<*x{x}>, %b: memref<*x{x}>, %c: memref<*x{z}>, %pitch_: i64, %rows_: i64, %columns_: i64,
             %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {{
  %pitch = arith.index_cast %pitch_ : i64 to index
  %rows = arith.index_cast %rows_ : i64 to index
  %columns = arith.index_cast %columns_ : i64 to index
  %m = arith.constant {m} : index
  %k = arith.constant {k} : index
  %zero = {zero}
  %av = memref.reinterpret_cast %a to offset: [0], sizes: [{m}, {k}], strides: [%pitch, 1]
    : memref<*x{x}> to memref<{m}x{k}x{x}, strided<[?, 1]>>
  %ab = memref.alloc() : memref<{m}x{k}x{x}>
  %few = arith.cmpi slt, %rows, %m : index
  %narrow = arith.cmpi slt, %columns, %k : index
  %partial = arith.ori %few, %narrow : i1
  scf.if %partial {{
    linalg.fill ins(%zero : {x}) outs(%ab : memref<{m}x{k}x{x}>)
  }}
  %from = memref.subview %av[0, 0] [%rows, %columns] [1, 1] : memref<{m}x{k}x{x}, strided<[?, 1]>> to {part}
  %to = memref.subview %ab[0, 0] [%rows, %columns] [1, 1] : memref<{m}x{k}x{x}> to {part.replace("[?", f"[{k}")}
  memref.copy %from, %to : {part} to {part.replace("[?", f"[{k}")}
  %bv = memref.reinterpret_cast %b to offset: [0], sizes: [{k}, {n}], strides: [{n}, 1]
    : memref<*x{x}> to memref<{k}x{n}x{x}, strided<[{n}, 1]>>
  %bb = memref.alloc() : memref<{k}x{n}x{x}>
  memref.copy %bv, %bb : memref<{k}x{n}x{x}, strided<[{n}, 1]>> to memref<{k}x{n}x{x}>
  %cv = memref.reinterpret_cast %c to offset: [0], sizes: [{m}, {n}], strides: [{n}, 1]
    : memref<*x{z}> to memref<{m}x{n}x{z}, strided<[{n}, 1]>>
  %cb = memref.alloc() : memref<{m}x{n}x{z}>
  memref.copy %cv, %cb : memref<{m}x{n}x{z}, strided<[{n}, 1]>> to memref<{m}x{n}x{z}>
  linalg.matmul {cast}ins(%ab, %bb : memref<{m}x{k}x{x}>, memref<{k}x{n}x{x}>) outs(%cb : memref<{m}x{n}x{z}>)
  memref.copy %cb, %cv : memref<{m}x{n}x{z}> to memref<{m}x{n}x{z}, strided<[{n}, 1]>>
  return
}}"""


@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.parametrize("element", ELEMENTS)
def test_windows(name, element):
    target, (_, dtype, low, high) = MACHINES[name], ELEMENTS[element]
    if missing := lacking(target):
        pytest.skip(f"this machine has no {missing}")
    native_target()  # makes the machine known to LLVM
    wide = np.int32 if element in ("s8", "u8") else np.float32
    rng = np.random.default_rng(0)
    for shape in SHAPES:
        m, n, k = shape
        native = Native(kernel(element, shape), options=Options(target=target))
        b = rng.integers(low, high, (k, n)).astype(dtype)
        for rows, columns, more in [(m, k, 0), (m, k, 3), (m - 1, k, 0), (m, k - 1, 0), (1, 1, 5), (0, k, 0)]:
            pitch = columns + more
            a = rng.integers(low, high, (rows, pitch)).astype(dtype)
            before = rng.integers(-100, 100, (m, n)).astype(wide)
            want = before.astype(np.int64)
            want[:rows] += a[:, :columns].astype(np.int64) @ b[:columns].astype(np.int64)
            for at_end in (False, True):
                c = before.copy()
                used = a.ravel()[: max(rows * pitch - more, 0)]  # nothing lies behind the last row
                native.run((1,), guarded(used, at_end), b, c, pitch, rows, columns)
                np.testing.assert_array_equal(c, want)
