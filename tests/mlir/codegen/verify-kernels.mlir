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

// expected-error @+1 {{returns values, which a launch has no place for}}
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
