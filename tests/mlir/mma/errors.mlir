// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics --choose-dot-instructions

// Instructions by hand that cannot make the product that names them.
// What is no instruction at all,
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @form(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{has the 'simt.mma' 'tensor cores', which is no instruction that there is: 'fma', or as 'wgmma.m64n128k16.f32.f16.f16'}}
  %d = linalg.matmul {simt.mma = "tensor cores"} ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// or no text.
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @number(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{has the 'simt.mma' '5 : i32', which is no instruction that there is}}
  %d = linalg.matmul {simt.mma = 5 : i32} ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// One that PTX does not have.
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @inner(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{which is no instruction that there is}}
  %d = linalg.matmul {simt.mma = "wgmma.m64n64k8.f32.f16.f16"} ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// Columns are a power of two, as all extents are.
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @columns(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{which is no instruction that there is}}
  %d = linalg.matmul {simt.mma = "wgmma.m64n48k16.f32.f16.f16"} ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// Of another chip.
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @chip(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{has the 'simt.mma' wgmma.m64n64k16.f32.f16.f16, which this GPU does not have}}
  %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// Of other operands,
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @types(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{but its operands may be f16 and f16, its sums f32}}
  %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.bf16.bf16"} ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// or sums.
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @sums(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{but its operands may be f16 and f16, its sums f32}}
  %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f16.f16.f16"} ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// Less precise than the product asks for.
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @precision(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{but its operands may be none of tensor cores, its sums f32}}
  %d = linalg.matmul {simt.mma = "wgmma.m64n64k8.f32.tf32.tf32"} ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// Of more columns than there are,
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @wide(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{but a warpgroup has 64 columns of the product}}
  %d = linalg.matmul {simt.mma = "wgmma.m64n128k16.f32.f16.f16"} ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// for more warps than there are,
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @warps(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{which does not share out a product of 64x64x64 among 2 warps}}
  %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// that leaves warps idle.
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 8 : i64}} {
func.func @rows(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error@+1 {{which does not share out a product of 64x64x64 among 8 warps}}
  %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @small(%a: tensor<8x16xf16>, %b: tensor<16x8xf16>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error@+1 {{which does not share out a product of 8x8x16 among 4 warps}}
  %d = linalg.matmul {simt.mma = "mma.sync.m16n8k16.f32.f16.f16"} ins(%a, %b : tensor<8x16xf16>, tensor<16x8xf16>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}
}
