// RUN: triton-shared-opt %s --split-input-file --vectorize-nests --verify-diagnostics | FileCheck %s

#same = affine_map<(i) -> (i)>

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {

// CHECK-LABEL: func.func @elementwise
// CHECK:       scf.for %[[I:.+]] = %c0 to %c1024 step %c16 {
// CHECK-NEXT:  %[[X:.+]] = vector.load %arg0[%[[I]]] : memref<1024xf32>, vector<16xf32>
// CHECK-NEXT:  %[[Y:.+]] = math.exp %[[X]] : vector<16xf32>
// CHECK-NEXT:  vector.store %[[Y]], %arg1[%[[I]]]
// CHECK-NOT:   linalg
func.func @elementwise(%x: memref<1024xf32>, %y: memref<1024xf32>) {
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%x : memref<1024xf32>) outs(%y : memref<1024xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = math.exp %p : f32
    linalg.yield %0 : f32
  }
  return
}

// What fills no vector is read and written under a mask.

// CHECK-LABEL: func.func @window
// CHECK-NOT:   tts.masked_view
// CHECK:       %[[END:.+]] = arith.minsi %{{.+}}, %arg2
// CHECK:       %[[WHOLE:.+]] = arith.andi %[[END]], %c-16
// CHECK:       scf.for {{.+}} to %[[WHOLE]] step
// CHECK-NEXT:  vector.load %arg0
// CHECK:       scf.for %[[I:.+]] = %[[WHOLE]] to %c128
// CHECK-NEXT:  %[[REST:.+]] = arith.subi %arg2, %[[I]]
// CHECK-NEXT:  %[[NUMBER:.+]] = arith.index_cast %[[REST]] : index to i32
// CHECK-NEXT:  %[[ALL:.+]] = vector.broadcast %[[NUMBER]] : i32 to vector<16xi32>
// CHECK-NEXT:  %[[LANES:.+]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : vector<16xi32>
// CHECK-NEXT:  %[[MASK:.+]] = arith.cmpi sgt, %[[ALL]], %[[LANES]] : vector<16xi32>
// CHECK-NEXT:  %[[PAD:.+]] = vector.broadcast %arg3
// CHECK-NEXT:  vector.maskedload %arg0[%[[I]]], %[[MASK]], %[[PAD]]
func.func @window(%x: memref<128xf32>, %y: memref<128xf32>, %n: index, %pad: f32) {
  %zero = arith.constant 0 : index
  %from = "tts.masked_view"(%x, %zero, %n, %pad) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (memref<128xf32>, index, index, f32) -> memref<128xf32>
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%from : memref<128xf32>) outs(%y : memref<128xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func.func @sum
// CHECK-COUNT-4: vector.load %arg0
// CHECK:       %[[SUM:.+]] = vector.extract
// CHECK-NEXT:  %[[INIT:.+]] = memref.load %arg1[]
// CHECK-NEXT:  %[[TOTAL:.+]] = arith.addf %[[INIT]], %[[SUM]]
// CHECK-NEXT:  memref.store %[[TOTAL]], %arg1[]
func.func @sum(%x: memref<64xf32>, %y: memref<f32>) {
  linalg.reduce { arith.addf } ins(%x : memref<64xf32>) outs(%y : memref<f32>) dimensions = [0]
  return
}

// Loops that are written out already stay.

// CHECK-LABEL: func.func @scalar
// CHECK-NEXT:  memref.load %arg0[%arg1]
// CHECK-NEXT:  return
func.func @scalar(%x: memref<4xf32>, %i: index) -> f32 {
  %0 = memref.load %x[%i] : memref<4xf32>
  return %0 : f32
}
}

// -----

// Only nests know what a window is.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
func.func @refused(%x: memref<128xf32>, %y: memref<128xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %from = "tts.masked_view"(%x, %zero, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (memref<128xf32>, index, index) -> memref<128xf32>
  // expected-error @+1 {{'memref.load' op is no nest: it cannot work on a 'tts.masked_view'}}
  %0 = memref.load %from[%zero] : memref<128xf32>
  return
}
}

// -----

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
func.func @tensors(%a: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error @+1 {{'linalg.transpose' op works on tensors}}
  %0 = linalg.transpose ins(%a : tensor<16x16xf32>) outs(%c : tensor<16x16xf32>) permutation = [1, 0]
  return %0 : tensor<16x16xf32>
}
}

