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
