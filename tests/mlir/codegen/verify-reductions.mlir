// RUN: triton-shared-opt %s --split-input-file --verify-reductions --verify-diagnostics | FileCheck %s

// A reduction adds to values, or starts from the first slice and says so.

// CHECK-LABEL: func.func @started
// CHECK:         linalg.reduce
// CHECK:         linalg.reduce
// CHECK-SAME:    tts.from_first
func.func @started(%x: tensor<4x8xf32>, %zero: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %empty = tensor.empty() : tensor<4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%zeros : tensor<4xf32>) dimensions = [1]
  %other = linalg.reduce ins(%x : tensor<4x8xf32>) outs(%empty : tensor<4xf32>) dimensions = [1] {tts.from_first}
    (%a: f32, %b: f32) {
      %0 = arith.mulf %b, %b : f32
      %1 = arith.addf %0, %a : f32
      linalg.yield %1 : f32
    }
  return %sum, %other : tensor<4xf32>, tensor<4xf32>
}

// -----

// What no body reads may hold anything.

// CHECK-LABEL: func.func @elementwise
// CHECK:         linalg.generic
func.func @elementwise(%x: tensor<4xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @lost(%x: tensor<4x8xf32>) -> tensor<f32> {
  %empty = tensor.empty() : tensor<1xf32>
  %scalar = tensor.collapse_shape %empty [] : tensor<1xf32> into tensor<f32>
  // expected-error @+1 {{starts from values that have not been written, and has lost 'tts.from_first'}}
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%scalar : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
