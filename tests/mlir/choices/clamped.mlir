// RUN: triton-shared-opt %s --triton-to-linalg=refuse-unstructured | FileCheck %s
// RUN: triton-shared-opt %s --triton-to-linalg=clamped=elements | FileCheck %s --check-prefix=ELEMENTS
// RUN: not triton-shared-opt %s --triton-to-linalg='clamped=elements refuse-unstructured' 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: triton-shared-opt %s --remarks --triton-to-linalg 2>&1 | FileCheck %s --check-prefix=REMARK

// One copy of what lies between 0 and %last, and a broadcast of the element at each end.

// CHECK-LABEL: func.func @padded
// CHECK-NOT:     memref.load
// CHECK:         %[[BUFFER:.+]] = memref.alloc() : memref<64xf32>
// CHECK:         scf.if
// CHECK:           linalg.broadcast ins(%{{.+}} : memref<f32, {{.+}}>) outs(%{{.+}} : memref<?xf32, {{.+}}>) dimensions = [0]
// CHECK:         scf.if
// CHECK:           memref.copy
// CHECK:         scf.if
// CHECK:           linalg.broadcast
// CHECK:         bufferization.to_tensor %[[BUFFER]]

// ELEMENTS-LABEL: func.func @padded
// ELEMENTS:         scf.parallel
// ELEMENTS:           memref.load

// REFUSED: 'tt.load' is unstructured (the offset along dimension 0 is not affine
// REMARK:  'tt.load' is structured: base %x, sizes [64], {{.*}}strides [1], index 0 clamped outside of [
tt.func public @padded(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %last: i32) {
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0> : tensor<64xi32>
  %two = arith.constant dense<2> : tensor<64xi32>
  %pid = tt.get_program_id x : i32
  %start = arith.muli %pid, %c64 : i32
  %starts = tt.splat %start : i32 -> tensor<64xi32>
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %i = arith.addi %starts, %range : tensor<64xi32>
  %moved = arith.subi %i, %two : tensor<64xi32>
  %above = arith.maxsi %moved, %zero : tensor<64xi32>
  %lasts = tt.splat %last : i32 -> tensor<64xi32>
  %inside = arith.minsi %above, %lasts : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %inside : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// Seven segments of ten elements each are as many copies, or go by elements; so do two of 40.

// CHECK-LABEL: func.func @quotients
// CHECK-NOT:     scf.parallel
// CHECK:         scf.for
// CHECK:           linalg.broadcast
// CHECK:         scf.for
// CHECK:           linalg.broadcast
// CHECK:         return

// ELEMENTS-LABEL: func.func @quotients
// ELEMENTS:         scf.parallel
// ELEMENTS:           memref.load
// ELEMENTS-NOT:     scf.for
// ELEMENTS:         scf.parallel
// ELEMENTS:           memref.load
// ELEMENTS:         return
tt.func public @quotients(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c64 = arith.constant 64 : i32
  %ten = arith.constant dense<10> : tensor<64xi32>
  %forty = arith.constant dense<40> : tensor<64xi32>
  %pid = tt.get_program_id x : i32
  %start = arith.muli %pid, %c64 : i32
  %starts = tt.splat %start : i32 -> tensor<64xi32>
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %i = arith.addi %starts, %range : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %many = arith.divsi %i, %ten : tensor<64xi32>
  %mp = tt.addptr %xs, %many : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %m = tt.load %mp : tensor<64x!tt.ptr<f32>>
  %few = arith.divsi %i, %forty : tensor<64xi32>
  %fp = tt.addptr %xs, %few : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %f = tt.load %fp : tensor<64x!tt.ptr<f32>>
  %sum = arith.addf %m, %f : tensor<64xf32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %yp, %sum : tensor<64x!tt.ptr<f32>>
  tt.return
}

// Rows that // or % tells are copied as such where they are few, in two segments here, as a product's operand is.

// ELEMENTS-LABEL: func.func @rows
// ELEMENTS-NOT:     scf.parallel
// ELEMENTS:         scf.for
// ELEMENTS:           memref.copy
// ELEMENTS:         return
tt.func public @rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c64 = arith.constant 64 : i32
  %forty = arith.constant dense<40> : tensor<64x1xi32>
  %width = arith.constant dense<32> : tensor<64x1xi32>
  %pid = tt.get_program_id x : i32
  %start = arith.muli %pid, %c64 : i32
  %starts = tt.splat %start : i32 -> tensor<64x1xi32>
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %column = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %i = arith.addi %starts, %column : tensor<64x1xi32>
  %row = arith.remsi %i, %forty : tensor<64x1xi32>
  %from = arith.muli %row, %width : tensor<64x1xi32>
  %to = arith.muli %i, %width : tensor<64x1xi32>
  %range32 = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %line = tt.expand_dims %range32 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %j = tt.broadcast %line : tensor<1x32xi32> -> tensor<64x32xi32>
  %fb = tt.broadcast %from : tensor<64x1xi32> -> tensor<64x32xi32>
  %tb = tt.broadcast %to : tensor<64x1xi32> -> tensor<64x32xi32>
  %fj = arith.addi %fb, %j : tensor<64x32xi32>
  %tj = arith.addi %tb, %j : tensor<64x32xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %fj : tensor<64x32x!tt.ptr<f32>>, tensor<64x32xi32>
  %v = tt.load %xp : tensor<64x32x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %tj : tensor<64x32x!tt.ptr<f32>>, tensor<64x32xi32>
  tt.store %yp, %v : tensor<64x32x!tt.ptr<f32>>
  tt.return
}
