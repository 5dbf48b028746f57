// RUN: triton-shared-opt %s --split-input-file --tile-products --verify-diagnostics | FileCheck %s

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
// CHECK-LABEL: func.func @product
// CHECK:       scf.for %[[M:.+]] = %{{.+}} to %c16{{.*}} step %c4 {
// CHECK-COUNT-16: vector.load %arg2[{{.+}}] : memref<16x64xf32>, vector<16xf32>
// CHECK:       scf.for %[[K:.+]] = %{{.+}} to %c32{{.*}} step %c1{{.*}} iter_args(
// CHECK:       %[[B:.+]] = vector.load %arg1[%[[K]], %{{.+}}]
// CHECK:       %[[A:.+]] = memref.load %arg0[%[[M]], %[[K]]]
// CHECK-NEXT:  %[[LANES:.+]] = vector.broadcast %[[A]] : f32 to vector<16xf32>
// CHECK-NEXT:  vector.fma %[[LANES]], %[[B]], %{{.+}} : vector<16xf32>
// CHECK-COUNT-16: vector.store %{{.+}}, %arg2[
// CHECK-NOT:   linalg.matmul
// CHECK:       return
func.func @product(%a: memref<16x32xf32>, %b: memref<32x64xf32>, %c: memref<16x64xf32>) {
  linalg.matmul ins(%a, %b : memref<16x32xf32>, memref<32x64xf32>) outs(%c : memref<16x64xf32>)
  return
}

// Rows of sums that are multiplied by a number each just before are so in registers.

// CHECK-LABEL: func.func @scaled
// CHECK-NOT:   linalg.generic
// CHECK:       scf.for %[[M:.+]] = %{{.+}} to %c16{{.*}} step %c4 {
// CHECK-COUNT-16: vector.load %{{.+}} : memref<16x64xf32>, vector<16xf32>
// CHECK:       %[[BY:.+]] = memref.load %[[SCALES:.+]][%[[M]]] : memref<16xf32>
// CHECK-NEXT:  vector.broadcast %[[BY]] : f32 to vector<16xf32>
// CHECK-COUNT-16: arith.mulf
// CHECK:       scf.for
// CHECK:       vector.fma
func.func @scaled(%a: memref<16x32xf32>, %b: memref<32x64xf32>, %by: memref<16xf32>, %out: memref<16x64xf32>) {
  %c = memref.alloc() : memref<16x64xf32>
  %s = memref.alloc() : memref<16xf32>
  memref.copy %out, %c : memref<16x64xf32> to memref<16x64xf32>
  memref.copy %by, %s : memref<16xf32> to memref<16xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%c, %s : memref<16x64xf32>, memref<16xf32>) outs(%c : memref<16x64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %w = arith.mulf %x, %y : f32
    linalg.yield %w : f32
  }
  linalg.matmul ins(%a, %b : memref<16x32xf32>, memref<32x64xf32>) outs(%c : memref<16x64xf32>)
  memref.copy %c, %out : memref<16x64xf32> to memref<16x64xf32>
  return
}

// Where rows of the left operand lie apart, those of the next tile take turns, each for four iterations: a line of one is
// fetched meanwhile.  The last tile fetches its own rows.

// CHECK-LABEL: func.func @apart
// CHECK:       scf.for %[[M:[a-z0-9]+]] = %{{.+}} to %c16{{.*}} step %c4 {
// CHECK:       %[[BEHIND:.+]] = arith.addi %[[M]], %c4
// CHECK:       %[[NEXT:.+]] = arith.minsi %[[BEHIND]], %c12
// CHECK:       scf.for %[[K:[a-z0-9]+]] = %{{.+}} to %c40{{.*}} step %c4{{.*}} iter_args(
// CHECK:         %[[TURN:.+]] = arith.divui %[[K]], %c4
// CHECK:         %[[WHOSE:.+]] = arith.remui %[[TURN]], %c4
// CHECK:         %[[ROW:.+]] = arith.addi %[[NEXT]], %[[WHOSE]]
// CHECK:         memref.prefetch %arg0[%[[ROW]], %[[K]]], read, locality<3>, data
// CHECK-COUNT-64: vector.fma
// CHECK-NOT:     vector.fma
// CHECK-NOT:     memref.prefetch
// CHECK:         scf.yield
func.func @apart(%a: memref<16x40xf32, strided<[?, 1]>>, %b: memref<40x64xf32>, %c: memref<16x64xf32>) {
  linalg.matmul ins(%a, %b : memref<16x40xf32, strided<[?, 1]>>, memref<40x64xf32>) outs(%c : memref<16x64xf32>)
  return
}

