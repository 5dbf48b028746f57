// RUN: triton-shared-opt %s --fold-guarded-remainders | FileCheck %s

// Where it is used the dividend is from 0 on and below the divisor,
// CHECK-LABEL: func.func @inside
// CHECK:         scf.parallel
// CHECK-NOT:       arith.remsi
// CHECK:           %[[D:.+]] = arith.addi %{{.+}}, %c-8
// CHECK:           scf.if
// CHECK:             memref.store %[[D]]
func.func @inside(%x: memref<64xi32>, %u: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %minus = arith.constant -8 : i32
  %eight = arith.constant 8 : i32
  %end = arith.constant 16 : i32
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %n = arith.index_cast %i : index to i32
    %d = arith.addi %n, %minus : i32
    %r = arith.remsi %d, %eight : i32
    %low = arith.cmpi sge, %n, %eight : i32
    %high = arith.cmpi sgt, %end, %n : i32
    %both = arith.andi %low, %high : i1
    scf.if %both {
      memref.store %r, %x[%i] : memref<64xi32>
    }
    scf.reduce
  }
  return
}

// by what else is known of it, too,
// CHECK-LABEL: func.func @known
// CHECK-NOT:     arith.remsi
func.func @known(%x: memref<16xi32>, %u: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %minus = arith.constant -8 : i32
  %eight = arith.constant 8 : i32
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %n = arith.index_cast %i : index to i32
    %d = arith.addi %n, %minus : i32
    %r = arith.remsi %d, %eight : i32
    %low = arith.cmpi sge, %n, %eight : i32
    scf.if %low {
      memref.store %r, %x[%i] : memref<16xi32>
    }
    scf.reduce
  }
  return
}

// not where it may be larger, or less,
// CHECK-LABEL: func.func @outside
// CHECK-COUNT-2: arith.remsi
func.func @outside(%x: memref<64xi32>, %u: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %minus = arith.constant -8 : i32
  %eight = arith.constant 8 : i32
  %end = arith.constant 17 : i32
  %begin = arith.constant 7 : i32
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %n = arith.index_cast %i : index to i32
    %d = arith.addi %n, %minus : i32
    %r = arith.remsi %d, %eight : i32
    %low = arith.cmpi sge, %n, %eight : i32
    %high = arith.cmpi slt, %n, %end : i32
    %both = arith.andi %low, %high : i1
    scf.if %both {
      memref.store %r, %x[%i] : memref<64xi32>
    }
    %s = arith.remsi %d, %end : i32
    %less = arith.cmpi sge, %n, %begin : i32
    %also = arith.andi %less, %high : i1
    scf.if %also {
      memref.store %s, %x[%i] : memref<64xi32>
    }
    scf.reduce
  }
  return
}

// nor where one use is not so guarded: by another branch, or none.
// CHECK-LABEL: func.func @used
// CHECK-COUNT-2: arith.remsi
func.func @used(%x: memref<16xi32>, %u: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %minus = arith.constant -8 : i32
  %eight = arith.constant 8 : i32
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %n = arith.index_cast %i : index to i32
    %d = arith.addi %n, %minus : i32
    %r = arith.remsi %d, %eight : i32
    %s = arith.remsi %d, %eight : i32
    %low = arith.cmpi sge, %n, %eight : i32
    scf.if %low {
      memref.store %r, %x[%i] : memref<16xi32>
    } else {
      memref.store %r, %x[%i] : memref<16xi32>
    }
    memref.store %s, %x[%i] : memref<16xi32>
    scf.reduce
  }
  return
}
