// RUN: triton-shared-opt %s --split-input-file --triton-to-linalg --shared-to-gpu --until=assign-layouts \
// RUN:   | FileCheck %s

// Blocks that are read and written alike: neighbours in memory lie in neighbouring registers, 16 bytes of them where
// arguments promise that, then in neighbouring lanes, warps and registers again.

// Four elements of 4 bytes in 16: two bits of a register's number.
// CHECK-LABEL: func.func @f32(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @f32(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %loaded = tt.load %ptrs : tensor<1024x!tt.ptr<f32>>
  %sum = arith.addf %loaded, %loaded : tensor<1024xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %ptrs1, %sum : tensor<1024x!tt.ptr<f32>>
  tt.return
}
}

// -----

// No promise: one element an access.
// CHECK-LABEL: func.func @f32_by_any_address(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128], [256], [512]], warp = [[32], [64]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128], [256], [512]], warp = [[32], [64]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128], [256], [512]], warp = [[32], [64]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128], [256], [512]], warp = [[32], [64]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @f32_by_any_address(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %loaded = tt.load %ptrs : tensor<1024x!tt.ptr<f32>>
  %sum = arith.addf %loaded, %loaded : tensor<1024xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %ptrs1, %sum : tensor<1024x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Eight elements of 2 bytes.
// CHECK-LABEL: func.func @f16(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[8], [16], [32], [64], [128]], register = [[1], [2], [4], [1024]], warp = [[256], [512]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[8], [16], [32], [64], [128]], register = [[1], [2], [4], [1024]], warp = [[256], [512]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[8], [16], [32], [64], [128]], register = [[1], [2], [4], [1024]], warp = [[256], [512]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[8], [16], [32], [64], [128]], register = [[1], [2], [4], [1024]], warp = [[256], [512]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @f16(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32>
  %base = tt.splat %x : !tt.ptr<f16> -> tensor<2048x!tt.ptr<f16>>
  %ptrs = tt.addptr %base, %range : tensor<2048x!tt.ptr<f16>>, tensor<2048xi32>
  %loaded = tt.load %ptrs : tensor<2048x!tt.ptr<f16>>
  %sum = arith.addf %loaded, %loaded : tensor<2048xf16>
  %base1 = tt.splat %y : !tt.ptr<f16> -> tensor<2048x!tt.ptr<f16>>
  %ptrs1 = tt.addptr %base1, %range : tensor<2048x!tt.ptr<f16>>, tensor<2048xi32>
  tt.store %ptrs1, %sum : tensor<2048x!tt.ptr<f16>>
  tt.return
}
}

// -----

// Two elements of 8 bytes.
// CHECK-LABEL: func.func @f64(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[2], [4], [8], [16], [32]], register = [[1], [256], [512]], warp = [[64], [128]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[2], [4], [8], [16], [32]], register = [[1], [256], [512]], warp = [[64], [128]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[2], [4], [8], [16], [32]], register = [[1], [256], [512]], warp = [[64], [128]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[2], [4], [8], [16], [32]], register = [[1], [256], [512]], warp = [[64], [128]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @f64(%x: !tt.ptr<f64> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f64> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %base = tt.splat %x : !tt.ptr<f64> -> tensor<1024x!tt.ptr<f64>>
  %ptrs = tt.addptr %base, %range : tensor<1024x!tt.ptr<f64>>, tensor<1024xi32>
  %loaded = tt.load %ptrs : tensor<1024x!tt.ptr<f64>>
  %sum = arith.addf %loaded, %loaded : tensor<1024xf64>
  %base1 = tt.splat %y : !tt.ptr<f64> -> tensor<1024x!tt.ptr<f64>>
  %ptrs1 = tt.addptr %base1, %range : tensor<1024x!tt.ptr<f64>>, tensor<1024xi32>
  tt.store %ptrs1, %sum : tensor<1024x!tt.ptr<f64>>
  tt.return
}
}

// -----

