// RUN: triton-shared-opt %s --expand-divisions | FileCheck %s

// CHECK-LABEL: func.func @signed
// CHECK-NEXT:  %[[A:.+]] = arith.sitofp %arg0 : vector<16xi32> to vector<16xf64>
// CHECK-NEXT:  %[[B:.+]] = arith.sitofp %arg1 : vector<16xi32> to vector<16xf64>
// CHECK-NEXT:  %[[C:.+]] = arith.divf %[[A]], %[[B]]
// CHECK-NEXT:  %[[Q:.+]] = arith.fptosi %[[C]] : vector<16xf64> to vector<16xi32>
// CHECK-NEXT:  return %[[Q]]
func.func @signed(%x: vector<16xi32>, %y: vector<16xi32>) -> vector<16xi32> {
  %0 = arith.divsi %x, %y : vector<16xi32>
  return %0 : vector<16xi32>
}

// CHECK-LABEL: func.func @narrow
// CHECK-NOT:   arith.rem
// CHECK:       arith.divf {{.*}} : vector<16xf32>
// CHECK:       %[[Q:.+]] = arith.trunci
// CHECK-NEXT:  %[[WHOLE:.+]] = arith.muli %[[Q]], %arg1
// CHECK-NEXT:  %[[R:.+]] = arith.subi %arg0, %[[WHOLE]]
// CHECK-NEXT:  return %[[R]]
func.func @narrow(%x: vector<16xi8>, %y: vector<16xi8>) -> vector<16xi8> {
  %0 = arith.remui %x, %y : vector<16xi8>
  return %0 : vector<16xi8>
}

// Scalars, 64 bits and divisions by constants stay.

// CHECK-LABEL: func.func @left
// CHECK-NEXT:  arith.constant dense<7>
// CHECK-NEXT:  arith.divsi %arg0, %arg1 : i32
// CHECK-NEXT:  arith.divui %arg2, %arg2 : vector<8xi64>
// CHECK-NEXT:  arith.divsi %arg3, %{{.+}} : vector<16xi32>
// CHECK-NEXT:  return
func.func @left(%x: i32, %y: i32, %z: vector<8xi64>, %w: vector<16xi32>) -> (i32, vector<8xi64>, vector<16xi32>) {
  %c7 = arith.constant dense<7> : vector<16xi32>
  %0 = arith.divsi %x, %y : i32
  %1 = arith.divui %z, %z : vector<8xi64>
  %2 = arith.divsi %w, %c7 : vector<16xi32>
  return %0, %1, %2 : i32, vector<8xi64>, vector<16xi32>
}
