// RUN: triton-shared-opt %s --split-input-file --stream-stores | FileCheck %s

// A loop that stores neighbouring vectors where nothing is read goes past the caches if a launch stores much.

// CHECK-LABEL: func.func @add
// CHECK-SAME:  attributes {tts.streams}
// CHECK-DAG:     %[[X:.+]] = arith.index_castui %arg2 : i32 to index
// CHECK-DAG:     %[[Y:.+]] = arith.index_castui %arg3 : i32 to index
// CHECK-DAG:     %[[Z:.+]] = arith.index_castui %arg4 : i32 to index
// CHECK:         %[[XY:.+]] = arith.muli %[[X]], %[[Y]] : index
// CHECK:         %[[PROGRAMS:.+]] = arith.muli %[[XY]], %[[Z]] : index
// CHECK:         %[[READ:.+]] = llvm.ptrtoint
// CHECK:         %[[EXTENT:.+]] = arith.subi %[[END:.+]], %[[BEGIN:.+]] : index
// CHECK:         %[[ELEMENTS:.+]] = arith.muli %[[PROGRAMS]], %[[EXTENT]] : index
// CHECK:         %[[TO:.+]] = llvm.ptrtoint
// CHECK:         %[[BYTES:.+]] = arith.muli %[[ELEMENTS]], %{{.+}} : index
// CHECK:         %[[MUCH:.+]] = arith.cmpi uge, %[[BYTES]], %c33554432 : index
// CHECK:         %[[REST:.+]] = arith.andi %[[TO]], %c63_i64 : i64
// CHECK:         %[[ALIGNED:.+]] = arith.cmpi eq, %[[REST]], %{{.+}} : i64
// CHECK:         %[[BOTH:.+]] = arith.andi %[[MUCH]], %[[ALIGNED]] : i1
// CHECK:         %[[OTHER:.+]] = arith.cmpi ne, %[[READ]], %[[TO]] : i64
// CHECK:         %[[PAYS:.+]] = arith.andi %[[BOTH]], %[[OTHER]] : i1
// CHECK:         scf.if %[[PAYS]] {
// CHECK-NEXT:      scf.for %[[I:.+]] = %[[BEGIN]] to %[[END]] step
// CHECK:             vector.store %{{.+}}, %{{.+}}[%[[I]]] {alignment = 64 : i64, nontemporal = true}
// CHECK:         } else {
// CHECK-NEXT:      scf.for
// CHECK:             vector.store %{{.+}}, %{{.+}}[%{{.+}}] : memref
// CHECK:         vector.maskedstore %{{.+}}, %{{.+}}, %{{.+}} : memref

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+sse2,+avx2,+avx512f", triple = "x86_64-linux-gnu"}} {
func.func @add(%x: memref<f32> {tts.pointee = f32}, %o: memref<f32> {tts.pointee = f32, tts.written},
    %gridX: i32 {tts.role = "program"}, %gridY: i32 {tts.role = "program"}, %gridZ: i32 {tts.role = "program"},
    %pidX: i32 {tts.role = "program"}, %pidY: i32 {tts.role = "program"}, %pidZ: i32 {tts.role = "program"},
    %at: index, %end: index, %mask: vector<16xi1>) {
  %zero = arith.constant 0 : index
  %step = arith.constant 16 : index
  %from = memref.reinterpret_cast %x to offset: [%at], sizes: [4096], strides: [1] : memref<f32> to memref<4096xf32, strided<[1], offset: ?>>
  %to = memref.reinterpret_cast %o to offset: [%at], sizes: [4096], strides: [1] : memref<f32> to memref<4096xf32, strided<[1], offset: ?>>
  scf.for %i = %zero to %end step %step {
    %v = vector.load %from[%i] : memref<4096xf32, strided<[1], offset: ?>>, vector<16xf32>
    %w = arith.addf %v, %v : vector<16xf32>
    vector.store %w, %to[%i] : memref<4096xf32, strided<[1], offset: ?>>, vector<16xf32>
  }
  %last = vector.load %from[%end] : memref<4096xf32, strided<[1], offset: ?>>, vector<16xf32>
  vector.maskedstore %to[%end], %mask, %last : memref<4096xf32, strided<[1], offset: ?>>, vector<16xi1>, vector<16xf32>
  return
}
}

// -----

// So does a block that is moved, if it does not move over itself.

// CHECK-LABEL: func.func @move
// CHECK:         %[[MUCH:.+]] = arith.cmpi uge, %{{.+}}, %c33554432 : index
// CHECK:         %[[THERE:.+]] = arith.subi %[[TO:.+]], %[[FROM:.+]] : i64
// CHECK:         %[[BACK:.+]] = arith.subi %[[FROM]], %[[TO]] : i64
// CHECK:         arith.cmpi uge, %[[THERE]], %arg2 : i64
// CHECK:         arith.cmpi uge, %[[BACK]], %arg2 : i64
// CHECK:         scf.if
// CHECK:           scf.for
// CHECK:             %[[LINE:.+]] = llvm.load %{{.+}} {alignment = 1 : i64} : !llvm.ptr -> vector<32xi8>
// CHECK:             llvm.store %[[LINE]], %{{.+}} {alignment = 32 : i64, nontemporal} : vector<32xi8>, !llvm.ptr
// CHECK:           "llvm.intr.memmove"
// CHECK:         } else {
// CHECK-NEXT:      "llvm.intr.memmove"