// -----

// What writes nothing does nothing.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
// CHECK-LABEL: func.func @nothing
// CHECK-NEXT:    return
func.func @nothing(%x: memref<128xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : memref<128xf32>) {
  ^bb0(%in: f32):
    linalg.yield
  }
  return
}
}

// -----

// Rows that lie apart are fetched sixteen ahead, a line at a time, if those of the next block lie behind them.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
// CHECK-LABEL: func.func @rows
// CHECK:       scf.for %[[I:.+]] =
// CHECK:         %[[LATER:.+]] = arith.addi %[[I]], %c16
// CHECK:         memref.prefetch %arg0[%[[LATER]], %c0{{.*}}], read, locality<2>, data
// CHECK:         memref.prefetch %arg0[%[[LATER]], %c16{{.*}}], read, locality<2>, data
// CHECK-NOT:     memref.prefetch
// CHECK:         scf.for
// CHECK:       return
func.func @rows(%x: memref<64x32xf32, strided<[?, 1], offset: ?>>, %y: memref<64x32xf32>) {
  memref.copy %x, %y {tts.next_rows_contiguous} : memref<64x32xf32, strided<[?, 1], offset: ?>> to memref<64x32xf32>
  return
}

// CHECK-LABEL: func.func @other_rows
// CHECK-NOT:   memref.prefetch
// CHECK:       return
func.func @other_rows(%x: memref<64x32xf32, strided<[?, 1], offset: ?>>, %y: memref<64x32xf32>) {
  memref.copy %x, %y : memref<64x32xf32, strided<[?, 1], offset: ?>> to memref<64x32xf32>
  return
}

// Where a loop goes down a matrix, two pages ahead are fetched of what each vector reads.

// CHECK-LABEL: func.func @down
// CHECK:       scf.for %[[I:.+]] = %c0{{.*}} to %c8
// CHECK:         scf.for %[[J:.+]] =
// CHECK:           vector.load
// CHECK:           %[[BELOW:.+]] = arith.addi %[[I]], %c32
// CHECK:           memref.prefetch %{{.+}}[%[[BELOW]], %[[J]]], read, locality<2>, data
// CHECK-NOT:     memref.prefetch
// CHECK:       return
func.func @down(%x: memref<*xf32>, %n: i32, %rows: i32, %first: i32, %y: memref<8x64xf32>) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %width = arith.index_cast %n : i32 to index
  scf.for %i = %c0 to %rows step %c8 : i32 {
    %at = arith.muli %i, %n : i32
    %sum = arith.addi %at, %first : i32
    %offset = arith.index_cast %sum : i32 to index
    %block = memref.reinterpret_cast %x to offset: [%offset], sizes: [8, 64], strides: [%width, 1] : memref<*xf32> to memref<8x64xf32, strided<[?, 1], offset: ?>>
    memref.copy %block, %y : memref<8x64xf32, strided<[?, 1], offset: ?>> to memref<8x64xf32>
  }
  return
}

// What a step reads itself some vectors later goes to the nearest cache.

// CHECK-LABEL: func.func @few_rows
// CHECK:       scf.for %[[J:[a-z0-9]+]] = %c0{{.*}} to %c1024
// CHECK:         scf.for %[[I:.+]] = %c0{{.*}} to %c8
// CHECK:           %[[BELOW:.+]] = arith.addi %[[I]], %c1{{.*}} : index
// CHECK:           memref.prefetch %{{.+}}[%[[BELOW]], %[[J]]], read, locality<3>, data
func.func @few_rows(%x: memref<*xf32>, %n: i32, %rows: i32, %y: memref<1024xf32>) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %width = arith.index_cast %n : i32 to index
  scf.for %i = %c0 to %rows step %c8 : i32 {
    %at = arith.muli %i, %n : i32
    %offset = arith.index_cast %at : i32 to index
    %block = memref.reinterpret_cast %x to offset: [%offset], sizes: [8, 1024], strides: [%width, 1] : memref<*xf32> to memref<8x1024xf32, strided<[?, 1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>],
                    iterator_types = ["reduction", "parallel"]}
        ins(%block : memref<8x1024xf32, strided<[?, 1], offset: ?>>) outs(%y : memref<1024xf32>) {
    ^bb0(%in: f32, %old: f32):
      %sum = arith.addf %old, %in : f32
      linalg.yield %sum : f32
    }
  }
  return
}

