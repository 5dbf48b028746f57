// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics --assign-layouts --plan-pipelines
// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics --assign-layouts --plan-pipelines --distribute-tensors

// Copies by hand that cannot be.
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// What is no copy,
func.func @form(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    // expected-error@+1 {{has the 'simt.copy' "fast", which is none of tma, cp_async, registers, none}}
    %mb = memref.alloc() {simt.copy = "fast"} : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {stages = 3}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// or no text.
func.func @unit(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    // expected-error@+1 {{has the 'simt.copy' unit, which is none of}}
    %mb = memref.alloc() {simt.copy} : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {stages = 3}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// What is no TMA tile,
func.func @no_tile(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 2] : memref<*xf16> to memref<64x64xf16, strided<[4096, 2], offset: ?>>
    // expected-error@+1 {{has the 'simt.copy' "tma", but no 16 bytes of it lie together}}
    %mb = memref.alloc() {simt.copy = "tma"} : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 2], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {stages = 3}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// in a kernel that has none,
func.func @no_tma(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    // expected-error@+1 {{has the 'simt.copy' "tma", but the kernel's 'simt.plan' has no 'tensor_copies'}}
    %mb = memref.alloc() {simt.copy = "tma"} : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {stages = 3}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
// or on a chip that has none.
func.func @chip(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    // expected-error@+1 {{has the 'simt.copy' "tma", but sm_80 copies no TMA tiles here}}
    %mb = memref.alloc() {simt.copy = "tma"} : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "mma.sync.m16n8k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {stages = 3}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// What has no chunks;
func.func @no_chunks(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 2] : memref<*xf16> to memref<64x64xf16, strided<[4096, 2], offset: ?>>
    // expected-error@+1 {{has the 'simt.copy' "cp_async", but no 4 bytes of it lie together}}
    %mb = memref.alloc() {simt.copy = "cp_async"} : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 2], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {stages = 3}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// what cannot be made ahead at all,
func.func @volatile(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    // expected-error@+1 {{has the 'simt.copy' "registers", but it is volatile}}
    %mb = memref.alloc() {simt.copy = "registers"} : memref<64x64xf16>
    memref.copy %vb, %mb {tt.volatile} : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {stages = 3}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// or for no dot.
func.func @no_dot(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    // expected-error@+1 {{has the 'simt.copy' "registers", but no load of this loop feeds a product}}
    %mb = memref.alloc() {simt.copy = "registers"} : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %one : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {stages = 3}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// Words that are none of a loop:
func.func @producer_form(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = true}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-error@+1 {{has a 'simt.pipeline' whose 'producer' is 1 : i64, which is neither true nor false}}
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {producer = 1, stages = 3}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// an order that there is not,
func.func @order_form(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = true}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-error@+1 {{has a 'simt.pipeline' whose 'order' is "fast", which is none of in_order, skewed}}
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {order = "fast", stages = 3}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// a producer in a kernel that has none,
func.func @no_plan(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-error@+1 {{has the 'simt.pipeline' of a producer, but the kernel's 'simt.plan' has no 'warp_specialize'}}
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {producer = true, stages = 3}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// and a skewed loop without.
func.func @order_alone(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-error@+1 {{has the 'simt.pipeline' of a skewed loop, but it has no producer}}
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 1] : memref<*xf16> to memref<64x64xf16, strided<[4096, 1], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 1], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {order = "skewed", stages = 3}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// A producer that cannot be,
func.func @producer(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = true}} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 64 : index
  %end = arith.index_cast %n : i32 to index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-error@+1 {{has the 'simt.pipeline' of a producer, but what it loads are not all TMA tiles}}
  %r0 = scf.for %i = %c0 to %end step %step iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %vb = memref.reinterpret_cast %x to offset: [%i], sizes: [64, 64], strides: [4096, 2] : memref<*xf16> to memref<64x64xf16, strided<[4096, 2], offset: ?>>
    %mb = memref.alloc() : memref<64x64xf16>
    memref.copy %vb, %mb : memref<64x64xf16, strided<[4096, 2], offset: ?>> to memref<64x64xf16>
    %b = bufferization.to_tensor %mb restrict : memref<64x64xf16> to tensor<64x64xf16>
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {simt.pipeline = {producer = true, stages = 3}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// of the kernel, too.
// expected-error@+1 {{has the 'simt.plan' of a producer, but 0 loops have a producer; a loop has none: what it loads are not all TMA tiles}}
func.func @kernel(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = true}} {
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
    %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%one, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// A store that is none,
func.func @store_form(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
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
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [64, 64], strides: [64, 1] : memref<*xf32> to memref<64x64xf32, strided<[64, 1]>>
  // expected-error@+1 {{has the 'simt.store' "cp_async", which is none of tma, registers}}
  bufferization.materialize_in_destination %r0 in writable %to {simt.store = "cp_async"} : (tensor<64x64xf32>, memref<64x64xf32, strided<[64, 1]>>) -> ()
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// that is no TMA tile,
func.func @store_apart(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = true, warp_specialize = false}} {
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
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [64, 64], strides: [128, 2] : memref<*xf32> to memref<64x64xf32, strided<[128, 2]>>
  // expected-error@+1 {{has the 'simt.store' 'tma', but no 16 bytes of it lie together}}
  bufferization.materialize_in_destination %r0 in writable %to {simt.store = "tma"} : (tensor<64x64xf32>, memref<64x64xf32, strided<[128, 2]>>) -> ()
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// or in a kernel that has none.
func.func @store_plan(%x: memref<*xf16> {tt.divisibility = 16 : i32}, %n: i32, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tensor_copies = false, warp_specialize = false}} {
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
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [64, 64], strides: [64, 1] : memref<*xf32> to memref<64x64xf32, strided<[64, 1]>>
  // expected-error@+1 {{has the 'simt.store' 'tma', but the kernel's 'simt.plan' has no 'tensor_copies'}}
  bufferization.materialize_in_destination %r0 in writable %to {simt.store = "tma"} : (tensor<64x64xf32>, memref<64x64xf32, strided<[64, 1]>>) -> ()
  return
}
}
