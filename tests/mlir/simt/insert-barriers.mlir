// RUN: triton-shared-opt %s --split-input-file --insert-barriers | FileCheck %s

// What one thread writes others read after a barrier; what they read is not written again before another one.

// CHECK-LABEL: func.func @turns
// CHECK:         scf.for
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      llvm.store
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      llvm.load
// CHECK-NOT:       gpu.barrier
func.func @turns(%v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 0 : i64} : () -> !llvm.ptr<3>
  scf.for %i = %c0 to %n step %c1 {
    llvm.store %v, %a : f32, !llvm.ptr<3>
    %w = llvm.load %a : !llvm.ptr<3> -> f32
  }
  return
}

// -----

// Where the turns of a loop only read what was written before it, threads synchronize before the loop, once.

// CHECK-LABEL: func.func @written_before
// CHECK:         llvm.store
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        llvm.load
// CHECK-NOT:     gpu.barrier
func.func @written_before(%v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 0 : i64} : () -> !llvm.ptr<3>
  llvm.store %v, %a : f32, !llvm.ptr<3>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %w = llvm.load %a : !llvm.ptr<3> -> f32
    }
  }
  return
}

// -----

// Regions that do not overlap need none; nor do atomic ops among themselves.

// CHECK-LABEL: func.func @apart
// CHECK-NOT:     gpu.barrier
func.func @apart(%v: f32) {
  %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 0 : i64} : () -> !llvm.ptr<3>
  %b = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 512 : i64} : () -> !llvm.ptr<3>
  llvm.store %v, %a : f32, !llvm.ptr<3>
  %w = llvm.load %b : !llvm.ptr<3> -> f32
  return
}

// -----

// In global memory accesses through one argument clash, unless each thread touches its own elements in both.

// CHECK-LABEL: func.func @through_one_argument
// CHECK:         llvm.store
// CHECK-NEXT:    llvm.load %arg0 {tts.access = 0 : i64}
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    llvm.load %arg0 {tts.access = 1 : i64}
// CHECK-NEXT:    llvm.load %arg1
func.func @through_one_argument(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %v: f32) {
  llvm.store %v, %x {tts.access = 0 : i64} : f32, !llvm.ptr<1>
  %own = llvm.load %x {tts.access = 0 : i64} : !llvm.ptr<1> -> f32
  %other = llvm.load %x {tts.access = 1 : i64} : !llvm.ptr<1> -> f32
  %elsewhere = llvm.load %y {tts.access = 2 : i64} : !llvm.ptr<1> -> f32
  return
}

// -----

// In divergent code no barrier stands inside, but before.

// CHECK-LABEL: func.func @one_thread
// CHECK:         llvm.store
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      llvm.load
// CHECK-NOT:     gpu.barrier
func.func @one_thread(%v: f32, %first: i1) {
  %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 0 : i64} : () -> !llvm.ptr<3>
  llvm.store %v, %a : f32, !llvm.ptr<3>
  scf.if %first {
    %w = llvm.load %a : !llvm.ptr<3> -> f32
  } {simt.divergent}
  return
}

// -----

// A ring of stages waits by itself in its loop; where it is made, it may be filled.

// CHECK-LABEL: func.func @ring
// CHECK:         scf.for
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      simt.shared_alloc
// CHECK-NEXT:      nvvm.cp.async.shared.global
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        gpu.barrier
// CHECK-NEXT:        nvvm.cp.async.shared.global
// CHECK-NEXT:        llvm.load
// CHECK-NEXT:      } {simt.ring = 1 : i64}
// CHECK-NEXT:    }
func.func @ring(%x: !llvm.ptr<1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 0 : i64, simt.ring = 1 : i64} : () -> !llvm.ptr<3>
    nvvm.cp.async.shared.global %a, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    scf.for %k = %c0 to %n step %c1 {
      gpu.barrier
      nvvm.cp.async.shared.global %a, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
      %w = llvm.load %a : !llvm.ptr<3> -> f32
    } {simt.ring = 1 : i64}
  }
  return
}

// -----

// A copy reads global memory: what is written there after it waits until all have copied.

