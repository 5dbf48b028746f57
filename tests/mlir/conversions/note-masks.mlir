// RUN: triton-shared-opt %s --note-masks | FileCheck %s
// RUN: triton-shared-opt %s --note-masks --triton-to-linalg --check-accesses | FileCheck %s --check-prefix=LOWERED

// The mask of the store compares the lane with an argument; the load has none.

// CHECK:       module attributes {tts.masks = {{.+}}note-masks.mlir:22:3{{.+}}cmpi{{.+}}slt
// CHECK:       tt.load
// CHECK:       tt.store

// LOWERED-NOT:   tts.masks
// LOWERED-LABEL: func.func @k
// LOWERED:       call @triton_shared_touches
tt.func public @k(%x: !tt.ptr<i32>, %n: i32) {
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %p = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %at = tt.addptr %p, %i : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %v = tt.load %at : tensor<8x!tt.ptr<i32>>

  // line 22
  tt.store %at, %v, %mask : tensor<8x!tt.ptr<i32>>
  tt.return
}
