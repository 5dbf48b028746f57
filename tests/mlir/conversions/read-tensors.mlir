// RUN: triton-shared-opt %s --split-input-file --read-tensors=loads=tensors | FileCheck %s
// RUN: triton-shared-opt %s --split-input-file --read-tensors | FileCheck %s --check-prefix=SAME

// A masked block and a whole one, of which the sum is written.

// CHECK-LABEL: func.func @sum
// CHECK-NOT:   memref.alloc
// CHECK:       %[[EMPTY:.+]] = tensor.empty() : tensor<8xf32>
// CHECK-NEXT:  %[[FILLED:.+]] = linalg.fill ins(%arg2 : f32) outs(%[[EMPTY]] : tensor<8xf32>)
// CHECK-NEXT:  %[[FROM:.+]] = memref.subview
// CHECK-NEXT:  %[[KEPT:.+]] = bufferization.to_tensor %[[FROM]] restrict {tt.cache = "cg"} : memref<?xf32, strided<[1]>> to tensor<?xf32>
// CHECK-NEXT:  %[[V:.+]] = tensor.insert_slice %[[KEPT]] into %[[FILLED]][0] [%arg1] [1] : tensor<?xf32> into tensor<8xf32>
// CHECK:       %[[W:.+]] = scf.if %arg3 -> (tensor<8xf32>) {
// CHECK-NEXT:    %[[ALL:.+]] = bufferization.to_tensor %{{.+}} restrict : memref<8xf32, strided<[1]>> to tensor<8xf32>
// CHECK-NEXT:    scf.yield %[[ALL]] : tensor<8xf32>
// CHECK-NEXT:  } else {
// CHECK-NEXT:    scf.yield %{{.+}} : tensor<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[SUM:.+]] = linalg.add ins(%[[V]], %[[W]] :
// CHECK-NEXT:  bufferization.materialize_in_destination %[[SUM]]

// SAME-LABEL: func.func @sum
// SAME-COUNT-2: memref.alloc
func.func @sum(%x: memref<*xf32>, %n: index, %other: f32, %c: i1) {
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1]>>
  %buffer = memref.alloc() : memref<8xf32>
  %c8 = arith.constant 8 : index
  %partial = arith.cmpi slt, %n, %c8 : index
  scf.if %partial {
    linalg.fill ins(%other : f32) outs(%buffer : memref<8xf32>)
  }
  %to = memref.subview %buffer[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  %from = memref.subview %view[0] [%n] [1] : memref<8xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  memref.copy %from, %to {tt.cache = "cg"} : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %v = bufferization.to_tensor %buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %second = memref.alloc() : memref<8xf32>
  linalg.fill ins(%other : f32) outs(%second : memref<8xf32>)
  scf.if %c {
    memref.copy %view, %second : memref<8xf32, strided<[1]>> to memref<8xf32>
  }
  %w = bufferization.to_tensor %second restrict writable : memref<8xf32> to tensor<8xf32>
  %sum = linalg.add ins(%v, %w : tensor<8xf32>, tensor<8xf32>) outs(%v : tensor<8xf32>) -> tensor<8xf32>
  bufferization.materialize_in_destination %sum in writable %view : (tensor<8xf32>, memref<8xf32, strided<[1]>>) -> ()
  return
}

// -----

// What is used behind a write stays a copy, and so does what stands behind one, or in a loop with one.

// CHECK-LABEL: func.func @written
// CHECK-COUNT-3: memref.copy
// SAME-LABEL: func.func @written
func.func @written(%x: memref<*xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1]>>
  %buffer = memref.alloc() : memref<8xf32>
  memref.copy %view, %buffer : memref<8xf32, strided<[1]>> to memref<8xf32>
  %v = bufferization.to_tensor %buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %sum = linalg.add ins(%v, %v : tensor<8xf32>, tensor<8xf32>) outs(%v : tensor<8xf32>) -> tensor<8xf32>
  bufferization.materialize_in_destination %sum in writable %view : (tensor<8xf32>, memref<8xf32, strided<[1]>>) -> ()
  %twice = linalg.add ins(%sum, %v : tensor<8xf32>, tensor<8xf32>) outs(%v : tensor<8xf32>) -> tensor<8xf32>
  bufferization.materialize_in_destination %twice in writable %view : (tensor<8xf32>, memref<8xf32, strided<[1]>>) -> ()
  %behind = memref.alloc() : memref<8xf32>
  memref.copy %view, %behind : memref<8xf32, strided<[1]>> to memref<8xf32>
  %w = bufferization.to_tensor %behind restrict writable : memref<8xf32> to tensor<8xf32>
  %more = linalg.add ins(%w, %w : tensor<8xf32>, tensor<8xf32>) outs(%w : tensor<8xf32>) -> tensor<8xf32>
  bufferization.materialize_in_destination %more in writable %view : (tensor<8xf32>, memref<8xf32, strided<[1]>>) -> ()
  scf.for %i = %c0 to %n step %c1 {
    %inside = memref.alloc() : memref<8xf32>
    memref.copy %view, %inside : memref<8xf32, strided<[1]>> to memref<8xf32>
    %u = bufferization.to_tensor %inside restrict writable : memref<8xf32> to tensor<8xf32>
    %last = linalg.add ins(%u, %u : tensor<8xf32>, tensor<8xf32>) outs(%u : tensor<8xf32>) -> tensor<8xf32>
    bufferization.materialize_in_destination %last in writable %view : (tensor<8xf32>, memref<8xf32, strided<[1]>>) -> ()
  }
  return
}
