// RUN: triton-shared-opt %s --hide-negative-strides | FileCheck %s

// CHECK-LABEL: func.func @backwards
// CHECK-NEXT:  memref.reinterpret_cast %arg0 to offset: [15], sizes: [16], strides: [-1] : memref<f32> to memref<16xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  memref.subview %{{.+}}[4] [8] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<8xf32, strided<[?], offset: ?>>
func.func @backwards(%x: memref<f32>) {
  %view = memref.reinterpret_cast %x to offset: [15], sizes: [16], strides: [-1] : memref<f32> to memref<16xf32, strided<[-1], offset: 15>>
  %part = memref.subview %view[4] [8] [1] : memref<16xf32, strided<[-1], offset: 15>> to memref<8xf32, strided<[-1], offset: 11>>
  return
}

// CHECK-LABEL: func.func @forwards
// CHECK-NEXT:  memref.reinterpret_cast {{.*}} to memref<16xf32, strided<[2], offset: 15>>
func.func @forwards(%x: memref<f32>) {
  %view = memref.reinterpret_cast %x to offset: [15], sizes: [16], strides: [2] : memref<f32> to memref<16xf32, strided<[2], offset: 15>>
  return
}
