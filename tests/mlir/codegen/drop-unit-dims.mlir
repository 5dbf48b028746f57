// RUN: triton-shared-opt %s --drop-unit-dims | FileCheck %s

// CHECK-LABEL: func.func @load
// CHECK:       %[[VIEW:.+]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [8, 64], strides: [64, 1]
// CHECK:       %[[BUFFER:.+]] = memref.alloc() : memref<8x64xf32>
// CHECK-NEXT:  memref.copy %[[VIEW]], %[[BUFFER]]
// CHECK-NEXT:  %[[T:.+]] = bufferization.to_tensor %[[BUFFER]] restrict writable : memref<8x64xf32> to tensor<8x64xf32>
// CHECK-NEXT:  tensor.expand_shape %[[T]] {{\[\[}}0, 1], [2]]
func.func @load(%x: memref<*xf32>) -> tensor<8x64xf32> {
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8, 1, 64], strides: [64, 64, 1] : memref<*xf32> to memref<8x1x64xf32, strided<[64, 64, 1]>>
  %buffer = memref.alloc() : memref<8x1x64xf32>
  memref.copy %view, %buffer : memref<8x1x64xf32, strided<[64, 64, 1]>> to memref<8x1x64xf32>
  %t = bufferization.to_tensor %buffer restrict writable : memref<8x1x64xf32> to tensor<8x1x64xf32>
  %u = tensor.collapse_shape %t [[0, 1], [2]] : tensor<8x1x64xf32> into tensor<8x64xf32>
  return %u : tensor<8x64xf32>
}

// A block that something else uses keeps its shape.

// CHECK-LABEL: func.func @used
// CHECK-NEXT:  memref.alloc() : memref<8x1x64xf32>
// CHECK-NEXT:  memref.copy
// CHECK-NEXT:  memref.load
// CHECK-NEXT:  return
func.func @used(%buffer: memref<8x1x64xf32>, %i: index) -> f32 {
  %own = memref.alloc() : memref<8x1x64xf32>
  memref.copy %buffer, %own : memref<8x1x64xf32> to memref<8x1x64xf32>
  %v = memref.load %own[%i, %i, %i] : memref<8x1x64xf32>
  return %v : f32
}

// CHECK-LABEL: func.func @no_unit
// CHECK-NEXT:  memref.alloc() : memref<8x64xf32>
// CHECK-NEXT:  memref.copy
// CHECK-NEXT:  bufferization.to_tensor
// CHECK-NEXT:  return
func.func @no_unit(%x: memref<8x64xf32>) -> tensor<8x64xf32> {
  %buffer = memref.alloc() : memref<8x64xf32>
  memref.copy %x, %buffer : memref<8x64xf32> to memref<8x64xf32>
  %t = bufferization.to_tensor %buffer restrict writable : memref<8x64xf32> to tensor<8x64xf32>
  return %t : tensor<8x64xf32>
}
