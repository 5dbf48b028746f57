// RUN: triton-shared-opt %s --split-input-file --triton-ptr-to-memref --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @kernel
// CHECK-SAME:  (%arg0: memref<*xf32> {tt.divisibility = 16 : i32}, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32)
// CHECK:       %[[SUM:.+]] = arith.addi %arg6, %arg2 : i32
// CHECK-NEXT:  call @callee(%{{.+}}, %[[SUM]], %arg2, %arg3, %arg4, %arg5, %arg6, %arg7)
tt.func public @kernel(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %pid = tt.get_program_id y : i32
  %count = tt.get_num_programs x : i32
  %sum = arith.addi %pid, %count : i32
  tt.call @callee(%x, %sum) : (!tt.ptr<f32>, i32) -> ()
  tt.return
}

// A callee takes addresses.

// CHECK-LABEL: func.func private @callee
// CHECK-SAME:  (%arg0: i64, %arg1: i32,
// CHECK-NOT:   tt.
tt.func private @callee(%x: !tt.ptr<f32>, %i: i32) {
  %p = tt.addptr %x, %i : !tt.ptr<f32>, i32
  %a = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
  tt.return
}

// -----

// Functions of other dialects stay.

// CHECK-LABEL: func.func @left(%arg0: memref<4xf32>)
// CHECK-NEXT:  return
func.func @left(%x: memref<4xf32>) {
  return
}

// -----

tt.func public @memory_op(%x: !tt.ptr<f32>) {
  // expected-error @+1 {{'tt.load' op is left by 'triton-ptr-to-memref'}}
  %0 = tt.load %x : !tt.ptr<f32>
  tt.return
}
