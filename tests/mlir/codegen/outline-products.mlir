// RUN: triton-shared-opt %s --outline-products | FileCheck %s

// CHECK-LABEL: func.func private @product.outlined.0(
// CHECK-NEXT:  %[[D:.+]] = linalg.matmul ins(%arg0, %arg1 : tensor<16x32xf32>, tensor<32x16xf32>) outs(%arg2 : tensor<16x16xf32>)
// CHECK-NEXT:  return %[[D]]
// CHECK:       func.func @product(
// CHECK-NEXT:  %[[D:.+]] = call @product.outlined.0(%arg0, %arg1, %arg2)
// CHECK-NEXT:  return %[[D]]
func.func @product(%a: tensor<16x32xf32>, %b: tensor<32x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<16x32xf32>, tensor<32x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %d : tensor<16x16xf32>
}

// What the combiner takes from outside is handed over.

// CHECK-LABEL: func.func private @from_first.outlined.0(%arg0: tensor<16xf32>, %arg1: tensor<f32>, %arg2: f32)
// CHECK-NEXT:  linalg.reduce ins(%arg0 : tensor<16xf32>) outs(%arg1 : tensor<f32>) dimensions = [0] {tts.from_first}
// CHECK:       arith.mulf %{{.+}}, %arg2
// CHECK:       func.func @from_first(
// CHECK-NEXT:  call @from_first.outlined.0(%arg0, %arg1, %arg2)
func.func @from_first(%x: tensor<16xf32>, %out: tensor<f32>, %s: f32) -> tensor<f32> {
  %r = linalg.reduce ins(%x : tensor<16xf32>) outs(%out : tensor<f32>) dimensions = [0] {tts.from_first}
    (%a: f32, %b: f32) {
      %0 = arith.mulf %b, %s : f32
      %1 = arith.addf %0, %a : f32
      linalg.yield %1 : f32
    }
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @elementwise
// CHECK-NEXT:  linalg.exp ins(%arg0
func.func @elementwise(%x: tensor<16xf32>, %out: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.exp ins(%x : tensor<16xf32>) outs(%out : tensor<16xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// What is not written yet is not handed over: the function shows that it is not.

// CHECK-LABEL: func.func private @unwritten.outlined.0(%arg0: tensor<16xf32>) -> tensor<f32>
// CHECK-NEXT:  %[[EMPTY:.+]] = tensor.empty() : tensor<f32>
// CHECK-NEXT:  linalg.reduce ins(%arg0 : tensor<16xf32>) outs(%[[EMPTY]] : tensor<f32>) dimensions = [0] {tts.from_first}
// CHECK:       func.func @unwritten(
// CHECK:       call @unwritten.outlined.0(%arg0)
func.func @unwritten(%x: tensor<16xf32>) -> tensor<f32> {
  %empty = tensor.empty() : tensor<f32>
  %r = linalg.reduce ins(%x : tensor<16xf32>) outs(%empty : tensor<f32>) dimensions = [0] {tts.from_first}
    (%a: f32, %b: f32) {
      %0 = arith.mulf %b, %b : f32
      %1 = arith.addf %0, %a : f32
      linalg.yield %1 : f32
    }
  return %r : tensor<f32>
}
