// RUN: triton-shared-opt %s --privatize-dps-inits | FileCheck %s

// CHECK-LABEL: func.func @shared
// CHECK-NEXT:  %[[E0:.+]] = tensor.empty()
// CHECK-NEXT:  %[[F0:.+]] = linalg.fill ins(%arg1 : f32) outs(%[[E0]]
// CHECK-NEXT:  linalg.exp ins(%arg0 : tensor<8xf32>) outs(%[[F0]]
// CHECK-NEXT:  %[[E1:.+]] = tensor.empty()
// CHECK-NEXT:  %[[F1:.+]] = linalg.fill ins(%arg1 : f32) outs(%[[E1]]
// CHECK-NEXT:  linalg.log {{.*}} outs(%[[F1]]
// CHECK-NEXT:  return
func.func @shared(%x: tensor<8xf32>, %zero: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %a = linalg.exp ins(%x : tensor<8xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>
  %b = linalg.log ins(%a : tensor<8xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// A tensor that holds something is nobody's own.

// CHECK-LABEL: func.func @written
// CHECK-NEXT:  linalg.exp {{.*}} outs(%arg1
// CHECK-NEXT:  linalg.log {{.*}} outs(%arg1
// CHECK-NEXT:  return
func.func @written(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = linalg.exp ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
  %b = linalg.log ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}
