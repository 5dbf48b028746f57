// RUN: triton-shared-opt %s --drop-unit-dims | FileCheck %s

// CHECK-LABEL: func.func @load
// CHECK:       %[[VIEW:.+]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [8, 64], strides: [64, 1]
// CHECK:       %[[BUFFER:.+]] = memref.alloc() : memref<8x64xf32>
// CHECK-NEXT:  memref.copy %[[VIEW]], %[[BUFFER]]
// CHECK-NEXT:  %[[T:.+]] = bufferization.to_tensor %[[BUFFER]] restrict writable : memref<8x64xf32> to tensor<8x64xf32>
// CHECK-NEXT:  tensor.expand_shape %[[T]] {{\[\[}}0, 1], [2]]
func.func @load(%x: memref<*xf32>) -> tensor<8x64xf32> {
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8, 1, 64], strides: [64, 64, 1] : memref<*xf32> to memref<8x1x64xf32, strided<[64, 64, 1]>>
  %buffer = memref.alloc() : memref<8x1x64xf32>
  memref.copy %view, %buffer : memref<8x1x64xf32, strided<[64, 64, 1]>> to memref<8x1x64xf32>
  %t = bufferization.to_tensor %buffer restrict writable : memref<8x1x64xf32> to tensor<8x1x64xf32>
  %u = tensor.collapse_shape %t [[0, 1], [2]] : tensor<8x1x64xf32> into tensor<8x64xf32>
  return %u : tensor<8x64xf32>
}

// A store through a view whose strides nobody knows any more leaves them out, too.

// CHECK-LABEL: func.func @store
// CHECK-DAG:   %[[SMALL:.+]] = tensor.collapse_shape %arg1 {{\[\[}}0, 1]] : tensor<1x64xf32> into tensor<64xf32>
// CHECK-DAG:   %[[VIEW:.+]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [64], strides: [1]
// CHECK:       bufferization.materialize_in_destination %[[SMALL]] in writable %[[VIEW]] : (tensor<64xf32>, memref<64xf32, strided<[1]>>)
func.func @store(%x: memref<*xf32>, %t: tensor<1x64xf32>) {
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [1, 64], strides: [0, 1] : memref<*xf32> to memref<1x64xf32, strided<[0, 1]>>
  %cast = memref.cast %view : memref<1x64xf32, strided<[0, 1]>> to memref<1x64xf32, strided<[?, 1]>>
  bufferization.materialize_in_destination %t in writable %cast : (tensor<1x64xf32>, memref<1x64xf32, strided<[?, 1]>>) -> ()
  return
}

// A block that something else uses keeps its shape.

// CHECK-LABEL: func.func @used
// CHECK-NEXT:  memref.alloc() : memref<8x1x64xf32>
// CHECK-NEXT:  memref.copy
// CHECK-NEXT:  memref.load
// CHECK-NEXT:  return
func.func @used(%buffer: memref<8x1x64xf32>, %i: index) -> f32 {
  %own = memref.alloc() : memref<8x1x64xf32>
  memref.copy %buffer, %own : memref<8x1x64xf32> to memref<8x1x64xf32>
  %v = memref.load %own[%i, %i, %i] : memref<8x1x64xf32>
  return %v : f32
}

// CHECK-LABEL: func.func @no_unit
// CHECK-NEXT:  memref.alloc() : memref<8x64xf32>
// CHECK-NEXT:  memref.copy
// CHECK-NEXT:  bufferization.to_tensor
// CHECK-NEXT:  return
func.func @no_unit(%x: memref<8x64xf32>) -> tensor<8x64xf32> {
  %buffer = memref.alloc() : memref<8x64xf32>
  memref.copy %x, %buffer : memref<8x64xf32> to memref<8x64xf32>
  %t = bufferization.to_tensor %buffer restrict writable : memref<8x64xf32> to tensor<8x64xf32>
  return %t : tensor<8x64xf32>
}

// A reduction leaves them out, too.

