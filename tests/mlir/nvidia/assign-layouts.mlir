// RUN: triton-shared-opt %s --assign-layouts | FileCheck %s
// RUN: triton-shared-opt %s --assign-layouts --assign-layouts | FileCheck %s

// 256 elements among 64 threads: four of 4 bytes each, as the argument's address is a multiple of 16.  What is computed
// from numbers alone, as the fill is, has none: it is computed in whatever layout is wanted.

#map = affine_map<(d0) -> (d0)>
module attributes {tts.target = {chip = "sm_80", num_stages = 3 : i64, num_warps = 2 : i64}} {
// CHECK-LABEL: func.func @plus_one
// CHECK: memref.alloc
// CHECK-SAME{LITERAL}: {simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128]]}}
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: {simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128]]}}
// CHECK-NOT: linalg.fill{{.*}}simt.layout
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: {simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128]]}}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: {simt.layout = {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128]]}}
func.func @plus_one(%x: memref<*xf32> {tt.divisibility = 16 : i32},
                    %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %one = arith.constant 1.0 : f32
  %buffer = memref.alloc() : memref<256xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  memref.copy %view, %buffer : memref<256xf32, strided<[1]>> to memref<256xf32>
  %t = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %empty = tensor.empty() : tensor<256xf32>
  %ones = linalg.fill ins(%one : f32) outs(%empty : tensor<256xf32>) -> tensor<256xf32>
  %sum = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
      ins(%t, %ones : tensor<256xf32>, tensor<256xf32>) outs(%empty : tensor<256xf32>) {
  ^bb0(%in: f32, %o: f32, %out: f32):
    %s = arith.addf %in, %o : f32
    linalg.yield %s : f32
  } -> tensor<256xf32>
  bufferization.materialize_in_destination %sum in writable %view : (tensor<256xf32>, memref<256xf32, strided<[1]>>) -> ()
  return
}

// What one op says is handed on to those that say nothing; the store, too: a warp writes 128 bytes, as many as best.
// CHECK-LABEL: func.func @by_hand
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: {simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[64], [128]], warp = [[32]]}}
// CHECK: linalg.generic
// CHECK-SAME{LITERAL}: {simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[64], [128]], warp = [[32]]}}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: {simt.layout = {lane = [[1], [2], [4], [8], [16]], register = [[64], [128]], warp = [[32]]}}
func.func @by_hand(%x: memref<*xf32> {tt.divisibility = 16 : i32},
                   %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %buffer = memref.alloc() {simt.layout = {register = [[64], [128]], lane = [[1], [2], [4], [8], [16]], warp = [[32]]}} : memref<256xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  memref.copy %view, %buffer : memref<256xf32, strided<[1]>> to memref<256xf32>
  %t = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %empty = tensor.empty() : tensor<256xf32>
  %sum = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%t : tensor<256xf32>) outs(%empty : tensor<256xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %in : f32
    linalg.yield %s : f32
  } -> tensor<256xf32>
  bufferization.materialize_in_destination %sum in writable %view : (tensor<256xf32>, memref<256xf32, strided<[1]>>) -> ()
  return
}

// A part of a block, of a size known only at run time, goes to columns: lanes have neighbours in memory, not in rows.
// CHECK-LABEL: func.func @columns
// CHECK: bufferization.to_tensor
// CHECK-SAME{LITERAL}: {simt.layout = {lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], register = [[0, 1], [0, 2], [16, 0]], warp = [[8, 0]]}}
// CHECK: bufferization.materialize_in_destination
// CHECK-SAME{LITERAL}: {simt.layout = {lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], register = [[0, 2], [0, 4], [0, 8]], warp = [[0, 1]]}}
func.func @columns(%x: memref<*xf32> {tt.divisibility = 16 : i32}, %y: memref<*xf32>, %from: index, %n: index,
                   %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %buffer = memref.alloc() : memref<32x16xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [32, 16], strides: [16, 1] : memref<*xf32> to memref<32x16xf32, strided<[16, 1]>>
  memref.copy %view, %buffer : memref<32x16xf32, strided<[16, 1]>> to memref<32x16xf32>
  %t = bufferization.to_tensor %buffer restrict writable : memref<32x16xf32> to tensor<32x16xf32>
  %part = tensor.extract_slice %t[%from, 0] [%n, 16] [1, 1] : tensor<32x16xf32> to tensor<?x16xf32>
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [%n, 16], strides: [1, 320] : memref<*xf32> to memref<?x16xf32, strided<[1, 320]>>
  bufferization.materialize_in_destination %part in writable %to : (tensor<?x16xf32>, memref<?x16xf32, strided<[1, 320]>>) -> ()
  return
}

// What a loop carries, and combines with constants alone, has the layout of what it divides.
// CHECK-LABEL: func.func @counted
// CHECK: scf.for
// CHECK: } else {
// CHECK: arith.addf
// CHECK: arith.divf
// CHECK: scf.yield
// CHECK-NEXT{LITERAL}: } {simt.layout = [{lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128]]}, {lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128]]}]}
// CHECK: scf.yield
// CHECK-NEXT{LITERAL}: } {simt.layout = [{lane = [[4], [8], [16], [32], [64]], register = [[1], [2]], warp = [[128]]}]}
func.func @counted(%x: memref<*xf32> {tt.divisibility = 16 : i32}, %n: i32,
                   %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<256xf32>
  %ones = linalg.fill ins(%one : f32) outs(%empty : tensor<256xf32>) -> tensor<256xf32>
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [2, 128], strides: [1024, 1] : memref<*xf32> to memref<2x128xf32, strided<[1024, 1]>>
  %last = scf.for %i = %zero to %n step %step iter_args(%count = %ones) -> (tensor<256xf32>) : i32 {
    %buffer = memref.alloc() : memref<2x128xf32>
    memref.copy %view, %buffer : memref<2x128xf32, strided<[1024, 1]>> to memref<2x128xf32>
    %rows = bufferization.to_tensor %buffer restrict writable : memref<2x128xf32> to tensor<2x128xf32>
    %t = tensor.collapse_shape %rows [[0, 1]] : tensor<2x128xf32> into tensor<256xf32>
    %first = arith.cmpi eq, %i, %zero : i32
    %r:2 = scf.if %first -> (tensor<256xf32>, tensor<256xf32>) {
      scf.yield %t, %ones : tensor<256xf32>, tensor<256xf32>
    } else {
      %more = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
          ins(%count, %ones : tensor<256xf32>, tensor<256xf32>) outs(%empty : tensor<256xf32>) {
      ^bb0(%in: f32, %o: f32, %out: f32):
        %s = arith.addf %in, %o : f32
        linalg.yield %s : f32
      } -> tensor<256xf32>
      %mean = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
          ins(%t, %more : tensor<256xf32>, tensor<256xf32>) outs(%empty : tensor<256xf32>) {
      ^bb0(%in: f32, %o: f32, %out: f32):
        %s = arith.divf %in, %o : f32
        linalg.yield %s : f32
      } -> tensor<256xf32>
      scf.yield %mean, %more : tensor<256xf32>, tensor<256xf32>
    }
    %out = tensor.expand_shape %r#0 [[0, 1]] output_shape [2, 128] : tensor<256xf32> into tensor<2x128xf32>
    bufferization.materialize_in_destination %out in writable %view : (tensor<2x128xf32>, memref<2x128xf32, strided<[1024, 1]>>) -> ()
    scf.yield %r#1 : tensor<256xf32>
  }
  return
}
}
