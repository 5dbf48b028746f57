// RUN: triton-shared-opt %s --split-input-file --narrow-barriers | FileCheck %s

// The threads of one warp are a block,
// CHECK-LABEL: func.func @one
// CHECK:         gpu.barrier scope <subgroup>
module attributes {tts.target = {chip = "sm_90a", num_stages = 1 : i64, num_warps = 1 : i64}} {
  func.func @one() {
    gpu.barrier
    return
  }
}

// -----

// but not those of two,
// CHECK-LABEL: func.func @two
// CHECK:         gpu.barrier{{$}}
module attributes {tts.target = {chip = "sm_90a", num_stages = 1 : i64, num_warps = 2 : i64}} {
  func.func @two() {
    gpu.barrier
    return
  }
}

// -----

// or of one and a producer's.
// CHECK-LABEL: func.func @produced
// CHECK:         gpu.barrier{{$}}
module attributes {tts.target = {chip = "sm_90a", num_stages = 1 : i64, num_warps = 1 : i64}} {
  func.func @produced() attributes {tts.producer_warps = 1 : i64} {
    gpu.barrier
    return
  }
}
