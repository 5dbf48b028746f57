// RUN: triton-shared-opt %s --skip-full-masks | FileCheck %s

#at = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @causal
// CHECK:         scf.for %[[I:.+]] = %arg2 to %arg3
// CHECK:           %[[X:.+]] = linalg.matmul
// CHECK:             arith.addi %[[I]], %{{.+}} : i32
// CHECK:           %[[MASK:.+]] = linalg.generic
// CHECK:             arith.cmpi sge
// CHECK-DAG:       %[[END:.+]] = arith.constant 2147483632 : i32
// CHECK-DAG:       arith.cmpi sle, %arg2, %[[END]] : i32
// CHECK:           %[[C31:.+]] = arith.constant 31 : i32
// CHECK:           %[[LAST:.+]] = arith.addi %[[I]], %[[C31]] : i32
// CHECK:           %[[LESS:.+]] = arith.cmpi sge, %arg2, %[[LAST]] : i32
// CHECK:           %[[WHOLE:.+]] = arith.andi %{{.+}}, %[[LESS]] : i1
// CHECK:           scf.if %[[WHOLE]]
// CHECK-NEXT:        scf.yield %[[X]]
// CHECK:           } else {
// CHECK:             linalg.generic {{.*}} ins(%[[MASK]], %[[X]] :
// CHECK:               arith.select
func.func @causal(%a: tensor<16x16xf16>, %b: tensor<16x32xf16>, %begin: i32, %end: i32, %sums: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %c1 = arith.constant 1 : i32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<16x32xf32>
  %numbers = tensor.empty() : tensor<16x32xi32>
  %bits = tensor.empty() : tensor<16x32xi1>
  %none = linalg.fill ins(%low : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %r = scf.for %i = %begin to %end step %c1 iter_args(%t = %sums) -> (tensor<16x32xf32>) : i32 {
    %x = linalg.matmul ins(%a, %b : tensor<16x16xf16>, tensor<16x32xf16>) outs(%t : tensor<16x32xf32>) -> tensor<16x32xf32>
    %row = linalg.generic {indexing_maps = [#at], iterator_types = ["parallel", "parallel"]} outs(%numbers : tensor<16x32xi32>) {
    ^bb0(%o: i32):
      %n = linalg.index 0 : index
      %m = arith.index_cast %n : index to i32
      %s = arith.addi %begin, %m : i32
      linalg.yield %s : i32
    } -> tensor<16x32xi32>
    %column = linalg.generic {indexing_maps = [#at], iterator_types = ["parallel", "parallel"]} outs(%numbers : tensor<16x32xi32>) {
    ^bb0(%o: i32):
      %n = linalg.index 1 : index
      %m = arith.index_cast %n : index to i32
      %s = arith.addi %i, %m : i32
      linalg.yield %s : i32
    } -> tensor<16x32xi32>
    %mask = linalg.generic {indexing_maps = [#at, #at, #at], iterator_types = ["parallel", "parallel"]}
        ins(%row, %column : tensor<16x32xi32>, tensor<16x32xi32>) outs(%bits : tensor<16x32xi1>) {
    ^bb0(%p: i32, %q: i32, %o: i1):
      %s = arith.cmpi sge, %p, %q : i32
      linalg.yield %s : i1
    } -> tensor<16x32xi1>
    %y = linalg.generic {indexing_maps = [#at, #at, #at, #at], iterator_types = ["parallel", "parallel"]}
        ins(%mask, %x, %none : tensor<16x32xi1>, tensor<16x32xf32>, tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%m: i1, %p: f32, %q: f32, %o: f32):
      %s = arith.select %m, %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<16x32xf32>
    scf.yield %y : tensor<16x32xf32>
  }
  return %r : tensor<16x32xf32>
}
