// RUN: triton-shared-opt %s --tile-blocks=sizes=32x16x0 | FileCheck %s
// RUN: triton-shared-opt %s --tile-blocks='ops=linalg.generic,linalg.fill sizes=16x16' | FileCheck %s --check-prefix=ELEMENTS
// RUN: not triton-shared-opt %s --tile-blocks=sizes=32xx 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK-LABEL: func.func @k
// CHECK:         linalg.fill {{.+}} tensor<64x64xf32>
// CHECK:         scf.for %[[I:.+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args
// CHECK:           scf.for %[[J:.+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args
// CHECK:             %[[A:.+]] = tensor.extract_slice %arg0[%[[I]], 0] [32, 64] [1, 1]
// CHECK:             %[[B:.+]] = tensor.extract_slice %arg1[0, %[[J]]] [64, 16] [1, 1]
// CHECK:             %[[C:.+]] = linalg.matmul ins(%[[A]], %[[B]] : tensor<32x64xf32>, tensor<64x16xf32>)
// CHECK-NOT:         tts.tiled
// CHECK:             tensor.insert_slice %[[C]] into %{{.+}}[%[[I]], %[[J]]] [32, 16] [1, 1]
// CHECK-NOT:     transform

// ELEMENTS: linalg.fill {{.+}} tensor<16x16xf32>
// ELEMENTS: linalg.matmul {{.+}} tensor<64x64xf32>
// ELEMENTS: linalg.generic {{.+}} ins(%{{.+}} : tensor<16x16xf32>)

// ERROR: error: option 'sizes': '32xx' are no sizes of a tile, as 32x32x32, some of which may be 0
#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @k(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%x: f32, %old: f32):
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
