// RUN: triton-shared-opt %s --split-input-file --shared-to-cpu --verify-diagnostics | FileCheck %s

#same = affine_map<(i) -> (i)>

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
// CHECK-LABEL: llvm.func internal @double
// CHECK-SAME:  (%arg0: !llvm.ptr {tts.pointee = f32}, %arg1: !llvm.ptr {tts.pointee = f32, tts.written}, %arg2: i32 {tts.role = "program"}
// CHECK:       %[[X:.+]] = llvm.load %{{.+}} : !llvm.ptr -> vector<16xf32>
// CHECK-NEXT:  %[[SUM:.+]] = llvm.fadd %[[X]], %[[X]]
// CHECK:       llvm.store {{.+}} : vector<16xf32>, !llvm.ptr
// CHECK:       llvm.return
func.func @double(%x: memref<*xf32>, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %from = memref.reinterpret_cast %x to offset: [0], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1]>>
  %buffer = memref.alloc() : memref<64xf32>
  memref.copy %from, %buffer : memref<64xf32, strided<[1]>> to memref<64xf32>
  %t = bufferization.to_tensor %buffer restrict writable : memref<64xf32> to tensor<64xf32>
  %e = tensor.empty() : tensor<64xf32>
  %d = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%t : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.addf %p, %p : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1]>>
  bufferization.materialize_in_destination %d in writable %to : (tensor<64xf32>, memref<64xf32, strided<[1]>>) -> ()
  return
}
}

// -----

// expected-error @+1 {{argument 0 is a tensor<4xf32>}}
func.func @refused(%x: tensor<4xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  return
}
