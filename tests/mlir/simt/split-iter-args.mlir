// RUN: triton-shared-opt %s --split-iter-args | FileCheck %s

// CHECK-LABEL: func.func @taken_apart
// CHECK-DAG:     %[[A:.+]] = vector.extract %arg0[0]
// CHECK-DAG:     %[[B:.+]] = vector.extract %arg0[1]
// CHECK:         %[[R:.+]]:3 = scf.for %{{.+}} iter_args(%[[X:.+]] = %[[A]], %[[Y:.+]] = %[[B]], %[[N:.+]] = %{{.+}}) -> (f32, f32, i32)
// CHECK-NOT:       vector
// CHECK:           %[[S:.+]] = arith.addf %[[X]], %[[Y]]
// CHECK:           %[[M:.+]] = arith.addi %[[N]], %[[N]]
// CHECK:           scf.yield %[[S]], %[[X]], %[[M]] : f32, f32, i32
// CHECK:         vector.from_elements %[[R]]#0, %[[R]]#1 : vector<2xf32>
func.func @taken_apart(%v: vector<2xf32>, %n: index, %one: i32) -> (vector<2xf32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %v, %m = %one) -> (vector<2xf32>, i32) {
    %x = vector.extract %c[0] : f32 from vector<2xf32>
    %part = vector.shuffle %c, %c [1] : vector<2xf32>, vector<2xf32>
    %y = vector.extract %part[0] : f32 from vector<1xf32>
    %s = arith.addf %x, %y : f32
    %next = vector.from_elements %s, %x : vector<2xf32>
    %d = arith.addi %m, %m : i32
    scf.yield %next, %d : vector<2xf32>, i32
  }
  return %r#0, %r#1 : vector<2xf32>, i32
}

// CHECK-LABEL: func.func @computed_with
// CHECK:         scf.for %{{.+}} -> (vector<2xf32>)
// CHECK:           arith.addf %{{.+}} : vector<2xf32>
func.func @computed_with(%v: vector<2xf32>, %n: index) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %v) -> (vector<2xf32>) {
    %s = arith.addf %c, %v : vector<2xf32>
    %x = vector.extract %s[0] : f32 from vector<2xf32>
    %next = vector.from_elements %x, %x : vector<2xf32>
    scf.yield %next : vector<2xf32>
  }
  return %r : vector<2xf32>
}
