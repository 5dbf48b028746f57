// RUN: triton-shared-opt %s --annotate-arguments | FileCheck %s

// CHECK-LABEL: func.func @kernel
// CHECK-SAME:  (%arg0: memref<*xf32> {tt.divisibility = 16 : i32, tts.pointee = f32}, %arg1: memref<*xi1> {tts.pointee = i1, tts.written}, %arg2: i32, %arg3: i32 {tts.role = "program"}, %arg4: i32 {tts.role = "program"}, %arg5: i32 {tts.role = "program"}, %arg6: i32 {tts.role = "program"}, %arg7: i32 {tts.role = "program"}, %arg8: i32 {tts.role = "program"})
func.func @kernel(%x: memref<*xf32> {tt.divisibility = 16 : i32}, %y: memref<*xi1>, %n: i32,
                  %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %zero = arith.constant 0 : index
  %from = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32>
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [8], strides: [1] : memref<*xi1> to memref<8xi1>
  %v = memref.load %from[%zero] : memref<8xf32>
  %k = arith.cmpf olt, %v, %v : f32
  memref.store %k, %to[%zero] : memref<8xi1>
  return
}

// CHECK-LABEL: func.func private @callee(%arg0: memref<*xf32>) {
func.func private @callee(%x: memref<*xf32>) {
  return
}
