// RUN: triton-shared-opt %s --check-accesses | FileCheck %s

// The kernel takes a record behind its own arguments, of two accesses; extents are read where it begins.  A block is
// copied as a whole where its corners lie in the argument, else lane by lane; one element is asked for by itself.

// CHECK-LABEL: func.func @copy
// CHECK-SAME:  %[[RECORD:[a-z0-9]+]]: memref<*xi64> {tt.checks = 2 : i64}, %{{.+}}: i32
// CHECK:       memref.reinterpret_cast %[[RECORD]]
// CHECK:       %[[ALL:.+]] = scf.if %{{.+}} -> (i1)
// CHECK:         func.call @triton_shared_covers
// CHECK:       scf.if %[[ALL]] {
// CHECK-NEXT:    memref.copy
// CHECK-NEXT:  } else {
// CHECK:         scf.for
// CHECK:           func.call @triton_shared_touches
// CHECK:           scf.if
// CHECK-NEXT:        memref.load
// CHECK:           memref.store
// CHECK:       %[[MAY:.+]] = scf.if %{{.+}} -> (i1)
// CHECK:         func.call @triton_shared_touches
// CHECK:       scf.if %[[MAY]] {
// CHECK-NEXT:    memref.store
func.func @copy(%x: memref<*xf32>, %y: memref<*xf32>, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %first = arith.index_cast %n : i32 to index
  %buffer = memref.alloc() : memref<8xf32>
  %view = memref.reinterpret_cast %x to offset: [%first], sizes: [8], strides: [2] : memref<*xf32> to memref<8xf32, strided<[2], offset: ?>>
  memref.copy %view, %buffer : memref<8xf32, strided<[2], offset: ?>> to memref<8xf32>
  %block = bufferization.to_tensor %buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %last = tensor.extract %block[%c0] : tensor<8xf32>
  %one = memref.reinterpret_cast %y to offset: [%first], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
  memref.store %last, %one[%c0] : memref<1xf32, strided<[1], offset: ?>>
  return
}
