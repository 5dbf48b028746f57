"""Ops on memory, tensors and vectors: programs from 16 floats to 16 floats, beside numpy."""
# ruff: noqa: E501 - IR stands on one line

from __future__ import annotations

import numpy as np
import pytest

from triton_shared import reference

TEXT = """
#transposed = affine_map<(d0, d1) -> (d1, d0)>
#apart = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#line = affine_map<(d0) -> (d0)>
#rows = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#left = affine_map<(m, n, k) -> (m, k)>
#right = affine_map<(m, n, k) -> (k, n)>
#sums = affine_map<(m, n, k) -> (m, n)>
memref.global "private" constant @numbers : memref<4xf32> = dense<[5.0, 6.0, 7.0, 8.0]>
func.func @k(%x: memref<*xf32>, %y: memref<*xf32>,
             %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %f0 = arith.constant 0.0 : f32
  %f1 = arith.constant 1.0 : f32
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [16], strides: [1] : memref<*xf32> to memref<16xf32>
  %o = memref.reinterpret_cast %y to offset: [0], sizes: [16], strides: [1] : memref<*xf32> to memref<16xf32>
  %a4 = memref.expand_shape %a [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  %o4 = memref.expand_shape %o [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  %t = bufferization.to_tensor %a restrict : memref<16xf32> to tensor<16xf32>
  %t4 = bufferization.to_tensor %a4 restrict : memref<4x4xf32> to tensor<4x4xf32>
  %v = vector.load %a[%c0] : memref<16xf32>, vector<16xf32>
  %h = vector.load %a[%c4] : memref<16xf32>, vector<4xf32>
BODY
  return
}
"""
STORE_TENSOR = (
    "  bufferization.materialize_in_destination %r in writable %o : (tensor<16xf32>, memref<16xf32>) -> ()"
)
STORE_MATRIX = (
    "  bufferization.materialize_in_destination %r in writable %o4 : (tensor<4x4xf32>, memref<4x4xf32>) -> ()"
)
STORE_VECTOR = "  vector.store %r, %o[%c0] : memref<16xf32>, vector<16xf32>"
STORE_FOUR = "  vector.store %r, %o[%c0] : memref<16xf32>, vector<4xf32>"
STORE_SCALAR = "  memref.store %r, %o[%c0] : memref<16xf32>"
ADDRESS = """  %b = memref.extract_aligned_pointer_as_index %a : memref<16xf32> -> index
  %x0 = arith.index_cast %b : index to i64
  %p = llvm.inttoptr %x0 : i64 to !llvm.ptr
"""
MASK = "  %m = vector.create_mask %c2 : vector<4xi1>\n"


def first(x: np.ndarray, values: object) -> np.ndarray:
    """Zeros, but ``values`` first."""
    found, values = np.zeros_like(x), np.ravel(values)
    found[: len(values)] = values
    return found


