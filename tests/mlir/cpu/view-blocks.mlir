// RUN: triton-shared-opt %s --view-blocks | FileCheck %s

#same = affine_map<(i, j) -> (i, j)>

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {

// A block of which nothing is masked off is read where it lies; another one from a copy.

// CHECK-LABEL: func.func @masked
// CHECK-SAME:  %[[X:[a-z0-9]+]]: memref<16x32xf16, strided<[?, 1]>>
// CHECK:       %[[BUFFER:.+]] = memref.alloc() : memref<16x32xf16>
// CHECK:       %[[FROM:.+]] = memref.subview %[[X]]
// CHECK:       %[[BLOCK:.+]] = scf.if %{{.+}} -> (memref<16x32xf16, strided<[?, 1], offset: ?>>) {
// CHECK-NEXT:    %[[CAST:.+]] = memref.cast %[[FROM]]
// CHECK-NEXT:    scf.yield %[[CAST]]
// CHECK-NEXT:  } else {
// CHECK-NEXT:    linalg.fill
// CHECK-NEXT:    %[[TO:.+]] = memref.subview %[[BUFFER]]
// CHECK-NEXT:    memref.copy %[[FROM]], %[[TO]]
// CHECK:         scf.yield
// CHECK:       linalg.generic {{.*}} ins(%[[BLOCK]] :
func.func @masked(%x: memref<16x32xf16, strided<[?, 1]>>, %m: index, %n: index, %pad: f16, %out: memref<16x32xf32>) {
  %wide = memref.alloc() : memref<16x32xf32>
  %buffer = memref.alloc() : memref<16x32xf16>
  linalg.fill ins(%pad : f16) outs(%buffer : memref<16x32xf16>)
  %from = memref.subview %x[0, 0] [%m, %n] [1, 1] : memref<16x32xf16, strided<[?, 1]>> to memref<?x?xf16, strided<[?, 1]>>
  %to = memref.subview %buffer[0, 0] [%m, %n] [1, 1] : memref<16x32xf16> to memref<?x?xf16, strided<[32, 1]>>
  memref.copy %from, %to : memref<?x?xf16, strided<[?, 1]>> to memref<?x?xf16, strided<[32, 1]>>
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%buffer : memref<16x32xf16>) outs(%wide : memref<16x32xf32>) {
  ^bb0(%p: f16, %o: f32):
    %0 = arith.extf %p : f16 to f32
    linalg.yield %0 : f32
  }
  memref.copy %wide, %out : memref<16x32xf32> to memref<16x32xf32>
  return
}

// Rows that wrap around are whole if one segment is all of them.

// CHECK-LABEL: func.func @wrapped
// CHECK:       %[[COUNT:.+]] = arith.subi %[[END:.+]], %[[BEGIN:.+]] : index
// CHECK-NEXT:  %[[ONE:.+]] = arith.cmpi eq, %[[COUNT]]
// CHECK:       %[[BLOCK:.+]] = scf.if
// CHECK:       } else {
// CHECK-NEXT:    scf.for
// CHECK:       linalg.generic {{.*}} ins(%[[BLOCK]] :
func.func @wrapped(%x: memref<16x32xf16, strided<[?, 1]>>, %begin: index, %end: index, %n: index, %out: memref<16x32xf32>) {
  %one = arith.constant 1 : index
  %wide = memref.alloc() : memref<16x32xf32>
  %buffer = memref.alloc() : memref<16x32xf16>
  scf.for %s = %begin to %end step %one {
    %low = arith.muli %s, %n : index
    %from = memref.subview %x[0, 0] [16, %n] [1, 1] : memref<16x32xf16, strided<[?, 1]>> to memref<16x?xf16, strided<[?, 1]>>
    %to = memref.subview %buffer[0, %low] [16, %n] [1, 1] : memref<16x32xf16> to memref<16x?xf16, strided<[32, 1], offset: ?>>
    memref.copy %from, %to : memref<16x?xf16, strided<[?, 1]>> to memref<16x?xf16, strided<[32, 1], offset: ?>>
  } {tt.wrapped = 1 : i64}
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%buffer : memref<16x32xf16>) outs(%wide : memref<16x32xf32>) {
  ^bb0(%p: f16, %o: f32):
    %0 = arith.extf %p : f16 to f32
    linalg.yield %0 : f32
  }
  memref.copy %wide, %out : memref<16x32xf32> to memref<16x32xf32>
  return
}

// What is read after a write through a pointer is copied before it.

