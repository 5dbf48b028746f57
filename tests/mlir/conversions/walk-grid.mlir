// RUN: triton-shared-opt %s --split-input-file --walk-grid=program=parallel | FileCheck %s
// RUN: triton-shared-opt %s --split-input-file --walk-grid | FileCheck %s --check-prefix=SAME

// A body that returns from its midst stands in a region; what the kernel calls is still told the program's place.

// CHECK-LABEL: func.func private @callee(i32, i32, i32, i32, i32, i32)
// CHECK-LABEL: func.func @early(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: i32) {
// CHECK:       %[[X:.+]] = arith.index_cast %arg1 : i32 to index
// CHECK:       scf.parallel (%[[I:.+]], %[[J:.+]], %[[K:.+]]) = (%c0, %c0, %c0) to (%[[X]], %{{.+}}, %{{.+}}) step
// CHECK-NEXT:    %[[PX:.+]] = arith.index_cast %[[I]] : index to i32
// CHECK-NEXT:    %[[PY:.+]] = arith.index_cast %[[J]] : index to i32
// CHECK-NEXT:    %[[PZ:.+]] = arith.index_cast %[[K]] : index to i32
// CHECK-NEXT:    scf.execute_region {
// CHECK-NEXT:      cf.cond_br %arg0, ^[[STOP:.+]], ^[[GO:.+]]
// CHECK-NEXT:    ^[[STOP]]:
// CHECK-NEXT:      cf.br ^[[END:.+]]
// CHECK-NEXT:    ^[[GO]]:
// CHECK-NEXT:      func.call @callee(%arg1, %arg2, %arg3, %[[PX]], %[[PY]], %[[PZ]])
// CHECK-NEXT:      cf.br ^[[END]]
// CHECK-NEXT:    ^[[END]]:
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    scf.reduce
// CHECK-NEXT:  }
// CHECK-NEXT:  return

// SAME-LABEL: func.func @early(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32)
// SAME-NOT:   scf.parallel
func.func private @callee(i32, i32, i32, i32, i32, i32)
func.func @early(%c: i1, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  cf.cond_br %c, ^stop, ^go
^stop:
  return
^go:
  func.call @callee(%gx, %gy, %gz, %px, %py, %pz) : (i32, i32, i32, i32, i32, i32) -> ()
  return
}
