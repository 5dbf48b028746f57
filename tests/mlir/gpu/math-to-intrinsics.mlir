// RUN: triton-shared-opt %s --math-to-intrinsics | FileCheck %s

// CHECK-LABEL: func.func @fused
// CHECK:         llvm.call_intrinsic "llvm.fma"(%arg0, %arg0, %arg0) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK:         llvm.call_intrinsic "llvm.fabs"
func.func @fused(%x: vector<4xf32>) -> vector<4xf32> {
  %y = math.fma %x, %x, %x : vector<4xf32>
  %z = math.absf %y : vector<4xf32>
  return %z : vector<4xf32>
}
