// RUN: triton-shared-opt %s --quiet-nans | FileCheck %s

// On AArch64 what may be a signaling NaN is made quiet; what was computed is quiet.

module attributes {tts.target = {cpu = "generic", features = "+neon", triple = "aarch64-linux-gnu", abi = ""}} {
  // CHECK-LABEL: func.func @greater
  // CHECK-SAME:  (%[[X:.*]]: vector<4xf32>, %[[Y:.*]]: vector<4xf32>)
  // CHECK:       %[[IS_NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]] : vector<4xf32>
  // CHECK:       %[[QUIET:.*]] = arith.select %[[IS_NAN]], %{{.*}}, %[[X]] : vector<4xi1>, vector<4xf32>
  // CHECK:       %[[SUM:.*]] = arith.addf
  // CHECK:       arith.maxnumf %[[QUIET2:.*]], %[[SUM]]
  func.func @greater(%x: vector<4xf32>, %y: vector<4xf32>) -> (vector<4xf32>, f32, f32) {
    %a = arith.minnumf %x, %x : vector<4xf32>
    %s = arith.addf %x, %y : vector<4xf32>
    %m = arith.maxnumf %y, %s : vector<4xf32>
    // CHECK:     %[[LANES:.*]] = arith.select %{{.*}}, %{{.*}}, %[[Y]]
    // CHECK:     vector.reduction <maxnumf>, %[[LANES]]
    %r = vector.reduction <maxnumf>, %y : vector<4xf32> into f32
    // CHECK:     vector.reduction <add>, %[[Y]]
    %t = vector.reduction <add>, %y : vector<4xf32> into f32
    return %m, %r, %t : vector<4xf32>, f32, f32
  }

  // A loop carries what is quiet: the number before it, and the greatest of each iteration.

  // CHECK-LABEL: func.func @carried
  // CHECK:       scf.for {{.*}} iter_args(%[[ACC:.*]] =
  // CHECK:         %[[QUIET:.*]] = arith.select
  // CHECK:         arith.maxnumf %[[ACC]], %[[QUIET]]
  func.func @carried(%x: memref<64xf32>, %n: index) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %low = arith.constant -3.0 : f32
    %m = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %low) -> f32 {
      %v = memref.load %x[%i] : memref<64xf32>
      %greater = arith.maxnumf %acc, %v : f32
      scf.yield %greater : f32
    }
    return %m : f32
  }
}
