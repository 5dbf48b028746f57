// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics --choose-dot-instructions --assign-layouts
// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics --choose-dot-instructions --distribute-tensors

// Layouts that fit nothing: two warps hold 8 rows of 32 elements.

// Parts are missing.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has a 'simt.layout' that is not {lane = [...], register = [...], warp = [...]}}}
  %buffer = memref.alloc() {simt.layout = {lane = [[0, 1]]}} : memref<8x32xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8, 32], strides: [32, 1] : memref<*xf32> to memref<8x32xf32, strided<[32, 1]>>
  memref.copy %buffer, %view : memref<8x32xf32> to memref<8x32xf32, strided<[32, 1]>>
  return
}
}

// -----

// Not of integers of 64 bits.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{that is not {lane = [...]}}
  %buffer = memref.alloc() {simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[1 : i32, 0], [2, 0]], warp = [[4, 0]]}} : memref<8x32xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8, 32], strides: [32, 1] : memref<*xf32> to memref<8x32xf32, strided<[32, 1]>>
  memref.copy %buffer, %view : memref<8x32xf32> to memref<8x32xf32, strided<[32, 1]>>
  return
}
}

// -----

// Of a block of another rank.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has the basis [1], of 1 coordinates: the block has 2 dimensions}}
  %buffer = memref.alloc() {simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[32], [64]], warp = [[128]]}} : memref<8x32xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8, 32], strides: [32, 1] : memref<*xf32> to memref<8x32xf32, strided<[32, 1]>>
  memref.copy %buffer, %view : memref<8x32xf32> to memref<8x32xf32, strided<[32, 1]>>
  return
}
}

// -----

// Outside of the block.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has the basis [8, 0], outside of the block of 8x32}}
  %buffer = memref.alloc() {simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[1, 0], [8, 0]], warp = [[4, 0]]}} : memref<8x32xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8, 32], strides: [32, 1] : memref<*xf32> to memref<8x32xf32, strided<[32, 1]>>
  memref.copy %buffer, %view : memref<8x32xf32> to memref<8x32xf32, strided<[32, 1]>>
  return
}
}

// -----

// Along two dimensions at once, as a swizzle has it.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has the basis [2, 1]: it must be a power of two along one dimension, or zero}}
  %buffer = memref.alloc() {simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[1, 0], [2, 1]], warp = [[4, 0]]}} : memref<8x32xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8, 32], strides: [32, 1] : memref<*xf32> to memref<8x32xf32, strided<[32, 1]>>
  memref.copy %buffer, %view : memref<8x32xf32> to memref<8x32xf32, strided<[32, 1]>>
  return
}
}

// -----

// No power of two.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has the basis [3, 0]: it must be a power of two along one dimension, or zero}}
  %buffer = memref.alloc() {simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[1, 0], [3, 0]], warp = [[4, 0]]}} : memref<8x32xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8, 32], strides: [32, 1] : memref<*xf32> to memref<8x32xf32, strided<[32, 1]>>
  memref.copy %buffer, %view : memref<8x32xf32> to memref<8x32xf32, strided<[32, 1]>>
  return
}
}

// -----

// Not surjective.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has no basis [2, 0]: some elements are nowhere}}
  %buffer = memref.alloc() {simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[1, 0]], warp = [[4, 0]]}} : memref<8x32xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8, 32], strides: [32, 1] : memref<*xf32> to memref<8x32xf32, strided<[32, 1]>>
  memref.copy %buffer, %view : memref<8x32xf32> to memref<8x32xf32, strided<[32, 1]>>
  return
}
}

// -----

// Not injective.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has the basis [4, 0] twice: one of them must be zero}}
  %buffer = memref.alloc() {simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[1, 0], [2, 0], [4, 0]], warp = [[4, 0]]}} : memref<8x32xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8, 32], strides: [32, 1] : memref<*xf32> to memref<8x32xf32, strided<[32, 1]>>
  memref.copy %buffer, %view : memref<8x32xf32> to memref<8x32xf32, strided<[32, 1]>>
  return
}
}

// -----

// Registers that repeat one another.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has a basis of zeros in 'register': registers repeat nothing}}
  %buffer = memref.alloc() {simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[1, 0], [2, 0], [0, 0]], warp = [[4, 0]]}} : memref<8x32xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8, 32], strides: [32, 1] : memref<*xf32> to memref<8x32xf32, strided<[32, 1]>>
  memref.copy %buffer, %view : memref<8x32xf32> to memref<8x32xf32, strided<[32, 1]>>
  return
}
}

// -----

// Too few lanes.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has 4 bases in 'lane': 32 lanes have 5}}
  %buffer = memref.alloc() {simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8]], register = [[1, 0], [2, 0], [0, 16]], warp = [[4, 0]]}} : memref<8x32xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8, 32], strides: [32, 1] : memref<*xf32> to memref<8x32xf32, strided<[32, 1]>>
  memref.copy %buffer, %view : memref<8x32xf32> to memref<8x32xf32, strided<[32, 1]>>
  return
}
}

// -----

// Of four warps, where there are two.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has 2 bases in 'warp': 2 warps have 1}}
  %buffer = memref.alloc() {simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], register = [[1, 0]], warp = [[2, 0], [4, 0]]}} : memref<8x32xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8, 32], strides: [32, 1] : memref<*xf32> to memref<8x32xf32, strided<[32, 1]>>
  memref.copy %buffer, %view : memref<8x32xf32> to memref<8x32xf32, strided<[32, 1]>>
  return
}
}

// -----

// Not a layout at all.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has a 'simt.layout' that is not {lane = [...], register = [...], warp = [...]}}}
  %buffer = memref.alloc() {simt.layout = "rows"} : memref<8x32xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8, 32], strides: [32, 1] : memref<*xf32> to memref<8x32xf32, strided<[32, 1]>>
  memref.copy %buffer, %view : memref<8x32xf32> to memref<8x32xf32, strided<[32, 1]>>
  return
}
}

// -----

// A scalar op has no block.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has a 'simt.layout', but no block that one could be of}}
  %one = arith.addi %gx, %gx {simt.layout = {lane = [], register = [], warp = []}} : i32
  return
}
}

// -----

// A loop has an array.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  // expected-error@+1 {{has a 'simt.layout' that is no array of 1, a layout or unit for each value}}
  %r = scf.for %i = %gx to %gy step %gz iter_args(%t = %zeros) -> (tensor<64xf32>) : i32 {
    scf.yield %t : tensor<64xf32>
  } {simt.layout = [unit, unit]}
  return
}
}

// -----

// A while has two.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%go: i1, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  // expected-error@+1 {{has a 'simt.layout' that is not {after = [...], before = [...]}}}
  %r = scf.while (%t = %zeros) : (tensor<64xf32>) -> tensor<64xf32> {
    scf.condition(%go) %t : tensor<64xf32>
  } do {
  ^bb0(%t: tensor<64xf32>):
    scf.yield %t : tensor<64xf32>
  } attributes {simt.layout = [unit]}
  return
}
}

// -----

// Sums of mma.sync lie where the instruction leaves them; here are those of multiply-adds.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @k(%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %a = tensor.empty() : tensor<16x16xf16>
  %c = tensor.empty() : tensor<16x16xf32>
  // expected-error@+1 {{has a 'simt.layout' in which mma.sync of f16 and f16 does not leave its sums}}
  %d = linalg.matmul {simt.layout = {lane = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0]], register = [[2, 0], [4, 0]], warp = [[8, 0]]}}
    ins(%a, %a : tensor<16x16xf16>, tensor<16x16xf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
}
