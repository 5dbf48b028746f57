// RUN: triton-shared-opt %s --pad-blocks=pad | FileCheck %s
// RUN: triton-shared-opt %s --pad-blocks='pad buffer-memory-space=1' | FileCheck %s --check-prefix=SPACE
// RUN: triton-shared-opt %s --pad-blocks=pad --inline --symbol-dce | FileCheck %s --check-prefix=INLINED
// RUN: triton-shared-opt %s --pad-blocks | FileCheck %s --check-prefix=DEFAULT

// Both loads are moved by one function; what is stored lies in a buffer first.

// CHECK-LABEL: func.func @k
// CHECK:         %[[A:.+]] = memref.alloc() : memref<64xf32>
// CHECK-NEXT:    call @triton_shared_copy_0(%{{.+}}, %[[A]], %[[N:.+]]) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32>, index) -> ()
// CHECK:         %[[B:.+]] = memref.alloc() : memref<64xf32>
// CHECK-NEXT:    call @triton_shared_copy_0(%{{.+}}, %[[B]], %[[N]])
// CHECK:         %[[V:.+]] = linalg.add
// CHECK:         %[[C:.+]] = memref.alloc() : memref<64xf32>
// CHECK-NEXT:    bufferization.materialize_in_destination %[[V]] in writable %[[C]]
// CHECK-NEXT:    call @triton_shared_copy_1(%[[C]], %{{.+}}, %[[N]])
// CHECK-NOT:     <?x
// CHECK:       func.func private @triton_shared_copy_0(%{{.+}}: memref<64xf32, strided<[1], offset: ?>>, %{{.+}}: memref<64xf32>, %{{.+}}: index)
// CHECK-COUNT-2: memref.subview
// CHECK-NEXT:    memref.copy %{{.+}}, %{{.+}} {tt.cache = "cg"}
// CHECK:       func.func private @triton_shared_copy_1(
// CHECK-NOT:   func.func

// SPACE: bufferization.materialize_in_destination %{{.+}} in writable %{{.+}} : (tensor<64xf32>, memref<64xf32, 1>)
// INLINED-COUNT-3: memref.copy
// INLINED-NOT: call
// DEFAULT: bufferization.materialize_in_destination %{{.+}} : (tensor<?xf32>, memref<?xf32
// DEFAULT-NOT: call
func.func @k(%x: memref<*xf32>, %at: index, %n: index, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %view = memref.reinterpret_cast %x to offset: [%at], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1], offset: ?>>
  %from = memref.subview %view[0] [%n] [1] : memref<64xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %a = memref.alloc() : memref<64xf32>
  %to = memref.subview %a[0] [%n] [1] : memref<64xf32> to memref<?xf32, strided<[1]>>
  memref.copy %from, %to {tt.cache = "cg"} : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  %t = bufferization.to_tensor %a restrict writable : memref<64xf32> to tensor<64xf32>
  %b = memref.alloc() : memref<64xf32>
  %to_b = memref.subview %b[0] [%n] [1] : memref<64xf32> to memref<?xf32, strided<[1]>>
  memref.copy %from, %to_b {tt.cache = "cg"} : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  %u = bufferization.to_tensor %b restrict writable : memref<64xf32> to tensor<64xf32>
  %e = tensor.empty() : tensor<64xf32>
  %v = linalg.add ins(%t, %u : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %part = tensor.extract_slice %v[0] [%n] [1] : tensor<64xf32> to tensor<?xf32>
  bufferization.materialize_in_destination %part in writable %from : (tensor<?xf32>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  return
}
