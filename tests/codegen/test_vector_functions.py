"""Elementary functions have the same bits on machines with vectors of any width and any instructions."""

from __future__ import annotations

import llvmlite.binding as llvm
import numpy as np
import pytest

from tests.support.native import Native
from triton_shared.codegen.cpu.stages import Options
from triton_shared.codegen.cpu.target import CpuTarget, native_target

_AVX2 = "+sse,+sse2,+avx,+avx2,+fma,+f16c"
MACHINES = {
    "avx2": CpuTarget("x86-64-v3", _AVX2),
    "avx512": CpuTarget("x86-64-v4", f"{_AVX2},+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"),
}
BLOCK = 1024


def kernel(function: str) -> str:
    """``c = function(a)`` of a block."""
    block, view = f"{BLOCK}xf32", f"memref<{BLOCK}xf32, strided<[1], offset: ?>>"
    return f"""
func.func @k(%a: memref<*xf32>, %c: memref<*xf32>,
             %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {{
  %n = arith.constant {BLOCK} : index
  %i = arith.index_cast %px : i32 to index
  %o = arith.muli %i, %n : index
  %av = memref.reinterpret_cast %a to offset: [%o], sizes: [{BLOCK}], strides: [1] : memref<*xf32> to {view}
  %cv = memref.reinterpret_cast %c to offset: [%o], sizes: [{BLOCK}], strides: [1] : memref<*xf32> to {view}
  %b = memref.alloc() : memref<{block}>
  memref.copy %av, %b : {view} to memref<{block}>
  %t = bufferization.to_tensor %b restrict writable : memref<{block}> to tensor<{block}>
  %e = tensor.empty() : tensor<{block}>
  %r = linalg.generic {{
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
      ins(%t : tensor<{block}>) outs(%e : tensor<{block}>) {{
  ^bb0(%x: f32, %y: f32):
    %z = math.{function} %x : f32
    linalg.yield %z : f32
  }} -> tensor<{block}>
  bufferization.materialize_in_destination %r in writable %cv : (tensor<{block}>, {view}) -> ()
  return
}}"""


@pytest.mark.parametrize("function", ["exp", "exp2", "expm1", "tanh", "erf"])
def test_bits_do_not_depend_on_the_machine(function):
    have = llvm.get_host_cpu_features()
    if not (have.get("avx2") and have.get("avx512vl")):
        pytest.skip("this machine has no AVX-512")
    native_target()  # makes the machine known to LLVM
    bits = np.arange(0, 2**32, 2039, dtype=np.uint64).astype(
        np.uint32
    )  # of every exponent, denormals and NaN too
    x = bits[: bits.size // BLOCK * BLOCK].view(np.float32)
    results = []
    for target in MACHINES.values():
        result = np.zeros_like(x)
        Native(kernel(function), options=Options(target=target)).run((x.size // BLOCK,), x, result)
        results.append(np.where(np.isnan(result), np.float32(0), result).view(np.uint32))
    np.testing.assert_array_equal(*results)
