// RUN: triton-shared-opt %s --narrow-blocks | FileCheck %s

#same = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {

// What is computed from a window is computed in that window; the rest is one element.

// CHECK-LABEL: func.func @window
// CHECK-SAME:  %[[X:[a-z0-9]+]]: memref<128xf32>, %[[N:[a-z0-9]+]]: index, %[[PAD:[a-z0-9]+]]: f32, %[[BY:[a-z0-9]+]]: memref<f32>
// CHECK:       %[[FROM:.+]] = "tts.masked_view"(%[[X]], %{{.+}}, %[[N]], %[[PAD]])
// CHECK:       %[[D:.+]] = memref.load %[[BY]][]
// CHECK-NEXT:  %[[DIFFERENCE:.+]] = arith.subf %[[PAD]], %[[D]] : f32
// CHECK-NEXT:  %[[REST:.+]] = math.exp %[[DIFFERENCE]] : f32
// CHECK:       %[[PART:.+]] = "tts.masked_view"(%{{.+}}, %{{.+}}, %[[N]], %[[REST]])
// CHECK-NEXT:  linalg.generic {{.*}} ins(%[[FROM]], %[[BY]] : {{.+}}) outs(%[[PART]] : memref<128xf32>)
// CHECK:       linalg.reduce ins(%[[PART]] : memref<128xf32>)
func.func @window(%x: memref<128xf32>, %n: index, %pad: f32, %by: memref<f32>, %sum: memref<f32>) {
  %zero = arith.constant 0 : index
  %buffer = memref.alloc() : memref<128xf32>
  %from = "tts.masked_view"(%x, %zero, %n, %pad) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (memref<128xf32>, index, index, f32) -> memref<128xf32>
  linalg.generic {indexing_maps = [#same, #none, #same], iterator_types = ["parallel"]}
      ins(%from, %by : memref<128xf32>, memref<f32>) outs(%buffer : memref<128xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.subf %p, %q : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  }
  linalg.reduce ins(%buffer : memref<128xf32>) outs(%sum : memref<f32>) dimensions = [0]
    (%in: f32, %total: f32) {
      %0 = arith.addf %in, %total : f32
      linalg.yield %0 : f32
    }
  return
}

// A body that tests itself whether an element is in the window finds that none of the rest is.

// CHECK-LABEL: func.func @tested
// CHECK-SAME:  %[[X:[a-z0-9]+]]: memref<128xf32>, %[[N:[a-z0-9]+]]: i32, %[[START:[a-z0-9]+]]: i32, %[[PAD:[a-z0-9]+]]: f32
// CHECK:       %[[SIZE:.+]] = arith.maxsi
// CHECK:       %[[NONE:.+]] = arith.constant false
// CHECK:       %[[REST:.+]] = arith.select %[[NONE]],
// CHECK:       %[[PART:.+]] = "tts.masked_view"(%{{.+}}, %{{.+}}, %[[SIZE]], %[[REST]])
// CHECK-NEXT:  linalg.generic {{.*}} outs(%[[PART]] : memref<128xf32>)
func.func @tested(%x: memref<128xf32>, %n: i32, %start: i32, %pad: f32, %sum: memref<f32>) {
  %zero = arith.constant 0 : index
  %all = arith.constant 128 : index
  %other = arith.constant 2.0 : f32
  %last = arith.index_cast %n : i32 to index
  %first = arith.index_cast %start : i32 to index
  %left = arith.subi %last, %first : index
  %most = arith.minsi %left, %all : index
  %size = arith.maxsi %most, %zero : index
  %buffer = memref.alloc() : memref<128xf32>
  %from = "tts.masked_view"(%x, %zero, %size, %pad) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (memref<128xf32>, index, index, f32) -> memref<128xf32>
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%from : memref<128xf32>) outs(%buffer : memref<128xf32>) {
  ^bb0(%p: f32, %o: f32):
    %i = linalg.index 0 : index
    %0 = arith.index_cast %i : index to i32
    %1 = arith.addi %start, %0 : i32
    %2 = arith.cmpi slt, %1, %n : i32
    %3 = math.exp %p : f32
    %4 = arith.select %2, %3, %other : f32
    linalg.yield %4 : f32
  }
  linalg.reduce ins(%buffer : memref<128xf32>) outs(%sum : memref<f32>) dimensions = [0]
    (%in: f32, %total: f32) {
      %0 = arith.addf %in, %total : f32
      linalg.yield %0 : f32
    }
  return
}

// A block whose elements outside of the window differ is computed whole.

// CHECK-LABEL: func.func @indexed
// CHECK:       %[[BUFFER:.+]] = memref.alloc()
// CHECK:       linalg.generic {{.*}} outs(%[[BUFFER]] : memref<128xi32>)
// CHECK:       linalg.reduce ins(%[[BUFFER]] :
func.func @indexed(%x: memref<128xi32>, %n: index, %pad: i32, %sum: memref<i32>) {
  %zero = arith.constant 0 : index
  %buffer = memref.alloc() : memref<128xi32>
  %from = "tts.masked_view"(%x, %zero, %n, %pad) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (memref<128xi32>, index, index, i32) -> memref<128xi32>
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%from : memref<128xi32>) outs(%buffer : memref<128xi32>) {
  ^bb0(%p: i32, %o: i32):
    %i = linalg.index 0 : index
    %0 = arith.index_cast %i : index to i32
    %1 = arith.addi %p, %0 : i32
    linalg.yield %1 : i32
  }
  linalg.reduce ins(%buffer : memref<128xi32>) outs(%sum : memref<i32>) dimensions = [0]
    (%in: i32, %total: i32) {
      %0 = arith.addi %in, %total : i32
      linalg.yield %0 : i32
    }
  return
}

// What reads a block element by element reads all of it.

// CHECK-LABEL: func.func @loaded
// CHECK:       %[[BUFFER:.+]] = memref.alloc()
// CHECK:       linalg.generic {{.*}} outs(%[[BUFFER]] : memref<128xf32>)
// CHECK:       memref.load %[[BUFFER]]
func.func @loaded(%x: memref<128xf32>, %n: index, %pad: f32) -> f32 {
  %zero = arith.constant 0 : index
  %buffer = memref.alloc() : memref<128xf32>
  %from = "tts.masked_view"(%x, %zero, %n, %pad) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (memref<128xf32>, index, index, f32) -> memref<128xf32>
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%from : memref<128xf32>) outs(%buffer : memref<128xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = math.exp %p : f32
    linalg.yield %0 : f32
  }
  %1 = memref.load %buffer[%n] : memref<128xf32>
  return %1 : f32
}
}
