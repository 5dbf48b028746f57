// RUN: triton-shared-opt %s --split-input-file --unstructured-to-memref | FileCheck %s

// Rows that a table names: a loop over the rows, a copy of each.

// CHECK-LABEL: tt.func public @rows
// CHECK:       %[[BUFFER:.+]] = memref.alloc() : memref<4x8xf32>
// CHECK:       scf.parallel (%[[I:.+]]) = (%{{.+}}) to (%c4) step
// CHECK-NOT:   scf.parallel
// CHECK:       %[[ROW:.+]] = tensor.extract %arg1[%[[I]]]
// CHECK:       %[[TO:.+]] = memref.subview %[[BUFFER]][%[[I]], 0] [1, 8] [1, 1]
// CHECK:       %[[FROM:.+]] = memref.reinterpret_cast %{{.+}} to offset: [%[[ROW]]], sizes: [8], strides: [1]
// CHECK-NEXT:  memref.copy %[[FROM]], %[[TO]]
// CHECK-NOT:   tts.
tt.func public @rows(%x: !tt.ptr<f32>, %rows: tensor<4xindex>) -> tensor<4x8xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %v = "tts.load"(%x, %zero, %zero, %one) <{cuts = array<i64>, loops = array<i64: 0>, operandSegmentSizes = array<i32: 1, 1, 2, 0, 0, 0, 0, 0, 0, 0>}> ({
  ^bb0(%i: index):
    %o = tensor.extract %rows[%i] : tensor<4xindex>
    %true = arith.constant true
    "tts.yield"(%o, %true) : (index, i1) -> ()
  }) : (!tt.ptr<f32>, index, index, index) -> tensor<4x8xf32>
  tt.return %v : tensor<4x8xf32>
}

// -----

// Single elements under a mask.

// CHECK-LABEL: tt.func public @scatter
// CHECK:       scf.parallel (%[[I:.+]]) =
// CHECK:       %[[AT:.+]] = tensor.extract %arg1[%[[I]]]
// CHECK:       %[[KEEP:.+]] = tensor.extract %arg2[%[[I]]]
// CHECK:       scf.if %[[KEEP]] {
// CHECK-NEXT:  %[[V:.+]] = tensor.extract %arg3[%[[I]]]
// CHECK:       %[[VIEW:.+]] = memref.reinterpret_cast %{{.+}} to offset: [%[[AT]]]
// CHECK:       memref.store %[[V]], %[[VIEW]]
// CHECK-NOT:   tts.
tt.func public @scatter(%x: !tt.ptr<f32>, %at: tensor<8xindex>, %keep: tensor<8xi1>, %v: tensor<8xf32>) {
  %zero = arith.constant 0 : index
  "tts.store"(%x, %zero, %zero, %v) <{cuts = array<i64>, loops = array<i64: 0>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0, 0, 0, 1>}> ({
  ^bb0(%i: index):
    %o = tensor.extract %at[%i] : tensor<8xindex>
    %k = tensor.extract %keep[%i] : tensor<8xi1>
    "tts.yield"(%o, %k) : (index, i1) -> ()
  }) : (!tt.ptr<f32>, index, index, tensor<8xf32>) -> ()
  tt.return
}

// -----

// CHECK-LABEL: tt.func public @count
// CHECK:       %[[OLD:.+]] = memref.atomic_rmw addi %arg1, %{{.+}}[%{{.+}}]
// CHECK-NOT:   tts.
// CHECK:       tt.return %[[OLD]]
tt.func public @count(%x: !tt.ptr<i32>, %one: i32) -> i32 {
  %zero = arith.constant 0 : index
  %old = "tts.atomic_rmw"(%x, %zero, %one) <{cuts = array<i64>, kind = "addi", loops = array<i64>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 0, 1>}> ({
  }) : (!tt.ptr<i32>, index, i32) -> i32
  tt.return %old : i32
}

// -----

// Other ops on memory stay.

// CHECK-LABEL: func.func @left
// CHECK-NEXT:  %[[V:.+]] = memref.load %arg0[%arg1]
// CHECK-NEXT:  return %[[V]]
func.func @left(%x: memref<4xf32>, %i: index) -> f32 {
  %v = memref.load %x[%i] : memref<4xf32>
  return %v : f32
}
