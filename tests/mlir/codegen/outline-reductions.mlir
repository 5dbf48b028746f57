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

// Which operand counts along the axis of a selection is said; no pass reads it.

// CHECK-LABEL: func.func private @selection.reduction.0(
// CHECK-SAME:    %[[X:.*]]: tensor<16xi32>)
// CHECK:       %[[PLACES:.*]] = tensor.empty() : tensor<16xi32>
// CHECK:       linalg.reduce ins(%[[X]], %[[PLACES]] : {{.*}}dimensions = [0] {{.*}}tts.position = 1 : i64
func.func @selection(%x: tensor<16xi32>) -> tensor<i32> {
  %positions = tensor.empty() : tensor<16xi32>
  %i = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%positions : tensor<16xi32>) {
  ^bb0(%out: i32):
    %at = linalg.index 0 : index
    %n = arith.index_cast %at : index to i32
    linalg.yield %n : i32
  } -> tensor<16xi32>
  %v = tensor.empty() : tensor<i32>
  %p = tensor.empty() : tensor<i32>
  %r:2 = linalg.reduce ins(%x, %i : tensor<16xi32>, tensor<16xi32>) outs(%v, %p : tensor<i32>, tensor<i32>) dimensions = [0] {tts.from_first}
    (%b: i32, %t: i32, %a: i32, %s: i32) {
      %k = arith.cmpi sgt, %a, %b : i32
      %0 = arith.select %k, %a, %b : i32
      %1 = arith.select %k, %s, %t : i32
      linalg.yield %0, %1 : i32, i32
    }
  return %r#1 : tensor<i32>
}
