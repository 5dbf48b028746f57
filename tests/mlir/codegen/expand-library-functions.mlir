// RUN: triton-shared-opt %s --expand-library-functions | FileCheck %s

// CHECK-LABEL: func.func @logarithm
// CHECK-NOT:   math.log
// CHECK:       math.fma {{.*}} : vector<2xf64>
// CHECK:       return
func.func @logarithm(%x: vector<2xf64>) -> vector<2xf64> {
  %0 = math.log2 %x : vector<2xf64>
  return %0 : vector<2xf64>
}

// Narrow floats are computed in f64; angles that are large in any lane take a branch.

// CHECK-LABEL: func.func @sine
// CHECK:       arith.extf %arg0 : vector<4xf32> to vector<4xf64>
// CHECK:       %[[ANY:.+]] = vector.reduction <or>
// CHECK:       scf.if %[[ANY]]
// CHECK:         arith.mului_extended
// CHECK:       } else {
// CHECK:       %[[Y:.+]] = arith.truncf %{{.+}} : vector<4xf64> to vector<4xf32>
// CHECK-NEXT:  return %[[Y]]
func.func @sine(%x: vector<4xf32>) -> vector<4xf32> {
  %0 = math.sin %x : vector<4xf32>
  return %0 : vector<4xf32>
}

// A remainder is exact: a fused product, or a long division in a branch.

// CHECK-LABEL: func.func @remainder
// CHECK:       scf.if
// CHECK:       scf.while
// CHECK:         arith.remui %{{.+}} : i64
// CHECK-NOT:   arith.remf
func.func @remainder(%x: f32, %y: f32) -> f32 {
  %0 = arith.remf %x, %y : f32
  return %0 : f32
}

// What has an expansion in f32 is left to it.

// CHECK-LABEL: func.func @left
// CHECK-NEXT:  math.exp %arg0 : f32
func.func @left(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}
