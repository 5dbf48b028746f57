// RUN: triton-shared-opt %s --split-input-file --multicast-copies | FileCheck %s

// Neighbours are programs 2n and 2n + 1.  The coordinates of %map0 differ between them, those of %map1 do not depend on
// the program: what both read each copies for both, or one of them does, as %rank says.

// CHECK-LABEL: func.func @pairs
// CHECK-SAME:    tts.cluster = 2 : i64
// CHECK:         %[[EMPTY:.+]] = arith.constant 8 : i32
// CHECK:         nvvm.mbarrier.init %arg2, %[[EMPTY]] {simt.stages_empty}
// CHECK:         scf.if
// CHECK:           nvvm.cluster.arrive
// CHECK-NEXT:      nvvm.cluster.wait
// CHECK:           scf.for %[[N:[^ ]+]] = %{{.+}} to %[[COUNT:.+]] step
// CHECK:             %[[XOR:.+]] = arith.xori %[[N]]
// CHECK:             %[[HAS:.+]] = arith.cmpi slt, %[[XOR]], %[[COUNT]]
// CHECK:             %[[RANK:.+]] = arith.andi %[[N]]
// CHECK:             %[[OTHER:.+]] = arith.select %[[HAS]], %[[XOR]], %[[N]]
// CHECK:             %[[OWN:.+]] = arith.cmpi slt, %[[N]], %arg6
// CHECK:             %[[ITS:.+]] = arith.cmpi slt, %[[OTHER]], %arg6
// CHECK:             %[[BOTH:.+]] = arith.andi %[[OWN]], %[[ITS]]
// CHECK:             arith.muli %[[OTHER]]
// CHECK:             %[[SAME:.+]] = arith.cmpi eq
// CHECK:             arith.andi %[[HAS]], %[[SAME]]
// CHECK:             arith.shli %{{.+}}, %[[RANK]]
// CHECK:             arith.cmpi eq, %[[RANK]]
// CHECK:             %[[FIRST:.+]] = arith.select
// CHECK:             arith.select %[[HAS]]
// CHECK:             scf.if %[[BOTH]] {
// CHECK:               scf.for
// CHECK:                 simt.tma_multicast %arg0, %arg3[%{{.+}}], %arg1, %arg5, %{{.+}} : vector<2xi32>
// CHECK:                 simt.tma_multicast %arg0, %arg4[%{{.+}}], %arg1, %arg5, %{{.+}} : vector<2xi32>
// CHECK:         } else {
// CHECK:           nvvm.cluster.arrive
// CHECK-NEXT:      nvvm.cluster.wait
// CHECK:           scf.for
// CHECK:             arith.select
// CHECK-NEXT:        %[[THERE:.+]] = arith.select
// CHECK:             scf.if
// CHECK:               %[[MAPPED:.+]] = nvvm.mapa %arg2, %[[THERE]] : !llvm.ptr<3> -> !llvm.ptr<7>
// CHECK:               nvvm.mbarrier.arrive %[[MAPPED]]
// CHECK:               nvvm.mbarrier.arrive %arg2 : !llvm.ptr<3> -> i64
// CHECK:         }
// CHECK:         nvvm.cluster.arrive
// CHECK-NEXT:    nvvm.cluster.wait
// CHECK-NEXT:    return
// CHECK-NOT:     simt.version_condition
func.func @pairs(%to: !llvm.ptr<3>, %full: !llvm.ptr<3>, %empty: !llvm.ptr<3>, %map0: !llvm.ptr, %map1: !llvm.ptr, %x: !llvm.ptr<1>, %limit: i32, %count: i32, %turns: i32, %is: i1) attributes {simt.multicast} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %many = arith.constant 64 : i32
  nvvm.mbarrier.init %empty, %four {simt.stages_empty} : !llvm.ptr<3>, i32
  scf.if %is {
    gpu.barrier {simt.block_barrier}
    scf.for %n = %zero to %count step %one : i32 {
      %own = arith.cmpi slt, %n, %limit : i32
      %row = arith.muli %n, %many : i32
      %may = simt.version_condition %own
      scf.if %may {
        scf.for %k = %zero to %turns step %one : i32 {
          %column = arith.muli %k, %many : i32
          %at0 = vector.from_elements %column, %row : vector<2xi32>
          simt.tma_load %to, %map0[%at0], %full, %x : vector<2xi32>
          %at1 = vector.from_elements %column, %zero : vector<2xi32>
          simt.tma_load %to, %map1[%at1], %full, %x : vector<2xi32>
        }
      }
    } {simt.grid_loop}
  } else {
    gpu.barrier {simt.block_barrier}
    scf.for %n = %zero to %count step %one : i32 {
      %own = arith.cmpi slt, %n, %limit : i32
      %may = simt.version_condition %own
      scf.if %may {
        %state = nvvm.mbarrier.arrive %empty : !llvm.ptr<3> -> i64
      }
    } {simt.grid_loop}
  }
  return
}

// -----

// The number of iterations depends on the program: stages would not be filled alike.

// CHECK-LABEL: func.func @no_pairs
// CHECK-NOT:     tts.cluster
// CHECK-NOT:     simt.multicast
// CHECK:         gpu.barrier
// CHECK:         scf.if %arg4
// CHECK:         simt.tma_load
// CHECK:         gpu.barrier
// CHECK-NOT:     nvvm.cluster
func.func @no_pairs(%to: !llvm.ptr<3>, %full: !llvm.ptr<3>, %map: !llvm.ptr, %x: !llvm.ptr<1>, %is: i1, %count: i32) attributes {simt.multicast} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.if %is {
    gpu.barrier {simt.block_barrier}
    scf.for %n = %zero to %count step %one : i32 {
      %may = simt.version_condition %is
      scf.if %may {
        scf.for %k = %zero to %n step %one : i32 {
          %at = vector.from_elements %k, %zero : vector<2xi32>
          simt.tma_load %to, %map[%at], %full, %x : vector<2xi32>
        }
      }
    } {simt.grid_loop}
  } else {
    gpu.barrier {simt.block_barrier}
    scf.for %n = %zero to %count step %one : i32 {
    } {simt.grid_loop}
  }
  return
}
