// RUN: triton-shared-opt %s --plain-atomics | FileCheck %s

// CHECK-LABEL: func.func @own_buffer
func.func @own_buffer(%v: i32, %f: f32, %i: index) -> (i32, f32, i32) {
  %buf = memref.alloc() : memref<8xi32>
  %part = memref.subview %buf[4] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 4>>
  %floats = memref.alloc() : memref<8xf32>
  // CHECK: %[[OLD:.+]] = memref.load %[[PART:.+]][%[[I:.+]]] : memref<4xi32, strided<[1], offset: 4>>
  // CHECK-NEXT: %[[NEW:.+]] = arith.addi %[[OLD]], %[[V:.+]] : i32
  // CHECK-NEXT: memref.store %[[NEW]], %[[PART]][%[[I]]]
  %a = memref.atomic_rmw addi %v, %part[%i] : (i32, memref<4xi32, strided<[1], offset: 4>>) -> i32
  // CHECK-NEXT: %[[F:.+]] = memref.load
  // CHECK-NEXT: arith.maximumf %[[F]],
  // CHECK-NEXT: memref.store
  %b = memref.atomic_rmw maximumf %f, %floats[%i] : (f32, memref<8xf32>) -> f32
  // CHECK-NEXT: %[[BEFORE:.+]] = memref.load
  // CHECK-NEXT: memref.store %[[V]],
  // CHECK-NOT: memref.atomic_rmw
  %c = memref.atomic_rmw assign %v, %buf[%i] : (i32, memref<8xi32>) -> i32
  // CHECK: return %[[OLD]], %[[F]], %[[BEFORE]]
  return %a, %b, %c : i32, f32, i32
}

// Memory that others see.
// CHECK-LABEL: func.func @of_others
func.func @of_others(%v: i32, %x: memref<8xi32>, %i: index) {
  // CHECK: memref.atomic_rmw addi
  %a = memref.atomic_rmw addi %v, %x[%i] : (i32, memref<8xi32>) -> i32
  return
}
