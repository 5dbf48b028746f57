// RUN: triton-shared-opt %s --lower-predicated-accesses | FileCheck %s

// CHECK-LABEL: func.func @four
// CHECK:         llvm.inline_asm has_side_effects {{.*}}"mov.b32 $0, $4; mov.b32 $1, $5; mov.b32 $2, $6; mov.b32 $3, $7; @$9 ld.global.v4.b32 {$0, $1, $2, $3}, [$8];", "=&r,=&r,=&r,=&r,r,r,r,r,l,b"
// CHECK:         llvm.inline_asm has_side_effects {{.*}}"@$5 st.global.v4.b32 [$4], {$0, $1, $2, $3};", "r,r,r,r,l,b"
func.func @four(%p: !llvm.ptr<1>, %kept: i1, %other: vector<4xf32>) {
  %v = "simt.predicated_load"(%p, %kept, %other) {alignment = 16 : i64} : (!llvm.ptr<1>, i1, vector<4xf32>) -> vector<4xf32>
  "simt.predicated_store"(%v, %p, %kept) {alignment = 16 : i64} : (vector<4xf32>, !llvm.ptr<1>, i1) -> ()
  return
}

// What is opaque is a move that may be left out, unlike accesses.

// CHECK-LABEL: func.func @opaque
// CHECK:         llvm.inline_asm asm_dialect = att "mov.b64 $0, $1;", "=l,l" %arg0
func.func @opaque(%p: !llvm.ptr<1>) -> !llvm.ptr<1> {
  %q = "simt.optimization_barrier"(%p) : (!llvm.ptr<1>) -> !llvm.ptr<1>
  return %q : !llvm.ptr<1>
}

// Two halves are a word; a byte is moved through a register of 16 bits.

// CHECK-LABEL: func.func @small
// CHECK:         "@$2 st.global.b32 [$1], $0;", "r,l,b"
// CHECK:         "mov.b16 $0, $1; @$3 ld.global.b8 $0, [$2];", "=&h,h,l,b"
// CHECK:         arith.trunci %{{.+}} : i16 to i8
func.func @small(%p: !llvm.ptr<1>, %kept: i1, %halves: vector<2xf16>, %byte: vector<1xi8>) -> vector<1xi8> {
  "simt.predicated_store"(%halves, %p, %kept) {alignment = 4 : i64} : (vector<2xf16>, !llvm.ptr<1>, i1) -> ()
  %v = "simt.predicated_load"(%p, %kept, %byte) {alignment = 1 : i64} : (!llvm.ptr<1>, i1, vector<1xi8>) -> vector<1xi8>
  return %v : vector<1xi8>
}

// The first bytes of two chunks, in pieces of two: the third piece of neither is touched unless five bytes are given.

// CHECK-LABEL: func.func @first
// CHECK:         "{ .reg .pred p; .reg .b16 h<8>; mov.b16 h0, 0; {{.*}} setp.gt.s32 p, $4, 4; @p ld.global.b16 h2, [$5+4]; @p ld.global.b16 h6, [$6+4]; {{.*}} mov.b32 $3, {h6, h7}; }", "=&r,=&r,=&r,=&r,r,l,l"
// CHECK:         "{ .reg .pred p; .reg .b32 h<4>; mov.b32 h0, 0; {{.*}} @$1 ld.global.b8 h3, [$2+3]; prmt.b32 {{.*}} }", "=&r,b,l"
func.func @first(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %given: i32, %all: i1) -> (vector<8xf16>, vector<4xi8>) {
  %v = "simt.load_first"(%given, %p, %q) {alignment = 2 : i64} : (i32, !llvm.ptr<1>, !llvm.ptr<1>) -> vector<8xf16>
  %w = "simt.load_first"(%all, %p) {alignment = 1 : i64} : (i1, !llvm.ptr<1>) -> vector<4xi8>
  return %v, %w : vector<8xf16>, vector<4xi8>
}

// Neighbours are added to memory by one instruction: words of f32, or of two halves.

// CHECK-LABEL: func.func @added
// CHECK:         llvm.inline_asm has_side_effects {{.*}}"red.relaxed.gpu.global.add.v4.f32 [$4], {$0, $1, $2, $3};", "r,r,r,r,l"
// CHECK:         "red.relaxed.cta.global.add.noftz.v4.bf16x2 [$4], {$0, $1, $2, $3};", "r,r,r,r,l"
// CHECK:         "red.relaxed.sys.global.add.noftz.f16x2 [$1], $0;", "r,l"
func.func @added(%p: !llvm.ptr<1>, %words: vector<4xf32>, %halves: vector<8xbf16>, %two: vector<2xf16>) {
  "simt.atomic_add"(%words, %p) {scope = "device"} : (vector<4xf32>, !llvm.ptr<1>) -> ()
  "simt.atomic_add"(%halves, %p) {scope = "block"} : (vector<8xbf16>, !llvm.ptr<1>) -> ()
  "simt.atomic_add"(%two, %p) {scope = ""} : (vector<2xf16>, !llvm.ptr<1>) -> ()
  return
}
