// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s --check-prefix=DEFAULT
// RUN: triton-shared-opt %s --triton-to-linalg='pointers=ranked program=calls' | FileCheck %s --check-prefix=CALLS
// RUN: triton-shared-opt %s --triton-to-linalg='pointers=strided program=gpu' | FileCheck %s --check-prefix=GPU
// RUN: triton-shared-opt %s --triton-to-linalg=program=parallel | FileCheck %s --check-prefix=PARALLEL
// RUN: triton-shared-opt %s --triton-to-linalg=program=forall | FileCheck %s --check-prefix=FORALL
// RUN: not triton-shared-opt %s --triton-to-linalg=program=parallel --verify-shared-form 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: triton-shared-opt %s --triton-to-linalg=program=parallel --verify-shared-form=program=parallel

// Eight elements of each program.

// ERROR: error: 'func.func' op does not end with the grid and the program's place in it, i32 each: gridX

// DEFAULT-LABEL: func.func @k(%arg0: memref<*xf32> {tt.divisibility = 16 : i32}, %arg1: f32,
// DEFAULT-SAME:    %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32)
// DEFAULT:         arith.muli %arg5
// DEFAULT:         arith.muli %{{.+}}, %arg2

// CALLS:       func.func private @triton_shared_num_programs(i32) -> i32
// CALLS:       func.func private @triton_shared_program_id(i32) -> i32
// CALLS-LABEL: func.func @k(%arg0: memref<?xf32> {tt.divisibility = 16 : i32}, %arg1: f32) {
// CALLS:       %[[GRID:.+]] = call @triton_shared_num_programs(%c0_i32) : (i32) -> i32
// CALLS:       %[[PID:.+]] = call @triton_shared_program_id(%c0_i32) : (i32) -> i32
// CALLS:       arith.muli %[[PID]]
// CALLS:       arith.muli %{{.+}}, %[[GRID]]
// CALLS:       memref.reinterpret_cast %arg0 to offset: [%{{.+}}], sizes: [8], strides: [1] : memref<?xf32> to memref<8xf32

// GPU-LABEL: func.func @k(%arg0: memref<?xf32, strided<[?], offset: ?>> {tt.divisibility = 16 : i32}, %arg1: f32) {
// GPU:       %{{.+}}, %[[FIRST:.+]], %{{.+}}, %{{.+}} = memref.extract_strided_metadata %arg0
// GPU:       %[[GRID:.+]] = gpu.grid_dim x
// GPU:       %[[ID:.+]] = gpu.block_id x
// GPU:       %[[AT:.+]] = arith.addi %[[FIRST]], %{{.+}} : index
// GPU:       memref.reinterpret_cast %arg0 to offset: [%[[AT]]], sizes: [8], strides: [1] : memref<?xf32, strided<[?], offset: ?>> to

// PARALLEL-LABEL: func.func @k(%arg0: memref<*xf32> {tt.divisibility = 16 : i32}, %arg1: f32, %arg2: i32, %arg3: i32, %arg4: i32) {
// PARALLEL:       %[[X:.+]] = arith.index_cast %arg2 : i32 to index
// PARALLEL:       scf.parallel (%[[I:.+]], %{{.+}}, %{{.+}}) = (%c0, %c0, %c0) to (%[[X]], %{{.+}}, %{{.+}}) step (%c1, %c1, %c1) {
// PARALLEL:         %[[PID:.+]] = arith.index_cast %[[I]] : index to i32
// PARALLEL:         arith.muli %[[PID]]
// PARALLEL:         arith.muli %{{.+}}, %arg2
// PARALLEL:         materialize_in_destination
// PARALLEL:         scf.reduce
// PARALLEL-NEXT:  }
// PARALLEL-NEXT:  return

// FORALL-LABEL: func.func @k(%arg0: memref<*xf32> {tt.divisibility = 16 : i32}, %arg1: f32, %arg2: i32, %arg3: i32, %arg4: i32) {
// FORALL:       scf.forall (%[[I:.+]], %{{.+}}, %{{.+}}) in (%{{.+}}, %{{.+}}, %{{.+}}) {
// FORALL:         %[[PID:.+]] = arith.index_cast %[[I]] : index to i32
// FORALL:         materialize_in_destination
// FORALL-NEXT:  }
// FORALL-NEXT:  return
tt.func public @k(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %f: f32) {
  %pid = tt.get_program_id x : i32
  %eight = arith.constant 8 : i32
  %first = arith.muli %pid, %eight : i32
  %grid = tt.get_num_programs x : i32
  %step = arith.muli %first, %grid : i32
  %start = tt.addptr %x, %step : !tt.ptr<f32>, i32
  %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %px = tt.splat %start : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %at = tt.addptr %px, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.splat %f : f32 -> tensor<8xf32>
  tt.store %at, %v : tensor<8x!tt.ptr<f32>>
  tt.return
}
