// RUN: triton-shared-opt %s --guard-divisions | FileCheck %s

// CHECK-LABEL: func.func @signed
// CHECK-DAG:   %[[ZERO:.+]] = arith.cmpi eq, %arg1, %c0_i32
// CHECK-DAG:   %[[MINUS:.+]] = arith.cmpi eq, %arg1, %c-1_i32
// CHECK:       %[[ODD:.+]] = arith.ori %[[ZERO]], %[[MINUS]] : i1
// CHECK:       %[[INSTEAD:.+]] = arith.select %[[ZERO]],
// CHECK:       %[[DIVISOR:.+]] = arith.select %[[ODD]], %c1_i32, %arg1
// CHECK-NEXT:  %[[Q:.+]] = arith.divsi %arg0, %[[DIVISOR]]
// CHECK-NEXT:  %[[RESULT:.+]] = arith.select %[[ODD]], %[[INSTEAD]], %[[Q]]
// CHECK-NEXT:  return %[[RESULT]]
func.func @signed(%x: i32, %y: i32) -> i32 {
  %q = arith.divsi %x, %y : i32
  return %q : i32
}

// CHECK-LABEL: func.func @unsigned
// CHECK-NOT:   arith.ori
// CHECK:       %[[ZERO:.+]] = arith.cmpi eq, %arg1, %c0_i64
// CHECK:       %[[DIVISOR:.+]] = arith.select %[[ZERO]], %c1_i64, %arg1
// CHECK-NEXT:  %[[R:.+]] = arith.remui %arg0, %[[DIVISOR]]
// CHECK-NEXT:  %[[RESULT:.+]] = arith.select %[[ZERO]], %arg0, %[[R]]
// CHECK-NEXT:  return %[[RESULT]]
func.func @unsigned(%x: i64, %y: i64) -> i64 {
  %r = arith.remui %x, %y : i64
  return %r : i64
}

// A divisor that is known, and neither 0 nor -1, is left alone.

// CHECK-LABEL: func.func @constant
// CHECK-NEXT:  arith.constant 7
// CHECK-NEXT:  arith.divsi
// CHECK-NEXT:  return
func.func @constant(%x: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  %q = arith.divsi %x, %c7 : i32
  return %q : i32
}
