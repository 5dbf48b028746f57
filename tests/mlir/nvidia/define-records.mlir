// RUN: triton-shared-opt %s --define-records | FileCheck %s

// CHECK-NOT:   _mlir_ciface
// CHECK-LABEL: llvm.func @k
// CHECK:       llvm.func internal @triton_shared_assert
// CHECK:         llvm.cmpxchg
// CHECK:         llvm.call_intrinsic "llvm.nvvm.exit"
llvm.func @triton_shared_assert(i32, i32, i32, i64, !llvm.ptr<1>)
llvm.func @_mlir_ciface_triton_shared_assert(i32, i32, i32, i64, !llvm.ptr<1>)
llvm.func @k(%record: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %x = llvm.mlir.constant(0 : i32) : i32
  %m = llvm.mlir.constant(0 : i64) : i64
  llvm.call @triton_shared_assert(%x, %x, %x, %m, %record) : (i32, i32, i32, i64, !llvm.ptr<1>) -> ()
  llvm.return
}
