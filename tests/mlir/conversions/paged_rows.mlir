// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s

// Paged attention: the page comes from a table in memory, its rows are strided: no loop, one copy a page.

// CHECK-LABEL: func.func @pages
// CHECK:         scf.for
// CHECK:           %[[PAGE:.+]] = memref.load
// CHECK:           %[[START:.+]] = arith.muli %[[PAGE]], %arg4 : i32
// CHECK-NOT:       {{scf.(for|parallel)}}
// CHECK:           %[[VIEW:.+]] = memref.reinterpret_cast %arg0 to offset: [%{{.+}}], sizes: [16, 64], strides: [%{{.+}}, 1]
// CHECK:           memref.copy %[[VIEW]], %{{.+}} : memref<16x64xf16, strided<[?, 1], offset: ?>> to memref<16x64xf16>
tt.func public @pages(%keys: !tt.ptr<f16>, %table: !tt.ptr<i32>, %out: !tt.ptr<f16>, %count: i32, %page_stride: i32, %row_stride: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16x64xf16>
  %row = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %col = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows = tt.expand_dims %row {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cols = tt.expand_dims %col {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %stride = tt.splat %row_stride : i32 -> tensor<16x1xi32>
  %lines = arith.muli %rows, %stride : tensor<16x1xi32>
  %lines2 = tt.broadcast %lines : tensor<16x1xi32> -> tensor<16x64xi32>
  %cols2 = tt.broadcast %cols : tensor<1x64xi32> -> tensor<16x64xi32>
  %inner = arith.addi %lines2, %cols2 : tensor<16x64xi32>
  %sum = scf.for %i = %c0 to %count step %c1 iter_args(%acc = %zero) -> (tensor<16x64xf16>) : i32 {
    %entry = tt.addptr %table, %i : !tt.ptr<i32>, i32
    %page = tt.load %entry : !tt.ptr<i32>
    %start = arith.muli %page, %page_stride : i32
    %starts = tt.splat %start : i32 -> tensor<16x64xi32>
    %offset = arith.addi %starts, %inner : tensor<16x64xi32>
    %base = tt.splat %keys : !tt.ptr<f16> -> tensor<16x64x!tt.ptr<f16>>
    %p = tt.addptr %base, %offset : tensor<16x64x!tt.ptr<f16>>, tensor<16x64xi32>
    %k = tt.load %p : tensor<16x64x!tt.ptr<f16>>
    %next = arith.addf %acc, %k : tensor<16x64xf16>
    scf.yield %next : tensor<16x64xf16>
  }
  %base = tt.splat %out : !tt.ptr<f16> -> tensor<16x64x!tt.ptr<f16>>
  %p = tt.addptr %base, %inner : tensor<16x64x!tt.ptr<f16>>, tensor<16x64xi32>
  tt.store %p, %sum : tensor<16x64x!tt.ptr<f16>>
  tt.return
}
