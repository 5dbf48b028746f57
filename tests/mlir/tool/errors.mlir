// RUN: not triton-shared-opt %s 2>&1 | FileCheck %s
// RUN: not triton-shared-opt %s --split-input-file 2>&1 | FileCheck %s --check-prefixes=CHECK,SPLIT
// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics

// CHECK: errors.mlir:[[#@LINE+4]]:23: error: use of undeclared SSA value name
// CHECK-NEXT: {{^}}  %0 = arith.addi %x, %y : i32
// CHECK-NEXT: {{^}}                      ^
func.func @undeclared(%x: i32) -> i32 {
  %0 = arith.addi %x, %y : i32 // expected-error {{use of undeclared SSA value name}}
  return %0 : i32
}

// -----

// SPLIT: errors.mlir:[[#@LINE+3]]:{{[0-9]+}}: error: 'func.return' op has 0 operands
func.func @missing_result() -> i32 {
  // expected-error @+1 {{has 0 operands, but enclosing function (@missing_result) returns 1}}
  return
}