// Where it goes along, what the fourth turn from now reads of the same row.

// CHECK-LABEL: func.func @along
// CHECK:         scf.for %[[J:.+]] = %c0{{.*}} to %c64
// CHECK:           %[[FURTHER:.+]] = arith.addi %[[J]], %c256
// CHECK:           memref.prefetch %{{.+}}[%{{.+}}, %[[FURTHER]]], read, locality<2>, data
// CHECK-NOT:     memref.prefetch
// CHECK:       return
func.func @along(%x: memref<*xf32>, %n: i32, %columns: i32, %first: i32, %y: memref<8x64xf32>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %width = arith.index_cast %n : i32 to index
  %row = arith.muli %first, %n : i32
  scf.for %i = %c0 to %columns step %c64 : i32 {
    %sum = arith.addi %row, %i : i32
    %offset = arith.index_cast %sum : i32 to index
    %block = memref.reinterpret_cast %x to offset: [%offset], sizes: [8, 64], strides: [%width, 1] : memref<*xf32> to memref<8x64xf32, strided<[?, 1], offset: ?>>
    memref.copy %block, %y : memref<8x64xf32, strided<[?, 1], offset: ?>> to memref<8x64xf32>
  }
  return
}

// Single rows are fetched as far ahead: thirty-two turns.

// CHECK-LABEL: func.func @single_rows
// CHECK:       scf.for
// CHECK-DAG:     %[[WIDTH:.+]] = arith.index_cast %arg1 : i32 to index
// CHECK-DAG:     %[[TURN:.+]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK:         %[[FURTHER:.+]] = arith.muli %{{.*}}, %c32{{.*}} : index
// CHECK:         scf.for %[[J:.+]] = %c0{{.*}} to %c64
// CHECK:           %[[AT:.+]] = arith.addi %[[J]], %[[FURTHER]]
// CHECK:           memref.prefetch %{{.+}}[%[[AT]]], read, locality<2>, data
// CHECK:       return
func.func @single_rows(%x: memref<*xf32>, %n: i32, %rows: i32, %first: i32, %y: memref<64xf32>) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  scf.for %i = %c0 to %rows step %c2 : i32 {
    %at = arith.muli %i, %n : i32
    %sum = arith.addi %at, %first : i32
    %offset = arith.index_cast %sum : i32 to index
    %block = memref.reinterpret_cast %x to offset: [%offset], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1], offset: ?>>
    memref.copy %block, %y : memref<64xf32, strided<[1], offset: ?>> to memref<64xf32>
  }
  return
}

// A reduction fetches one line for each that it reads, and what stays where it is fetches nothing.

// CHECK-LABEL: func.func @sums
// CHECK-COUNT-2: memref.prefetch
// CHECK-NOT:     memref.prefetch
// CHECK:       return
func.func @sums(%x: memref<*xf32>, %n: i32, %columns: i32, %first: i32, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %width = arith.index_cast %n : i32 to index
  scf.for %i = %c0 to %columns step %c32 : i32 {
    %sum = arith.addi %first, %i : i32
    %offset = arith.index_cast %sum : i32 to index
    %block = memref.reinterpret_cast %x to offset: [%offset], sizes: [8, 32], strides: [%width, 1] : memref<*xf32> to memref<8x32xf32, strided<[?, 1], offset: ?>>
    linalg.reduce ins(%block : memref<8x32xf32, strided<[?, 1], offset: ?>>) outs(%y : memref<8xf32>) dimensions = [1]
      (%in: f32, %total: f32) {
        %s = arith.addf %in, %total : f32
        linalg.yield %s : f32
      }
    %still = memref.reinterpret_cast %x to offset: [0], sizes: [8, 32], strides: [%width, 1] : memref<*xf32> to memref<8x32xf32, strided<[?, 1]>>
    linalg.reduce ins(%still : memref<8x32xf32, strided<[?, 1]>>) outs(%y : memref<8xf32>) dimensions = [1]
      (%in: f32, %total: f32) {
        %s = arith.addf %in, %total : f32
        linalg.yield %s : f32
      }
  }
  return
}

