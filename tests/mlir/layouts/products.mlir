// RUN: triton-shared-opt %s --split-input-file --triton-to-linalg --shared-to-gpu --until=assign-layouts \
// RUN:   | FileCheck %s

// A product leaves its sums as its instruction does: of mma.sync 16 x 8 of them a warp, of wgmma 64 rows four warps.
// Operands keep the layouts in which they were read; they are converted, or go to shared memory, where they are multiplied.

// m16n8k16 of f16: two neighbours of a row in a thread, four threads a row; warps 2 x 2.
// CHECK-LABEL: func.func @mma_f16(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2], [0, 4], [32, 0]], warp = [[8, 0], [16, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2], [0, 4], [32, 0]], warp = [[8, 0], [16, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [0, 4], [16, 0]], warp = [[4, 0], [8, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [0, 4], [16, 0]], warp = [[4, 0], [8, 0]]}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16], [32, 0]], warp = [[16, 0], [0, 32]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [4, 0], [8, 0], [32, 0]], warp = [[16, 0], [0, 32]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @mma_f16(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = arith.constant dense<32> : tensor<64x1xi32>
  %scaled = arith.muli %at, %k : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x32xi32>
  %range1 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %at1 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x32xi32> -> tensor<64x32xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x32xi32>
  %base = tt.splat %a : !tt.ptr<f16> -> tensor<64x32x!tt.ptr<f16>>
  %ptrs = tt.addptr %base, %offset : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
  %loaded = tt.load %ptrs : tensor<64x32x!tt.ptr<f16>>
  %at2 = tt.expand_dims %range1 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %k1 = arith.constant dense<64> : tensor<32x1xi32>
  %scaled1 = arith.muli %at2, %k1 : tensor<32x1xi32>
  %wide2 = tt.broadcast %scaled1 : tensor<32x1xi32> -> tensor<32x64xi32>
  %at3 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide3 = tt.broadcast %at3 : tensor<1x64xi32> -> tensor<32x64xi32>
  %offset1 = arith.addi %wide2, %wide3 : tensor<32x64xi32>
  %base1 = tt.splat %b : !tt.ptr<f16> -> tensor<32x64x!tt.ptr<f16>>
  %ptrs1 = tt.addptr %base1, %offset1 : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
  %loaded1 = tt.load %ptrs1 : tensor<32x64x!tt.ptr<f16>>
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %dot = tt.dot %loaded, %loaded1, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
  %k2 = arith.constant dense<64> : tensor<64x1xi32>
  %scaled2 = arith.muli %at, %k2 : tensor<64x1xi32>
  %wide4 = tt.broadcast %scaled2 : tensor<64x1xi32> -> tensor<64x64xi32>
  %wide5 = tt.broadcast %at3 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset2 = arith.addi %wide4, %wide5 : tensor<64x64xi32>
  %base2 = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset2 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs2, %dot : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// All by one warp.
// CHECK-LABEL: func.func @mma_one_warp(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [1, 0], [2, 0], [4, 0], [8, 0]], register = [[0, 1], [0, 2], [0, 4], [16, 0]], warp = []}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [1, 0], [2, 0], [4, 0], [8, 0]], register = [[0, 1], [0, 2], [0, 4], [16, 0]], warp = []}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2], [0, 4], [8, 0]], warp = []}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2], [0, 4], [8, 0]], warp = []}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16], [16, 0]], warp = []}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [4, 0], [8, 0], [16, 0]], warp = []}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 1 : i64}} {
tt.func public @mma_one_warp(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %k = arith.constant dense<16> : tensor<32x1xi32>
  %scaled = arith.muli %at, %k : tensor<32x1xi32>
  %wide = tt.broadcast %scaled : tensor<32x1xi32> -> tensor<32x16xi32>
  %range1 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %at1 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x16xi32> -> tensor<32x16xi32>
  %offset = arith.addi %wide, %wide1 : tensor<32x16xi32>
  %base = tt.splat %a : !tt.ptr<f16> -> tensor<32x16x!tt.ptr<f16>>
  %ptrs = tt.addptr %base, %offset : tensor<32x16x!tt.ptr<f16>>, tensor<32x16xi32>
  %loaded = tt.load %ptrs : tensor<32x16x!tt.ptr<f16>>
  %at2 = tt.expand_dims %range1 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %k1 = arith.constant dense<32> : tensor<16x1xi32>
  %scaled1 = arith.muli %at2, %k1 : tensor<16x1xi32>
  %wide2 = tt.broadcast %scaled1 : tensor<16x1xi32> -> tensor<16x32xi32>
  %at3 = tt.expand_dims %range {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %wide3 = tt.broadcast %at3 : tensor<1x32xi32> -> tensor<16x32xi32>
  %offset1 = arith.addi %wide2, %wide3 : tensor<16x32xi32>
  %base1 = tt.splat %b : !tt.ptr<f16> -> tensor<16x32x!tt.ptr<f16>>
  %ptrs1 = tt.addptr %base1, %offset1 : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi32>
  %loaded1 = tt.load %ptrs1 : tensor<16x32x!tt.ptr<f16>>
  %zero = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
  %dot = tt.dot %loaded, %loaded1, %zero : tensor<32x16xf16> * tensor<16x32xf16> -> tensor<32x32xf32>
  %k2 = arith.constant dense<32> : tensor<32x1xi32>
  %scaled2 = arith.muli %at, %k2 : tensor<32x1xi32>
  %wide4 = tt.broadcast %scaled2 : tensor<32x1xi32> -> tensor<32x32xi32>
  %wide5 = tt.broadcast %at3 : tensor<1x32xi32> -> tensor<32x32xi32>
  %offset2 = arith.addi %wide4, %wide5 : tensor<32x32xi32>
  %base2 = tt.splat %c : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset2 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
  tt.store %ptrs2, %dot : tensor<32x32x!tt.ptr<f32>>
  tt.return
}
}

