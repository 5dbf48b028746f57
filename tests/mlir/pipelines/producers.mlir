// RUN: triton-shared-opt %s --choose-dot-instructions --assign-layouts --plan-pipelines | FileCheck %s
// RUN: triton-shared-opt %s --choose-dot-instructions --assign-layouts --plan-pipelines --plan-pipelines | FileCheck %s

#map = affine_map<(d0, d1) -> (d0, d1)>

// Which loops have a producer, and in which order their iterations do what they do.
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {

// A producer fills the stages with TMA tiles,
// CHECK-LABEL: func.func @producer(
// CHECK: simt.copy = "tma"
// CHECK: simt.pipeline = {asked = 3 : i64, order = "in_order", producer = true, stages = 3 : i64}
func.func @producer(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = true}} {
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

// or with chunks.
// CHECK-LABEL: func.func @by_chunks(
// CHECK: simt.copy = "cp_async"
// CHECK: simt.pipeline = {asked = 3 : i64, order = "in_order", producer = true, stages = 3 : i64}
func.func @by_chunks(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = false, warp_specialize = true}} {
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

// Of as many stages as there are.
// CHECK-LABEL: func.func @stages(
// CHECK: simt.pipeline = {asked = 5 : i64, order = "in_order", producer = true, stages = 5 : i64}
func.func @stages(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = true}} {
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
  } {tt.num_stages = 5 : i32}
  return
}

// Others prefetch into registers.
// CHECK-LABEL: func.func @beside(
// CHECK: simt.copy = "tma"
// CHECK: simt.copy = "registers"
// CHECK: simt.pipeline = {asked = 3 : i64, order = "in_order", producer = true, stages = 3 : i64}
func.func @beside(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = true}} {
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

// A loop may ask for one.
// CHECK-LABEL: func.func @asks(
// CHECK: simt.plan = {otherwise = [{persistent = false, tensor_copies = false, warp_specialize = true}, {persistent = false, tensor_copies = true, warp_specialize = false}], persistent = false, tensor_copies = true, warp_specialize = true}
// CHECK: simt.pipeline = {asked = 3 : i64, order = "in_order", producer = true, stages = 3 : i64}
func.func @asks(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
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
  } {tt.warp_specialize}
  return
}

// Where it cannot have one by TMA, one by chunks,
// CHECK-LABEL: func.func @asks_chunks(
// CHECK: simt.plan = {otherwise = [{persistent = false, tensor_copies = true, warp_specialize = false}], persistent = false, reason = "0 loops have a producer; a loop has none: what it loads are not all TMA tiles", tensor_copies = false, warp_specialize = true}
// CHECK: simt.copy = "cp_async"
// CHECK: simt.pipeline = {asked = 3 : i64, order = "in_order", producer = true, stages = 3 : i64}
func.func @asks_chunks(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
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
  } {tt.warp_specialize}
  return
}

// else none, and why.
// CHECK-LABEL: func.func @asks_none(
// CHECK: simt.plan = {persistent = false, reason = "0 loops have a producer; a loop has none: what it loads are not all TMA tiles", tensor_copies = true, warp_specialize = false}
// CHECK: simt.pipeline = {asked = 3 : i64, stages = 3 : i64}
func.func @asks_none(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
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
  } {tt.warp_specialize}
  return
}

// What a loop says stays.
// CHECK-LABEL: func.func @by_hand(
// CHECK: simt.pipeline = {order = "in_order", producer = true, stages = 2 : i64}
func.func @by_hand(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = true}} {
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
  } {simt.pipeline = {producer = true, stages = 2}}
  return
}

