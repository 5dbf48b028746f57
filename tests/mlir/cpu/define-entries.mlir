// RUN: triton-shared-opt %s --split-input-file --define-entries --verify-diagnostics | FileCheck %s

module attributes {tts.target = {cpu = "x86-64", features = "+sse2", triple = "", abi = ""}} {
// Arguments are loaded from their places in the block, the grid from behind them; x runs fastest.

// CHECK-LABEL: llvm.func @add.entry(%arg0: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg1: i64, %arg2: i64, %arg3: !llvm.ptr {llvm.align = 64 : i64, llvm.noalias})
// CHECK:         %[[AT0:.+]] = llvm.getelementptr %arg0[0]
// CHECK:         %[[X:.+]] = llvm.load %[[AT0]] : !llvm.ptr -> !llvm.ptr
// CHECK:         %[[AT1:.+]] = llvm.getelementptr %arg0[8]
// CHECK:         %[[BYTE:.+]] = llvm.load %[[AT1]] : !llvm.ptr -> i8
// CHECK:         %[[B:.+]] = llvm.icmp "ne" %[[BYTE]], %{{.+}} : i8
// CHECK:         %[[AT2:.+]] = llvm.getelementptr %arg0[12]
// CHECK:         %[[N:.+]] = llvm.load %[[AT2]] : !llvm.ptr -> i32
// CHECK:         %[[AT3:.+]] = llvm.getelementptr %arg0[16]
// CHECK:         %[[GX:.+]] = llvm.load %[[AT3]] : !llvm.ptr -> i32
// CHECK:         %[[SOME:.+]] = llvm.icmp "slt" %arg1, %arg2 : i64
// CHECK:         llvm.cond_br %[[SOME]], ^bb1(%arg1, %{{.+}} : i64, i32, i32, i32), ^bb2
// CHECK:       ^bb1(%[[I:.+]]: i64, %[[PX:.+]]: i32, %[[PY:.+]]: i32, %[[PZ:.+]]: i32):
// CHECK:         llvm.call @add(%[[X]], %[[B]], %[[N]], %[[GX]], %{{.+}}, %{{.+}}, %[[PX]], %[[PY]], %[[PZ]], %arg3)
// CHECK:         %[[MORE:.+]] = llvm.add %[[PX]], %{{.+}} : i32
// CHECK:         %[[END:.+]] = llvm.icmp "eq" %[[MORE]], %[[GX]] : i32

llvm.func internal @add(%x: !llvm.ptr {tts.pointee = f32}, %b: i1, %n: i32,
    %gridX: i32 {tts.role = "program"}, %gridY: i32 {tts.role = "program"}, %gridZ: i32 {tts.role = "program"},
    %pidX: i32 {tts.role = "program"}, %pidY: i32 {tts.role = "program"}, %pidZ: i32 {tts.role = "program"},
    %scratch: !llvm.ptr {tts.role = "scratch", tts.scratch_bytes = 64 : i64}) {
  llvm.return
}
}

// -----

module attributes {tts.target = {cpu = "x86-64", features = "+sse2", triple = "", abi = ""}} {
// Stores that went past the caches are there when the entry returns.

// CHECK-LABEL: llvm.func @fill.entry
// CHECK:         llvm.cond_br
// CHECK:         llvm.cond_br
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    llvm.call_intrinsic "llvm.x86.sse.sfence"() : () -> ()
// CHECK-NEXT:    llvm.return

llvm.func internal @fill(%x: !llvm.ptr {tts.pointee = f32},
    %gridX: i32 {tts.role = "program"}, %gridY: i32 {tts.role = "program"}, %gridZ: i32 {tts.role = "program"},
    %pidX: i32 {tts.role = "program"}, %pidY: i32 {tts.role = "program"}, %pidZ: i32 {tts.role = "program"})
    attributes {tts.streams} {
  llvm.return
}
}

// -----

module attributes {tts.target = {cpu = "x86-64", features = "+sse2", triple = "", abi = ""}} {
// A program that may be left comes back to the guard; the record of failures is behind the grid.

// CHECK-LABEL: llvm.func internal @check.guarded(
// CHECK:         %[[BUFFER:.+]] = llvm.getelementptr %[[ESCAPE:.+]][64]
// CHECK:         %[[JUMPED:.+]] = llvm.call @_setjmp(%[[BUFFER]]) : (!llvm.ptr) -> i32
// CHECK:         llvm.call @check({{.*}}%[[ESCAPE]])
// CHECK-LABEL: llvm.func @named(
// CHECK:         %[[OWN:.+]] = llvm.alloca
// CHECK:         %[[AT:.+]] = llvm.getelementptr %arg0[16]
// CHECK:         %[[RECORD:.+]] = llvm.load %[[AT]] : !llvm.ptr -> !llvm.ptr
// CHECK:         llvm.store %[[RECORD]], %[[OWN]] : !llvm.ptr, !llvm.ptr
// CHECK:         llvm.call @check.guarded({{.*}}%[[OWN]])

llvm.func internal @check(%n: i32,
    %gridX: i32 {tts.role = "program"}, %gridY: i32 {tts.role = "program"}, %gridZ: i32 {tts.role = "program"},
    %pidX: i32 {tts.role = "program"}, %pidY: i32 {tts.role = "program"}, %pidZ: i32 {tts.role = "program"},
    %escape: !llvm.ptr {tts.role = "escape"}) attributes {tts.entry = "named"} {
  llvm.return
}

// Who is called by kernels alone needs no entry.

// CHECK-NOT:   @callee.entry

llvm.func internal @callee(%x: !llvm.ptr) attributes {sym_visibility = "private"} {
  llvm.return
}
}

// -----

module attributes {tts.target = {cpu = "x86-64", features = "+sse2", triple = "", abi = ""}} {
// expected-error @+1 {{'func.func' op is not in the llvm dialect}}
func.func @shared(%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  return
}
}

// -----

module attributes {tts.target = {cpu = "x86-64", features = "+sse2", triple = "", abi = ""}} {
// expected-error @+1 {{'llvm.func' op argument 0 has neither 'tts.role' nor 'tts.pointee'}}
llvm.func @not_annotated(%x: !llvm.ptr) {
  llvm.return
}
}

// -----

module attributes {tts.target = {cpu = "x86-64", features = "+sse2", triple = "", abi = ""}} {
// expected-error @+1 {{'llvm.func' op does not have 6 arguments of the role 'program'}}
llvm.func @no_grid(%n: i32) {
  llvm.return
}
}

// -----

// LLVM is told how long the vectors of a CPU's SVE are: 2 times 128 bits.

// CHECK-LABEL: llvm.func @sve.entry
// CHECK-SAME:  passthrough = ["nounwind", ["prefer-vector-width", "512"], ["vscale_range", "8589934594"]]

module attributes {
    tts.target = {cpu = "neoverse-v1", features = "+neon", triple = "aarch64-linux-gnu", abi = ""}} {
  llvm.func internal @sve(%x: !llvm.ptr {tts.pointee = f32},
      %gx: i32 {tts.role = "program"}, %gy: i32 {tts.role = "program"}, %gz: i32 {tts.role = "program"},
      %px: i32 {tts.role = "program"}, %py: i32 {tts.role = "program"}, %pz: i32 {tts.role = "program"}) {
    llvm.return
  }
}
