// RUN: triton-shared-opt %s --align-whiles | FileCheck %s

// The condition hands a new tensor on in place of the one that the loop carries.

// CHECK-LABEL: func.func @new_tensor
// CHECK-NEXT:  %[[OWN:.+]] = tensor.empty() : tensor<8xf32>
// CHECK-NEXT:  %[[R:.+]]:2 = scf.while (%[[A:.+]] = %arg0, %[[B:.+]] = %[[OWN]])
// CHECK-NEXT:  %[[C:.+]] = linalg.exp ins(%[[A]]
// CHECK-NEXT:  %[[PUT:.+]] = bufferization.materialize_in_destination %[[C]] in %[[B]]
// CHECK-NEXT:  scf.condition(%arg2) %[[A]], %[[PUT]]
// CHECK-NEXT:  } do {
// CHECK-NEXT:  ^bb0(%{{.+}}: tensor<8xf32>, %[[X:.+]]: tensor<8xf32>):
// CHECK-NEXT:  scf.yield %[[X]], %[[X]]
// CHECK:       return %[[R]]#1
func.func @new_tensor(%init: tensor<8xf32>, %out: tensor<8xf32>, %more: i1) -> tensor<8xf32> {
  %r = scf.while (%a = %init) : (tensor<8xf32>) -> tensor<8xf32> {
    %c = linalg.exp ins(%a : tensor<8xf32>) outs(%out : tensor<8xf32>) -> tensor<8xf32>
    scf.condition(%more) %c : tensor<8xf32>
  } do {
  ^bb0(%x: tensor<8xf32>):
    scf.yield %x : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// What hands on what it carries stays, whatever scalars go with it.

// CHECK-LABEL: func.func @aligned
// CHECK-NEXT:  scf.while (%[[A:.+]] = %arg0, %[[I:.+]] = %arg1)
// CHECK-NEXT:  %[[NEXT:.+]] = arith.addi %[[I]], %[[I]]
// CHECK-NEXT:  scf.condition(%arg2) %[[A]], %[[NEXT]]
// CHECK-NOT:   materialize
func.func @aligned(%init: tensor<8xf32>, %n: i32, %more: i1) -> (tensor<8xf32>, i32) {
  %r:2 = scf.while (%a = %init, %i = %n) : (tensor<8xf32>, i32) -> (tensor<8xf32>, i32) {
    %next = arith.addi %i, %i : i32
    scf.condition(%more) %a, %next : tensor<8xf32>, i32
  } do {
  ^bb0(%x: tensor<8xf32>, %i: i32):
    scf.yield %x, %i : tensor<8xf32>, i32
  }
  return %r#0, %r#1 : tensor<8xf32>, i32
}
