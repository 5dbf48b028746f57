// RUN: triton-shared-opt %s --carry-in-place | FileCheck %s

// A value is copied before what it lies in is written over.

// CHECK-LABEL: func.func @shifted
// CHECK:       scf.for {{.*}} iter_args(%[[A:.+]] = %arg0, %[[B:.+]] = %arg1)
// CHECK-NEXT:  %[[FIRST:.+]] = bufferization.materialize_in_destination %[[B]] in %[[A]]
// CHECK-NEXT:  %[[SECOND:.+]] = bufferization.materialize_in_destination %arg2 in %[[B]]
// CHECK-NEXT:  scf.yield %[[FIRST]], %[[SECOND]]
func.func @shifted(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%a = %x, %b = %y) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %b, %z : tensor<8xf32>, tensor<8xf32>
  }
  return %r#0 : tensor<8xf32>
}

// Where two change places, one is put aside.

// CHECK-LABEL: func.func @swapped
// CHECK:       scf.for {{.*}} iter_args(%[[A:.+]] = %arg0, %[[B:.+]] = %arg1)
// CHECK-NEXT:  %[[ASIDE:.+]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK-NEXT:  %[[FIRST:.+]] = bufferization.materialize_in_destination %[[B]] in %[[A]]
// CHECK-NEXT:  %[[SECOND:.+]] = bufferization.materialize_in_destination %[[ASIDE]] in %[[B]]
// CHECK-NEXT:  scf.yield %[[FIRST]], %[[SECOND]]
func.func @swapped(%x: tensor<8xf32>, %y: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%a = %x, %b = %y) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %b, %a : tensor<8xf32>, tensor<8xf32>
  }
  return %r#0 : tensor<8xf32>
}

// Scalars, and tensors that stay, are in their places.

// CHECK-LABEL: func.func @in_place
// CHECK:       scf.for {{.*}} iter_args(%[[A:.+]] = %arg0, %[[B:.+]] = %arg1)
// CHECK-NEXT:  %[[NEXT:.+]] = arith.addi
// CHECK-NEXT:  scf.yield %[[A]], %[[NEXT]]
func.func @in_place(%x: tensor<8xf32>, %s: i32, %n: index) -> (tensor<8xf32>, i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%a = %x, %b = %s) -> (tensor<8xf32>, i32) {
    %next = arith.addi %b, %b : i32
    scf.yield %a, %next : tensor<8xf32>, i32
  }
  return %r#0, %r#1 : tensor<8xf32>, i32
}
