// RUN: triton-shared-opt %s --reduce-whole-tensors | FileCheck %s

// CHECK-LABEL: func.func @whole
// CHECK:       %[[OUT:.+]] = tensor.empty() : tensor<8xf32>
// CHECK-NEXT:  linalg.reduce ins(%arg0 : tensor<16x8xf32>) outs(%[[OUT]] : tensor<8xf32>) dimensions = [0] {tts.from_first}
// CHECK-NEXT:  (%[[A:.+]]: f32, %[[B:.+]]: f32) {
// CHECK-NEXT:  arith.subf %[[A]], %[[B]]
func.func @whole(%x: tensor<16x8xf32>) -> tensor<8xf32> {
  %first = tensor.extract_slice %x[0, 0] [1, 8] [1, 1] : tensor<16x8xf32> to tensor<8xf32>
  %rest = tensor.extract_slice %x[1, 0] [15, 8] [1, 1] : tensor<16x8xf32> to tensor<15x8xf32>
  %r = linalg.reduce ins(%rest : tensor<15x8xf32>) outs(%first : tensor<8xf32>) dimensions = [0]
    (%a: f32, %b: f32) {
      %0 = arith.subf %a, %b : f32
      linalg.yield %0 : f32
    }
  return %r : tensor<8xf32>
}

// What starts from the second slice is no reduction of the whole.

// CHECK-LABEL: func.func @other_slice
// CHECK-NOT:   tts.from_first
// CHECK:       linalg.reduce ins(%{{.+}} : tensor<15xf32>)
func.func @other_slice(%x: tensor<16xf32>) -> tensor<f32> {
  %first = tensor.extract_slice %x[1] [1] [1] : tensor<16xf32> to tensor<f32>
  %rest = tensor.extract_slice %x[1] [15] [1] : tensor<16xf32> to tensor<15xf32>
  %r = linalg.reduce ins(%rest : tensor<15xf32>) outs(%first : tensor<f32>) dimensions = [0]
    (%a: f32, %b: f32) {
      %0 = arith.subf %a, %b : f32
      linalg.yield %0 : f32
    }
  return %r : tensor<f32>
}

// Nor is what starts from a neutral element.

// CHECK-LABEL: func.func @neutral
// CHECK-NOT:   tts.from_first
// CHECK:       linalg.reduce { arith.addf } ins(%arg0 : tensor<16xf32>) outs(%arg1 :
func.func @neutral(%x: tensor<16xf32>, %zero: tensor<f32>) -> tensor<f32> {
  %r = linalg.reduce { arith.addf } ins(%x : tensor<16xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}