// Sixteen elements of 1 byte.
// CHECK-LABEL: func.func @i8(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[16], [32], [64], [128], [256]], register = [[1], [2], [4], [8], [2048]], warp = [[512], [1024]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[16], [32], [64], [128], [256]], register = [[1], [2], [4], [8], [2048]], warp = [[512], [1024]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[16], [32], [64], [128], [256]], register = [[1], [2], [4], [8], [2048]], warp = [[512], [1024]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[16], [32], [64], [128], [256]], register = [[1], [2], [4], [8], [2048]], warp = [[512], [1024]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @i8(%x: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %y: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %base = tt.splat %x : !tt.ptr<i8> -> tensor<4096x!tt.ptr<i8>>
  %ptrs = tt.addptr %base, %range : tensor<4096x!tt.ptr<i8>>, tensor<4096xi32>
  %loaded = tt.load %ptrs : tensor<4096x!tt.ptr<i8>>
  %sum = arith.addi %loaded, %loaded : tensor<4096xi8>
  %base1 = tt.splat %y : !tt.ptr<i8> -> tensor<4096x!tt.ptr<i8>>
  %ptrs1 = tt.addptr %base1, %range : tensor<4096x!tt.ptr<i8>>, tensor<4096xi32>
  tt.store %ptrs1, %sum : tensor<4096x!tt.ptr<i8>>
  tt.return
}
}

// -----

// Booleans are bytes in memory.
// CHECK-LABEL: func.func @i1(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[16], [32], [64], [128], [256]], register = [[1], [2], [4], [8], [2048]], warp = [[512], [1024]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[16], [32], [64], [128], [256]], register = [[1], [2], [4], [8], [2048]], warp = [[512], [1024]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[16], [32], [64], [128], [256]], register = [[1], [2], [4], [8], [2048]], warp = [[512], [1024]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @i1(%x: !tt.ptr<i1> {tt.divisibility = 16 : i32}, %y: !tt.ptr<i1> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %base = tt.splat %x : !tt.ptr<i1> -> tensor<4096x!tt.ptr<i1>>
  %ptrs = tt.addptr %base, %range : tensor<4096x!tt.ptr<i1>>, tensor<4096xi32>
  %loaded = tt.load %ptrs : tensor<4096x!tt.ptr<i1>>
  %base1 = tt.splat %y : !tt.ptr<i1> -> tensor<4096x!tt.ptr<i1>>
  %ptrs1 = tt.addptr %base1, %range : tensor<4096x!tt.ptr<i1>>, tensor<4096xi32>
  tt.store %ptrs1, %loaded : tensor<4096x!tt.ptr<i1>>
  tt.return
}
}

// -----

// Floats of 8 bits.
// CHECK-LABEL: func.func @fp8(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[16], [32], [64], [128], [256]], register = [[1], [2], [4], [8], [2048]], warp = [[512], [1024]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[16], [32], [64], [128], [256]], register = [[1], [2], [4], [8], [2048]], warp = [[512], [1024]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[16], [32], [64], [128], [256]], register = [[1], [2], [4], [8], [2048]], warp = [[512], [1024]]}
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @fp8(%x: !tt.ptr<f8E4M3FN> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f8E4M3FN> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %base = tt.splat %x : !tt.ptr<f8E4M3FN> -> tensor<4096x!tt.ptr<f8E4M3FN>>
  %ptrs = tt.addptr %base, %range : tensor<4096x!tt.ptr<f8E4M3FN>>, tensor<4096xi32>
  %loaded = tt.load %ptrs : tensor<4096x!tt.ptr<f8E4M3FN>>
  %base1 = tt.splat %y : !tt.ptr<f8E4M3FN> -> tensor<4096x!tt.ptr<f8E4M3FN>>
  %ptrs1 = tt.addptr %base1, %range : tensor<4096x!tt.ptr<f8E4M3FN>>, tensor<4096xi32>
  tt.store %ptrs1, %loaded : tensor<4096x!tt.ptr<f8E4M3FN>>
  tt.return
}
}

// -----

// A block of fewer elements than threads is repeated: in the upper lanes, and in all warps.
// CHECK-LABEL: func.func @few(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [0]], register = [], warp = [[0], [0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [0]], register = [], warp = [[0], [0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [0]], register = [], warp = [[0], [0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [0]], register = [], warp = [[0], [0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @few(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %loaded = tt.load %ptrs : tensor<16x!tt.ptr<f32>>
  %sum = arith.addf %loaded, %loaded : tensor<16xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %ptrs1, %sum : tensor<16x!tt.ptr<f32>>
  tt.return
}
}

// -----

// One warp: no basis for warps.
// CHECK-LABEL: func.func @one_warp(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [128]], warp = []}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [128]], warp = []}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [128]], warp = []}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [128]], warp = []}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 1 : i64}} {
tt.func public @one_warp(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %loaded = tt.load %ptrs : tensor<256x!tt.ptr<f32>>
  %sum = arith.addf %loaded, %loaded : tensor<256xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %ptrs1, %sum : tensor<256x!tt.ptr<f32>>
  tt.return
}
}

// -----

