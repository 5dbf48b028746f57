// RUN: triton-shared-opt %s --split-input-file --specialize-warps | FileCheck %s

// The producer runs the copies, and what tells where they go and how often; the others run the rest, and meet by themselves.
// All meet before the first copies.

// CHECK-LABEL: func.func @loop
// CHECK-SAME:    nvvm.minctasm = 1 : i32
// CHECK-NOT:     gpu.barrier
// CHECK:         %[[WARP:.+]], %{{.+}} = gpu.shuffle idx
// CHECK:         %[[IS_OF:.+]] = arith.cmpi sle, %{{.+}}, %[[WARP]]
// CHECK:         scf.if %[[IS_OF]] {
// CHECK:           nvvm.setmaxregister decrease 40
// CHECK:           %[[ALWAYS:.+]] = arith.constant true
// CHECK:           %[[WHERE:.+]] = llvm.load %arg5
// CHECK:           gpu.barrier
// CHECK:           nvvm.elect.sync
// CHECK:           scf.if
// CHECK:             scf.for %{{.+}} = %{{.+}} to %arg3 step %{{.+}} iter_args(%[[WORD:.+]] = %{{.+}}) -> (i32) {
// CHECK:               scf.if %[[ALWAYS]]
// CHECK:                 vector.from_elements %[[WORD]], %[[WHERE]]
// CHECK:                 simt.tma_load
// CHECK:               }
// CHECK-NOT:           nvvm.mbarrier.try_wait.parity
// CHECK-NOT:           arith.addf
// CHECK:               arith.addi %[[WORD]]
// CHECK:               scf.yield %{{.+}} : i32
// CHECK:         } else {
// CHECK:           nvvm.setmaxregister increase 232
// CHECK:           gpu.barrier
// CHECK:           scf.for {{.*}} iter_args(%{{.+}} = %{{.+}}, %{{.+}} = %{{.+}}) -> (f32, i32) {
// CHECK-NOT:         simt.tma_load
// CHECK:             nvvm.mbarrier.try_wait.parity
// CHECK:             arith.addf
// CHECK:             nvvm.barrier id = %{{.+}} number_of_threads = %{{.+}}
// CHECK-NOT:     gpu.barrier
module attributes {tts.target = {chip = "sm_90a", num_warps = 8 : i64, num_stages = 3 : i64, warp_specialize = true}} {
  func.func @loop(%to: !llvm.ptr<3>, %full: !llvm.ptr<3>, %map: !llvm.ptr, %n: index, %x: !llvm.ptr<1>, %w: !llvm.ptr<1>, %is: i1) attributes {tts.producer_warps = 4 : i64, tts.shared_bytes = 100000 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant 0.0 : f32
    %one = arith.constant 1 : i32
    gpu.barrier {simt.block_barrier}
    %where = llvm.load %w : !llvm.ptr<1> -> i32
    %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %z, %word = %one) -> (f32, i32) {
      %produces = "simt.divergent_condition"(%is) {producer = "one"} : (i1) -> i1
      scf.if %produces {
        %at = vector.from_elements %word, %where : vector<2xi32>
        "simt.tma_load"(%to, %map, %at, %full, %x) : (!llvm.ptr<3>, !llvm.ptr, vector<2xi32>, !llvm.ptr<3>, !llvm.ptr<1>) -> ()
      }
      nvvm.mbarrier.try_wait.parity %full, %word, %one : !llvm.ptr<3>, i32, i32
      %v = llvm.load %to : !llvm.ptr<3> -> f32
      %more = arith.addf %sum, %v : f32
      gpu.barrier
      %next = arith.addi %word, %one : i32
      scf.yield %more, %next : f32, i32
    }
    return
  }
}

// -----

// Upstream makes one branch of two: it is the producer's where one of both conditions was.  Of what holds in one thread
// one runs the slice, though it copies no box; where no branch is the producer's any more there are no more warps.

// CHECK-LABEL: func.func @joined_conditions
// CHECK:         scf.if
// CHECK:           %[[ALWAYS:.+]] = arith.constant true
// CHECK:           %[[BOTH:.+]] = arith.andi %arg2, %[[ALWAYS]]
// CHECK:           gpu.barrier
// CHECK:           nvvm.elect.sync
// CHECK:           scf.if
// CHECK:             scf.if %[[BOTH]] {
// CHECK-NEXT:          nvvm.mbarrier.arrive
// CHECK:         } else {
// CHECK-NOT:       nvvm.mbarrier.arrive
// CHECK:           nvvm.mbarrier.try_wait.parity
// CHECK-LABEL: func.func @nothing_left
// CHECK-SAME:    tts.shared_bytes
// CHECK-NOT:     tts.producer_warps
// CHECK-NOT:     scf.if
// CHECK:         return
module attributes {tts.target = {chip = "sm_90a", num_warps = 4 : i64, num_stages = 3 : i64, warp_specialize = true}} {
  func.func @joined_conditions(%full: !llvm.ptr<3>, %parity: i32, %uniform: i1, %is: i1) attributes {tts.producer_warps = 4 : i64, tts.shared_bytes = 100000 : i64} {
    gpu.barrier {simt.block_barrier}
    %produces = "simt.divergent_condition"(%is) {producer = "one"} : (i1) -> i1
    %both = arith.andi %uniform, %produces : i1
    scf.if %both {
      %state = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
    }
    nvvm.mbarrier.try_wait.parity %full, %parity, %parity : !llvm.ptr<3>, i32, i32
    return
  }
  func.func @nothing_left() attributes {tts.producer_warps = 4 : i64, tts.shared_bytes = 100000 : i64} {
    gpu.barrier {simt.block_barrier}
    return
  }
}
