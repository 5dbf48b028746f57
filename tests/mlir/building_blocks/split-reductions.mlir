// RUN: triton-shared-opt %s --split-reductions=cores=4 | FileCheck %s

// A sum in f32 of f16 is split, and starts from -0.0 everywhere; one of which cores do not divide the length, and one
// that starts from another number stay.

// CHECK-LABEL: func.func @k
// CHECK-DAG:     %[[ZERO:.+]] = arith.constant -0.000000e+00 : f32
// CHECK:         %[[STARTS:.+]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.+}} : tensor<8x4xf32>)
// CHECK:         %[[PARTS:.+]] = scf.forall (%[[CORE:.+]]) in (4) shared_outs(%[[P:.+]] = %[[STARTS]])
// CHECK:           %[[AT:.+]] = arith.muli %[[CORE]], %{{.+}}
// CHECK:           %[[X:.+]] = tensor.extract_slice %arg0[0, %[[AT]]] [8, 16] [1, 1]
// CHECK:           %[[PART:.+]] = linalg.reduce ins(%[[X]] : tensor<8x16xf16>)
// CHECK:           tensor.parallel_insert_slice %[[PART]] into %[[P]][0, %[[CORE]]] [8, 1] [1, 1]
// CHECK:         linalg.reduce ins(%[[PARTS]] : tensor<8x4xf32>)
// CHECK-NOT:     scf.forall
// CHECK-NOT:     tts.split
func.func @k(%x: tensor<8x64xf16>, %y: tensor<62xf32>, %w: tensor<64xf32>) -> (tensor<8xf32>, tensor<f32>, tensor<f32>) {
  %z = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.reduce ins(%x : tensor<8x64xf16>) outs(%f : tensor<8xf32>) dimensions = [1] (%in: f16, %init: f32) {
    %v = arith.extf %in : f16 to f32
    %s = arith.addf %v, %init : f32
    linalg.yield %s : f32
  }
  %e1 = tensor.empty() : tensor<f32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<f32>) -> tensor<f32>
  %r1 = linalg.reduce { arith.addf } ins(%y : tensor<62xf32>) outs(%f1 : tensor<f32>) dimensions = [0]
  %f2 = linalg.fill ins(%one : f32) outs(%e1 : tensor<f32>) -> tensor<f32>
  %r2 = linalg.reduce { arith.addf } ins(%w : tensor<64xf32>) outs(%f2 : tensor<f32>) dimensions = [0]
  return %r, %r1, %r2 : tensor<8xf32>, tensor<f32>, tensor<f32>
}
