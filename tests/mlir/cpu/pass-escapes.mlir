// RUN: triton-shared-opt %s --split-input-file --pass-escapes | FileCheck %s

// CHECK:       func.func private @triton_shared_assert(i32, i32, i32, i64, memref<i8>)
func.func private @triton_shared_assert(i32, i32, i32, i64)

// CHECK-LABEL: func.func @asserts
// CHECK-SAME:  %arg6: memref<i8> {tts.role = "escape"})
// CHECK:       call @triton_shared_assert(%arg3, %arg4, %arg5, %{{.+}}, %arg6)
func.func @asserts(%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %text = arith.constant 0 : i64
  call @triton_shared_assert(%px, %py, %pz, %text) : (i32, i32, i32, i64) -> ()
  return
}

// A kernel that asserts nothing is run to its end.

// CHECK-LABEL: func.func @runs_through
// CHECK-SAME:  %arg5: i32) {
func.func @runs_through(%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  return
}
