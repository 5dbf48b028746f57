// RUN: triton-shared-opt %s --split-input-file --triton-to-structured=refuse-unstructured --verify-diagnostics
// RUN: not triton-shared-opt %s --split-input-file --triton-to-linalg=refuse-unstructured 2>&1 | FileCheck %s
// RUN: triton-shared-opt %s --split-input-file --triton-to-linalg='refuse-unstructured=false' | FileCheck %s --check-prefix=LOOPS

// A masked block is one strided copy: it is not refused.

// LOOPS-LABEL: func.func @block
tt.func public @block(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %limit = tt.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %i, %limit : tensor<64xi32>
  %px = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %at = tt.addptr %px, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %at, %mask : tensor<64x!tt.ptr<f32>>
  %py = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %to = tt.addptr %py, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %to, %v, %mask : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// What is gathered, scattered, or touched element by element is: all of it, with a reason each.

// CHECK: refuse-unstructured.mlir:[[#@LINE+15]]:8: error: 'tt.load' is unstructured (the offset along dimension 0 comes from data, %{{.+}}[i0]): base %arg0, sizes [64]
// CHECK-NEXT: %v = tt.load %at
// CHECK: error: 'tt.atomic_rmw' is unstructured (atomic ops are performed element by element)
// CHECK-NOT: error:
// LOOPS-LABEL: func.func @gathered
// LOOPS: scf.parallel
tt.func public @gathered(%x: !tt.ptr<f32>, %rows: !tt.ptr<i32>) {
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %all = arith.constant dense<true> : tensor<64xi1>
  %pr = tt.splat %rows : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %ar = tt.addptr %pr, %i : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %r = tt.load %ar : tensor<64x!tt.ptr<i32>>
  %px = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %at = tt.addptr %px, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  // expected-error @+1 {{'tt.load' is unstructured (the offset along dimension 0 comes from data}}
  %v = tt.load %at : tensor<64x!tt.ptr<f32>>
  %to = tt.addptr %px, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  // expected-error @+1 {{'tt.atomic_rmw' is unstructured (atomic ops are performed element by element)}}
  %old = tt.atomic_rmw fadd, relaxed, gpu, %to, %v, %all : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
  tt.return
}
