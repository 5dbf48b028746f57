// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s

// What Triton says beside the meaning stays as attributes: caches, order and scope, what the address is a multiple of,
// how loops are to be pipelined, which loops are wraps and scans.  Elements that do not need each other are scf.parallel.

// CHECK-LABEL: func.func @kernel
tt.func public @kernel(%x: !tt.ptr<f32>, %n: i32, %stride: i32, %trips: i32, %counts: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ones = arith.constant dense<1> : tensor<8xi32>
  %zeros = arith.constant dense<0.0> : tensor<8x16xf32>
  %r8 = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %r16 = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %n8 = tt.splat %n : i32 -> tensor<8xi32>
  %rows = arith.addi %n8, %r8 {tt.divisibility = dense<8> : tensor<1xi32>, tt.contiguity = dense<4> : tensor<1xi32>} : tensor<8xi32>
  %rows2 = tt.expand_dims %rows {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %s = tt.splat %stride : i32 -> tensor<8x1xi32>
  %down = arith.muli %rows2, %s : tensor<8x1xi32>
  %cols = tt.expand_dims %r16 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %down2 = tt.broadcast %down : tensor<8x1xi32> -> tensor<8x16xi32>
  %cols2 = tt.broadcast %cols : tensor<1x16xi32> -> tensor<8x16xi32>
  %index = arith.addi %down2, %cols2 : tensor<8x16xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
  %p = tt.addptr %base, %index : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
  %step = arith.constant dense<16> : tensor<8x16xi32>
  // CHECK: scf.for
  // CHECK:   memref.copy %{{.+}}, %{{.+}} {tt.cache = "cg", tt.contiguity = array<i64: 4, 1>, tt.divisibility = array<i64: 8, 1>, tt.eviction = "evict_last"}
  // CHECK: } {tt.num_stages = 3 : i32, tt.warp_specialize}
  %sum:2 = scf.for %i = %c0 to %trips step %c1 iter_args(%acc = %zeros, %q = %p) -> (tensor<8x16xf32>, tensor<8x16x!tt.ptr<f32>>) : i32 {
    %v = tt.load %q {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>} : tensor<8x16x!tt.ptr<f32>>
    %new = arith.addf %acc, %v : tensor<8x16xf32>
    %next = tt.addptr %q, %step : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
    scf.yield %new, %next : tensor<8x16xf32>, tensor<8x16x!tt.ptr<f32>>
  } {tt.num_stages = 3 : i32, tt.warp_specialize}
  // CHECK: scf.for
  // CHECK: } {tt.reverse, tt.scan = 0 : i64}
  %scanned = "tt.scan"(%sum#0) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.scan.return %c : f32
  }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: bufferization.materialize_in_destination %{{.+}} in writable %{{.+}} {tt.contiguity = array<i64: 4, 1>, tt.divisibility = array<i64: 8, 1>, tt.eviction = "evict_first"}
  tt.store %p, %scanned {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : tensor<8x16x!tt.ptr<f32>>
  %wrapped = arith.remsi %rows, %n8 : tensor<8xi32>
  %cp = tt.splat %counts : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %cq = tt.addptr %cp, %wrapped : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  // CHECK: scf.for
  // CHECK:   memref.copy %{{[^ ]+}}, %{{[^ ]+}} : memref
  // CHECK: } {tt.wrapped = 0 : i64}
  %w = tt.load %cq : tensor<8x!tt.ptr<i32>>
  // CHECK: scf.parallel (%{{.+}}) = (%c0) to (%c8) step (%c1) {
  // CHECK:   memref.atomic_rmw addi %{{.+}}, %{{.+}}[%c0] {tt.scope = "sys", tt.sem = "relaxed"}
  %cr = tt.addptr %cp, %w : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %old = tt.atomic_rmw add, relaxed, sys, %cr, %ones : (tensor<8x!tt.ptr<i32>>, tensor<8xi32>) -> tensor<8xi32>
  tt.return
}

// What a tensor descriptor describes is likely to be aligned.  Indices that are not negative have no lower bound.

// CHECK-LABEL: func.func @described
tt.func public @described(%x: !tt.ptr<f16>, %m: i32, %k: i32, %s: i64, %row: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %c63 = arith.constant 63 : i32
  %c64 = arith.constant 64 : i32
  %d = tt.make_tensor_descriptor %x, [%m, %k], [%s, %one] : <f16>, <8x64xf16>
  %up = arith.addi %k, %c63 : i32
  %steps = arith.divsi %up, %c64 : i32
  scf.for %i = %c0 to %steps step %c1 : i32 {
    %at = arith.muli %i, %c64 : i32
    // CHECK: %[[VIEW:.+]] = memref.reinterpret_cast %arg0 {{.*}} {tt.descriptor}
    // CHECK: memref.subview %[[VIEW]][%{{.+}}, 0]
    %v = tt.descriptor_load %d[%row, %at] : !tt.tensordesc<8x64xf16> -> tensor<8x64xf16>
    tt.descriptor_store %d[%row, %at], %v : !tt.tensordesc<8x64xf16>, tensor<8x64xf16>
  }
  tt.return
}
