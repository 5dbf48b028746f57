// RUN: triton-shared-opt %s --expand-tensor-copies | FileCheck %s

// Each mbarrier of a row is made by itself, and told to copies before anybody waits there.

// CHECK-LABEL: func.func @begin
// CHECK:         llvm.inline_asm has_side_effects asm_dialect = att "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}" %arg0
// CHECK:         %[[SECOND:.+]] = llvm.getelementptr %arg0[8]
// CHECK:         llvm.inline_asm has_side_effects asm_dialect = att "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}" %[[SECOND]]
// CHECK:         "fence.mbarrier_init.release.cluster;", "~{memory}"
// CHECK:         "fence.proxy.async;", "~{memory}"
func.func @begin(%arrivals: !llvm.ptr<3>) {
  "simt.mbarrier_init"(%arrivals) {count = 2 : i64, arrivals = 1 : i64} : (!llvm.ptr<3>) -> ()
  "simt.fence_proxy_async"() : () -> ()
  return
}

// CHECK-LABEL: func.func @copy
// CHECK:         "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 8192;", "r,~{memory}" %arg3
// CHECK:         "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];", "r,l,r,r,r,~{memory}" %arg0, %arg1, %{{.+}}, %{{.+}}, %arg3
func.func @copy(%to: !llvm.ptr<3>, %map: !llvm.ptr, %at: vector<2xi32>, %arrivals: !llvm.ptr<3>, %x: !llvm.ptr<1>) {
  "simt.mbarrier_arrive_expect_tx"(%arrivals) {bytes = 8192 : i64} : (!llvm.ptr<3>) -> ()
  "simt.tma_load"(%to, %map, %at, %arrivals, %x) : (!llvm.ptr<3>, !llvm.ptr, vector<2xi32>, !llvm.ptr<3>, !llvm.ptr<1>) -> ()
  return
}

// CHECK-LABEL: func.func @wait
// CHECK:         mbarrier.try_wait.parity.shared::cta.b64 %done, [$0], $1;{{.+}}", "r,r,~{memory}" %arg0, %arg1
// CHECK:         "mbarrier.inval.shared::cta.b64 [$0];", "r,~{memory}" %arg0
func.func @wait(%arrivals: !llvm.ptr<3>, %parity: i32) {
  "simt.mbarrier_wait_parity"(%arrivals, %parity) : (!llvm.ptr<3>, i32) -> ()
  "simt.mbarrier_inval"(%arrivals) {count = 1 : i64} : (!llvm.ptr<3>) -> ()
  return
}

// What a map tells may be fetched ahead.

// CHECK-LABEL: func.func @ahead
// CHECK:         "prefetch.tensormap [$0];", "l,~{memory}" %arg0
func.func @ahead(%map: !llvm.ptr) {
  "simt.prefetch_tensor_map"(%map) : (!llvm.ptr) -> ()
  return
}

// One thread waits for its own copies to memory.

// CHECK-LABEL: func.func @store
// CHECK:         "cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [$0, {$1, $2, $3}], [$4];", "l,r,r,r,r,~{memory}" %arg1, %{{.+}}, %{{.+}}, %{{.+}}, %arg0
// CHECK:         "cp.async.bulk.commit_group;", "~{memory}"
// CHECK:         "cp.async.bulk.wait_group.read 1;", "~{memory}"
// CHECK:         "cp.async.bulk.wait_group 0;", "~{memory}"
func.func @store(%from: !llvm.ptr<3>, %map: !llvm.ptr, %at: vector<3xi32>, %x: !llvm.ptr<1>) {
  "simt.tma_store"(%from, %map, %at, %x) : (!llvm.ptr<3>, !llvm.ptr, vector<3xi32>, !llvm.ptr<1>) -> ()
  "simt.tma_store_commit"() : () -> ()
  "simt.tma_store_wait"() {pending = 1 : i64, only_read = true} : () -> ()
  "simt.tma_store_wait"() {pending = 0 : i64, only_read = false} : () -> ()
  return
}

// A thread arrives by itself, or when its copies of chunks have been made.

// CHECK-LABEL: func.func @arrive
// CHECK:         "mbarrier.arrive.shared::cta.b64 _, [$0];", "r,~{memory}" %arg0
// CHECK:         "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [$0];", "r,~{memory}" %arg0
func.func @arrive(%arrivals: !llvm.ptr<3>) {
  "simt.mbarrier_arrive"(%arrivals) : (!llvm.ptr<3>) -> ()
  "simt.cp_async_mbarrier_arrive"(%arrivals) : (!llvm.ptr<3>) -> ()
  return
}
