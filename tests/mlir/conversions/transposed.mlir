// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s

// A transposed load and store are views with their strides the other way round: no loop, no index tensor.

// CHECK-LABEL: func.func @transpose
// CHECK-NOT:     {{scf.(for|parallel)}}
// CHECK-NOT:     linalg.index
// CHECK:         memref.reinterpret_cast %arg0 to offset: [0], sizes: [32, 16], strides: [1, %[[S:.+]]] : memref<*xf32> to memref<32x16xf32, strided<[1, ?]>>
// CHECK:         memref.copy
// CHECK-NOT:     {{scf.(for|parallel)}}
// CHECK:         memref.reinterpret_cast %arg1 to offset: [0], sizes: [32, 16], strides: [16, 1]
// CHECK:         bufferization.materialize_in_destination
tt.func public @transpose(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %s: i32) {
  %i = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %j = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %i1 = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %j1 = tt.expand_dims %j {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %stride = tt.splat %s : i32 -> tensor<1x16xi32>
  %js = arith.muli %j1, %stride : tensor<1x16xi32>
  %ib = tt.broadcast %i1 : tensor<32x1xi32> -> tensor<32x16xi32>
  %jb = tt.broadcast %js : tensor<1x16xi32> -> tensor<32x16xi32>
  %offset = arith.addi %ib, %jb : tensor<32x16xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<32x16x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %offset : tensor<32x16x!tt.ptr<f32>>, tensor<32x16xi32>
  %v = tt.load %xp : tensor<32x16x!tt.ptr<f32>>
  %c16 = arith.constant dense<16> : tensor<32x1xi32>
  %is = arith.muli %i1, %c16 : tensor<32x1xi32>
  %ob = tt.broadcast %is : tensor<32x1xi32> -> tensor<32x16xi32>
  %jo = tt.broadcast %j1 : tensor<1x16xi32> -> tensor<32x16xi32>
  %target = arith.addi %ob, %jo : tensor<32x16xi32>
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<32x16x!tt.ptr<f32>>
  %op = tt.addptr %os, %target : tensor<32x16x!tt.ptr<f32>>, tensor<32x16xi32>
  tt.store %op, %v : tensor<32x16x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: func.func @transposed_store
// CHECK-NOT:     {{scf.(for|parallel)}}
// CHECK:         memref.reinterpret_cast %arg1 to offset: [0], sizes: [32, 16], strides: [1, %{{.+}}] : memref<*xf32> to memref<32x16xf32, strided<[1, ?]>>
// CHECK:         memref.subview %{{.+}}[0, 0] [%[[KEPT:.+]], 16] [1, 1]
// CHECK:         bufferization.materialize_in_destination
tt.func public @transposed_store(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %s: i32, %n: i32) {
  %i = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %j = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %i1 = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %j1 = tt.expand_dims %j {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %stride = tt.splat %s : i32 -> tensor<1x16xi32>
  %js = arith.muli %j1, %stride : tensor<1x16xi32>
  %ib = tt.broadcast %i1 : tensor<32x1xi32> -> tensor<32x16xi32>
  %jb = tt.broadcast %js : tensor<1x16xi32> -> tensor<32x16xi32>
  %target = arith.addi %ib, %jb : tensor<32x16xi32>
  %limit = tt.splat %n : i32 -> tensor<32x16xi32>
  %mask = arith.cmpi slt, %ib, %limit : tensor<32x16xi32>
  %v = arith.constant dense<1.0> : tensor<32x16xf32>
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<32x16x!tt.ptr<f32>>
  %op = tt.addptr %os, %target : tensor<32x16x!tt.ptr<f32>>, tensor<32x16xi32>
  tt.store %op, %v, %mask : tensor<32x16x!tt.ptr<f32>>
  tt.return
}