// What is the same for all rows is read before the loop over them.

// CHECK-LABEL: func.func @products
// CHECK-COUNT-2: vector.load %arg1
// CHECK:       scf.for
// CHECK-NOT:     vector.load %arg1
// CHECK:         vector.load %arg0
// CHECK:       return
func.func @products(%x: memref<8x32xf32>, %w: memref<32xf32>, %y: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : memref<8x32xf32>, memref<32xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32, %total: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %total : f32
    linalg.yield %s : f32
  }
  return
}
}

// -----

// Of memory to a buffer, lines are read in halves on AMD's machines.

module attributes {tts.target = {abi = "", cpu = "znver4", features = "+sse,+avx2,+avx512f", triple = ""}} {
// CHECK-LABEL: func.func @half_a_line
// CHECK:       scf.for %{{.+}} = %{{.+}} to %c1024{{.*}} step %c16
// CHECK-COUNT-2: vector.load %arg0[%{{.+}}] : memref<1024xf32>, vector<8xf32>
// CHECK-COUNT-2: vector.store %{{.+}}, %alloc[%{{.+}}] : memref<1024xf32>, vector<8xf32>
func.func @half_a_line(%x: memref<1024xf32>) -> memref<1024xf32> {
  %alloc = memref.alloc() : memref<1024xf32>
  memref.copy %x, %alloc : memref<1024xf32> to memref<1024xf32>
  return %alloc : memref<1024xf32>
}
}

// -----

// Programs that update memory atomically fetch what the second program from them reads, if its number says where that lies.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
// CHECK-LABEL: func.func @later_program
// CHECK:       %[[PITCH:.+]] = arith.index_cast %arg2 : i32 to index
// CHECK:       %[[FURTHER:.+]] = arith.muli %c2{{.*}}, %[[PITCH]]
// CHECK:       scf.for %[[I:.+]] = %c0{{.*}} to %c1024{{.*}} step %c16
// CHECK:         vector.load %[[ROW:.+]][%[[I]]]
// CHECK:         %[[LATER:.+]] = arith.addi %[[I]], %[[FURTHER]]
// CHECK:         memref.prefetch %[[ROW]][%[[LATER]]], read, locality<2>, data
func.func @later_program(%x: memref<*xf32>, %sum: memref<f32>, %pitch: i32,
    %gx: i32 {tts.role = "program"}, %gy: i32 {tts.role = "program"}, %gz: i32 {tts.role = "program"},
    %px: i32 {tts.role = "program"}, %py: i32 {tts.role = "program"}, %pz: i32 {tts.role = "program"}) {
  %alloc = memref.alloc() : memref<1024xf32>
  %at = arith.muli %px, %pitch : i32
  %offset = arith.index_cast %at : i32 to index
  %row = memref.reinterpret_cast %x to offset: [%offset], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1], offset: ?>>
  memref.copy %row, %alloc : memref<1024xf32, strided<[1], offset: ?>> to memref<1024xf32>
  %c0 = arith.constant 0 : index
  %first = memref.load %alloc[%c0] : memref<1024xf32>
  %old = memref.atomic_rmw addf %first, %sum[] : (f32, memref<f32>) -> f32
  return
}

// CHECK-LABEL: func.func @no_updates
// CHECK-NOT:   memref.prefetch
// CHECK:       return
func.func @no_updates(%x: memref<*xf32>, %sum: memref<f32>, %pitch: i32,
    %gx: i32 {tts.role = "program"}, %gy: i32 {tts.role = "program"}, %gz: i32 {tts.role = "program"},
    %px: i32 {tts.role = "program"}, %py: i32 {tts.role = "program"}, %pz: i32 {tts.role = "program"}) {
  %alloc = memref.alloc() : memref<1024xf32>
  %at = arith.muli %px, %pitch : i32
  %offset = arith.index_cast %at : i32 to index
  %row = memref.reinterpret_cast %x to offset: [%offset], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1], offset: ?>>
  memref.copy %row, %alloc : memref<1024xf32, strided<[1], offset: ?>> to memref<1024xf32>
  %c0 = arith.constant 0 : index
  %first = memref.load %alloc[%c0] : memref<1024xf32>
  memref.store %first, %sum[] : memref<f32>
  return
}
}

