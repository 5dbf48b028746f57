// RUN: triton-shared-opt %s --zero-poison | FileCheck %s

// Integers and pointers are 0, floats stay undefined.

// CHECK-LABEL: tt.func public @triton
// CHECK:       arith.constant 0 : i64
// CHECK:       arith.constant dense<0> : tensor<4xi32>
// CHECK:       %[[NULL:.+]] = arith.constant 0 : i64
// CHECK:       tt.int_to_ptr %[[NULL]] : i64 -> !tt.ptr<f32>
// CHECK:       %[[NULLS:.+]] = arith.constant dense<0> : tensor<4xi64>
// CHECK:       tt.int_to_ptr %[[NULLS]] : tensor<4xi64> -> tensor<4x!tt.ptr<f32>>
// CHECK:       ub.poison : f32
// CHECK-NOT:   ub.poison
tt.func public @triton() {
  %0 = ub.poison : i64
  %1 = ub.poison : tensor<4xi32>
  %2 = ub.poison : !tt.ptr<f32>
  %3 = ub.poison : tensor<4x!tt.ptr<f32>>
  %4 = ub.poison : f32
  tt.return
}
