// RUN: triton-shared-opt %s --clone-cheap-producers | FileCheck %s

#same = affine_map<(i) -> (i)>
#one = affine_map<(i) -> ()>

module {

// What is cheap to compute from a loaded block is computed in each reader.

// CHECK-LABEL: func.func @centred
// CHECK:       %[[X:.+]] = bufferization.to_tensor
// CHECK:       %[[SUM:.+]] = linalg.generic {{.*}}iterator_types = ["reduction"]} ins(%[[X]] : tensor<512xf32>)
// CHECK:         arith.subf
// CHECK:         arith.addf
// CHECK:       linalg.generic {{.*}} ins(%[[X]], %[[SUM]] : tensor<512xf32>, tensor<f32>)
// CHECK:         arith.subf
// CHECK:         arith.mulf
func.func @centred(%x: memref<512xf32>, %mean: f32, %zero: tensor<f32>, %e: tensor<512xf32>) -> (tensor<f32>, tensor<512xf32>) {
  %0 = bufferization.to_tensor %x restrict : memref<512xf32> to tensor<512xf32>
  %d = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%0 : tensor<512xf32>) outs(%e : tensor<512xf32>) {
  ^bb0(%p: f32, %o: f32):
    %1 = arith.subf %p, %mean : f32
    linalg.yield %1 : f32
  } -> tensor<512xf32>
  %s = linalg.reduce ins(%d : tensor<512xf32>) outs(%zero : tensor<f32>) dimensions = [0]
    (%in: f32, %total: f32) {
      %1 = arith.addf %in, %total : f32
      linalg.yield %1 : f32
    }
  %y = linalg.generic {indexing_maps = [#same, #one, #same], iterator_types = ["parallel"]}
      ins(%d, %s : tensor<512xf32>, tensor<f32>) outs(%e : tensor<512xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %1 = arith.mulf %p, %q : f32
    linalg.yield %1 : f32
  } -> tensor<512xf32>
  return %s, %y : tensor<f32>, tensor<512xf32>
}

// Functions are computed once, and so are products, which a reader might round together with a sum.

// CHECK-LABEL: func.func @costly
// CHECK:       %[[D:.+]] = linalg.generic
// CHECK:         arith.mulf
// CHECK:       linalg.reduce ins(%[[D]] :
// CHECK:       linalg.generic {{.*}} ins(%[[D]], %{{.+}} :
func.func @costly(%x: memref<512xf32>, %by: f32, %zero: tensor<f32>, %e: tensor<512xf32>) -> (tensor<f32>, tensor<512xf32>) {
  %0 = bufferization.to_tensor %x restrict : memref<512xf32> to tensor<512xf32>
  %d = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%0 : tensor<512xf32>) outs(%e : tensor<512xf32>) {
  ^bb0(%p: f32, %o: f32):
    %1 = arith.mulf %p, %by : f32
    linalg.yield %1 : f32
  } -> tensor<512xf32>
  %s = linalg.reduce ins(%d : tensor<512xf32>) outs(%zero : tensor<f32>) dimensions = [0]
    (%in: f32, %total: f32) {
      %1 = arith.addf %in, %total : f32
      linalg.yield %1 : f32
    }
  %y = linalg.generic {indexing_maps = [#same, #one, #same], iterator_types = ["parallel"]}
      ins(%d, %s : tensor<512xf32>, tensor<f32>) outs(%e : tensor<512xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %1 = arith.addf %p, %q : f32
    linalg.yield %1 : f32
  } -> tensor<512xf32>
  return %s, %y : tensor<f32>, tensor<512xf32>
}
}
