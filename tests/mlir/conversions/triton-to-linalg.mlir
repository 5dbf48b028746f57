// RUN: triton-shared-opt %s --split-input-file --triton-to-linalg --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @double
// CHECK-SAME:  (%arg0: memref<*xf32>, %arg1: memref<*xf32>, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32)
// CHECK:       %[[LEAST:.+]] = arith.minsi
// CHECK-NEXT:  %[[N:.+]] = arith.maxsi %[[LEAST]]
// CHECK:       %[[BUFFER:.+]] = memref.alloc() : memref<128xf32>
// CHECK:       %[[PARTIAL:.+]] = arith.cmpi slt, %[[N]], %c128
// CHECK-NEXT:  scf.if %[[PARTIAL]] {
// CHECK-NEXT:  linalg.fill {{.*}} outs(%[[BUFFER]]
// CHECK:       memref.copy
// CHECK:       %[[X:.+]] = bufferization.to_tensor %[[BUFFER]] restrict writable
// CHECK:       %[[SUM:.+]] = linalg.generic {{.*}} ins(%[[X]], %[[X]]
// CHECK:       %[[KEPT:.+]] = tensor.extract_slice %[[SUM]][0] [%[[N]]] [1]
// CHECK:       bufferization.materialize_in_destination %[[KEPT]] in writable
// CHECK-NEXT:  return
tt.func public @double(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %i = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %ns = tt.splat %n : i32 -> tensor<128xi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<128xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %px = tt.addptr %xs, %i : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %v = tt.load %px, %mask : tensor<128x!tt.ptr<f32>>
  %twice = arith.addf %v, %v : tensor<128xf32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %py = tt.addptr %ys, %i : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  tt.store %py, %twice, %mask : tensor<128x!tt.ptr<f32>>
  tt.return
}

// -----

// What is in the shared form already stays.

// CHECK-LABEL: func.func @left
// CHECK-NEXT:  %[[VIEW:.+]] = memref.reinterpret_cast %arg0
// CHECK-NEXT:  memref.load %[[VIEW]][%arg1]
// CHECK-NEXT:  return
func.func @left(%x: memref<*xf32>, %i: index, %gridX: i32, %gridY: i32, %gridZ: i32, %pidX: i32, %pidY: i32, %pidZ: i32) -> f32 {
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32>
  %v = memref.load %view[%i] : memref<4xf32>
  return %v : f32
}

// -----

tt.func public @refused(%x: !tt.ptr<i32>) {
  // expected-error @+1 {{there are no such integers}}
  %c = arith.constant 1 : i24
  tt.return
}
