// RUN: triton-shared-opt %s --split-input-file --extend-bf16-in-steps | FileCheck %s

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
// CHECK-LABEL: func.func @steps
// CHECK-NEXT:  %[[SINGLE:.+]] = arith.extf %arg0 : vector<16xbf16> to vector<16xf32>
// CHECK-NEXT:  %[[DOUBLE:.+]] = arith.extf %[[SINGLE]] : vector<16xf32> to vector<16xf64>
// CHECK-NEXT:  return %[[DOUBLE]]
func.func @steps(%x: vector<16xbf16>) -> vector<16xf64> {
  %0 = arith.extf %x : vector<16xbf16> to vector<16xf64>
  return %0 : vector<16xf64>
}

// CHECK-LABEL: func.func @one_step
// CHECK-NEXT:  arith.extf %arg0 : bf16 to f32
// CHECK-NEXT:  arith.extf %arg1 : f16 to f64
// CHECK-NEXT:  return
func.func @one_step(%x: bf16, %y: f16) -> (f32, f64) {
  %0 = arith.extf %x : bf16 to f32
  %1 = arith.extf %y : f16 to f64
  return %0, %1 : f32, f64
}
}
