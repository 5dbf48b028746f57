// RUN: triton-shared-opt %s --shared-to-gpu | FileCheck %s

// CHECK-LABEL: llvm.func @fill
// CHECK-SAME:    nvvm.kernel
// CHECK:         nvvm.read.ptx.sreg.tid.x
// CHECK:         llvm.store %{{.+}}, %{{.+}} {alignment = 4 : i64
func.func @fill(%x: memref<*xf32>, %v: f32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %empty = tensor.empty() : tensor<128xf32>
  %t = linalg.fill ins(%v : f32) outs(%empty : tensor<128xf32>) -> tensor<128xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [128], strides: [1] : memref<*xf32> to memref<128xf32, strided<[1]>>
  bufferization.materialize_in_destination %t in writable %view : (tensor<128xf32>, memref<128xf32, strided<[1]>>) -> ()
  return
}
