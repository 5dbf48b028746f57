"""Memory that a loop hands on, or that is one of two, may be a buffer of the kernel: copies of it stay in order."""

from __future__ import annotations

import numpy as np
import pytest

from triton_shared import validation
from triton_shared.validation.cases import Array, Case

TEXT = """
#same = affine_map<(i) -> (i)>
module attributes {{tts.target = {{abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}}}} {{
func.func @f(%x: memref<*xf32>, %y: memref<*xf32>, %n: i32,
             %a0: i32, %a1: i32, %a2: i32, %a3: i32, %a4: i32, %a5: i32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %is = arith.cmpi sgt, %n, %none : i32
  %in = memref.reinterpret_cast %x to offset: [0], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32>
  %out = memref.reinterpret_cast %y to offset: [0], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32>
  %own = memref.alloc() : memref<512xf32>
  %other = memref.alloc() : memref<512xf32>
  memref.copy %in, %own : memref<512xf32> to memref<512xf32>
  memref.copy %in, %other : memref<512xf32> to memref<512xf32>
  {carrier}
  %block = memref.alloc() : memref<512xf32>
  memref.copy %m, %block : memref<512xf32> to memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%own : memref<512xf32>)
  linalg.fill ins(%zero : f32) outs(%other : memref<512xf32>)
  {use}
  return
}}
}}
"""
TYPE = "memref<512xf32>"
CARRIERS = {
    "for": f"%m = scf.for %i = %c0 to %c1 step %c1 iter_args(%k = %own) -> ({TYPE}) {{ scf.yield %k : {TYPE} }}",
    "exchange": f"%m, %rest = scf.for %i = %c0 to %c1 step %c1 iter_args(%k = %own, %l = %other) -> ({TYPE}, {TYPE}) "
    f"{{ scf.yield %l, %k : {TYPE}, {TYPE} }}",
    "while": f"""%m = scf.while (%k = %own) : ({TYPE}) -> {TYPE} {{
    %no = arith.constant false
    scf.condition(%no) %k : {TYPE}
  }} do {{
  ^bb0(%k: {TYPE}):
    scf.yield %k : {TYPE}
  }}""",
    "if": f"%m = scf.if %is -> ({TYPE}) {{ scf.yield %own : {TYPE} }} else {{ scf.yield %other : {TYPE} }}",
    "one of two": f"%m = scf.if %is -> ({TYPE}) {{ scf.yield %own : {TYPE} }} else {{ scf.yield %in : {TYPE} }}",
    "select": f"%m = arith.select %is, %own, %in : {TYPE}",
}
STORED = "memref.copy %block, %out : memref<512xf32> to memref<512xf32>"
COMPUTED = """%made = memref.alloc() : memref<512xf32>
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%block : memref<512xf32>) outs(%made : memref<512xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  }
  memref.copy %made, %out : memref<512xf32> to memref<512xf32>"""
PASSES = (
    "elide-copies",
    "move-blocks",
    "view-blocks",
    "narrow-blocks",
    "version-aliasing-stores",
    "load-windows",
    "move-rows",
)


@pytest.mark.cpu("these are passes of CPUs")
@pytest.mark.parametrize("use", [STORED, COMPUTED], ids=["stored", "computed"])
@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("name", PASSES)
def test_a_block_of_memory_that_may_be_the_kernels_own_is_copied_before_that_changes(name, carrier, use):
    text = TEXT.format(carrier=CARRIERS[carrier], use=use)
    ones = Array("f32", np.ones(512, np.float32))
    cases = [Case(f"n = {n}", (1,), (ones, Array("f32", np.zeros(512, np.float32)), n)) for n in (0, 1)]
    report = validation.validate(text, carrier, [name], cases=cases)
    assert (report.difference, report.failure) == (None, ""), report
