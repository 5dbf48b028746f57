// RUN: triton-shared-opt %s --triton-to-structured --canonicalize --cse | FileCheck %s --check-prefix=TTS
// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s

// An embedding lookup: only the row dimension is indirect, each row moves as one contiguous copy.

// TTS-LABEL: tt.func public @lookup
// TTS:         %[[ROWS:.+]] = "tts.load"
// TTS:         "tts.load"(%{{.+}}) <{{{.*}}loops = array<i64: 0>
// TTS:         ^bb0(%[[I:.+]]: index):
// TTS:           tensor.extract %[[ROWS]][%[[I]]] : tensor<16xi32>
// TTS:           "tts.yield"

// CHECK-LABEL: func.func @lookup
// CHECK:         %[[BUFFER:.+]] = memref.alloc() : memref<16x64xf32>
// CHECK:         scf.parallel (%[[I:.+]]) = (%c0) to (%c16) step (%c1) {
// CHECK:           %[[ROW:.+]] = tensor.extract %{{.+}}[%[[I]]] : tensor<16xi32>
// CHECK:           %[[LINE:.+]] = memref.subview %[[BUFFER]][%[[I]], 0] [1, 64] [1, 1] : memref<16x64xf32> to memref<64xf32, strided<[1], offset: ?>>
// CHECK:           %[[VIEW:.+]] = memref.reinterpret_cast %{{.+}} to offset: [%{{.+}}], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1], offset: ?>>
// CHECK:           memref.copy %[[VIEW]], %[[LINE]]
// CHECK:         }
tt.func public @lookup(%table: !tt.ptr<f32>, %rows: !tt.ptr<i32>, %out: !tt.ptr<f32>) {
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %c = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rp = tt.splat %rows : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %rq = tt.addptr %rp, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %row = tt.load %rq : tensor<16x!tt.ptr<i32>>
  %width = arith.constant dense<64> : tensor<16x1xi32>
  %row2 = tt.expand_dims %row {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %start = arith.muli %row2, %width : tensor<16x1xi32>
  %starts = tt.broadcast %start : tensor<16x1xi32> -> tensor<16x64xi32>
  %col = tt.expand_dims %c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %cols = tt.broadcast %col : tensor<1x64xi32> -> tensor<16x64xi32>
  %offset = arith.addi %starts, %cols : tensor<16x64xi32>
  %tp = tt.splat %table : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>>
  %tq = tt.addptr %tp, %offset : tensor<16x64x!tt.ptr<f32>>, tensor<16x64xi32>
  %v = tt.load %tq : tensor<16x64x!tt.ptr<f32>>
  %r2 = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %line = arith.muli %r2, %width : tensor<16x1xi32>
  %lines = tt.broadcast %line : tensor<16x1xi32> -> tensor<16x64xi32>
  %target = arith.addi %lines, %cols : tensor<16x64xi32>
  %op = tt.splat %out : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>>
  %oq = tt.addptr %op, %target : tensor<16x64x!tt.ptr<f32>>, tensor<16x64xi32>
  tt.store %oq, %v : tensor<16x64x!tt.ptr<f32>>
  tt.return
}
