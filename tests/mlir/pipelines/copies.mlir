// RUN: triton-shared-opt %s --choose-dot-instructions --assign-layouts --plan-pipelines | FileCheck %s
// RUN: triton-shared-opt %s --choose-dot-instructions --assign-layouts --plan-pipelines --plan-pipelines | FileCheck %s

// How each load of a loop is copied ahead, and why by nothing faster.
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {

// A block of rows is a TMA tile,
// CHECK-LABEL: func.func @tile(
// CHECK: simt.copy = "tma"
func.func @tile(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// also where zeros are around it;
// CHECK-LABEL: func.func @zeros(
// CHECK: simt.copy = "tma"
func.func @zeros(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %z16 = arith.constant 0.0 : f16
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    linalg.fill ins(%z16 : f16) outs(%mb : memref<64x64xf16>)
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// so is one of columns.
// CHECK-LABEL: func.func @columns(
// CHECK: simt.copy = "tma"
func.func @columns(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [1, 4096] : memref<*xf16> to memref<64x64xf16, strided<[1, 4096], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[1, 4096], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// Without TMA it goes by chunks,
// CHECK-LABEL: func.func @chunks(
// CHECK: simt.copy = "cp_async"
func.func @chunks(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = false, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// and so do rows of less than 16 bytes,
// CHECK-LABEL: func.func @short_rows(
// CHECK: simt.copy = "cp_async"
// CHECK-SAME: simt.reason = "no 16 bytes of it lie together"
func.func @short_rows(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 256 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x256xf16>
  %zero = arith.constant dense<0.0> : tensor<64x4xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x4xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [256, 4], strides: [4096, 1] : memref<*xf16> to memref<256x4xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<256x4xf16>
    memref.copy %vb, %mb : memref<256x4xf16, strided<[4096, 1], offset: ?>> to memref<256x4xf16>
    %b = bufferization.to_tensor %mb restrict : memref<256x4xf16> to tensor<256x4xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x256xf16>, tensor<256x4xf16>) outs(%acc : tensor<64x4xf32>) -> tensor<64x4xf32>
    scf.yield %d : tensor<64x4xf32>
  }
  return
}

// but for fewer than there are threads.
// CHECK-LABEL: func.func @few_chunks(
// CHECK: simt.copy = "registers"
// CHECK-SAME: simt.reason = "threads are more than its chunks"
func.func @few_chunks(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x4xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x4xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 4], strides: [4096, 1] : memref<*xf16> to memref<64x4xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x4xf16>
    memref.copy %vb, %mb : memref<64x4xf16, strided<[4096, 1], offset: ?>> to memref<64x4xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x4xf16> to tensor<64x4xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x4xf16>) outs(%acc : tensor<64x4xf32>) -> tensor<64x4xf32>
    scf.yield %d : tensor<64x4xf32>
  }
  return
}

