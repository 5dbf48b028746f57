// RUN: triton-shared-opt %s --assign-buffers | FileCheck %s

// %a and %b live at the same time, %c lives when %a is dead: it lies where %a lay.

// CHECK-LABEL: func.func @kernel
// CHECK-SAME:  (%arg0: memref<1024xf32>, %[[ARENA:.+]]: memref<8192xi8> {tts.role = "scratch", tts.scratch_bytes = 8192 : i64})
// CHECK-NOT:   memref.alloc
// CHECK:       %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:  %[[A:.+]] = memref.view %[[ARENA]][%[[C0]]][] : memref<8192xi8> to memref<1024xf32>
// CHECK:       %[[C4096:.+]] = arith.constant 4096 : index
// CHECK-NEXT:  %[[B:.+]] = memref.view %[[ARENA]][%[[C4096]]][]
// CHECK-NEXT:  memref.copy %arg0, %[[A]]
// CHECK-NEXT:  memref.copy %[[A]], %[[B]]
// CHECK:       %[[LOW:.+]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C:.+]] = memref.view %[[ARENA]][%[[LOW]]][]
// CHECK-NEXT:  memref.copy %[[B]], %[[C]]
func.func @kernel(%x: memref<1024xf32>) {
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<1024xf32>
  memref.copy %x, %a : memref<1024xf32> to memref<1024xf32>
  memref.copy %a, %b : memref<1024xf32> to memref<1024xf32>
  %c = memref.alloc() : memref<1024xf32>
  memref.copy %b, %c : memref<1024xf32> to memref<1024xf32>
  memref.copy %c, %x : memref<1024xf32> to memref<1024xf32>
  return
}

// Small buffers go to the stack, those of unknown size are freed.

// CHECK-LABEL: func.func @small(%arg0: index) {
// CHECK-NEXT:  memref.alloca() {alignment = 64 : i64} : memref<16xf32>
// CHECK-NEXT:  %[[B:.+]] = memref.alloc(%arg0) : memref<?xf32>
// CHECK-NEXT:  memref.dealloc %[[B]]
// CHECK-NEXT:  return
func.func @small(%n: index) {
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  return
}

// CHECK-LABEL: func.func @none(%arg0: memref<16xf32>) {
// CHECK-NEXT:  return
func.func @none(%x: memref<16xf32>) {
  return
}
