// RUN: triton-shared-opt %s --split-input-file --pack-products --verify-diagnostics | FileCheck %s

// The right operand gets the type that is computed in, each element once; the left one is extended a tile at a time.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
// CHECK-LABEL: func.func @widened
// CHECK-NEXT:  %[[B:.+]] = memref.alloc() : memref<32x16xf32>
// CHECK-NEXT:  linalg.generic {{.*}} ins(%arg1 : memref<32x16xf16>) outs(%[[B]] :
// CHECK:       linalg.generic {{.*}} ins(%arg0, %[[B]] : {{.+}}) outs(%arg2 : memref<16x16xf32>) attrs = {tts.product = ""}
// CHECK:         arith.extf %{{.+}} : f16 to f32
// CHECK-NOT:   linalg.matmul
// CHECK:       return
func.func @widened(%a: memref<16x32xf16>, %b: memref<32x16xf16>, %c: memref<16x16xf32>) {
  linalg.matmul ins(%a, %b : memref<16x32xf16>, memref<32x16xf16>) outs(%c : memref<16x16xf32>)
  return
}
}

// -----

// An accumulator without rows is computed in a copy.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
// CHECK-LABEL: func.func @columns
// CHECK-NEXT:  %[[C:.+]] = memref.alloc() : memref<16x16xf32>
// CHECK-NEXT:  linalg.generic {{.*}} ins(%arg2 : {{.+}}) outs(%[[C]] :
// CHECK:       linalg.matmul ins(%arg0, %arg1 : {{.+}}) outs(%[[C]] :
// CHECK-NEXT:  memref.copy %[[C]], %arg2
func.func @columns(%a: memref<16x32xf32>, %b: memref<32x16xf32>, %c: memref<16x16xf32, strided<[1, 16]>>) {
  linalg.matmul ins(%a, %b : memref<16x32xf32>, memref<32x16xf32>) outs(%c : memref<16x16xf32, strided<[1, 16]>>)
  return
}
}

// -----

// Where the machine multiplies pairs of bf16 the right operand is stored in rows of pairs.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx512f,+avx512bf16", triple = ""}} {
// CHECK-LABEL: func.func @pairs
// CHECK-NEXT:  %[[PAIRS:.+]] = memref.alloc() : memref<16x16xi32>
// CHECK-NEXT:  linalg.generic {{.*}} ins(%arg1, %arg1 : {{.+}}) outs(%[[PAIRS]] : {{.+}}) attrs = {tts.next_rows_contiguous}
// CHECK:       linalg.generic {{.*}} ins(%arg0, %arg0, %[[PAIRS]] : {{.+}}) outs(%arg2 : memref<16x16xf32>) attrs = {tts.product = "dpbf16ps"}
func.func @pairs(%a: memref<16x32xbf16>, %b: memref<32x16xbf16>, %c: memref<16x16xf32>) {
  linalg.matmul ins(%a, %b : memref<16x32xbf16>, memref<32x16xbf16>) outs(%c : memref<16x16xf32>)
  return
}
}

// -----

// Bytes are multiplied by fours; the left operand is read as it lies.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx512f,+avx512vnni", triple = ""}} {
// CHECK-LABEL: func.func @bytes
// CHECK-NEXT:  %[[WORDS:.+]] = memref.alloc() : memref<8x16xi32>
// CHECK-NEXT:  linalg.generic {{.*}} ins(%arg1, %arg1, %arg1, %arg1 : {{.+}}) outs(%[[WORDS]] :
// CHECK:       linalg.generic {{.*}} ins(%arg0, %arg0, %arg0, %arg0, %[[WORDS]] : {{.+}}) outs(%arg2 : {{.+}}) attrs = {tts.product = "vpdpbusd"}
func.func @bytes(%a: memref<16x32xi8>, %b: memref<32x16xi8>, %c: memref<16x16xi32>) {
  linalg.matmul ins(%a, %b : memref<16x32xi8>, memref<32x16xi8>) outs(%c : memref<16x16xi32>)
  return
}
}

// -----

// A matrix unit takes whole tiles; what is no multiple of one is left to vectors.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx512f,+avx512bf16,+amx-tile,+amx-bf16", triple = "x86_64-linux-gnu"}} {
// CHECK-LABEL: func.func @tiles
// CHECK:       attrs = {tts.product = "tiles.bf16"}
// CHECK:       attrs = {tts.product = "dpbf16ps"}
func.func @tiles(%a: memref<16x32xbf16>, %b: memref<32x16xbf16>, %c: memref<16x16xf32>, %x: memref<8x32xbf16>, %y: memref<8x16xf32>) {
  linalg.matmul ins(%a, %b : memref<16x32xbf16>, memref<32x16xbf16>) outs(%c : memref<16x16xf32>)
  linalg.matmul ins(%x, %b : memref<8x32xbf16>, memref<32x16xbf16>) outs(%y : memref<8x16xf32>)
  return
}
}

// -----

// Rows of the computing type are read as they are.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
// CHECK-LABEL: func.func @plain
// CHECK-NEXT:  linalg.matmul ins(%arg0, %arg1 :
// CHECK-NEXT:  return
func.func @plain(%a: memref<16x32xf32>, %b: memref<32x16xf32>, %c: memref<16x16xf32>) {
  linalg.matmul ins(%a, %b : memref<16x32xf32>, memref<32x16xf32>) outs(%c : memref<16x16xf32>)
  return
}
}

// -----

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
func.func @tensors(%a: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error @+1 {{'linalg.matmul' op works on tensors}}
  %0 = linalg.matmul ins(%a, %a : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
}

// -----

// Who loads a right operand is told that behind its rows those lie which are read next.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
// CHECK-LABEL: func.func @loaded
// CHECK:       memref.copy %arg0, %[[A:.+]] : memref
// CHECK:       memref.copy %{{.+}}, %{{.+}} {tts.next_rows_contiguous} : memref
// CHECK:       linalg.matmul
func.func @loaded(%from: memref<16x32xf32>, %rows: memref<?x16xf32, strided<[?, 1]>>, %n: index, %c: memref<16x16xf32>) {
  %a = memref.alloc() : memref<16x32xf32>
  memref.copy %from, %a : memref<16x32xf32> to memref<16x32xf32>
  %b = memref.alloc() : memref<32x16xf32>
  %to = memref.subview %b[0, 0] [%n, 16] [1, 1] : memref<32x16xf32> to memref<?x16xf32, strided<[16, 1]>>
  memref.copy %rows, %to : memref<?x16xf32, strided<[?, 1]>> to memref<?x16xf32, strided<[16, 1]>>
  linalg.matmul ins(%a, %b : memref<16x32xf32>, memref<32x16xf32>) outs(%c : memref<16x16xf32>)
  return
}
}
