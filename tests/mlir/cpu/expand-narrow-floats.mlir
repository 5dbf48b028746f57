// RUN: triton-shared-opt %s --split-input-file --expand-narrow-floats | FileCheck %s

// What f32 holds exactly, or rounded to odd, is rounded once to f16 and bf16.

module attributes {tts.target = {abi = "", cpu = "x86-64-v3", features = "+sse2,+avx2,+f16c", triple = "x86_64-linux-gnu"}} {
// CHECK-LABEL: func.func @rounds
// CHECK-NEXT:  %[[NEAR:.+]] = arith.truncf %arg0 : vector<8xf64> to vector<8xf32>
// CHECK-NEXT:  %[[BACK:.+]] = arith.extf %[[NEAR]] : vector<8xf32> to vector<8xf64>
// CHECK-NEXT:  arith.bitcast %[[NEAR]] : vector<8xf32> to vector<8xi32>
// CHECK:       arith.cmpf one, %[[BACK]], %arg0 : vector<8xf64>
// CHECK:       %[[ODD:.+]] = arith.bitcast %{{.+}} : vector<8xi32> to vector<8xf32>
// CHECK-NEXT:  %[[HALF:.+]] = arith.truncf %[[ODD]] : vector<8xf32> to vector<8xf16>
// CHECK:       %[[OTHER:.+]] = arith.bitcast %{{.+}} : i32 to f32
// CHECK-NEXT:  %[[BRAIN:.+]] = arith.truncf %[[OTHER]] : f32 to bf16
// CHECK-NEXT:  return %[[HALF]], %[[BRAIN]]
func.func @rounds(%x: vector<8xf64>, %y: f64) -> (vector<8xf16>, bf16) {
  %0 = arith.truncf %x : vector<8xf64> to vector<8xf16>
  %1 = arith.truncf %y : f64 to bf16
  return %0, %1 : vector<8xf16>, bf16
}

// CHECK-LABEL: func.func @steps
// CHECK-NEXT:  %[[SINGLE:.+]] = arith.extf %arg0 : vector<16xbf16> to vector<16xf32>
// CHECK-NEXT:  %[[DOUBLE:.+]] = arith.extf %[[SINGLE]] : vector<16xf32> to vector<16xf64>
// CHECK-NEXT:  return %[[DOUBLE]]
func.func @steps(%x: vector<16xbf16>) -> vector<16xf64> {
  %0 = arith.extf %x : vector<16xbf16> to vector<16xf64>
  return %0 : vector<16xf64>
}

// CHECK-LABEL: func.func @one_step
// CHECK-NEXT:  arith.extf %arg0 : bf16 to f32
// CHECK-NEXT:  arith.extf %arg1 : f16 to f64
// CHECK-NEXT:  arith.addf %arg1, %arg1 : f16
// CHECK-NEXT:  return
func.func @one_step(%x: bf16, %y: f16) -> (f32, f64, f16) {
  %0 = arith.extf %x : bf16 to f32
  %1 = arith.extf %y : f16 to f64
  %2 = arith.addf %y, %y : f16
  return %0, %1, %2 : f32, f64, f16
}

// A sum of bf16 is rounded before the next op reads it.
// CHECK-LABEL: func.func @chain
// CHECK:       %[[SUM:.+]] = arith.addf %{{.+}}, %{{.+}} fastmath<contract> : f32
// CHECK-NEXT:  %[[ROUNDED:.+]] = arith.truncf %[[SUM]] : f32 to bf16
// CHECK-NEXT:  %[[WIDE:.+]] = arith.extf %[[ROUNDED]] : bf16 to f32
// CHECK-NEXT:  %[[OTHER:.+]] = arith.extf %arg1 : bf16 to f32
// CHECK-NEXT:  %[[LESS:.+]] = arith.cmpf olt, %[[WIDE]], %[[OTHER]] fastmath<contract> : f32
// CHECK-NEXT:  %[[COUNT:.+]] = arith.sitofp %arg2 : i32 to f32
// CHECK-NEXT:  %[[SHORT:.+]] = arith.truncf %[[COUNT]] : f32 to bf16
// CHECK-NEXT:  arith.select %[[LESS]], %[[ROUNDED]], %[[SHORT]] : bf16
func.func @chain(%a: bf16, %b: bf16, %n: i32) -> bf16 {
  %0 = arith.addf %a, %b fastmath<contract> : bf16
  %1 = arith.cmpf olt, %0, %b fastmath<contract> : bf16
  %2 = arith.sitofp %n : i32 to bf16
  %3 = arith.select %1, %0, %2 : bf16
  return %3 : bf16
}

// CHECK-LABEL: func.func @floor
// CHECK-NEXT:  %[[WIDE:.+]] = arith.extf %arg0 : bf16 to f32
// CHECK-NEXT:  %[[FLOOR:.+]] = math.floor %[[WIDE]] : f32
// CHECK-NEXT:  arith.truncf %[[FLOOR]] : f32 to bf16
func.func @floor(%x: bf16) -> bf16 {
  %0 = math.floor %x : bf16
  return %0 : bf16
}
}

// -----

// A machine without f16 moves it, and takes and makes its bits.

module attributes {tts.target = {abi = "", cpu = "x86-64", features = "+sse2", triple = "x86_64-linux-gnu"}} {
// CHECK-LABEL: func.func @adds
// CHECK-NOT:   extf
// CHECK-NOT:   truncf
// CHECK:       arith.bitcast %arg0 : vector<4xf16> to vector<4xi16>
// CHECK:       %[[SUM:.+]] = arith.addf %{{.+}}, %{{.+}} : vector<4xf32>
// CHECK:       arith.bitcast %[[SUM]] : vector<4xf32> to vector<4xi32>
// CHECK:       %[[HALF:.+]] = arith.bitcast %{{.+}} : vector<4xi16> to vector<4xf16>
// CHECK:       arith.select %arg2, %[[HALF]], %arg1 : vector<4xi1>, vector<4xf16>
// CHECK-NOT:   extf
// CHECK-NOT:   truncf
// CHECK:       return
func.func @adds(%x: vector<4xf16>, %y: vector<4xf16>, %c: vector<4xi1>) -> vector<4xf16> {
  %0 = arith.addf %x, %y : vector<4xf16>
  %1 = arith.select %c, %0, %y : vector<4xi1>, vector<4xf16>
  return %1 : vector<4xf16>
}
}
