// RUN: triton-shared-opt %s --distribute-tensors | FileCheck %s

// 256 elements among 64 threads: four each, which one instruction moves; the mask is the same for none of them, so that
// blocks which it cuts are read one by one.

#fours = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128]]}
#singles = {lane = [[1], [2], [4], [8], [16]], register = [], warp = [[32]]}
#everywhere = {lane = [[], [], [], [], []], register = [], warp = [[]]}
#map = affine_map<(d0) -> (d0)>
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
// CHECK-LABEL: func.func @twice(%arg0: !llvm.ptr<1>
// CHECK-SAME:    %arg1: i32)
// CHECK:         %[[THREAD:.+]] = gpu.thread_id x
// CHECK:         %[[LOADED:.+]] = scf.if %{{.+}} -> (vector<4xf32>) {
// CHECK-NEXT:      llvm.load %{{.+}} {alignment = 16 : i64, tts.access = 0 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK:         } else {
// CHECK-COUNT-4:   simt.predicated_load
// CHECK:         arith.addf %[[LOADED]], %[[LOADED]] : vector<4xf32>
// CHECK:         scf.if
// CHECK-NEXT:      llvm.store
// CHECK:         } else {
// CHECK-COUNT-4:   simt.predicated_store
// CHECK-NOT:     tensor
// CHECK-NOT:     memref
func.func @twice(%x: memref<*xf32> {tt.divisibility = 16 : i32}, %n: i32,
                 %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %size = arith.index_cast %n : i32 to index
  %least = arith.minsi %size, %c256 : index
  %kept = arith.maxsi %least, %c0 : index
  %buffer = memref.alloc() {simt.layout = #fours} : memref<256xf32>
  %partial = arith.cmpi slt, %kept, %c256 : index
  scf.if %partial {
    linalg.fill ins(%zero : f32) outs(%buffer : memref<256xf32>)
  }
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %from = memref.subview %view[0] [%kept] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %to = memref.subview %buffer[0] [%kept] [1] : memref<256xf32> to memref<?xf32, strided<[1]>>
  memref.copy %from, %to : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %t = bufferization.to_tensor %buffer restrict writable {simt.layout = #fours} : memref<256xf32> to tensor<256xf32>
  %empty = tensor.empty() : tensor<256xf32>
  %sum = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%t : tensor<256xf32>) outs(%empty : tensor<256xf32>) attrs = {simt.layout = #fours} {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %in : f32
    linalg.yield %s : f32
  } -> tensor<256xf32>
  %slice = tensor.extract_slice %sum[0] [%kept] [1] : tensor<256xf32> to tensor<?xf32>
  bufferization.materialize_in_destination %slice in writable %from {simt.layout = #fours} : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// A sum over all threads: registers, five shuffles, and two warps through shared memory.

// CHECK-LABEL: func.func @sum
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK:         simt.shared_alloc
// CHECK:         llvm.store %{{.+}} : vector<1xf32>, !llvm.ptr<3>
// CHECK:         llvm.load %{{.+}} : !llvm.ptr<3> -> vector<2xf32>
// CHECK:         simt.predicated_store
func.func @sum(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %zero = arith.constant 0.0 : f32
  %buffer = memref.alloc() {simt.layout = #singles} : memref<64xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1]>>
  memref.copy %view, %buffer : memref<64xf32, strided<[1]>> to memref<64xf32>
  %t = bufferization.to_tensor %buffer restrict writable {simt.layout = #singles} : memref<64xf32> to tensor<64xf32>
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %total = linalg.reduce ins(%t : tensor<64xf32>) outs(%init : tensor<f32>) dimensions = [0] {simt.layout = #singles}
    (%in: f32, %acc: f32) {
      %s = arith.addf %in, %acc : f32
      linalg.yield %s : f32
    }
  %at = memref.reinterpret_cast %x to offset: [0], sizes: [], strides: [] : memref<*xf32> to memref<f32>
  bufferization.materialize_in_destination %total in writable %at {simt.layout = #everywhere} : (tensor<f32>, memref<f32>) -> ()
  return
}

// Texts are numbers; one thread prints a scalar, each thread its own elements, and all threads of a program that fails end.
// CHECK-LABEL: func.func @prints(%arg0: i32, %arg1: !llvm.ptr<1> {tts.role = "record"})
// CHECK-SAME:    tts.texts = ["text"]
// CHECK:         scf.if
// CHECK:           func.call @triton_shared_print(%{{.*}}, %arg1)
// CHECK:         call @triton_shared_assert
memref.global "private" constant @text_0 : memref<5xi8> = dense<[116, 101, 120, 116, 0]>
func.func private @triton_shared_print(i32, i32, i32, i64, i64, i64)
func.func private @triton_shared_assert(i32, i32, i32, i64)
func.func @prints(%n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %view = memref.get_global @text_0 : memref<5xi8>
  %address = memref.extract_aligned_pointer_as_index %view : memref<5xi8> -> index
  %text = arith.index_cast %address : index to i64
  %bits = arith.extui %n : i32 to i64
  func.call @triton_shared_print(%px, %py, %pz, %text, %bits, %bits) : (i32, i32, i32, i64, i64, i64) -> ()
  func.call @triton_shared_assert(%px, %py, %pz, %text) : (i32, i32, i32, i64) -> ()
  return
}
}
