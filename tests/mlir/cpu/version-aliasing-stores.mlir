// RUN: triton-shared-opt %s --version-aliasing-stores | FileCheck %s

#same = affine_map<(i) -> (i)>

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {

// A block goes where it is stored if that overlaps nothing that it is computed from, or is what it is computed from.

// CHECK-LABEL: func.func @masked
// CHECK-SAME:  %[[X:[a-z0-9]+]]: memref<512xf32>, %[[Y:[a-z0-9]+]]: memref<512xf32>, %[[N:[a-z0-9]+]]: index
// CHECK:       %[[APART:.+]] = arith.ori %{{.+}}, %{{.+}} : i1
// CHECK-NEXT:  %[[SAME:.+]] = arith.cmpi eq
// CHECK-NEXT:  %[[DIRECT:.+]] = arith.ori %[[APART]], %[[SAME]] : i1
// CHECK-NEXT:  %[[SPARE:.+]] = memref.alloc() : memref<512xf32>
// CHECK-NEXT:  %[[TO:.+]] = scf.if %[[DIRECT]] -> (memref<512xf32, strided<[1], offset: ?>>) {
// CHECK-NEXT:    %[[CAST:.+]] = memref.cast %[[Y]]
// CHECK-NEXT:    scf.yield %[[CAST]]
// CHECK-NEXT:  } else {
// CHECK-NEXT:    %[[CAST:.+]] = memref.cast %[[SPARE]]
// CHECK-NEXT:    scf.yield %[[CAST]]
// CHECK-NEXT:  }
// CHECK:       %[[PART:.+]] = "tts.masked_view"(%[[TO]], %{{.+}}, %[[N]])
// CHECK-NEXT:  linalg.generic {{.*}} outs(%[[PART]] :
// CHECK:       %[[FROM:.+]] = memref.subview %[[SPARE]][0] [%[[N]]] [1]
// CHECK-NEXT:  scf.if %[[DIRECT]] {
// CHECK-NEXT:  } else {
// CHECK:         memref.extract_aligned_pointer_as_index %[[FROM]]
// CHECK:         "llvm.intr.memmove"
func.func @masked(%x: memref<512xf32>, %y: memref<512xf32>, %n: index, %pad: f32) {
  %zero = arith.constant 0 : index
  %buffer = memref.alloc() : memref<512xf32>
  %from = "tts.masked_view"(%x, %zero, %n, %pad) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (memref<512xf32>, index, index, f32) -> memref<512xf32>
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%from : memref<512xf32>) outs(%buffer : memref<512xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = math.exp %p : f32
    linalg.yield %0 : f32
  }
  %part = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  %to = memref.subview %y[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %to : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  return
}

// A short block costs less than the test.

// CHECK-LABEL: func.func @short
// CHECK-NOT:   scf.if
// CHECK:       memref.copy
func.func @short(%x: memref<128xf32>, %y: memref<128xf32>) {
  %buffer = memref.alloc() : memref<128xf32>
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%x : memref<128xf32>) outs(%buffer : memref<128xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = math.exp %p : f32
    linalg.yield %0 : f32
  }
  memref.copy %buffer, %y : memref<128xf32> to memref<128xf32>
  return
}
}
