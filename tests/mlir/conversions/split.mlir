// RUN: triton-shared-opt %s --triton-to-structured --remove-dead-values --canonicalize --cse | FileCheck %s --check-prefix=TTS
// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s

// 128 elements from a multiple of 128 on are 8 rows of 16: x / 16 * 20 + x % 16 is strided, and a reshape.

// TTS-LABEL: tt.func public @rows
// TTS:         "tts.load"(%{{.+}}) <{{{.*}}cuts = array<i64>, loops = array<i64>, {{.*}}>
// TTS:         tt.reshape %{{.+}} : tensor<8x16xf32> -> tensor<128xf32>

// CHECK-LABEL: func.func @rows
// CHECK-NOT:     {{scf.(for|parallel)}}
// CHECK:         memref.reinterpret_cast %arg0 to offset: [%{{.+}}], sizes: [8, 16], strides: [20, 1]
// CHECK:         memref.copy
// CHECK:         tensor.collapse_shape
tt.func public @rows(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
  %pid = tt.get_program_id x : i32
  %c128 = arith.constant 128 : i32
  %start = arith.muli %pid, %c128 : i32
  %lanes = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %starts = tt.splat %start : i32 -> tensor<128xi32>
  %i = arith.addi %starts, %lanes : tensor<128xi32>
  %c16 = arith.constant dense<16> : tensor<128xi32>
  %c20 = arith.constant dense<20> : tensor<128xi32>
  %row = arith.divsi %i, %c16 : tensor<128xi32>
  %column = arith.remsi %i, %c16 : tensor<128xi32>
  %rows = arith.muli %row, %c20 : tensor<128xi32>
  %offset = arith.addi %rows, %column : tensor<128xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %offset : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %v = tt.load %xp : tensor<128x!tt.ptr<f32>>
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %op = tt.addptr %os, %i : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  tt.store %op, %v : tensor<128x!tt.ptr<f32>>
  tt.return
}
