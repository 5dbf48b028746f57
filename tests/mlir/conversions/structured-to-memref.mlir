// RUN: triton-shared-opt %s --split-input-file --structured-to-memref | FileCheck %s

// A row of 8 elements, all of which are kept.

// CHECK-LABEL: tt.func public @whole
// CHECK:       %[[BUFFER:.+]] = memref.alloc() : memref<8xf32>
// CHECK:       %[[BASE:.+]] = builtin.unrealized_conversion_cast %arg0 : !tt.ptr<f32> to memref<*xf32>
// CHECK:       %[[VIEW:.+]] = memref.reinterpret_cast %[[BASE]] to offset: [%arg1], sizes: [8], strides: [1]
// CHECK-NEXT:  memref.copy %[[VIEW]], %[[BUFFER]]
// CHECK-NEXT:  %[[V:.+]] = bufferization.to_tensor %[[BUFFER]] restrict writable
// CHECK-NEXT:  tt.return %[[V]]
tt.func public @whole(%x: !tt.ptr<f32>, %o: index) -> tensor<8xf32> {
  %one = arith.constant 1 : index
  %v = "tts.load"(%x, %o, %one) <{cuts = array<i64>, loops = array<i64>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0, 0, 0, 0>}> ({
  }) : (!tt.ptr<f32>, index, index) -> tensor<8xf32>
  tt.return %v : tensor<8xf32>
}

// -----

// Of which the first %n are kept: a masked-off element is not touched.

// CHECK-LABEL: tt.func public @masked
// CHECK:       %[[KEPT:.+]] = tensor.extract_slice %arg2[0] [%arg1] [1] : tensor<8xf32> to tensor<?xf32>
// CHECK:       %[[VIEW:.+]] = memref.reinterpret_cast
// CHECK-NEXT:  %[[TO:.+]] = memref.subview %[[VIEW]][0] [%arg1] [1]
// CHECK-NEXT:  bufferization.materialize_in_destination %[[KEPT]] in writable %[[TO]]
// CHECK-NOT:   tts.store
tt.func public @masked(%x: !tt.ptr<f32>, %n: index, %v: tensor<8xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  "tts.store"(%x, %zero, %one, %zero, %n, %v) <{cuts = array<i64>, loops = array<i64>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 1, 1, 0, 1>}> ({
  }) : (!tt.ptr<f32>, index, index, index, index, tensor<8xf32>) -> ()
  tt.return
}

// -----

// Indirect dimensions and atomics are left to others.

// CHECK-LABEL: tt.func public @left
// CHECK:       "tts.load"
// CHECK:       "tts.atomic_rmw"
// CHECK-NOT:   memref
// CHECK:       tt.return
tt.func public @left(%x: !tt.ptr<i32>, %at: tensor<8xindex>, %i: i32) {
  %zero = arith.constant 0 : index
  %v = "tts.load"(%x, %zero, %zero) <{cuts = array<i64>, loops = array<i64: 0>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0, 0, 0, 0>}> ({
  ^bb0(%j: index):
    %o = tensor.extract %at[%j] : tensor<8xindex>
    %true = arith.constant true
    "tts.yield"(%o, %true) : (index, i1) -> ()
  }) : (!tt.ptr<i32>, index, index) -> tensor<8xi32>
  %old = "tts.atomic_rmw"(%x, %zero, %i) <{cuts = array<i64>, kind = "addi", loops = array<i64>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 0, 1>}> ({
  }) : (!tt.ptr<i32>, index, i32) -> i32
  tt.return
}
