// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s

// A bf16 sum accumulates in f32; the neutral element is -0.0, which keeps a sum of negative zeros negative.

// CHECK-LABEL: func.func @kernel(%arg0: memref<*xbf16>, %arg1: memref<*xbf16>,
// CHECK:         %[[ZERO:.+]] = arith.constant -0.000000e+00 : f32
// CHECK:         %[[BUFFER:.+]] = memref.alloc() : memref<128xbf16>
// CHECK:         %[[VIEW:.+]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [128], strides: [1] : memref<*xbf16> to memref<128xbf16, strided<[1]>>
// CHECK:         memref.copy %[[VIEW]], %[[BUFFER]] : memref<128xbf16, strided<[1]>> to memref<128xbf16>
// CHECK:         %[[LOADED:.+]] = bufferization.to_tensor %[[BUFFER]] restrict writable : memref<128xbf16>
// CHECK:         %[[INIT:.+]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.+}} : tensor<f32>) -> tensor<f32>
// CHECK:         %[[REDUCED:.+]] = linalg.reduce ins(%[[LOADED]] : tensor<128xbf16>) outs(%[[INIT]] : tensor<f32>) dimensions = [0]
// CHECK-NEXT:      (%[[IN:.+]]: bf16, %[[TOTAL:.+]]: f32) {
// CHECK-NEXT:        %[[WIDE:.+]] = arith.extf %[[IN]] : bf16 to f32
// CHECK-NEXT:        %[[SUM:.+]] = arith.addf %[[WIDE]], %[[TOTAL]] : f32
// CHECK-NEXT:        linalg.yield %[[SUM]] : f32
// CHECK:         %[[SCALAR:.+]] = tensor.extract %[[REDUCED]][] : tensor<f32>
// CHECK-NEXT:    %[[RESULT:.+]] = arith.truncf %[[SCALAR]] : f32 to bf16
// CHECK-NEXT:    %[[TARGET:.+]] = memref.reinterpret_cast %arg1 to offset: [0], sizes: [1], strides: [1] : memref<*xbf16> to memref<1xbf16, strided<[1]>>
// CHECK-NEXT:    memref.store %[[RESULT]], %[[TARGET]][%c0] : memref<1xbf16, strided<[1]>>
// CHECK-NEXT:    return
tt.func @kernel(%afloat : !tt.ptr<bf16>, %res : !tt.ptr<bf16>) {
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %1 = tt.splat %afloat : (!tt.ptr<bf16>) -> tensor<128x!tt.ptr<bf16>>
  %2 = tt.addptr %1, %0 : tensor<128x!tt.ptr<bf16>>, tensor<128xi32>
  %afm = tt.load %2 {cache = 1 : i32, evict = 1 : i32, isVolatile = false} : tensor<128xbf16>
  %3 = "tt.reduce"(%afm) ({
  ^bb0(%arg5: bf16, %arg6: bf16):
    %21 = arith.addf %arg5, %arg6 : bf16
    tt.reduce.return %21 : bf16
  }) {axis = 0 : i32} : (tensor<128xbf16>) -> bf16
  tt.store %res, %3 : bf16
  tt.return
}
