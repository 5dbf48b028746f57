// RUN: triton-shared-opt %s --note-touches | FileCheck %s
// RUN: triton-shared-opt %s --note-touches --triton-to-linalg --check-races --check-accesses | FileCheck %s --check-prefix=LOWERED

// CHECK:       module attributes {tts.touches = {{.+}}reads{{.+}}writes
// CHECK:       tt.load
// CHECK:       tt.store

// LOWERED-NOT:   tts.touches
// LOWERED-LABEL: func.func @k
// LOWERED-SAME:  tt.touches = {{.+}}reads{{.+}}writes
tt.func public @k(%x: !tt.ptr<i32>, %n: i32) {
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %p = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %at = tt.addptr %p, %i : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %v = tt.load %at : tensor<8x!tt.ptr<i32>>
  tt.store %at, %v, %mask : tensor<8x!tt.ptr<i32>>
  tt.return
}
