// RUN: triton-shared-opt %s --pass-pipeline='builtin.module(func.func(canonicalize{max-iterations=4},cse),convert-scf-to-cf)' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,CF
// RUN: triton-shared-opt %s --canonicalize='max-iterations=4' --cse --convert-scf-to-cf | FileCheck %s --check-prefixes=CHECK,CF
// RUN: triton-shared-opt %s --cse --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: triton-shared-opt %s --cse --mlir-print-debuginfo | FileCheck %s --check-prefix=DEBUG
// RUN: triton-shared-opt %s --lower-affine --convert-scf-to-cf --convert-to-llvm | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: func.func @sum
// LLVM-LABEL: llvm.func @sum
// GENERIC: "func.func"() <{
// DEBUG: loc({{.*}}pipeline.mlir":{{[0-9]+}}:{{[0-9]+}})
func.func @sum(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  // CF-NOT: scf.for
  // CF: cf.cond_br
  // LLVM: llvm.cond_br
  // GENERIC: "scf.for"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %next = arith.addf %s, %x : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
