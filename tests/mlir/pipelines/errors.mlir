// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics --plan-pipelines
// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics --distribute-tensors

// What is no plan at all: of a kernel,
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// expected-error@+1 {{has a 'simt.plan' that is not 'multicast', 'persistent', 'tensor_copies', 'warp_specialize', each true or false}}
func.func @kernel(%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = "fast"} {
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// expected-error@+1 {{has a 'simt.plan' that is not}}
func.func @word(%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {tma = true}} {
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// expected-error@+1 {{has a 'simt.plan' that is not}}
func.func @number(%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {persistent = 1 : i64}} {
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
// expected-error@+1 {{has a 'simt.plan' that is not}}
func.func @others(%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) attributes {simt.plan = {otherwise = true}} {
  return
}
}

// -----

// and of a loop.
module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @loop(%n: index, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has a 'simt.pipeline' that is not {stages = …}}}
  scf.for %i = %n to %n step %n {
  } {simt.pipeline = 4 : i64}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @no_stages(%n: index, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has a 'simt.pipeline' that is not {stages = …}}}
  scf.for %i = %n to %n step %n {
  } {simt.pipeline = {asked = 4 : i64}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @zero(%n: index, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has a 'simt.pipeline' whose 'stages' is 0 : i64, which is no number from 1 on}}
  scf.for %i = %n to %n step %n {
  } {simt.pipeline = {stages = 0 : i64}}
  return
}
}

// -----

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 4 : i64}} {
func.func @many(%n: index, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  // expected-error@+1 {{has a 'simt.pipeline' of 17 stages: there are 16 at most}}
  scf.for %i = %n to %n step %n {
  } {simt.pipeline = {stages = 17 : i64}}
  return
}
}
