// RUN: triton-shared-opt %s --split-input-file --verify-triton-types --verify-diagnostics | FileCheck %s

// What has a place: scalars, pointers to pointers, tensors of pointers, blocks.

// CHECK-LABEL: tt.func public @known
// CHECK-SAME:  %{{.+}}: !tt.ptr<f32>, %{{.+}}: i32, %{{.+}}: !tt.ptr<!tt.ptr<f8E5M2>>, %{{.+}}: !tt.tensordesc<4x8xf16>
// CHECK-NEXT:  tt.splat
// CHECK-NEXT:  tt.return
tt.func public @known(%x: !tt.ptr<f32>, %n: i32, %xs: !tt.ptr<!tt.ptr<f8E5M2>>, %d: !tt.tensordesc<4x8xf16>) {
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func public @odd_width(%x: !tt.ptr<i32>) {
  // expected-error @+1 {{'arith.constant' op has a value of type 'i24': there are no such integers}}
  %c = arith.constant 1 : i24
  tt.return
}

// -----

// expected-error @+1 {{has a value of type 'f128': it is neither a scalar nor}}
tt.func public @odd_argument(%x: f128) {
  tt.return
}

// -----

tt.func public @unknown_shape(%n: index) {
  // expected-error @+1 {{its shape is not known}}
  %e = tensor.empty(%n) : tensor<?xf32>
  tt.return
}

// -----

tt.func public @too_large() {
  // expected-error @+1 {{it has 134217728 elements, not 1 to 67108864}}
  %e = tensor.empty() : tensor<134217728xi8>
  tt.return
}

// -----

// Functions of other dialects are not looked at.

// CHECK-LABEL: func.func @not_triton(%arg0: i24)
func.func @not_triton(%x: i24) {
  return
}

// -----

tt.func public @of_a_resource() {
  // expected-error @+1 {{'arith.constant' op lists no elements: 'value' must be a number or dense<…>}}
  %c = arith.constant dense_resource<x> : tensor<4xi32>
  tt.return
}

// -----

tt.func public @sparse() {
  // expected-error @+1 {{'arith.constant' op lists no elements}}
  %c = arith.constant sparse<[[0]], 5> : tensor<4xi32>
  tt.return
}
