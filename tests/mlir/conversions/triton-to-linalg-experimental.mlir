// RUN: triton-shared-opt %s --triton-to-linalg-experimental='structured-ldst-mode=tensor-first-vector-cpu' | FileCheck %s

// CHECK-LABEL: func.func @double
// CHECK-SAME:  (%arg0: memref<*xf32>, %arg1: memref<*xf32>,
// CHECK-NOT:   memref.copy
// CHECK:       %[[X:.+]] = bufferization.to_tensor
// CHECK:       %[[SUM:.+]] = linalg.generic {{.*}} ins(%[[X]], %[[X]]
// CHECK:       bufferization.materialize_in_destination %[[SUM]] in writable
tt.func public @double(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %i = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %px = tt.addptr %xs, %i : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %v = tt.load %px : tensor<128x!tt.ptr<f32>>
  %twice = arith.addf %v, %v : tensor<128xf32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %py = tt.addptr %ys, %i : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  tt.store %py, %twice : tensor<128x!tt.ptr<f32>>
  tt.return
}
