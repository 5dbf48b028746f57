// RUN: triton-shared-opt %s --split-input-file --move-blocks | FileCheck %s

// A masked block: as many bytes as both copies keep.

// CHECK-LABEL: func.func @masked
// CHECK-NOT:   memref.alloc()
// CHECK-NOT:   linalg.fill
// CHECK:       %[[FROM:.+]] = memref.subview %arg0[0] [%arg2] [1]
// CHECK:       %[[TO:.+]] = memref.subview %arg1[0] [%arg2] [1]
// CHECK:       %[[COUNT:.+]] = memref.dim %[[TO]]
// CHECK:       %[[BYTES:.+]] = arith.muli %{{.+}}, %[[COUNT]] : index
// CHECK:       memref.extract_strided_metadata %[[TO]]
// CHECK:       memref.extract_strided_metadata %[[FROM]]
// CHECK:       %[[SIZE:.+]] = arith.index_cast %[[BYTES]] : index to i64
// CHECK:       "llvm.intr.memmove"(%{{.+}}, %{{.+}}, %[[SIZE]]) <{isVolatile = false}>
// CHECK-NOT:   memref.copy
func.func @masked(%x: memref<512xf32>, %y: memref<512xf32>, %n: index, %pad: f32, %partial: i1) {
  %buffer = memref.alloc() : memref<512xf32>
  scf.if %partial {
    linalg.fill ins(%pad : f32) outs(%buffer : memref<512xf32>)
  }
  %window = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  %from = memref.subview %x[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %from, %window : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %to = memref.subview %y[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %window, %to : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  return
}

// -----

// Rows that lie one behind the other are one piece, others are not.

// CHECK-LABEL: func.func @rows
// CHECK:       arith.constant 4096 : index
// CHECK:       llvm.intr.memmove
// CHECK-NOT:   llvm.intr.memmove
// CHECK:       memref.copy
// CHECK:       memref.copy
func.func @rows(%x: memref<4x256xf32>, %y: memref<4x256xf32>, %z: memref<4x256xf32, strided<[300, 1]>>) {
  %buffer = memref.alloc() : memref<4x256xf32>
  memref.copy %x, %buffer : memref<4x256xf32> to memref<4x256xf32>
  memref.copy %buffer, %y : memref<4x256xf32> to memref<4x256xf32>
  %other = memref.alloc() : memref<4x256xf32>
  memref.copy %x, %other : memref<4x256xf32> to memref<4x256xf32>
  memref.copy %other, %z : memref<4x256xf32> to memref<4x256xf32, strided<[300, 1]>>
  return
}

// -----

// Where something is written between, where more than the load's part is stored, where the block has another reader, and
// where it is short, it stays in a buffer.

// CHECK-LABEL: func.func @stay
// CHECK-NOT:   llvm.intr.memmove
func.func @stay(%x: memref<512xf32>, %y: memref<512xf32>, %z: memref<16xf32>, %n: index, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = memref.alloc() : memref<512xf32>
  memref.copy %x, %0 : memref<512xf32> to memref<512xf32>
  memref.store %v, %y[%c0] : memref<512xf32>
  memref.copy %0, %y : memref<512xf32> to memref<512xf32>

  %1 = memref.alloc() : memref<512xf32>
  %window = memref.subview %1[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  %from = memref.subview %x[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %from, %window : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  memref.copy %1, %y : memref<512xf32> to memref<512xf32>

  %2 = memref.alloc() : memref<512xf32>
  memref.copy %x, %2 : memref<512xf32> to memref<512xf32>
  %read = memref.load %2[%c0] : memref<512xf32>
  memref.copy %2, %y : memref<512xf32> to memref<512xf32>

  %3 = memref.alloc() : memref<16xf32>
  memref.copy %z, %3 : memref<16xf32> to memref<16xf32>
  memref.copy %3, %z : memref<16xf32> to memref<16xf32>
  return %read : f32
}
