// RUN: triton-shared-opt %s --check-stores | FileCheck %s
// RUN: triton-shared-opt %s --check-stores --triton-to-linalg --check-races --check-accesses | FileCheck %s --check-prefix=LOWERED

// Rows may be so near that two lanes have one address; what is read back is no visit of the program.

// CHECK-LABEL: tt.func public @rows
// CHECK:       tt.store
// CHECK:       gpu.barrier
// CHECK:       %[[KEPT:.+]] = tt.load
// CHECK:       arith.cmpi eq
// CHECK:       "tts.check"

// LOWERED-LABEL: func.func @rows
// LOWERED-COUNT-1: call @triton_shared_visits
// LOWERED-NOT:   call @triton_shared_visits
// LOWERED:       call @triton_shared_found
tt.func public @rows(%x: !tt.ptr<i32>, %stride: i32) {
  %i = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %j = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %row = tt.expand_dims %i {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %s = tt.splat %stride : i32 -> tensor<4x1xi32>
  %rows = arith.muli %row, %s : tensor<4x1xi32>
  %column = tt.expand_dims %j {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %a = tt.broadcast %rows : tensor<4x1xi32> -> tensor<4x8xi32>
  %b = tt.broadcast %column : tensor<1x8xi32> -> tensor<4x8xi32>
  %o = arith.addi %a, %b : tensor<4x8xi32>
  %p = tt.splat %x : !tt.ptr<i32> -> tensor<4x8x!tt.ptr<i32>>
  %q = tt.addptr %p, %o : tensor<4x8x!tt.ptr<i32>>, tensor<4x8xi32>
  tt.store %q, %o : tensor<4x8x!tt.ptr<i32>>
  tt.return
}

// Constant strides tell that each lane has its own.

// CHECK-LABEL: tt.func public @apart
// CHECK-NOT:   tt.load
tt.func public @apart(%x: !tt.ptr<i32>) {
  %i = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %two = arith.constant dense<2> : tensor<4xi32>
  %o = arith.muli %i, %two : tensor<4xi32>
  %p = tt.splat %x : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
  %q = tt.addptr %p, %o : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
  tt.store %q, %o : tensor<4x!tt.ptr<i32>>
  tt.return
}
