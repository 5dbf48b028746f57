// RUN: triton-shared-opt %s --split-input-file --version-atomics | FileCheck %s

// A thread that is alone updates neighbours by whole vectors, then those that are left one by one.

// CHECK-LABEL: func.func @neighbours
// CHECK-SAME:    %[[ALONE:[a-z0-9]+]]: i1 {tts.role = "alone"}
// CHECK:       scf.if %[[ALONE]] {
// CHECK:         scf.for %[[I:.+]] = %{{.+}} to %{{.+}} step %c8
// CHECK:           %[[V:.+]] = vector.load %{{.+}}[%[[I]]] : memref<64xf32>, vector<8xf32>
// CHECK:           %[[OLD:.+]] = vector.load %[[AT:.+]][%{{.+}}] : memref<8xf32, {{.+}}>, vector<8xf32>
// CHECK:           %[[SUM:.+]] = arith.addf %[[OLD]], %[[V]] : vector<8xf32>
// CHECK:           vector.store %[[SUM]], %[[AT]]
// CHECK:         scf.for
// CHECK-NOT:       memref.atomic_rmw
// CHECK:           memref.store
// CHECK:       } else {
// CHECK:         memref.atomic_rmw addf

// Elements anywhere are updated in the same order, and an update outside of loops has its old value either way.

// CHECK-LABEL: func.func @others
// CHECK:       scf.if
// CHECK-NEXT:    scf.for
// CHECK-NOT:       memref.atomic_rmw
// CHECK:       } else {
// CHECK-NEXT:    scf.for
// CHECK:           memref.atomic_rmw addi
// CHECK:       %[[OLD:.+]] = scf.if %{{.+}} -> (i32) {
// CHECK:         memref.load
// CHECK:         memref.store
// CHECK:       } else {
// CHECK:         memref.atomic_rmw maxs
// CHECK:       memref.store %[[OLD]]

// A program is one thread's: nobody else is in the scope of a block.

// CHECK-LABEL: func.func @own
// CHECK-NOT:   tts.role
// CHECK-NOT:   memref.atomic_rmw
// CHECK:       arith.addi
// CHECK-NEXT:  memref.store

// Other processes may be in the scope of the system, or where none is said; programs that wait are never alone.

// CHECK-LABEL: func.func @everybody
// CHECK-NOT:   scf.if
// CHECK-COUNT-2: memref.atomic_rmw
// CHECK-LABEL: func.func @waits
// CHECK-NOT:   scf.if
// CHECK:       memref.atomic_rmw

module attributes {tts.target = {abi = "", cpu = "x86-64-v3", features = "+sse,+sse2,+avx2,+cx16", triple = "x86_64-linux-gnu"}} {
func.func @neighbours(%x: memref<f32>, %first: index, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %values = memref.alloc() : memref<64xf32>
  scf.for %i = %zero to %n step %one {
    %at = arith.addi %first, %i : index
    %view = memref.reinterpret_cast %x to offset: [%at], sizes: [1], strides: [1] : memref<f32> to memref<1xf32, strided<[1], offset: ?>>
    %v = memref.load %values[%i] : memref<64xf32>
    %old = memref.atomic_rmw addf %v, %view[%zero] {tt.scope = "gpu"} : (f32, memref<1xf32, strided<[1], offset: ?>>) -> f32
  }
  return
}

func.func @others(%x: memref<i32>, %to: memref<i32>, %n: index, %v: i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %places = memref.alloc() : memref<64xindex>
  scf.for %i = %zero to %n step %one {
    %at = memref.load %places[%i] : memref<64xindex>
    %view = memref.reinterpret_cast %x to offset: [%at], sizes: [1], strides: [1] : memref<i32> to memref<1xi32, strided<[1], offset: ?>>
    %old = memref.atomic_rmw addi %v, %view[%zero] {tt.scope = "gpu"} : (i32, memref<1xi32, strided<[1], offset: ?>>) -> i32
  }
  %old = memref.atomic_rmw maxs %v, %x[] {tt.scope = "gpu"} : (i32, memref<i32>) -> i32
  memref.store %old, %to[] : memref<i32>
  return
}

func.func @own(%x: memref<i32>, %v: i32) {
  %old = memref.atomic_rmw addi %v, %x[] {tt.scope = "cta"} : (i32, memref<i32>) -> i32
  return
}

func.func @everybody(%x: memref<i32>, %v: i32) {
  %old = memref.atomic_rmw addi %v, %x[] {tt.scope = "sys"} : (i32, memref<i32>) -> i32
  %next = memref.atomic_rmw addi %v, %x[] : (i32, memref<i32>) -> i32
  return
}

func.func @waits(%x: memref<i32>, %v: i32) attributes {tts.waits = ["here"]} {
  %old = memref.atomic_rmw addi %v, %x[] {tt.scope = "gpu"} : (i32, memref<i32>) -> i32
  return
}
}
