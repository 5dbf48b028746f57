// RUN: triton-shared-opt %s --scalarize-unit-vectors | FileCheck %s

// CHECK-LABEL: func.func @one
// CHECK-DAG:     %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG:     %[[X:.+]] = vector.extract %arg0[0]
// CHECK:         %[[SUM:.+]] = arith.addf %[[X]], %{{.+}} fastmath<contract> : f32
// CHECK:         arith.cmpf olt, %{{.+}}, %{{.+}} : f32
// CHECK:         arith.select %{{.+}}, %{{.+}}, %{{.+}} : f32
// CHECK:         %[[R:.+]] = vector.from_elements %{{.+}} : vector<1xf32>
// CHECK:         return %[[R]]
func.func @one(%x: vector<1xf32>) -> vector<1xf32> {
  %one = arith.constant dense<1.0> : vector<1xf32>
  %sum = arith.addf %x, %one fastmath<contract> : vector<1xf32>
  %less = arith.cmpf olt, %sum, %x : vector<1xf32>
  %r = arith.select %less, %sum, %x : vector<1xi1>, vector<1xf32>
  return %r : vector<1xf32>
}

// CHECK-LABEL: func.func @two
// CHECK:         arith.addf %arg0, %arg0 : vector<2xf32>
// CHECK:         math.exp %arg1 : f32
func.func @two(%x: vector<2xf32>, %y: f32) -> (vector<2xf32>, f32) {
  %s = arith.addf %x, %x : vector<2xf32>
  %e = math.exp %y : f32
  return %s, %e : vector<2xf32>, f32
}
