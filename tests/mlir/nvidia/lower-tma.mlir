// RUN: triton-shared-opt %s --lower-tma | FileCheck %s

// Each mbarrier is made by itself, and told to copies before anybody waits there.

// CHECK-LABEL: func.func @begin
// CHECK:         "mbarrier.init.shared::cta.b64 [$0], 3;", "r,~{memory}" %arg0
// CHECK:         nvvm.fence.mbarrier.init
// CHECK:         "mbarrier.inval.shared::cta.b64 [$0];", "r,~{memory}" %arg0
// CHECK:         "prefetch.tensormap [$0];", "l,~{memory}" %arg1
func.func @begin(%arrivals: !llvm.ptr<3>, %map: !llvm.ptr) {
  %three = arith.constant 3 : i32
  nvvm.mbarrier.init %arrivals, %three : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  nvvm.mbarrier.inval %arrivals : !llvm.ptr<3>
  nvvm.prefetch tensormap, %map : !llvm.ptr
  return
}

// An arrival is told how many bytes are to come; a copy of a box arrives when it has been made.

// CHECK-LABEL: func.func @copy
// CHECK:         "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 8192;", "r,~{memory}" %arg3
// CHECK:         "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];", "r,l,r,r,r,~{memory}" %arg0, %arg1, %{{.+}}, %{{.+}}, %arg3
func.func @copy(%to: !llvm.ptr<3>, %map: !llvm.ptr, %at: vector<2xi32>, %arrivals: !llvm.ptr<3>, %x: !llvm.ptr<1>) {
  %bytes = arith.constant 8192 : i32
  nvvm.mbarrier.arrive.expect_tx %arrivals, %bytes : !llvm.ptr<3>, i32
  "simt.tma_load"(%to, %map, %at, %arrivals, %x) : (!llvm.ptr<3>, !llvm.ptr, vector<2xi32>, !llvm.ptr<3>, !llvm.ptr<1>) -> ()
  return
}

// A copy to blocks of the cluster is begun where there are any; what another block waits for is found by `mapa`.

// CHECK-LABEL: func.func @multicast
// CHECK:         setp.ne.b32 %some, $5, 0;{{.+}}cvt.u16.u32 %blocks, $5;{{.+}}@%some cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1, {$2, $3}], [$4], %blocks;{{.+}}", "r,l,r,r,r,r,~{memory}" %arg0, %arg1, %{{.+}}, %{{.+}}, %arg3, %arg5
// CHECK:         mapa.shared::cluster.u32 %there, $0, $1;{{.+}}mbarrier.arrive.shared::cluster.b64 _, [%there];{{.+}}", "r,r,~{memory}" %arg3, %arg5
// CHECK-NOT:     nvvm.mapa
func.func @multicast(%to: !llvm.ptr<3>, %map: !llvm.ptr, %at: vector<2xi32>, %arrivals: !llvm.ptr<3>, %x: !llvm.ptr<1>, %blocks: i32) {
  simt.tma_multicast %to, %map[%at], %arrivals, %x, %blocks : vector<2xi32>
  %there = nvvm.mapa %arrivals, %blocks : !llvm.ptr<3> -> !llvm.ptr<7>
  nvvm.mbarrier.arrive %there : !llvm.ptr<7>
  return
}

// A wait has no limit of time.

// CHECK-LABEL: func.func @wait
// CHECK:         mbarrier.try_wait.parity.shared::cta.b64 %done, [$0], $1;{{.+}}", "r,r,~{memory}" %arg0, %arg1
func.func @wait(%arrivals: !llvm.ptr<3>, %parity: i32) {
  nvvm.mbarrier.try_wait.parity %arrivals, %parity, %parity : !llvm.ptr<3>, i32, i32
  return
}

// What upstream lowers itself stays.

// CHECK-LABEL: func.func @store
// CHECK:         "cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [$0, {$1, $2, $3}], [$4];", "l,r,r,r,r,~{memory}" %arg1, %{{.+}}, %{{.+}}, %{{.+}}, %arg0
// CHECK:         nvvm.cp.async.bulk.commit.group
// CHECK:         nvvm.cp.async.bulk.wait_group 1 {read}
func.func @store(%from: !llvm.ptr<3>, %map: !llvm.ptr, %at: vector<3xi32>, %x: !llvm.ptr<1>) {
  "simt.tma_store"(%from, %map, %at, %x) : (!llvm.ptr<3>, !llvm.ptr, vector<3xi32>, !llvm.ptr<1>) -> ()
  nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.wait_group 1 {read}
  return
}

// An arrival's result, the phase, is of no use.

// CHECK-LABEL: func.func @arrive
// CHECK:         "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [$0];", "r,~{memory}" %arg0
// CHECK:         "mbarrier.arrive.shared::cta.b64 _, [$0];", "r,~{memory}" %arg0
func.func @arrive(%arrivals: !llvm.ptr<3>) {
  nvvm.cp.async.mbarrier.arrive %arrivals {noinc = true} : !llvm.ptr<3>
  %phase = nvvm.mbarrier.arrive %arrivals : !llvm.ptr<3> -> i64
  return
}
