// RUN: triton-shared-opt %s --index-switch-to-if | FileCheck %s

// CHECK-LABEL: func.func @two
// CHECK:         %[[R:.+]] = scf.if %{{.+}} -> (f32) {
// CHECK-NEXT:      scf.yield %arg1
// CHECK-NEXT:    } else {
// CHECK:           %[[S:.+]] = scf.if %{{.+}} -> (f32) {
// CHECK-NEXT:        scf.yield %arg2
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.yield %arg3
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.yield %[[S]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[R]]
func.func @two(%i: index, %a: f32, %b: f32, %c: f32) -> f32 {
  %r = scf.index_switch %i -> f32
  case 0 {
    scf.yield %a : f32
  }
  case 3 {
    scf.yield %b : f32
  }
  default {
    scf.yield %c : f32
  }
  return %r : f32
}
