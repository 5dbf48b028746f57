// RUN: triton-shared-opt %s --check-races | FileCheck %s
// RUN: triton-shared-opt %s --check-races --check-accesses | FileCheck %s --check-prefix=RECORD

// A block that is copied is one visit; an atomic access that orders programs stands between two calls, a relaxed one does not.

// CHECK-LABEL: func.func @copy
// CHECK:       call @triton_shared_visits
// CHECK-NEXT:  memref.copy
// CHECK:       call @triton_shared_visits
// CHECK:       call @triton_shared_before
// CHECK-NEXT:  memref.atomic_rmw
// CHECK:       call @triton_shared_after
// CHECK:       call @triton_shared_visits
// CHECK-NOT:   call @triton_shared_before
// CHECK:       memref.atomic_rmw
// CHECK-NOT:   call @triton_shared_after

// RECORD-LABEL: func.func @copy
// RECORD-SAME:  memref<*xi64> {tt.checks = {{[0-9]+}} : i64, tt.visits = {{[0-9]+}} : i64}
func.func @copy(%x: memref<*xf32>, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %first = arith.index_cast %n : i32 to index
  %buffer = memref.alloc() : memref<8xf32>
  %view = memref.reinterpret_cast %x to offset: [%first], sizes: [8], strides: [2] : memref<*xf32> to memref<8xf32, strided<[2], offset: ?>>
  memref.copy %view, %buffer : memref<8xf32, strided<[2], offset: ?>> to memref<8xf32>
  %element = memref.reinterpret_cast %x to offset: [%first], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
  %a = memref.atomic_rmw addf %one, %element[%c0] : (f32, memref<1xf32, strided<[1], offset: ?>>) -> f32
  %b = memref.atomic_rmw addf %one, %element[%c0] {tt.sem = "relaxed"} : (f32, memref<1xf32, strided<[1], offset: ?>>) -> f32
  return
}
