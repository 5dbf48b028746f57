// RUN: triton-shared-opt %s --inline-gpu-module | FileCheck %s

// CHECK-NOT: gpu.module
// CHECK:     llvm.func @k(%arg0: i32) attributes {nvvm.kernel}
gpu.module @kernels {
  llvm.func @k(%n: i32) attributes {nvvm.kernel} {
    llvm.return
  }
}
