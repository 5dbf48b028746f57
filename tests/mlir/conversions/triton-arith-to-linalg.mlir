// RUN: triton-shared-opt %s --split-input-file --triton-arith-to-linalg --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @elementwise
// CHECK-NOT:   arith.addf {{.*}} tensor
// CHECK:       %[[OUT:.+]] = linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%arg0, %arg1 :
// CHECK-NEXT:  ^bb0(%[[X:.+]]: f32, %[[Y:.+]]: f32, %{{.+}}: f32):
// CHECK-NEXT:  %[[SUM:.+]] = arith.addf %[[X]], %[[Y]] : f32
// CHECK-NEXT:  linalg.yield %[[SUM]]
// CHECK:       return %[[OUT]]
func.func @elementwise(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = arith.addf %a, %b : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: tt.func @shapes
// CHECK:       linalg.fill ins(%arg0 : f32)
// CHECK:       linalg.generic {{.*}} outs(%{{.+}} : tensor<4x8xf32>)
// CHECK-NOT:   {{tt\.(splat|broadcast)}}
// CHECK:       tt.return
tt.func @shapes(%s: f32) -> tensor<4x8xf32> {
  %0 = tt.splat %s : f32 -> tensor<1x8xf32>
  %1 = tt.broadcast %0 : tensor<1x8xf32> -> tensor<4x8xf32>
  tt.return %1 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: tt.func @product
// CHECK-NEXT:  %[[OUT:.+]] = linalg.matmul {{.*}}ins(%arg0, %arg1 : {{.+}}) outs(%arg2 :
// CHECK-NEXT:  tt.return %[[OUT]]
tt.func @product(%a: tensor<16x32xf16>, %b: tensor<32x16xf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  tt.return %0 : tensor<16x16xf32>
}

// -----

// CHECK-LABEL: tt.func @sum
// CHECK:       %[[ZERO:.+]] = arith.constant 0 : i32
// CHECK:       %[[INIT:.+]] = linalg.fill ins(%[[ZERO]] : i32)
// CHECK:       linalg.reduce ins(%arg0 : tensor<4x8xi32>) outs(%[[INIT]] : tensor<4xi32>) dimensions = [1]
// CHECK-NOT:   tt.reduce
// CHECK:       tt.return
tt.func @sum(%a: tensor<4x8xi32>) -> tensor<4xi32> {
  %0 = "tt.reduce"(%a) <{axis = 1 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %1 = arith.addi %x, %y : i32
    tt.reduce.return %1 : i32
  }) : (tensor<4x8xi32>) -> tensor<4xi32>
  tt.return %0 : tensor<4xi32>
}

// -----

// Scalars, and constants of several numbers, stay.

// CHECK-LABEL: func.func @left
// CHECK-NEXT:  arith.addf %arg0, %arg0 : f32
// CHECK-NEXT:  arith.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT:  return
func.func @left(%a: f32) -> (f32, tensor<2xi32>) {
  %0 = arith.addf %a, %a : f32
  %1 = arith.constant dense<[1, 2]> : tensor<2xi32>
  return %0, %1 : f32, tensor<2xi32>
}

// -----

tt.func @refused(%a: tensor<16x32xf32>, %b: tensor<32x16xf32>, %c: tensor<16x16xi32>) -> tensor<16x16xi32> {
  // expected-error @+1 {{'tt.dot' op}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<32x16xf32> -> tensor<16x16xi32>
  tt.return %0 : tensor<16x16xi32>
}

// -----

// Elements are counted in a buffer of their own.
// CHECK-LABEL: tt.func @histogram
// CHECK:       %[[BINS:.+]] = memref.alloc() : memref<4xi32>
// CHECK:       linalg.fill {{.*}} outs(%[[BINS]] : memref<4xi32>)
// CHECK:       scf.parallel
// CHECK:         memref.atomic_rmw addi %{{.+}}, %[[BINS]]
// CHECK:       bufferization.to_tensor %[[BINS]] restrict writable
tt.func @histogram(%x: tensor<8xi32>) -> tensor<4xi32> {
  %0 = tt.histogram %x : tensor<8xi32> -> tensor<4xi32>
  tt.return %0 : tensor<4xi32>
}

// -----

// What is IEEE is marked, for machines that approximate the others.

// CHECK-LABEL: tt.func public @precise
// CHECK:         math.sqrt %{{.+}} {tt.precise} : f32
// CHECK:         arith.divf %{{.+}} {tt.precise} : f32
tt.func public @precise(%x: f32) -> f32 {
  %0 = tt.precise_sqrt %x : f32
  %1 = tt.precise_divf %0, %x : f32
  tt.return %1 : f32
}

// -----

// Assembly takes words of neighbours; what it does beside its results is kept.

// CHECK-LABEL: tt.func public @assembly
// CHECK:         linalg.generic
// CHECK:           %[[LOW:.+]] = arith.extui %{{.+}} : i16 to i32
// CHECK:           %[[HIGH:.+]] = arith.shli
// CHECK:           %[[WORD:.+]] = arith.ori
// CHECK:           llvm.inline_asm has_side_effects "not.b32 $0, $1;", "=r,r" %[[WORD]] : (i32) -> i32
// CHECK-COUNT-2:   arith.trunci %{{.+}} : i32 to i16
// CHECK:           linalg.yield %{{.+}}, %{{.+}} : i16, i16
tt.func public @assembly(%x: tensor<8xi16>) -> tensor<8xi16> {
  %0 = tt.elementwise_inline_asm "not.b32 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = false} %x : tensor<8xi16> -> tensor<8xi16>
  tt.return %0 : tensor<8xi16>
}
