// RUN: triton-shared-opt %s --outline-gpu-module | FileCheck %s

module attributes {tts.target = {chip = "sm_80", maxnreg = 64 : i64, num_stages = 3 : i64, num_warps = 2 : i64}} {
// CHECK:       gpu.module @kernels {
// CHECK-NEXT:    llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
// CHECK-NEXT:    gpu.func @k(%arg0: !llvm.ptr<1> {llvm.align = 16 : i64, tt.divisibility = 16 : i32, tts.pointee = f32}) kernel
// CHECK-SAME:      known_block_size = array<i32: 64, 1, 1>
// CHECK-SAME:      nvvm.maxnreg = 64 : i32
// CHECK:           %[[BASE:.+]] = llvm.mlir.addressof @shared
// CHECK:           llvm.getelementptr %[[BASE]][256]
// CHECK:           gpu.return
func.func @k(%x: !llvm.ptr<1> {tt.divisibility = 16 : i32, tts.pointee = f32}) attributes {tts.shared_bytes = 512 : i64} {
  %r = "simt.shared_alloc"() {bytes = 256 : i64, alignment = 16 : i64, offset = 256 : i64} : () -> !llvm.ptr<3>
  %v = llvm.load %r : !llvm.ptr<3> -> f32
  llvm.store %v, %x : f32, !llvm.ptr<1>
  return
}
}