// CHECK-LABEL: func.func @copied
// CHECK:         nvvm.cp.async.shared.global
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    llvm.store
func.func @copied(%x: !llvm.ptr<1>, %v: f32) {
  %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 0 : i64} : () -> !llvm.ptr<3>
  %p = "simt.optimization_barrier"(%x) : (!llvm.ptr<1>) -> !llvm.ptr<1>
  nvvm.cp.async.shared.global %a, %p, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  llvm.store %v, %x : f32, !llvm.ptr<1>
  return
}

// -----

// What one thread releases waits until all threads have done what comes before, in global memory; once.

// CHECK-LABEL: func.func @released
// CHECK:         llvm.store
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      llvm.atomicrmw
// CHECK:         scf.if
// CHECK-NEXT:      llvm.store
// CHECK-NOT:     gpu.barrier
func.func @released(%x: !llvm.ptr<1>, %lock: !llvm.ptr<1>, %v: f32, %zero: i32, %first: i1) {
  llvm.store %v, %x : f32, !llvm.ptr<1>
  scf.if %first {
    %old = llvm.atomicrmw xchg %lock, %zero syncscope("device") acq_rel {simt.releases} : !llvm.ptr<1>, i32
  } {simt.divergent}
  scf.if %first {
    llvm.store %zero, %lock atomic release {alignment = 4 : i64, simt.releases} : i32, !llvm.ptr<1>
  } {simt.divergent}
  return
}

// -----

// Threads of a warp meet by themselves where each warp has bytes of its own; but not who has these bytes in other regions.

// CHECK-LABEL: func.func @of_warps
// CHECK:         nvvm.stmatrix
// CHECK-NEXT:    gpu.barrier scope <subgroup>
// CHECK-NEXT:    llvm.load
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    llvm.store
func.func @of_warps(%v: i32) {
  %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 0 : i64, simt.warp_private} : () -> !llvm.ptr<3>
  %b = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 0 : i64} : () -> !llvm.ptr<3>
  nvvm.stmatrix %a, %v {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32
  %w = llvm.load %a : !llvm.ptr<3> -> i32
  llvm.store %w, %b : i32, !llvm.ptr<3>
  return
}

// -----

// So they do where a loop's turns clash with one another, and before a loop that clashes with what comes before it.

// CHECK-LABEL: func.func @turns_of_warps
// CHECK:         scf.for
// CHECK-NEXT:      gpu.barrier scope <subgroup>
// CHECK-NEXT:      llvm.store
// CHECK-NEXT:      gpu.barrier scope <subgroup>
// CHECK-NEXT:      llvm.load
// CHECK-NEXT:    }
// CHECK-NEXT:    gpu.barrier scope <subgroup>
// CHECK-NEXT:    llvm.store
// CHECK-NEXT:    gpu.barrier scope <subgroup>
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      llvm.load
// CHECK-NOT:     barrier
func.func @turns_of_warps(%v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 0 : i64, simt.warp_private} : () -> !llvm.ptr<3>
  scf.for %i = %c0 to %n step %c1 {
    llvm.store %v, %a : f32, !llvm.ptr<3>
    %w = llvm.load %a : !llvm.ptr<3> -> f32
  }
  llvm.store %v, %a : f32, !llvm.ptr<3>
  scf.for %i = %c0 to %n step %c1 {
    %w = llvm.load %a : !llvm.ptr<3> -> f32
  }
  return
}

// -----

// What a copy reads it has read when it was waited for; a barrier before that is of no use, one behind it is.

