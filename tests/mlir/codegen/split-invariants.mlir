// RUN: triton-shared-opt %s --split-invariants --canonicalize | FileCheck %s

#block = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#column = affine_map<(i, j) -> (i)>
#none = affine_map<(i, j) -> ()>

// Roots of what a row holds are taken once, and so are exponentials of what a column holds.

// CHECK-LABEL: func.func @rows_and_columns(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: {{.*}}, %[[V:[a-z0-9]+]]: tensor<32xf32>, %[[W:[a-z0-9]+]]: tensor<16xf32>,
// CHECK:       %[[EXP:.+]] = linalg.generic {{.*}} ins(%[[W]] : tensor<16xf32>)
// CHECK:         math.exp
// CHECK:       %[[ROOT:.+]] = linalg.generic {{.*}} ins(%[[V]] : tensor<32xf32>)
// CHECK:         arith.addf
// CHECK:         math.rsqrt
// CHECK:       linalg.generic {{.*}} ins(%[[X]], %[[EXP]], %[[ROOT]] : tensor<16x32xf32>, tensor<16xf32>, tensor<32xf32>)
// CHECK-NOT:     math
// CHECK:         arith.mulf
// CHECK:         arith.addf
// CHECK:         linalg.yield
func.func @rows_and_columns(%x: tensor<16x32xf32>, %v: tensor<32xf32>, %w: tensor<16xf32>, %s: f32, %e: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %y = linalg.generic {indexing_maps = [#block, #row, #column, #block], iterator_types = ["parallel", "parallel"]}
      ins(%x, %v, %w : tensor<16x32xf32>, tensor<32xf32>, tensor<16xf32>) outs(%e : tensor<16x32xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %0 = arith.addf %b, %s : f32
    %1 = math.rsqrt %0 : f32
    %2 = math.exp %c : f32
    %3 = arith.mulf %a, %1 : f32
    %4 = arith.addf %3, %2 : f32
    linalg.yield %4 : f32
  } -> tensor<16x32xf32>
  return %y : tensor<16x32xf32>
}

// So is what a sum down columns takes of each; it sums by what it has read before.

// CHECK-LABEL: func.func @sums
// CHECK:       %[[QUOTIENT:.+]] = linalg.generic {{.*}}iterator_types = ["parallel"]}
// CHECK:         arith.divf
// CHECK:       linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]} ins(%{{.+}}, %[[QUOTIENT]] : {{.*}}) outs(%{{.+}} : tensor<32xf32>)
// CHECK-NOT:     arith.divf
func.func @sums(%x: tensor<16x32xf32>, %v: tensor<32xf32>, %w: tensor<32xf32>, %t: tensor<32xf32>) -> tensor<32xf32> {
  %y = linalg.generic {indexing_maps = [#block, #row, #row, #row], iterator_types = ["reduction", "parallel"]}
      ins(%x, %v, %w : tensor<16x32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%t : tensor<32xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %0 = arith.divf %b, %c : f32
    %1 = arith.mulf %a, %0 : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<32xf32>
  return %y : tensor<32xf32>
}

// Not what is cheap, what each element has of its own, what the block has once, nor what few elements share.

// CHECK-LABEL: func.func @others
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT:   linalg.generic
// CHECK:       return
func.func @others(%x: tensor<16x32xf32>, %v: tensor<32xf32>, %s: tensor<f32>, %e: tensor<16x32xf32>,
                  %p: tensor<2x32xf32>, %f: tensor<2x32xf32>) -> (tensor<16x32xf32>, tensor<2x32xf32>) {
  %y = linalg.generic {indexing_maps = [#block, #row, #none, #block], iterator_types = ["parallel", "parallel"]}
      ins(%x, %v, %s : tensor<16x32xf32>, tensor<32xf32>, tensor<f32>) outs(%e : tensor<16x32xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %0 = arith.mulf %b, %b : f32
    %1 = math.exp %a : f32
    %2 = math.sqrt %c : f32
    %3 = arith.mulf %1, %0 : f32
    %4 = arith.addf %3, %2 : f32
    linalg.yield %4 : f32
  } -> tensor<16x32xf32>
  %z = linalg.generic {indexing_maps = [#block, #row, #block], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<2x32xf32>, tensor<32xf32>) outs(%f : tensor<2x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = math.sqrt %b : f32
    %1 = arith.mulf %a, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x32xf32>
  return %y, %z : tensor<16x32xf32>, tensor<2x32xf32>
}