// -----

// bf16, with 8 warps.
// CHECK-LABEL: func.func @mma_bf16(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2], [0, 4]], warp = [[8, 0], [16, 0], [32, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2], [0, 4]], warp = [[8, 0], [16, 0], [32, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [0, 32], [0, 64], [1, 0]], register = [[0, 1], [0, 2], [0, 4], [16, 0]], warp = [[2, 0], [4, 0], [8, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [0, 32], [0, 64], [1, 0]], register = [[0, 1], [0, 2], [0, 4], [16, 0]], warp = [[2, 0], [4, 0], [8, 0]]}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16], [32, 0]], warp = [[0, 32], [16, 0], [0, 64]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [4, 0], [8, 0], [32, 0]], warp = [[0, 32], [16, 0], [0, 64]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 8 : i64}} {
tt.func public @mma_bf16(%a: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = arith.constant dense<32> : tensor<64x1xi32>
  %scaled = arith.muli %at, %k : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x32xi32>
  %range1 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %at1 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x32xi32> -> tensor<64x32xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x32xi32>
  %base = tt.splat %a : !tt.ptr<bf16> -> tensor<64x32x!tt.ptr<bf16>>
  %ptrs = tt.addptr %base, %offset : tensor<64x32x!tt.ptr<bf16>>, tensor<64x32xi32>
  %loaded = tt.load %ptrs : tensor<64x32x!tt.ptr<bf16>>
  %at2 = tt.expand_dims %range1 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %k1 = arith.constant dense<128> : tensor<32x1xi32>
  %scaled1 = arith.muli %at2, %k1 : tensor<32x1xi32>
  %wide2 = tt.broadcast %scaled1 : tensor<32x1xi32> -> tensor<32x128xi32>
  %range2 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %at3 = tt.expand_dims %range2 {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %wide3 = tt.broadcast %at3 : tensor<1x128xi32> -> tensor<32x128xi32>
  %offset1 = arith.addi %wide2, %wide3 : tensor<32x128xi32>
  %base1 = tt.splat %b : !tt.ptr<bf16> -> tensor<32x128x!tt.ptr<bf16>>
  %ptrs1 = tt.addptr %base1, %offset1 : tensor<32x128x!tt.ptr<bf16>>, tensor<32x128xi32>
  %loaded1 = tt.load %ptrs1 : tensor<32x128x!tt.ptr<bf16>>
  %zero = arith.constant dense<0.000000e+00> : tensor<64x128xf32>
  %dot = tt.dot %loaded, %loaded1, %zero : tensor<64x32xbf16> * tensor<32x128xbf16> -> tensor<64x128xf32>
  %k2 = arith.constant dense<128> : tensor<64x1xi32>
  %scaled2 = arith.muli %at, %k2 : tensor<64x1xi32>
  %wide4 = tt.broadcast %scaled2 : tensor<64x1xi32> -> tensor<64x128xi32>
  %wide5 = tt.broadcast %at3 : tensor<1x128xi32> -> tensor<64x128xi32>
  %offset2 = arith.addi %wide4, %wide5 : tensor<64x128xi32>
  %base2 = tt.splat %c : !tt.ptr<f32> -> tensor<64x128x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset2 : tensor<64x128x!tt.ptr<f32>>, tensor<64x128xi32>
  tt.store %ptrs2, %dot : tensor<64x128x!tt.ptr<f32>>
  tt.return
}
}

// -----