// 32 warps.
// CHECK-LABEL: func.func @many_warps(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256], [512], [1024], [2048]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256], [512], [1024], [2048]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256], [512], [1024], [2048]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256], [512], [1024], [2048]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 32 : i64}} {
tt.func public @many_warps(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<4096x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<4096x!tt.ptr<f32>>, tensor<4096xi32>
  %loaded = tt.load %ptrs : tensor<4096x!tt.ptr<f32>>
  %sum = arith.addf %loaded, %loaded : tensor<4096xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<4096x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<4096x!tt.ptr<f32>>, tensor<4096xi32>
  tt.store %ptrs1, %sum : tensor<4096x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A mask changes no layout.
// CHECK-LABEL: func.func @masked(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512]], warp = [[128], [256]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @masked(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %limit = tt.splat %n : i32 -> tensor<1024xi32>
  %kept = arith.cmpi slt, %range, %limit : tensor<1024xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %loaded = tt.load %ptrs, %kept : tensor<1024x!tt.ptr<f32>>
  %sum = arith.addf %loaded, %loaded : tensor<1024xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %ptrs1, %sum, %kept : tensor<1024x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Rows of 64 elements: 16 lanes have one.
// CHECK-LABEL: func.func @rows(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
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
  %sum = arith.addf %loaded, %loaded : tensor<64x64xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs1, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// The same among 8 warps.
// CHECK-LABEL: func.func @rows_of_8_warps(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [16, 0], [32, 0]], warp = [[2, 0], [4, 0], [8, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [16, 0], [32, 0]], warp = [[2, 0], [4, 0], [8, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [16, 0], [32, 0]], warp = [[2, 0], [4, 0], [8, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [16, 0], [32, 0]], warp = [[2, 0], [4, 0], [8, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 8 : i64}} {
tt.func public @rows_of_8_warps(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %sum = arith.addf %loaded, %loaded : tensor<64x64xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs1, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Neighbours in memory lie in columns.
// CHECK-LABEL: func.func @columns(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4, 0], [8, 0], [16, 0], [32, 0], [0, 1]], register = [[1, 0], [2, 0], [0, 8], [0, 16], [0, 32]], warp = [[0, 2], [0, 4]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4, 0], [8, 0], [16, 0], [32, 0], [0, 1]], register = [[1, 0], [2, 0], [0, 8], [0, 16], [0, 32]], warp = [[0, 2], [0, 4]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4, 0], [8, 0], [16, 0], [32, 0], [0, 1]], register = [[1, 0], [2, 0], [0, 8], [0, 16], [0, 32]], warp = [[0, 2], [0, 4]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4, 0], [8, 0], [16, 0], [32, 0], [0, 1]], register = [[1, 0], [2, 0], [0, 8], [0, 16], [0, 32]], warp = [[0, 2], [0, 4]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @columns(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %wide = tt.broadcast %at : tensor<64x1xi32> -> tensor<64x64xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %k = arith.constant dense<64> : tensor<1x64xi32>
  %scaled = arith.muli %at1, %k : tensor<1x64xi32>
  %wide1 = tt.broadcast %scaled : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x64xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %loaded = tt.load %ptrs : tensor<64x64x!tt.ptr<f32>>
  %sum = arith.addf %loaded, %loaded : tensor<64x64xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs1, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Rows any distance apart: of a row, only single elements are known to be aligned.
// CHECK-LABEL: func.func @rows_far_apart(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[0, 32], [1, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[0, 32], [1, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[0, 32], [1, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = [[0, 32], [1, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @rows_far_apart(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %stride = tt.splat %n : i32 -> tensor<64x1xi32>
  %scaled = arith.muli %at, %stride : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x64xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x64xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %loaded = tt.load %ptrs : tensor<64x64x!tt.ptr<f32>>
  %sum = arith.addf %loaded, %loaded : tensor<64x64xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs1, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Rows a multiple of 16 elements apart.
// CHECK-LABEL: func.func @rows_of_aligned_distance(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], register = [[0, 1], [0, 2], [8, 0], [16, 0], [32, 0]], warp = [[2, 0], [4, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @rows_of_aligned_distance(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %stride = tt.splat %n : i32 -> tensor<64x1xi32>
  %scaled = arith.muli %at, %stride : tensor<64x1xi32>
  %wide = tt.broadcast %scaled : tensor<64x1xi32> -> tensor<64x64xi32>
  %at1 = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %wide1 = tt.broadcast %at1 : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %wide, %wide1 : tensor<64x64xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %loaded = tt.load %ptrs : tensor<64x64x!tt.ptr<f32>>
  %sum = arith.addf %loaded, %loaded : tensor<64x64xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %ptrs1, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Three dimensions.
// CHECK-LABEL: func.func @cube(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 8], [0, 0, 16], [0, 1, 0], [0, 2, 0], [0, 4, 0]], register = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [2, 0, 0]], warp = [[0, 8, 0], [1, 0, 0]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 8], [0, 0, 16], [0, 1, 0], [0, 2, 0], [0, 4, 0]], register = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [2, 0, 0]], warp = [[0, 8, 0], [1, 0, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 8], [0, 0, 16], [0, 1, 0], [0, 2, 0], [0, 4, 0]], register = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [2, 0, 0]], warp = [[0, 8, 0], [1, 0, 0]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 8], [0, 0, 16], [0, 1, 0], [0, 2, 0], [0, 4, 0]], register = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [2, 0, 0]], warp = [[0, 8, 0], [1, 0, 0]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @cube(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %at1 = tt.expand_dims %at {axis = 2 : i32} : tensor<4x1xi32> -> tensor<4x1x1xi32>
  %k = arith.constant dense<512> : tensor<4x1x1xi32>
  %scaled = arith.muli %at1, %k : tensor<4x1x1xi32>
  %wide = tt.broadcast %scaled : tensor<4x1x1xi32> -> tensor<4x16x32xi32>
  %range1 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %at2 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %at3 = tt.expand_dims %at2 {axis = 2 : i32} : tensor<1x16xi32> -> tensor<1x16x1xi32>
  %k1 = arith.constant dense<32> : tensor<1x16x1xi32>
  %scaled1 = arith.muli %at3, %k1 : tensor<1x16x1xi32>
  %wide1 = tt.broadcast %scaled1 : tensor<1x16x1xi32> -> tensor<4x16x32xi32>
  %offset = arith.addi %wide, %wide1 : tensor<4x16x32xi32>
  %range2 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %at4 = tt.expand_dims %range2 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %at5 = tt.expand_dims %at4 {axis = 1 : i32} : tensor<1x32xi32> -> tensor<1x1x32xi32>
  %wide2 = tt.broadcast %at5 : tensor<1x1x32xi32> -> tensor<4x16x32xi32>
  %offset1 = arith.addi %offset, %wide2 : tensor<4x16x32xi32>
  %base = tt.splat %x : !tt.ptr<f16> -> tensor<4x16x32x!tt.ptr<f16>>
  %ptrs = tt.addptr %base, %offset1 : tensor<4x16x32x!tt.ptr<f16>>, tensor<4x16x32xi32>
  %loaded = tt.load %ptrs : tensor<4x16x32x!tt.ptr<f16>>
  %sum = arith.addf %loaded, %loaded : tensor<4x16x32xf16>
  %base1 = tt.splat %y : !tt.ptr<f16> -> tensor<4x16x32x!tt.ptr<f16>>
  %ptrs1 = tt.addptr %base1, %offset1 : tensor<4x16x32x!tt.ptr<f16>>, tensor<4x16x32xi32>
  tt.store %ptrs1, %sum : tensor<4x16x32x!tt.ptr<f16>>
  tt.return
}
}