// CHECK-LABEL: func.func @reduced
// CHECK-DAG:   %[[X:.+]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : tensor<1x64x8xf32> into tensor<64x8xf32>
// CHECK-DAG:   %[[INIT:.+]] = tensor.collapse_shape %arg1 {{\[\[}}0, 1]] : tensor<1x64xf32> into tensor<64xf32>
// CHECK:       %[[R:.+]] = linalg.reduce ins(%[[X]] : tensor<64x8xf32>) outs(%[[INIT]] : tensor<64xf32>) dimensions = [1]
// CHECK:       tensor.expand_shape %[[R]] {{\[\[}}0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
func.func @reduced(%x: tensor<1x64x8xf32>, %init: tensor<1x64xf32>) -> tensor<1x64xf32> {
  %r = linalg.reduce ins(%x : tensor<1x64x8xf32>) outs(%init : tensor<1x64xf32>) dimensions = [2]
    (%in: f32, %total: f32) {
      %s = arith.addf %in, %total : f32
      linalg.yield %s : f32
    }
  return %r : tensor<1x64xf32>
}

// CHECK-LABEL: func.func @to_a_scalar
// CHECK:       linalg.reduce ins(%{{.+}} : tensor<64xf32>) outs(%{{.+}} : tensor<f32>) dimensions = [0]
// CHECK:       tensor.expand_shape %{{.+}} [] output_shape [1] : tensor<f32> into tensor<1xf32>
func.func @to_a_scalar(%x: tensor<64x1xf32>, %init: tensor<1xf32>) -> tensor<1xf32> {
  %r = linalg.reduce ins(%x : tensor<64x1xf32>) outs(%init : tensor<1xf32>) dimensions = [0]
    (%in: f32, %total: f32) {
      %s = arith.addf %in, %total : f32
      linalg.yield %s : f32
    }
  return %r : tensor<1xf32>
}

// What loops carry, too, where linalg ops make and use it, in loops within loops.

// CHECK-LABEL: func.func @carried
// CHECK-DAG:   %[[INIT:.+]] = tensor.collapse_shape %{{.+}} {{\[\[}}0, 1]] : tensor<1x64xf32> into tensor<64xf32>
// CHECK:       %[[R:.+]] = scf.for {{.+}} iter_args(%[[OUTER:.+]] = %[[INIT]]) -> (tensor<64xf32>)
// CHECK:         scf.for {{.+}} -> (tensor<64xf32>)
// CHECK:           %[[S:.+]] = linalg.generic
// CHECK:           %[[SMALL:.+]] = tensor.collapse_shape %[[S]] {{\[\[}}0, 1]] : tensor<1x64xf32> into tensor<64xf32>
// CHECK:           scf.yield %[[SMALL]] : tensor<64xf32>
// CHECK:       tensor.expand_shape %[[R]] {{\[\[}}0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
func.func @carried(%x: tensor<1x64xf32>, %n: index, %zero: f32) -> tensor<1x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<1x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64xf32>) -> tensor<1x64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (tensor<1x64xf32>) {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (tensor<1x64xf32>) {
      %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
          ins(%b, %x : tensor<1x64xf32>, tensor<1x64xf32>) outs(%e : tensor<1x64xf32>) {
      ^bb0(%one: f32, %other: f32, %old: f32):
        %t = arith.addf %one, %other : f32
        linalg.yield %t : f32
      } -> tensor<1x64xf32>
      scf.yield %s : tensor<1x64xf32>
    }
    scf.yield %q : tensor<1x64xf32>
  }
  return %r : tensor<1x64xf32>
}

// What a loop makes by other ops it carries as it is.

// CHECK-LABEL: func.func @inserted
// CHECK:       scf.for {{.+}} -> (tensor<1x64xf32>)
func.func @inserted(%x: tensor<1x64xf32>, %n: index, %zero: f32) -> tensor<1x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<1x64xf32>) {
    %s = tensor.insert %zero into %a[%c0, %i] : tensor<1x64xf32>
    scf.yield %s : tensor<1x64xf32>
  }
  return %r : tensor<1x64xf32>
}
