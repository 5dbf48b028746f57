// RUN: triton-shared-opt %s --split-input-file --verify-llvm-dialect --verify-diagnostics | FileCheck %s

#hint = #llvm.loop_annotation<disableNonforced = true>

// CHECK-LABEL: llvm.func @loop
// CHECK:       llvm.cond_br %arg0, ^[[HEAD:.+]], ^{{[^ ]+}} {loop_annotation = #{{[^,]+}}}
llvm.func @loop(%c: i1) {
  llvm.br ^head
^head:
  llvm.cond_br %c, ^head, ^end {llvm.loop_annotation = #hint}
^end:
  llvm.return
}

// CHECK-LABEL: llvm.func @no_hint
// CHECK:       {{llvm.br \^[a-z0-9]+$}}
// CHECK-NOT:   annotation
llvm.func @no_hint(%c: i1) {
  llvm.br ^end
^end:
  llvm.return
}

// -----

llvm.func @left(%x: i32) -> i32 {
  // expected-error @+1 {{'arith.addi' op has no lowering to machine code}}
  %0 = arith.addi %x, %x : i32
  llvm.return %0 : i32
}

// -----

// expected-error @+1 {{'func.func' op has no lowering to machine code}}
func.func @function() {
  return
}
