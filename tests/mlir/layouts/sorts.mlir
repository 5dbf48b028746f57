// RUN: triton-shared-opt %s --split-input-file --triton-to-linalg --shared-to-gpu --until=assign-layouts \
// RUN:   | FileCheck %s

// Sorting networks.

// Bits that are compared more often than others, here the last, are those of registers.
// CHECK-LABEL: func.func @network(
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2], [512], [1024]], warp = [[128], [256]]}
// CHECK: tensor.expand_shape
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]], register = [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]], warp = [[0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]}
// CHECK: linalg.reduce
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]], register = [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]], warp = [[0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]], register = [[0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]], warp = [[0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]], register = [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]], warp = [[0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]}
// CHECK: linalg.reduce
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]], register = [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]], warp = [[0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]], register = [[0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]], warp = [[0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]], register = [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]], warp = [[0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]}
// CHECK: tensor.collapse_shape
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[16], [32], [64], [128], [256]], register = [[1], [2], [4], [8]], warp = [[512], [1024]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @network(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %range = tt.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<2048x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<2048x!tt.ptr<f32>>, tensor<2048xi32>
  %loaded = tt.load %ptrs : tensor<2048x!tt.ptr<f32>>
  %bits = tt.reshape %loaded : tensor<2048xf32> -> tensor<2x2x2x2x2x2x2x2x2x2x2xf32>
  %top = "tt.reduce"(%bits) <{axis = 10 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.maximumf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<2x2x2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2x2x2xf32>
  %one = tt.expand_dims %top {axis = 10 : i32} : tensor<2x2x2x2x2x2x2x2x2x2xf32> -> tensor<2x2x2x2x2x2x2x2x2x2x1xf32>
  %both = tt.broadcast %one : tensor<2x2x2x2x2x2x2x2x2x2x1xf32> -> tensor<2x2x2x2x2x2x2x2x2x2x2xf32>
  %rest = arith.subf %both, %bits : tensor<2x2x2x2x2x2x2x2x2x2x2xf32>
  %top1 = "tt.reduce"(%rest) <{axis = 10 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.maximumf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<2x2x2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2x2x2xf32>
  %one1 = tt.expand_dims %top1 {axis = 10 : i32} : tensor<2x2x2x2x2x2x2x2x2x2xf32> -> tensor<2x2x2x2x2x2x2x2x2x2x1xf32>
  %both1 = tt.broadcast %one1 : tensor<2x2x2x2x2x2x2x2x2x2x1xf32> -> tensor<2x2x2x2x2x2x2x2x2x2x2xf32>
  %rest1 = arith.subf %both1, %rest : tensor<2x2x2x2x2x2x2x2x2x2x2xf32>
  %flat = tt.reshape %rest1 : tensor<2x2x2x2x2x2x2x2x2x2x2xf32> -> tensor<2048xf32>
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<2048x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<2048x!tt.ptr<f32>>, tensor<2048xi32>
  tt.store %ptrs1, %flat : tensor<2048x!tt.ptr<f32>>
  tt.return
}
}