// CHECK-LABEL: func.func @under_way
// CHECK:         llvm.store %{{.*}}, %[[A:[0-9]+]] : f32
// CHECK-NEXT:    gpu.barrier scope <subgroup>
// CHECK-NEXT:    scf.if
// CHECK:         {simt.divergent}
// CHECK-NEXT:    llvm.store %{{.*}}, %[[B:[0-9]+]] : f32
// CHECK-NEXT:    gpu.barrier scope <subgroup>
// CHECK-NEXT:    scf.if
// CHECK:         {simt.divergent}
// CHECK-NEXT:    nvvm.cp.async.bulk.wait_group 1
// CHECK-NEXT:    gpu.barrier scope <subgroup>
// CHECK-NEXT:    llvm.store %{{.*}}, %[[A]] : f32
// CHECK-NEXT:    nvvm.cp.async.bulk.wait_group 0
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    llvm.store %{{.*}}, %[[B]] : f32
// CHECK-NEXT:    return
func.func @under_way(%v: f32, %first: i1, %map: !llvm.ptr, %x: !llvm.ptr<1>, %at: vector<2xi32>) {
  %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 0 : i64, simt.warp_private} : () -> !llvm.ptr<3>
  %b = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 512 : i64, simt.warp_private} : () -> !llvm.ptr<3>
  llvm.store %v, %a : f32, !llvm.ptr<3>
  scf.if %first {
    "simt.tma_store"(%a, %map, %at, %x) {tts.access = 0 : i64} : (!llvm.ptr<3>, !llvm.ptr, vector<2xi32>, !llvm.ptr<1>) -> ()
    nvvm.cp.async.bulk.commit.group
  } {simt.divergent}
  llvm.store %v, %b : f32, !llvm.ptr<3>
  scf.if %first {
    "simt.tma_store"(%b, %map, %at, %x) {tts.access = 0 : i64} : (!llvm.ptr<3>, !llvm.ptr, vector<2xi32>, !llvm.ptr<1>) -> ()
    nvvm.cp.async.bulk.commit.group
  } {simt.divergent}
  nvvm.cp.async.bulk.wait_group 1 {read}
  llvm.store %v, %a : f32, !llvm.ptr<3>
  nvvm.cp.async.bulk.wait_group 0 {read}
  gpu.barrier
  llvm.store %v, %b : f32, !llvm.ptr<3>
  return
}

// -----

// What another program has stored is nothing to this one.

// CHECK-LABEL: func.func @programs
// CHECK-NOT:     gpu.barrier
func.func @programs(%v: f32, %x: !llvm.ptr<1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    llvm.store %v, %x : f32, !llvm.ptr<1>
  } {simt.grid_loop}
  return
}

// -----

// Upstream makes one branch of two: what is made of a condition that differs between threads differs, so no barrier
// stands inside.

// CHECK-LABEL: func.func @joined_conditions
// CHECK-NOT: simt.divergent_condition
// CHECK: %[[BOTH:.+]] = arith.andi %{{.+}}, %{{.+}} : i1
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.if %[[BOTH]] {
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @joined_conditions(%uniform: i1, %mine: i1, %out: !llvm.ptr<1>) {
  %region = "simt.shared_alloc"() <{alignment = 16 : i64, bytes = 512 : i64, offset = 0 : i64}> : () -> !llvm.ptr<3>
  %one = arith.constant 1 : i32
  llvm.store %one, %region : i32, !llvm.ptr<3>
  %differs = "simt.divergent_condition"(%mine) : (i1) -> i1
  %both = arith.andi %uniform, %differs : i1
  scf.if %both {
    %v = llvm.load %region : !llvm.ptr<3> -> i32
    llvm.store %v, %out : i32, !llvm.ptr<1>
  }
  return
}

// -----

// What is written element by element other threads may have written before, as a part of the whole block.

// CHECK-LABEL: func.func @elements
// CHECK:         llvm.store %{{.+}} : vector<4xf32>
// CHECK-NEXT:    llvm.store %{{.+}} : vector<4xf32>
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    llvm.store %{{.+}} {simt.element}
// CHECK-NEXT:    llvm.store %{{.+}} {simt.element}
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    llvm.load
func.func @elements(%v: vector<4xf32>, %x: f32) {
  %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 0 : i64} : () -> !llvm.ptr<3>
  llvm.store %v, %a : vector<4xf32>, !llvm.ptr<3>
  llvm.store %v, %a : vector<4xf32>, !llvm.ptr<3>
  llvm.store %x, %a {simt.element} : f32, !llvm.ptr<3>
  llvm.store %x, %a {simt.element} : f32, !llvm.ptr<3>
  %w = llvm.load %a : !llvm.ptr<3> -> f32
  return
}
