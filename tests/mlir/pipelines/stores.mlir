// RUN: triton-shared-opt %s --choose-dot-instructions --assign-layouts --plan-pipelines | FileCheck %s
// RUN: triton-shared-opt %s --choose-dot-instructions --assign-layouts --plan-pipelines --plan-pipelines | FileCheck %s

// How each block goes to memory.
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {

// A sum that is a TMA tile in memory goes by TMA.
// CHECK-LABEL: func.func @tile(
// CHECK: simt.store = "tma"
func.func @tile(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
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
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [64, 64], strides: [64, 1] : memref<*xf32> to memref<64x64xf32, strided<[64, 1]>>
  bufferization.materialize_in_destination %r0 in writable %to : (tensor<64x64xf32>, memref<64x64xf32, strided<[64, 1]>>) -> ()
  return
}

// So does one whose columns lie together,
// CHECK-LABEL: func.func @columns(
// CHECK: simt.store = "tma"
func.func @columns(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
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
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [64, 64], strides: [1, 64] : memref<*xf32> to memref<64x64xf32, strided<[1, 64]>>
  bufferization.materialize_in_destination %r0 in writable %to : (tensor<64x64xf32>, memref<64x64xf32, strided<[1, 64]>>) -> ()
  return
}

// in a kernel that has TMA tiles.
// CHECK-LABEL: func.func @plan(
// CHECK-NOT: simt.store
func.func @plan(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = false, warp_specialize = false}} {
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
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [64, 64], strides: [64, 1] : memref<*xf32> to memref<64x64xf32, strided<[64, 1]>>
  bufferization.materialize_in_destination %r0 in writable %to : (tensor<64x64xf32>, memref<64x64xf32, strided<[64, 1]>>) -> ()
  return
}

// Elements apart go from registers,
// CHECK-LABEL: func.func @apart(
// CHECK: simt.reason = "no 16 bytes of it lie together"
// CHECK-SAME: simt.store = "registers"
func.func @apart(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
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
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [64, 64], strides: [128, 2] : memref<*xf32> to memref<64x64xf32, strided<[128, 2]>>
  bufferization.materialize_in_destination %r0 in writable %to : (tensor<64x64xf32>, memref<64x64xf32, strided<[128, 2]>>) -> ()
  return
}

// what a launch does not know,
// CHECK-LABEL: func.func @late(
// CHECK: simt.reason = "its strides are not known before the launch"
// CHECK-SAME: simt.store = "registers"
func.func @late(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %five = arith.constant 8 : index
  %row = arith.divui %end, %five : index
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [64, 64], strides: [%row, 1] : memref<*xf32> to memref<64x64xf32, strided<[?, 1]>>
  bufferization.materialize_in_destination %r0 in writable %to : (tensor<64x64xf32>, memref<64x64xf32, strided<[?, 1]>>) -> ()
  return
}

// what says how caches are to treat it,
// CHECK-LABEL: func.func @hint(
// CHECK: simt.reason = "it has 'tt.cache'"
// CHECK-SAME: simt.store = "registers"
func.func @hint(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
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
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [64, 64], strides: [64, 1] : memref<*xf32> to memref<64x64xf32, strided<[64, 1]>>
  bufferization.materialize_in_destination %r0 in writable %to {tt.cache = "cs"} : (tensor<64x64xf32>, memref<64x64xf32, strided<[64, 1]>>) -> ()
  return
}

// what an iteration stores that loads ahead by itself,
// CHECK-LABEL: func.func @iterations(
// CHECK: simt.reason = "the iteration that stores it would wait for it"
// CHECK-SAME: simt.store = "registers"
func.func @iterations(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
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
    %to = memref.reinterpret_cast %y to offset: [%i], sizes: [64, 64], strides: [64, 1] : memref<*xf32> to memref<64x64xf32, strided<[64, 1], offset: ?>>
    bufferization.materialize_in_destination %d in writable %to : (tensor<64x64xf32>, memref<64x64xf32, strided<[64, 1], offset: ?>>) -> ()
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// and what threads hold as they write it.
// CHECK-LABEL: func.func @loaded(
// CHECK: simt.reason = "threads hold it as they write it"
// CHECK-SAME: simt.store = "registers"
func.func @loaded(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
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
  %vq = memref.reinterpret_cast %y to offset: [%c0], sizes: [64, 64], strides: [64, 1] : memref<*xf32> to memref<64x64xf32, strided<[64, 1], offset: ?>>
  %mq = memref.alloc() : memref<64x64xf32>
  memref.copy %vq, %mq : memref<64x64xf32, strided<[64, 1], offset: ?>> to memref<64x64xf32>
  %q = bufferization.to_tensor %mq restrict : memref<64x64xf32> to tensor<64x64xf32>
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [64, 64], strides: [64, 1] : memref<*xf32> to memref<64x64xf32, strided<[64, 1]>>
  bufferization.materialize_in_destination %q in writable %to : (tensor<64x64xf32>, memref<64x64xf32, strided<[64, 1]>>) -> ()
  return
}

// A producer loads ahead while others wait.
// CHECK-LABEL: func.func @produced(
// CHECK: simt.store = "tma"
func.func @produced(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = true}} {
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
    %to = memref.reinterpret_cast %y to offset: [%i], sizes: [64, 64], strides: [64, 1] : memref<*xf32> to memref<64x64xf32, strided<[64, 1], offset: ?>>
    bufferization.materialize_in_destination %d in writable %to : (tensor<64x64xf32>, memref<64x64xf32, strided<[64, 1], offset: ?>>) -> ()
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// What a store says stays.
// CHECK-LABEL: func.func @by_hand(
// CHECK: simt.store = "registers"
func.func @by_hand(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
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
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [64, 64], strides: [64, 1] : memref<*xf32> to memref<64x64xf32, strided<[64, 1]>>
  bufferization.materialize_in_destination %r0 in writable %to {simt.store = "registers"} : (tensor<64x64xf32>, memref<64x64xf32, strided<[64, 1]>>) -> ()
  return
}

}
