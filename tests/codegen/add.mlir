// out[i] = x[i] + y[i] for i < n, one block of 1024 a program.
module {
  func.func @add(%x: memref<*xf32> {tt.divisibility = 16 : i32}, %y: memref<*xf32>, %out: memref<*xf32>, %n: i32,
                 %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
    %c1024_i32 = arith.constant 1024 : i32
    %c1024 = arith.constant 1024 : index
    %c0_f = arith.constant 0.0 : f32
    %start = arith.muli %px, %c1024_i32 : i32
    %off = arith.index_cast %start : i32 to index
    %n_idx = arith.index_cast %n : i32 to index
    %end = arith.addi %off, %c1024 : index
    %hi0 = arith.minsi %end, %n_idx : index
    %hi = arith.maxsi %hi0, %off : index
    %len = arith.subi %hi, %off : index
    %partial = arith.cmpi slt, %len, %c1024 : index
    %xv = memref.reinterpret_cast %x to offset: [%off], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1], offset: ?>>
    %xb = memref.alloc() : memref<1024xf32>
    scf.if %partial {
      linalg.fill ins(%c0_f : f32) outs(%xb : memref<1024xf32>)
    }
    %xs = memref.subview %xv[0] [%len] [1] : memref<1024xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
    %xd = memref.subview %xb[0] [%len] [1] : memref<1024xf32> to memref<?xf32, strided<[1]>>
    memref.copy %xs, %xd : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
    %xt = bufferization.to_tensor %xb restrict writable : memref<1024xf32> to tensor<1024xf32>
    %yv = memref.reinterpret_cast %y to offset: [%off], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1], offset: ?>>
    %yb = memref.alloc() : memref<1024xf32>
    scf.if %partial {
      linalg.fill ins(%c0_f : f32) outs(%yb : memref<1024xf32>)
    }
    %ys = memref.subview %yv[0] [%len] [1] : memref<1024xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
    %yd = memref.subview %yb[0] [%len] [1] : memref<1024xf32> to memref<?xf32, strided<[1]>>
    memref.copy %ys, %yd : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
    %yt = bufferization.to_tensor %yb restrict writable : memref<1024xf32> to tensor<1024xf32>
    %e = tensor.empty() : tensor<1024xf32>
    %sum = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%xt, %yt : tensor<1024xf32>, tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    %ov = memref.reinterpret_cast %out to offset: [%off], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1], offset: ?>>
    %slice = tensor.extract_slice %sum[0] [%len] [1] : tensor<1024xf32> to tensor<?xf32>
    %od = memref.subview %ov[0] [%len] [1] : memref<1024xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
    bufferization.materialize_in_destination %slice in writable %od : (tensor<?xf32>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    return
  }
}
