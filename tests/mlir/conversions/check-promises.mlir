// RUN: triton-shared-opt %s --check-promises | FileCheck %s
// RUN: triton-shared-opt %s --check-promises --triton-to-linalg --check-accesses | FileCheck %s --check-prefix=LOWERED

// The lanes that the mask switches off may be divided by zero, and offsets be what they like.

// CHECK-LABEL: tt.func public @k
// CHECK:       %[[Q:.+]] = arith.divsi
// CHECK:       %[[NEEDED:.+]] = arith.ori %{{.+}}, %{{.+}} : tensor<8xi1>
// CHECK:       "tts.check"(%[[NEEDED]]
// CHECK-NOT:   llvm.intr.assume

// LOWERED-LABEL: func.func @k
// LOWERED:       call @triton_shared_found
tt.func public @k(%x: !tt.ptr<i32>, %n: i32, %m: i32) {
  %positive = arith.cmpi sgt, %m, %n : i32
  llvm.intr.assume %positive : i1
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %ms = tt.splat %m : i32 -> tensor<8xi32>
  %q = arith.divsi %i, %ms : tensor<8xi32>
  %p = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %at = tt.addptr %p, %i : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  tt.store %at, %q, %mask : tensor<8x!tt.ptr<i32>>
  tt.return
}
