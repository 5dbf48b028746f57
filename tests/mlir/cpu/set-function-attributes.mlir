// RUN: triton-shared-opt %s --set-function-attributes | FileCheck %s

// CHECK-LABEL: func.func @kernel
// CHECK-SAME:  llvm.linkage = #llvm.linkage<internal>
func.func @kernel(%x: memref<f32>) {
  return
}

// CHECK:       {{func.func private @declared\(i32\)$}}
func.func private @declared(i32)