module attributes {tts.target = {abi = "", cpu = "x86-64-v3", features = "+sse,+sse2,+avx2", triple = "x86_64-linux-gnu"}} {
func.func @move(%x: memref<f32> {tts.pointee = f32}, %o: memref<f32> {tts.pointee = f32, tts.written}, %bytes: i64,
    %gridX: i32 {tts.role = "program"}, %gridY: i32 {tts.role = "program"}, %gridZ: i32 {tts.role = "program"},
    %pidX: i32 {tts.role = "program"}, %pidY: i32 {tts.role = "program"}, %pidZ: i32 {tts.role = "program"}) {
  %0 = memref.extract_aligned_pointer_as_index %x : memref<f32> -> index
  %1 = arith.index_cast %0 : index to i64
  %from = llvm.inttoptr %1 : i64 to !llvm.ptr
  %2 = memref.extract_aligned_pointer_as_index %o : memref<f32> -> index
  %3 = arith.index_cast %2 : index to i64
  %to = llvm.inttoptr %3 : i64 to !llvm.ptr
  "llvm.intr.memmove"(%to, %from, %bytes) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  return
}
}

// -----

// What a kernel reads as well stays in the caches, and so does all that one stores which tells others by atomic ops.

// CHECK-NOT: nontemporal
// CHECK-NOT: tts.streams

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+sse2,+avx2,+avx512f", triple = "x86_64-linux-gnu"}} {
func.func @again(%x: memref<f32> {tts.pointee = f32, tts.written},
    %gridX: i32 {tts.role = "program"}, %gridY: i32 {tts.role = "program"}, %gridZ: i32 {tts.role = "program"},
    %pidX: i32 {tts.role = "program"}, %pidY: i32 {tts.role = "program"}, %pidZ: i32 {tts.role = "program"}) {
  %zero = arith.constant 0 : index
  %step = arith.constant 16 : index
  %end = arith.constant 4096 : index
  %to = memref.reinterpret_cast %x to offset: [0], sizes: [4096], strides: [1] : memref<f32> to memref<4096xf32, strided<[1]>>
  scf.for %i = %zero to %end step %step {
    %v = vector.load %to[%i] : memref<4096xf32, strided<[1]>>, vector<16xf32>
    vector.store %v, %to[%i] : memref<4096xf32, strided<[1]>>, vector<16xf32>
  }
  return
}

func.func @tells(%o: memref<f32> {tts.pointee = f32, tts.written}, %flag: !llvm.ptr, %v: vector<16xf32>, %one: i32,
    %gridX: i32 {tts.role = "program"}, %gridY: i32 {tts.role = "program"}, %gridZ: i32 {tts.role = "program"},
    %pidX: i32 {tts.role = "program"}, %pidY: i32 {tts.role = "program"}, %pidZ: i32 {tts.role = "program"}) {
  %zero = arith.constant 0 : index
  %step = arith.constant 16 : index
  %end = arith.constant 4096 : index
  %to = memref.reinterpret_cast %o to offset: [0], sizes: [4096], strides: [1] : memref<f32> to memref<4096xf32, strided<[1]>>
  scf.for %i = %zero to %end step %step {
    vector.store %v, %to[%i] : memref<4096xf32, strided<[1]>>, vector<16xf32>
  }
  llvm.store %one, %flag atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  return
}
}

// -----

// What loops around it repeat counts as often as their bounds say.

// CHECK-LABEL: func.func @rows
// CHECK:         scf.for
// CHECK-DAG:       %[[ROWS:.+]] = arith.muli %{{.+}}, %c4{{.*}} : index
// CHECK-DAG:       %[[EXTENT:.+]] = arith.subi
// CHECK:           arith.muli %[[ROWS]], %[[EXTENT]] : index

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+sse2,+avx2,+avx512f", triple = "x86_64-linux-gnu"}} {
func.func @rows(%o: memref<f32> {tts.pointee = f32, tts.written},
    %gridX: i32 {tts.role = "program"}, %gridY: i32 {tts.role = "program"}, %gridZ: i32 {tts.role = "program"},
    %pidX: i32 {tts.role = "program"}, %pidY: i32 {tts.role = "program"}, %pidZ: i32 {tts.role = "program"},
    %at: index, %pitch: index, %v: vector<16xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %step = arith.constant 16 : index
  %end = arith.constant 4096 : index
  %to = memref.reinterpret_cast %o to offset: [%at], sizes: [4, 4096], strides: [%pitch, 1] : memref<f32> to memref<4x4096xf32, strided<[?, 1], offset: ?>>
  scf.for %r = %zero to %four step %one {
    scf.for %i = %zero to %end step %step {
      vector.store %v, %to[%r, %i] : memref<4x4096xf32, strided<[?, 1], offset: ?>>, vector<16xf32>
    }
  }
  return
}
}
