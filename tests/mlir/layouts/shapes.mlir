// RUN: triton-shared-opt %s --split-input-file --triton-to-linalg --shared-to-gpu --until=assign-layouts \
// RUN:   | FileCheck %s

// What transposes, reshapes, broadcasts and slices make of layouts, and where one is converted to another.

// Registers stay where they are, and bases change places; the store wants rows, through shared memory.
// CHECK-LABEL: func.func @transpose(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.transpose
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4, 0], [8, 0], [16, 0], [32, 0], [0, 1]], register = [[1, 0], [2, 0], [0, 8], [0, 16]], warp = [[0, 2], [0, 4]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [16, 0], [32, 0]], warp = [[4, 0], [8, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @transpose(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %k = arith.constant dense<64> : tensor<32x1xi32>
  %scaled = arith.muli %at, %k : tensor<32x1xi32>
  %wide = tt.broadcast %scaled : tensor<32x1xi32> -> tensor<32x64xi32>
  %range1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at1 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<32x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<32x64xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %offset : tensor<32x64x!tt.ptr<f32>>, tensor<32x64xi32>
  %loaded = tt.load %ptrs : tensor<32x64x!tt.ptr<f32>>
  %t = tt.trans %loaded {order = array<i32: 1, 0>} : tensor<32x64xf32> -> tensor<64x32xf32>
  %at2 = tt.expand_dims %range1 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k1 = arith.constant dense<32> : tensor<64x1xi32>
  %scaled1 = arith.muli %at2, %k1 : tensor<64x1xi32>
  %wide2 = tt.broadcast %scaled1 : tensor<64x1xi32> -> tensor<64x32xi32>
  %at3 = tt.expand_dims %range {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %wide3 = tt.broadcast %at3 : tensor<1x32xi32> -> tensor<64x32xi32>
  %offset1 = arith.addi %wide2, %wide3 : tensor<64x32xi32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset1 : tensor<64x32x!tt.ptr<f32>>, tensor<64x32xi32>
  tt.store %ptrs1, %t : tensor<64x32x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Stored where they came from, nothing moves.
// CHECK-LABEL: func.func @transpose_stored_by_columns(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.transpose
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4, 0], [8, 0], [16, 0], [32, 0], [0, 1]], register = [[1, 0], [2, 0], [0, 8], [0, 16]], warp = [[0, 2], [0, 4]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4, 0], [8, 0], [16, 0], [32, 0], [0, 1]], register = [[1, 0], [2, 0], [0, 8], [0, 16]], warp = [[0, 2], [0, 4]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @transpose_stored_by_columns(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %k = arith.constant dense<64> : tensor<32x1xi32>
  %scaled = arith.muli %at, %k : tensor<32x1xi32>
  %wide = tt.broadcast %scaled : tensor<32x1xi32> -> tensor<32x64xi32>
  %range1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at1 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<32x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<32x64xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %offset : tensor<32x64x!tt.ptr<f32>>, tensor<32x64xi32>
  %loaded = tt.load %ptrs : tensor<32x64x!tt.ptr<f32>>
  %t = tt.trans %loaded {order = array<i32: 1, 0>} : tensor<32x64xf32> -> tensor<64x32xf32>
  %at2 = tt.expand_dims %range1 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %wide2 = tt.broadcast %at2 : tensor<64x1xi32> -> tensor<64x32xi32>
  %at3 = tt.expand_dims %range {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %k1 = arith.constant dense<64> : tensor<1x32xi32>
  %scaled1 = arith.muli %at3, %k1 : tensor<1x32xi32>
  %wide3 = tt.broadcast %scaled1 : tensor<1x32xi32> -> tensor<64x32xi32>
  %offset1 = arith.addi %wide2, %wide3 : tensor<64x32xi32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset1 : tensor<64x32x!tt.ptr<f32>>, tensor<64x32xi32>
  tt.store %ptrs1, %t : tensor<64x32x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A reshape keeps positions.
// CHECK-LABEL: func.func @reshape(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512], [1024]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512], [1024]], warp = [[128], [256]]}
// CHECK: tensor.expand_shape
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @reshape(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<2048x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<2048x!tt.ptr<f32>>, tensor<2048xi32>
  %loaded = tt.load %ptrs : tensor<2048x!tt.ptr<f32>>
  %t = tt.reshape %loaded : tensor<2048xf32> -> tensor<32x64xf32>
  %p = arith.mulf %t, %t : tensor<32x64xf32>
  %range1 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %at = tt.expand_dims %range1 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %k = arith.constant dense<64> : tensor<32x1xi32>
  %scaled = arith.muli %at, %k : tensor<32x1xi32>
  %wide = tt.broadcast %scaled : tensor<32x1xi32> -> tensor<32x64xi32>
  %range2 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at1 = tt.expand_dims %range2 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<32x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<32x64xi32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<32x64x!tt.ptr<f32>>, tensor<32x64xi32>
  tt.store %ptrs1, %p : tensor<32x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// And so does one to fewer dimensions.
// CHECK-LABEL: func.func @flatten(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 8], [0, 0, 16], [0, 1, 0], [0, 2, 0], [0, 4, 0]], register = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [2, 0, 0], [4, 0, 0]], warp = [[0, 8, 0], [1, 0, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 8], [0, 0, 16], [0, 1, 0], [0, 2, 0], [0, 4, 0]], register = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [2, 0, 0], [4, 0, 0]], warp = [[0, 8, 0], [1, 0, 0]]}
// CHECK: tensor.collapse_shape
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2], [0, 4], [32, 0], [64, 0]], warp = [[8, 0], [16, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2], [0, 4], [32, 0], [64, 0]], warp = [[8, 0], [16, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2], [0, 4], [32, 0], [64, 0]], warp = [[8, 0], [16, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @flatten(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %at1 = tt.expand_dims %at {axis = 2 : i32} : tensor<8x1xi32> -> tensor<8x1x1xi32>
  %k = arith.constant dense<512> : tensor<8x1x1xi32>
  %scaled = arith.muli %at1, %k : tensor<8x1x1xi32>
  %wide = tt.broadcast %scaled : tensor<8x1x1xi32> -> tensor<8x16x32xi32>
  %range1 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %at2 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %at3 = tt.expand_dims %at2 {axis = 2 : i32} : tensor<1x16xi32> -> tensor<1x16x1xi32>
  %k1 = arith.constant dense<32> : tensor<1x16x1xi32>
  %scaled1 = arith.muli %at3, %k1 : tensor<1x16x1xi32>
  %wide1 = tt.broadcast %scaled1 : tensor<1x16x1xi32> -> tensor<8x16x32xi32>
  %offset = arith.addi %wide, %wide1 : tensor<8x16x32xi32>
  %range2 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %at4 = tt.expand_dims %range2 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %at5 = tt.expand_dims %at4 {axis = 1 : i32} : tensor<1x32xi32> -> tensor<1x1x32xi32>
  %wide2 = tt.broadcast %at5 : tensor<1x1x32xi32> -> tensor<8x16x32xi32>
  %offset1 = arith.addi %offset, %wide2 : tensor<8x16x32xi32>
  %base = tt.splat %x : !tt.ptr<f16> -> tensor<8x16x32x!tt.ptr<f16>>
  %ptrs = tt.addptr %base, %offset1 : tensor<8x16x32x!tt.ptr<f16>>, tensor<8x16x32xi32>
  %loaded = tt.load %ptrs : tensor<8x16x32x!tt.ptr<f16>>
  %t = tt.reshape %loaded : tensor<8x16x32xf16> -> tensor<128x32xf16>
  %p = arith.mulf %t, %t : tensor<128x32xf16>
  %range3 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %at6 = tt.expand_dims %range3 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %k2 = arith.constant dense<32> : tensor<128x1xi32>
  %scaled2 = arith.muli %at6, %k2 : tensor<128x1xi32>
  %wide3 = tt.broadcast %scaled2 : tensor<128x1xi32> -> tensor<128x32xi32>
  %wide4 = tt.broadcast %at4 : tensor<1x32xi32> -> tensor<128x32xi32>
  %offset2 = arith.addi %wide3, %wide4 : tensor<128x32xi32>
  %base1 = tt.splat %y : !tt.ptr<f16> -> tensor<128x32x!tt.ptr<f16>>
  %ptrs1 = tt.addptr %base1, %offset2 : tensor<128x32x!tt.ptr<f16>>, tensor<128x32xi32>
  tt.store %ptrs1, %p : tensor<128x32x!tt.ptr<f16>>
  tt.return
}
}

// -----

// A new dimension of one element has no basis.
// CHECK-LABEL: func.func @expand_dims(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: tensor.expand_shape
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], register = [[0, 1], [0, 2]], warp = [[0, 128], [0, 256]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], register = [[0, 1], [0, 2]], warp = [[0, 128], [0, 256]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], register = [[0, 1], [0, 2]], warp = [[0, 128], [0, 256]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @expand_dims(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %loaded = tt.load %ptrs : tensor<512x!tt.ptr<f32>>
  %t = tt.expand_dims %loaded {axis = 0 : i32} : tensor<512xf32> -> tensor<1x512xf32>
  %p = arith.mulf %t, %t : tensor<1x512xf32>
  %range1 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
  %at = tt.expand_dims %range1 {axis = 1 : i32} : tensor<1xi32> -> tensor<1x1xi32>
  %k = arith.constant dense<512> : tensor<1x1xi32>
  %scaled = arith.muli %at, %k : tensor<1x1xi32>
  %wide = tt.broadcast %scaled : tensor<1x1xi32> -> tensor<1x512xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<512xi32> -> tensor<1x512xi32>
  %offset = arith.addi %wide, %at1 : tensor<1x512xi32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<1x512x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<1x512x!tt.ptr<f32>>, tensor<1x512xi32>
  tt.store %ptrs1, %p : tensor<1x512x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A row repeated in all rows: what uses it decides, and each thread loads its part of it.
// CHECK-LABEL: func.func @broadcast_row(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [0]], register = [[1], [2]], warp = [[0], [0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [0]], register = [[1], [2]], warp = [[0], [0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @broadcast_row(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %w: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %base1 = tt.splat %w : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %loaded1 = tt.load %ptrs1 : tensor<64x!tt.ptr<f32>>
  %t = tt.expand_dims %loaded1 {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
  %all = tt.broadcast %t : tensor<1x64xf32> -> tensor<64x64xf32>
  %p = arith.mulf %loaded, %all : tensor<64x64xf32>
  %base2 = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs2, %p : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A column repeated in all columns.
// CHECK-LABEL: func.func @broadcast_column(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[32], [0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[32], [0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @broadcast_column(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %w: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %base1 = tt.splat %w : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %loaded1 = tt.load %ptrs1 : tensor<64x!tt.ptr<f32>>
  %t = tt.expand_dims %loaded1 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %all = tt.broadcast %t : tensor<64x1xf32> -> tensor<64x64xf32>
  %p = arith.mulf %loaded, %all : tensor<64x64xf32>
  %base2 = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs2, %p : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Two blocks side by side: the lowest bit of a place tells them apart.
// CHECK-LABEL: func.func @join(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[2], [4], [8], [16], [32]], register = [[1]], warp = [[64], [128]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[2], [4], [8], [16], [32]], register = [[1]], warp = [[64], [128]]}
// CHECK: tensor.insert_slice
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], register = [[1, 0], [0, 1]], warp = [[64, 0], [128, 0]]}
// CHECK: tensor.insert_slice
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], register = [[1, 0], [0, 1]], warp = [[64, 0], [128, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], register = [[0, 1], [32, 0]], warp = [[64, 0], [128, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @join(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %loaded = tt.load %ptrs : tensor<256x!tt.ptr<f32>>
  %both = tt.join %loaded, %loaded : tensor<256xf32> -> tensor<256x2xf32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<256xi32> -> tensor<256x1xi32>
  %k = arith.constant dense<2> : tensor<256x1xi32>
  %scaled = arith.muli %at, %k : tensor<256x1xi32>
  %wide = tt.broadcast %scaled : tensor<256x1xi32> -> tensor<256x2xi32>
  %range1 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %at1 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x2xi32> -> tensor<256x2xi32>
  %offset = arith.addi %wide, %wide1 : tensor<256x2xi32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<256x2x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<256x2x!tt.ptr<f32>>, tensor<256x2xi32>
  tt.store %ptrs1, %both : tensor<256x2x!tt.ptr<f32>>
  tt.return
}
}

// -----

// And apart again.
// CHECK-LABEL: func.func @split(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], register = [[0, 1], [128, 0]], warp = [[32, 0], [64, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], register = [[0, 1], [128, 0]], warp = [[32, 0], [64, 0]]}
// CHECK: tensor.extract_slice
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128]], warp = [[32], [64]]}
// CHECK: tensor.extract_slice
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128]], warp = [[32], [64]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128]], warp = [[32], [64]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128]], warp = [[32], [64]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @split(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<256xi32> -> tensor<256x1xi32>
  %k = arith.constant dense<2> : tensor<256x1xi32>
  %scaled = arith.muli %at, %k : tensor<256x1xi32>
  %wide = tt.broadcast %scaled : tensor<256x1xi32> -> tensor<256x2xi32>
  %range1 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %at1 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x2xi32> -> tensor<256x2xi32>
  %offset = arith.addi %wide, %wide1 : tensor<256x2xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<256x2x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %offset : tensor<256x2x!tt.ptr<f32>>, tensor<256x2xi32>
  %loaded = tt.load %ptrs : tensor<256x2x!tt.ptr<f32>>
  %half:2 = tt.split %loaded : tensor<256x2xf32> -> tensor<256xf32>
  %sum = arith.addf %half#0, %half#1 : tensor<256xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %ptrs1, %sum : tensor<256x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A block read by rows and one read by columns: the sum has the layout of the first, the other one is converted.
// CHECK-LABEL: func.func @two_orders(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4, 0], [8, 0], [16, 0], [32, 0], [0, 1]], register = [[1, 0], [2, 0], [0, 8], [0, 16], [0, 32]], warp = [[0, 2], [0, 4]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4, 0], [8, 0], [16, 0], [32, 0], [0, 1]], register = [[1, 0], [2, 0], [0, 8], [0, 16], [0, 32]], warp = [[0, 2], [0, 4]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @two_orders(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %w: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %base1 = tt.splat %w : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset1 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %loaded1 = tt.load %ptrs1 : tensor<64x64x!tt.ptr<f32>>
  %sum = arith.addf %loaded, %loaded1 : tensor<64x64xf32>
  %base2 = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs2, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}
