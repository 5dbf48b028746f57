// RUN: triton-shared-opt %s --unsigned-divisions | FileCheck %s

// What is counted from a program id is not negative, nor is what is left of it; an argument may be.
// CHECK-LABEL: func.func @scalars
// CHECK:         arith.divui %{{.+}}, %c320
// CHECK:         arith.remui
// CHECK:         arith.shrui
// CHECK:         arith.divsi
// CHECK:         arith.divsi
// CHECK:         arith.remsi %arg0
func.func @scalars(%n: i32, %x: memref<*xi32>,
    %gx: i32 {tts.role = "program"}, %gy: i32 {tts.role = "program"}, %gz: i32 {tts.role = "program"},
    %px: i32 {tts.role = "program"}, %py: i32 {tts.role = "program"}, %pz: i32 {tts.role = "program"}) -> (i32, i32, i32, i32, i32, i32) {
  %c128 = arith.constant 128 : i32
  %c320 = arith.constant 320 : i32
  %c3 = arith.constant 3 : i32
  %minus = arith.constant -8 : i32
  %at = arith.muli %px, %c128 : i32
  %q = arith.divsi %at, %c320 : i32
  %r = arith.remsi %at, %c320 : i32
  %s = arith.shrsi %r, %c3 : i32
  %less = arith.subi %r, %c128 : i32
  %t = arith.divsi %less, %c3 : i32
  %u = arith.divsi %at, %minus : i32
  %v = arith.remsi %n, %c3 : i32
  return %q, %r, %s, %t, %u, %v : i32, i32, i32, i32, i32, i32
}

// Elements are counted from 0 on, in loops and in blocks.
// CHECK-LABEL: func.func @elements
// CHECK:         linalg.generic
// CHECK:           arith.remui
// CHECK:         linalg.generic
// CHECK:           arith.divui
// CHECK:         scf.for
// CHECK:           arith.remui
func.func @elements(%x: memref<*xi32>, %end: i32,
    %gx: i32 {tts.role = "program"}, %gy: i32 {tts.role = "program"}, %gz: i32 {tts.role = "program"},
    %px: i32 {tts.role = "program"}, %py: i32 {tts.role = "program"}, %pz: i32 {tts.role = "program"}) -> (tensor<64xi32>, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  %empty = tensor.empty() : tensor<64xi32>
  %rest = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%empty : tensor<64xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %r = arith.remsi %n, %ten : i32
    linalg.yield %r : i32
  } -> tensor<64xi32>
  %half = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%rest : tensor<64xi32>) outs(%empty : tensor<64xi32>) {
  ^bb0(%v: i32, %o: i32):
    %q = arith.divsi %v, %ten : i32
    linalg.yield %q : i32
  } -> tensor<64xi32>
  %sum = scf.for %i = %zero to %end step %one iter_args(%s = %zero) -> (i32) : i32 {
    %r = arith.remsi %i, %ten : i32
    %t = arith.addi %s, %r : i32
    scf.yield %t : i32
  }
  return %half, %sum : tensor<64xi32>, i32
}

// What a loop counts ends at a multiple of its step: the last block's elements do not wrap. With another step they might.
// CHECK-LABEL: func.func @blocks
// CHECK:         scf.for
// CHECK:           arith.remui
// CHECK:         scf.for
// CHECK:           arith.remsi
func.func @blocks(%x: memref<*xi32>, %end: i32,
    %gx: i32 {tts.role = "program"}, %gy: i32 {tts.role = "program"}, %gz: i32 {tts.role = "program"},
    %px: i32 {tts.role = "program"}, %py: i32 {tts.role = "program"}, %pz: i32 {tts.role = "program"}) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %eight = arith.constant 8 : i32
  %last = arith.constant 127 : i32
  %block = arith.constant 128 : i32
  %less = arith.constant 96 : i32
  %sum = scf.for %i = %zero to %end step %block iter_args(%s = %zero) -> (i32) : i32 {
    %at = arith.addi %i, %last : i32
    %r = arith.remsi %at, %eight : i32
    %t = arith.addi %s, %r : i32
    scf.yield %t : i32
  }
  %other = scf.for %i = %zero to %end step %less iter_args(%s = %zero) -> (i32) : i32 {
    %at = arith.addi %i, %last : i32
    %r = arith.remsi %at, %eight : i32
    %t = arith.addi %s, %r : i32
    scf.yield %t : i32
  }
  return %sum, %other : i32, i32
}
