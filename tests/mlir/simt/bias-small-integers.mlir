// RUN: triton-shared-opt %s --bias-small-integers | FileCheck %s

// Weights of four bits: 1024 + w has them as its last bits.
// CHECK-LABEL: func.func @unsigned
// CHECK:         %[[W:.+]] = arith.andi
// CHECK:         %[[T:.+]] = arith.trunci %[[W]] : i32 to i16
// CHECK:         %[[B:.+]] = arith.ori %[[T]], %c25600_i16
// CHECK:         %[[F:.+]] = arith.bitcast %[[B]] : i16 to f16
// CHECK:         arith.subf %[[F]], %cst
// CHECK-NOT:     arith.sitofp
func.func @unsigned(%x: i32) -> f16 {
  %mask = arith.constant 15 : i32
  %w = arith.andi %x, %mask : i32
  %f = arith.sitofp %w : i32 to f16
  return %f : f16
}

// What may be negative is counted from the least number on; all bytes are few values to f16, not to bf16.
// CHECK-LABEL: func.func @bytes
// CHECK:         arith.extsi %arg0 : i8 to i16
// CHECK:         arith.addi %{{.+}}, %c25728_i16
// CHECK:         arith.subf
// CHECK:         arith.sitofp %arg0 : i8 to bf16
func.func @bytes(%x: i8) -> (f16, bf16) {
  %f = arith.sitofp %x : i8 to f16
  %g = arith.sitofp %x : i8 to bf16
  return %f, %g : f16, bf16
}

// Bits are selected by, and floats of 32 bits are converted as fast.
// CHECK-LABEL: func.func @others
// CHECK:         arith.uitofp %arg0 : i1 to f16
// CHECK:         arith.sitofp %arg1 : i8 to f32
func.func @others(%b: i1, %x: i8) -> (f16, f32) {
  %f = arith.uitofp %b : i1 to f16
  %g = arith.sitofp %x : i8 to f32
  return %f, %g : f16, f32
}
