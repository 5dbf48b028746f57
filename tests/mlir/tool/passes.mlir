// RUN: triton-shared-opt %s --canonicalize | FileCheck %s
// RUN: triton-shared-opt %s --canonicalize='max-iterations=1' --cse | FileCheck %s
// RUN: triton-shared-opt %s | FileCheck %s --check-prefix=SAME
// RUN: triton-shared-opt %s --canonicalize --cse --mlir-print-ir-after=cse 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP

// CHECK-LABEL: func.func @fold
// SAME-LABEL: func.func @fold
// DUMP-NOT: IR Dump After canonicalize
// DUMP: IR Dump After cse
func.func @fold(%x: i32) -> i32 {
  // CHECK-NEXT: %[[TWO:.*]] = arith.constant 2 : i32
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %arg0, %[[TWO]]
  // CHECK-NEXT: return %[[SUM]]
  // SAME-COUNT-2: arith.addi
  %one = arith.constant 1 : i32
  %two = arith.addi %one, %one : i32
  %sum = arith.addi %x, %two : i32
  return %sum : i32
}