// f32 as tf32.
// CHECK-LABEL: func.func @mma_tf32(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [16, 0]], warp = [[4, 0], [8, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [16, 0]], warp = [[4, 0], [8, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [16, 0]], warp = [[4, 0], [8, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [16, 0]], warp = [[4, 0], [8, 0]]}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8]], warp = [[16, 0], [0, 16]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [16, 0]], warp = [[4, 0], [8, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @mma_tf32(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %k = arith.constant dense<32> : tensor<32x1xi32>
  %scaled = arith.muli %at, %k : tensor<32x1xi32>
  %wide = tt.broadcast %scaled : tensor<32x1xi32> -> tensor<32x32xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x32xi32> -> tensor<32x32xi32>
  %offset = arith.addi %wide, %wide1 : tensor<32x32xi32>
  %base = tt.splat %a : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %offset : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
  %loaded = tt.load %ptrs : tensor<32x32x!tt.ptr<f32>>
  %base1 = tt.splat %b : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
  %loaded1 = tt.load %ptrs1 : tensor<32x32x!tt.ptr<f32>>
  %zero = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
  %dot = tt.dot %loaded, %loaded1, %zero, inputPrecision = tf32 : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  %base2 = tt.splat %c : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
  tt.store %ptrs2, %dot : tensor<32x32x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Bytes: the same sums.
// CHECK-LABEL: func.func @mma_i8(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 16], [0, 32], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2], [0, 4], [0, 8], [32, 0]], warp = [[8, 0], [16, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 16], [0, 32], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2], [0, 4], [0, 8], [32, 0]], warp = [[8, 0], [16, 0]]}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16]], warp = [[0, 32], [16, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [4, 0], [8, 0]], warp = [[0, 32], [16, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @mma_i8(%a: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %b: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %c: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %k = arith.constant dense<64> : tensor<32x1xi32>
  %scaled = arith.muli %at, %k : tensor<32x1xi32>
  %wide = tt.broadcast %scaled : tensor<32x1xi32> -> tensor<32x64xi32>
  %range1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at1 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<32x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<32x64xi32>
  %base = tt.splat %a : !tt.ptr<i8> -> tensor<32x64x!tt.ptr<i8>>
  %ptrs = tt.addptr %base, %offset : tensor<32x64x!tt.ptr<i8>>, tensor<32x64xi32>
  %loaded = tt.load %ptrs : tensor<32x64x!tt.ptr<i8>>
  %at2 = tt.expand_dims %range1 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k1 = arith.constant dense<64> : tensor<64x1xi32>
  %scaled1 = arith.muli %at2, %k1 : tensor<64x1xi32>
  %wide2 = tt.broadcast %scaled1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %wide3 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset1 = arith.addi %wide2, %wide3 : tensor<64x64xi32>
  %base1 = tt.splat %b : !tt.ptr<i8> -> tensor<64x64x!tt.ptr<i8>>
  %ptrs1 = tt.addptr %base1, %offset1 : tensor<64x64x!tt.ptr<i8>>, tensor<64x64xi32>
  %loaded1 = tt.load %ptrs1 : tensor<64x64x!tt.ptr<i8>>
  %zero = arith.constant dense<0> : tensor<32x64xi32>
  %dot = tt.dot %loaded, %loaded1, %zero : tensor<32x64xi8> * tensor<64x64xi8> -> tensor<32x64xi32>
  %base2 = tt.splat %c : !tt.ptr<i32> -> tensor<32x64x!tt.ptr<i32>>
  %ptrs2 = tt.addptr %base2, %offset : tensor<32x64x!tt.ptr<i32>>, tensor<32x64xi32>
  tt.store %ptrs2, %dot : tensor<32x64x!tt.ptr<i32>>
  tt.return
}
}

// -----

// Fewer fragments than warps: the others do the same again, with bases of zeros.
// CHECK-LABEL: func.func @mma_small(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], register = [[0, 1]], warp = [[4, 0], [8, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], register = [[0, 1]], warp = [[4, 0], [8, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], register = [[0, 1]], warp = [[4, 0], [8, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], register = [[0, 1]], warp = [[4, 0], [8, 0]]}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0]], warp = [[0, 8], [0, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], register = [[0, 1]], warp = [[4, 0], [8, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @mma_small(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %k = arith.constant dense<16> : tensor<16x1xi32>
  %scaled = arith.muli %at, %k : tensor<16x1xi32>
  %wide = tt.broadcast %scaled : tensor<16x1xi32> -> tensor<16x16xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x16xi32> -> tensor<16x16xi32>
  %offset = arith.addi %wide, %wide1 : tensor<16x16xi32>
  %base = tt.splat %a : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %ptrs = tt.addptr %base, %offset : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %loaded = tt.load %ptrs : tensor<16x16x!tt.ptr<f16>>
  %base1 = tt.splat %b : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %loaded1 = tt.load %ptrs1 : tensor<16x16x!tt.ptr<f16>>
  %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
  %dot = tt.dot %loaded, %loaded1, %zero : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %base2 = tt.splat %c : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
  tt.store %ptrs2, %dot : tensor<16x16x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Matrices are shared out first.
