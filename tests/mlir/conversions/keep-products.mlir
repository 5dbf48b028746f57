// RUN: triton-shared-opt %s --keep-products=keep-products --canonicalize | FileCheck %s
// RUN: triton-shared-opt %s --keep-products | FileCheck %s --check-prefix=DEFAULT

// A product starts from zero, and what it started from is added; one that does so already stays.

// CHECK-LABEL: func.func @added
// CHECK:         %[[E:.+]] = tensor.empty() : tensor<16x16xf32>
// CHECK:         %[[Z:.+]] = linalg.fill ins(%{{.+}} : f32) outs(%[[E]] : tensor<16x16xf32>)
// CHECK-NEXT:    %[[P:.+]] = linalg.matmul ins(%arg0, %arg0 : tensor<16x16xf32>, tensor<16x16xf32>) outs(%[[Z]] : tensor<16x16xf32>)
// CHECK:         %[[D:.+]] = linalg.generic {{.+}} ins(%arg1, %[[P]] : tensor<16x16xf32>, tensor<16x16xf32>)
// CHECK:           arith.addf
// CHECK:         return %[[D]]
// DEFAULT-LABEL: func.func @added
// DEFAULT:         linalg.matmul ins(%arg0, %arg0 : tensor<16x16xf32>, tensor<16x16xf32>) outs(%arg1 : tensor<16x16xf32>)
func.func @added(%a: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %d = linalg.matmul ins(%a, %a : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %d : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @from_zero
// CHECK:         %[[P:.+]] = linalg.matmul
// CHECK-NEXT:    return %[[P]]
func.func @from_zero(%a: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %d = linalg.matmul ins(%a, %a : tensor<16x16xf32>, tensor<16x16xf32>) outs(%z : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %d : tensor<16x16xf32>
}
