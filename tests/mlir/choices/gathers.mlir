// RUN: triton-shared-opt %s --split-input-file --triton-to-linalg=indirect=gathers | FileCheck %s
// RUN: triton-shared-opt %s --split-input-file --triton-to-linalg | FileCheck %s --check-prefix=LOOPS
// RUN: not triton-shared-opt %s --split-input-file --triton-to-linalg=indirect=gathers --verify-shared-form 2>&1 | FileCheck %s --check-prefix=ERROR

// Elements at places that come from memory, of which a mask keeps the first: they are gathered, and scattered elsewhere.

// ERROR: error: 'vector.transfer_read' op is left by 'triton-to-linalg'

// CHECK-LABEL: func.func @elements
// CHECK-NOT:   scf.parallel
// CHECK:       %[[AT:.+]]:2 = linalg.generic
// CHECK:         %[[I:.+]] = linalg.index 0 : index
// CHECK-NEXT:    %[[PLACE:.+]] = tensor.extract %{{.+}}[%[[I]]] : tensor<64xi32>
// CHECK:         %[[KEPT:.+]] = arith.cmpi slt, %[[I]], %{{.+}} : index
// CHECK-NEXT:    %[[BYTE:.+]] = arith.extui %[[KEPT]] : i1 to i8
// CHECK-NEXT:    linalg.yield %{{.+}}, %[[BYTE]] : index, i8
// CHECK:       %[[BASE:.+]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [281474976710656], strides: [1]
// CHECK-NEXT:  %[[PLACES:.+]] = vector.transfer_read %[[AT]]#0[%c0], %c0 {in_bounds = [true]} : tensor<64xindex>, vector<64xindex>
// CHECK-NEXT:  %[[BYTES:.+]] = vector.transfer_read %[[AT]]#1[%c0], %{{.+}} {in_bounds = [true]} : tensor<64xi8>, vector<64xi8>
// CHECK-NEXT:  %[[MASK:.+]] = arith.cmpi ne, %[[BYTES]], %{{.+}} : vector<64xi8>
// CHECK-NEXT:  %[[V:.+]] = vector.gather %[[BASE]][%c0] [%[[PLACES]]], %[[MASK]], %{{.+}} : memref<281474976710656xf32, strided<[1]>>, vector<64xindex>, vector<64xi1>, vector<64xf32> into vector<64xf32>
// CHECK:       vector.scatter %{{.+}}[%c0] [%{{.+}}], %{{.+}}, %[[V]] : memref<281474976710656xf32, strided<[1]>>

// LOOPS-LABEL: func.func @elements
// LOOPS-NOT:   vector.
// LOOPS:       scf.parallel
tt.func public @elements(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %places: !tt.ptr<i32>, %n: i32) {
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %limit = tt.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %i, %limit : tensor<64xi32>
  %pp = tt.splat %places : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %ap = tt.addptr %pp, %i : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %p = tt.load %ap : tensor<64x!tt.ptr<i32>>
  %px = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ax = tt.addptr %px, %p : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %ax, %mask : tensor<64x!tt.ptr<f32>>
  %py = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ay = tt.addptr %py, %p : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %ay, %v, %mask : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Elements of which each has an address of its own, and atomic ops, stay loops.

// CHECK-LABEL: func.func @addresses
// CHECK-NOT:   vector.
// CHECK:       scf.parallel
// CHECK:       scf.parallel
// CHECK:         memref.atomic_rmw
// LOOPS-LABEL: func.func @addresses
tt.func public @addresses(%x: !tt.ptr<f32>, %addresses: !tt.ptr<i64>) {
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %all = arith.constant dense<true> : tensor<64xi1>
  %pp = tt.splat %addresses : !tt.ptr<i64> -> tensor<64x!tt.ptr<i64>>
  %ap = tt.addptr %pp, %i : tensor<64x!tt.ptr<i64>>, tensor<64xi32>
  %p = tt.load %ap : tensor<64x!tt.ptr<i64>>
  %at = tt.int_to_ptr %p : tensor<64xi64> -> tensor<64x!tt.ptr<f32>>
  %v = tt.load %at : tensor<64x!tt.ptr<f32>>
  %px = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ax = tt.addptr %px, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %old = tt.atomic_rmw fadd, relaxed, gpu, %ax, %v, %all : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
  tt.return
}
