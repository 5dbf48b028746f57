// RUN: triton-shared-opt %s --split-input-file --inline-calls | FileCheck %s

// A kernel by itself stays what it is.

// CHECK-LABEL: func.func @alone
// CHECK:       %[[X:.+]] = arith.constant 1 : i32
// CHECK-NEXT:  return
func.func @alone() {
  %x = arith.constant 1 : i32
  return
}

// -----

// Callees become part of those who call them, and what nobody refers to is dropped.

// CHECK-LABEL: func.func @kernel
// CHECK-NOT:   call
// CHECK:       arith.addi
// CHECK:       memref.store
// CHECK-NOT:   @twice
func.func @kernel(%x: i32, %m: memref<1xi32>) {
  %i = arith.constant 0 : index
  %y = call @twice(%x) : (i32) -> i32
  memref.store %y, %m[%i] : memref<1xi32>
  return
}
func.func private @twice(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
