// RUN: triton-shared-opt %s --lower-wgmma | FileCheck %s

// Sums are in the same registers before and behind, and no text is that of another; a matrix in shared memory is described by its address, and by how far
// apart its parts are.  Both steps of the inner dimension are one text.

// CHECK-LABEL: func.func @in_memory
// CHECK:         llvm.inline_asm has_side_effects asm_dialect = att "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $8, $10, 1, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $9, $11, 1, 1, 1, 0, 1; wgmma.commit_group.sync.aligned; // 0", "=f,=f,=f,=f,0,1,2,3,l,l,l,l"
// CHECK:         llvm.inline_asm has_side_effects asm_dialect = att "wgmma.wait_group.sync.aligned 0; // 1", "=f,=f,=f,=f,0,1,2,3"
func.func @in_memory(%sums: vector<4xf32>, %a: !llvm.ptr<3>, %b: !llvm.ptr<3>) -> vector<4xf32> {
  %d = "simt.wgmma"(%sums, %a, %b) {commits = true, descriptors = [1, 64, 4096, 0, 32, 1024], k = 16 : i64, kind = ["f16", "f16", "f32"], steps = 2 : i64} : (vector<4xf32>, !llvm.ptr<3>, !llvm.ptr<3>) -> vector<4xf32>
  %r = "simt.wgmma_wait"(%d) {pending = 0 : i64} : (vector<4xf32>) -> vector<4xf32>
  return %r : vector<4xf32>
}

// In a cluster an address has bits that name the block: they are no part of a descriptor.

// CHECK-LABEL: func.func @in_cluster
// CHECK:         %[[ADDRESS:.+]] = llvm.ptrtoint %arg2
// CHECK:         %[[CHUNK:.+]] = arith.shrui %[[ADDRESS]]
// CHECK:         arith.andi %[[CHUNK]], %c16383
func.func @in_cluster(%sums: vector<4xi32>, %a: vector<4xi32>, %b: !llvm.ptr<3>) -> vector<4xi32> attributes {tts.cluster = 2 : i64} {
  %d = "simt.wgmma"(%sums, %a, %b) {commits = false, descriptors = [0, 0, 0, 1, 32, 256], k = 32 : i64, kind = ["s8", "s8", "s32"], steps = 1 : i64} : (vector<4xi32>, vector<4xi32>, !llvm.ptr<3>) -> vector<4xi32>
  return %d : vector<4xi32>
}

// Rows in registers are four words a step; integers have no signs to turn; products that go on leave the group open.

// CHECK-LABEL: func.func @in_registers
// CHECK:         llvm.inline_asm has_side_effects asm_dialect = att "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {$0, $1, $2, $3}, {$8, $9, $10, $11}, $12, 1; // 0", "=r,=r,=r,=r,0,1,2,3,r,r,r,r,l"
// CHECK-NOT:     commit_group
func.func @in_registers(%sums: vector<4xi32>, %a: vector<4xi32>, %b: !llvm.ptr<3>) -> vector<4xi32> {
  %d = "simt.wgmma"(%sums, %a, %b) {commits = false, descriptors = [0, 0, 0, 1, 32, 256], k = 32 : i64, kind = ["s8", "s8", "s32"], steps = 1 : i64} : (vector<4xi32>, vector<4xi32>, !llvm.ptr<3>) -> vector<4xi32>
  return %d : vector<4xi32>
}

// Two sums of f16 are a word.

// CHECK-LABEL: func.func @halves
// CHECK:         vector.bitcast %arg0 : vector<4xf16> to vector<2xi32>
// CHECK:         "wgmma.wait_group.sync.aligned 1; // 0", "=r,=r,0,1"
// CHECK:         vector.bitcast %{{.+}} : vector<2xi32> to vector<4xf16>
func.func @halves(%sums: vector<4xf16>) -> vector<4xf16> {
  %r = "simt.wgmma_wait"(%sums) {pending = 1 : i64} : (vector<4xf16>) -> vector<4xf16>
  return %r : vector<4xf16>
}

// Sums begin where products add to them.

// CHECK-LABEL: func.func @begin
// CHECK:         llvm.inline_asm has_side_effects asm_dialect = att "", "=r,=r,0,1"
func.func @begin(%sums: vector<2xi32>) -> vector<2xi32> {
  %r = "simt.wgmma_init_accumulator"(%sums) : (vector<2xi32>) -> vector<2xi32>
  return %r : vector<2xi32>
}