// A left operand that is narrower than what is multiplied is extended a row of tiles at a time.

// CHECK-LABEL: func.func @narrow
// CHECK:       %[[PANEL:.+]] = memref.alloc() : memref<4x32xf32>
// CHECK:       scf.for %[[M:[a-z0-9]+]] = %{{.+}} to %c16{{.*}} step %c4 {
// CHECK:       %[[ROWS:.+]] = memref.subview %arg0[%[[M]], 0] [4, 32] [1, 1]
// CHECK-NEXT:  linalg.generic {{.*}} ins(%[[ROWS]] : {{.+}}) outs(%[[PANEL]] :
// CHECK:         arith.extf
// CHECK:       scf.for %[[K:[a-z0-9]+]] =
// CHECK:         memref.load %[[PANEL]][%{{.+}}, %[[K]]]
// CHECK:         vector.fma
func.func @narrow(%a: memref<16x32xf16>, %b: memref<32x64xf32>, %c: memref<16x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                                   affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<16x32xf16>, memref<32x64xf32>) outs(%c : memref<16x64xf32>) attrs = {tts.product = ""} {
  ^bb0(%x: f16, %y: f32, %old: f32):
    %wide = arith.extf %x : f16 to f32
    %part = arith.mulf %wide, %y : f32
    %sum = arith.addf %old, %part : f32
    linalg.yield %sum : f32
  }
  return
}

// Tiles start from what an accumulator is filled with, unless somebody else sees that.

// CHECK-LABEL: func.func @filled
// CHECK-NOT:   linalg.fill
// CHECK:       %[[START:.+]] = vector.broadcast %{{.+}} : f32 to vector<16xf32>
// CHECK-NOT:   vector.load %alloc
// CHECK:       iter_args(%{{.+}} = %[[START]], %{{.+}} = %[[START]],
// CHECK:       vector.load %arg1
// CHECK:       vector.fma
// CHECK:       linalg.fill
// CHECK:       memref.copy
// CHECK-COUNT-16: vector.load %alloc
func.func @filled(%a: memref<16x32xf32>, %b: memref<32x64xf32>, %x: f32, %out: memref<16x64xf32>) {
  %c = memref.alloc() : memref<16x64xf32>
  linalg.fill ins(%x : f32) outs(%c : memref<16x64xf32>)
  linalg.matmul ins(%a, %b : memref<16x32xf32>, memref<32x64xf32>) outs(%c : memref<16x64xf32>)
  linalg.fill ins(%x : f32) outs(%c : memref<16x64xf32>)
  memref.copy %c, %out : memref<16x64xf32> to memref<16x64xf32>
  linalg.matmul ins(%a, %b : memref<16x32xf32>, memref<32x64xf32>) outs(%c : memref<16x64xf32>)
  return
}

// Other ops are left to vectorize-nests.

// CHECK-LABEL: func.func @elementwise
// CHECK-NEXT:  linalg.exp
// CHECK-NEXT:  return
func.func @elementwise(%x: memref<16xf32>, %y: memref<16xf32>) {
  linalg.exp ins(%x : memref<16xf32>) outs(%y : memref<16xf32>)
  return
}
}

// -----

