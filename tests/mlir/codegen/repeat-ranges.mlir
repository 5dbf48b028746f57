// RUN: triton-shared-opt %s --repeat-ranges | FileCheck %s

#same = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @range
// CHECK:       %[[SECOND:.+]] = linalg.generic
// CHECK:       linalg.index 0
// CHECK:       %[[FIRST:.+]] = linalg.generic
// CHECK:       linalg.index 0
// CHECK:       %[[A:.+]] = linalg.generic {{.*}} ins(%[[FIRST]], %arg0 :
// CHECK-NOT:   linalg.index
// CHECK:       linalg.generic {{.*}} ins(%[[SECOND]], %[[A]] :
func.func @range(%x: tensor<16xi32>, %out: tensor<16xi32>) -> (tensor<16xi32>, tensor<16xi32>) {
  %i = linalg.generic {indexing_maps = [#same], iterator_types = ["parallel"]} outs(%out : tensor<16xi32>) {
  ^bb0(%o: i32):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i32
    linalg.yield %1 : i32
  } -> tensor<16xi32>
  %a = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%i, %x : tensor<16xi32>, tensor<16xi32>) outs(%out : tensor<16xi32>) {
  ^bb0(%p: i32, %q: i32, %o: i32):
    %0 = arith.addi %p, %q : i32
    linalg.yield %0 : i32
  } -> tensor<16xi32>
  %b = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%i, %a : tensor<16xi32>, tensor<16xi32>) outs(%out : tensor<16xi32>) {
  ^bb0(%p: i32, %q: i32, %o: i32):
    %0 = arith.muli %p, %q : i32
    linalg.yield %0 : i32
  } -> tensor<16xi32>
  return %a, %b : tensor<16xi32>, tensor<16xi32>
}

// What costs more than an element number is computed once.

// CHECK-LABEL: func.func @computed
// CHECK:       %[[E:.+]] = linalg.generic {{.*}} ins(%arg0 :
// CHECK:       math.exp
// CHECK-NOT:   math.exp
// CHECK:       %[[A:.+]] = linalg.generic {{.*}} ins(%[[E]] :
// CHECK:       linalg.generic {{.*}} ins(%[[E]], %[[A]] :
// CHECK-NOT:   math.exp
func.func @computed(%x: tensor<16xf32>, %out: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %e = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%x : tensor<16xf32>) outs(%out : tensor<16xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = math.exp %p : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %a = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%e : tensor<16xf32>) outs(%out : tensor<16xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %b = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%e, %a : tensor<16xf32>, tensor<16xf32>) outs(%out : tensor<16xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  return %a, %b : tensor<16xf32>, tensor<16xf32>
}
