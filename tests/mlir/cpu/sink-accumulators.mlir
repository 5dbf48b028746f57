// RUN: triton-shared-opt %s --sink-accumulators | FileCheck %s

#same = affine_map<(i, j) -> (i, j)>

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {

// What fills the accumulator moves into the first iteration, what stores it into the last one, if all of the block is
// stored and lies apart from both operands.

// CHECK-LABEL: func.func @stored
// CHECK:       %[[ACC:.+]] = memref.alloc() : memref<8x32xf32>
// CHECK:       %[[NONE:.+]] = arith.cmpi sge, %[[LO:.+]], %[[HI:.+]] : index
// CHECK-NEXT:  scf.if %[[NONE]] {
// CHECK-NEXT:    linalg.fill ins(%[[ZERO:.+]] : f32) outs(%[[ACC]] : memref<8x32xf32>)
// CHECK:       %[[STORED:.+]] = scf.for %[[K:.+]] = %[[LO]] to %[[HI]] step %[[STEP:.+]] iter_args(%{{.+}} = %false)
// CHECK:         %[[LEFT:.+]] = arith.subi %[[HI]], %[[K]] : index
// CHECK:         %[[LAST:.+]] = arith.cmpi ule, %[[LEFT]], %[[STEP]] : index
// CHECK:         %[[WHOLE:.+]] = arith.cmpi sge, %arg3, %{{.+}} : index
// CHECK:         %[[BOTH:.+]] = arith.andi %[[LAST]], %[[WHOLE]] : i1
// CHECK:         memref.extract_aligned_pointer_as_index %arg2
// CHECK:         memref.extract_aligned_pointer_as_index %arg0
// CHECK:         memref.extract_aligned_pointer_as_index %arg1
// CHECK:         %[[DIRECT:.+]] = arith.andi
// CHECK-NEXT:    %[[FIRST:.+]] = arith.cmpi eq, %[[K]], %[[LO]] : index
// CHECK-NEXT:    scf.if %[[FIRST]] {
// CHECK-NEXT:      linalg.fill ins(%[[ZERO]] : f32) outs(%[[ACC]] : memref<8x32xf32>)
// CHECK:         linalg.matmul ins(%arg0, %arg1 : memref<8x16xf32>, memref<16x32xf32>) outs(%[[ACC]] : memref<8x32xf32>)
// CHECK-NEXT:    scf.if %[[DIRECT]] {
// CHECK-NEXT:      memref.copy %[[ACC]], %arg2 {tts.last_read}
// CHECK:         scf.yield %[[DIRECT]]
// CHECK:       %[[NOT:.+]] = arith.xori %[[STORED]], %true
// CHECK-NEXT:  scf.if %[[NOT]] {
// CHECK-NEXT:    memref.copy %{{.+}}, %{{.+}} : memref<8x?xf32
func.func @stored(%a: memref<8x16xf32>, %b: memref<16x32xf32>, %out: memref<8x32xf32>, %n: index, %lo: index, %hi: index, %step: index) {
  %zero = arith.constant 0.0 : f32
  %acc = memref.alloc() : memref<8x32xf32>
  linalg.fill ins(%zero : f32) outs(%acc : memref<8x32xf32>)
  scf.for %k = %lo to %hi step %step {
    linalg.matmul ins(%a, %b : memref<8x16xf32>, memref<16x32xf32>) outs(%acc : memref<8x32xf32>)
  }
  %from = memref.subview %acc[0, 0] [8, %n] [1, 1] : memref<8x32xf32> to memref<8x?xf32, strided<[32, 1]>>
  %to = memref.subview %out[0, 0] [8, %n] [1, 1] : memref<8x32xf32> to memref<8x?xf32, strided<[32, 1]>>
  memref.copy %from, %to : memref<8x?xf32, strided<[32, 1]>> to memref<8x?xf32, strided<[32, 1]>>
  return
}

// A loop that surely has iterations; what stores the accumulator computes few functions of its elements.

// CHECK-LABEL: func.func @converted
// CHECK:       memref.alloc
// CHECK-NOT:   linalg.fill
// CHECK:       scf.for
// CHECK:         scf.if
// CHECK-NEXT:      linalg.fill
// CHECK:         linalg.matmul
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      linalg.generic
// CHECK-SAME:        outs(%arg2 : memref<8x32xbf16>) attrs =  {tts.last_read}
func.func @converted(%a: memref<8x16xf32>, %b: memref<16x32xf32>, %out: memref<8x32xbf16>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<8x32xf32>
  linalg.fill ins(%zero : f32) outs(%acc : memref<8x32xf32>)
  scf.for %k = %c0 to %c4 step %c1 {
    linalg.matmul ins(%a, %b : memref<8x16xf32>, memref<16x32xf32>) outs(%acc : memref<8x32xf32>)
  }
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%acc : memref<8x32xf32>) outs(%out : memref<8x32xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %h = arith.truncf %x : f32 to bf16
    linalg.yield %h : bf16
  }
  return
}

