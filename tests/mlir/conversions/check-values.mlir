// RUN: triton-shared-opt %s --check-values | FileCheck %s

// What an op makes is looked at closely only where some lane is not finite; what is stored is looked at, too.

// CHECK-LABEL: tt.func public @k
// CHECK:       arith.divf
// CHECK:       math.absf
// CHECK:       arith.cmpf uge
// CHECK:       tt.reduce
// CHECK:       scf.if
// CHECK:         "tts.check"
// CHECK:       "tts.check"
// CHECK:       "tts.check"
// CHECK:       tt.store
tt.func public @k(%x: !tt.ptr<f32>) {
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %at = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %at : tensor<8x!tt.ptr<f32>>
  %q = arith.divf %v, %v : tensor<8xf32>
  tt.store %at, %q : tensor<8x!tt.ptr<f32>>
  tt.return
}
