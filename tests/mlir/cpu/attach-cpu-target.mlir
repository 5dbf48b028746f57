// RUN: triton-shared-opt %s --split-input-file --attach-cpu-target --verify-diagnostics | FileCheck %s

// A target that is noted already stays; what else speaks of machines goes.

// CHECK: module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64>,
                   tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {
}

// -----

// Without one it is this machine.

// CHECK: module attributes {tts.target = {abi = "", cpu = "{{.+}}", features = "{{.+}}", triple = ""}} {
module {
}

// -----

// expected-error @+1 {{'builtin.module' op has a 'tts.target' that does not consist of strings cpu, features, triple, abi}}
module attributes {tts.target = {cpu = 3 : i32}} {
}
