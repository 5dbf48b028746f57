// RUN: triton-shared-opt %s --approximate-math | FileCheck %s

// CHECK-LABEL: func.func @approximate
// CHECK:         %[[SCALED:.+]] = arith.mulf %arg0
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.ex2.approx.f32"
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.div.full"
func.func @approximate(%x: vector<2xf32>, %y: vector<2xf32>) -> vector<2xf32> {
  %e = math.exp %x : vector<2xf32>
  %q = arith.divf %e, %y : vector<2xf32>
  return %q : vector<2xf32>
}

// CHECK-LABEL: func.func @ieee
// CHECK:         arith.divf %arg0, %arg0 {tt.precise} : f32
// CHECK:         arith.divf %arg1, %arg1 : f64
func.func @ieee(%x: f32, %y: f64) -> (f32, f64) {
  %a = arith.divf %x, %x {tt.precise} : f32
  %b = arith.divf %y, %y : f64
  return %a, %b : f32, f64
}

// CHECK-LABEL: func.func @tangent
// CHECK:         llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK:         llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
// CHECK:         math.copysign
func.func @tangent(%x: f32) -> f32 {
  %t = math.tanh %x : f32
  return %t : f32
}

// CHECK-LABEL: func.func @error_function
// CHECK-NOT:     math.erf
// CHECK:         llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK:         math.copysign
func.func @error_function(%x: f32) -> f32 {
  %t = math.erf %x : f32
  return %t : f32
}

// An exponential that is to be precise: x log2 e = n + f, and 2^n has n in its exponent.

// CHECK-LABEL: func.func @precise
// CHECK:         arith.minnumf
// CHECK:         arith.maxnumf
// CHECK:         %[[N:.+]] = llvm.call_intrinsic "llvm.nvvm.fma.rm.f"
// CHECK:         %[[BITS:.+]] = arith.bitcast %[[N]] : f32 to i32
// CHECK:         arith.shli %[[BITS]]
// CHECK:         %[[POWER:.+]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK:         arith.mulf %[[POWER]]
func.func @precise(%x: f32) -> f32 {
  %e = math.exp %x {tt.precise} : f32
  return %e : f32
}
