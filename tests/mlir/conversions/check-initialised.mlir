// RUN: triton-shared-opt %s --check-initialised | FileCheck %s
// RUN: triton-shared-opt %s --check-initialised --triton-to-linalg --check-accesses | FileCheck %s --check-prefix=RECORD

// A load with a mask that switches lanes off and without 'other' gets what the launch asks for; one with 'other' stays as it is.

// CHECK-LABEL: tt.func public @k
// CHECK:       "tts.fill"
// CHECK:       %[[ALL:.+]] = "tt.reduce"
// CHECK:       scf.if %[[ALL]]
// CHECK:       "tts.fill"
// CHECK:       %[[OTHER:.+]] = tt.splat
// CHECK-NEXT:  tt.load %{{.+}}, %{{.+}}, %[[OTHER]]
// CHECK-NOT:   "tts.fill"
// CHECK:       tt.load %{{.+}}, %{{.+}}, %{{.+}}

// RECORD-LABEL: func.func @k
// RECORD-SAME:  tt.fills = 2 : i64
// RECORD:       call @triton_shared_fill
tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %at = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %q = tt.splat %y : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %to = tt.addptr %q, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %at, %mask : tensor<8x!tt.ptr<f32>>
  %w = tt.load %at, %mask, %zero : tensor<8x!tt.ptr<f32>>
  %s = arith.addf %v, %w : tensor<8xf32>
  tt.store %to, %s, %mask : tensor<8x!tt.ptr<f32>>
  tt.return
}
