// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s

// A pointer that moves by a uniform step is carried as one index; the tensor of pointers is gone.

// CHECK-LABEL: func.func @walk
// CHECK:         scf.for %{{.+}} = %{{.+}} to %{{.+}} step %{{.+}} iter_args(%[[ACC:.+]] = %{{.+}}, %[[OFFSET:.+]] = %c0) -> (tensor<32xf32>, index)
// CHECK:           memref.reinterpret_cast %arg0 to offset: [%[[OFFSET]]], sizes: [32], strides: [1]
// CHECK:           %[[NEXT:.+]] = arith.addi %[[OFFSET]], %{{.+}} : index
// CHECK:           scf.yield %{{.+}}, %[[NEXT]] : tensor<32xf32>, index
tt.func public @walk(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %trips: i32, %step: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<32xf32>
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  %steps = tt.splat %step : i32 -> tensor<32xi32>
  %sum:2 = scf.for %i = %c0 to %trips step %c1 iter_args(%acc = %zero, %p = %xp) -> (tensor<32xf32>, tensor<32x!tt.ptr<f32>>) : i32 {
    %v = tt.load %p : tensor<32x!tt.ptr<f32>>
    %a = arith.addf %acc, %v : tensor<32xf32>
    %q = tt.addptr %p, %steps : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    scf.yield %a, %q : tensor<32xf32>, tensor<32x!tt.ptr<f32>>
  }
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %op = tt.addptr %os, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  tt.store %op, %sum#0 : tensor<32x!tt.ptr<f32>>
  tt.return
}
