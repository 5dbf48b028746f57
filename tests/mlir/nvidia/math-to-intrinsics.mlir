// RUN: triton-shared-opt %s --math-to-intrinsics | FileCheck %s

// CHECK-LABEL: func.func @fused
// CHECK:         llvm.call_intrinsic "llvm.fma"(%arg0, %arg0, %arg0) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK:         llvm.call_intrinsic "llvm.fabs"
func.func @fused(%x: vector<4xf32>) -> vector<4xf32> {
  %y = math.fma %x, %x, %x : vector<4xf32>
  %z = math.absf %y : vector<4xf32>
  return %z : vector<4xf32>
}

// CHECK-LABEL: func.func @bits
// CHECK:         %[[NO:.+]] = arith.constant false
// CHECK:         llvm.call_intrinsic "llvm.abs"(%arg0, %[[NO]]) : (vector<4xi8>, i1) -> vector<4xi8>
// CHECK:         llvm.call_intrinsic "llvm.ctlz"
func.func @bits(%x: vector<4xi8>) -> vector<4xi8> {
  %y = math.absi %x : vector<4xi8>
  %z = math.ctlz %y : vector<4xi8>
  return %z : vector<4xi8>
}
