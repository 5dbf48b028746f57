// RUN: triton-shared-opt %s --outline-reductions | FileCheck %s

// What the combiner takes from outside is handed over.

// CHECK-LABEL: func.func private @from_first.reduction.0(%arg0: tensor<16xf32>, %arg1: tensor<f32>, %arg2: f32)
// CHECK-NEXT:  linalg.reduce ins(%arg0 : tensor<16xf32>) outs(%arg1 : tensor<f32>) dimensions = [0] {tts.from_first}
// CHECK:       arith.mulf %{{.+}}, %arg2
// CHECK:       func.func @from_first(
// CHECK-NEXT:  call @from_first.reduction.0(%arg0, %arg1, %arg2)
func.func @from_first(%x: tensor<16xf32>, %out: tensor<f32>, %s: f32) -> tensor<f32> {
  %r = linalg.reduce ins(%x : tensor<16xf32>) outs(%out : tensor<f32>) dimensions = [0] {tts.from_first}
    (%a: f32, %b: f32) {
      %0 = arith.mulf %b, %s : f32
      %1 = arith.addf %0, %a : f32
      linalg.yield %1 : f32
    }
  return %r : tensor<f32>
}

// What is not written yet is not handed over: the function shows that it is not.

// CHECK-LABEL: func.func private @unwritten.reduction.0(%arg0: tensor<16xf32>) -> tensor<f32>
// CHECK-NEXT:  %[[EMPTY:.+]] = tensor.empty() : tensor<f32>
// CHECK-NEXT:  linalg.reduce ins(%arg0 : tensor<16xf32>) outs(%[[EMPTY]] : tensor<f32>) dimensions = [0] {tts.from_first}
// CHECK:       func.func @unwritten(
// CHECK:       call @unwritten.reduction.0(%arg0)
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
