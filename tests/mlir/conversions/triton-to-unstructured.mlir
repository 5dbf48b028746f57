// RUN: triton-shared-opt %s --split-input-file --triton-to-unstructured | FileCheck %s

// Pointers that come from memory: the region gives the byte address of each element.

// CHECK-LABEL: tt.func public @from_memory
// CHECK-NOT:   tt.load
// CHECK:       "tts.load"(%{{.+}}, %{{.+}}) <{cuts = array<i64>, loops = array<i64: 0>, operandSegmentSizes = array<i32: 0,
// CHECK-NEXT:  ^bb0(%[[I:.+]]: index):
// CHECK-NEXT:  %[[P:.+]] = tensor.extract %arg0[%[[I]]]
// CHECK-NEXT:  %[[ADDRESS:.+]] = tt.ptr_to_int %[[P]]
// CHECK-NEXT:  %[[OFFSET:.+]] = arith.index_cast %[[ADDRESS]] : i64 to index
// CHECK-NEXT:  %[[KEEP:.+]] = tensor.extract %arg1[%[[I]]]
// CHECK-NEXT:  "tts.yield"(%[[OFFSET]], %[[KEEP]]) : (index, i1) -> ()
tt.func public @from_memory(%p: tensor<8x!tt.ptr<f32>>, %k: tensor<8xi1>) {
  %v = tt.load %p, %k : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

// A choice among two bases, element by element.

// CHECK-LABEL: tt.func public @chosen
// CHECK-NOT:   tt.store
// CHECK:       "tts.store"(%{{.+}}, %{{.+}}, %arg3) <{cuts = array<i64>, loops = array<i64: 0>,
// CHECK:       %[[C:.+]] = tensor.extract %arg2
// CHECK:       tt.ptr_to_int %arg0
// CHECK:       tt.ptr_to_int %arg1
// CHECK:       %[[ADDRESS:.+]] = arith.select %[[C]], %{{.+}}, %{{.+}} : index
// CHECK:       "tts.yield"(%[[ADDRESS]], %{{.+}})
tt.func public @chosen(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %c: tensor<4xi1>, %v: tensor<4xf32>) {
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %p = arith.select %c, %xs, %ys : tensor<4xi1>, tensor<4x!tt.ptr<f32>>
  tt.store %p, %v : tensor<4x!tt.ptr<f32>>
  tt.return
}

// -----

// What is a tts op already stays as it is.

// CHECK-LABEL: tt.func public @kept
// CHECK:       %[[V:.+]] = "tts.load"(%arg0, %{{.+}}, %{{.+}}) <{cuts = array<i64>, loops = array<i64>,
// CHECK:       tt.return %[[V]]
tt.func public @kept(%x: !tt.ptr<f32>) -> tensor<4xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %v = "tts.load"(%x, %zero, %one) <{cuts = array<i64>, loops = array<i64>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0, 0, 0, 0>}> ({
  }) : (!tt.ptr<f32>, index, index) -> tensor<4xf32>
  tt.return %v : tensor<4xf32>
}
