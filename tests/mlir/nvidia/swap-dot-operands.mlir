// RUN: triton-shared-opt %s --split-input-file --swap-dot-operands | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK:         scf.for {{.*}} iter_args(%[[SUM:.+]] = %{{.+}})
// CHECK:           %[[A:.+]] = bufferization.to_tensor
// CHECK:           %[[B:.+]] = bufferization.to_tensor
// CHECK:           %[[LEFT:.+]] = linalg.transpose ins(%[[B]] : tensor<32x128xf32>)
// CHECK:           %[[RIGHT:.+]] = linalg.transpose ins(%[[A]] : tensor<64x32xf32>)
// CHECK:           %[[TURNED:.+]] = linalg.transpose ins(%[[SUM]] : tensor<64x128xf32>)
// CHECK:           %[[R:.+]] = linalg.matmul {tt.input_precision = 0 : i32} ins(%[[LEFT]], %[[RIGHT]] : tensor<128x32xf32>, tensor<32x64xf32>) outs(%[[TURNED]] : tensor<128x64xf32>)
// CHECK:           %[[BACK:.+]] = linalg.transpose ins(%[[R]] : tensor<128x64xf32>)
// CHECK:           scf.yield %[[BACK]]
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
  func.func @rows(%a: memref<*xf32>, %b: memref<*xf32>, %end: index, %sums: tensor<64x128xf32>) -> tensor<64x128xf32> {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %r = scf.for %i = %c0 to %end step %c32 iter_args(%t = %sums) -> (tensor<64x128xf32>) {
      %one = memref.alloc() : memref<64x32xf32>
      %from = memref.reinterpret_cast %a to offset: [%i], sizes: [64, 32], strides: [%end, 1] : memref<*xf32> to memref<64x32xf32, strided<[?, 1], offset: ?>>
      memref.copy %from, %one : memref<64x32xf32, strided<[?, 1], offset: ?>> to memref<64x32xf32>
      %x = bufferization.to_tensor %one restrict writable : memref<64x32xf32> to tensor<64x32xf32>
      %other = memref.alloc() : memref<32x128xf32>
      %at = arith.muli %i, %end : index
      %and = memref.reinterpret_cast %b to offset: [%at], sizes: [32, 128], strides: [%end, 1] : memref<*xf32> to memref<32x128xf32, strided<[?, 1], offset: ?>>
      memref.copy %and, %other : memref<32x128xf32, strided<[?, 1], offset: ?>> to memref<32x128xf32>
      %y = bufferization.to_tensor %other restrict writable : memref<32x128xf32> to tensor<32x128xf32>
      %p = linalg.matmul {tt.input_precision = 0 : i32} ins(%x, %y : tensor<64x32xf32>, tensor<32x128xf32>) outs(%t : tensor<64x128xf32>) -> tensor<64x128xf32>
      scf.yield %p : tensor<64x128xf32>
    }
    return %r : tensor<64x128xf32>
  }
}

// -----

// What tensor cores do not multiply as one tf32 stays as it is, and so do factors that no loop loads ahead.

// CHECK-LABEL: func.func @others
// CHECK-NOT:     linalg.transpose
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
  func.func @others(%x: tensor<64x32xf32>, %y: tensor<32x128xf32>, %end: index, %sums: tensor<64x128xf32>) -> tensor<64x128xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %end step %c1 iter_args(%t = %sums) -> (tensor<64x128xf32>) {
      %p = linalg.matmul {tt.input_precision = 0 : i32} ins(%x, %y : tensor<64x32xf32>, tensor<32x128xf32>) outs(%t : tensor<64x128xf32>) -> tensor<64x128xf32>
      scf.yield %p : tensor<64x128xf32>
    }
    return %r : tensor<64x128xf32>
  }
}
