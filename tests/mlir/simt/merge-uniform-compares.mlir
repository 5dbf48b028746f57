// RUN: triton-shared-opt %s --merge-uniform-compares | FileCheck %s

// CHECK-LABEL: func.func @masks
// CHECK:         %[[FIRSTS:.+]] = vector.shuffle %{{.+}}, %{{.+}} [0, 4] : vector<8xi32>, vector<8xi32>
// CHECK:         %[[BOUND:.+]] = vector.shuffle
// CHECK:         %[[C:.+]] = arith.cmpi slt, %[[FIRSTS]], %[[BOUND]] : vector<2xi32>
// CHECK:         %[[ALL:.+]] = vector.shuffle %[[C]], %[[C]] [0, 0, 0, 0, 1, 1, 1, 1] : vector<2xi1>, vector<2xi1>
// CHECK:         return %[[ALL]]
func.func @masks(%n: i32 {tt.divisibility = 16 : i32}, %m: i32) -> vector<8xi1> {
  %two = arith.constant 2 : i32
  %steps = arith.constant dense<[0, 1, 2, 3, 512, 513, 514, 515]> : vector<8xi32>
  %first = arith.shli %m, %two : i32
  %base = vector.broadcast %first : i32 to vector<8xi32>
  %place = arith.addi %base, %steps : vector<8xi32>
  %bound = vector.broadcast %n : i32 to vector<8xi32>
  %mask = arith.cmpi slt, %place, %bound : vector<8xi32>
  return %mask : vector<8xi1>
}

// A bound on the left; runs of two, since the base is even.
// CHECK-LABEL: func.func @pairs
// CHECK:         arith.cmpi ugt, %{{.+}}, %{{.+}} : vector<2xi32>
// CHECK:         vector.shuffle %{{.+}} [0, 0, 1, 1]
func.func @pairs(%n: i32 {tt.divisibility = 16 : i32}, %m: i32) -> vector<4xi1> {
  %one = arith.constant 1 : i32
  %steps = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
  %first = arith.shli %m, %one : i32
  %base = vector.broadcast %first : i32 to vector<4xi32>
  %place = arith.addi %base, %steps : vector<4xi32>
  %bound = vector.broadcast %n : i32 to vector<4xi32>
  %mask = arith.cmpi ugt, %bound, %place : vector<4xi32>
  return %mask : vector<4xi1>
}

// The bound is one of a run, or nothing is known of it, or of the base.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-4: arith.cmpi {{.*}} : vector<4xi32>
// CHECK-NOT:     vector.shuffle
func.func @others(%n: i32 {tt.divisibility = 16 : i32}, %m: i32) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
  %steps = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
  %known = vector.broadcast %n : i32 to vector<4xi32>
  %unknown = vector.broadcast %m : i32 to vector<4xi32>
  %place = arith.addi %known, %steps : vector<4xi32>
  %odd = arith.addi %unknown, %steps : vector<4xi32>
  %a = arith.cmpi sle, %place, %known : vector<4xi32>
  %b = arith.cmpi slt, %place, %unknown : vector<4xi32>
  %c = arith.cmpi slt, %odd, %known : vector<4xi32>
  %d = arith.cmpi eq, %place, %known : vector<4xi32>
  return %a, %b, %c, %d : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
}