#: the op -> its program, and what it makes of x, an array of 16
PROGRAMS = {
    "memref.subview": ("""  %s = memref.subview %a4[1, 1] [2, 2] [2, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[8, 1], offset: 5>>
  %q = memref.subview %o4[0, 0] [2, 2] [1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1]>>
  memref.copy %s, %q : memref<2x2xf32, strided<[8, 1], offset: 5>> to memref<2x2xf32, strided<[4, 1]>>""",
        lambda x: np.pad(x.reshape(4, 4)[1::2, 1:3], ((0, 2), (0, 2))).ravel()),
    "memref.transpose": ("""  %s = memref.transpose %a4 (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  memref.copy %s, %o4 : memref<4x4xf32, strided<[1, 4]>> to memref<4x4xf32>""",
        lambda x: x.reshape(4, 4).T.ravel()),
    "memref.collapse_shape": ("""  %s = memref.collapse_shape %a4 [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  memref.copy %s, %o : memref<16xf32> to memref<16xf32>""", lambda x: x),
    "memref.view": ("""  %b = memref.alloc() : memref<64xi8>
  %s = memref.view %b[%c0][] : memref<64xi8> to memref<16xf32>
  memref.copy %a, %s : memref<16xf32> to memref<16xf32>
  memref.copy %s, %o : memref<16xf32> to memref<16xf32>""", lambda x: x),
    "memref.extract_strided_metadata": ("""  %s = memref.subview %a[4] [4] [3] : memref<16xf32> to memref<4xf32, strided<[3], offset: 4>>
  %b, %f, %n, %d = memref.extract_strided_metadata %s : memref<4xf32, strided<[3], offset: 4>> -> memref<f32>, index, index, index
  %fn = arith.addi %f, %n : index
  %at = arith.addi %fn, %d : index
  %r = memref.load %a[%at] : memref<16xf32>
""" + STORE_SCALAR, lambda x: first(x, x[11])),
    "memref.get_global": ("""  %g = memref.get_global @numbers : memref<4xf32>
  %r = memref.load %g[%c2] : memref<4xf32>
""" + STORE_SCALAR, lambda x: first(x, 7)),
    "memref.dim": ("""  %d = memref.dim %a4, %c1 : memref<4x4xf32>
  %r = memref.load %a[%d] : memref<16xf32>
""" + STORE_SCALAR, lambda x: first(x, x[4])),
    "memref.atomic_rmw": ("""  memref.copy %a, %o : memref<16xf32> to memref<16xf32>
  %old = memref.atomic_rmw addf %f1, %o[%c2] : (f32, memref<16xf32>) -> f32
  memref.store %old, %o[%c0] : memref<16xf32>""", lambda x: np.r_[x[2], x[1], x[2] + 1, x[3:]]),
    "memref.generic_atomic_rmw": ("""  memref.copy %a, %o : memref<16xf32> to memref<16xf32>
  %old = memref.generic_atomic_rmw %o[%c2] : memref<16xf32> {
  ^bb0(%now: f32):
    %twice = arith.addf %now, %now : f32
    memref.atomic_yield %twice : f32
  }""", lambda x: np.r_[x[:2], 2 * x[2], x[3:]]),
    "tensor.extract_slice": ("""  %s = tensor.extract_slice %t4[1, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<4xf32>
  %r = tensor.insert_slice %s into %t[12] [4] [1] : tensor<4xf32> into tensor<16xf32>
""" + STORE_TENSOR, lambda x: np.r_[x[:12], x[4:8]]),
    "tensor.collapse_shape": ("""  %r = tensor.collapse_shape %t4 [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
""" + STORE_TENSOR, lambda x: x),
    "tensor.expand_shape": ("""  %r = tensor.expand_shape %t [[0, 1]] output_shape [4, 4] : tensor<16xf32> into tensor<4x4xf32>
""" + STORE_MATRIX, lambda x: x),
    "tensor.insert": ("""  %r = tensor.insert %f1 into %t[%c2] : tensor<16xf32>
""" + STORE_TENSOR, lambda x: np.r_[x[:2], 1, x[3:]]),
    "tensor.concat": ("""  %s = tensor.extract_slice %t[0] [8] [1] : tensor<16xf32> to tensor<8xf32>
  %r = tensor.concat dim(0) %s, %s : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
""" + STORE_TENSOR, lambda x: np.r_[x[:8], x[:8]]),
    "linalg.transpose": ("""  %e = tensor.empty() : tensor<4x4xf32>
  %r = linalg.transpose ins(%t4 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
""" + STORE_MATRIX, lambda x: x.reshape(4, 4).T.ravel()),
    "linalg.broadcast": ("""  %s = tensor.extract_slice %t[0] [4] [1] : tensor<16xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %r = linalg.broadcast ins(%s : tensor<4xf32>) outs(%e : tensor<4x4xf32>) dimensions = [1]
""" + STORE_MATRIX, lambda x: np.repeat(x[:4], 4)),
    "linalg.fill": ("""  linalg.fill ins(%f1 : f32) outs(%o : memref<16xf32>)""", np.ones_like),
    "linalg.copy": ("""  linalg.copy ins(%a : memref<16xf32>) outs(%o : memref<16xf32>)""", lambda x: x),
    "linalg.map": ("""  linalg.map { arith.addf } ins(%a, %a : memref<16xf32>, memref<16xf32>) outs(%o : memref<16xf32>)""",
        lambda x: 2 * x),
    "linalg.reduce": ("""  %s = memref.subview %o[0] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1]>>
  linalg.reduce { arith.addf } ins(%a4 : memref<4x4xf32>) outs(%s : memref<4xf32, strided<[1]>>) dimensions = [0]""",
        lambda x: first(x, x.reshape(4, 4).sum(0))),
    "linalg.matmul": ("""  linalg.matmul ins(%a4, %a4 : memref<4x4xf32>, memref<4x4xf32>) outs(%o4 : memref<4x4xf32>)""",
        lambda x: (x.reshape(4, 4) @ x.reshape(4, 4)).ravel()),
    "linalg.generic": ("""  linalg.generic {indexing_maps = [#apart, #line], iterator_types = ["parallel"]}
      ins(%a4 : memref<4x4xf32>) outs(%o : memref<16xf32>) {
  ^bb0(%e: f32, %old: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %s = arith.addf %e, %f : f32
    linalg.yield %s : f32
  }""", lambda x: x + np.arange(16, dtype=np.float32)),
    "linalg.generic, transposed": ("""  linalg.generic {indexing_maps = [#transposed, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%a4 : memref<4x4xf32>) outs(%o4 : memref<4x4xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }""", lambda x: x.reshape(4, 4).T.ravel()),
    "linalg.generic, reduced": ("""  %s = memref.subview %o[0] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#rows, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a4 : memref<4x4xf32>) outs(%s : memref<4xf32, strided<[1]>>) {
  ^bb0(%e: f32, %total: f32):
    %n = arith.subf %e, %total : f32
    linalg.yield %n : f32
  }""", lambda x: first(x, x.reshape(4, 4) @ [-1, 1, -1, 1])),
    "linalg.generic, reduced and stored": ("""  %s = memref.subview %a4[0, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 1]>>
  %w = memref.subview %o4[0, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 1]>>
  %u = memref.subview %o[8] [2] [1] : memref<16xf32> to memref<2xf32, strided<[1], offset: 8>>
  linalg.generic {indexing_maps = [#rows, #rows, #row], iterator_types = ["parallel", "reduction"]}
      ins(%s : memref<2x4xf32, strided<[4, 1]>>)
      outs(%w, %u : memref<2x4xf32, strided<[4, 1]>>, memref<2xf32, strided<[1], offset: 8>>) {
  ^bb0(%e: f32, %old: f32, %total: f32):
    %n = arith.addf %total, %e : f32
    linalg.yield %n, %n : f32, f32
  }""", lambda x: first(x, np.r_[x[:8].reshape(2, 4).cumsum(1).ravel(), x[:8].reshape(2, 4).sum(1)])),
    "linalg.generic, with a branch": ("""  linalg.generic {indexing_maps = [#line, #line], iterator_types = ["parallel"]}
      ins(%a : memref<16xf32>) outs(%o : memref<16xf32>) {
  ^bb0(%e: f32, %old: f32):
    %p = arith.cmpf ogt, %e, %f0 : f32
    %s = scf.if %p -> f32 {
      scf.yield %e : f32
    } else {
      scf.yield %f1 : f32
    }
    linalg.yield %s : f32
  }""", lambda x: np.where(x > 0, x, 1)),
    "affine.apply": ("""  %i = affine.apply affine_map<(d0)[s0] -> (d0 * 3 + s0 floordiv 2)>(%c2)[%c4]
  %r = memref.load %a[%i] : memref<16xf32>
""" + STORE_SCALAR, lambda x: first(x, x[8])),
    "scf.index_switch": ("""  %r = scf.index_switch %c2 -> f32
  case 1 {
    scf.yield %f0 : f32
  }
  case 2 {
    scf.yield %f1 : f32
  }
  default {
    scf.yield %f0 : f32
  }
""" + STORE_SCALAR, lambda x: first(x, 1)),
    "scf.forall": ("""  scf.forall (%i) in (4) {
    %e = memref.load %a[%i] : memref<16xf32>
    memref.store %e, %o[%i] : memref<16xf32>
  }""", lambda x: first(x, x[:4])),
    "scf.execute_region": ("""  %r = scf.execute_region -> f32 {
    %p = arith.cmpi eq, %gx, %px : i32
    cf.cond_br %p, ^bb1(%f0 : f32), ^bb1(%f1 : f32)
  ^bb1(%e: f32):
    scf.yield %e : f32
  }
""" + STORE_SCALAR, lambda x: first(x, 1)),
    "vector.broadcast": ("  %r = vector.broadcast %f1 : f32 to vector<16xf32>\n" + STORE_VECTOR, np.ones_like),
    "vector.fma": ("  %r = vector.fma %v, %v, %v : vector<16xf32>\n" + STORE_VECTOR,
        lambda x: (x.astype(np.float64) ** 2 + x).astype(np.float32)),
    "vector.shuffle": ("  %r = vector.shuffle %h, %h [3, 4, 1, 6] : vector<4xf32>, vector<4xf32>\n" + STORE_FOUR,
        lambda x: first(x, x[[7, 4, 5, 6]])),
    "vector.bitcast": ("""  %i = vector.bitcast %h : vector<4xf32> to vector<8xi16>
  %r = vector.bitcast %i : vector<8xi16> to vector<4xf32>
""" + STORE_FOUR, lambda x: first(x, x[4:8])),
    "vector.extract": ("""  %e = vector.extract %h[3] : f32 from vector<4xf32>
  %r = vector.insert %e, %h[0] : f32 into vector<4xf32>
""" + STORE_FOUR, lambda x: first(x, x[[7, 5, 6, 7]])),
    "vector.reduction": ("  %r = vector.reduction <add>, %h, %f1 : vector<4xf32> into f32\n" + STORE_SCALAR,
        lambda x: first(x, x[4:8].sum() + 1)),
    "vector.step": ("""  %s = vector.step : vector<4xindex>
  %i = arith.index_cast %s : vector<4xindex> to vector<4xi32>
  %r = arith.sitofp %i : vector<4xi32> to vector<4xf32>
""" + STORE_FOUR, lambda x: first(x, [0, 1, 2, 3])),
    "vector.from_elements": ("  %r = vector.from_elements %f0, %f1, %f1, %f0 : vector<4xf32>\n" + STORE_FOUR,
        lambda x: first(x, [0, 1, 1, 0])),
    "vector.maskedload": (MASK + """  %r = vector.maskedload %a[%c4], %m, %h : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
""" + STORE_FOUR, lambda x: first(x, x[4:8])),
    "vector.maskedstore": (MASK + "  vector.maskedstore %o[%c0], %m, %h : memref<16xf32>, vector<4xi1>, vector<4xf32>",
        lambda x: first(x, x[4:6])),
    "vector.gather": (MASK + """  %s = vector.step : vector<4xindex>
  %i = arith.addi %s, %s : vector<4xindex>
  %r = vector.gather %a[%c1] [%i], %m, %h : memref<16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
""" + STORE_FOUR, lambda x: first(x, x[[1, 3, 6, 7]])),
    "vector.scatter": (MASK + """  %s = vector.step : vector<4xindex>
  %i = arith.addi %s, %s : vector<4xindex>
  vector.scatter %o[%c1] [%i], %m, %h : memref<16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>""",
        lambda x: first(x, [0, x[4], 0, x[5]])),
    "vector.transfer_read": ("""  %c14 = arith.constant 14 : index
  %r = vector.transfer_read %a[%c14], %f1 : memref<16xf32>, vector<4xf32>
""" + STORE_FOUR, lambda x: first(x, [x[14], x[15], 1, 1])),
    "vector.transfer_write": ("""  %r = vector.transfer_write %h, %t[%c0] : vector<4xf32>, tensor<16xf32>
""" + STORE_TENSOR, lambda x: np.r_[x[4:8], x[4:]]),
    "vector.contract": ("""  %m = vector.shape_cast %v : vector<16xf32> to vector<4x4xf32>
  %p = vector.contract {indexing_maps = [#left, #right, #sums], iterator_types = ["parallel", "parallel", "reduction"],
    kind = #vector.kind<add>} %m, %m, %m : vector<4x4xf32>, vector<4x4xf32> into vector<4x4xf32>
  %r = vector.shape_cast %p : vector<4x4xf32> to vector<16xf32>
""" + STORE_VECTOR, lambda x: (x.reshape(4, 4) @ x.reshape(4, 4) + x.reshape(4, 4)).ravel()),
    "vector.transpose": ("""  %m = vector.shape_cast %v : vector<16xf32> to vector<4x4xf32>
  %p = vector.transpose %m, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  %r = vector.shape_cast %p : vector<4x4xf32> to vector<16xf32>
""" + STORE_VECTOR, lambda x: x.reshape(4, 4).T.ravel()),
    "vector.extract_strided_slice": ("""  %s = vector.extract_strided_slice %v {offsets = [3], sizes = [4], strides = [1]} : vector<16xf32> to vector<4xf32>
  %r = vector.insert_strided_slice %s, %v {offsets = [8], strides = [1]} : vector<4xf32> into vector<16xf32>
""" + STORE_VECTOR, lambda x: np.r_[x[:8], x[3:7], x[12:]]),
    "vector.interleave": ("""  %s = vector.interleave %h, %h : vector<4xf32> -> vector<8xf32>
  vector.store %s, %o[%c0] : memref<16xf32>, vector<8xf32>""", lambda x: first(x, np.repeat(x[4:8], 2))),
    "llvm.getelementptr": (ADDRESS + """  %i = arith.constant 3 : i64
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %w = llvm.getelementptr %q[2] : (!llvm.ptr) -> !llvm.ptr, f32
  %r = llvm.load %w : !llvm.ptr -> vector<4xf32>
""" + STORE_FOUR, lambda x: first(x, x[5:9])),
    "llvm.insertelement": ("""  %i = arith.constant 2 : i64
  %e = llvm.extractelement %h[%i : i64] : vector<4xf32>
  %j = arith.constant 1 : i64
  %r = llvm.insertelement %e, %h[%j : i64] : vector<4xf32>
""" + STORE_FOUR, lambda x: first(x, x[[4, 6, 6, 7]])),
    "llvm.shufflevector": ("""  %n = arith.negf %h : vector<4xf32>
  %r = llvm.shufflevector %h, %n [3, 0, 4, 7] : vector<4xf32>
""" + STORE_FOUR, lambda x: first(x, [x[7], x[4], -x[4], -x[7]])),
    "llvm.intr.masked.load": (ADDRESS + MASK + """  %r = llvm.intr.masked.load %p, %m, %h {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
""" + STORE_FOUR, lambda x: first(x, x[[0, 1, 6, 7]])),
    "llvm.intr.masked.store": (ADDRESS.replace("%a", "%o") + MASK + """  llvm.intr.masked.store %h, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr""",
        lambda x: first(x, x[4:6])),
    "llvm.intr.fma and others": ("""  %s = llvm.intr.fma(%v, %v, %v) : (vector<16xf32>, vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  %n = llvm.intr.fmuladd(%s, %v, %v) : (vector<16xf32>, vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  %b = llvm.intr.fabs(%n) : (vector<16xf32>) -> vector<16xf32>
  %q = llvm.intr.sqrt(%b) : (vector<16xf32>) -> vector<16xf32>
  %d = llvm.fdiv %q, %v : vector<16xf32>
  %r = llvm.intr.copysign(%d, %s) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
""" + STORE_VECTOR, lambda x: np.copysign(np.sqrt(abs((x * x + x) * x + x)) / x, x * x + x)),
    "llvm.intr.floor, ceil, trunc": ("""  %f = llvm.intr.floor(%v) : (vector<16xf32>) -> vector<16xf32>
  %c = llvm.intr.ceil(%v) : (vector<16xf32>) -> vector<16xf32>
  %t0 = llvm.intr.trunc(%v) : (vector<16xf32>) -> vector<16xf32>
  %s = arith.mulf %f, %c : vector<16xf32>
  %r = arith.addf %s, %t0 : vector<16xf32>
""" + STORE_VECTOR, lambda x: np.floor(x) * np.ceil(x) + np.trunc(x)),
    "llvm.intr.is.fpclass": ("""  %bad = arith.constant dense<[0x7FC00000, 0x7F800000, 1.0, 1.0e-40]> : vector<4xf32>
  %n = "llvm.intr.is.fpclass"(%bad) <{bit = 3 : i32}> : (vector<4xf32>) -> vector<4xi1>
  %i = "llvm.intr.is.fpclass"(%bad) <{bit = 516 : i32}> : (vector<4xf32>) -> vector<4xi1>
  %f = "llvm.intr.is.fpclass"(%bad) <{bit = 264 : i32}> : (vector<4xf32>) -> vector<4xi1>
  %n0 = arith.uitofp %n : vector<4xi1> to vector<4xf32>
  %i0 = arith.uitofp %i : vector<4xi1> to vector<4xf32>
  %f0s = arith.uitofp %f : vector<4xi1> to vector<4xf32>
  %two = arith.addf %i0, %i0 : vector<4xf32>
  %four = arith.addf %f0s, %f0s : vector<4xf32>
  %eight = arith.addf %four, %four : vector<4xf32>
  %s = arith.addf %n0, %two : vector<4xf32>
  %r = arith.addf %s, %eight : vector<4xf32>
""" + STORE_FOUR, lambda x: first(x, [1, 2, 4, 0])),
    "llvm.intr.ctlz, cttz, abs": ("""  %n = arith.constant 40 : i32
  %z = arith.constant 0 : i32
  %m = arith.constant -7 : i32
  %l = "llvm.intr.ctlz"(%n) <{is_zero_poison = true}> : (i32) -> i32
  %t0 = "llvm.intr.cttz"(%n) <{is_zero_poison = false}> : (i32) -> i32
  %w = "llvm.intr.cttz"(%z) <{is_zero_poison = false}> : (i32) -> i32
  %p = "llvm.intr.abs"(%m) <{is_int_min_poison = false}> : (i32) -> i32
  %s = llvm.add %l, %t0 : i32
  %u = llvm.mul %s, %w : i32
  %all = llvm.sub %u, %p : i32
  %r = arith.sitofp %all : i32 to f32
""" + STORE_SCALAR, lambda x: first(x, (26 + 3) * 32 - 7)),
    "llvm.intr.vector.reduce": ("""  %step = llvm.intr.stepvector : vector<4xi32>
  %one = "llvm.intr.vector.reduce.add"(%step) : (vector<4xi32>) -> i32
  %two = "llvm.intr.vector.reduce.umax"(%step) : (vector<4xi32>) -> i32
  %three = "llvm.intr.vector.reduce.or"(%step) : (vector<4xi32>) -> i32
  %s = llvm.mul %one, %two : i32
  %n = llvm.add %s, %three : i32
  %b = arith.sitofp %n : i32 to f32
  %sum = "llvm.intr.vector.reduce.fadd"(%b, %h) : (f32, vector<4xf32>) -> f32
  %most = "llvm.intr.vector.reduce.fmaximum"(%h) : (vector<4xf32>) -> f32
  %r = arith.addf %sum, %most : f32
""" + STORE_SCALAR, lambda x: first(x, 6 * 3 + 3 + x[4:8].sum() + x[4:8].max())),
    "the descriptor of a memref": ("""  %view = memref.subview %a4[1, 1] [2, 3] [1, 1] : memref<4x4xf32> to memref<2x3xf32, strided<[4, 1], offset: 5>>
  %d = builtin.unrealized_conversion_cast %view : memref<2x3xf32, strided<[4, 1], offset: 5>> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
  %row = llvm.extractvalue %d[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
  %width = llvm.extractvalue %d[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
  %at = llvm.extractvalue %d[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
  %s = llvm.add %row, %width : i64
  %n = llvm.mul %s, %at : i64
  %b = arith.sitofp %n : i64 to f32
  %back = builtin.unrealized_conversion_cast %d : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<2x3xf32, strided<[4, 1], offset: 5>>
  %l = memref.load %back[%c1, %c2] : memref<2x3xf32, strided<[4, 1], offset: 5>>
  %r = arith.addf %l, %b : f32
""" + STORE_SCALAR, lambda x: first(x, x[11] + 7 * 5)),
    "the descriptor of an allocation": ("""  %new = memref.alloca() : memref<4xf32>
  %d = builtin.unrealized_conversion_cast %new : memref<4xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %p = llvm.extractvalue %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  llvm.store %h, %p : vector<4xf32>, !llvm.ptr
  %r = vector.load %new[%c0] : memref<4xf32>, vector<4xf32>
""" + STORE_FOUR, lambda x: first(x, x[4:8])),
    "llvm.alloca, prefetch, expect": ("""  %eight = arith.constant 8 : i64
  %zero = arith.constant 0 : i64
  %p = llvm.alloca %eight x f32 {alignment = 64 : i64} : (i64) -> !llvm.ptr
  %n = llvm.intr.expect %eight, %zero : i64
  %none = llvm.sub %n, %eight : i64
  %q = llvm.getelementptr %p[%none] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  "llvm.intr.prefetch"(%q) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
  llvm.store %h, %q : vector<4xf32>, !llvm.ptr
  %r = llvm.load %p : !llvm.ptr -> vector<4xf32>
""" + STORE_FOUR, lambda x: first(x, x[4:8])),
    "llvm.cmpxchg": ("""  %b = memref.extract_aligned_pointer_as_index %o : memref<16xf32> -> index
  %i = arith.index_cast %b : index to i64
  %p = llvm.inttoptr %i : i64 to !llvm.ptr
  %c = arith.constant 0 : i32
  %n = arith.constant 1065353216 : i32
  %e = llvm.cmpxchg %p, %c, %n acq_rel acquire : !llvm.ptr, i32
  %ok = llvm.extractvalue %e[1] : !llvm.struct<(i32, i1)>
  %s = arith.uitofp %ok : i1 to f32
  memref.store %s, %o[%c1] : memref<16xf32>""", lambda x: first(x, [1, 1])),
    "llvm.atomicrmw": ("""  %b = memref.extract_aligned_pointer_as_index %o : memref<16xf32> -> index
  %i = arith.index_cast %b : index to i64
  %p = llvm.inttoptr %i : i64 to !llvm.ptr
  %old = llvm.atomicrmw fadd %p, %f1 acq_rel : !llvm.ptr, f32
  %w = llvm.load %p : !llvm.ptr -> f32
  %s = arith.addf %w, %w : f32
  llvm.store %s, %p : f32, !llvm.ptr""", lambda x: first(x, 2)),
    "llvm.intr.memmove": ("""  %b = memref.extract_aligned_pointer_as_index %o : memref<16xf32> -> index
  %i = arith.index_cast %b : index to i64
  %p = llvm.inttoptr %i : i64 to !llvm.ptr
  %d = memref.extract_aligned_pointer_as_index %a : memref<16xf32> -> index
  %j = arith.index_cast %d : index to i64
  %q = llvm.inttoptr %j : i64 to !llvm.ptr
  %n = arith.constant 8 : i64
  "llvm.intr.memmove"(%p, %q, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()""",
        lambda x: first(x, x[:2])),
    "tts.masked_view, read": ("""  %w = "tts.masked_view"(%a, %c2, %c4, %f1) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}>
      : (memref<16xf32>, index, index, f32) -> memref<16xf32>
  linalg.copy ins(%w : memref<16xf32>) outs(%o : memref<16xf32>)""",
        lambda x: np.where((np.arange(16) >= 2) & (np.arange(16) < 6), x, 1)),
    "tts.masked_view, written": ("""  %w = "tts.masked_view"(%o, %c2, %c4) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}>
      : (memref<16xf32>, index, index) -> memref<16xf32>
  linalg.fill ins(%f1 : f32) outs(%w : memref<16xf32>)""",
        lambda x: first(x, [0, 0, 1, 1, 1, 1])),
    "tts.masked_view, copied from and to": ("""  %w = "tts.masked_view"(%a, %c2, %c4, %f1) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}>
      : (memref<16xf32>, index, index, f32) -> memref<16xf32>
  %to = "tts.masked_view"(%o, %c1, %c4) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}>
      : (memref<16xf32>, index, index) -> memref<16xf32>
  memref.copy %w, %to : memref<16xf32> to memref<16xf32>""",
        lambda x: first(x, [0, 1, x[2], x[3], x[4]])),
    "llvm.insertvalue, in an array of a struct": ("""  %s0 = llvm.mlir.poison : !llvm.struct<(i64, array<2 x f32>)>
  %s1 = llvm.insertvalue %f1, %s0[1, 1] : !llvm.struct<(i64, array<2 x f32>)>
  %s2 = llvm.extractvalue %s1[1, 1] : !llvm.struct<(i64, array<2 x f32>)>
  memref.store %s2, %o[%c1] : memref<16xf32>""", lambda x: first(x, [0, 1])),
    "tts.load of segments": ("""  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %r = "tts.load"(%x, %c0, %c1, %c1, %c3, %c2, %c16, %f1) <{cuts = array<i64: 0>, loops = array<i64>,
      operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 1, 0, 1>}> ({
  ^bb0(%first: index, %quotient: index):
    %yes = arith.constant true
    %two = arith.muli %quotient, %c2 : index
    "tts.yield"(%two, %yes) : (index, i1) -> ()
  }) : (memref<*xf32>, index, index, index, index, index, index, f32) -> tensor<16xf32>
""" + STORE_TENSOR, lambda x: segments(x)),
}  # fmt: skip


def segments(x: np.ndarray) -> np.ndarray:
    """Element ``i`` is ``x[2 q + r]`` from 2 on, of the quotient by 3 of ``1 + i`` and how far it is in its segment."""
    found = np.ones(16, np.float32)
    for i in range(2, 16):
        quotient = (1 + i) // 3
        first = max(3 * quotient - 1, 0)
        found[i] = x[2 * quotient + i - first]
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_op(name):
    body, oracle = PROGRAMS[name]
    x = (np.random.default_rng(0).standard_normal(16) * 3).astype(np.float32)
    y, given = np.zeros_like(x), x.copy()
    reference.run(TEXT.replace("BODY", body), 1, given, y)
    np.testing.assert_array_equal(given, x)
    np.testing.assert_allclose(y, oracle(x), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", ["linalg.matmul", "linalg.reduce", "vector.reduction"])
def test_sequential_order(name):
    body, oracle = PROGRAMS[name]
    x, y = np.arange(16, dtype=np.float32), np.zeros(16, np.float32)
    reference.run(TEXT.replace("BODY", body), 1, x, y, order="sequential")
    np.testing.assert_array_equal(y, oracle(x))
