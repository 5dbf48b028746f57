// RUN: triton-shared-opt %s --store-lone-lanes | FileCheck %s

// A masked store whose mask is known to keep one lane is a store of that element, aligned as that is.

// CHECK-LABEL: llvm.func @stores(
// CHECK:         %[[FIRST:.+]] = llvm.extractelement %arg1[%{{.+}} : i64] : vector<4xi16>
// CHECK-NEXT:    llvm.store %[[FIRST]], %arg0 {alignment = 16 : i64} : i16, !llvm.ptr
// CHECK:         %[[THIRD:.+]] = llvm.extractelement %arg1[%{{.+}} : i64] : vector<4xi16>
// CHECK-NEXT:    %[[AT:.+]] = llvm.getelementptr %arg0[2] : (!llvm.ptr) -> !llvm.ptr, i16
// CHECK-NEXT:    llvm.store %[[THIRD]], %[[AT]] {alignment = 4 : i64} : i16, !llvm.ptr
// CHECK-NOT:     llvm.store
// CHECK:         llvm.intr.masked.store %arg1, %arg0, %{{.+}} {alignment = 2 : i32} : vector<4xi16>
// CHECK-NEXT:    llvm.intr.masked.store %arg1, %arg0, %arg2 {alignment = 2 : i32} : vector<4xi16>
// CHECK-NEXT:    llvm.return

llvm.func @stores(%p: !llvm.ptr, %v: vector<4xi16>, %known_later: vector<4xi1>) {
  %first = llvm.mlir.constant(dense<[true, false, false, false]> : vector<4xi1>) : vector<4xi1>
  %third = llvm.mlir.constant(dense<[false, false, true, false]> : vector<4xi1>) : vector<4xi1>
  %two = llvm.mlir.constant(dense<[true, true, false, false]> : vector<4xi1>) : vector<4xi1>
  llvm.intr.masked.store %v, %p, %first {alignment = 16 : i32} : vector<4xi16>, vector<4xi1> into !llvm.ptr
  llvm.intr.masked.store %v, %p, %third {alignment = 16 : i32} : vector<4xi16>, vector<4xi1> into !llvm.ptr
  llvm.intr.masked.store %v, %p, %two {alignment = 2 : i32} : vector<4xi16>, vector<4xi1> into !llvm.ptr
  llvm.intr.masked.store %v, %p, %known_later {alignment = 2 : i32} : vector<4xi16>, vector<4xi1> into !llvm.ptr
  llvm.return
}
