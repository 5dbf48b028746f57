// RUN: triton-shared-opt %s --drop-unknown-attributes | FileCheck %s
// RUN: triton-shared-opt %s --remarks --drop-unknown-attributes 2>&1 | FileCheck %s --check-prefix=REMARK

// What nobody knows, not on that op or not with that value, is dropped, with a remark.

// REMARK: [[#@LINE+5]]:1: remark: 'tt.func' is stripped of an attribute ('tt.pointer_range' of argument 0 is not known there, or not with that value)
// CHECK-LABEL: tt.func public @triton
// CHECK-SAME:  %{{.+}}: !tt.ptr<f32>, %{{.+}}: i32 {tt.divisibility = 5 : i32})
// CHECK-SAME:  attributes {noinline = false}
// CHECK-NOT:   color
tt.func public @triton(%x: !tt.ptr<f32> {tt.pointer_range = affine_map<(d0) -> (d0)>}, %n: i32 {tt.divisibility = 5 : i32}) attributes {noinline = false, color = "red"} {
  // CHECK:  arith.muli %{{.+}}, %{{.+}} overflow<nsw> {tt.divisibility = dense<16> : tensor<1xi32>} : i32
  // REMARK: [[#@LINE+1]]:8: remark: 'arith.muli' is stripped of an attribute ('tt.constancy' is
  %0 = arith.muli %n, %n overflow<nsw> {tt.divisibility = dense<16> : tensor<1xi32>, tt.constancy = dense<-1> : tensor<1xi32>} : i32
  // CHECK:  tt.load %{{.+}} : !tt.ptr<f32>
  // REMARK: [[#@LINE+1]]:8: remark: 'tt.load' is stripped of an attribute ('tt.cache' is
  %v = tt.load %x {tt.cache = "cg"} : !tt.ptr<f32>
  %c0 = arith.constant {some.thing} 0 : i32
  // CHECK: } {tt.flatten}
  scf.for %i = %c0 to %0 step %n : i32 {
    tt.store %x, %v : !tt.ptr<f32>
  } {tt.flatten, tt.num_stages = -3 : i32, tt.scan = 0 : i64, simt.producer}
  tt.return
}

// CHECK-LABEL: func.func @shared
// CHECK-SAME:  (%{{.+}}: memref<4xf32>, %{{.+}}: memref<4xf32>)
func.func @shared(%x: memref<4xf32> {tt.block_shape = array<i64: 4>}, %y: memref<4xf32> {llvm.noalias}) {
  // CHECK: memref.copy %{{.+}}, %{{.+}} {tt.cache = "cg", tt.divisibility = array<i64: 16>} :
  memref.copy %x, %y {tt.cache = "cg", tt.eviction = "whenever", tt.divisibility = array<i64: 16>, tt.scope = 3 : i32} : memref<4xf32> to memref<4xf32>
  return
}
