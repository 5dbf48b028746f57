// RUN: triton-shared-opt %s --split-input-file --mark-waits | FileCheck %s

// A lock: only another program ends this loop.

// CHECK-LABEL: func.func private @triton_shared_wait(i32, i32, i32, i64)
// CHECK:       func.func @lock({{.+}}) attributes {tts.waits = ["{{.*}}mark-waits.mlir:[[#@LINE+8]]:3"]}
// CHECK:       scf.while
// CHECK-NEXT:  %[[NUMBER:.+]] = arith.constant 0 : i64
// CHECK-NEXT:  func.call @triton_shared_wait(%arg4, %arg5, %arg6, %[[NUMBER]])
// CHECK-NEXT:  memref.atomic_rmw
func.func @lock(%x: memref<i32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.while : () -> () {
    %old = memref.atomic_rmw assign %one, %x[] : (i32, memref<i32>) -> i32
    %taken = arith.cmpi ne, %old, %zero : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  return
}

// -----

// A loop that counts its turns ends by itself; a loop that adds up changes memory.

// CHECK-LABEL: func.func @no_wait
// CHECK-NOT:   tts.waits
// CHECK-NOT:   @triton_shared_wait
// CHECK:       scf.while
// CHECK:       scf.while
// CHECK-NOT:   @triton_shared_wait
// CHECK:       return
func.func @no_wait(%x: memref<i32>, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.while (%i = %zero) : (i32) -> i32 {
    %v = memref.load %x[] : memref<i32>
    %next = arith.addi %i, %one : i32
    %more = arith.cmpi slt, %next, %n : i32
    scf.condition(%more) %next : i32
  } do {
  ^bb0(%i: i32):
    scf.yield %i : i32
  }
  scf.while : () -> () {
    %old = memref.atomic_rmw addi %one, %x[] : (i32, memref<i32>) -> i32
    %more = arith.cmpi slt, %old, %n : i32
    scf.condition(%more)
  } do {
    scf.yield
  }
  return
}
