// RUN: triton-shared-opt %s --hoist-divisions | FileCheck %s

// A row's quotient is computed once, if the loop around has any iteration,
// CHECK-LABEL: func.func @rows
// CHECK:         %[[KEPT:.+]] = memref.alloc() : memref<16xi32>
// CHECK:         scf.if
// CHECK:           scf.for %[[J:.+]] =
// CHECK:             %[[Q:.+]] = arith.divsi
// CHECK:             memref.store %[[Q]], %[[KEPT]][%[[J]]]
// CHECK:         scf.for
// CHECK:           scf.for %[[I:.+]] =
// CHECK-NOT:         arith.divsi
// CHECK:             %[[AT:.+]] = memref.load %[[KEPT]][%[[I]]]
// CHECK:             arith.addi %[[AT]],
func.func @rows(%y: memref<16xi32>, %count: index, %turns: i32, %width: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %some = arith.minsi %count, %c16 : index
  scf.for %k = %zero to %turns step %one : i32 {
    scf.for %i = %c0 to %some step %c1 {
      %n = arith.index_cast %i : index to i32
      %q = arith.divsi %n, %width : i32
      %sum = arith.addi %q, %k : i32
      memref.store %sum, %y[%i] : memref<16xi32>
    }
  }
  return
}

// not by what the loop around computes, under a condition, or for any number of rows.
// CHECK-LABEL: func.func @others
// CHECK-NOT:     memref.alloc
func.func @others(%y: memref<16xi32>, %count: index, %turns: i32, %width: i32, %there: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %k = %zero to %turns step %one : i32 {
    scf.for %i = %c0 to %c16 step %c1 {
      %n = arith.index_cast %i : index to i32
      %q = arith.divsi %n, %k : i32
      memref.store %q, %y[%i] : memref<16xi32>
    }
    scf.for %i = %c0 to %c16 step %c1 {
      scf.if %there {
        %n = arith.index_cast %i : index to i32
        %q = arith.divsi %n, %width : i32
        memref.store %q, %y[%i] : memref<16xi32>
      }
    }
    scf.for %i = %c0 to %count step %c1 {
      %n = arith.index_cast %i : index to i32
      %q = arith.divsi %n, %width : i32
      %sum = arith.addi %q, %k : i32
      memref.store %sum, %y[%i] : memref<16xi32>
    }
  }
  return
}
