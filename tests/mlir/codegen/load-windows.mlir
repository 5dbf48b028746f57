// RUN: triton-shared-opt %s --load-windows | FileCheck %s

module {

// What a condition loads is a window, of no rows where it does not hold.

// CHECK-LABEL: func.func @part
// CHECK-NOT:   scf.if
// CHECK:       %[[ROWS:.+]] = arith.select %arg1, %arg2, %c0{{.*}} : index
// CHECK-NEXT:  %[[FROM:.+]] = memref.subview %{{.+}}[0, 0] [%[[ROWS]], %arg3] [1, 1]
// CHECK-NEXT:  %[[TO:.+]] = memref.subview %{{.+}}[0, 0] [%[[ROWS]], %arg3] [1, 1]
// CHECK-NEXT:  memref.copy %[[FROM]], %[[TO]]
func.func @part(%x: memref<*xf32>, %c: i1, %m: index, %n: index) {
  %buf = memref.alloc() : memref<8x16xf32>
  scf.if %c {
    %block = memref.reinterpret_cast %x to offset: [0], sizes: [8, 16], strides: [64, 1] : memref<*xf32> to memref<8x16xf32, strided<[64, 1]>>
    %from = memref.subview %block[0, 0] [%m, %n] [1, 1] : memref<8x16xf32, strided<[64, 1]>> to memref<?x?xf32, strided<[64, 1]>>
    %to = memref.subview %buf[0, 0] [%m, %n] [1, 1] : memref<8x16xf32> to memref<?x?xf32, strided<[16, 1]>>
    memref.copy %from, %to : memref<?x?xf32, strided<[64, 1]>> to memref<?x?xf32, strided<[16, 1]>>
  }
  return
}

// CHECK-LABEL: func.func @whole
// CHECK-NOT:   scf.if
// CHECK:       %[[ROWS:.+]] = arith.select %arg1, %c64{{.*}}, %c0{{.*}} : index
// CHECK-NEXT:  memref.subview %arg0[0] [%[[ROWS]]] [1] : memref<64xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT:  memref.subview %{{.+}}[0] [%[[ROWS]]] [1] : memref<64xf32> to memref<?xf32, strided<[1]>>
func.func @whole(%x: memref<64xf32, strided<[1], offset: ?>>, %c: i1) {
  %buf = memref.alloc() : memref<64xf32>
  scf.if %c {
    memref.copy %x, %buf : memref<64xf32, strided<[1], offset: ?>> to memref<64xf32>
  }
  return
}

// A store stays under its condition, and so does what does more than load.

// CHECK-LABEL: func.func @others
// CHECK-COUNT-2: scf.if
// CHECK:       return
func.func @others(%x: memref<64xf32>, %c: i1, %v: f32) {
  %buf = memref.alloc() : memref<64xf32>
  %zero = arith.constant 0 : index
  scf.if %c {
    memref.copy %buf, %x : memref<64xf32> to memref<64xf32>
  }
  scf.if %c {
    memref.copy %x, %buf : memref<64xf32> to memref<64xf32>
    memref.store %v, %buf[%zero] : memref<64xf32>
  }
  return
}
}
