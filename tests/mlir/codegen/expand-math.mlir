// RUN: triton-shared-opt %s --expand-math | FileCheck %s

// CHECK-LABEL: func.func @exp
// CHECK-NOT:   {{math\.[^f]}}
// CHECK:       math.fma {{.*}} : vector<16xf32>
// CHECK-NOT:   {{math\.[^f]}}
// CHECK:       return
func.func @exp(%x: vector<16xf32>) -> vector<16xf32> {
  %0 = math.exp %x : vector<16xf32>
  return %0 : vector<16xf32>
}

// Half precision is computed in f32.

// CHECK-LABEL: func.func @narrow
// CHECK-NEXT:  arith.extf %arg0 : f16 to f32
// CHECK-NOT:   math.tanh
// CHECK:       math.fma {{.*}} : f32
// CHECK:       %[[Y:.+]] = arith.truncf %{{.+}} : f32 to f16
// CHECK-NEXT:  return %[[Y]]
func.func @narrow(%x: f16) -> f16 {
  %0 = math.tanh %x : f16
  return %0 : f16
}

// Other types and functions stay.

// CHECK-LABEL: func.func @left
// CHECK-NEXT:  math.exp %arg0 : vector<8xf64>
// CHECK-NEXT:  math.acosh %arg1 : f32
// CHECK-NEXT:  return
func.func @left(%x: vector<8xf64>, %y: f32) -> (vector<8xf64>, f32) {
  %0 = math.exp %x : vector<8xf64>
  %1 = math.acosh %y : f32
  return %0, %1 : vector<8xf64>, f32
}
