// RUN: triton-shared-opt %s --unroll-updates | FileCheck %s

// Four updates of a buffer at elements that are read become one turn, in their order.

// CHECK-LABEL: func.func @counts
// CHECK:       %[[FOUR:.+]] = arith.constant 4 : index
// CHECK:       scf.for %[[I:[a-z0-9]+]] = %{{.+}} to %{{.+}} step %[[FOUR]]
// CHECK:         %[[BIN:.+]] = memref.load %arg0[%[[I]]]
// CHECK:         memref.store
// CHECK:         %[[NEXT:.+]] = arith.addi %[[I]], %c1
// CHECK:         memref.load %arg0[%[[NEXT]]]
// CHECK:         memref.store
// CHECK-COUNT-2: memref.store
// CHECK-NOT:     memref.store
// CHECK:         }
func.func @counts(%x: memref<64xindex>, %out: memref<16xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 64 : index
  %more = arith.constant 1 : i32
  %counts = memref.alloc() : memref<16xi32>
  scf.for %i = %zero to %end step %one {
    %bin = memref.load %x[%i] : memref<64xindex>
    %old = memref.load %counts[%bin] : memref<16xi32>
    %new = arith.addi %old, %more : i32
    memref.store %new, %counts[%bin] : memref<16xi32>
  }
  memref.copy %counts, %out : memref<16xi32> to memref<16xi32>
  return
}

// Not where the elements are those of the loop, their memory is not the kernel's, or four does not divide the turns.

// CHECK-LABEL: func.func @others
// CHECK-NOT:   step %c4
// CHECK-COUNT-3: memref.store
// CHECK-NOT:   memref.store
// CHECK:       return
func.func @others(%x: memref<64xindex>, %n: index, %out: memref<64xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 64 : index
  %odd = arith.constant 63 : index
  %more = arith.constant 1 : i32
  %counts = memref.alloc() : memref<64xi32>
  scf.for %i = %zero to %end step %one {
    %old = memref.load %counts[%i] : memref<64xi32>
    %new = arith.addi %old, %more : i32
    memref.store %new, %counts[%i] : memref<64xi32>
  }
  scf.for %i = %zero to %end step %one {
    %bin = memref.load %x[%i] : memref<64xindex>
    %old = memref.load %out[%bin] : memref<64xi32>
    %new = arith.addi %old, %more : i32
    memref.store %new, %out[%bin] : memref<64xi32>
  }
  scf.for %i = %zero to %odd step %one {
    %bin = memref.load %x[%i] : memref<64xindex>
    %old = memref.load %counts[%bin] : memref<64xi32>
    %new = arith.addi %old, %more : i32
    memref.store %new, %counts[%bin] : memref<64xi32>
  }
  memref.copy %counts, %out : memref<64xi32> to memref<64xi32>
  return
}

// Eight updates of memory, and fetches of what the next program copies where this one did; iterations that remain.

// CHECK-LABEL: func.func @fetches
// CHECK:       %[[ROW:.+]] = memref.reinterpret_cast %arg0
// CHECK:       %[[EIGHT:.+]] = arith.constant 8 : index
// CHECK:       scf.for %[[I:[a-z0-9]+]] = %{{.+}} to %[[WHOLE:.+]] step %[[EIGHT]]
// CHECK:         %[[ROWS:.+]] = arith.constant 4096 : index
// CHECK:         %[[LATER:.+]] = arith.addi %[[I]], %[[ROWS]]
// CHECK-NEXT:    memref.prefetch %[[ROW]][%[[LATER]]]
// CHECK-NOT:     memref.prefetch
// CHECK-COUNT-8: memref.atomic_rmw
// CHECK-NOT:     memref.atomic_rmw
// CHECK:       scf.for %{{.+}} = %[[WHOLE]] to %arg2 step
// CHECK:         memref.atomic_rmw
func.func @fetches(%x: memref<i32>, %out: memref<i32>, %n: index,
                   %gx: i32 {tts.role = "program"}, %gy: i32 {tts.role = "program"}, %gz: i32 {tts.role = "program"},
                   %px: i32 {tts.role = "program"}, %py: i32 {tts.role = "program"}, %pz: i32 {tts.role = "program"}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 4096 : i32
  %more = arith.constant 1 : i32
  %begin = arith.muli %px, %size : i32
  %offset = arith.index_cast %begin : i32 to index
  %buffer = memref.alloc() : memref<4096xi32>
  %row = memref.reinterpret_cast %x to offset: [%offset], sizes: [4096], strides: [1]
    : memref<i32> to memref<4096xi32, strided<[1], offset: ?>>
  memref.copy %row, %buffer : memref<4096xi32, strided<[1], offset: ?>> to memref<4096xi32>
  scf.for %i = %zero to %n step %one {
    %bin = memref.load %buffer[%i] : memref<4096xi32>
    %at = arith.index_cast %bin : i32 to index
    %place = memref.reinterpret_cast %out to offset: [%at], sizes: [1], strides: [1]
      : memref<i32> to memref<1xi32, strided<[1], offset: ?>>
    %old = memref.atomic_rmw addi %more, %place[%zero] {tt.scope = "gpu"} : (i32, memref<1xi32, strided<[1], offset: ?>>) -> i32
  }
  return
}
