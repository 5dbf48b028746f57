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
