// RUN: triton-shared-opt %s | FileCheck %s --check-prefixes=CHECK,SAME
// RUN: triton-shared-opt %s --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,CLEAN
// RUN: triton-shared-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s --check-prefix=SHARED
// RUN: triton-shared-opt %s --triton-to-linalg-experimental | FileCheck %s --check-prefix=SHARED
// RUN: triton-shared-opt %s --pass-pipeline='builtin.module(triton-to-linalg)' | FileCheck %s --check-prefix=SHARED
// RUN: triton-shared-opt %s --triton-to-linalg -o %t
// RUN: not triton-shared-opt %s --triton-to-lingalg 2>&1 | FileCheck %s --check-prefix=TYPO

// CHECK-LABEL: tt.func public @copy
// GENERIC: "tt.func"()
// SHARED-LABEL: func.func @copy
// SHARED-NOT: tt.
// SHARED: memref.reinterpret_cast
// SHARED: bufferization.materialize_in_destination
// TYPO: triton-shared-opt: unknown flag '--triton-to-lingalg'; did you mean --triton-to-linalg
tt.func public @copy(%from: !tt.ptr<f32>, %to: !tt.ptr<f32>) {
  // SAME: tt.make_range
  // SAME: tt.make_range
  // CLEAN: tt.make_range
  // CLEAN-NOT: tt.make_range
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %again = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %source = tt.splat %from : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %sources = tt.addptr %source, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %value = tt.load %sources : tensor<64x!tt.ptr<f32>>
  %target = tt.splat %to : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %targets = tt.addptr %target, %again : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %targets, %value : tensor<64x!tt.ptr<f32>>
  tt.return
}
