// RUN: triton-shared-opt %s --split-input-file --generalize-computed-reductions | FileCheck %s

#same = affine_map<(i) -> (i)>
#plane = affine_map<(i, j) -> (i, j)>

// What is read by a reduction alone becomes part of it.

// CHECK-LABEL: func.func @square
// CHECK:       linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
// CHECK:       linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK-NOT:   linalg.reduce
func.func @square(%x: tensor<8x64xf32>, %init: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8x64xf32>
  %y = linalg.generic {indexing_maps = [#plane, #plane], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %r = linalg.reduce ins(%y : tensor<8x64xf32>) outs(%init : tensor<8xf32>) dimensions = [1]
    (%a: f32, %c: f32) {
      %0 = arith.addf %a, %c : f32
      linalg.yield %0 : f32
    }
  return %r : tensor<8xf32>
}

// -----

#same = affine_map<(i) -> (i)>

// A block with another reader, one of elementary functions, and one that is loaded stay, and so does what starts from the
// first slice.

// CHECK-LABEL: func.func @stay
// CHECK:       linalg.reduce
// CHECK:       linalg.reduce
// CHECK:       linalg.reduce
// CHECK:       linalg.reduce {{.*}} {tts.from_first}
func.func @stay(%x: tensor<64xf32>, %init: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<64xf32>) {
  %e = tensor.empty() : tensor<64xf32>
  %y = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %z = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %w = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %0 = linalg.reduce {arith.addf} ins(%y : tensor<64xf32>) outs(%init : tensor<f32>) dimensions = [0]
  %1 = linalg.reduce {arith.addf} ins(%z : tensor<64xf32>) outs(%init : tensor<f32>) dimensions = [0]
  %2 = linalg.reduce {arith.addf} ins(%x : tensor<64xf32>) outs(%init : tensor<f32>) dimensions = [0]
  %3 = linalg.reduce ins(%w : tensor<64xf32>) outs(%init : tensor<f32>) dimensions = [0] {tts.from_first}
    (%a: f32, %c: f32) {
      %sum = arith.addf %a, %c : f32
      linalg.yield %sum : f32
    }
  return %0, %1, %2, %3, %y : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<64xf32>
}
