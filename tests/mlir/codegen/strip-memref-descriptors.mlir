// RUN: triton-shared-opt %s --strip-memref-descriptors | FileCheck %s

// CHECK-LABEL: func.func @kernel(%arg0: memref<f32>, %arg1: i32)
// CHECK-NEXT:  memref.reinterpret_cast %arg0 {{.*}} : memref<f32> to memref<8xf32>
func.func @kernel(%x: memref<*xf32>, %n: i32) {
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32>
  return
}

// CHECK-LABEL: func.func @ranked(%arg0: memref<8xf32>) -> index
func.func @ranked(%x: memref<8xf32>) -> index {
  %0 = arith.constant 8 : index
  return %0 : index
}