// -----

// Vectors are along the rows of the largest operand, though more operands have an element for each row.
// What a row has of them is read, and computed with, in front of the loop over its vectors.

#row = affine_map<(i, j) -> (i)>
#block = affine_map<(i, j) -> (i, j)>

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {

// CHECK-LABEL: func.func @deviations
// CHECK:       scf.for %[[I:.+]] = %c0
// CHECK:         %[[TOTAL:.+]] = memref.load %arg1[%[[I]]]
// CHECK-NEXT:    %[[MEAN:.+]] = arith.divf %[[TOTAL]], %{{.+}} : f32
// CHECK:         vector.load %arg0[%[[I]], {{.+}}] : memref<4x1024xf32>, vector<16xf32>
// CHECK:         scf.for
// CHECK-NOT:     arith.divf
// CHECK:         arith.addf {{.+}} : vector<8xf32>
func.func @deviations(%x: memref<4x1024xf32>, %sums: memref<4xf32>, %y: memref<4xf32>) {
  %n = arith.constant 1024.0 : f32
  linalg.generic {indexing_maps = [#block, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %sums : memref<4x1024xf32>, memref<4xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%p: f32, %s: f32, %o: f32):
    %mean = arith.divf %s, %n : f32
    %0 = arith.subf %p, %mean : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %1, %o : f32
    linalg.yield %2 : f32
  }
  return
}

// A division of integers stays where it was: no row may have an element.

// CHECK-LABEL: func.func @divided
// CHECK:       memref.load %arg1
// CHECK:       scf.for
// CHECK:         arith.divsi
func.func @divided(%x: memref<4x64xi32>, %d: memref<4xi32>, %y: memref<4x64xi32>) {
  %n = arith.constant 7 : i32
  linalg.generic {indexing_maps = [#block, #row, #block], iterator_types = ["parallel", "parallel"]}
      ins(%x, %d : memref<4x64xi32>, memref<4xi32>) outs(%y : memref<4x64xi32>) {
  ^bb0(%p: i32, %q: i32, %o: i32):
    %0 = arith.divsi %n, %q : i32
    %1 = arith.addi %p, %0 : i32
    linalg.yield %1 : i32
  }
  return
}

}

// -----

// A program that reads a row for the second time, from a cache, fetches the next program's: not for the third time, and
// not rows that a cache does not keep.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
// CHECK-LABEL: func.func @kept_row
// CHECK:       scf.for %{{.+}} = %c0{{.*}} to %c8192
// CHECK-NOT:     memref.prefetch
// CHECK:       scf.for %{{.+}} = %c0{{.*}} to %c8192
// CHECK:         scf.for %[[I:.+]] = %c0{{.*}} to %c1024
// CHECK:           %[[LATER:.+]] = arith.addi %[[I]], %c8192
// CHECK:           memref.prefetch %{{.+}}[%[[LATER]]], read, locality<2>, data
// CHECK:       scf.for %{{.+}} = %c0{{.*}} to %c8192
// CHECK-NOT:     memref.prefetch
// CHECK:       return
func.func @kept_row(%x: memref<*xf32>, %y: memref<1024xf32>,
    %gx: i32 {tts.role = "program"}, %gy: i32 {tts.role = "program"}, %gz: i32 {tts.role = "program"},
    %px: i32 {tts.role = "program"}, %py: i32 {tts.role = "program"}, %pz: i32 {tts.role = "program"}) {
  %c0 = arith.constant 0 : i32
  %c1024 = arith.constant 1024 : i32
  %c8192 = arith.constant 8192 : i32
  %at = arith.muli %px, %c8192 : i32
  scf.for %i = %c0 to %c8192 step %c1024 : i32 {
    %sum = arith.addi %i, %at : i32
    %offset = arith.index_cast %sum : i32 to index
    %block = memref.reinterpret_cast %x to offset: [%offset], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%block : memref<1024xf32, strided<[1], offset: ?>>) outs(%y : memref<1024xf32>) {
    ^bb0(%in: f32, %old: f32):
      %t = arith.addf %old, %in : f32
      linalg.yield %t : f32
    }
  }
  scf.for %i = %c0 to %c8192 step %c1024 : i32 {
    %sum = arith.addi %i, %at : i32
    %offset = arith.index_cast %sum : i32 to index
    %block = memref.reinterpret_cast %x to offset: [%offset], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%block : memref<1024xf32, strided<[1], offset: ?>>) outs(%y : memref<1024xf32>) {
    ^bb0(%in: f32, %old: f32):
      %t = arith.addf %old, %in : f32
      linalg.yield %t : f32
    }
  }
  scf.for %i = %c0 to %c8192 step %c1024 : i32 {
    %sum = arith.addi %i, %at : i32
    %offset = arith.index_cast %sum : i32 to index
    %block = memref.reinterpret_cast %x to offset: [%offset], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%block : memref<1024xf32, strided<[1], offset: ?>>) outs(%y : memref<1024xf32>) {
    ^bb0(%in: f32, %old: f32):
      %t = arith.addf %old, %in : f32
      linalg.yield %t : f32
    }
  }
  return
}

