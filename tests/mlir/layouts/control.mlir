// RUN: triton-shared-opt %s --split-input-file --triton-to-linalg --shared-to-gpu --until=assign-layouts \
// RUN:   | FileCheck %s

// What loops and branches hand on: an array by the number of the value, in which scalars are `unit`.

// What a loop carries has one layout, that of what it begins with and yields; a number beside it has none.
// CHECK-LABEL: func.func @loop(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK{LITERAL}: } {simt.layout = [{lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}, unit]
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @loop(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %range = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %loaded = tt.load %ptrs : tensor<512x!tt.ptr<f32>>
  %k = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %one = arith.constant 1.000000e+00 : f32
  %r:2 = scf.for %i = %k to %n step %k1 iter_args(%t = %loaded, %s = %one) -> (tensor<512xf32>, f32)  : i32 {
    %w = tt.splat %s : f32 -> tensor<512xf32>
    %u = arith.mulf %t, %w : tensor<512xf32>
    %v = arith.addf %s, %one : f32
    scf.yield %u, %v : tensor<512xf32>, f32
  }
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  tt.store %ptrs1, %r#0 : tensor<512x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A sum that begins with zeros has the layout of what is added.
// CHECK-LABEL: func.func @loop_from_zero(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK{LITERAL}: } {simt.layout = [{lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}]
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @loop_from_zero(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %range = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %loaded = tt.load %ptrs : tensor<512x!tt.ptr<f32>>
  %k = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.000000e+00> : tensor<512xf32>
  %r = scf.for %i = %k to %n step %k1 iter_args(%t = %zero) -> (tensor<512xf32>)  : i32 {
    %u = arith.addf %t, %loaded : tensor<512xf32>
    scf.yield %u : tensor<512xf32>
  }
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  tt.store %ptrs1, %r : tensor<512x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A while names what each of its blocks takes.
// CHECK-LABEL: func.func @while(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK{LITERAL}: } attributes {simt.layout = {after = [{lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}, unit], before = [{lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}, unit]}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @while(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %range = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %loaded = tt.load %ptrs : tensor<512x!tt.ptr<f32>>
  %r:2 = scf.while (%t = %loaded, %m = %n) : (tensor<512xf32>, i32) -> (tensor<512xf32>, i32) {
    %go = arith.cmpi sgt, %m, %zero : i32
    scf.condition(%go) %t, %m : tensor<512xf32>, i32
  } do {
  ^bb0(%t: tensor<512xf32>, %m: i32):
    %u = arith.addf %t, %t : tensor<512xf32>
    %d = arith.divsi %m, %two : i32
    scf.yield %u, %d : tensor<512xf32>, i32
  }
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  tt.store %ptrs1, %r#0 : tensor<512x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Both sides of a branch, one layout.
// CHECK-LABEL: func.func @branch(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
// CHECK{LITERAL}: } {simt.layout = [{lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}]
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128], [256]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @branch(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant 0 : i32
  %range = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %loaded = tt.load %ptrs : tensor<512x!tt.ptr<f32>>
  %is = arith.cmpi sgt, %n, %zero : i32
  %r = scf.if %is -> (tensor<512xf32>) {
    %u = arith.addf %loaded, %loaded : tensor<512xf32>
    scf.yield %u : tensor<512xf32>
  } else {
    %q = math.exp %loaded : tensor<512xf32>
    scf.yield %q : tensor<512xf32>
  }
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  tt.store %ptrs1, %r : tensor<512x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A block that each iteration reads.
// CHECK-LABEL: func.func @loop_with_a_load(
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128], [256]], warp = [[32], [64]]}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128], [256]], warp = [[32], [64]]}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128], [256]], warp = [[32], [64]]}
// CHECK{LITERAL}: } {simt.layout = [{lane = [[1], [2], [4], [8], [16]], register = [[128], [256]], warp = [[32], [64]]}]
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[128], [256]], warp = [[32], [64]]}
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
tt.func public @loop_with_a_load(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %range = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %loaded = tt.load %ptrs : tensor<512x!tt.ptr<f32>>
  %k = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.000000e+00> : tensor<512xf32>
  %r = scf.for %i = %k to %n step %k1 iter_args(%t = %zero) -> (tensor<512xf32>)  : i32 {
    %f = tt.splat %i : i32 -> tensor<512xi32>
    %at = arith.addi %range, %f : tensor<512xi32>
    %p = tt.addptr %base, %at : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
    %l = tt.load %p : tensor<512x!tt.ptr<f32>>
    %u = arith.addf %t, %l : tensor<512xf32>
    scf.yield %u : tensor<512xf32>
  }
  %base1 = tt.splat %y : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %ptrs1 = tt.addptr %base1, %range : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  tt.store %ptrs1, %r : tensor<512x!tt.ptr<f32>>
  tt.return
}
}
