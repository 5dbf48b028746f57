// RUN: triton-shared-opt %s --split-input-file --define-escapes | FileCheck %s

// CHECK-LABEL: llvm.func internal @triton_shared_assert(
// CHECK-SAME:  %[[X:.+]]: i32, %[[Y:.+]]: i32, %[[Z:.+]]: i32, %[[TEXT:.+]]: i64, %[[ESCAPE:.+]]: !llvm.ptr)
// CHECK-NEXT:  %[[KIND:.+]] = llvm.mlir.constant(1 : i32)
// CHECK-NEXT:  llvm.call @triton_shared_leave(%[[KIND]], %[[X]], %[[Y]], %[[Z]], %[[TEXT]], %[[ESCAPE]])
// CHECK-NEXT:  llvm.unreachable
// CHECK:       llvm.func internal @triton_shared_leave(
// CHECK:       llvm.call @longjmp
// CHECK-NEXT:  llvm.unreachable
// CHECK:       llvm.func @longjmp
// CHECK-NOT:   @triton_shared_wait
// CHECK:       llvm.func @asserts
// CHECK-NEXT:  llvm.call @triton_shared_assert
llvm.func @triton_shared_assert(i32, i32, i32, i64, !llvm.ptr) attributes {sym_visibility = "private"}

llvm.func @asserts(%x: i32, %text: i64, %escape: !llvm.ptr) {
  llvm.call @triton_shared_assert(%x, %x, %x, %text, %escape) : (i32, i32, i32, i64, !llvm.ptr) -> ()
  llvm.return
}

// -----

// CHECK-LABEL: module {
// CHECK-NEXT:  llvm.func @runs_through
// CHECK-NEXT:  llvm.return
llvm.func @runs_through(%x: i32) {
  llvm.return
}
