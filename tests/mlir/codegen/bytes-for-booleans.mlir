// RUN: triton-shared-opt %s --bytes-for-booleans | FileCheck %s

#same = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @mask(%arg0: memref<16xi8>, %arg1: memref<16xf32>)
// CHECK-NEXT:  linalg.generic {{.*}} ins(%arg0 : memref<16xi8>)
// CHECK-NEXT:  ^bb0(%[[BYTE:.+]]: i8, %[[V:.+]]: f32):
// CHECK:       %[[ZERO:.+]] = arith.constant 0 : i8
// CHECK-NEXT:  %[[K:.+]] = arith.cmpi ne, %[[BYTE]], %[[ZERO]]
// CHECK:       arith.select %[[K]]
func.func @mask(%m: memref<16xi1>, %x: memref<16xf32>) {
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%m : memref<16xi1>) outs(%x : memref<16xf32>) {
  ^bb0(%k: i1, %v: f32):
    %0 = arith.negf %v : f32
    %1 = arith.select %k, %0, %v : f32
    linalg.yield %1 : f32
  }
  return
}

// CHECK-LABEL: func.func @scalar(%arg0: memref<*xi8>, %arg1: i1, %arg2: index) -> i1
// CHECK:       %[[BYTE:.+]] = arith.extui %arg1 : i1 to i8
// CHECK:       memref.store %[[BYTE]], %{{.+}}[%arg2] : memref<8xi8>
// CHECK:       %[[LOADED:.+]] = memref.load %{{.+}}[%arg2] : memref<8xi8>
// CHECK:       %[[ZERO:.+]] = arith.constant 0 : i8
// CHECK-NEXT:  %[[K:.+]] = arith.cmpi ne, %[[LOADED]], %[[ZERO]]
// CHECK-NEXT:  return %[[K]]
func.func @scalar(%m: memref<*xi1>, %k: i1, %i: index) -> i1 {
  %view = memref.reinterpret_cast %m to offset: [0], sizes: [8], strides: [1] : memref<*xi1> to memref<8xi1>
  memref.store %k, %view[%i] : memref<8xi1>
  %0 = memref.load %view[%i] : memref<8xi1>
  return %0 : i1
}

// Bits are combined as bytes.

// CHECK-LABEL: func.func @any(%arg0: memref<16xi8>, %arg1: memref<i8>)
// CHECK:       linalg.reduce { arith.ori } ins(%arg0 : memref<16xi8>) outs(%arg1 : memref<i8>)
// CHECK-NOT:   cmpi
func.func @any(%m: memref<16xi1>, %out: memref<i1>) {
  linalg.reduce { arith.ori } ins(%m : memref<16xi1>) outs(%out : memref<i1>) dimensions = [0]
  return
}

// CHECK-LABEL: func.func @no_booleans
// CHECK-NEXT:  memref.load %arg0[%arg2] : memref<16xi8>
// CHECK-NEXT:  arith.trunci
// CHECK-NEXT:  return
func.func @no_booleans(%x: memref<16xi8>, %k: i1, %i: index) -> i1 {
  %0 = memref.load %x[%i] : memref<16xi8>
  %1 = arith.trunci %0 : i8 to i1
  return %1 : i1
}
