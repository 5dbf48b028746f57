// RUN: triton-shared-opt %s --mlir-version=24 | FileCheck %s --check-prefixes=CHECK,NEW
// RUN: triton-shared-opt %s --mlir-version=19 | FileCheck %s --check-prefixes=CHECK,OLD,M19
// RUN: triton-shared-opt %s --mlir-version=17 | FileCheck %s --check-prefixes=CHECK,OLD,M17
// RUN: triton-shared-opt %s --mlir-version=16 | FileCheck %s --check-prefixes=CHECK,M16

// CHECK-LABEL: func.func @buffer(%arg0: memref<*xf32>, %arg1: i32)
// NEW:     bufferization.to_tensor %{{.+}} restrict writable : memref<8xf32> to tensor<8xf32>
// OLD:     bufferization.to_tensor %{{.+}} restrict writable : memref<8xf32>{{$}}
// M16:     bufferization.to_tensor %{{.+}} : memref<8xf32>{{$}}
// NEW:     bufferization.materialize_in_destination
// M19:     bufferization.materialize_in_destination
// M17:     %[[M:.+]] = "bufferization.to_memref"(%{{.+}}) : (tensor<8xf32>) -> (memref<8xf32>)
// M17-NEXT: memref.copy %[[M]], %{{.+}}
func.func @buffer(%x: memref<*xf32>, %n: i32) {
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32>
  %0 = memref.alloc() : memref<8xf32>
  memref.copy %view, %0 : memref<8xf32> to memref<8xf32>
  %1 = bufferization.to_tensor %0 restrict writable : memref<8xf32> to tensor<8xf32>
  bufferization.materialize_in_destination %1 in writable %view : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// A stride of 0 is a value before MLIR 20.

// CHECK-LABEL: func.func @repeated
// NEW:     memref.reinterpret_cast %arg0 to offset: [0], sizes: [4], strides: [0] : memref<*xf32> to memref<4xf32, strided<[0]>>
// OLD:     %[[ZERO:.+]] = arith.constant 0 : index
// OLD:     memref.reinterpret_cast %arg0 to offset: [0], sizes: [4], strides: [%[[ZERO]]] : memref<*xf32> to memref<4xf32, strided<[?]>>
func.func @repeated(%x: memref<*xf32>) {
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [4], strides: [0] : memref<*xf32> to memref<4xf32, strided<[0]>>
  return
}

// CHECK-LABEL: func.func @extrema
// NEW:     arith.maxnumf
// M19:     arith.maxnumf
// M17:     %[[C:.+]] = arith.cmpf ogt, %arg0, %arg1
// M17:     %[[S:.+]] = arith.select %[[C]], %arg0, %arg1
// M17:     %[[N:.+]] = arith.cmpf uno, %arg1, %arg1
// M17:     arith.select %[[N]], %arg0, %[[S]]
// NEW:     arith.maximumf
// M17:     "arith.maxf"
func.func @extrema(%a: f32, %b: f32) -> (f32, f32) {
  %0 = arith.maxnumf %a, %b : f32
  %1 = arith.maximumf %a, %b : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @loop
// NEW:     scf.for %[[I:.+]] = %arg0 to %arg1 step %{{.+}} iter_args(%[[S:.+]] = %arg0) -> (i32){{ +}}: i32 {
// M17:     scf.for %[[I:.+]] = %arg0 to %arg1 step %{{.+}} iter_args(%[[S:.+]] = %arg0) -> (i32){{ +}}: i32 {
// M16:     arith.index_cast %arg0 : i32 to index
// M16:     scf.for %[[I:.+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args(%[[S:.+]] = %arg0) -> (i32) {
// M16:       arith.index_cast %[[I]] : index to i32
func.func @loop(%n: i32, %m: i32) -> i32 {
  %one = arith.constant 1 : i32
  %0 = scf.for %i = %n to %m step %one iter_args(%s = %n) -> (i32) : i32 {
    %1 = arith.addi %s, %i : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @gather
// NEW:     scf.reduce
// M19:     scf.reduce
// M17:     scf.parallel (%[[I:.+]]) =
// M17:       memref.store
// M17:       scf.yield
// M17-NEXT: } {tt.said = 1 : i32}
func.func @gather(%x: memref<4xf32>, %v: f32) {
  %zero = arith.constant 0 : index
  %four = arith.constant 4 : index
  %one = arith.constant 1 : index
  scf.parallel (%i) = (%zero) to (%four) step (%one) {
    memref.store %v, %x[%i] : memref<4xf32>
    scf.reduce
  } {tt.said = 1 : i32}
  return
}
