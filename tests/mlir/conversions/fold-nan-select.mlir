// RUN: triton-shared-opt %s --fold-nan-select=fold-nan-select --canonicalize | FileCheck %s
// RUN: triton-shared-opt %s --fold-nan-select --canonicalize | FileCheck %s --check-prefix=DEFAULT

// What gives the greater of two numbers, and NaN where one of them is: one op. The option decides.

// CHECK-LABEL: tt.func public @greater
// CHECK-NEXT:    %[[M:.+]] = arith.maximumf %arg0, %arg1 : tensor<8xf32>
// CHECK-NEXT:    tt.return %[[M]]
// DEFAULT-LABEL: tt.func public @greater
// DEFAULT:         arith.select
tt.func public @greater(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %more = arith.cmpf ogt, %x, %y : tensor<8xf32>
  %nan = arith.cmpf une, %x, %x : tensor<8xf32>
  %take = arith.ori %more, %nan : tensor<8xi1>
  %m = arith.select %take, %x, %y : tensor<8xi1>, tensor<8xf32>
  tt.return %m : tensor<8xf32>
}

// Selects of selects, and compares from the other side.

// CHECK-LABEL: tt.func public @smaller
// CHECK-NEXT:    %[[M:.+]] = arith.minimumf %{{.+}}, %{{.+}} : f32
// CHECK-NEXT:    tt.return %[[M]]
tt.func public @smaller(%x: f32, %y: f32) -> f32 {
  %less = arith.cmpf ogt, %y, %x : f32
  %m = arith.select %less, %x, %y : f32
  %nan = arith.cmpf uno, %x, %x : f32
  %r = arith.select %nan, %x, %m : f32
  tt.return %r : f32
}

// A select that passes over a NaN in %y stays.

// CHECK-LABEL: tt.func public @passes_over
// CHECK:         arith.select
tt.func public @passes_over(%x: f32, %y: f32) -> f32 {
  %more = arith.cmpf ugt, %x, %y : f32
  %m = arith.select %more, %x, %y : f32
  tt.return %m : f32
}
