// RUN: triton-shared-opt %s --reuse-inputs | FileCheck %s

#same = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @dies
// CHECK:       %[[A:.+]] = linalg.exp
// CHECK:       linalg.generic {{.*}} ins(%[[A]] : tensor<8xf32>) outs(%[[A]] : tensor<8xf32>)
func.func @dies(%x: tensor<8xf32>, %out: tensor<8xf32>) -> tensor<8xf32> {
  %a = linalg.exp ins(%x : tensor<8xf32>) outs(%out : tensor<8xf32>) -> tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %b = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %b : tensor<8xf32>
}

// An input that is read afterwards stays what it is.

// CHECK-LABEL: func.func @read_afterwards
// CHECK:       %[[A:.+]] = linalg.exp
// CHECK-NEXT:  %[[E:.+]] = tensor.empty()
// CHECK-NEXT:  linalg.generic {{.*}} ins(%[[A]] : tensor<8xf32>) outs(%[[E]] : tensor<8xf32>)
func.func @read_afterwards(%x: tensor<8xf32>, %out: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = linalg.exp ins(%x : tensor<8xf32>) outs(%out : tensor<8xf32>) -> tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %b = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// So does an argument of the function.

// CHECK-LABEL: func.func @argument
// CHECK-NEXT:  %[[E:.+]] = tensor.empty()
// CHECK-NEXT:  linalg.generic {{.*}} ins(%arg0 : tensor<8xf32>) outs(%[[E]] : tensor<8xf32>)
func.func @argument(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %b = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %b : tensor<8xf32>
}

// Several results are written over several inputs, and none over one that is read elsewhere, too.

// CHECK-LABEL: func.func @several
// CHECK:       %[[A:.+]] = linalg.exp
// CHECK:       %[[B:.+]] = linalg.log
// CHECK:       linalg.generic {{.*}} ins(%[[A]], %[[B]] : tensor<4x4xf32>, tensor<4x4xf32>) outs(%[[A]], %[[B]] : tensor<4x4xf32>, tensor<4x4xf32>)
// CHECK:       %[[C:.+]] = linalg.exp
// CHECK:       %[[E:.+]] = tensor.empty()
// CHECK:       linalg.generic {{.*}} ins(%[[C]], %[[C]] : {{.*}}) outs(%[[E]] :
func.func @several(%x: tensor<4x4xf32>, %out: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %a = linalg.exp ins(%x : tensor<4x4xf32>) outs(%out : tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = linalg.log ins(%x : tensor<4x4xf32>) outs(%out : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %f = tensor.empty() : tensor<4x4xf32>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e, %f : tensor<4x4xf32>, tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32, %r: f32):
    %1 = arith.addf %p, %q : f32
    linalg.yield %1, %q : f32, f32
  } -> (tensor<4x4xf32>, tensor<4x4xf32>)
  %c = linalg.exp ins(%x : tensor<4x4xf32>) outs(%out : tensor<4x4xf32>) -> tensor<4x4xf32>
  %g = tensor.empty() : tensor<4x4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%g : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %1 = arith.addf %p, %q : f32
    linalg.yield %1 : f32
  } -> tensor<4x4xf32>
  return %0#0, %0#1, %2 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
