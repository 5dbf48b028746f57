// RUN: triton-shared-opt %s --split-input-file --raise-num-warps | FileCheck %s

// As many warps as it takes for fewer than 256 registers of a thread.

// CHECK:       module attributes {tts.target = {chip = "sm_90a", {{.*}}num_warps = 16
// CHECK-LABEL: func.func @straight
// CHECK-SAME:  a block of 512 registers of each thread of 4 warps, which has 255 at most: there are 16 warps
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
  func.func @straight(%b: memref<65536xf32>) {
    %t = bufferization.to_tensor %b : memref<65536xf32> to tensor<65536xf32>
    return
  }
}

// -----

// No more than a block can have.

// CHECK:       num_warps = 32
// CHECK-LABEL: func.func @largest
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
  func.func @largest(%b: memref<1048576xf32>) {
    %t = bufferization.to_tensor %b : memref<1048576xf32> to tensor<1048576xf32>
    return
  }
}

// -----

// Loops have the warps that were asked for, and so has what fits, and what may have few registers.

// CHECK:       num_warps = 4
// CHECK-LABEL: func.func @loop
// CHECK-NOT:   remarks
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
  func.func @loop(%b: memref<65536xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %t = bufferization.to_tensor %b : memref<65536xf32> to tensor<65536xf32>
    }
    return
  }
}

// -----

// CHECK:       num_warps = 4
// CHECK-LABEL: func.func @fits
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
  func.func @fits(%b: memref<16384xf32>) {
    %t = bufferization.to_tensor %b : memref<16384xf32> to tensor<16384xf32>
    return
  }
}

// -----

// CHECK:       num_warps = 4
// CHECK-LABEL: func.func @few
module attributes {tts.target = {chip = "sm_90a", maxnreg = 64 : i64, num_stages = 3 : i64, num_warps = 4 : i64}} {
  func.func @few(%b: memref<65536xf32>) {
    %t = bufferization.to_tensor %b : memref<65536xf32> to tensor<65536xf32>
    return
  }
}
