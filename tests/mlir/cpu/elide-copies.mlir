// RUN: triton-shared-opt %s --elide-copies | FileCheck %s

#same = affine_map<(i) -> (i)>

module attributes {tts.target = {abi = "", cpu = "x86-64-v4", features = "+sse,+avx2,+avx512f", triple = ""}} {

// A masked load is read where it lies.

// CHECK-LABEL: func.func @load
// CHECK-NEXT:  %[[OUT:.+]] = memref.alloc()
// CHECK-NOT:   {{memref\.(alloc|copy)|linalg\.fill}}
// CHECK:       %[[VIEW:.+]] = "tts.masked_view"(%arg0, %{{.+}}, %arg1, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}>
// CHECK-NEXT:  linalg.generic {{.*}} ins(%[[VIEW]] : memref<128xf32>) outs(%[[OUT]] : memref<128xf32>)
func.func @load(%x: memref<128xf32>, %n: index, %pad: f32, %partial: i1) -> memref<128xf32> {
  %out = memref.alloc() : memref<128xf32>
  %buffer = memref.alloc() : memref<128xf32>
  scf.if %partial {
    linalg.fill ins(%pad : f32) outs(%buffer : memref<128xf32>)
  }
  %from = memref.subview %x[0] [%n] [1] : memref<128xf32> to memref<?xf32, strided<[1]>>
  %to = memref.subview %buffer[0] [%n] [1] : memref<128xf32> to memref<?xf32, strided<[1]>>
  memref.copy %from, %to : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%buffer : memref<128xf32>) outs(%out : memref<128xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = math.exp %p : f32
    linalg.yield %0 : f32
  }
  return %out : memref<128xf32>
}

// A read is not moved past a write through a pointer, which may change what is read.

// CHECK-LABEL: func.func @write_between
// CHECK-NEXT:  memref.alloc()
// CHECK-NEXT:  %[[BUFFER:.+]] = memref.alloc()
// CHECK-NEXT:  memref.copy %arg0, %[[BUFFER]]
// CHECK-NEXT:  linalg.fill
// CHECK-NEXT:  linalg.generic {{.*}} ins(%[[BUFFER]]
func.func @write_between(%x: memref<128xf32>, %y: memref<128xf32>, %zero: f32) -> memref<128xf32> {
  %out = memref.alloc() : memref<128xf32>
  %buffer = memref.alloc() : memref<128xf32>
  memref.copy %x, %buffer : memref<128xf32> to memref<128xf32>
  linalg.fill ins(%zero : f32) outs(%y : memref<128xf32>)
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%buffer : memref<128xf32>) outs(%out : memref<128xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = math.exp %p : f32
    linalg.yield %0 : f32
  }
  return %out : memref<128xf32>
}

// A block that is read three times is copied once, without what is masked off.

// CHECK-LABEL: func.func @copied
// CHECK:       %[[BUFFER:.+]] = memref.alloc() : memref<512xf32>
// CHECK-NOT:   {{memref\.copy|linalg\.fill}}
// CHECK:       %[[FROM:.+]] = "tts.masked_view"(%arg0,
// CHECK:       %[[TO:.+]] = "tts.masked_view"(%[[BUFFER]],
// CHECK-NEXT:  linalg.copy ins(%[[FROM]] : memref<512xf32>) outs(%[[TO]] : memref<512xf32>)
// CHECK-COUNT-3: "tts.masked_view"(%[[BUFFER]],
func.func @copied(%x: memref<512xf32>, %n: index, %pad: f32, %partial: i1, %a: memref<f32>, %b: memref<f32>, %c: memref<f32>) {
  %o = memref.alloc() : memref<f32>
  %p = memref.alloc() : memref<f32>
  %q = memref.alloc() : memref<f32>
  %buffer = memref.alloc() : memref<512xf32>
  scf.if %partial {
    linalg.fill ins(%pad : f32) outs(%buffer : memref<512xf32>)
  }
  %from = memref.subview %x[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  %to = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %from, %to : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  linalg.reduce {arith.addf} ins(%buffer : memref<512xf32>) outs(%o : memref<f32>) dimensions = [0]
  linalg.reduce {arith.maximumf} ins(%buffer : memref<512xf32>) outs(%p : memref<f32>) dimensions = [0]
  linalg.reduce {arith.minimumf} ins(%buffer : memref<512xf32>) outs(%q : memref<f32>) dimensions = [0]
  memref.copy %o, %a : memref<f32> to memref<f32>
  memref.copy %p, %b : memref<f32> to memref<f32>
  memref.copy %q, %c : memref<f32> to memref<f32>
  return
}
}
