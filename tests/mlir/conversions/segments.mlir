// RUN: triton-shared-opt %s --triton-to-structured --canonicalize --cse | FileCheck %s --check-prefix=TTS
// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s

// x % 64 + 80 * (x // 64) from any start on: one loop over the quotients, one contiguous copy each.

// TTS-LABEL: tt.func public @rows
// TTS:         "tts.load"(%{{.+}}) <{cuts = array<i64: 0>, loops = array<i64>, {{.*}}}>

// CHECK-LABEL: func.func @rows
// CHECK:         scf.for %[[QUOTIENT:.+]] = %{{.+}} to %{{.+}} step %c1 {
// CHECK-NOT:       arith.div
// CHECK-NOT:       arith.rem
// CHECK:           memref.reinterpret_cast %arg0 to offset: [%{{.+}}], sizes: [%{{.+}}], strides: [1]
// CHECK:           memref.copy
// CHECK:         }
tt.func public @rows(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %start: i32) {
  %c64 = arith.constant dense<64> : tensor<512xi32>
  %c80 = arith.constant dense<80> : tensor<512xi32>
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %starts = tt.splat %start : i32 -> tensor<512xi32>
  %flat = arith.addi %starts, %i : tensor<512xi32>
  %row = arith.divsi %flat, %c64 : tensor<512xi32>
  %column = arith.remsi %flat, %c64 : tensor<512xi32>
  %lines = arith.muli %row, %c80 : tensor<512xi32>
  %offset = arith.addi %lines, %column : tensor<512xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %offset : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %v = tt.load %xp : tensor<512x!tt.ptr<f32>>
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %op = tt.addptr %os, %flat : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  tt.store %op, %v : tensor<512x!tt.ptr<f32>>
  tt.return
}
