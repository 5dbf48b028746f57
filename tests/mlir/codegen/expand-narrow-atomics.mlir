// RUN: triton-shared-opt %s --expand-narrow-atomics | FileCheck %s

// The element's address, and a loop until nobody has been faster; the operand is extended once.

// CHECK-LABEL: func.func @add(
// CHECK:         %[[AT:.+]] = llvm.inttoptr %{{.+}} : i64 to !llvm.ptr
// CHECK:         %[[WIDE:.+]] = arith.extf %arg1 : bf16 to f32
// CHECK:         %[[FIRST:.+]] = llvm.load %[[AT]] atomic monotonic {alignment = 2 : i64} : !llvm.ptr -> i16
// CHECK:         %[[BITS:.+]] = scf.while (%[[SEEN:.+]] = %[[FIRST]]) : (i16) -> i16 {
// CHECK:           %[[OLD:.+]] = arith.bitcast %[[SEEN]] : i16 to bf16
// CHECK:           %[[X:.+]] = arith.extf %[[OLD]] : bf16 to f32
// CHECK:           %[[SUM:.+]] = arith.addf %[[X]], %[[WIDE]] : f32
// CHECK:           %[[ROUNDED:.+]] = arith.truncf %[[SUM]] : f32 to bf16
// CHECK:           %[[NEW:.+]] = arith.bitcast %[[ROUNDED]] : bf16 to i16
// CHECK:           llvm.cmpxchg %[[AT]], %[[SEEN]], %[[NEW]] acq_rel acquire : !llvm.ptr, i16
// CHECK:           scf.condition
// CHECK:         arith.bitcast %[[BITS]] : i16 to bf16
// CHECK:         memref.atomic_rmw assign
// CHECK:         memref.atomic_rmw addf {{.*}} f32
// CHECK:         scf.while
// CHECK:           arith.extf %{{.+}} : f16 to f32
// CHECK:           arith.truncf %{{.+}} : f32 to f16

func.func @add(%m: memref<?xbf16>, %x: bf16, %i: index, %w: memref<?xf32>, %y: f32, %h: memref<?xf16>,
               %z: f16) -> (bf16, bf16, f32, f16) {
  %0 = memref.atomic_rmw addf %x, %m[%i] : (bf16, memref<?xbf16>) -> bf16
  %1 = memref.atomic_rmw assign %x, %m[%i] : (bf16, memref<?xbf16>) -> bf16
  %2 = memref.atomic_rmw addf %y, %w[%i] : (f32, memref<?xf32>) -> f32
  %3 = memref.atomic_rmw addf %z, %h[%i] : (f16, memref<?xf16>) -> f16
  return %0, %1, %2, %3 : bf16, bf16, f32, f16
}
