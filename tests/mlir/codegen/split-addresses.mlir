// RUN: triton-shared-opt %s --split-addresses | FileCheck %s

// Sums of numbers, and of indices, the first operand nearest to the base; constants are among them.

// CHECK-LABEL: llvm.func @of_numbers
// CHECK-SAME:    (%[[X:.+]]: !llvm.ptr, %[[I:.+]]: i64, %[[J:.+]]: i64, %[[K:.+]]: i64)
// CHECK:         %[[A:.+]] = llvm.getelementptr %[[X]][%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:    %[[B:.+]] = llvm.getelementptr %[[A]][%[[J]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:    %[[C:.+]] = llvm.getelementptr %[[B]][%[[K]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK:         llvm.return %[[C]]
llvm.func @of_numbers(%x: !llvm.ptr, %i: i64, %j: i64, %k: i64) -> !llvm.ptr {
  %0 = llvm.add %i, %j overflow<nsw> : i64
  %1 = llvm.add %0, %k : i64
  %2 = llvm.getelementptr inbounds %x[%1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.return %2 : !llvm.ptr
}

// CHECK-LABEL: llvm.func @of_indices
// CHECK-SAME:    (%[[X:.+]]: !llvm.ptr, %[[I:.+]]: i64)
// CHECK:         %[[A:.+]] = llvm.getelementptr %[[X]][%{{.+}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:    llvm.getelementptr %[[A]][%{{.+}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
llvm.func @of_indices(%x: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %c16 = arith.constant 16 : index
  %0 = builtin.unrealized_conversion_cast %i : i64 to index
  %1 = arith.addi %0, %c16 : index
  %2 = builtin.unrealized_conversion_cast %1 : index to i64
  %3 = llvm.getelementptr %x[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.return %3 : !llvm.ptr
}

// Neither other numbers nor more indices than one.

// CHECK-LABEL: llvm.func @others
// CHECK-COUNT-2: llvm.getelementptr
// CHECK-NOT:     llvm.getelementptr
// CHECK:         llvm.return
llvm.func @others(%x: !llvm.ptr, %i: i64, %j: i64) -> !llvm.ptr {
  %0 = llvm.mul %i, %j : i64
  %1 = llvm.getelementptr %x[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %2 = llvm.add %i, %j : i64
  %3 = llvm.getelementptr %1[0, %2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<4 x f32>
  llvm.return %3 : !llvm.ptr
}
