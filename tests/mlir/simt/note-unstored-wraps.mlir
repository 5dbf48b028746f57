// RUN: triton-shared-opt %s --note-unstored-wraps | FileCheck %s

// Rows of the left operand count modulo %m, and only those before %m are stored,
// CHECK-LABEL: func.func @product
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:           } {simt.unstored, tt.wrapped = 0 : i64}
func.func @product(%a: memref<*xf32>, %c: memref<*xf32>, %b: tensor<8x16xf32>, %first: index, %rows: i32, %count: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %m = arith.index_cast %rows : i32 to index
  %e = tensor.empty() : tensor<16x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %sum = scf.for %i = %c0 to %count step %c1 iter_args(%t = %init) -> (tensor<16x16xf32>) {
    %buf = memref.alloc() : memref<16x8xf32>
    scf.for %k = %c0 to %count step %c1 {
      %origin = arith.muli %k, %m : index
      %below = arith.subi %origin, %m : index
      %positive = arith.cmpi sgt, %k, %c0 : index
      %begin = arith.select %positive, %origin, %below : index
      %beyond = arith.addi %origin, %m : index
      %negative = arith.cmpi slt, %k, %c0 : index
      %one = arith.addi %origin, %c1 : index
      %end = arith.select %negative, %one, %beyond : index
      %from = arith.subi %begin, %first : index
      %stop = arith.subi %end, %first : index
      %low = arith.maxsi %from, %c0 : index
      %high = arith.minsi %stop, %c16 : index
      %size = arith.subi %high, %low : index
      %to = memref.subview %buf[%low, 0] [%size, 8] [1, 1] : memref<16x8xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
      %x = memref.reinterpret_cast %a to offset: [%origin], sizes: [%size, 8], strides: [8, 1] : memref<*xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
      memref.copy %x, %to : memref<?x8xf32, strided<[8, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1], offset: ?>>
    } {tt.wrapped = 0 : i64}
    %left = bufferization.to_tensor %buf restrict writable : memref<16x8xf32> to tensor<16x8xf32>
    %next = linalg.matmul ins(%left, %b : tensor<16x8xf32>, tensor<8x16xf32>) outs(%t : tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield %next : tensor<16x16xf32>
  }
  %left = arith.subi %m, %first : index
  %some = arith.minsi %left, %c16 : index
  %height = arith.maxsi %some, %c0 : index
  %kept = tensor.extract_slice %sum[0, 0] [%height, 16] [1, 1] : tensor<16x16xf32> to tensor<?x16xf32>
  %y = memref.reinterpret_cast %c to offset: [%first], sizes: [%height, 16], strides: [16, 1] : memref<*xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
  bufferization.materialize_in_destination %kept in writable %y : (tensor<?x16xf32>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
  return
}

// but a sum over all rows needs those that wrap, too.
// CHECK-LABEL: func.func @sum
// CHECK:         } {tt.wrapped = 0 : i64}
func.func @sum(%a: memref<*xf32>, %c: memref<*xf32>, %first: index, %rows: i32, %count: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %m = arith.index_cast %rows : i32 to index
  %buf = memref.alloc() : memref<16x8xf32>
  scf.for %k = %c0 to %count step %c1 {
    %origin = arith.muli %k, %m : index
    %beyond = arith.addi %origin, %m : index
    %negative = arith.cmpi slt, %k, %c0 : index
    %one = arith.addi %origin, %c1 : index
    %end = arith.select %negative, %one, %beyond : index
    %from = arith.subi %origin, %first : index
    %stop = arith.subi %end, %first : index
    %low = arith.maxsi %from, %c0 : index
    %high = arith.minsi %stop, %c16 : index
    %size = arith.subi %high, %low : index
    %to = memref.subview %buf[%low, 0] [%size, 8] [1, 1] : memref<16x8xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
    %x = memref.reinterpret_cast %a to offset: [%origin], sizes: [%size, 8], strides: [8, 1] : memref<*xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
    memref.copy %x, %to : memref<?x8xf32, strided<[8, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1], offset: ?>>
  } {tt.wrapped = 0 : i64}
  %block = bufferization.to_tensor %buf restrict writable : memref<16x8xf32> to tensor<16x8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %line = linalg.reduce { arith.addf } ins(%block : tensor<16x8xf32>) outs(%init : tensor<8xf32>) dimensions = [0]
  %y = memref.reinterpret_cast %c to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1]>>
  bufferization.materialize_in_destination %line in writable %y : (tensor<8xf32>, memref<8xf32, strided<[1]>>) -> ()
  return
}
