// RUN: triton-shared-opt %s --separate-checks --triton-to-linalg --check-races --check-accesses=lanes=threads | FileCheck %s

// Calls that tell what they saw are given the iteration of the loops around in place of a text, which launches have.

// CHECK-LABEL: func.func @k
// CHECK-SAME:  tt.sites = "[{{.*}}a sum{{.*}}"
// CHECK:       scf.for %[[I:.+]] =
// CHECK:       %[[TRIP:.+]] = arith.divsi
// CHECK:       call @triton_shared_visits(
// CHECK:       scf.parallel
// CHECK:       call @triton_shared_found(
tt.func public @k(%x: !tt.ptr<f32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 8 : i32
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  scf.for %at = %zero to %n step %step : i32 {
    %begin = tt.splat %at : i32 -> tensor<8xi32>
    %o = arith.addi %i, %begin : tensor<8xi32>
    %q = tt.addptr %p, %o : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %v = tt.load %q : tensor<8x!tt.ptr<f32>>
    %ok = arith.cmpf ord, %v, %v : tensor<8xf32>
    "tts.check"(%ok, %v, %ok, %ok) {told = "{\"kind\": \"values\", \"told\": \"makes nan by a sum\", \"values\": [\"result\"]}"} : (tensor<8xi1>, tensor<8xf32>, tensor<8xi1>, tensor<8xi1>) -> ()
    tt.store %q, %v : tensor<8x!tt.ptr<f32>>
  }
  tt.return
}
