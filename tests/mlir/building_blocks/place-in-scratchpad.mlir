// RUN: triton-shared-opt %s --place-in-scratchpad | FileCheck %s
// RUN: triton-shared-opt %s --place-in-scratchpad=given=argument | FileCheck %s --check-prefix=ARGUMENT
// RUN: triton-shared-opt %s --place-in-scratchpad='given=argument before=0' | FileCheck %s --check-prefix=LAST
// RUN: triton-shared-opt %s --place-in-scratchpad='bytes=512 alignment=256' | FileCheck %s --check-prefix=WIDE
// RUN: not triton-shared-opt %s --place-in-scratchpad=bytes=511 2>&1 | FileCheck %s --check-prefix=ERROR

// The third buffer lives when nothing of the first is in use any more, but some of the second: a tensor that may lie in it.

// CHECK-LABEL: func.func @k
// CHECK-SAME:    attributes {tts.scratchpad_bytes = 512 : i64}
// CHECK:         memref.alloc() {tts.place = 0 : i64} : memref<64xf32, 1>
// CHECK:         memref.alloc() {tts.place = 256 : i64} : memref<64xf32, 1>
// CHECK:         memref.alloc() {tts.place = 0 : i64} : memref<60xf32, 1>

// ARGUMENT-LABEL: func.func @k
// ARGUMENT-SAME:    (%arg0: memref<*xf32>, %[[PAD:.+]]: memref<512xi8, 1> {tts.role = "scratch", tts.scratch_bytes = 512 : i64}, %{{.+}}: i32 {tts.role = "program"}
// ARGUMENT:         %[[FIRST:.+]] = arith.constant 0 : index
// ARGUMENT:         memref.view %[[PAD]][%[[FIRST]]][] : memref<512xi8, 1> to memref<64xf32, 1>
// ARGUMENT-NOT:     memref.alloc

// LAST: i32, %{{.+}}: memref<512xi8, 1> {tts.role = "scratch", tts.scratch_bytes = 512 : i64}) {
// WIDE: tts.scratchpad_bytes = 512
// ERROR: error: 'memref.alloc' op ends at byte 512 of the scratchpad, which has 511
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1]>>
  %short = memref.reinterpret_cast %x to offset: [64], sizes: [60], strides: [1] : memref<*xf32> to memref<60xf32, strided<[1], offset: 64>>
  %a = memref.alloc() : memref<64xf32, 1>
  memref.copy %view, %a : memref<64xf32, strided<[1]>> to memref<64xf32, 1>
  %t = bufferization.to_tensor %a restrict writable : memref<64xf32, 1> to tensor<64xf32>
  %b = memref.alloc() : memref<64xf32, 1>
  memref.copy %view, %b : memref<64xf32, strided<[1]>> to memref<64xf32, 1>
  %u = bufferization.to_tensor %b restrict writable : memref<64xf32, 1> to tensor<64xf32>
  %sum = linalg.add ins(%t, %t : tensor<64xf32>, tensor<64xf32>) outs(%u : tensor<64xf32>) -> tensor<64xf32>
  %c = memref.alloc() : memref<60xf32, 1>
  memref.copy %short, %c : memref<60xf32, strided<[1], offset: 64>> to memref<60xf32, 1>
  %v = bufferization.to_tensor %c restrict writable : memref<60xf32, 1> to tensor<60xf32>
  bufferization.materialize_in_destination %sum in writable %view : (tensor<64xf32>, memref<64xf32, strided<[1]>>) -> ()
  bufferization.materialize_in_destination %v in writable %short : (tensor<60xf32>, memref<60xf32, strided<[1], offset: 64>>) -> ()
  return
}
