// RUN: triton-shared-opt %s --generalize-short-reductions | FileCheck %s

// CHECK-DAG:   #[[WHOLE:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG:   #[[ROW:.+]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG:   #[[LEFT:.+]] = affine_map<(d0) -> (d0, 0)>
// CHECK-DAG:   #[[RIGHT:.+]] = affine_map<(d0) -> (d0, 1)>
// CHECK-LABEL: func.func @two
// CHECK-NEXT:  linalg.generic {indexing_maps = [#[[WHOLE]], #[[ROW]]], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<8x2xi32>) outs(%arg1 : tensor<8xi32>)
// CHECK-NEXT:  ^bb0(%[[IN:.+]]: i32, %[[OUT:.+]]: i32):
// CHECK-NEXT:  arith.xori %[[OUT]], %[[IN]]
func.func @two(%x: tensor<8x2xi32>, %init: tensor<8xi32>) -> tensor<8xi32> {
  %r = linalg.reduce { arith.xori } ins(%x : tensor<8x2xi32>) outs(%init : tensor<8xi32>) dimensions = [1]
  return %r : tensor<8xi32>
}

// One that starts from the first slice has nothing to reduce into: its elements are combined at once.

// CHECK-LABEL: func.func @from_first
// CHECK:       linalg.generic {indexing_maps = [#[[LEFT]], #[[RIGHT]], #{{.+}}], iterator_types = ["parallel"]} ins(%arg0, %arg0 :
// CHECK-NEXT:  ^bb0(%[[X0:.+]]: i32, %[[X1:.+]]: i32, %{{.+}}: i32):
// CHECK-NEXT:  arith.subi %[[X0]], %[[X1]]
func.func @from_first(%x: tensor<8x2xi32>, %out: tensor<8xi32>) -> tensor<8xi32> {
  %r = linalg.reduce ins(%x : tensor<8x2xi32>) outs(%out : tensor<8xi32>) dimensions = [1] {tts.from_first}
    (%a: i32, %b: i32) {
      %0 = arith.subi %b, %a : i32
      linalg.yield %0 : i32
    }
  return %r : tensor<8xi32>
}

// CHECK-LABEL: func.func @long
// CHECK-NEXT:  linalg.reduce { arith.xori } ins(%arg0
func.func @long(%x: tensor<8x3xi32>, %init: tensor<8xi32>) -> tensor<8xi32> {
  %r = linalg.reduce { arith.xori } ins(%x : tensor<8x3xi32>) outs(%init : tensor<8xi32>) dimensions = [1]
  return %r : tensor<8xi32>
}

// An op that costs more than arithmetic would be repeated for every element.

// CHECK-LABEL: func.func @dear
// CHECK-NEXT:  linalg.reduce { math.powf } ins(%arg0
func.func @dear(%x: tensor<8x2xf32>, %init: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.reduce { math.powf } ins(%x : tensor<8x2xf32>) outs(%init : tensor<8xf32>) dimensions = [1]
  return %r : tensor<8xf32>
}