// A dot that an iteration can leave to the next one is left to it,
// CHECK-LABEL: func.func @chain(
// CHECK: simt.pipeline = {asked = 3 : i64, order = "skewed", producer = true, stages = 3 : i64}
func.func @chain(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = true}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x128xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 128], strides: [4096, 1] : memref<*xf16> to memref<64x128xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x128xf16>
    memref.copy %vb, %mb : memref<64x128xf16, strided<[4096, 1], offset: ?>> to memref<64x128xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x128xf16> to tensor<64x128xf16>
    %s = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x128xf16>) outs(%none : tensor<64x128xf32>) -> tensor<64x128xf32>
    %e = tensor.empty() : tensor<64x128xf16>
    %p = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<64x128xf32>) outs(%e : tensor<64x128xf16>) {
    ^bb0(%u: f32, %w: f16):
      %t = arith.truncf %u : f32 to f16
      linalg.yield %t : f16
    } -> tensor<64x128xf16>
    %vc = memref.reinterpret_cast %x to offset: [%i], sizes: [128, 64], strides: [64, 1] : memref<*xf16> to memref<128x64xf16, strided<[64, 1], offset: ?>>
    %mc = memref.alloc() : memref<128x64xf16>
    memref.copy %vc, %mc : memref<128x64xf16, strided<[64, 1], offset: ?>> to memref<128x64xf16>
    %c = bufferization.to_tensor %mc restrict : memref<128x64xf16> to tensor<128x64xf16>
    %d = linalg.matmul ins(%p, %c : tensor<64x128xf16>, tensor<128x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// which takes three stages,
// CHECK-LABEL: func.func @chain_two(
// CHECK: simt.pipeline = {asked = 2 : i64, order = "in_order", producer = true, stages = 2 : i64}
func.func @chain_two(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = true}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x128xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 128], strides: [4096, 1] : memref<*xf16> to memref<64x128xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x128xf16>
    memref.copy %vb, %mb : memref<64x128xf16, strided<[4096, 1], offset: ?>> to memref<64x128xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x128xf16> to tensor<64x128xf16>
    %s = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x128xf16>) outs(%none : tensor<64x128xf32>) -> tensor<64x128xf32>
    %e = tensor.empty() : tensor<64x128xf16>
    %p = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<64x128xf32>) outs(%e : tensor<64x128xf16>) {
    ^bb0(%u: f32, %w: f16):
      %t = arith.truncf %u : f32 to f16
      linalg.yield %t : f16
    } -> tensor<64x128xf16>
    %vc = memref.reinterpret_cast %x to offset: [%i], sizes: [128, 64], strides: [64, 1] : memref<*xf16> to memref<128x64xf16, strided<[64, 1], offset: ?>>
    %mc = memref.alloc() : memref<128x64xf16>
    memref.copy %vc, %mc : memref<128x64xf16, strided<[64, 1], offset: ?>> to memref<128x64xf16>
    %c = bufferization.to_tensor %mc restrict : memref<128x64xf16> to tensor<128x64xf16>
    %d = linalg.matmul ins(%p, %c : tensor<64x128xf16>, tensor<128x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {tt.num_stages = 2 : i32}
  return
}

// and a producer;
// CHECK-LABEL: func.func @chain_alone(
// CHECK: simt.pipeline = {asked = 3 : i64, stages = 3 : i64}
func.func @chain_alone(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x128xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 128], strides: [4096, 1] : memref<*xf16> to memref<64x128xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x128xf16>
    memref.copy %vb, %mb : memref<64x128xf16, strided<[4096, 1], offset: ?>> to memref<64x128xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x128xf16> to tensor<64x128xf16>
    %s = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x128xf16>) outs(%none : tensor<64x128xf32>) -> tensor<64x128xf32>
    %e = tensor.empty() : tensor<64x128xf16>
    %p = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<64x128xf32>) outs(%e : tensor<64x128xf16>) {
    ^bb0(%u: f32, %w: f16):
      %t = arith.truncf %u : f32 to f16
      linalg.yield %t : f16
    } -> tensor<64x128xf16>
    %vc = memref.reinterpret_cast %x to offset: [%i], sizes: [128, 64], strides: [64, 1] : memref<*xf16> to memref<128x64xf16, strided<[64, 1], offset: ?>>
    %mc = memref.alloc() : memref<128x64xf16>
    memref.copy %vc, %mc : memref<128x64xf16, strided<[64, 1], offset: ?>> to memref<128x64xf16>
    %c = bufferization.to_tensor %mc restrict : memref<128x64xf16> to tensor<128x64xf16>
    %d = linalg.matmul ins(%p, %c : tensor<64x128xf16>, tensor<128x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// but not if a loop says otherwise.
// CHECK-LABEL: func.func @chain_by_hand(
// CHECK: simt.pipeline = {order = "in_order", producer = true, stages = 3 : i64}
func.func @chain_by_hand(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = true}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x128xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 128], strides: [4096, 1] : memref<*xf16> to memref<64x128xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x128xf16>
    memref.copy %vb, %mb : memref<64x128xf16, strided<[4096, 1], offset: ?>> to memref<64x128xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x128xf16> to tensor<64x128xf16>
    %s = linalg.matmul ins(%one, %b : tensor<64x64xf16>, tensor<64x128xf16>) outs(%none : tensor<64x128xf32>) -> tensor<64x128xf32>
    %e = tensor.empty() : tensor<64x128xf16>
    %p = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<64x128xf32>) outs(%e : tensor<64x128xf16>) {
    ^bb0(%u: f32, %w: f16):
      %t = arith.truncf %u : f32 to f16
      linalg.yield %t : f16
    } -> tensor<64x128xf16>
    %vc = memref.reinterpret_cast %x to offset: [%i], sizes: [128, 64], strides: [64, 1] : memref<*xf16> to memref<128x64xf16, strided<[64, 1], offset: ?>>
    %mc = memref.alloc() : memref<128x64xf16>
    memref.copy %vc, %mc : memref<128x64xf16, strided<[64, 1], offset: ?>> to memref<128x64xf16>
    %c = bufferization.to_tensor %mc restrict : memref<128x64xf16> to tensor<128x64xf16>
    %d = linalg.matmul ins(%p, %c : tensor<64x128xf16>, tensor<128x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {order = "in_order", producer = true, stages = 3}}
  return
}

}
