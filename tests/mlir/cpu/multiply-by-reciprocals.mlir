// RUN: triton-shared-opt %s --split-input-file --multiply-by-reciprocals | FileCheck %s

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse2,+avx2,+fma,+avx512f", triple = "x86_64-linux-gnu"}} {
// A vector is multiplied by the reciprocal of what all lanes are divided by, and twice mended; unusual numbers are divided.

// CHECK-LABEL: func.func @rows
// CHECK:       %[[Y:.+]] = arith.divf %{{.+}}, %arg2 : f32
// CHECK:       %[[USUAL:.+]] = arith.cmpi ult, {{.+}} : i32
// CHECK:       scf.for
// CHECK:         %[[X:.+]] = vector.load %arg0
// CHECK:         %[[LANES:.+]] = arith.cmpi ult, {{.+}} : vector<16xi32>
// CHECK:         %[[EVERY:.+]] = vector.reduction <and>, %[[LANES]]
// CHECK:         %[[BOTH:.+]] = arith.andi %[[USUAL]], %[[EVERY]]
// CHECK:         %[[Q:.+]] = scf.if %[[BOTH]]
// CHECK:           vector.broadcast %[[Y]]
// CHECK:           arith.mulf
// CHECK-COUNT-4:   vector.fma
// CHECK:         } else {
// CHECK:           arith.divf %[[X]]
// CHECK:         vector.store %[[Q]]
func.func @rows(%x: memref<64xf32>, %y: memref<64xf32>, %s: f32) {
  %zero = arith.constant 0 : index
  %lanes = arith.constant 16 : index
  %end = arith.constant 64 : index
  scf.for %i = %zero to %end step %lanes {
    %v = vector.load %x[%i] : memref<64xf32>, vector<16xf32>
    %d = vector.broadcast %s : f32 to vector<16xf32>
    %q = arith.divf %v, %d : vector<16xf32>
    vector.store %q, %y[%i] : memref<64xf32>, vector<16xf32>
  }
  return
}

// Not where each lane, or each turn, has a divisor of its own.

// CHECK-LABEL: func.func @others
// CHECK-NOT:   scf.if
// CHECK:       return
func.func @others(%x: memref<64xf32>, %y: memref<64xf32>, %s: memref<64xf32>) {
  %zero = arith.constant 0 : index
  %lanes = arith.constant 16 : index
  %end = arith.constant 64 : index
  scf.for %i = %zero to %end step %lanes {
    %v = vector.load %x[%i] : memref<64xf32>, vector<16xf32>
    %d = vector.load %s[%i] : memref<64xf32>, vector<16xf32>
    %q = arith.divf %v, %d : vector<16xf32>
    %one = memref.load %s[%i] : memref<64xf32>
    %all = vector.broadcast %one : f32 to vector<16xf32>
    %r = arith.divf %q, %all : vector<16xf32>
    vector.store %r, %y[%i] : memref<64xf32>, vector<16xf32>
  }
  return
}
}

// -----

module attributes {tts.target = {abi = "", cpu = "znver5", features = "+sse2,+avx2,+fma,+avx512f", triple = "x86_64-linux-gnu"}} {
// CHECK-LABEL: func.func @fast
// CHECK-NOT:   scf.if
// CHECK:       return
func.func @fast(%x: memref<64xf32>, %y: memref<64xf32>, %s: f32) {
  %zero = arith.constant 0 : index
  %lanes = arith.constant 16 : index
  %end = arith.constant 64 : index
  scf.for %i = %zero to %end step %lanes {
    %v = vector.load %x[%i] : memref<64xf32>, vector<16xf32>
    %d = vector.broadcast %s : f32 to vector<16xf32>
    %q = arith.divf %v, %d : vector<16xf32>
    vector.store %q, %y[%i] : memref<64xf32>, vector<16xf32>
  }
  return
}
}
