// RUN: triton-shared-opt %s --plan-pipelines | FileCheck %s
// RUN: triton-shared-opt %s --plan-pipelines --plan-pipelines | FileCheck %s

// In how many stages each loop copies what it loads.
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {

// As many stages as the launch has,
// CHECK-LABEL: func.func @launch(
// CHECK: simt.pipeline = {asked = 3 : i64, stages = 3 : i64}
func.func @launch(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
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
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// or the loop says;
// CHECK-LABEL: func.func @loop(
// CHECK: simt.pipeline = {asked = 5 : i64, stages = 5 : i64}
func.func @loop(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
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
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {tt.num_stages = 5 : i32}
  return
}

// one stage is none ahead, and none
// CHECK-LABEL: func.func @one(
// CHECK-NOT: simt.pipeline
func.func @one(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
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
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {tt.num_stages = 1 : i32}
  return
}

// is no more.
// CHECK-LABEL: func.func @zero(
// CHECK-NOT: simt.pipeline
func.func @zero(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
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
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {tt.num_stages = 0 : i32}
  return
}

// Sixteen are most.
// CHECK-LABEL: func.func @most(
// CHECK: simt.pipeline = {asked = 20 : i64, stages = 16 : i64}
func.func @most(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %step = arith.constant 32 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x32xf16>
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x32xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [32, 32], strides: [4096, 1] : memref<*xf16> to memref<32x32xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<32x32xf16>
    memref.copy %vb, %mb : memref<32x32xf16, strided<[4096, 1], offset: ?>> to memref<32x32xf16>
    %b = bufferization.to_tensor %mb restrict : memref<32x32xf16> to tensor<32x32xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n32k16.f32.f16.f16"} ins(%one, %b : tensor<64x32xf16>, tensor<32x32xf16>) outs(%acc : tensor<64x32xf32>) -> tensor<64x32xf32>
    scf.yield %d : tensor<64x32xf32>
  } {tt.num_stages = 20 : i32}
  return
}

// Those of 32 KB leave room for seven,
// CHECK-LABEL: func.func @fits(
// CHECK: simt.pipeline = {asked = 7 : i64, order = "in_order", producer = true, stages = 7 : i64}
func.func @fits(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x256xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 256], strides: [4096, 1] : memref<*xf16> to memref<64x256xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x256xf16>
    memref.copy %vb, %mb : memref<64x256xf16, strided<[4096, 1], offset: ?>> to memref<64x256xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x256xf16> to tensor<64x256xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n256k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x256xf16>) outs(%acc : tensor<64x256xf32>) -> tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  } {tt.num_stages = 7 : i32}
  return
}

// and no more.
// CHECK-LABEL: func.func @cut(
// CHECK: simt.pipeline = {asked = 8 : i64, needed = 262144 : i64, order = "in_order", producer = true, stages = 7 : i64}
func.func @cut(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x256xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 256], strides: [4096, 1] : memref<*xf16> to memref<64x256xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x256xf16>
    memref.copy %vb, %mb : memref<64x256xf16, strided<[4096, 1], offset: ?>> to memref<64x256xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x256xf16> to tensor<64x256xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n256k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x256xf16>) outs(%acc : tensor<64x256xf32>) -> tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  } {tt.num_stages = 8 : i32}
  return
}

// Of two of 128 KB there is no room for any ahead.
// CHECK-LABEL: func.func @none_left(
// CHECK: simt.pipeline = {asked = 2 : i64, needed = 262144 : i64, stages = 1 : i64}
func.func @none_left(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %step = arith.constant 256 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x256xf16>
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x256xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [256, 256], strides: [4096, 1] : memref<*xf16> to memref<256x256xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<256x256xf16>
    memref.copy %vb, %mb : memref<256x256xf16, strided<[4096, 1], offset: ?>> to memref<256x256xf16>
    %b = bufferization.to_tensor %mb restrict : memref<256x256xf16> to tensor<256x256xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n256k16.f32.f16.f16"} ins(%one, %b : tensor<64x256xf16>, tensor<256x256xf16>) outs(%acc : tensor<64x256xf32>) -> tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  } {tt.num_stages = 2 : i32}
  return
}

