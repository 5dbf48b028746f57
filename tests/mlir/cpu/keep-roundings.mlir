// RUN: triton-shared-opt %s --keep-roundings | FileCheck %s

// A sum of bf16 that is computed in f32 is rounded before the next op reads it.

// CHECK-LABEL: func.func @sum
// CHECK:       %[[ROUNDED:.+]] = arith.truncf %{{.+}} fastmath<none> : f32 to bf16
// CHECK-NEXT:  arith.extf %[[ROUNDED]] fastmath<none> : bf16 to f32
func.func @sum(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b fastmath<contract> : f32
  %1 = arith.truncf %0 fastmath<contract> : f32 to bf16
  %2 = arith.extf %1 fastmath<contract> : bf16 to f32
  return %2 : f32
}
