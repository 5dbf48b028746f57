// RUN: triton-shared-opt %s --unroll-short-reductions | FileCheck %s

#whole = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-DAG:   #[[SAME:.+]] = affine_map<(d0) -> (d0)>
// CHECK-DAG:   #[[LEFT:.+]] = affine_map<(d0) -> (d0, 0)>
// CHECK-DAG:   #[[RIGHT:.+]] = affine_map<(d0) -> (d0, 1)>
// CHECK-LABEL: func.func @two
// CHECK:       linalg.generic {indexing_maps = [#[[SAME]], #[[LEFT]], #[[RIGHT]], #[[SAME]]], iterator_types = ["parallel"]} ins(%arg1, %arg0, %arg0 :
// CHECK-NEXT:  ^bb0(%[[INIT:.+]]: i32, %[[X0:.+]]: i32, %[[X1:.+]]: i32, %{{.+}}: i32):
// CHECK-NEXT:  %[[FIRST:.+]] = arith.subi %[[X0]], %[[INIT]]
// CHECK-NEXT:  %[[SECOND:.+]] = arith.subi %[[X1]], %[[FIRST]]
// CHECK-NEXT:  linalg.yield %[[SECOND]]
func.func @two(%x: tensor<8x2xi32>, %init: tensor<8xi32>) -> tensor<8xi32> {
  %r = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x2xi32>) outs(%init : tensor<8xi32>) {
  ^bb0(%a: i32, %c: i32):
    %0 = arith.subi %a, %c : i32
    linalg.yield %0 : i32
  } -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// CHECK-LABEL: func.func @long
// CHECK-NEXT:  linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%arg0 :
func.func @long(%x: tensor<8x3xi32>, %init: tensor<8xi32>) -> tensor<8xi32> {
  %r = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x3xi32>) outs(%init : tensor<8xi32>) {
  ^bb0(%a: i32, %c: i32):
    %0 = arith.subi %a, %c : i32
    linalg.yield %0 : i32
  } -> tensor<8xi32>
  return %r : tensor<8xi32>
}
