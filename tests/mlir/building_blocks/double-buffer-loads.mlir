// RUN: triton-shared-opt %s --double-buffer-loads=transfers=calls --canonicalize --cse | FileCheck %s
// RUN: triton-shared-opt %s --allow-unregistered-dialect --double-buffer-loads=transfers=dma --canonicalize --cse | FileCheck %s --check-prefix=OPS
// RUN: triton-shared-opt %s --double-buffer-loads --canonicalize --cse | FileCheck %s --check-prefix=COPIES
// RUN: triton-shared-opt %s --allow-unregistered-dialect --double-buffer-loads='transfers=dma assume-no-alias' | FileCheck %s --check-prefix=ALIAS
// RUN: not triton-shared-opt %s --double-buffer-loads=transfers=dma 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: 'memref.copy' op cannot be 'dma.start', which no plug-in has

// CHECK:       func.func private @triton_shared_wait_for(%{{.+}}: index)
// CHECK-LABEL: func.func @sum
// CHECK:         %[[PING:.+]] = memref.alloc() : memref<64xf32>
// CHECK:         %[[PONG:.+]] = memref.alloc() : memref<64xf32>
// CHECK:         scf.if
// CHECK:           call @triton_shared_start_0(%{{.+}}, %[[PING]], %[[C0:.+]]) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32>, index) -> ()
// CHECK:         scf.for %[[I:.+]] = %{{.+}} to %[[N:.+]] step %[[STEP:.+]] iter_args(%[[SUM:.+]] = %{{.+}}, %[[AT:.+]] = %{{.+}}, %[[X:.+]] = %[[PING]], %[[Y:.+]] = %[[PONG]], %[[TAG:.+]] = %[[C0]])
// CHECK:           %[[OTHER:.+]] = arith.subi %{{.+}}, %[[TAG]]
// CHECK:           %[[LEFT:.+]] = arith.subi %[[N]], %[[I]]
// CHECK:           %[[MORE:.+]] = arith.cmpi ugt, %[[LEFT]], %[[STEP]]
// CHECK:           scf.if %[[MORE]] {
// CHECK:             %[[NEXT:.+]] = arith.addi %[[AT]], %{{.+}} : index
// CHECK:             %[[VIEW:.+]] = memref.reinterpret_cast %{{.+}} to offset: [%[[NEXT]]]
// CHECK:             call @triton_shared_start_0(%[[VIEW]], %[[Y]], %[[OTHER]])
// CHECK:           }
// CHECK:           call @triton_shared_wait_for(%[[TAG]])
// CHECK:           bufferization.to_tensor %[[X]] restrict writable
// CHECK:           scf.yield %{{.+}}, %{{.+}}, %[[Y]], %[[X]], %[[OTHER]]
// CHECK-LABEL: func.func @stores
// CHECK-NOT:     call
// CHECK:         scf.for
// CHECK-NEXT:      memref.alloc
// CHECK:       func.func private @triton_shared_start_0(%[[FROM:.+]]: memref<64xf32, strided<[1], offset: ?>>, %[[TO:.+]]: memref<64xf32>, %{{.+}}: index)
// CHECK-NEXT:    memref.copy %[[FROM]], %[[TO]]

// OPS: "dma.start"(%{{.+}}, %{{.+}}, %{{.+}}) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32>, index) -> ()
// OPS: scf.for
// OPS: "dma.start"
// OPS: "dma.wait"(%{{.+}}) : (index) -> ()

// COPIES-NOT: call
// COPIES: memref.copy
// COPIES: scf.for
// COPIES: memref.copy
// COPIES-NEXT: }
// COPIES-NEXT: bufferization.to_tensor

// ALIAS-LABEL: func.func @stores
// ALIAS:         "dma.start"
// ALIAS:         scf.for
// ALIAS:           "dma.wait"
// ALIAS:           bufferization.materialize_in_destination
func.func @sum(%x: memref<*xf32>, %y: memref<*xf32>, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %first = arith.constant 0 : index
  %next = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %sum, %end = scf.for %i = %c0 to %n step %step iter_args(%acc = %zero, %at = %first) -> (tensor<64xf32>, index) : i32 {
    %view = memref.reinterpret_cast %x to offset: [%at], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1], offset: ?>>
    %buf = memref.alloc() : memref<64xf32>
    memref.copy %view, %buf : memref<64xf32, strided<[1], offset: ?>> to memref<64xf32>
    %t = bufferization.to_tensor %buf restrict writable : memref<64xf32> to tensor<64xf32>
    %s = linalg.add ins(%t, %acc : tensor<64xf32>, tensor<64xf32>) outs(%acc : tensor<64xf32>) -> tensor<64xf32>
    %after = arith.addi %at, %next : index
    scf.yield %s, %after : tensor<64xf32>, index
  }
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1]>>
  bufferization.materialize_in_destination %sum in writable %to : (tensor<64xf32>, memref<64xf32, strided<[1]>>) -> ()
  return
}

// A store may write what the next iteration loads.
func.func @stores(%x: memref<*xf32>, %y: memref<*xf32>, %n: index, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %first = arith.constant 0 : index
  %step = arith.constant 64 : index
  scf.for %i = %first to %n step %step {
    %buf = memref.alloc() : memref<64xf32>
    %view = memref.reinterpret_cast %x to offset: [%i], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1], offset: ?>>
    memref.copy %view, %buf : memref<64xf32, strided<[1], offset: ?>> to memref<64xf32>
    %t = bufferization.to_tensor %buf restrict writable : memref<64xf32> to tensor<64xf32>
    %to = memref.reinterpret_cast %y to offset: [%i], sizes: [64], strides: [1] : memref<*xf32> to memref<64xf32, strided<[1], offset: ?>>
    bufferization.materialize_in_destination %t in writable %to : (tensor<64xf32>, memref<64xf32, strided<[1], offset: ?>>) -> ()
  }
  return
}
