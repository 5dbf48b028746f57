// RUN: triton-shared-opt %s --split-input-file --verify-shared-form --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @shared
// CHECK-NEXT:  memref.reinterpret_cast
// CHECK-NEXT:  memref.load
// CHECK-NEXT:  return
func.func @shared(%x: memref<*xf32>, %i: index, %gridX: i32, %gridY: i32, %gridZ: i32, %pidX: i32, %pidY: i32, %pidZ: i32) -> f32 {
  %view = memref.reinterpret_cast %x to offset: [%i], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
  %0 = memref.load %view[%i] : memref<1xf32, strided<[1], offset: ?>>
  return %0 : f32
}

// -----

func.func @triton(%x: !tt.ptr<f32>, %i: i32) {
  // expected-error @+1 {{'tt.addptr' op is left by 'triton-to-linalg': it has no rule for it}}
  %0 = tt.addptr %x, %i : !tt.ptr<f32>, i32
  return
}

// -----

func.func @other(%x: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract' op is left}}
  %0 = vector.extract %x[0] : f32 from vector<4xf32>
  return
}

// -----

func.func @llvm(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.getelementptr' op is left}}
  %0 = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f32
  return
}

// -----

func.func @buffer(%n: index, %gridX: i32, %gridY: i32, %gridZ: i32, %pidX: i32, %pidY: i32, %pidZ: i32) {
  %zero = arith.constant 0.0 : f32
  %0 = memref.alloc() : memref<4xf32>
  // expected-error @+1 {{reads a buffer that 'memref.store' touches afterwards}}
  %1 = bufferization.to_tensor %0 restrict writable : memref<4xf32> to tensor<4xf32>
  memref.store %zero, %0[%n] : memref<4xf32>
  return
}

// -----

// expected-error @+1 {{'func.func' op does not end with the grid and the program's place in it, i32 each: gridX, gridY, gridZ, pidX, pidY, pidZ}}
func.func @place(%x: memref<*xf32>) {
  return
}