// CHECK-LABEL: func.func @mma_batched(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 8], [0, 1, 0], [0, 2, 0], [0, 4, 0], [0, 8, 0]], register = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [2, 0, 0]], warp = [[0, 16, 0], [1, 0, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 8], [0, 1, 0], [0, 2, 0], [0, 4, 0], [0, 8, 0]], register = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [2, 0, 0]], warp = [[0, 16, 0], [1, 0, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 8], [0, 0, 16], [0, 1, 0], [0, 2, 0], [0, 4, 0]], register = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [2, 0, 0]], warp = [[0, 8, 0], [1, 0, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 8], [0, 0, 16], [0, 1, 0], [0, 2, 0], [0, 4, 0]], register = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [2, 0, 0]], warp = [[0, 8, 0], [1, 0, 0]]}
// CHECK: linalg.batch_matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 2], [0, 0, 4], [0, 1, 0], [0, 2, 0], [0, 4, 0]], register = [[0, 0, 1], [0, 8, 0], [0, 0, 8], [0, 0, 16], [0, 16, 0]], warp = [[1, 0, 0], [2, 0, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 4], [0, 0, 8], [0, 0, 16], [0, 1, 0], [0, 2, 0]], register = [[0, 0, 1], [0, 0, 2], [0, 4, 0], [0, 8, 0], [0, 16, 0]], warp = [[1, 0, 0], [2, 0, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @mma_batched(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %at1 = tt.expand_dims %at {axis = 2 : i32} : tensor<4x1xi32> -> tensor<4x1x1xi32>
  %k = arith.constant dense<512> : tensor<4x1x1xi32>
  %scaled = arith.muli %at1, %k : tensor<4x1x1xi32>
  %wide = tt.broadcast %scaled : tensor<4x1x1xi32> -> tensor<4x32x16xi32>
  %range1 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %at2 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %at3 = tt.expand_dims %at2 {axis = 2 : i32} : tensor<1x32xi32> -> tensor<1x32x1xi32>
  %k1 = arith.constant dense<16> : tensor<1x32x1xi32>
  %scaled1 = arith.muli %at3, %k1 : tensor<1x32x1xi32>
  %wide1 = tt.broadcast %scaled1 : tensor<1x32x1xi32> -> tensor<4x32x16xi32>
  %offset = arith.addi %wide, %wide1 : tensor<4x32x16xi32>
  %range2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %at4 = tt.expand_dims %range2 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %at5 = tt.expand_dims %at4 {axis = 1 : i32} : tensor<1x16xi32> -> tensor<1x1x16xi32>
  %wide2 = tt.broadcast %at5 : tensor<1x1x16xi32> -> tensor<4x32x16xi32>
  %offset1 = arith.addi %offset, %wide2 : tensor<4x32x16xi32>
  %base = tt.splat %a : !tt.ptr<f16> -> tensor<4x32x16x!tt.ptr<f16>>
  %ptrs = tt.addptr %base, %offset1 : tensor<4x32x16x!tt.ptr<f16>>, tensor<4x32x16xi32>
  %loaded = tt.load %ptrs : tensor<4x32x16x!tt.ptr<f16>>
  %wide3 = tt.broadcast %scaled : tensor<4x1x1xi32> -> tensor<4x16x32xi32>
  %at6 = tt.expand_dims %at4 {axis = 2 : i32} : tensor<1x16xi32> -> tensor<1x16x1xi32>
  %k2 = arith.constant dense<32> : tensor<1x16x1xi32>
  %scaled2 = arith.muli %at6, %k2 : tensor<1x16x1xi32>
  %wide4 = tt.broadcast %scaled2 : tensor<1x16x1xi32> -> tensor<4x16x32xi32>
  %offset2 = arith.addi %wide3, %wide4 : tensor<4x16x32xi32>
  %at7 = tt.expand_dims %at2 {axis = 1 : i32} : tensor<1x32xi32> -> tensor<1x1x32xi32>
  %wide5 = tt.broadcast %at7 : tensor<1x1x32xi32> -> tensor<4x16x32xi32>
  %offset3 = arith.addi %offset2, %wide5 : tensor<4x16x32xi32>
  %base1 = tt.splat %b : !tt.ptr<f16> -> tensor<4x16x32x!tt.ptr<f16>>
  %ptrs1 = tt.addptr %base1, %offset3 : tensor<4x16x32x!tt.ptr<f16>>, tensor<4x16x32xi32>
  %loaded1 = tt.load %ptrs1 : tensor<4x16x32x!tt.ptr<f16>>
  %zero = arith.constant dense<0.000000e+00> : tensor<4x32x32xf32>
  %dot = tt.dot %loaded, %loaded1, %zero : tensor<4x32x16xf16> * tensor<4x16x32xf16> -> tensor<4x32x32xf32>
  %k3 = arith.constant dense<1024> : tensor<4x1x1xi32>
  %scaled3 = arith.muli %at1, %k3 : tensor<4x1x1xi32>
  %wide6 = tt.broadcast %scaled3 : tensor<4x1x1xi32> -> tensor<4x32x32xi32>
  %k4 = arith.constant dense<32> : tensor<1x32x1xi32>
  %scaled4 = arith.muli %at3, %k4 : tensor<1x32x1xi32>
  %wide7 = tt.broadcast %scaled4 : tensor<1x32x1xi32> -> tensor<4x32x32xi32>
  %offset4 = arith.addi %wide6, %wide7 : tensor<4x32x32xi32>
  %wide8 = tt.broadcast %at7 : tensor<1x1x32xi32> -> tensor<4x32x32xi32>
  %offset5 = arith.addi %offset4, %wide8 : tensor<4x32x32xi32>
  %base2 = tt.splat %c : !tt.ptr<f32> -> tensor<4x32x32x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset5 : tensor<4x32x32x!tt.ptr<f32>>, tensor<4x32x32xi32>
  tt.store %ptrs2, %dot : tensor<4x32x32x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Four warps below one another.
