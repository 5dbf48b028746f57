// RUN: triton-shared-opt %s --split-input-file --attach-gpu-target | FileCheck %s

// CHECK: module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}}
module {}

// -----

// What is noted already stays.

// CHECK: module attributes {tts.target = {chip = "sm_80", num_stages = 2 : i64, num_warps = 8 : i64}}
module attributes {tts.target = {chip = "sm_80", num_stages = 2 : i64, num_warps = 8 : i64}} {}
