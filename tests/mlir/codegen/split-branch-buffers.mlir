// RUN: triton-shared-opt %s --split-branch-buffers | FileCheck %s

// CHECK-LABEL: func.func @carried
// CHECK:       scf.for {{.*}} iter_args(%[[A:.+]] = %arg0)
// CHECK-NEXT:  scf.if %arg2
// CHECK-NEXT:  %[[COPY:.+]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK-NEXT:  scf.yield %[[COPY]]
// CHECK-NEXT:  } else {
// CHECK-NEXT:  scf.yield %arg1
func.func @carried(%init: tensor<8xf32>, %x: tensor<8xf32>, %c: i1, %n: index) -> tensor<8xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%a = %init) -> tensor<8xf32> {
    %next = scf.if %c -> tensor<8xf32> {
      scf.yield %a : tensor<8xf32>
    } else {
      scf.yield %x : tensor<8xf32>
    }
    scf.yield %next : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// A select between whole tensors is a branch too.

// CHECK-LABEL: func.func @selected
// CHECK:       scf.for {{.*}} iter_args(%[[A:.+]] = %arg0)
// CHECK-NEXT:  %[[COPY:.+]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK-NEXT:  arith.select %arg2, %[[COPY]], %arg1
func.func @selected(%init: tensor<8xf32>, %x: tensor<8xf32>, %c: i1, %n: index) -> tensor<8xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%a = %init) -> tensor<8xf32> {
    %next = arith.select %c, %a, %x : tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Where no loop works a branch hands on what it likes.

// CHECK-LABEL: func.func @no_loop
// CHECK-NOT:   alloc_tensor
// CHECK:       scf.yield %arg0
// CHECK:       scf.yield %arg1
// CHECK-NOT:   alloc_tensor
func.func @no_loop(%x: tensor<8xf32>, %y: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %r = scf.if %c -> tensor<8xf32> {
    scf.yield %x : tensor<8xf32>
  } else {
    scf.yield %y : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