// CHECK-LABEL: func.func @wgmma(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], warp = [[16, 0], [32, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [2, 0], [4, 0], [8, 0]], warp = [[16, 0], [32, 0]]}
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @wgmma(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = arith.constant dense<64> : tensor<64x1xi32>
  %scaled = arith.muli %at, %k : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x64xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x64xi32>
  %base = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %ptrs = tt.addptr %base, %offset : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %loaded = tt.load %ptrs : tensor<64x64x!tt.ptr<f16>>
  %base1 = tt.splat %b : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %loaded1 = tt.load %ptrs1 : tensor<64x64x!tt.ptr<f16>>
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %dot = tt.dot %loaded, %loaded1, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  %base2 = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs2, %dot : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// 256 columns a warp group.
// CHECK-LABEL: func.func @wgmma_wide(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], warp = [[4, 0], [8, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], warp = [[4, 0], [8, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], register = [[0, 1], [0, 2], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[0, 128], [1, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], register = [[0, 1], [0, 2], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[0, 128], [1, 0]]}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [0, 64], [0, 128]], warp = [[16, 0], [32, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], register = [[0, 1], [0, 2], [0, 128], [1, 0], [2, 0], [4, 0], [8, 0]], warp = [[16, 0], [32, 0]]}
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @wgmma_wide(%a: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = arith.constant dense<64> : tensor<64x1xi32>
  %scaled = arith.muli %at, %k : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x64xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x64xi32>
  %base = tt.splat %a : !tt.ptr<bf16> -> tensor<64x64x!tt.ptr<bf16>>
  %ptrs = tt.addptr %base, %offset : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
  %loaded = tt.load %ptrs : tensor<64x64x!tt.ptr<bf16>>
  %k1 = arith.constant dense<256> : tensor<64x1xi32>
  %scaled1 = arith.muli %at, %k1 : tensor<64x1xi32>
  %wide2 = tt.broadcast %scaled1 : tensor<64x1xi32> -> tensor<64x256xi32>
  %range1 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %at2 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>
  %wide3 = tt.broadcast %at2 : tensor<1x256xi32> -> tensor<64x256xi32>
  %offset1 = arith.addi %wide2, %wide3 : tensor<64x256xi32>
  %base1 = tt.splat %b : !tt.ptr<bf16> -> tensor<64x256x!tt.ptr<bf16>>
  %ptrs1 = tt.addptr %base1, %offset1 : tensor<64x256x!tt.ptr<bf16>>, tensor<64x256xi32>
  %loaded1 = tt.load %ptrs1 : tensor<64x256x!tt.ptr<bf16>>
  %zero = arith.constant dense<0.000000e+00> : tensor<64x256xf32>
  %dot = tt.dot %loaded, %loaded1, %zero : tensor<64x64xbf16> * tensor<64x256xbf16> -> tensor<64x256xf32>
  %base2 = tt.splat %c : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset1 : tensor<64x256x!tt.ptr<f32>>, tensor<64x256xi32>
  tt.store %ptrs2, %dot : tensor<64x256x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Two groups, one below the other.
// CHECK-LABEL: func.func @wgmma_two_groups(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [0, 4], [32, 0], [64, 0]], warp = [[4, 0], [8, 0], [16, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [0, 4], [32, 0], [64, 0]], warp = [[4, 0], [8, 0], [16, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [0, 32], [0, 64], [1, 0]], register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], warp = [[2, 0], [4, 0], [8, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [0, 32], [0, 64], [1, 0]], register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], warp = [[2, 0], [4, 0], [8, 0]]}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[16, 0], [32, 0], [64, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], register = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0], [8, 0]], warp = [[16, 0], [32, 0], [64, 0]]}
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 8 : i64}} {
tt.func public @wgmma_two_groups(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %k = arith.constant dense<64> : tensor<128x1xi32>
  %scaled = arith.muli %at, %k : tensor<128x1xi32>
  %wide = tt.broadcast %scaled : tensor<128x1xi32> -> tensor<128x64xi32>
  %range1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at1 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<128x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<128x64xi32>
  %base = tt.splat %a : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>>
  %ptrs = tt.addptr %base, %offset : tensor<128x64x!tt.ptr<f16>>, tensor<128x64xi32>
  %loaded = tt.load %ptrs : tensor<128x64x!tt.ptr<f16>>
  %at2 = tt.expand_dims %range1 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k1 = arith.constant dense<128> : tensor<64x1xi32>
  %scaled1 = arith.muli %at2, %k1 : tensor<64x1xi32>
  %wide2 = tt.broadcast %scaled1 : tensor<64x1xi32> -> tensor<64x128xi32>
  %at3 = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %wide3 = tt.broadcast %at3 : tensor<1x128xi32> -> tensor<64x128xi32>
  %offset1 = arith.addi %wide2, %wide3 : tensor<64x128xi32>
  %base1 = tt.splat %b : !tt.ptr<f16> -> tensor<64x128x!tt.ptr<f16>>
  %ptrs1 = tt.addptr %base1, %offset1 : tensor<64x128x!tt.ptr<f16>>, tensor<64x128xi32>
  %loaded1 = tt.load %ptrs1 : tensor<64x128x!tt.ptr<f16>>
  %zero = arith.constant dense<0.000000e+00> : tensor<128x128xf32>
  %dot = tt.dot %loaded, %loaded1, %zero : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
  %k2 = arith.constant dense<128> : tensor<128x1xi32>
  %scaled2 = arith.muli %at, %k2 : tensor<128x1xi32>
  %wide4 = tt.broadcast %scaled2 : tensor<128x1xi32> -> tensor<128x128xi32>
  %wide5 = tt.broadcast %at3 : tensor<1x128xi32> -> tensor<128x128xi32>
  %offset2 = arith.addi %wide4, %wide5 : tensor<128x128xi32>
  %base2 = tt.splat %c : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset2 : tensor<128x128x!tt.ptr<f32>>, tensor<128x128xi32>
  tt.store %ptrs2, %dot : tensor<128x128x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Floats of 8 bits.
// CHECK-LABEL: func.func @wgmma_fp8(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], warp = [[16, 0], [32, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [2, 0], [4, 0], [8, 0]], warp = [[16, 0], [32, 0]]}
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @wgmma_fp8(%a: !tt.ptr<f8E4M3FN> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f8E4M3FN> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = arith.constant dense<64> : tensor<64x1xi32>
  %scaled = arith.muli %at, %k : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x64xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x64xi32>
  %base = tt.splat %a : !tt.ptr<f8E4M3FN> -> tensor<64x64x!tt.ptr<f8E4M3FN>>
  %ptrs = tt.addptr %base, %offset : tensor<64x64x!tt.ptr<f8E4M3FN>>, tensor<64x64xi32>
  %loaded = tt.load %ptrs : tensor<64x64x!tt.ptr<f8E4M3FN>>
  %base1 = tt.splat %b : !tt.ptr<f8E4M3FN> -> tensor<64x64x!tt.ptr<f8E4M3FN>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<64x64x!tt.ptr<f8E4M3FN>>, tensor<64x64xi32>
  %loaded1 = tt.load %ptrs1 : tensor<64x64x!tt.ptr<f8E4M3FN>>
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %dot = tt.dot %loaded, %loaded1, %zero : tensor<64x64xf8E4M3FN> * tensor<64x64xf8E4M3FN> -> tensor<64x64xf32>
  %base2 = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs2, %dot : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// f32 in full precision: 4 x 4 sums a thread.
// CHECK-LABEL: func.func @fma(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2], [32, 0]], warp = [[8, 0], [16, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2], [32, 0]], warp = [[8, 0], [16, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [4, 0]], register = [[0, 1], [0, 2], [1, 0], [2, 0], [32, 0]], warp = [[8, 0], [16, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [4, 0]], register = [[0, 1], [0, 2], [1, 0], [2, 0], [32, 0]], warp = [[8, 0], [16, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @fma(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = arith.constant dense<16> : tensor<64x1xi32>
  %scaled = arith.muli %at, %k : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x16xi32>
  %range1 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %at1 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x16xi32> -> tensor<64x16xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x16xi32>
  %base = tt.splat %a : !tt.ptr<f32> -> tensor<64x16x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %offset : tensor<64x16x!tt.ptr<f32>>, tensor<64x16xi32>
  %loaded = tt.load %ptrs : tensor<64x16x!tt.ptr<f32>>
  %at2 = tt.expand_dims %range1 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %k1 = arith.constant dense<64> : tensor<16x1xi32>
  %scaled1 = arith.muli %at2, %k1 : tensor<16x1xi32>
  %wide2 = tt.broadcast %scaled1 : tensor<16x1xi32> -> tensor<16x64xi32>
  %at3 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide3 = tt.broadcast %at3 : tensor<1x64xi32> -> tensor<16x64xi32>
  %offset1 = arith.addi %wide2, %wide3 : tensor<16x64xi32>
  %base1 = tt.splat %b : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset1 : tensor<16x64x!tt.ptr<f32>>, tensor<16x64xi32>
  %loaded1 = tt.load %ptrs1 : tensor<16x64x!tt.ptr<f32>>
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %dot = tt.dot %loaded, %loaded1, %zero, inputPrecision = ieee : tensor<64x16xf32> * tensor<16x64xf32> -> tensor<64x64xf32>
  %k2 = arith.constant dense<64> : tensor<64x1xi32>
  %scaled2 = arith.muli %at, %k2 : tensor<64x1xi32>
  %wide4 = tt.broadcast %scaled2 : tensor<64x1xi32> -> tensor<64x64xi32>
  %wide5 = tt.broadcast %at3 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset2 = arith.addi %wide4, %wide5 : tensor<64x64xi32>
  %base2 = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset2 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs2, %dot : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// f64, which no product of warps takes.
// CHECK-LABEL: func.func @fma_f64(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], register = [[0, 1]], warp = [[4, 0], [8, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], register = [[0, 1]], warp = [[4, 0], [8, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], register = [[0, 1]], warp = [[4, 0], [8, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], register = [[0, 1]], warp = [[4, 0], [8, 0]]}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], register = [[0, 1]], warp = [[4, 0], [8, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], register = [[0, 1]], warp = [[4, 0], [8, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @fma_f64(%a: !tt.ptr<f64> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f64> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f64> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %k = arith.constant dense<16> : tensor<16x1xi32>
  %scaled = arith.muli %at, %k : tensor<16x1xi32>
  %wide = tt.broadcast %scaled : tensor<16x1xi32> -> tensor<16x16xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x16xi32> -> tensor<16x16xi32>
  %offset = arith.addi %wide, %wide1 : tensor<16x16xi32>
  %base = tt.splat %a : !tt.ptr<f64> -> tensor<16x16x!tt.ptr<f64>>
  %ptrs = tt.addptr %base, %offset : tensor<16x16x!tt.ptr<f64>>, tensor<16x16xi32>
  %loaded = tt.load %ptrs : tensor<16x16x!tt.ptr<f64>>
  %base1 = tt.splat %b : !tt.ptr<f64> -> tensor<16x16x!tt.ptr<f64>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<16x16x!tt.ptr<f64>>, tensor<16x16xi32>
  %loaded1 = tt.load %ptrs1 : tensor<16x16x!tt.ptr<f64>>
  %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf64>
  %dot = tt.dot %loaded, %loaded1, %zero : tensor<16x16xf64> * tensor<16x16xf64> -> tensor<16x16xf64>
  %base2 = tt.splat %c : !tt.ptr<f64> -> tensor<16x16x!tt.ptr<f64>>
  %ptrs2 = tt.addptr %base2, %offset : tensor<16x16x!tt.ptr<f64>>, tensor<16x16xi32>
  tt.store %ptrs2, %dot : tensor<16x16x!tt.ptr<f64>>
  tt.return
}
}

// -----

// What is computed of a product has its layout, and may be the next one's left operand in registers.
// CHECK-LABEL: func.func @two_products(
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16], [32, 0]], warp = [[16, 0], [0, 32]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16], [32, 0]], warp = [[16, 0], [0, 32]]}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16], [32, 0]], warp = [[16, 0], [0, 32]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [4, 0], [8, 0], [32, 0]], warp = [[16, 0], [0, 32]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @two_products(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = arith.constant dense<64> : tensor<64x1xi32>
  %scaled = arith.muli %at, %k : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x64xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x64xi32>
  %base = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %ptrs = tt.addptr %base, %offset : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %loaded = tt.load %ptrs : tensor<64x64x!tt.ptr<f16>>
  %base1 = tt.splat %b : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %loaded1 = tt.load %ptrs1 : tensor<64x64x!tt.ptr<f16>>
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %dot = tt.dot %loaded, %loaded1, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  %h = arith.truncf %dot : tensor<64x64xf32> to tensor<64x64xf16>
  %dot1 = tt.dot %h, %loaded1, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  %base2 = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs2, %dot1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A loop hands sums on in the layout of its product; pointers, which are scalars by now, have none.
// CHECK-LABEL: func.func @carried(
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[0, 32], [1, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[0, 32], [1, 0]]}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16], [32, 0]], warp = [[16, 0], [0, 32]]}
// CHECK{LITERAL}: } {simt.layout = [{lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16], [32, 0]], warp = [[16, 0], [0, 32]]}, unit]
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @carried(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %stride = tt.splat %n : i32 -> tensor<64x1xi32>
  %scaled = arith.muli %at, %stride : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x64xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x64xi32>
  %k = arith.constant dense<64> : tensor<64x1xi32>
  %scaled1 = arith.muli %at, %k : tensor<64x1xi32>
  %wide2 = tt.broadcast %scaled1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %offset1 = arith.addi %wide2, %wide1 : tensor<64x64xi32>
  %base = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %ptrs = tt.addptr %base, %offset : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %base1 = tt.splat %b : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %ptrs1 = tt.addptr %base1, %offset1 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %step = arith.constant dense<64> : tensor<64x64xi32>
  %k1 = arith.constant 0 : i32
  %k2 = arith.constant 1 : i32
  %r:2 = scf.for %i = %k1 to %n step %k2 iter_args(%t = %zero, %p = %ptrs) -> (tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>)  : i32 {
    %l = tt.load %p : tensor<64x64x!tt.ptr<f16>>
    %w = tt.load %ptrs1 : tensor<64x64x!tt.ptr<f16>>
    %u = tt.dot %l, %w, %t : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %q = tt.addptr %p, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    scf.yield %u, %q : tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>
  }
  %base2 = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset1 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs2, %r#0 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// The same by wgmma.
// CHECK-LABEL: func.func @carried_by_wgmma(
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[0, 32], [1, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], register = [[0, 1], [0, 2], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[1, 0], [2, 0]]}
// CHECK: linalg.matmul
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[16, 0], [32, 0]]}
// CHECK{LITERAL}: } {simt.layout = [{lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[16, 0], [32, 0]]}, unit]
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @carried_by_wgmma(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant dense<0.000000e+00> : tensor<64x128xf32>
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %stride = tt.splat %n : i32 -> tensor<64x1xi32>
  %scaled = arith.muli %at, %stride : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x64xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x64xi32>
  %k = arith.constant dense<128> : tensor<64x1xi32>
  %scaled1 = arith.muli %at, %k : tensor<64x1xi32>
  %wide2 = tt.broadcast %scaled1 : tensor<64x1xi32> -> tensor<64x128xi32>
  %range1 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %at2 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %wide3 = tt.broadcast %at2 : tensor<1x128xi32> -> tensor<64x128xi32>
  %offset1 = arith.addi %wide2, %wide3 : tensor<64x128xi32>
  %base = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %ptrs = tt.addptr %base, %offset : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %base1 = tt.splat %b : !tt.ptr<f16> -> tensor<64x128x!tt.ptr<f16>>
  %ptrs1 = tt.addptr %base1, %offset1 : tensor<64x128x!tt.ptr<f16>>, tensor<64x128xi32>
  %step = arith.constant dense<64> : tensor<64x64xi32>
  %k1 = arith.constant 0 : i32
  %k2 = arith.constant 1 : i32
  %r:2 = scf.for %i = %k1 to %n step %k2 iter_args(%t = %zero, %p = %ptrs) -> (tensor<64x128xf32>, tensor<64x64x!tt.ptr<f16>>)  : i32 {
    %l = tt.load %p : tensor<64x64x!tt.ptr<f16>>
    %w = tt.load %ptrs1 : tensor<64x128x!tt.ptr<f16>>
    %u = tt.dot %l, %w, %t : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    %q = tt.addptr %p, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    scf.yield %u, %q : tensor<64x128xf32>, tensor<64x64x!tt.ptr<f16>>
  }
  %base2 = tt.splat %c : !tt.ptr<f32> -> tensor<64x128x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset1 : tensor<64x128x!tt.ptr<f32>>, tensor<64x128xi32>
  tt.store %ptrs2, %r#0 : tensor<64x128x!tt.ptr<f32>>
  tt.return
}
}
