// RUN: triton-shared-opt %s --triton-to-linalg=keep-tts=all | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: triton-shared-opt %s --triton-to-linalg=keep-tts=structured | FileCheck %s --check-prefixes=CHECK,STRUCTURED
// RUN: triton-shared-opt %s --triton-to-linalg=keep-tts=all --structured-to-memref --unstructured-to-memref \
// RUN:   --triton-arith-to-linalg --guard-divisions --verify-shared-form | FileCheck %s --check-prefix=LOWERED
// RUN: triton-shared-opt %s --triton-to-linalg=keep-tts=all --mlir-version=19 | FileCheck %s --check-prefix=RELEASE
// RUN: not triton-shared-opt %s --triton-to-linalg=keep-tts=all --verify-shared-form 2>&1 | FileCheck %s --check-prefix=ERROR

// A masked row of indices, a gather by them, and pointers that are copied: what is kept takes memrefs and numbers.

// ERROR: error: 'tts.load' op is left by 'triton-to-linalg'

// CHECK-LABEL: func.func @gathered(%arg0: memref<*xf32>, %arg1: memref<*xi32>, %arg2: memref<*xi64>, %arg3: i32
// CHECK:       %[[ROWS:.+]] = "tts.load"(%arg1, %c0, %c1, %c0, %[[N:.+]]) <{cuts = array<i64>, loops = array<i64>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 1, 1, 0, 0>}>
// CHECK-NEXT:  }) : (memref<*xi32>, index, index, index, index) -> tensor<64xi32>
// ALL:         %[[V:.+]] = "tts.load"(%arg0, %c0, %c0) <{cuts = array<i64>, loops = array<i64: 0>
// ALL-NEXT:    ^bb0(%[[I:.+]]: index):
// ALL-NEXT:      %[[ROW:.+]] = tensor.extract %[[ROWS]][%[[I]]] : tensor<64xi32>
// ALL-NEXT:      %[[AT:.+]] = arith.index_cast %[[ROW]] : i32 to index
// ALL-NEXT:      "tts.yield"(%[[AT]], %true) : (index, i1) -> ()
// ALL-NEXT:    }) {tt.cache = "cg"} : (memref<*xf32>, index, index) -> tensor<64xf32>
// ALL-NOT:     memref.copy
// STRUCTURED:  scf.parallel
// STRUCTURED:  memref.load
// CHECK:       "tts.store"(%arg0, %c0, %c1, %c0, %[[N]], %{{.+}})
// CHECK:       %[[P:.+]] = "tts.load"
// CHECK-NEXT:  }) : (memref<i64>, index, index) -> tensor<64xi64>
// CHECK-NEXT:  "tts.store"({{.+}}%[[P]]) <{

// LOWERED-LABEL: func.func @gathered
// LOWERED-NOT:   tts.
// LOWERED:       memref.copy
// LOWERED:       return

// RELEASE: "tts.load"(%arg1, %c0, %c1, %c0, %{{.+}}) ({
// RELEASE-NEXT: }) {cuts = array<i64>, loops = array<i64>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 1, 1, 0, 0>} : (
tt.func public @gathered(%x: !tt.ptr<f32>, %rows: !tt.ptr<i32>, %p: !tt.ptr<!tt.ptr<f32>>, %n: i32) {
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %limit = tt.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %i, %limit : tensor<64xi32>
  %pr = tt.splat %rows : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %ar = tt.addptr %pr, %i : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %r = tt.load %ar, %mask : tensor<64x!tt.ptr<i32>>
  %px = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %at = tt.addptr %px, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %at cacheModifier = cg : tensor<64x!tt.ptr<f32>>
  %to = tt.addptr %px, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %to, %v, %mask : tensor<64x!tt.ptr<f32>>
  %pp = tt.splat %p : !tt.ptr<!tt.ptr<f32>> -> tensor<64x!tt.ptr<!tt.ptr<f32>>>
  %ap = tt.addptr %pp, %i : tensor<64x!tt.ptr<!tt.ptr<f32>>>, tensor<64xi32>
  %w = tt.load %ap : tensor<64x!tt.ptr<!tt.ptr<f32>>>
  tt.store %ap, %w : tensor<64x!tt.ptr<!tt.ptr<f32>>>
  tt.return
}
