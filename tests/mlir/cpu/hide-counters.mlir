// RUN: triton-shared-opt %s --split-input-file --hide-counters | FileCheck %s

// Only the end of a loop sees its counter, where accesses have scaled indices.

// CHECK-LABEL: func.func @scales
// CHECK:       scf.for %[[I:[a-z0-9]+]] =
// CHECK-NEXT:    %[[NUMBER:.+]] = arith.index_cast %[[I]] : index to i64
// CHECK-NEXT:    %[[ZERO:.+]] = arith.constant 0 : i64
// CHECK-NEXT:    %[[SAME:.+]] = llvm.intr.expect %[[NUMBER]], %[[ZERO]] : i64
// CHECK-NEXT:    %[[J:.+]] = arith.index_cast %[[SAME]] : i64 to index
// CHECK-NEXT:    memref.load %{{.+}}[%[[J]]]
// CHECK-NEXT:    memref.store %{{.+}}, %{{.+}}[%[[J]]]
module attributes {tts.target = {abi = "", cpu = "x86-64-v3", features = "+avx2", triple = "x86_64-linux-gnu"}} {
  func.func @scales(%x: memref<64xf32>, %y: memref<64xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c64 step %c1 {
      %0 = memref.load %x[%i] : memref<64xf32>
      memref.store %0, %y[%i] : memref<64xf32>
    }
    return
  }
}

// -----

// CHECK-LABEL: func.func @does_not
// CHECK-NOT:     llvm.intr.expect
module attributes {tts.target = {abi = "lp64d", cpu = "generic-rv64", features = "+v", triple = "riscv64-linux-gnu"}} {
  func.func @does_not(%x: memref<64xf32>, %y: memref<64xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c64 step %c1 {
      %0 = memref.load %x[%i] : memref<64xf32>
      memref.store %0, %y[%i] : memref<64xf32>
    }
    return
  }
}
