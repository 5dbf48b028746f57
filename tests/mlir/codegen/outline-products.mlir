// RUN: triton-shared-opt %s --outline-products | FileCheck %s

// CHECK-LABEL: func.func private @product.product.0(
// CHECK-NEXT:  %[[D:.+]] = linalg.matmul ins(%arg0, %arg1 : tensor<16x32xf32>, tensor<32x16xf32>) outs(%arg2 : tensor<16x16xf32>)
// CHECK-NEXT:  return %[[D]]
// CHECK:       func.func @product(
// CHECK-NEXT:  %[[D:.+]] = call @product.product.0(%arg0, %arg1, %arg2)
// CHECK-NEXT:  return %[[D]]
func.func @product(%a: tensor<16x32xf32>, %b: tensor<32x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<16x32xf32>, tensor<32x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %d : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @elementwise
// CHECK-NEXT:  linalg.exp ins(%arg0
func.func @elementwise(%x: tensor<16xf32>, %out: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.exp ins(%x : tensor<16xf32>) outs(%out : tensor<16xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}
