// RUN: triton-shared-opt %s --separate-checks | FileCheck %s
// RUN: triton-shared-opt %s --separate-checks --triton-to-linalg --check-accesses | FileCheck %s --check-prefix=LOWERED

// The product, which only the sum uses, keeps that one user: the check looks at a product of its own, of hidden bits.
// The sum is stored, so the check looks at it itself.

// CHECK-LABEL: tt.func public @k
// CHECK:       %[[OUTSIDE:.+]] = arith.cmpi uge
// CHECK:       %[[ZERO:.+]] = arith.extui %[[OUTSIDE]]
// CHECK:       %[[V:.+]] = tt.load
// CHECK:       %[[BITS:.+]] = tt.bitcast %[[V]]
// CHECK:       %[[XOR:.+]] = arith.xori %[[BITS]]
// CHECK:       %[[HIDDEN:.+]] = tt.bitcast %[[XOR]]
// CHECK:       %[[P:.+]] = arith.mulf %[[V]], %[[V]]
// CHECK:       %[[COPY:.+]] = arith.mulf %[[HIDDEN]], %[[HIDDEN]]
// CHECK:       %[[S:.+]] = arith.addf %[[P]], %[[V]]
// CHECK:       arith.cmpf ord, %[[COPY]], %[[S]]
// CHECK:       tt.store %{{.+}}, %[[S]]

// LOWERED-LABEL: func.func @k
// LOWERED:       linalg.generic
// LOWERED:       call @triton_shared_found
tt.func public @k(%x: !tt.ptr<f32>) {
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %at = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %at : tensor<8x!tt.ptr<f32>>
  %q = arith.mulf %v, %v : tensor<8xf32>
  %s = arith.addf %q, %v : tensor<8xf32>
  %ok = arith.cmpf ord, %q, %s : tensor<8xf32>
  "tts.check"(%ok, %q, %s, %ok) {told = "{\"kind\": \"values\", \"told\": \"makes a product\", \"values\": [\"result\"]}"} : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>, tensor<8xi1>) -> ()
  tt.store %at, %s : tensor<8x!tt.ptr<f32>>
  tt.return
}

// A difference that two ops use, and a sum of lanes that nothing else is added to, are fused with no user: no copies.

// CHECK-LABEL: tt.func public @shared
// CHECK:       %[[D:.+]] = arith.subf
// CHECK-NOT:   arith.subf
// CHECK:       %[[R:.+]] = "tt.reduce"(%[[D]])
// CHECK-NOT:   tt.reduce"
// CHECK:       arith.cmpf ord, %[[R]], %[[R]]
// CHECK:       arith.cmpf ord, %[[D]], %[[D]]
tt.func public @shared(%x: !tt.ptr<f32>) {
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %at = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %at : tensor<8x!tt.ptr<f32>>
  %one = arith.constant dense<1.0> : tensor<8xf32>
  %d = arith.subf %v, %one : tensor<8xf32>
  %r = "tt.reduce"(%d) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<8xf32>) -> f32
  %rs = tt.splat %r : f32 -> tensor<8xf32>
  %q = arith.divf %d, %rs : tensor<8xf32>
  %ok = arith.cmpf ord, %r, %r : f32
  "tts.check"(%ok, %r, %ok, %ok) {told = "{\"kind\": \"values\", \"told\": \"a\", \"values\": [\"result\"]}"} : (i1, f32, i1, i1) -> ()
  %oks = arith.cmpf ord, %d, %d : tensor<8xf32>
  "tts.check"(%oks, %d, %oks, %oks) {told = "{\"kind\": \"values\", \"told\": \"b\", \"values\": [\"result\"]}"} : (tensor<8xi1>, tensor<8xf32>, tensor<8xi1>, tensor<8xi1>) -> ()
  tt.store %at, %q : tensor<8x!tt.ptr<f32>>
  tt.return
}
