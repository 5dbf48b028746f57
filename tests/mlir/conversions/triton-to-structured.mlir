// RUN: triton-shared-opt %s --split-input-file --triton-to-structured | FileCheck %s

// The elements of a row below a bound: the address is scalar, the mask a range.

// CHECK-LABEL: tt.func public @row
// CHECK-DAG:   %[[START:.+]] = arith.index_cast %arg1 : i32 to index
// CHECK-DAG:   %[[ZERO:.+]] = arith.constant 0 : index
// CHECK-DAG:   %[[EIGHT:.+]] = arith.constant 8 : index
// CHECK-DAG:   %[[N:.+]] = arith.index_cast %arg2 : i32 to index
// CHECK:       %[[LEAST:.+]] = arith.minsi %[[EIGHT]], %[[N]]
// CHECK-NEXT:  %[[END:.+]] = arith.maxsi %[[LEAST]], %[[ZERO]]
// CHECK-NEXT:  %[[V:.+]] = "tts.load"(%arg0, %[[START]], %{{.+}}, %[[ZERO]], %[[END]]) <{cuts = array<i64>, loops = array<i64>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 1, 1, 0, 0>}>
// CHECK-NOT:   tt.store
// CHECK:       "tts.store"(%arg0, {{.+}}, %[[V]]) <{cuts = array<i64>, loops = array<i64>,
// CHECK-NOT:   tt.store
tt.func public @row(%x: !tt.ptr<f32>, %start: i32, %n: i32) {
  %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %starts = tt.splat %start : i32 -> tensor<8xi32>
  %at = arith.addi %starts, %i : tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %mask = arith.cmpi slt, %i, %ns : tensor<8xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = tt.addptr %xs, %at : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %p, %mask : tensor<8x!tt.ptr<f32>>
  tt.store %p, %v, %mask : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

// Elements that lie anywhere are indirect: the region gives the offset of one of them.

// CHECK-LABEL: tt.func public @gather
// CHECK:       "tts.load"(%arg0, %{{.+}}, %{{.+}}) <{cuts = array<i64>, loops = array<i64: 0>,
// CHECK-NEXT:  ^bb0(%[[I:.+]]: index):
// CHECK-NEXT:  %[[AT:.+]] = tensor.extract %arg1[%[[I]]]
// CHECK-NEXT:  %[[OFFSET:.+]] = arith.index_cast %[[AT]] : i32 to index
// CHECK:       "tts.yield"(%[[OFFSET]], %{{.+}}) : (index, i1) -> ()
tt.func public @gather(%x: !tt.ptr<f32>, %at: tensor<8xi32>) {
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = tt.addptr %xs, %at : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %p : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

// CHECK-LABEL: tt.func public @count
// CHECK-NOT:   tt.atomic_rmw
// CHECK:       "tts.atomic_rmw"(%arg0, %{{.+}}, %arg1) <{cuts = array<i64>, kind = "addi", loops = array<i64>,
tt.func public @count(%x: !tt.ptr<i32>, %one: i32) {
  %old = tt.atomic_rmw add, acq_rel, gpu, %x, %one : (!tt.ptr<i32>, i32) -> i32
  tt.return
}

// -----

// Pointers without a common base are left alone.

// CHECK-LABEL: tt.func public @left
// CHECK-NEXT:  tt.load %arg0
// CHECK-NEXT:  tt.return
tt.func public @left(%ps: tensor<8x!tt.ptr<f32>>) {
  %v = tt.load %ps : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

// What only addresses are made of is gone. Of the indices, which are data, too, the loop carries how far they have moved:
// one scalar, that of the addresses.

// CHECK-LABEL: tt.func public @mixed
// CHECK:       %[[LANE:.+]] = tt.make_range
// CHECK-NOT:   tt.addptr
// CHECK:       scf.for {{.+}} iter_args(%[[SUM:.+]] = %{{.+}}, %[[MOVED:.+]] = %{{.+}}) -> (tensor<8xi32>, i32)
// CHECK:       %[[BY:.+]] = tt.splat %[[MOVED]] : i32 -> tensor<8xi32>
// CHECK-NEXT:  %[[I:.+]] = arith.addi %[[LANE]], %[[BY]] : tensor<8xi32>
// CHECK:       %[[V:.+]] = "tts.load"(%arg0,
// CHECK:       arith.muli %[[V]], %[[I]] : tensor<8xi32>
// CHECK:       scf.yield %{{.+}}, %{{.+}} : tensor<8xi32>, i32
tt.func public @mixed(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %trips: i32, %step: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0> : tensor<8xi32>
  %lane = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %steps = tt.splat %step : i32 -> tensor<8xi32>
  %xs = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %r:2 = scf.for %t = %c0 to %trips step %c1 iter_args(%i = %lane, %sum = %zero) -> (tensor<8xi32>, tensor<8xi32>) : i32 {
    %p = tt.addptr %xs, %i : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %v = tt.load %p : tensor<8x!tt.ptr<i32>>
    %weighed = arith.muli %v, %i : tensor<8xi32>
    %next = arith.addi %i, %steps : tensor<8xi32>
    %total = arith.addi %sum, %weighed : tensor<8xi32>
    scf.yield %next, %total : tensor<8xi32>, tensor<8xi32>
  }
  %outs = tt.splat %out : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %to = tt.addptr %outs, %lane : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  tt.store %to, %r#1 : tensor<8x!tt.ptr<i32>>
  tt.return
}
