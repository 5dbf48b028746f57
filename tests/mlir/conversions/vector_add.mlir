// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s

// Loads become views, buffers and copies of the kept elements; the fill runs only where the mask is partial.

// CHECK-LABEL: func.func @add(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<*xf32> {tt.divisibility = 16 : i32}, %[[Y:[a-z0-9]+]]: memref<*xf32>, %[[OUT:[a-z0-9]+]]: memref<*xf32>, %[[N:[a-z0-9]+]]: i32,
// CHECK-SAME:    %{{[a-z0-9]+}}: i32, %{{[a-z0-9]+}}: i32, %{{[a-z0-9]+}}: i32, %[[PID:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: i32, %{{[a-z0-9]+}}: i32)
// CHECK:         %[[START:.+]] = arith.muli %[[PID]], %{{.+}} : i32
// CHECK:         %[[OFFSET:.+]] = arith.index_cast %[[START]] : i32 to index
// CHECK:         %[[LEFT:.+]] = arith.subi %{{.+}}, %[[OFFSET]] : index
// CHECK:         %[[CUT:.+]] = arith.minsi %[[LEFT]], %c64 : index
// CHECK:         %[[KEPT:.+]] = arith.maxsi %[[CUT]], %c0 : index
// CHECK:         %[[BUFFER:.+]] = memref.alloc() : memref<64xf32>
// CHECK:         %[[PARTIAL:.+]] = arith.cmpi slt, %[[KEPT]], %c64 : index
// CHECK:         scf.if %[[PARTIAL]] {
// CHECK:           linalg.fill ins(%{{.+}} : f32) outs(%[[BUFFER]] : memref<64xf32>)
// CHECK:         }
// CHECK:         %[[TO:.+]] = memref.subview %[[BUFFER]][0] [%[[KEPT]]] [1]
// CHECK:         %[[VIEW:.+]] = memref.reinterpret_cast %[[X]] to offset: [%[[OFFSET]]], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1], offset: ?>>
// CHECK:         %[[FROM:.+]] = memref.subview %[[VIEW]][0] [%[[KEPT]]] [1]
// CHECK:         memref.copy %[[FROM]], %[[TO]]
// CHECK:         %[[A:.+]] = bufferization.to_tensor %[[BUFFER]] restrict writable : memref<64xf32> to tensor<64xf32>
// CHECK:         %[[SUM:.+]] = linalg.generic
// CHECK-SAME:      ins(%[[A]], %{{.+}} : tensor<64xf32>, tensor<64xf32>)
// CHECK:           arith.addf
// CHECK:         %[[SLICE:.+]] = tensor.extract_slice %[[SUM]][0] [%[[KEPT]]] [1] : tensor<64xf32> to tensor<?xf32>
// CHECK:         %[[TARGET:.+]] = memref.reinterpret_cast %[[OUT]] to offset: [%[[OFFSET]]], sizes: [64], strides: [1]
// CHECK:         %[[WHERE:.+]] = memref.subview %[[TARGET]][0] [%[[KEPT]]] [1]
// CHECK:         bufferization.materialize_in_destination %[[SLICE]] in writable %[[WHERE]]
// CHECK-NEXT:    return
tt.func public @add(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
  %pid = tt.get_program_id x : i32
  %c64 = arith.constant 64 : i32
  %start = arith.muli %pid, %c64 : i32
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %starts = tt.splat %start : i32 -> tensor<64xi32>
  %offsets = arith.addi %starts, %range : tensor<64xi32>
  %limit = tt.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %offsets, %limit : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %offsets : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %a = tt.load %xp, %mask : tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %offsets : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %b = tt.load %yp, %mask : tensor<64x!tt.ptr<f32>>
  %sum = arith.addf %a, %b : tensor<64xf32>
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %op = tt.addptr %outs, %offsets : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %op, %sum, %mask : tensor<64x!tt.ptr<f32>>
  tt.return
}
