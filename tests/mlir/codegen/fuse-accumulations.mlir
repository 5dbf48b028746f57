// RUN: triton-shared-opt %s --fuse-accumulations | FileCheck %s

#same = affine_map<(i) -> (i)>

module {

// What a loop adds up of one block from memory is added up by one op, which reads it once.

// CHECK-LABEL: func.func @sums
// CHECK:       scf.for {{.*}} iter_args(%[[A:.+]] = %{{.+}}, %[[B:.+]] = %{{.+}})
// CHECK:         %[[X:.+]] = bufferization.to_tensor
// CHECK:         %[[R:.+]]:2 = linalg.generic {{.*}} ins(%[[A]], %[[X]], %[[B]] : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) outs(%{{.+}}, %{{.+}} : tensor<64xf32>, tensor<64xf32>)
// CHECK-NEXT:    ^bb0(%[[P:.+]]: f32, %[[Q:.+]]: f32, %[[C:.+]]: f32, %{{.+}}: f32, %{{.+}}: f32):
// CHECK-NEXT:      %[[S:.+]] = arith.addf %[[P]], %[[Q]]
// CHECK-NEXT:      %[[M:.+]] = arith.mulf %[[Q]], %[[Q]]
// CHECK-NEXT:      %[[T:.+]] = arith.addf %[[C]], %[[M]]
// CHECK-NEXT:      linalg.yield %[[S]], %[[T]]
// CHECK:         scf.yield %[[R]]#0, %[[R]]#1
func.func @sums(%x: memref<64xf32>, %n: index, %a: tensor<64xf32>, %b: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<64xf32>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a, %t = %b) -> (tensor<64xf32>, tensor<64xf32>) {
    %1 = bufferization.to_tensor %x restrict : memref<64xf32> to tensor<64xf32>
    %2 = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
        ins(%s, %1 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %4 = arith.addf %p, %q : f32
      linalg.yield %4 : f32
    } -> tensor<64xf32>
    %3 = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
        ins(%t, %1 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %4 = arith.mulf %q, %q : f32
      %5 = arith.addf %p, %4 : f32
      linalg.yield %5 : f32
    } -> tensor<64xf32>
    scf.yield %2, %3 : tensor<64xf32>, tensor<64xf32>
  }
  return %0#0, %0#1 : tensor<64xf32>, tensor<64xf32>
}

// What somebody else reads stays by itself.

// CHECK-LABEL: func.func @read_in_the_turn
// CHECK-COUNT-2: = linalg.generic
// CHECK:       return
func.func @read_in_the_turn(%x: memref<64xf32>, %n: index, %a: tensor<64xf32>, %b: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<64xf32>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a, %t = %b) -> (tensor<64xf32>, tensor<64xf32>) {
    %1 = bufferization.to_tensor %x restrict : memref<64xf32> to tensor<64xf32>
    %2 = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
        ins(%s, %1 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %4 = arith.addf %p, %q : f32
      linalg.yield %4 : f32
    } -> tensor<64xf32>
    %3 = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
        ins(%2, %1 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %4 = arith.mulf %p, %q : f32
      linalg.yield %4 : f32
    } -> tensor<64xf32>
    scf.yield %2, %3 : tensor<64xf32>, tensor<64xf32>
  }
  return %0#0, %0#1 : tensor<64xf32>, tensor<64xf32>
}
}