module attributes {tts.target = {abi = "", cpu = "x86-64-v3", features = "+sse,+avx2", triple = ""}} {
// The first tile of columns copies rows that lie apart where more of them are in use than a cache may hold side by side; it
// alone fetches the next ones, all at once where a line has too few iterations for turns.

// CHECK-LABEL: func.func @meeting
// CHECK:       %[[COPY:.+]] = memref.alloc() : memref<18x56xf32>
// CHECK:       scf.for %[[N:[a-z0-9]+]] = %{{.+}} to %c32{{.*}} step %c16{{.*}} {
// CHECK:       %[[FIRST:.+]] = arith.cmpi eq, %[[N]], %{{.+}}
// CHECK:       scf.for %[[M:[a-z0-9]+]] = %{{.+}} to %c18{{.*}} step %c6{{.*}} {
// CHECK:       %[[TO:.+]] = memref.subview %[[COPY]][%[[M]], 0] [6, 40] [1, 1]
// CHECK:       scf.if %[[FIRST]] {
// CHECK:         %[[FROM:.+]] = memref.subview %arg0[%[[M]], 0] [6, 40] [1, 1]
// CHECK:         linalg.generic {{.+}} ins(%[[FROM]] : {{.+}}) outs(%[[TO]] :
// CHECK:       scf.for %[[LINE:[a-z0-9]+]] = %{{.+}} to %c32{{.*}} step %c16{{.*}} iter_args(
// CHECK:       arith.select %[[FIRST]], %{{.+}}, %{{.+}} : index
// CHECK-COUNT-6: memref.prefetch %arg0
// CHECK:       scf.for %{{.+}} = %[[LINE]] to
// CHECK:       memref.load %[[COPY]][
// CHECK-NOT:   memref.load %arg0
func.func @meeting(%a: memref<18x40xf32, strided<[?, 1]>>, %b: memref<40x32xf32>, %c: memref<18x32xf32>) {
  linalg.matmul ins(%a, %b : memref<18x40xf32, strided<[?, 1]>>, memref<40x32xf32>) outs(%c : memref<18x32xf32>)
  return
}
}

// -----

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
func.func @unknown(%a: memref<?x32xf32>, %b: memref<32x64xf32>, %c: memref<?x64xf32>) {
  // expected-error @+1 {{'linalg.matmul' op needs blocks of static shape}}
  linalg.matmul ins(%a, %b : memref<?x32xf32>, memref<32x64xf32>) outs(%c : memref<?x64xf32>)
  return
}
}

// -----

// expected-error @+1 {{'func.func' op is made for no machine: --attach-cpu-target notes tts.target}}
func.func @no_target() {
  return
}

// -----

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
func.func @tensors(%a: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error @+1 {{'linalg.matmul' op works on tensors}}
  %0 = linalg.matmul ins(%a, %a : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
}

// -----

// Where only bytes without a sign can be multiplied by bytes with one, rows of left ones are flipped as they are copied,
// and tiles start from as much less: 128 times the sums of columns.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx512f,+avx512vnni", triple = ""}} {
// CHECK-LABEL: func.func @bytes
// CHECK:       %[[FLIP:.+]] = arith.constant dense<-128> : vector<64xi8>
// CHECK:       %[[EXCESS:.+]] = scf.for %[[K:[a-z0-9]+]] = %{{.+}} to %c8{{.*}} iter_args(%[[SUM:[a-z0-9]+]] =
// CHECK:         %[[WORD:.+]] = vector.load %arg1[%[[K]],
// CHECK:         %[[B:.+]] = vector.bitcast %[[WORD]]
// CHECK:         llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[SUM]], %[[FLIP]], %[[B]])
// CHECK:       linalg.generic {{.+}} outs(%[[ROWS:.+]] : memref<16x32xi8>)
// CHECK:         arith.xori %{{.+}}, %{{.+}} : i8
// CHECK-COUNT-16: arith.subi %{{.+}}, %[[EXCESS]] : vector<16xi32>
// CHECK:       scf.for
// CHECK:         vector.load %[[ROWS]]
// CHECK:         %[[WIDE:.+]] = vector.broadcast {{.+}} : vector<1xi32> to vector<16xi32>
// CHECK-NEXT:    %[[LEFT:.+]] = vector.bitcast %[[WIDE]] : vector<16xi32> to vector<64xi8>
// CHECK:         llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.+}}, %[[LEFT]], %{{.+}})
func.func @bytes(%a: memref<16x32xi8>, %words: memref<8x16xi32>, %c: memref<16x16xi32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k * 4)>, affine_map<(m, n, k) -> (m, k * 4 + 1)>,
                                   affine_map<(m, n, k) -> (m, k * 4 + 2)>, affine_map<(m, n, k) -> (m, k * 4 + 3)>,
                                   affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a, %a, %a, %words : memref<16x32xi8>, memref<16x32xi8>, memref<16x32xi8>, memref<16x32xi8>, memref<8x16xi32>)
      outs(%c : memref<16x16xi32>) attrs = {tts.product = "vpdpbusd"} {
  ^bb0(%w: i8, %x: i8, %y: i8, %z: i8, %word: i32, %old: i32):
    linalg.yield %old : i32
  }
  return
}
}

