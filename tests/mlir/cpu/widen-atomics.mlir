// RUN: triton-shared-opt %s --split-input-file --widen-atomics | FileCheck %s

// Neighbours are changed 16 bytes at a time, from the first one at a multiple of 16 bytes on.

// CHECK-LABEL: func.func @add
// CHECK:       scf.for
// CHECK:         memref.atomic_rmw addf
// CHECK:       scf.for %[[I:.+]] = %{{.+}} to %{{.+}} step %c4
// CHECK:         %[[V:.+]] = vector.load %{{.+}}[%[[I]]] : memref<64xf32>, vector<4xf32>
// CHECK-COUNT-2: llvm.load %{{.+}} atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
// CHECK:         scf.while (%[[SEEN:.+]] = %{{.+}}) : (i128) -> i128
// CHECK:           %[[OLD:.+]] = llvm.bitcast %[[SEEN]] : i128 to vector<4xf32>
// CHECK:           %[[SUM:.+]] = arith.addf %[[OLD]], %[[V]] : vector<4xf32>
// CHECK:           %[[NEW:.+]] = llvm.bitcast %[[SUM]] : vector<4xf32> to i128
// CHECK:           llvm.cmpxchg %{{.+}}, %[[SEEN]], %[[NEW]] acq_rel acquire {alignment = 16 : i64} : !llvm.ptr, i128
// CHECK:           scf.condition
// CHECK:       scf.for
// CHECK:         memref.atomic_rmw addf
// CHECK:       return

// Old values that are asked for, and elements that lie apart, are updated one by one.

// CHECK-LABEL: func.func @others
// CHECK-NOT:   llvm.cmpxchg
// CHECK:       return

module attributes {tts.target = {abi = "", cpu = "x86-64-v3", features = "+sse,+sse2,+avx2,+cx16", triple = "x86_64-linux-gnu"}} {
func.func @add(%x: memref<*xf32>, %first: index, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %values = memref.alloc() : memref<64xf32>
  scf.for %i = %zero to %n step %one {
    %at = arith.addi %first, %i : index
    %view = memref.reinterpret_cast %x to offset: [%at], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %v = memref.load %values[%i] : memref<64xf32>
    %old = memref.atomic_rmw addf %v, %view[%zero] : (f32, memref<1xf32, strided<[1], offset: ?>>) -> f32
  }
  return
}

func.func @others(%x: memref<*xf32>, %first: index, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %values = memref.alloc() : memref<64xf32>
  scf.for %i = %zero to %n step %one {
    %view = memref.reinterpret_cast %x to offset: [%i], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %v = memref.load %values[%i] : memref<64xf32>
    %old = memref.atomic_rmw addf %v, %view[%zero] : (f32, memref<1xf32, strided<[1], offset: ?>>) -> f32
    memref.store %old, %values[%i] : memref<64xf32>
  }
  scf.for %i = %zero to %n step %two {
    %view = memref.reinterpret_cast %x to offset: [%i], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %v = memref.load %values[%i] : memref<64xf32>
    %old = memref.atomic_rmw addf %v, %view[%zero] : (f32, memref<1xf32, strided<[1], offset: ?>>) -> f32
  }
  return
}
}

// -----

// So is everything on machines that exchange no more.

// CHECK-LABEL: func.func @elsewhere
// CHECK-NOT:   llvm.cmpxchg
// CHECK:       return
module attributes {tts.target = {abi = "", cpu = "generic", features = "", triple = "aarch64-linux-gnu"}} {
func.func @elsewhere(%x: memref<*xf32>, %n: index, %v: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %view = memref.reinterpret_cast %x to offset: [%i], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %old = memref.atomic_rmw addf %v, %view[%zero] : (f32, memref<1xf32, strided<[1], offset: ?>>) -> f32
  }
  return
}
}
