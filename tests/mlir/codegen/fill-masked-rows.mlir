// RUN: triton-shared-opt %s --fill-masked-rows | FileCheck %s

// What a mask leaves out of rows is filled, and those that the loop does not reach,
// CHECK-LABEL: func.func @rows
// CHECK:         %[[BUF:.+]] = memref.alloc
// CHECK-NOT:     linalg.fill ins(%{{.+}} : f32) outs(%[[BUF]]
// CHECK:         %[[REST:.+]] = memref.subview %[[BUF]][%[[N:.+]], 0] [%{{.+}}, 8] [1, 1]
// CHECK:         linalg.fill ins(%{{.+}} : f32) outs(%[[REST]]
// CHECK:         scf.for %[[I:.+]] = %{{.+}} to %[[N]]
// CHECK:           scf.if
// CHECK:             memref.copy
// CHECK:           } else {
// CHECK:             %[[ROW:.+]] = memref.subview %[[BUF]][%[[I]], 0] [1, 8] [1, 1]
// CHECK:             linalg.fill ins(%{{.+}} : f32) outs(%[[ROW]]
func.func @rows(%x: memref<8xf32>, %mask: memref<16xi1>, %y: memref<16x8xf32>, %count: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %some = arith.minsi %count, %c16 : index
  %n = arith.maxsi %some, %c0 : index
  %buf = memref.alloc() : memref<16x8xf32>
  linalg.fill ins(%zero : f32) outs(%buf : memref<16x8xf32>)
  scf.for %i = %c0 to %n step %c1 {
    %there = memref.load %mask[%i] : memref<16xi1>
    scf.if %there {
      %row = memref.subview %buf[%i, 0] [1, 8] [1, 1] : memref<16x8xf32> to memref<8xf32, strided<[1], offset: ?>>
      memref.copy %x, %row : memref<8xf32> to memref<8xf32, strided<[1], offset: ?>>
    }
  }
  memref.copy %buf, %y : memref<16x8xf32> to memref<16x8xf32>
  return
}

// also where their number is known,
// CHECK-LABEL: func.func @known
// CHECK:         %[[REST:.+]] = memref.subview %{{.+}}[3, 0] [13, 8] [1, 1] {{.*}} to memref<13x8xf32, strided<[8, 1], offset: 24>>
// CHECK:         linalg.fill ins(%{{.+}} : f32) outs(%[[REST]]
// CHECK:           } else {
func.func @known(%x: memref<8xf32>, %mask: memref<16xi1>, %y: memref<16x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %buf = memref.alloc() : memref<16x8xf32>
  linalg.fill ins(%zero : f32) outs(%buf : memref<16x8xf32>)
  scf.for %i = %c0 to %c3 step %c1 {
    %there = memref.load %mask[%i] : memref<16xi1>
    scf.if %there {
      %row = memref.subview %buf[%i, 0] [1, 8] [1, 1] : memref<16x8xf32> to memref<8xf32, strided<[1], offset: ?>>
      memref.copy %x, %row : memref<8xf32> to memref<8xf32, strided<[1], offset: ?>>
    }
  }
  memref.copy %buf, %y : memref<16x8xf32> to memref<16x8xf32>
  return
}

// not where rows may be none of the buffer's, where something is read before, or where only a part of a row is copied.
// CHECK-LABEL: func.func @others
// CHECK:         linalg.fill ins(%{{.+}} : f32) outs(%{{.+}} : memref<16x8xf32>)
// CHECK:         linalg.fill ins(%{{.+}} : f32) outs(%{{.+}} : memref<16x8xf32>)
// CHECK:         linalg.fill ins(%{{.+}} : f32) outs(%{{.+}} : memref<16x8xf32>)
// CHECK-NOT:     } else {
func.func @others(%x: memref<8xf32>, %half: memref<4xf32>, %mask: memref<16xi1>, %y: memref<16x8xf32>, %count: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %some = arith.minsi %count, %c16 : index
  %a = memref.alloc() : memref<16x8xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<16x8xf32>)
  scf.for %i = %c0 to %some step %c1 {
    %there = memref.load %mask[%i] : memref<16xi1>
    scf.if %there {
      %row = memref.subview %a[%i, 0] [1, 8] [1, 1] : memref<16x8xf32> to memref<8xf32, strided<[1], offset: ?>>
      memref.copy %x, %row : memref<8xf32> to memref<8xf32, strided<[1], offset: ?>>
    }
  }
  memref.copy %a, %y : memref<16x8xf32> to memref<16x8xf32>
  %b = memref.alloc() : memref<16x8xf32>
  linalg.fill ins(%zero : f32) outs(%b : memref<16x8xf32>)
  memref.copy %b, %y : memref<16x8xf32> to memref<16x8xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    %there = memref.load %mask[%i] : memref<16xi1>
    scf.if %there {
      %row = memref.subview %b[%i, 0] [1, 8] [1, 1] : memref<16x8xf32> to memref<8xf32, strided<[1], offset: ?>>
      memref.copy %x, %row : memref<8xf32> to memref<8xf32, strided<[1], offset: ?>>
    }
  }
  memref.copy %b, %y : memref<16x8xf32> to memref<16x8xf32>
  %c = memref.alloc() : memref<16x8xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<16x8xf32>)
  scf.for %i = %c0 to %c16 step %c1 {
    %there = memref.load %mask[%i] : memref<16xi1>
    scf.if %there {
      %row = memref.subview %c[%i, 0] [1, 4] [1, 1] : memref<16x8xf32> to memref<4xf32, strided<[1], offset: ?>>
      memref.copy %half, %row : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
    }
  }
  memref.copy %c, %y : memref<16x8xf32> to memref<16x8xf32>
  return
}