// CHECK-LABEL: func.func @written
// CHECK-NOT:   scf.if
// CHECK:       return
func.func @written(%x: memref<16x32xf16, strided<[?, 1]>>, %y: memref<16x32xf16>, %m: index, %pad: f16) {
  %wide = memref.alloc() : memref<16x32xf32>
  %buffer = memref.alloc() : memref<16x32xf16>
  %from = memref.subview %x[0, 0] [%m, 32] [1, 1] : memref<16x32xf16, strided<[?, 1]>> to memref<?x32xf16, strided<[?, 1]>>
  %to = memref.subview %buffer[0, 0] [%m, 32] [1, 1] : memref<16x32xf16> to memref<?x32xf16, strided<[32, 1]>>
  memref.copy %from, %to : memref<?x32xf16, strided<[?, 1]>> to memref<?x32xf16, strided<[32, 1]>>
  linalg.fill ins(%pad : f16) outs(%y : memref<16x32xf16>)
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%buffer : memref<16x32xf16>) outs(%wide : memref<16x32xf32>) {
  ^bb0(%p: f16, %o: f32):
    %0 = arith.extf %p : f16 to f32
    linalg.yield %0 : f32
  }
  return
}

// Products read the left operand where it lies, the right one from a copy: it is read again for each tile of rows.

// CHECK-LABEL: func.func @product
// CHECK-SAME:  %[[X:[a-z0-9]+]]: memref<16x32xf32, strided<[?, 1]>>
// CHECK:       %[[RIGHT:.+]] = memref.alloc() : memref<32x16xf32>
// CHECK:       %[[FROM:.+]] = memref.subview %[[X]]
// CHECK:       %[[LEFT:.+]] = scf.if
// CHECK-NEXT:    memref.cast %[[FROM]]
// CHECK:       memref.copy %{{.+}}, %[[RIGHT]]
// CHECK:       linalg.matmul ins(%[[LEFT]], %[[RIGHT]] :
func.func @product(%x: memref<16x32xf32, strided<[?, 1]>>, %y: memref<32x16xf32, strided<[?, 1]>>, %m: index, %out: memref<16x16xf32>) {
  %sums = memref.alloc() : memref<16x16xf32>
  %left = memref.alloc() : memref<16x32xf32>
  %right = memref.alloc() : memref<32x16xf32>
  %from = memref.subview %x[0, 0] [%m, 32] [1, 1] : memref<16x32xf32, strided<[?, 1]>> to memref<?x32xf32, strided<[?, 1]>>
  %to = memref.subview %left[0, 0] [%m, 32] [1, 1] : memref<16x32xf32> to memref<?x32xf32, strided<[32, 1]>>
  memref.copy %from, %to : memref<?x32xf32, strided<[?, 1]>> to memref<?x32xf32, strided<[32, 1]>>
  memref.copy %y, %right : memref<32x16xf32, strided<[?, 1]>> to memref<32x16xf32>
  linalg.matmul ins(%left, %right : memref<16x32xf32>, memref<32x16xf32>) outs(%sums : memref<16x16xf32>)
  memref.copy %sums, %out : memref<16x16xf32> to memref<16x16xf32>
  return
}

// Rows that follow each other displace nothing: they are read where they lie.

// CHECK-LABEL: func.func @dense
// CHECK:       %[[BUFFER:.+]] = memref.alloc() : memref<32x16xf32>
// CHECK:       %[[RIGHT:.+]] = scf.if %{{.+}} -> (memref<32x16xf32, strided<[16, 1], offset: ?>>) {
// CHECK-NEXT:    memref.cast
// CHECK-NEXT:    scf.yield
// CHECK-NEXT:  } else {
// CHECK:         memref.copy
// CHECK:       linalg.matmul ins(%{{.+}}, %[[RIGHT]] :
func.func @dense(%x: memref<16x32xf32>, %y: memref<32x16xf32, strided<[16, 1], offset: ?>>, %k: index, %out: memref<16x16xf32>) {
  %sums = memref.alloc() : memref<16x16xf32>
  %right = memref.alloc() : memref<32x16xf32>
  %from = memref.subview %y[0, 0] [%k, 16] [1, 1] : memref<32x16xf32, strided<[16, 1], offset: ?>> to memref<?x16xf32, strided<[16, 1], offset: ?>>
  %to = memref.subview %right[0, 0] [%k, 16] [1, 1] : memref<32x16xf32> to memref<?x16xf32, strided<[16, 1]>>
  memref.copy %from, %to : memref<?x16xf32, strided<[16, 1], offset: ?>> to memref<?x16xf32, strided<[16, 1]>>
  linalg.matmul ins(%x, %right : memref<16x32xf32>, memref<32x16xf32>) outs(%sums : memref<16x16xf32>)
  memref.copy %sums, %out : memref<16x16xf32> to memref<16x16xf32>
  return
}
}