// A tensor map takes what a launch knows,
// CHECK-LABEL: func.func @late_stride(
// CHECK: simt.copy = "cp_async"
// CHECK-SAME: simt.reason = "its strides are not known before the launch"
func.func @late_stride(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %five = arith.constant 8 : index
  %row = arith.divui %end, %five : index
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [%row, 1] : memref<*xf16> to memref<64x64xf16, strided<[?, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[?, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// elements apart go through registers,
// CHECK-LABEL: func.func @apart(
// CHECK: simt.copy = "registers"
// CHECK-SAME: simt.reason = "no 4 bytes of it lie together"
func.func @apart(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 2] : memref<*xf16> to memref<64x64xf16, strided<[4096, 2], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 2], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// and what is padded with ones.
// CHECK-LABEL: func.func @ones(
// CHECK: simt.copy = "registers"
// CHECK-SAME: simt.reason = "it is padded with another number than 0"
func.func @ones(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %o16 = arith.constant 1.0 : f16
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    linalg.fill ins(%o16 : f16) outs(%mb : memref<64x64xf16>)
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// So is what is padded with the other zero.
// CHECK-LABEL: func.func @negative(
// CHECK: simt.copy = "registers"
// CHECK-SAME: simt.reason = "it is padded with another number than 0"
func.func @negative(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = false, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %o16 = arith.constant -0.0 : f16
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    linalg.fill ins(%o16 : f16) outs(%mb : memref<64x64xf16>)
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// A volatile load stays, of which the loop has no other.
// CHECK-LABEL: func.func @volatile(
// CHECK-NOT: simt.copy
func.func @volatile(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb {tt.volatile} : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// What feeds no dot is prefetched into registers,
// CHECK-LABEL: func.func @beside(
// CHECK: simt.copy = "tma"
// CHECK: simt.copy = "registers"
func.func @beside(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %vs = memref.reinterpret_cast %x to offset: [%i], sizes: [256], strides: [1] : memref<*xf16> to memref<256xf16, strided<[1], offset: ?>>
    %ms = memref.alloc() : memref<256xf16>
    memref.copy %vs, %ms : memref<256xf16, strided<[1], offset: ?>> to memref<256xf16>
    %s = bufferization.to_tensor %ms restrict : memref<256xf16> to tensor<256xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// as far as there are any;
// CHECK-LABEL: func.func @large(
// CHECK: simt.copy = "tma"
// CHECK: simt.copy = "none"
// CHECK-SAME: simt.reason = "it takes 32 registers of a thread, of which there are 16 for it"
func.func @large(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %vs = memref.reinterpret_cast %x to offset: [%i], sizes: [8192], strides: [1] : memref<*xf16> to memref<8192xf16, strided<[1], offset: ?>>
    %ms = memref.alloc() : memref<8192xf16>
    memref.copy %vs, %ms : memref<8192xf16, strided<[1], offset: ?>> to memref<8192xf16>
    %s = bufferization.to_tensor %ms restrict : memref<8192xf16> to tensor<8192xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// beside operands that asynchronous copies take past registers,
// CHECK-LABEL: func.func @past_registers(
// CHECK: simt.copy = "cp_async"
// CHECK: simt.copy = "registers"
func.func @past_registers(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = false, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %vs = memref.reinterpret_cast %x to offset: [%i], sizes: [256], strides: [1] : memref<*xf16> to memref<256xf16, strided<[1], offset: ?>>
    %ms = memref.alloc() : memref<256xf16>
    memref.copy %vs, %ms : memref<256xf16, strided<[1], offset: ?>> to memref<256xf16>
    %s = bufferization.to_tensor %ms restrict : memref<256xf16> to tensor<256xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// where threads copy the operands through registers, these count.
// CHECK-LABEL: func.func @share(
// CHECK: simt.copy = "registers"
// CHECK: simt.copy = "none"
// CHECK-SAME: simt.reason = "it takes 1 registers of a thread, of which there are 0 for it"
func.func @share(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = false, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() {simt.copy = "registers"} : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %vs = memref.reinterpret_cast %x to offset: [%i], sizes: [256], strides: [1] : memref<*xf16> to memref<256xf16, strided<[1], offset: ?>>
    %ms = memref.alloc() : memref<256xf16>
    memref.copy %vs, %ms : memref<256xf16, strided<[1], offset: ?>> to memref<256xf16>
    %s = bufferization.to_tensor %ms restrict : memref<256xf16> to tensor<256xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// It is prefetched only where the loop leaves it,
// CHECK-LABEL: func.func @volatile_beside(
// CHECK: simt.copy = "tma"
// CHECK: simt.copy = "none"
// CHECK-SAME: simt.reason = "it is volatile"
func.func @volatile_beside(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %vs = memref.reinterpret_cast %x to offset: [%i], sizes: [256], strides: [1] : memref<*xf16> to memref<256xf16, strided<[1], offset: ?>>
    %ms = memref.alloc() : memref<256xf16>
    memref.copy %vs, %ms {tt.volatile} : memref<256xf16, strided<[1], offset: ?>> to memref<256xf16>
    %s = bufferization.to_tensor %ms restrict : memref<256xf16> to tensor<256xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// and where its address is known ahead.
// CHECK-LABEL: func.func @needs(
// CHECK: simt.copy = "tma"
// CHECK: simt.copy = "none"
// CHECK-SAME: simt.reason = "its address or its mask needs the result of tensor.extract"
func.func @needs(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %places = arith.constant dense<8> : tensor<4096xindex>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %j = tensor.extract %places[%i] : tensor<4096xindex>
    %vs = memref.reinterpret_cast %x to offset: [%j], sizes: [256], strides: [1] : memref<*xf16> to memref<256xf16, strided<[1], offset: ?>>
    %ms = memref.alloc() : memref<256xf16>
    memref.copy %vs, %ms : memref<256xf16, strided<[1], offset: ?>> to memref<256xf16>
    %s = bufferization.to_tensor %ms restrict : memref<256xf16> to tensor<256xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// A loop that writes to the memory of a load makes none of it ahead.
// CHECK-LABEL: func.func @same(
// CHECK-NOT: simt.copy
func.func @same(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %w = memref.reinterpret_cast %x to offset: [0], sizes: [64, 64], strides: [64, 1] : memref<*xf16> to memref<64x64xf16, strided<[64, 1]>>
    bufferization.materialize_in_destination %b in writable %w : (tensor<64x64xf16>, memref<64x64xf16, strided<[64, 1]>>) -> ()
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// What a load says stays: chunks,
// CHECK-LABEL: func.func @by_hand(
// CHECK: simt.copy = "cp_async"
func.func @by_hand(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() {simt.copy = "cp_async"} : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// registers,
// CHECK-LABEL: func.func @by_hand_registers(
// CHECK: simt.copy = "registers"
func.func @by_hand_registers(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() {simt.copy = "registers"} : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// or where it stands, so that nothing is ahead.
// CHECK-LABEL: func.func @by_hand_none(
// CHECK-NOT: simt.pipeline
func.func @by_hand_none(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() {simt.copy = "none"} : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// So does what is prefetched into more registers than the rule has.
// CHECK-LABEL: func.func @by_hand_large(
// CHECK: simt.copy = "tma"
// CHECK: simt.copy = "registers"
func.func @by_hand_large(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %vs = memref.reinterpret_cast %x to offset: [%i], sizes: [8192], strides: [1] : memref<*xf16> to memref<8192xf16, strided<[1], offset: ?>>
    %ms = memref.alloc() {simt.copy = "registers"} : memref<8192xf16>
    memref.copy %vs, %ms : memref<8192xf16, strided<[1], offset: ?>> to memref<8192xf16>
    %s = bufferization.to_tensor %ms restrict : memref<8192xf16> to tensor<8192xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

}
