// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s

// Convolution by im2col: the reduction index k stands for channel, row and column (k / 9, k / 3 % 3, k % 3), so it
// is indirect and walked; the output columns are contiguous and move as one copy for each k.

// CHECK-LABEL: func.func @im2col
// CHECK:         %[[BUFFER:.+]] = memref.alloc() : memref<32x16xf32>
// CHECK:         scf.parallel (%[[K:.+]]) = (%c0) to (%c32) step (%c1) {
// CHECK-DAG:       arith.divsi
// CHECK-DAG:       arith.remsi
// CHECK-NOT:       {{scf.(for|parallel)}}
// CHECK:           %[[LINE:.+]] = memref.subview %[[BUFFER]][%[[K]], 0] [1, 16] [1, 1]
// CHECK:           %[[VIEW:.+]] = memref.reinterpret_cast %arg0 to offset: [%{{.+}}], sizes: [16], strides: [1]
// CHECK:           memref.copy %[[VIEW]], %[[LINE]]
// CHECK:         }
tt.func public @im2col(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %height: i32, %width: i32) {
  %k = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %p = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %nine = arith.constant dense<9> : tensor<32xi32>
  %three = arith.constant dense<3> : tensor<32xi32>
  %channel = arith.divsi %k, %nine : tensor<32xi32>
  %line = arith.divsi %k, %three : tensor<32xi32>
  %r = arith.remsi %line, %three : tensor<32xi32>
  %s = arith.remsi %k, %three : tensor<32xi32>
  %h = tt.splat %height : i32 -> tensor<32xi32>
  %w = tt.splat %width : i32 -> tensor<32xi32>
  %0 = arith.muli %channel, %h : tensor<32xi32>
  %1 = arith.addi %0, %r : tensor<32xi32>
  %2 = arith.muli %1, %w : tensor<32xi32>
  %3 = arith.addi %2, %s : tensor<32xi32>
  %k1 = tt.expand_dims %3 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %p1 = tt.expand_dims %p {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %kb = tt.broadcast %k1 : tensor<32x1xi32> -> tensor<32x16xi32>
  %pb = tt.broadcast %p1 : tensor<1x16xi32> -> tensor<32x16xi32>
  %offset = arith.addi %kb, %pb : tensor<32x16xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<32x16x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %offset : tensor<32x16x!tt.ptr<f32>>, tensor<32x16xi32>
  %v = tt.load %xp : tensor<32x16x!tt.ptr<f32>>
  %sixteen = arith.constant dense<16> : tensor<32x1xi32>
  %k2 = tt.expand_dims %k {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %ks = arith.muli %k2, %sixteen : tensor<32x1xi32>
  %ob = tt.broadcast %ks : tensor<32x1xi32> -> tensor<32x16xi32>
  %target = arith.addi %ob, %pb : tensor<32x16xi32>
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<32x16x!tt.ptr<f32>>
  %op = tt.addptr %os, %target : tensor<32x16x!tt.ptr<f32>>, tensor<32x16xi32>
  tt.store %op, %v : tensor<32x16x!tt.ptr<f32>>
  tt.return
}