// -----

// A dimension of one element has no basis.
// CHECK-LABEL: func.func @unit_dimension(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], register = [[0, 1], [0, 2]], warp = [[0, 128], [0, 256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], register = [[0, 1], [0, 2]], warp = [[0, 128], [0, 256]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], register = [[0, 1], [0, 2]], warp = [[0, 128], [0, 256]]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], register = [[0, 1], [0, 2]], warp = [[0, 128], [0, 256]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @unit_dimension(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
  %at = tt.expand_dims %range {axis = 1 : i32} : tensor<1xi32> -> tensor<1x1xi32>
  %k = arith.constant dense<512> : tensor<1x1xi32>
  %scaled = arith.muli %at, %k : tensor<1x1xi32>
  %wide = tt.broadcast %scaled : tensor<1x1xi32> -> tensor<1x512xi32>
  %range1 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %at1 = tt.expand_dims %range1 {axis = 0 : i32} : tensor<512xi32> -> tensor<1x512xi32>
  %offset = arith.addi %wide, %at1 : tensor<1x512xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<1x512x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %offset : tensor<1x512x!tt.ptr<f32>>, tensor<1x512xi32>
  %loaded = tt.load %ptrs : tensor<1x512x!tt.ptr<f32>>
  %sum = arith.addf %loaded, %loaded : tensor<1x512xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<1x512x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %offset : tensor<1x512x!tt.ptr<f32>>, tensor<1x512xi32>
  tt.store %ptrs1, %sum : tensor<1x512x!tt.ptr<f32>>
  tt.return
}
}
