// RUN: triton-shared-opt %s --sink-scale-past-max | FileCheck %s

#at = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @rows
// CHECK:         scf.for
// CHECK:           %[[X:.+]] = linalg.matmul
// CHECK-DAG:       %[[ABOVE:.+]] = arith.cmpf ogt, %arg2, %{{.+}} : f32
// CHECK-DAG:       %[[BELOW:.+]] = arith.cmpf olt, %arg2, %{{.+}} : f32
// CHECK:           %[[FITS:.+]] = arith.andi %[[ABOVE]], %[[BELOW]] : i1
// CHECK:           %[[LEFT:.+]] = arith.select %[[FITS]], %arg2, %{{.+}} : f32
// CHECK:           %[[Z:.+]] = scf.if %[[FITS]]
// CHECK-NEXT:        scf.yield %[[X]]
// CHECK:           } else {
// CHECK:             simt.optimization_barrier %arg2
// CHECK:             arith.mulf
// CHECK:           }
// CHECK:           %[[Y:.+]] = linalg.generic {{.*}} ins(%[[Z]] :
// CHECK:             arith.mulf %{{.+}}, %[[LEFT]] fastmath<contract>
// CHECK:           %[[M:.+]] = linalg.reduce {{.*}} ins(%[[Z]] :
// CHECK:           %[[N:.+]] = linalg.generic {{.*}} ins(%[[M]] :
// CHECK:             arith.mulf %{{.+}}, %[[LEFT]] : f32
// CHECK:           %[[W:.+]] = linalg.broadcast ins(%[[N]] :
// CHECK:           linalg.generic {{.*}} ins(%[[Y]], %[[W]] :
// CHECK:             arith.subf
func.func @rows(%a: tensor<16x16xf16>, %b: tensor<16x32xf16>, %f: f32, %sums: tensor<16x32xf32>, %end: index) -> tensor<16x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<16x32xf32>
  %line = tensor.empty() : tensor<16xf32>
  %none = linalg.fill ins(%low : f32) outs(%line : tensor<16xf32>) -> tensor<16xf32>
  %factor = linalg.fill ins(%f : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %r = scf.for %i = %c0 to %end step %c1 iter_args(%t = %sums) -> (tensor<16x32xf32>) {
    %x = linalg.matmul ins(%a, %b : tensor<16x16xf16>, tensor<16x32xf16>) outs(%t : tensor<16x32xf32>) -> tensor<16x32xf32>
    %y = linalg.generic {indexing_maps = [#at, #at, #at], iterator_types = ["parallel", "parallel"]}
        ins(%x, %factor : tensor<16x32xf32>, tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.mulf %p, %q fastmath<contract> : f32
      linalg.yield %s : f32
    } -> tensor<16x32xf32>
    %m = linalg.reduce { arith.maxnumf } ins(%y : tensor<16x32xf32>) outs(%none : tensor<16xf32>) dimensions = [1]
    %w = linalg.broadcast ins(%m : tensor<16xf32>) outs(%e : tensor<16x32xf32>) dimensions = [1]
    %z = linalg.generic {indexing_maps = [#at, #at, #at], iterator_types = ["parallel", "parallel"]}
        ins(%y, %w : tensor<16x32xf32>, tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.subf %p, %q fastmath<contract> : f32
      linalg.yield %s : f32
    } -> tensor<16x32xf32>
    scf.yield %z : tensor<16x32xf32>
  }
  return %r : tensor<16x32xf32>
}
