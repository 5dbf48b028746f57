// RUN: triton-shared-opt %s --split-input-file --drop-covered-fences | FileCheck %s

// A fence goes where another one, with a barrier behind it, stands before whatever the asynchronous proxy reads next.

// CHECK-LABEL: func.func @turned
// CHECK:         scf.for
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      llvm.store
// CHECK-NEXT:      nvvm.fence.proxy
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      simt.tma_store
func.func @turned(%v: f32, %n: index, %map: !llvm.ptr, %at: vector<2xi32>, %x: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 0 : i64} : () -> !llvm.ptr<3>
  scf.for %i = %c0 to %n step %c1 {
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    gpu.barrier
    llvm.store %v, %a : f32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    gpu.barrier
    simt.tma_store %a, %map[%at], %x : vector<2xi32>
  }
  return
}

// -----

// It stays where the other one stands on some ways alone, or no barrier is behind that.

// CHECK-LABEL: func.func @some_ways
// CHECK-COUNT-4: nvvm.fence.proxy
// CHECK-NOT:     nvvm.fence.proxy
func.func @some_ways(%some: i1, %map: !llvm.ptr, %at: vector<2xi32>, %x: !llvm.ptr<1>) {
  %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 0 : i64} : () -> !llvm.ptr<3>
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  scf.if %some {
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  }
  gpu.barrier
  simt.tma_store %a, %map[%at], %x : vector<2xi32>
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  gpu.barrier
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  simt.tma_store %a, %map[%at], %x : vector<2xi32>
  return
}

// -----

// It goes where no such access comes, and where all ways have another one, be it for all memory.

// CHECK-LABEL: func.func @all_ways
// CHECK-NOT:     nvvm.fence.proxy
// CHECK:         scf.if
// CHECK-NEXT:      nvvm.fence.proxy
// CHECK-NEXT:    else
// CHECK-NEXT:      nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
// CHECK-NEXT:    }
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    simt.tma_store
// CHECK-NOT:     nvvm.fence.proxy
func.func @all_ways(%some: i1, %map: !llvm.ptr, %at: vector<2xi32>, %x: !llvm.ptr<1>) {
  %a = "simt.shared_alloc"() {bytes = 512 : i64, alignment = 16 : i64, offset = 0 : i64} : () -> !llvm.ptr<3>
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  scf.if %some {
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  } else {
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
  }
  gpu.barrier
  simt.tma_store %a, %map[%at], %x : vector<2xi32>
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  return
}
