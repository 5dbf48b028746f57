// RUN: triton-shared-opt %s --split-input-file --verify-kernels --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @kernel
// CHECK-NEXT:  memref.alloc() : memref<8xbf16>
// CHECK-NEXT:  return
func.func @kernel(%x: memref<*xf32>, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %buffer = memref.alloc() : memref<8xbf16>
  return
}

// Only kernels are launched: callees take and give what they like.

// CHECK-LABEL: func.func private @callee(%arg0: tensor<4xf32>) -> tensor<4xf32>
func.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

func.func private @triton_shared_assert(i32, i32, i32, i64)

// -----

// expected-error @+1 {{argument 0 is a tensor<4xf32>: kernels are launched with pointers and scalars}}
func.func @tensor(%x: tensor<4xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  return
}

// -----

// expected-error @+1 {{does not end with the grid and the program's place in it, six i32}}
func.func @no_grid(%x: memref<*xf32>) {
  return
}

// -----

// expected-error @+1 {{returns values, which a launch cannot take}}
func.func @result(%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) -> i32 {
  return %gx : i32
}

// -----

// expected-error @+1 {{has the name 'triton_shared_print', which is kept for the runtime or for LLVM}}
func.func private @triton_shared_print(f32)

// -----

func.func @elements(%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error @+1 {{has a value of type 'memref<4xcomplex<f32>>': there are no such elements}}
  %buffer = memref.alloc() : memref<4xcomplex<f32>>
  return
}

// -----

func.func @sparse(%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error @+1 {{'arith.constant' op lists no elements: 'value' must be a number or dense<…>}}
  %c = arith.constant sparse<[[0]], 5> : tensor<4xi32>
  return
}

// -----

// expected-error @+1 {{'memref.global' op lists no elements: 'initial_value' must be a number or dense<…>}}
memref.global "private" @of_a_resource : memref<4xi32> = dense_resource<x>

// -----

// What only later passes say of ops and arguments is not the program's; how the entry is called is asked for.

// CHECK-LABEL: func.func @says_too_much(
// CHECK-SAME: %arg0: memref<*xf32> {tt.divisibility = 16 : i32}, %arg1: i32, %arg2: i32
// CHECK-SAME: attributes {tts.entry = "entry"}
// CHECK-NOT: tts.streams
func.func @says_too_much(%x: memref<*xf32> {tt.divisibility = 16 : i32, tts.role = 1.5 : f32},
    %gx: i32 {tts.role = "scratch", tts.pointee = f32}, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32)
    attributes {tts.entry = "entry", tts.waits = 5 : i32, simt.kernel_lifetime} {
  %buffer = memref.alloc() {tts.streams, tts.masked_view = 1 : i32} : memref<4xf32>
  return
}
