// RUN: triton-shared-opt %s --split-input-file --triton-to-linalg --shared-to-gpu --until=assign-layouts \
// RUN:   | FileCheck %s

// Elements one by one: what gathers, scans and updates walk.

// Elements that the run chooses: the loop walks the block of indices, in the layout in which these were read.
// CHECK-LABEL: func.func @gather(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK{LITERAL}: } {simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @gather(%i: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %base = tt.splat %i : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>>
  %ptrs = tt.addptr %base, %range : tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>
  %loaded = tt.load %ptrs : tensor<1024x!tt.ptr<i32>>
  %base1 = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %loaded : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %loaded1 = tt.load %ptrs1 : tensor<1024x!tt.ptr<f32>>
  %base2 = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %range : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %ptrs2, %loaded1 : tensor<1024x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Stores to places that the run chooses.
// CHECK-LABEL: func.func @scatter(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK{LITERAL}: } {simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @scatter(%i: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %base = tt.splat %i : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>>
  %ptrs = tt.addptr %base, %range : tensor<512x!tt.ptr<i32>>, tensor<512xi32>
  %loaded = tt.load %ptrs : tensor<512x!tt.ptr<i32>>
  %base1 = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %loaded1 = tt.load %ptrs1 : tensor<512x!tt.ptr<f32>>
  %base2 = tt.splat %y : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %loaded : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  tt.store %ptrs2, %loaded1 : tensor<512x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Rows that the run chooses: the loop walks the indices' dimension of the block of rows.
// CHECK-LABEL: func.func @gather_rows(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[0], [0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[0], [0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
// CHECK{LITERAL}: } {simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @gather_rows(%i: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %base = tt.splat %i : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
  %ptrs = tt.addptr %base, %range : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
  %loaded = tt.load %ptrs : tensor<32x!tt.ptr<i32>>
  %row = tt.expand_dims %loaded {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %k = arith.constant dense<64> : tensor<32x1xi32>
  %row1 = arith.muli %row, %k : tensor<32x1xi32>
  %rows = tt.broadcast %row1 : tensor<32x1xi32> -> tensor<32x64xi32>
  %range1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range1 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %columns = tt.broadcast %at : tensor<1x64xi32> -> tensor<32x64xi32>
  %at1 = arith.addi %rows, %columns : tensor<32x64xi32>
  %base1 = tt.splat %x : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %at1 : tensor<32x64x!tt.ptr<f32>>, tensor<32x64xi32>
  %loaded1 = tt.load %ptrs1 : tensor<32x64x!tt.ptr<f32>>
  %at2 = tt.expand_dims %range {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %scaled = arith.muli %at2, %k : tensor<32x1xi32>
  %wide = tt.broadcast %scaled : tensor<32x1xi32> -> tensor<32x64xi32>
  %wide1 = tt.broadcast %at : tensor<1x64xi32> -> tensor<32x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<32x64xi32>
  %base2 = tt.splat %y : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %offset : tensor<32x64x!tt.ptr<f32>>, tensor<32x64xi32>
  tt.store %ptrs2, %loaded1 : tensor<32x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Of a block that threads hold, elements are read in shared memory.
// CHECK-LABEL: func.func @gather_in_a_block(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[2], [4], [8], [16], [32]], register = [[1]], warp = [[64], [128]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[2], [4], [8], [16], [32]], register = [[1]], warp = [[64], [128]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[2], [4], [8], [16], [32]], register = [[1]], warp = [[64], [128]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[2], [4], [8], [16], [32]], register = [[1]], warp = [[64], [128]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[2], [4], [8], [16], [32]], register = [[1]], warp = [[64], [128]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[2], [4], [8], [16], [32]], register = [[1]], warp = [[64], [128]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @gather_in_a_block(%i: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %base = tt.splat %i : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
  %ptrs = tt.addptr %base, %range : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
  %loaded = tt.load %ptrs : tensor<256x!tt.ptr<i32>>
  %base1 = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %loaded1 = tt.load %ptrs1 : tensor<256x!tt.ptr<f32>>
  %g = tt.gather %loaded1[%loaded] {axis = 0 : i32} : (tensor<256xf32>, tensor<256xi32>) -> tensor<256xf32>
  %base2 = tt.splat %y : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %ptrs2 = tt.addptr %base2, %range : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %ptrs2, %g : tensor<256x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A scan keeps the layout of what it scans.
// CHECK-LABEL: func.func @scan(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: tensor.expand_shape
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [16, 0]], warp = [[4, 0], [8, 0]]}
// CHECK: linalg.transpose
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4, 0], [8, 0], [16, 0], [0, 1], [0, 2]], register = [[1, 0], [2, 0], [0, 16]], warp = [[0, 4], [0, 8]]}
// CHECK: tensor.extract_slice
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0], [0], [0], [1], [2]], register = [[16]], warp = [[4], [8]]}
// CHECK: linalg.reduce
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4, 0], [8, 0], [16, 0], [0, 1], [0, 2]], register = [[1, 0], [2, 0], [0, 16]], warp = [[0, 4], [0, 8]]}
// CHECK: tensor.expand_shape
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0], [0, 0], [0, 0], [0, 1], [0, 2]], register = [[0, 16]], warp = [[0, 4], [0, 8]]}
// CHECK: tensor.extract_slice
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0], [0], [0], [0], [0]], register = [], warp = [[0], [0]]}
// CHECK: tensor.insert_slice
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 0], [0, 0]]}
// CHECK{LITERAL}: } {simt.layout = {lane = [[0, 0], [0, 0], [0, 0], [0, 1], [0, 2]], register = [[0, 16]], warp = [[0, 4], [0, 8]]}
// CHECK: tensor.insert_slice
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0], [0, 0], [0, 0], [0, 1], [0, 2]], register = [[0, 16]], warp = [[0, 4], [0, 8]]}
// CHECK: tensor.expand_shape
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0], [0, 0], [0, 0], [0, 1], [0, 2]], register = [[0, 16]], warp = [[0, 4], [0, 8]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0], [0, 0], [0, 0], [0, 1], [0, 2]], register = [[0, 16]], warp = [[0, 4], [0, 8]]}
// CHECK: tensor.collapse_shape
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0], [0], [0], [1], [2]], register = [[16]], warp = [[4], [8]]}
// CHECK: tensor.insert_slice
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0], [0, 0], [0, 0], [0, 1], [0, 2]], register = [[0, 16], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 4], [0, 8]]}
// CHECK{LITERAL}: } {simt.layout = {lane = [[4, 0], [8, 0], [16, 0], [0, 1], [0, 2]], register = [[1, 0], [2, 0], [0, 16]], warp = [[0, 4], [0, 8]]}
// CHECK: linalg.transpose
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], register = [[0, 1], [0, 2], [16, 0]], warp = [[4, 0], [8, 0]]}
// CHECK: tensor.collapse_shape
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @scan(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %loaded = tt.load %ptrs : tensor<1024x!tt.ptr<f32>>
  %s = "tt.scan"(%loaded) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.scan.return %t : f32
  }) : (tensor<1024xf32>) -> tensor<1024xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %ptrs1, %s : tensor<1024x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Along columns, from the end.