// Loops that follow one another use the same memory.
// CHECK-LABEL: func.func @after(
// CHECK: simt.pipeline = {asked = 7 : i64, stages = 7 : i64}
// CHECK: simt.pipeline = {asked = 7 : i64, stages = 7 : i64}
func.func @after(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x256xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 256], strides: [4096, 1] : memref<*xf16> to memref<64x256xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x256xf16>
    memref.copy %vb, %mb : memref<64x256xf16, strided<[4096, 1], offset: ?>> to memref<64x256xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x256xf16> to tensor<64x256xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n256k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x256xf16>) outs(%acc : tensor<64x256xf32>) -> tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  } {tt.num_stages = 7 : i32}
  %r1 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x256xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 256], strides: [4096, 1] : memref<*xf16> to memref<64x256xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x256xf16>
    memref.copy %vb, %mb : memref<64x256xf16, strided<[4096, 1], offset: ?>> to memref<64x256xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x256xf16> to tensor<64x256xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n256k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x256xf16>) outs(%acc : tensor<64x256xf32>) -> tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  } {tt.num_stages = 7 : i32}
  return
}

// What a loop says stays,
// CHECK-LABEL: func.func @hand(
// CHECK: simt.pipeline = {stages = 2 : i64}
func.func @hand(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
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
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {stages = 2}, tt.num_stages = 5 : i32}
  return
}

// none ahead, too,
// CHECK-LABEL: func.func @hand_one(
// CHECK: simt.pipeline = {stages = 1 : i64}
func.func @hand_one(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
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
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {stages = 1}}
  return
}

// and is not cut;
// CHECK-LABEL: func.func @hand_many(
// CHECK: simt.pipeline = {stages = 16 : i64}
func.func @hand_many(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x256xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 256], strides: [4096, 1] : memref<*xf16> to memref<64x256xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x256xf16>
    memref.copy %vb, %mb : memref<64x256xf16, strided<[4096, 1], offset: ?>> to memref<64x256xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x256xf16> to tensor<64x256xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n256k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x256xf16>) outs(%acc : tensor<64x256xf32>) -> tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  } {simt.pipeline = {stages = 16}}
  return
}

// but where it is what was asked for.
// CHECK-LABEL: func.func @hand_asked(
// CHECK: simt.pipeline = {asked = 16 : i64, needed = 524288 : i64, order = "in_order", producer = true, stages = 7 : i64}
func.func @hand_asked(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x256xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 256], strides: [4096, 1] : memref<*xf16> to memref<64x256xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x256xf16>
    memref.copy %vb, %mb : memref<64x256xf16, strided<[4096, 1], offset: ?>> to memref<64x256xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x256xf16> to tensor<64x256xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n256k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x256xf16>) outs(%acc : tensor<64x256xf32>) -> tensor<64x256xf32>
    scf.yield %d : tensor<64x256xf32>
  } {simt.pipeline = {asked = 16, stages = 16}}
  return
}