// What is stored is read again, and memory is read behind the product: the copy stays. The fill does not.

// CHECK-LABEL: func.func @read_again
// CHECK:         scf.if
// CHECK-NEXT:      linalg.fill
// CHECK:         linalg.matmul
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.copy
// CHECK-NEXT:  memref.copy
// CHECK-LABEL: func.func @read_behind
// CHECK:         linalg.matmul
// CHECK-NEXT:    memref.copy
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.copy
func.func @read_again(%a: memref<8x16xf32>, %b: memref<16x32xf32>, %out: memref<8x32xf32>, %lo: index, %hi: index, %step: index) {
  %zero = arith.constant 0.0 : f32
  %acc = memref.alloc() : memref<8x32xf32>
  %d = memref.alloc() : memref<8x32xf32>
  linalg.fill ins(%zero : f32) outs(%acc : memref<8x32xf32>)
  scf.for %k = %lo to %hi step %step {
    linalg.matmul ins(%a, %b : memref<8x16xf32>, memref<16x32xf32>) outs(%acc : memref<8x32xf32>)
  }
  memref.copy %acc, %out : memref<8x32xf32> to memref<8x32xf32>
  memref.copy %acc, %d : memref<8x32xf32> to memref<8x32xf32>
  return
}

func.func @read_behind(%a: memref<8x16xf32>, %b: memref<16x32xf32>, %out: memref<8x32xf32>, %lo: index, %hi: index, %step: index) {
  %zero = arith.constant 0.0 : f32
  %acc = memref.alloc() : memref<8x32xf32>
  %d = memref.alloc() : memref<8x32xf32>
  scf.for %k = %lo to %hi step %step {
    linalg.matmul ins(%a, %b : memref<8x16xf32>, memref<16x32xf32>) outs(%acc : memref<8x32xf32>)
    memref.copy %out, %d : memref<8x32xf32> to memref<8x32xf32>
  }
  memref.copy %acc, %out : memref<8x32xf32> to memref<8x32xf32>
  return
}

// Launches that write 32 MB or more store as before: past the caches.

// CHECK-LABEL: func.func @streamed
// CHECK:       %[[X:.+]] = arith.index_castui %arg3 : i32 to index
// CHECK:       scf.for
// CHECK:         %[[BYTES:.+]] = arith.muli %{{.+}}, %c1024{{.*}} : index
// CHECK:         %[[MOST:.+]] = arith.constant 33554432 : index
// CHECK-NEXT:    arith.cmpi ult, %[[BYTES]], %[[MOST]] : index
// CHECK:         linalg.matmul
func.func @streamed(%a: memref<8x16xf32>, %b: memref<16x32xf32>, %out: memref<8x32xf32>,
                    %gx: i32 {tts.role = "program"}, %gy: i32 {tts.role = "program"}, %gz: i32 {tts.role = "program"},
                    %px: i32 {tts.role = "program"}, %py: i32 {tts.role = "program"}, %pz: i32 {tts.role = "program"}) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<8x32xf32>
  linalg.fill ins(%zero : f32) outs(%acc : memref<8x32xf32>)
  scf.for %k = %c0 to %c4 step %c1 {
    linalg.matmul ins(%a, %b : memref<8x16xf32>, memref<16x32xf32>) outs(%acc : memref<8x32xf32>)
  }
  memref.copy %acc, %out : memref<8x32xf32> to memref<8x32xf32>
  return
}
}
