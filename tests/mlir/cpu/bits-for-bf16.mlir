// RUN: triton-shared-opt %s --bits-for-bf16 --split-input-file | FileCheck %s

// What only moves values moves their bits; constants become bits, and an argument says what it holds.

// CHECK-LABEL: llvm.func @moves(%arg0: !llvm.ptr, %arg1: i16 {tts.bits_of = bf16}) {
// CHECK:         %[[ONE:.+]] = llvm.mlir.constant(dense<1.000000e+00> : vector<4xbf16>) : vector<4xbf16>
// CHECK-NEXT:    %[[BITS:.+]] = llvm.bitcast %[[ONE]] : vector<4xbf16> to vector<4xi16>
// CHECK:         %[[X:.+]] = llvm.load %arg0 : !llvm.ptr -> vector<4xi16>
// CHECK:         %[[Y:.+]] = llvm.insertelement %arg1, %[[X]]{{.*}} : vector<4xi16>
// CHECK:         %[[Z:.+]] = llvm.shufflevector %[[Y]], %[[BITS]] [0, 1, 4, 5] : vector<4xi16>
// CHECK:         llvm.atomicrmw xchg %arg0, %arg1 monotonic : !llvm.ptr, i16
// CHECK:         llvm.getelementptr %arg0[1] : (!llvm.ptr) -> !llvm.ptr, bf16
// CHECK:         llvm.store %[[Z]], %{{.+}} : vector<4xi16>, !llvm.ptr

module attributes {tts.target = {abi = "", cpu = "x86-64-v3", features = "+sse,+avx2", triple = ""}} {
  llvm.func @moves(%p: !llvm.ptr, %x: bf16) {
    %one = llvm.mlir.constant(dense<1.0> : vector<4xbf16>) : vector<4xbf16>
    %zero = llvm.mlir.constant(0 : i32) : i32
    %v = llvm.load %p : !llvm.ptr -> vector<4xbf16>
    %w = llvm.insertelement %x, %v[%zero : i32] : vector<4xbf16>
    %s = llvm.shufflevector %w, %one [0, 1, 4, 5] : vector<4xbf16>
    %old = llvm.atomicrmw xchg %p, %x monotonic : !llvm.ptr, bf16
    %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, bf16
    llvm.store %s, %q : vector<4xbf16>, !llvm.ptr
    llvm.return
  }
}

// -----

// What computes takes numbers, and what it gives is bits to all others.

// CHECK-LABEL: llvm.func @adds(%arg0: !llvm.ptr, %arg1: i16
// CHECK:         %[[X:.+]] = llvm.bitcast %arg1 : i16 to bf16
// CHECK:         %[[OLD:.+]] = llvm.atomicrmw fadd %arg0, %[[X]] monotonic : !llvm.ptr, bf16
// CHECK:         %[[BITS:.+]] = llvm.bitcast %[[OLD]] : bf16 to i16
// CHECK:         llvm.store %[[BITS]], %arg0 : i16, !llvm.ptr

module attributes {tts.target = {abi = "", cpu = "x86-64-v3", features = "+sse,+avx2", triple = ""}} {
  llvm.func @adds(%p: !llvm.ptr, %x: bf16) {
    %old = llvm.atomicrmw fadd %p, %x monotonic : !llvm.ptr, bf16
    llvm.store %old, %p : bf16, !llvm.ptr
    llvm.return
  }
}

// -----

// A module that calls what is defined elsewhere stays as it is.

// CHECK-LABEL: llvm.func @there(bf16)
// CHECK:         llvm.call @there(%arg0) : (bf16) -> ()

module attributes {tts.target = {abi = "", cpu = "x86-64-v3", features = "+sse,+avx2", triple = ""}} {
  llvm.func @there(bf16)
  llvm.func @calls(%x: bf16) {
    llvm.call @there(%x) : (bf16) -> ()
    llvm.return
  }
}
