// RUN: triton-shared-opt %s --fuse-row-reductions | FileCheck %s

#block = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {

// Rows are reduced and narrowed where they are computed; what nothing else reads is not stored.

// CHECK-LABEL: func.func @narrowed
// CHECK:       linalg.fill ins(%{{.+}} : f32) outs(%[[SUM:.+]] : memref<8xf32>)
// CHECK:       linalg.generic {indexing_maps = [#{{.+}}, #{{.+}}, #{{.+}}, #{{.+}}], iterator_types = ["parallel", "reduction"]}
// CHECK-SAME:    ins(%[[X:.+]], %[[TOP:.+]] : memref<8x64xf32>, memref<8xf32>) outs(%[[HALF:.+]], %[[SUM]] : memref<8x64xbf16>, memref<8xf32>)
// CHECK-NEXT:  ^bb0(%[[A:.+]]: f32, %[[B:.+]]: f32, %{{.+}}: bf16, %[[OLD:.+]]: f32):
// CHECK-NEXT:    %[[D:.+]] = arith.subf %[[A]], %[[B]]
// CHECK-NEXT:    %[[E:.+]] = math.exp %[[D]]
// CHECK-NEXT:    %[[H:.+]] = arith.truncf %[[E]] : f32 to bf16
// CHECK-NEXT:    %[[S:.+]] = arith.addf %[[E]], %[[OLD]]
// CHECK-NEXT:    linalg.yield %[[H]], %[[S]]
// CHECK-NOT:   linalg.reduce
// CHECK:       memref.copy %[[HALF]],
func.func @narrowed(%x: memref<8x64xf32>, %top: memref<8xf32>, %out: memref<8x64xbf16>, %sums: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = memref.alloc() : memref<8x64xf32>
  linalg.generic {indexing_maps = [#block, #rows, #block], iterator_types = ["parallel", "parallel"]}
      ins(%x, %top : memref<8x64xf32>, memref<8xf32>) outs(%e : memref<8x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %p = math.exp %d : f32
    linalg.yield %p : f32
  }
  %h = memref.alloc() : memref<8x64xbf16>
  linalg.generic {indexing_maps = [#block, #block], iterator_types = ["parallel", "parallel"]}
      ins(%e : memref<8x64xf32>) outs(%h : memref<8x64xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %n = arith.truncf %a : f32 to bf16
    linalg.yield %n : bf16
  }
  memref.copy %h, %out : memref<8x64xbf16> to memref<8x64xbf16>
  %sum = memref.alloc() : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<8xf32>)
  linalg.reduce ins(%e : memref<8x64xf32>) outs(%sum : memref<8xf32>) dimensions = [1]
    (%a: f32, %o: f32) {
      %s = arith.addf %a, %o : f32
      linalg.yield %s : f32
    }
  memref.copy %sum, %sums : memref<8xf32> to memref<8xf32>
  return
}

// What is read again is stored, too.

// CHECK-LABEL: func.func @read_again
// CHECK:       linalg.generic {{.*}} outs(%[[E:.+]], %{{.+}} : memref<8x64xf32>, memref<8xf32>)
// CHECK:       memref.copy %[[E]],
func.func @read_again(%x: memref<8x64xf32>, %out: memref<8x64xf32>, %sums: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = memref.alloc() : memref<8x64xf32>
  %sum = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [#block, #block], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<8x64xf32>) outs(%e : memref<8x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = math.exp %a : f32
    linalg.yield %p : f32
  }
  linalg.fill ins(%zero : f32) outs(%sum : memref<8xf32>)
  linalg.reduce ins(%e : memref<8x64xf32>) outs(%sum : memref<8xf32>) dimensions = [1]
    (%a: f32, %o: f32) {
      %s = arith.addf %a, %o : f32
      linalg.yield %s : f32
    }
  memref.copy %e, %out : memref<8x64xf32> to memref<8x64xf32>
  memref.copy %sum, %sums : memref<8xf32> to memref<8xf32>
  return
}

// Nothing moves past what reads the sums' buffer, or changes the rows.

// CHECK-LABEL: func.func @changed
// CHECK:       linalg.reduce
func.func @changed(%x: memref<8x64xf32>, %sums: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %e = memref.alloc() : memref<8x64xf32>
  %sum = memref.alloc() : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<8xf32>)
  linalg.generic {indexing_maps = [#block, #block], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<8x64xf32>) outs(%e : memref<8x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = math.exp %a : f32
    linalg.yield %p : f32
  }
  memref.store %zero, %e[%c0, %c0] : memref<8x64xf32>
  linalg.reduce ins(%e : memref<8x64xf32>) outs(%sum : memref<8xf32>) dimensions = [1]
    (%a: f32, %o: f32) {
      %s = arith.addf %a, %o : f32
      linalg.yield %s : f32
    }
  memref.copy %sum, %sums : memref<8xf32> to memref<8xf32>
  return
}
}
