// RUN: triton-shared-opt %s --transpose-buffers | FileCheck %s

#block = affine_map<(i, j) -> (i, j)>

// Partial sums of columns of memory lie by columns; so do those that meet them.

// CHECK-LABEL: func.func @sums
// CHECK:       %[[ROWS:.+]] = memref.alloca() {alignment = 64 : i64} : memref<8x16xf32>
// CHECK:       %[[SUM:.+]] = memref.transpose %[[ROWS]] (d0, d1) -> (d1, d0) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
// CHECK:       %[[OTHER:.+]] = memref.transpose %{{.+}} (d0, d1) -> (d1, d0) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
// CHECK:       linalg.fill ins(%{{.+}}) outs(%[[SUM]]
// CHECK:       linalg.generic {{.*}} ins(%arg0, %[[OTHER]] : {{.*}}) outs(%[[SUM]] :
// CHECK:       linalg.reduce ins(%[[SUM]] : memref<16x8xf32, strided<[1, 16]>>)
func.func @sums(%x: memref<16x8xf32, strided<[1, 32]>>, %total: memref<16xf32>, %zero: f32) {
  %sum = memref.alloca() {alignment = 64 : i64} : memref<16x8xf32>
  %other = memref.alloca() {alignment = 64 : i64} : memref<16x8xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<16x8xf32>)
  linalg.fill ins(%zero : f32) outs(%other : memref<16x8xf32>)
  linalg.generic {indexing_maps = [#block, #block, #block], iterator_types = ["parallel", "parallel"]}
      ins(%x, %other : memref<16x8xf32, strided<[1, 32]>>, memref<16x8xf32>) outs(%sum : memref<16x8xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %0 = arith.addf %a, %s : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  }
  linalg.reduce ins(%sum : memref<16x8xf32>) outs(%total : memref<16xf32>) dimensions = [1]
    (%in: f32, %t: f32) {
      %0 = arith.addf %in, %t : f32
      linalg.yield %0 : f32
    }
  return
}

// Not those that meet rows, too, that something else views, or that meet no memory.

// CHECK-LABEL: func.func @others
// CHECK-NOT:   memref.transpose
// CHECK:       return
func.func @others(%x: memref<16x8xf32, strided<[1, 32]>>, %y: memref<16x8xf32, strided<[32, 1]>>, %zero: f32, %i: index) -> f32 {
  %both = memref.alloca() : memref<16x8xf32>
  memref.copy %x, %both : memref<16x8xf32, strided<[1, 32]>> to memref<16x8xf32>
  memref.copy %both, %y : memref<16x8xf32> to memref<16x8xf32, strided<[32, 1]>>
  %viewed = memref.alloca() : memref<16x8xf32>
  memref.copy %x, %viewed : memref<16x8xf32, strided<[1, 32]>> to memref<16x8xf32>
  %one = memref.load %viewed[%i, %i] : memref<16x8xf32>
  %alone = memref.alloca() : memref<16x8xf32>
  linalg.fill ins(%zero : f32) outs(%alone : memref<16x8xf32>)
  return %one : f32
}
