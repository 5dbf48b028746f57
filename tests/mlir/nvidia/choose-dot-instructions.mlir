// RUN: triton-shared-opt %s --split-input-file --choose-dot-instructions | FileCheck %s

// Which instruction makes each product, and what a product names already: that stays.
// Four warps make 64 rows at once, of as many columns as there are up to 256.
// CHECK-LABEL: func.func @wgmma_f16(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "wgmma.m64n256k16.f32.f16.f16"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @wgmma_f16(%a: tensor<128x64xf16>, %b: tensor<64x256xf16>, %c: tensor<128x256xf32>) -> tensor<128x256xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<128x64xf16>, tensor<64x256xf16>) outs(%c : tensor<128x256xf32>) -> tensor<128x256xf32>
  return %d : tensor<128x256xf32>
}
}

// -----

// Sums of f16 are added up as f16.
// CHECK-LABEL: func.func @wgmma_f16_sums(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "wgmma.m64n64k16.f16.f16.f16"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @wgmma_f16_sums(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %d = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf16>) -> tensor<64x64xf16>
  return %d : tensor<64x64xf16>
}
}

// -----

// CHECK-LABEL: func.func @wgmma_bf16(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "wgmma.m64n32k16.f32.bf16.bf16"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @wgmma_bf16(%a: tensor<64x64xbf16>, %b: tensor<64x32xbf16>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<64x64xbf16>, tensor<64x32xbf16>) outs(%c : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %d : tensor<64x32xf32>
}
}

// -----

// Sums of bf16 are added up as f32.
// CHECK-LABEL: func.func @wgmma_bf16_sums(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "wgmma.m64n32k16.f32.bf16.bf16"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @wgmma_bf16_sums(%a: tensor<64x64xbf16>, %b: tensor<64x32xbf16>, %c: tensor<64x32xbf16>) -> tensor<64x32xbf16> {
  %d = linalg.matmul ins(%a, %b : tensor<64x64xbf16>, tensor<64x32xbf16>) outs(%c : tensor<64x32xbf16>) -> tensor<64x32xbf16>
  return %d : tensor<64x32xbf16>
}
}

// -----

// CHECK-LABEL: func.func @wgmma_i8(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "wgmma.m64n128k32.s32.s8.s8"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @wgmma_i8(%a: tensor<64x64xi8>, %b: tensor<64x128xi8>, %c: tensor<64x128xi32>) -> tensor<64x128xi32> {
  %d = linalg.matmul ins(%a, %b : tensor<64x64xi8>, tensor<64x128xi8>) outs(%c : tensor<64x128xi32>) -> tensor<64x128xi32>
  return %d : tensor<64x128xi32>
}
}

// -----

// f32 is multiplied as tf32 where the product allows that,
// CHECK-LABEL: func.func @wgmma_tf32(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "wgmma.m64n128k8.f32.tf32.tf32"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @wgmma_tf32(%a: tensor<64x64xf32>, %b: tensor<64x128xf32>, %c: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %d = linalg.matmul {tt.input_precision = 0 : i32} ins(%a, %b : tensor<64x64xf32>, tensor<64x128xf32>) outs(%c : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %d : tensor<64x128xf32>
}
}

// -----

// as two terms of tf32,
// CHECK-LABEL: func.func @tf32x3(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "wgmma.m64n128k8.f32.tf32.tf32"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @tf32x3(%a: tensor<64x64xf32>, %b: tensor<64x128xf32>, %c: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %d = linalg.matmul {tt.input_precision = 1 : i32} ins(%a, %b : tensor<64x64xf32>, tensor<64x128xf32>) outs(%c : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %d : tensor<64x128xf32>
}
}

// -----

// as three of bf16,
// CHECK-LABEL: func.func @bf16x6(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "wgmma.m64n128k16.f32.bf16.bf16"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @bf16x6(%a: tensor<64x64xf32>, %b: tensor<64x128xf32>, %c: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %d = linalg.matmul {tt.input_precision = 4 : i32} ins(%a, %b : tensor<64x64xf32>, tensor<64x128xf32>) outs(%c : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %d : tensor<64x128xf32>
}
}

// -----

// and else by multiply-adds.
// CHECK-LABEL: func.func @ieee(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "fma"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @ieee(%a: tensor<64x64xf32>, %b: tensor<64x128xf32>, %c: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %d = linalg.matmul {tt.input_precision = 2 : i32} ins(%a, %b : tensor<64x64xf32>, tensor<64x128xf32>) outs(%c : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %d : tensor<64x128xf32>
}
}

// -----

// What bf16 holds exactly is multiplied as bf16.
// CHECK-LABEL: func.func @exact(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "wgmma.m64n128k16.f32.bf16.bf16"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @exact(%a: tensor<64x64xf32>, %b: tensor<64x128xf32>, %c: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %d = linalg.matmul {tt.exact_as = "bf16"} ins(%a, %b : tensor<64x64xf32>, tensor<64x128xf32>) outs(%c : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %d : tensor<64x128xf32>
}
}

// -----

// Two warpgroups below one another,
// CHECK-LABEL: func.func @two_groups_below(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "wgmma.m64n256k16.f32.f16.f16"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 8 : i64}} {
func.func @two_groups_below(%a: tensor<128x64xf16>, %b: tensor<64x256xf16>, %c: tensor<128x256xf32>) -> tensor<128x256xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<128x64xf16>, tensor<64x256xf16>) outs(%c : tensor<128x256xf32>) -> tensor<128x256xf32>
  return %d : tensor<128x256xf32>
}
}