// CHECK-LABEL: func.func @scan_of_columns(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: tensor.extract_slice
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [0]], register = [[1], [2]], warp = [[0], [0]]}
// CHECK: tensor.insert_slice
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 0]], register = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]]}
// CHECK{LITERAL}: } {simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0]], warp = [[2, 0], [4, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @scan_of_columns(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %s = "tt.scan"(%loaded) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.scan.return %t : f32
  }) : (tensor<32x64xf32>) -> tensor<32x64xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<32x64x!tt.ptr<f32>>, tensor<32x64xi32>
  tt.store %ptrs1, %s : tensor<32x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Counts lie in a buffer that atomic updates change.
// CHECK-LABEL: func.func @histogram(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[32], [64]]}
// CHECK{LITERAL}: } {simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[32], [64]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[32], [64]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @histogram(%x: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %base = tt.splat %x : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>>
  %ptrs = tt.addptr %base, %range : tensor<512x!tt.ptr<i32>>, tensor<512xi32>
  %loaded = tt.load %ptrs : tensor<512x!tt.ptr<i32>>
  %h = tt.histogram %loaded : tensor<512xi32> -> tensor<128xi32>
  %range1 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %base1 = tt.splat %y : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %ptrs1 = tt.addptr %base1, %range1 : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  tt.store %ptrs1, %h : tensor<128x!tt.ptr<i32>>
  tt.return
}
}

// -----

// Updates of neighbours in memory: each thread makes those of the elements that it holds.
// CHECK-LABEL: func.func @atomics(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK{LITERAL}: } {simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @atomics(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %loaded = tt.load %ptrs : tensor<512x!tt.ptr<f32>>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %all = arith.constant dense<true> : tensor<512xi1>
  %old = tt.atomic_rmw fadd, relaxed, gpu, %ptrs1, %loaded, %all : (tensor<512x!tt.ptr<f32>>, tensor<512xf32>, tensor<512xi1>) -> tensor<512xf32>
  tt.return
}
}
