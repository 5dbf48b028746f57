// RUN: triton-shared-opt %s --group-neighbours | FileCheck %s

// Of 1024 elements counted from a multiple of 1024 on eight neighbours have one quotient by 328, and remainders that
// are neighbours: 328 is a multiple of 8.  Eight elements of 16 bits are as many as move at once.
// CHECK-LABEL: func.func @remainders
// CHECK:         memref.load {{.*}} {simt.aligned = 8 : i64}
// CHECK:         memref.load %{{[a-z_0-9]+}}[%c0] : memref<1xf32
// CHECK:       } {simt.together = array<i64: 0, 8>}
func.func @remainders(%x: memref<*xbf16> {tt.divisibility = 16 : i32}, %s: memref<*xf32> {tt.divisibility = 16 : i32},
                      %gx: i32 {tts.role = "program"}, %gy: i32 {tts.role = "program"}, %gz: i32 {tts.role = "program"}, %px: i32 {tts.role = "program"}, %py: i32 {tts.role = "program"}, %pz: i32 {tts.role = "program"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  %block = arith.constant 1024 : i32
  %size = arith.constant 328 : i32
  %first = arith.muli %px, %block : i32
  %a = memref.alloc() : memref<1024xbf16>
  %b = memref.alloc() : memref<1024xf32>
  scf.parallel (%i) = (%c0) to (%c1024) step (%c1) {
    %n = arith.index_cast %i : index to i32
    %at = arith.addi %first, %n : i32
    %r = arith.remsi %at, %size : i32
    %rest = arith.index_cast %r : i32 to index
    %view = memref.reinterpret_cast %x to offset: [%rest], sizes: [1], strides: [1] : memref<*xbf16> to memref<1xbf16, strided<[1], offset: ?>>
    %v = memref.load %view[%c0] : memref<1xbf16, strided<[1], offset: ?>>
    memref.store %v, %a[%i] : memref<1024xbf16>
    %q = arith.divsi %at, %size : i32
    %quotient = arith.index_cast %q : i32 to index
    %scale = memref.reinterpret_cast %s to offset: [%quotient], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %w = memref.load %scale[%c0] : memref<1xf32, strided<[1], offset: ?>>
    memref.store %w, %b[%i] : memref<1024xf32>
    scf.reduce
  }
  return
}

// Below 0 division does not round down: -1 and 1 have one quotient by 2, so what may be negative is left alone.
// CHECK-LABEL: func.func @of_any_sign
// CHECK-NOT:     simt.
// CHECK:         return
func.func @of_any_sign(%x: memref<*xbf16> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32},
                       %gx: i32 {tts.role = "program"}, %gy: i32 {tts.role = "program"}, %gz: i32 {tts.role = "program"}, %px: i32 {tts.role = "program"}, %py: i32 {tts.role = "program"}, %pz: i32 {tts.role = "program"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %size = arith.constant 32 : i32
  %a = memref.alloc() : memref<64xbf16>
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %m = arith.index_cast %i : index to i32
    %at = arith.addi %n, %m : i32
    %r = arith.remsi %at, %size : i32
    %rest = arith.index_cast %r : i32 to index
    %view = memref.reinterpret_cast %x to offset: [%rest], sizes: [1], strides: [1] : memref<*xbf16> to memref<1xbf16, strided<[1], offset: ?>>
    %v = memref.load %view[%c0] : memref<1xbf16, strided<[1], offset: ?>>
    memref.store %v, %a[%i] : memref<64xbf16>
    scf.reduce
  }
  return
}

// A mask that ends at a multiple of 4 keeps all of four neighbours, or none; one that ends anywhere does not.
// CHECK-LABEL: func.func @masked
// CHECK:         memref.store {{.*}} {simt.aligned = 4 : i64}
// CHECK:       } {simt.together = array<i64: 0, 4>}
// CHECK:         memref.store {{.*}} : memref<1xf32
// CHECK-NOT:     simt.
// CHECK:         return
func.func @masked(%x: memref<*xf32> {tt.divisibility = 16 : i32}, %t: tensor<64xf32>, %n: i32 {tt.divisibility = 4 : i32},
                  %m: i32, %gx: i32 {tts.role = "program"}, %gy: i32 {tts.role = "program"}, %gz: i32 {tts.role = "program"}, %px: i32 {tts.role = "program"}, %py: i32 {tts.role = "program"}, %pz: i32 {tts.role = "program"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant 31 : index
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %at = arith.andi %i, %low : index
    %e = arith.index_cast %i : index to i32
    %kept = arith.cmpi slt, %e, %n : i32
    scf.if %kept {
      %view = memref.reinterpret_cast %x to offset: [%at], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
      %v = tensor.extract %t[%i] : tensor<64xf32>
      memref.store %v, %view[%c0] : memref<1xf32, strided<[1], offset: ?>>
    }
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %at = arith.andi %i, %low : index
    %e = arith.index_cast %i : index to i32
    %kept = arith.cmpi slt, %e, %m : i32
    scf.if %kept {
      %view = memref.reinterpret_cast %x to offset: [%at], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
      %v = tensor.extract %t[%i] : tensor<64xf32>
      memref.store %v, %view[%c0] : memref<1xf32, strided<[1], offset: ?>>
    }
    scf.reduce
  }
  return
}

// Floats are added to neighbours, whose row is the same for them: it was read for each element, by a loop that reads one
// for 16; not where the old value is used.

// CHECK-LABEL: func.func @added
// CHECK:         memref.store
// CHECK:         } {simt.together = array<i64: 0, 16>}
// CHECK:         memref.atomic_rmw addf {{.*}}simt.aligned = 4
// CHECK:         } {simt.together = array<i64: 0, 16>}
// CHECK-NOT:     simt.
func.func @added(%rows: memref<*xi32>, %x: memref<*xf32> {tt.divisibility = 16 : i32}, %v: tensor<1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c1024 = arith.constant 1024 : index
  %buffer = memref.alloc() : memref<1024xi32>
  scf.parallel (%i) = (%c0) to (%c1024) step (%c1) {
    %q = arith.divsi %i, %c64 : index
    %at = memref.reinterpret_cast %rows to offset: [%q], sizes: [1], strides: [1] : memref<*xi32> to memref<1xi32, strided<[1], offset: ?>>
    %row = memref.load %at[%c0] : memref<1xi32, strided<[1], offset: ?>>
    memref.store %row, %buffer[%i] : memref<1024xi32>
    scf.reduce
  }
  %olds = memref.alloc() : memref<1024xf32>
  %read = bufferization.to_tensor %buffer restrict writable : memref<1024xi32> to tensor<1024xi32>
  scf.parallel (%i) = (%c0) to (%c1024) step (%c1) {
    %row = tensor.extract %read[%i] : tensor<1024xi32>
    %index = arith.index_cast %row : i32 to index
    %start = arith.muli %index, %c64 : index
    %column = arith.remsi %i, %c64 : index
    %place = arith.addi %start, %column : index
    %at = memref.reinterpret_cast %x to offset: [%place], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %value = tensor.extract %v[%i] : tensor<1024xf32>
    %old = memref.atomic_rmw addf %value, %at[%c0] : (f32, memref<1xf32, strided<[1], offset: ?>>) -> f32
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c1024) step (%c1) {
    %at = memref.reinterpret_cast %x to offset: [%i], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %value = tensor.extract %v[%i] : tensor<1024xf32>
    %old = memref.atomic_rmw addf %value, %at[%c0] : (f32, memref<1xf32, strided<[1], offset: ?>>) -> f32
    memref.store %old, %olds[%i] : memref<1024xf32>
    scf.reduce
  }
  return
}
