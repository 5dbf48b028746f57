// RUN: triton-shared-opt %s --split-input-file --triton-to-linalg --shared-to-gpu --until=assign-layouts \
// RUN:   | FileCheck %s

// In which layout blocks are written.

// Read by rows, written by columns: the store's layout is the best one for its memory.
// CHECK-LABEL: func.func @by_columns(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4, 0], [8, 0], [16, 0], [32, 0], [0, 1]], register = [[1, 0], [2, 0], [0, 8], [0, 16], [0, 32]], warp = [[0, 2], [0, 4]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @by_columns(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = arith.constant dense<64> : tensor<64x1xi32>
  %scaled = arith.muli %at, %k : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x64xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x64xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %loaded = tt.load %ptrs : tensor<64x64x!tt.ptr<f32>>
  %wide2 = tt.broadcast %at : tensor<64x1xi32> -> tensor<64x64xi32>
  %k1 = arith.constant dense<64> : tensor<1x64xi32>
  %scaled1 = arith.muli %at1, %k1 : tensor<1x64xi32>
  %wide3 = tt.broadcast %scaled1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset1 = arith.addi %wide2, %wide3 : tensor<64x64xi32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset1 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs1, %loaded : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// The source is aligned and the target is not; a block of one shape has one layout.
// CHECK-LABEL: func.func @unaligned(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128], [256], [512]], warp = [[32], [64]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128], [256], [512]], warp = [[32], [64]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128], [256], [512]], warp = [[32], [64]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @unaligned(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32>) {
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %loaded = tt.load %ptrs : tensor<1024x!tt.ptr<f32>>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %ptrs1, %loaded : tensor<1024x!tt.ptr<f32>>
  tt.return
}
}

// -----

// f32 in, f16 out: the store is as wide as the loads' registers let it be.
// CHECK-LABEL: func.func @narrower(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512], [1024]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512], [1024]], warp = [[128], [256]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512], [1024]], warp = [[128], [256]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512], [1024]], warp = [[128], [256]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @narrower(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<2048x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<2048x!tt.ptr<f32>>, tensor<2048xi32>
  %loaded = tt.load %ptrs : tensor<2048x!tt.ptr<f32>>
  %h = arith.truncf %loaded : tensor<2048xf32> to tensor<2048xf16>
  %base1 = tt.splat %y : !tt.ptr<f16> -> tensor<2048x!tt.ptr<f16>>
  %ptrs1 = tt.addptr %base1, %range : tensor<2048x!tt.ptr<f16>>, tensor<2048xi32>
  tt.store %ptrs1, %h : tensor<2048x!tt.ptr<f16>>
  tt.return
}
}

// -----

// One block, two stores, two layouts.
// CHECK-LABEL: func.func @by_rows_and_columns(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [16, 0]], warp = [[4, 0], [8, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [16, 0]], warp = [[4, 0], [8, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [16, 0]], warp = [[4, 0], [8, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4, 0], [8, 0], [16, 0], [0, 1], [0, 2]], register = [[1, 0], [2, 0], [0, 16]], warp = [[0, 4], [0, 8]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @by_rows_and_columns(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %z: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %k = arith.constant dense<32> : tensor<32x1xi32>
  %scaled = arith.muli %at, %k : tensor<32x1xi32>
  %wide = tt.broadcast %scaled : tensor<32x1xi32> -> tensor<32x32xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x32xi32> -> tensor<32x32xi32>
  %offset = arith.addi %wide, %wide1 : tensor<32x32xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %offset : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
  %loaded = tt.load %ptrs : tensor<32x32x!tt.ptr<f32>>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
  tt.store %ptrs1, %loaded : tensor<32x32x!tt.ptr<f32>>
  %wide2 = tt.broadcast %at : tensor<32x1xi32> -> tensor<32x32xi32>
  %k1 = arith.constant dense<32> : tensor<1x32xi32>
  %scaled1 = arith.muli %at1, %k1 : tensor<1x32xi32>
  %wide3 = tt.broadcast %scaled1 : tensor<1x32xi32> -> tensor<32x32xi32>
  %offset1 = arith.addi %wide2, %wide3 : tensor<32x32xi32>
  %base2 = tt.splat %z : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset1 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
  tt.store %ptrs2, %loaded : tensor<32x32x!tt.ptr<f32>>
  tt.return
}
}
