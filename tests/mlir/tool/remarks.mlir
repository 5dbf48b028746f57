// RUN: triton-shared-opt %s --transform-interpreter 2>&1 | FileCheck %s
// RUN: triton-shared-opt %s --transform-interpreter --verify-diagnostics
// RUN: not triton-shared-opt %s --verify-diagnostics 2>&1 | FileCheck %s --check-prefix=MISSING

// Remarks and warnings are printed, and the result too.

module attributes {transform.with_named_sequence} {
  // CHECK: remarks.mlir:[[#@LINE+6]]:3: remark: this is the one
  // CHECK-NEXT: func.func @marked()
  // CHECK-NEXT: {{^}}  ^
  // CHECK-NEXT: module attributes
  // MISSING: remarks.mlir:[[#@LINE+1]]:6: error: expected remark "this is the one" was not produced
  // expected-remark @below {{this is the one}}
  func.func @marked() {
    return
  }

  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %function = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %function, "this is the one" : !transform.any_op
    transform.yield
  }
}
