// RUN: triton-shared-opt %s --split-input-file --allow-inlining | FileCheck %s

// What Triton says of a callee goes, what it says of a kernel stays.

// CHECK-LABEL: func.func @kernel(%arg0: i32) attributes {no_inline}
func.func @kernel(%x: i32) attributes {no_inline} {
  %0 = call @callee(%x) : (i32) -> i32
  return
}

// CHECK-LABEL: func.func private @callee(%arg0: i32) -> i32 {
func.func private @callee(%x: i32) -> i32 attributes {no_inline} {
  return %x : i32
}

// -----

// Where there are branches they become structured.

// CHECK-LABEL: func.func private @branches
// CHECK-NOT:   {{[^s]}}cf.
// CHECK:       %[[R:.+]] = scf.if %arg0 -> (i32) {
// CHECK-NEXT:  scf.yield %arg1
// CHECK-NEXT:  } else {
// CHECK-NEXT:  %[[TWICE:.+]] = arith.addi %arg1, %arg1
// CHECK-NEXT:  scf.yield %[[TWICE]]
// CHECK:       return %[[R]]
func.func private @branches(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^yes, ^no
^yes:
  return %x : i32
^no:
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