// -----

// A matrix unit multiplies tiles of 16 rows of 16 words, in numbered registers.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx512f,+amx-tile,+amx-bf16", triple = "x86_64-linux-gnu"}} {
// CHECK-LABEL: func.func @tiles
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.x86.tileloadd64"(%
// CHECK:       llvm.call_intrinsic "llvm.x86.tdpbf16ps"(%
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.x86.tilestored64"(%
// CHECK-NOT:   linalg
func.func @tiles(%a: memref<32x32xbf16>, %words: memref<16x16xi32>, %c: memref<32x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k * 2)>, affine_map<(m, n, k) -> (m, k * 2 + 1)>,
                                   affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a, %words : memref<32x32xbf16>, memref<32x32xbf16>, memref<16x16xi32>)
      outs(%c : memref<32x16xf32>) attrs = {tts.product = "tiles.bf16"} {
  ^bb0(%x: bf16, %y: bf16, %word: i32, %old: f32):
    linalg.yield %old : f32
  }
  return
}
}

// -----

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx512f", triple = ""}} {
func.func @unknown(%a: memref<16x16xf32>, %c: memref<16x16xf32>) {
  // expected-error @+1 {{is a product in a form 'tiles.f64' that there is not}}
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                                   affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : memref<16x16xf32>, memref<16x16xf32>)
      outs(%c : memref<16x16xf32>) attrs = {tts.product = "tiles.f64"} {
  ^bb0(%x: f32, %y: f32, %old: f32):
    linalg.yield %old : f32
  }
  return
}
}

// -----

// Tiles start from what fills the accumulator in the first iteration, and go to memory in the last one.

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
// CHECK-LABEL: func.func @stored
// CHECK-SAME:    %[[FIRST:[a-z0-9]+]]: i1, %[[LAST:[a-z0-9]+]]: i1
// CHECK:       %[[ACC:.+]] = memref.alloc
// CHECK-NOT:   linalg.fill
// CHECK:       scf.if %[[FIRST]] -> (vector<16xf32>
// CHECK:         vector.broadcast
// CHECK:       } else {
// CHECK:         vector.load %[[ACC]]
// CHECK:       vector.fma
// CHECK:       scf.if %[[LAST]] {
// CHECK-COUNT-8: vector.store %{{.+}}, %arg2
// CHECK:       } else {
// CHECK-COUNT-8: vector.store %{{.+}}, %[[ACC]]
// CHECK-NOT:   memref.copy
// CHECK-LABEL: func.func @converted
// CHECK:       scf.if %{{.+}} {
// CHECK-COUNT-8: arith.truncf %{{.+}} : vector<16xf32> to vector<16xbf16>
// CHECK-COUNT-8: vector.store %{{.+}}, %arg2{{.+}} vector<16xbf16>
func.func @stored(%a: memref<4x8xf32>, %b: memref<8x32xf32>, %out: memref<4x32xf32>, %first: i1, %last: i1) {
  %zero = arith.constant 0.0 : f32
  %acc = memref.alloc() : memref<4x32xf32>
  scf.if %first {
    linalg.fill ins(%zero : f32) outs(%acc : memref<4x32xf32>)
  }
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x32xf32>) outs(%acc : memref<4x32xf32>)
  scf.if %last {
    memref.copy %acc, %out {tts.last_read} : memref<4x32xf32> to memref<4x32xf32>
  }
  return
}

func.func @converted(%a: memref<4x8xf32>, %b: memref<8x32xf32>, %out: memref<4x32xbf16>, %last: i1) {
  %acc = memref.alloc() : memref<4x32xf32>
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x32xf32>) outs(%acc : memref<4x32xf32>)
  scf.if %last {
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%acc : memref<4x32xf32>) outs(%out : memref<4x32xbf16>) attrs = {tts.last_read} {
    ^bb0(%x: f32, %o: bf16):
      %h = arith.truncf %x : f32 to bf16
      linalg.yield %h : bf16
    }
  }
  return
}
}
