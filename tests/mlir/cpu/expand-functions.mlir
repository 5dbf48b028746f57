// RUN: triton-shared-opt %s --split-input-file --expand-functions | FileCheck %s

module attributes {tts.target = {abi = "", cpu = "x86-64-v3", features = "+sse,+avx2,+fma", triple = ""}} {
// CHECK-LABEL: func.func @vectors
// CHECK-NOT:   math.sin
// CHECK-NOT:   math.exp
// CHECK:       math.fma {{.*}} : vector<8xf64>
// CHECK:       math.fma {{.*}} : vector<8xf32>
// CHECK-NOT:   math.exp
// CHECK:       return
func.func @vectors(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.sin %x : vector<8xf32>
  %1 = math.exp %0 : vector<8xf32>
  return %1 : vector<8xf32>
}

// CHECK-LABEL: func.func @root
// CHECK-NEXT:  math.rsqrt %arg0 : vector<8xf32>
func.func @root(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.rsqrt %x : vector<8xf32>
  return %0 : vector<8xf32>
}
}

// -----

// Without fused products, only what C libraries do not compute closely enough.

module attributes {tts.target = {abi = "", cpu = "x86-64", features = "+sse,+sse2", triple = ""}} {
// CHECK-LABEL: func.func @calls
// CHECK-NEXT:  math.sin %arg0 : vector<4xf32>
// CHECK:       math.fma {{.*}} : vector<4xf64>
// CHECK-NOT:   math.erfc
// CHECK:       return
func.func @calls(%x: vector<4xf32>) -> vector<4xf32> {
  %0 = math.sin %x : vector<4xf32>
  %1 = math.erfc %0 : vector<4xf32>
  return %1 : vector<4xf32>
}
}
