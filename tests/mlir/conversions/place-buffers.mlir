// RUN: triton-shared-opt %s --place-buffers=buffer-memory-space=1 | FileCheck %s
// RUN: triton-shared-opt %s --place-buffers='buffer-memory-space=#gpu.address_space<workgroup>' | FileCheck %s --check-prefix=GPU
// RUN: triton-shared-opt %s --place-buffers | FileCheck %s --check-prefix=SAME
// RUN: not triton-shared-opt %s --place-buffers=buffer-memory-space=scratchpad 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: option 'buffer-memory-space': 'scratchpad' is no memory space, which is a number or an attribute

// A buffer, and the window of it that a masked copy fills; the memory of the argument stays where it is.

// CHECK-LABEL: func.func @masked(%arg0: memref<*xf32>
// CHECK:       %[[BUFFER:.+]] = memref.alloc() : memref<64xf32, 1>
// CHECK-NEXT:  linalg.fill ins(%{{.+}} : f32) outs(%[[BUFFER]] : memref<64xf32, 1>)
// CHECK-NEXT:  %[[FROM:.+]] = memref.subview %{{.+}}[0] [%arg1] [1] : memref<64xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
// CHECK-NEXT:  %[[TO:.+]] = memref.subview %[[BUFFER]][0] [%arg1] [1] : memref<64xf32, 1> to memref<?xf32, strided<[1]>, 1>
// CHECK-NEXT:  memref.copy %[[FROM]], %[[TO]] : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>, 1>
// CHECK-NEXT:  bufferization.to_tensor %[[BUFFER]] restrict writable : memref<64xf32, 1> to tensor<64xf32>

// GPU: memref.copy %{{.+}} : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>, #gpu.address_space<workgroup>>

// SAME: memref.alloc() : memref<64xf32>
func.func @masked(%x: memref<*xf32>, %n: index) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1]>>
  %buffer = memref.alloc() : memref<64xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<64xf32>)
  %from = memref.subview %view[0] [%n] [1] : memref<64xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %to = memref.subview %buffer[0] [%n] [1] : memref<64xf32> to memref<?xf32, strided<[1]>>
  memref.copy %from, %to : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %t = bufferization.to_tensor %buffer restrict writable : memref<64xf32> to tensor<64xf32>
  return %t : tensor<64xf32>
}
