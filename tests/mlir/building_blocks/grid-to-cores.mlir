// RUN: triton-shared-opt %s --grid-to-cores=cores=2 | FileCheck %s
// RUN: not triton-shared-opt %s --grid-to-cores --grid-to-cores 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK-LABEL: func.func @k
// CHECK-SAME:    (%arg0: memref<*xi32>, %[[X:.+]]: i32, %[[Y:.+]]: i32, %[[Z:.+]]: i32) {
// CHECK-DAG:     %[[GX:.+]] = arith.index_cast %[[X]]
// CHECK-DAG:     %[[GY:.+]] = arith.index_cast %[[Y]]
// CHECK:         %[[XY:.+]] = arith.muli %[[GX]], %[[GY]]
// CHECK:         %[[ALL:.+]] = arith.muli %[[XY]], %{{.+}}
// CHECK:         %[[MOST:.+]] = arith.ceildivui %[[ALL]], %{{.+}}
// CHECK:         scf.forall (%[[CORE:.+]]) in (2) {
// CHECK:           %[[FIRST:.+]] = arith.muli %[[CORE]], %[[MOST]]
// CHECK:           %[[NEXT:.+]] = arith.addi %[[FIRST]], %[[MOST]]
// CHECK:           %[[END:.+]] = arith.minsi %[[NEXT]], %[[ALL]]
// CHECK:           scf.for %[[N:.+]] = %[[FIRST]] to %[[END]] step %c1
// CHECK:             %[[ROWS:.+]] = arith.divui %[[N]], %[[GX]]
// CHECK:             %[[PX:.+]] = arith.remui %[[N]], %[[GX]]
// CHECK:             arith.divui %[[ROWS]], %[[GY]]
// CHECK:             arith.remui %[[ROWS]], %[[GY]]
// CHECK:             %[[PID:.+]] = arith.index_cast %[[PX]] : index to i32
// CHECK:             memref.store %[[PID]]

// ERROR: error: 'func.func' op does not end with the grid and the place of a program in it
func.func @k(%x: memref<*xi32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [1], strides: [1] : memref<*xi32> to memref<1xi32, strided<[1]>>
  memref.store %px, %view[%c0] : memref<1xi32, strided<[1]>>
  return
}