// -----

// or side by side, where there are no more rows.
// CHECK-LABEL: func.func @two_groups_beside(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "wgmma.m64n128k16.f32.f16.f16"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 8 : i64}} {
func.func @two_groups_beside(%a: tensor<64x64xf16>, %b: tensor<64x256xf16>, %c: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x256xf16>) outs(%c : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %d : tensor<64x256xf32>
}
}

// -----

// Where a warpgroup would be idle warps multiply each for itself,
// CHECK-LABEL: func.func @idle_group(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "mma.sync.m16n8k16.f32.f16.f16"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 8 : i64}} {
func.func @idle_group(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// where there are fewer rows than 64,
// CHECK-LABEL: func.func @few_rows(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "mma.sync.m16n8k16.f32.f16.f16"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @few_rows(%a: tensor<32x64xf16>, %b: tensor<64x64xf16>, %c: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<32x64xf16>, tensor<64x64xf16>) outs(%c : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %d : tensor<32x64xf32>
}
}

// -----

// where there are fewer warps than four,
// CHECK-LABEL: func.func @few_warps(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "mma.sync.m16n8k16.f32.f16.f16"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 2 : i64}} {
func.func @few_warps(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// and on other chips.
// CHECK-LABEL: func.func @sm_90(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "mma.sync.m16n8k16.f32.f16.f16"
module attributes {tts.target = {chip = "sm_90", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @sm_90(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// CHECK-LABEL: func.func @sm_80(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "mma.sync.m16n8k16.f32.f16.f16"
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @sm_80(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// Of integers there is a narrower one,
// CHECK-LABEL: func.func @few_inner_i8(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "mma.sync.m16n8k16.s32.s8.s8"
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @few_inner_i8(%a: tensor<64x16xi8>, %b: tensor<16x64xi8>, %c: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %d = linalg.matmul ins(%a, %b : tensor<64x16xi8>, tensor<16x64xi8>) outs(%c : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %d : tensor<64x64xi32>
}
}

// -----

// and a wider one.
// CHECK-LABEL: func.func @many_inner_i8(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "mma.sync.m16n8k32.s32.s8.s8"
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @many_inner_i8(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %d = linalg.matmul ins(%a, %b : tensor<64x32xi8>, tensor<32x64xi8>) outs(%c : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %d : tensor<64x64xi32>
}
}

// -----

// Not of unsigned ones.
// CHECK-LABEL: func.func @unsigned(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "fma"
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @unsigned(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %d = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<64x32xi8>, tensor<32x64xi8>) outs(%c : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %d : tensor<64x64xi32>
}
}

// -----

// Fewer than 16 rows,
// CHECK-LABEL: func.func @short(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "fma"
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @short(%a: tensor<8x16xf16>, %b: tensor<16x8xf16>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<8x16xf16>, tensor<16x8xf16>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}
}

// -----

// or than 16 along the inner dimension, are multiplied by threads,
// CHECK-LABEL: func.func @inner(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "fma"
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @inner(%a: tensor<16x8xf16>, %b: tensor<8x8xf16>, %c: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<16x8xf16>, tensor<8x8xf16>) outs(%c : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %d : tensor<16x8xf32>
}
}

// -----

// and so is f64.
// CHECK-LABEL: func.func @f64(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "fma"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @f64(%a: tensor<64x64xf64>, %b: tensor<64x64xf64>, %c: tensor<64x64xf64>) -> tensor<64x64xf64> {
  %d = linalg.matmul ins(%a, %b : tensor<64x64xf64>, tensor<64x64xf64>) outs(%c : tensor<64x64xf64>) -> tensor<64x64xf64>
  return %d : tensor<64x64xf64>
}
}

// -----

// Matrices are shared out among warpgroups.
// CHECK-LABEL: func.func @batch(
// CHECK: linalg.batch_matmul
// CHECK-SAME: simt.mma = "wgmma.m64n64k16.f32.f16.f16"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 8 : i64}} {
func.func @batch(%a: tensor<2x64x64xf16>, %b: tensor<2x64x64xf16>, %c: tensor<2x64x64xf32>) -> tensor<2x64x64xf32> {
  %d = linalg.batch_matmul ins(%a, %b : tensor<2x64x64xf16>, tensor<2x64x64xf16>) outs(%c : tensor<2x64x64xf32>) -> tensor<2x64x64xf32>
  return %d : tensor<2x64x64xf32>
}
}

// -----

// What a product names stays: fewer columns at once,
// CHECK-LABEL: func.func @named_columns(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "wgmma.m64n64k16.f32.f16.f16"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @named_columns(%a: tensor<64x64xf16>, %b: tensor<64x256xf16>, %c: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %d = linalg.matmul {simt.mma = "wgmma.m64n64k16.f32.f16.f16"} ins(%a, %b : tensor<64x64xf16>, tensor<64x256xf16>) outs(%c : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %d : tensor<64x256xf32>
}
}

// -----

// warps in place of a warpgroup,
// CHECK-LABEL: func.func @named_warps(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "mma.sync.m16n8k16.f32.f16.f16"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @named_warps(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = linalg.matmul {simt.mma = "mma.sync.m16n8k16.f32.f16.f16"} ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}

// -----

// threads in place of tensor cores.
// CHECK-LABEL: func.func @named_fma(
// CHECK: linalg.matmul
// CHECK-SAME: simt.mma = "fma"
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @named_fma(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = linalg.matmul {simt.mma = "fma"} ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
}
