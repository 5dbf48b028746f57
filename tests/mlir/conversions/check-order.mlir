// RUN: triton-shared-opt %s --check-order | FileCheck %s
// RUN: triton-shared-opt %s --check-order --check-accesses | FileCheck %s --check-prefix=RECORD

// A program asks which one it is, and counts from there.

// CHECK-LABEL: func.func @k
// CHECK:       %[[N:.+]] = call @triton_shared_order
// CHECK:       %[[X:.+]] = arith.remui %[[N]]
// CHECK:       arith.trunci
// CHECK-NOT:   arith.index_cast %arg4

// RECORD-LABEL: func.func @k
// RECORD-SAME:  tt.orders = 1 : i64
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %first = arith.index_cast %px : i32 to index
  %element = memref.reinterpret_cast %x to offset: [%first], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
  memref.store %one, %element[%c0] : memref<1xf32, strided<[1], offset: ?>>
  return
}
