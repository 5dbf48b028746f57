// RUN: triton-shared-opt %s --triton-to-structured --canonicalize --cse | FileCheck %s --check-prefix=TTS
// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s

// The tutorial matmul's modulo: rows (start + i) % n are copied segment by segment, each with all its columns.

// TTS-LABEL: tt.func public @rows
// TTS:         "tts.load"(%{{.+}}) <{{{.*}}cuts = array<i64: 0>, loops = array<i64>

// CHECK-LABEL: func.func @rows
// CHECK:         scf.for %[[SEGMENT:.+]] = %{{.+}} to %{{.+}} step %c1 {
// CHECK-NOT:       {{scf.(for|parallel)}}
// CHECK:           memref.reinterpret_cast %arg0 to offset: [%{{.+}}], sizes: [%{{.+}}, 32], strides: [%{{.+}}, 1]
// CHECK:           memref.copy
// CHECK:         }
tt.func public @rows(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32, %stride: i32) {
  %pid = tt.get_program_id x : i32
  %c16 = arith.constant 16 : i32
  %start = arith.muli %pid, %c16 : i32
  %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %j = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %starts = tt.splat %start : i32 -> tensor<16xi32>
  %row = arith.addi %starts, %i : tensor<16xi32>
  %ns = tt.splat %n : i32 -> tensor<16xi32>
  %wrapped = arith.remsi %row, %ns : tensor<16xi32>
  %w1 = tt.expand_dims %wrapped {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %j1 = tt.expand_dims %j {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %s1 = tt.splat %stride : i32 -> tensor<16x1xi32>
  %lines = arith.muli %w1, %s1 : tensor<16x1xi32>
  %lb = tt.broadcast %lines : tensor<16x1xi32> -> tensor<16x32xi32>
  %jb = tt.broadcast %j1 : tensor<1x32xi32> -> tensor<16x32xi32>
  %offset = arith.addi %lb, %jb : tensor<16x32xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %offset : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
  %v = tt.load %xp : tensor<16x32x!tt.ptr<f32>>
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
  %op = tt.addptr %os, %offset : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
  tt.store %op, %v : tensor<16x32x!tt.ptr<f32>>
  tt.return
}