// What feeds no dot is not staged.
// CHECK-LABEL: func.func @no_dot(
// CHECK-NOT: simt.pipeline
func.func @no_dot(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
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
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %one : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// Rows at indices that the iteration loads are copied ahead in chunks,
// CHECK-LABEL: func.func @rows(
// CHECK: memref.alloc() {simt.copy = "cp_async"} : memref<64x64xf16>
func.func @rows(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %p: memref<*xi32>, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.constant 64 : index
  %factor = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vi = memref.reinterpret_cast %p to offset: [%i], sizes: [64], strides: [1] : memref<*xi32> to memref<64xi32, strided<[1], offset: ?>>
    %mi = memref.alloc() : memref<64xi32>
    memref.copy %vi, %mi : memref<64xi32, strided<[1], offset: ?>> to memref<64xi32>
    %loaded = bufferization.to_tensor %mi restrict : memref<64xi32> to tensor<64xi32>
    %mb = memref.alloc() : memref<64x64xf16>
    scf.parallel (%r) = (%c0) to (%step) step (%c1) {
      %at = tensor.extract %loaded[%r] : tensor<64xi32>
      %row = arith.index_cast %at : i32 to index
      %far = arith.muli %row, %factor : index
      %vb = memref.reinterpret_cast %x to offset: [%far], sizes: [64], strides: [1] : memref<*xf16> to memref<64xf16, strided<[1], offset: ?>>
      %to = memref.subview %mb[%r, 0] [1, 64] [1, 1] : memref<64x64xf16> to memref<64xf16, strided<[1], offset: ?>>
      memref.copy %vb, %to : memref<64xf16, strided<[1], offset: ?>> to memref<64xf16, strided<[1], offset: ?>>
      scf.reduce
    }
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// but not where no 4 bytes of them are aligned,
// CHECK-LABEL: func.func @odd_rows(
// CHECK: memref.alloc() {simt.copy = "none", simt.reason = "no 4 bytes of it lie together"} : memref<64x64xf16>
func.func @odd_rows(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %p: memref<*xi32>, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.constant 64 : index
  %factor = arith.constant 65 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vi = memref.reinterpret_cast %p to offset: [%i], sizes: [64], strides: [1] : memref<*xi32> to memref<64xi32, strided<[1], offset: ?>>
    %mi = memref.alloc() : memref<64xi32>
    memref.copy %vi, %mi : memref<64xi32, strided<[1], offset: ?>> to memref<64xi32>
    %loaded = bufferization.to_tensor %mi restrict : memref<64xi32> to tensor<64xi32>
    %mb = memref.alloc() : memref<64x64xf16>
    scf.parallel (%r) = (%c0) to (%step) step (%c1) {
      %at = tensor.extract %loaded[%r] : tensor<64xi32>
      %row = arith.index_cast %at : i32 to index
      %far = arith.muli %row, %factor : index
      %vb = memref.reinterpret_cast %x to offset: [%far], sizes: [64], strides: [1] : memref<*xf16> to memref<64xf16, strided<[1], offset: ?>>
      %to = memref.subview %mb[%r, 0] [1, 64] [1, 1] : memref<64x64xf16> to memref<64xf16, strided<[1], offset: ?>>
      memref.copy %vb, %to : memref<64xf16, strided<[1], offset: ?>> to memref<64xf16, strided<[1], offset: ?>>
      scf.reduce
    }
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}

// or where the indices are computed.
// CHECK-LABEL: func.func @computed_rows(
// CHECK-NOT: simt.copy = "cp_async"
func.func @computed_rows(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %p: memref<*xi32>, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.constant 64 : index
  %factor = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vi = memref.reinterpret_cast %p to offset: [%i], sizes: [64], strides: [1] : memref<*xi32> to memref<64xi32, strided<[1], offset: ?>>
    %mi = memref.alloc() : memref<64xi32>
    memref.copy %vi, %mi : memref<64xi32, strided<[1], offset: ?>> to memref<64xi32>
    %loaded = bufferization.to_tensor %mi restrict : memref<64xi32> to tensor<64xi32>
    %sum = linalg.add ins(%loaded, %loaded : tensor<64xi32>, tensor<64xi32>) outs(%loaded : tensor<64xi32>) -> tensor<64xi32>
    %mb = memref.alloc() : memref<64x64xf16>
    scf.parallel (%r) = (%c0) to (%step) step (%c1) {
      %at = tensor.extract %sum[%r] : tensor<64xi32>
      %row = arith.index_cast %at : i32 to index
      %far = arith.muli %row, %factor : index
      %vb = memref.reinterpret_cast %x to offset: [%far], sizes: [64], strides: [1] : memref<*xf16> to memref<64xf16, strided<[1], offset: ?>>
      %to = memref.subview %mb[%r, 0] [1, 64] [1, 1] : memref<64x64xf16> to memref<64xf16, strided<[1], offset: ?>>
      memref.copy %vb, %to : memref<64xf16, strided<[1], offset: ?>> to memref<64xf16, strided<[1], offset: ?>>
      scf.reduce
    }
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}
}
