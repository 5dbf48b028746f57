// RUN: triton-shared-opt %s --split-input-file --triton-to-linalg --shared-to-gpu --until=assign-layouts \
// RUN:   | FileCheck %s

// The layout of a reduction is that of the block that is reduced: the result has what is left of it.

// All of a row.
// CHECK-LABEL: func.func @all(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: linalg.reduce
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @all(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %loaded = tt.load %ptrs : tensor<1024x!tt.ptr<f32>>
  %sum = "tt.reduce"(%loaded) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<1024xf32>) -> f32
  tt.store %y, %sum : !tt.ptr<f32>
  tt.return
}
}

// -----

// Along rows: lanes first.
// CHECK-LABEL: func.func @rows(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.reduce
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[32], [0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @rows(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %sum = "tt.reduce"(%loaded) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %ptrs1, %sum : tensor<64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Along columns.
// CHECK-LABEL: func.func @columns(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.reduce
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [0]], register = [[1], [2]], warp = [[0], [0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @columns(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %sum = "tt.reduce"(%loaded) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %ptrs1, %sum : tensor<64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// What is spread over the block again has the layout of what the reduction leaves, not of what it is combined with,
// CHECK-LABEL: func.func @spread(
// CHECK: linalg.reduce
// CHECK: arith.addf
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [0]], register = [[1], [2]], warp = [[0], [0]]}
// CHECK: arith.addf
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @spread(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = arith.constant dense<64> : tensor<64x1xi32>
  %scaled = arith.muli %at, %k : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x64xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x64xi32>
  %row = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %rows = tt.addptr %row, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %old = tt.load %rows : tensor<64x!tt.ptr<f32>>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %loaded = tt.load %ptrs : tensor<64x64x!tt.ptr<f32>>
  %sum = "tt.reduce"(%loaded) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  %new = arith.addf %old, %sum : tensor<64xf32>
  %line = tt.expand_dims %new {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
  %block = tt.broadcast %line : tensor<1x64xf32> -> tensor<64x64xf32>
  %left = arith.subf %loaded, %block : tensor<64x64xf32>
  tt.store %ptrs, %left : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// which others have.
// CHECK-LABEL: func.func @kept(
// CHECK: linalg.reduce
// CHECK: arith.addf
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[32], [0]]}
// CHECK: arith.addf
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @kept(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = arith.constant dense<64> : tensor<64x1xi32>
  %scaled = arith.muli %at, %k : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x64xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x64xi32>
  %row = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %rows = tt.addptr %row, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %old = tt.load %rows : tensor<64x!tt.ptr<f32>>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %loaded = tt.load %ptrs : tensor<64x64x!tt.ptr<f32>>
  %sum = "tt.reduce"(%loaded) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  %new = arith.addf %old, %sum : tensor<64xf32>
  tt.store %rows, %new : tensor<64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Along the middle of three dimensions.
// CHECK-LABEL: func.func @middle(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 4], [0, 0, 8], [0, 0, 16], [0, 1, 0], [0, 2, 0]], register = [[0, 0, 1], [0, 0, 2], [1, 0, 0], [2, 0, 0], [4, 0, 0]], warp = [[0, 4, 0], [0, 8, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 4], [0, 0, 8], [0, 0, 16], [0, 1, 0], [0, 2, 0]], register = [[0, 0, 1], [0, 0, 2], [1, 0, 0], [2, 0, 0], [4, 0, 0]], warp = [[0, 4, 0], [0, 8, 0]]}
// CHECK: linalg.reduce
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 4], [0, 0, 8], [0, 0, 16], [0, 1, 0], [0, 2, 0]], register = [[0, 0, 1], [0, 0, 2], [1, 0, 0], [2, 0, 0], [4, 0, 0]], warp = [[0, 4, 0], [0, 8, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 0], [0, 0]], register = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = [[0, 0], [0, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @middle(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<8x16x32x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %offset1 : tensor<8x16x32x!tt.ptr<f32>>, tensor<8x16x32xi32>
  %loaded = tt.load %ptrs : tensor<8x16x32x!tt.ptr<f32>>
  %sum = "tt.reduce"(%loaded) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<8x16x32xf32>) -> tensor<8x32xf32>
  %k2 = arith.constant dense<32> : tensor<8x1xi32>
  %scaled2 = arith.muli %at, %k2 : tensor<8x1xi32>
  %wide3 = tt.broadcast %scaled2 : tensor<8x1xi32> -> tensor<8x32xi32>
  %wide4 = tt.broadcast %at4 : tensor<1x32xi32> -> tensor<8x32xi32>
  %offset2 = arith.addi %wide3, %wide4 : tensor<8x32xi32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<8x32x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset2 : tensor<8x32x!tt.ptr<f32>>, tensor<8x32xi32>
  tt.store %ptrs1, %sum : tensor<8x32x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Among 8 warps.
// CHECK-LABEL: func.func @of_8_warps(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [16, 0], [32, 0]], warp = [[2, 0], [4, 0], [8, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [16, 0], [32, 0]], warp = [[2, 0], [4, 0], [8, 0]]}
// CHECK: linalg.reduce
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [16, 0], [32, 0]], warp = [[2, 0], [4, 0], [8, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[32], [0], [0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 8 : i64}} {
tt.func public @of_8_warps(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %sum = "tt.reduce"(%loaded) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %ptrs1, %sum : tensor<64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Two tensors are reduced together, in the layout of the first that has one.
// CHECK-LABEL: func.func @argmax(
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[32], [0]]}
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.reduce
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[32], [0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @argmax(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
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
  %index = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %best:2 = "tt.reduce"(%loaded, %index) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    %g = arith.cmpf ogt, %a, %b : f32
    %e = arith.cmpf oeq, %a, %b : f32
    %l = arith.cmpi slt, %i, %j : i32
    %el = arith.andi %e, %l : i1
    %o = arith.ori %g, %el : i1
    %m = arith.select %o, %a, %b : f32
    %n = arith.select %o, %i, %j : i32
    tt.reduce.return %m, %n : f32, i32
  }) : (tensor<64x64xf32>, tensor<64x64xi32>) -> (tensor<64xf32>, tensor<64xi32>)
  %base1 = tt.splat %y : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  tt.store %ptrs1, %best#1 : tensor<64x!tt.ptr<i32>>
  tt.return
}
}

// -----

// What is computed from positions alone has a row-major layout where it is reduced.
// CHECK-LABEL: func.func @numbers(
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[32], [0]]}
// CHECK: tensor.expand_shape
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], register = [], warp = [[32, 0], [0, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], register = [], warp = [[32, 0], [0, 0]]}
// CHECK: tensor.collapse_shape
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[32], [0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[0, 32], [1, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[0, 32], [1, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[0, 32], [1, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[0, 32], [1, 0]]}
// CHECK: linalg.reduce
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[0, 32], [1, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[32], [0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @numbers(%y: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = arith.constant dense<64> : tensor<64x1xi32>
  %scaled = arith.muli %at, %k : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x64xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x64xi32>
  %square = arith.muli %offset, %offset : tensor<64x64xi32>
  %sum = "tt.reduce"(%square) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %t = arith.addi %a, %b : i32
    tt.reduce.return %t : i32
  }) : (tensor<64x64xi32>) -> tensor<64xi32>
  %base = tt.splat %y : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %ptrs = tt.addptr %base, %range : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  tt.store %ptrs, %sum : tensor<64x!tt.ptr<i32>>
  tt.return
}
}

// -----

// A sum of sums: of the first one, each thread that held an element has the result, so bases of zeros remain.
// CHECK-LABEL: func.func @rows_then_columns(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.reduce
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.reduce
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0], [0], [0], [0], [1]], register = [[8], [16], [32]], warp = [[2], [4]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @rows_then_columns(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %sum = "tt.reduce"(%loaded) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %all = "tt.reduce"(%sum) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<64xf32>) -> f32
  tt.store %y, %all : !tt.ptr<f32>
  tt.return
}
}