// CHECK-LABEL: func.func @long_row
// CHECK-NOT:   memref.prefetch
// CHECK:       return
func.func @long_row(%x: memref<*xf32>, %y: memref<1024xf32>,
    %gx: i32 {tts.role = "program"}, %gy: i32 {tts.role = "program"}, %gz: i32 {tts.role = "program"},
    %px: i32 {tts.role = "program"}, %py: i32 {tts.role = "program"}, %pz: i32 {tts.role = "program"}) {
  %c0 = arith.constant 0 : i32
  %c1024 = arith.constant 1024 : i32
  %c1048576 = arith.constant 1048576 : i32
  %at = arith.muli %px, %c1048576 : i32
  scf.for %i = %c0 to %c1048576 step %c1024 : i32 {
    %sum = arith.addi %i, %at : i32
    %offset = arith.index_cast %sum : i32 to index
    %block = memref.reinterpret_cast %x to offset: [%offset], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%block : memref<1024xf32, strided<[1], offset: ?>>) outs(%y : memref<1024xf32>) {
    ^bb0(%in: f32, %old: f32):
      %t = arith.addf %old, %in : f32
      linalg.yield %t : f32
    }
  }
  scf.for %i = %c0 to %c1048576 step %c1024 : i32 {
    %sum = arith.addi %i, %at : i32
    %offset = arith.index_cast %sum : i32 to index
    %block = memref.reinterpret_cast %x to offset: [%offset], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%block : memref<1024xf32, strided<[1], offset: ?>>) outs(%y : memref<1024xf32>) {
    ^bb0(%in: f32, %old: f32):
      %t = arith.addf %old, %in : f32
      linalg.yield %t : f32
    }
  }
  return
}

// CHECK-LABEL: func.func @same_row
// CHECK-NOT:   memref.prefetch
// CHECK:       return
func.func @same_row(%x: memref<*xf32>, %y: memref<1024xf32>,
    %gx: i32 {tts.role = "program"}, %gy: i32 {tts.role = "program"}, %gz: i32 {tts.role = "program"},
    %px: i32 {tts.role = "program"}, %py: i32 {tts.role = "program"}, %pz: i32 {tts.role = "program"}) {
  %c0 = arith.constant 0 : i32
  %c1024 = arith.constant 1024 : i32
  %c8192 = arith.constant 8192 : i32
  %at = arith.addi %c8192, %c8192 : i32
  scf.for %i = %c0 to %c8192 step %c1024 : i32 {
    %sum = arith.addi %i, %at : i32
    %offset = arith.index_cast %sum : i32 to index
    %block = memref.reinterpret_cast %x to offset: [%offset], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%block : memref<1024xf32, strided<[1], offset: ?>>) outs(%y : memref<1024xf32>) {
    ^bb0(%in: f32, %old: f32):
      %t = arith.addf %old, %in : f32
      linalg.yield %t : f32
    }
  }
  scf.for %i = %c0 to %c8192 step %c1024 : i32 {
    %sum = arith.addi %i, %at : i32
    %offset = arith.index_cast %sum : i32 to index
    %block = memref.reinterpret_cast %x to offset: [%offset], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%block : memref<1024xf32, strided<[1], offset: ?>>) outs(%y : memref<1024xf32>) {
    ^bb0(%in: f32, %old: f32):
      %t = arith.addf %old, %in : f32
      linalg.yield %t : f32
    }
  }
  return
}
}
