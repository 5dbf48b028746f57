// RUN: triton-shared-opt %s --triton-to-linalg='keep-scans sums=element neutral=ordinary undefined=unwritten' | FileCheck %s
// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s --check-prefix=DEFAULT
// RUN: triton-shared-opt %s --triton-to-linalg=keep-scans --triton-arith-to-linalg --verify-shared-form | FileCheck %s --check-prefix=DEFAULT
// RUN: not triton-shared-opt %s --triton-to-linalg=keep-scans --verify-shared-form 2>&1 | FileCheck %s --check-prefix=ERROR

// A masked load without other, a scan, a maximum that passes over NaN, a sum.

// ERROR: error: 'tts.scan' op is left by 'triton-to-linalg'

// CHECK-LABEL: func.func @k
// CHECK-NOT:     scf.if
// CHECK:         %[[V:.+]] = bufferization.to_tensor
// CHECK:         %[[S:.+]] = "tts.scan"(%[[V]]) <{axis = 0 : i64, reverse = false}> ({
// CHECK-NEXT:    ^bb0(%[[A:.+]]: f16, %[[B:.+]]: f16):
// CHECK-NEXT:      %[[C:.+]] = arith.addf %[[A]], %[[B]] : f16
// CHECK-NEXT:      "tts.scan_yield"(%[[C]]) : (f16) -> ()
// CHECK-NEXT:    }) : (tensor<64xf16>) -> tensor<64xf16>
// CHECK:         linalg.fill ins(%{{.+}} : f16) outs(%{{.+}} : tensor<f16>)
// CHECK:         linalg.reduce
// CHECK:           arith.maxnumf %{{.+}} : f16
// CHECK:         linalg.reduce
// CHECK:           arith.addf %{{.+}} : f16
// CHECK-NOT:     arith.extf

// DEFAULT-LABEL: func.func @k
// DEFAULT:         scf.if
// DEFAULT-NEXT:      linalg.fill
// DEFAULT:         scf.for
// DEFAULT:         linalg.reduce
// DEFAULT:         linalg.reduce
// DEFAULT:           arith.extf %{{.+}} : f16 to f32
tt.func public @k(%x: !tt.ptr<f16>, %y: !tt.ptr<f16>, %n: i32) {
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %limit = tt.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %i, %limit : tensor<64xi32>
  %px = tt.splat %x : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>>
  %at = tt.addptr %px, %i : tensor<64x!tt.ptr<f16>>, tensor<64xi32>
  %v = tt.load %at, %mask : tensor<64x!tt.ptr<f16>>
  %py = tt.splat %y : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>>
  %to = tt.addptr %py, %i : tensor<64x!tt.ptr<f16>>, tensor<64xi32>
  %s = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f16, %b: f16):
    %c = arith.addf %a, %b : f16
    tt.scan.return %c : f16
  }) : (tensor<64xf16>) -> tensor<64xf16>
  %m = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f16, %b: f16):
    %c = arith.maxnumf %a, %b : f16
    tt.reduce.return %c : f16
  }) : (tensor<64xf16>) -> f16
  %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f16, %b: f16):
    %c = arith.addf %a, %b : f16
    tt.reduce.return %c : f16
  }) : (tensor<64xf16>) -> f16
  %ms = tt.splat %m : f16 -> tensor<64xf16>
  %su = tt.splat %sum : f16 -> tensor<64xf16>
  %r = arith.addf %s, %ms : tensor<64xf16>
  %r2 = arith.addf %r, %su : tensor<64xf16>
  tt.store %to, %r2, %mask : tensor<64x!tt.ptr<f16>>
  tt.return
}
