// RUN: triton-shared-opt %s --quiet-nans | FileCheck %s

// On AArch64 what may be a signaling NaN is made quiet; what was computed is quiet.

module attributes {tts.target = {cpu = "generic", features = "+neon", triple = "aarch64-linux-gnu", abi = ""}} {
  // CHECK-LABEL: func.func @greater
  // CHECK-SAME:  (%[[X:.*]]: vector<4xf32>, %[[Y:.*]]: vector<4xf32>)
  // CHECK:       %[[QUIET:.*]] = llvm.call_intrinsic "llvm.canonicalize"(%[[X]]) : (vector<4xf32>) -> vector<4xf32>
  // CHECK:       %[[SUM:.*]] = arith.addf
  // CHECK:       arith.maxnumf %[[QUIET2:.*]], %[[SUM]]
  func.func @greater(%x: vector<4xf32>, %y: vector<4xf32>) -> (vector<4xf32>, f32, f32) {
    %a = arith.minnumf %x, %x : vector<4xf32>
    %s = arith.addf %x, %y : vector<4xf32>
    %m = arith.maxnumf %y, %s : vector<4xf32>
    // CHECK:     %[[LANES:.*]] = llvm.call_intrinsic "llvm.canonicalize"(%[[Y]])
    // CHECK:     vector.reduction <maxnumf>, %[[LANES]]
    %r = vector.reduction <maxnumf>, %y : vector<4xf32> into f32
    // CHECK:     vector.reduction <add>, %[[Y]]
    %t = vector.reduction <add>, %y : vector<4xf32> into f32
    return %m, %r, %t : vector<4xf32>, f32, f32
  }
}
