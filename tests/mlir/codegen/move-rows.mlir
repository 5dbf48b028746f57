// RUN: triton-shared-opt %s --move-rows | FileCheck %s

module {

// Gathered rows go straight to where they are stored, if no row lies there.

// CHECK-LABEL: func.func @gathered
// CHECK-NOT:   linalg.fill
// CHECK:       %[[APART:.+]] = scf.for {{.*}} iter_args(%[[BEFORE:.+]] = %true) -> (i1)
// CHECK:         memref.load
// CHECK:         %[[NOW:.+]] = arith.andi %[[BEFORE]], %{{.+}} : i1
// CHECK:         scf.yield %[[NOW]]
// CHECK:       scf.if %[[APART]]
// CHECK:         scf.for
// CHECK:           llvm.intr.memmove
// CHECK:       } else {
// CHECK:         scf.for
// CHECK:           memref.copy
// CHECK:         memref.copy
func.func @gathered(%x: memref<*xf32>, %y: memref<4x512xf32, strided<[?, 1], offset: ?>>, %n: index, %zero: f32, %index: memref<4xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %rows = memref.alloc() : memref<4xindex>
  memref.copy %index, %rows : memref<4xindex> to memref<4xindex>
  %buf = memref.alloc() : memref<4x512xf32>
  linalg.fill ins(%zero : f32) outs(%buf : memref<4x512xf32>)
  scf.for %i = %c0 to %c4 step %c1 {
    %at = memref.load %rows[%i] : memref<4xindex>
    %to = memref.subview %buf[%i, 0] [1, %n] [1, 1] : memref<4x512xf32> to memref<?xf32, strided<[1], offset: ?>>
    %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
    %from = memref.subview %row[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  }
  %part = memref.subview %buf[0, 0] [4, %n] [1, 1] : memref<4x512xf32> to memref<4x?xf32, strided<[512, 1]>>
  %place = memref.subview %y[0, 0] [4, %n] [1, 1] : memref<4x512xf32, strided<[?, 1], offset: ?>> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  memref.copy %part, %place : memref<4x?xf32, strided<[512, 1]>> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  return
}

// So do rows of a block that are scattered; short ones are copied in vectors.

// CHECK-LABEL: func.func @scattered
// CHECK:       scf.if
// CHECK:         scf.for
// CHECK:           memref.copy %{{.+}}, %{{.+}} : memref<64xf32, strided<[1], offset: ?>> to memref<64xf32
// CHECK:       } else {
// CHECK:         memref.copy
// CHECK:         scf.for
func.func @scattered(%x: memref<16x64xf32, strided<[?, 1], offset: ?>>, %y: memref<*xf32>, %index: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %rows = memref.alloc() : memref<16xindex>
  memref.copy %index, %rows : memref<16xindex> to memref<16xindex>
  %buf = memref.alloc() : memref<16x64xf32>
  memref.copy %x, %buf : memref<16x64xf32, strided<[?, 1], offset: ?>> to memref<16x64xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    %at = memref.load %rows[%i] : memref<16xindex>
    %from = memref.subview %buf[%i, 0] [1, 64] [1, 1] : memref<16x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    %to = memref.reinterpret_cast %y to offset: [%at], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<64xf32, strided<[1], offset: ?>> to memref<64xf32, strided<[1], offset: ?>>
  }
  return
}

// Short rows that are gathered are fetched by the test, all lines of each.

// CHECK-LABEL: func.func @short
// CHECK:       scf.for {{.*}} iter_args
// CHECK-COUNT-2: memref.prefetch
// CHECK-NOT:     memref.prefetch
// CHECK:       scf.if
// CHECK-NOT:     memref.prefetch
// CHECK:       return
func.func @short(%x: memref<*xf32>, %y: memref<16x32xf32, strided<[?, 1], offset: ?>>, %index: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %rows = memref.alloc() : memref<16xindex>
  memref.copy %index, %rows : memref<16xindex> to memref<16xindex>
  %buf = memref.alloc() : memref<16x32xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    %at = memref.load %rows[%i] : memref<16xindex>
    %to = memref.subview %buf[%i, 0] [1, 32] [1, 1] : memref<16x32xf32> to memref<32xf32, strided<[1], offset: ?>>
    %from = memref.reinterpret_cast %x to offset: [%at], sizes: [32], strides: [1] : memref<*xf32> to memref<32xf32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<32xf32, strided<[1], offset: ?>> to memref<32xf32, strided<[1], offset: ?>>
  }
  memref.copy %buf, %y : memref<16x32xf32> to memref<16x32xf32, strided<[?, 1], offset: ?>>
  return
}

// Where what is stored is another part than what was loaded, or memory says while rows move which these are, nothing
// changes.

// CHECK-LABEL: func.func @another_part
// CHECK-NOT:   scf.if
// CHECK:       return
func.func @another_part(%x: memref<*xf32>, %y: memref<4x512xf32>, %n: index, %zero: f32, %rows: memref<4xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %buf = memref.alloc() : memref<4x512xf32>
  linalg.fill ins(%zero : f32) outs(%buf : memref<4x512xf32>)
  scf.for %i = %c0 to %c4 step %c1 {
    %to = memref.subview %buf[%i, 0] [1, %n] [1, 1] : memref<4x512xf32> to memref<?xf32, strided<[1], offset: ?>>
    %row = memref.reinterpret_cast %x to offset: [%i], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
    %from = memref.subview %row[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  }
  memref.copy %buf, %y : memref<4x512xf32> to memref<4x512xf32>
  %other = memref.alloc() : memref<4x512xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %at = memref.load %rows[%i] : memref<4xindex>
    %to = memref.subview %other[%i, 0] [1, 512] [1, 1] : memref<4x512xf32> to memref<512xf32, strided<[1], offset: ?>>
    %from = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<512xf32, strided<[1], offset: ?>> to memref<512xf32, strided<[1], offset: ?>>
  }
  memref.copy %other, %y : memref<4x512xf32> to memref<4x512xf32>
  return
}
}
