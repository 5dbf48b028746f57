// index[p] = the first position of the largest of the 128 values of row p; a combiner of two operands.
module {
  func.func @argmax(%x: memref<*xf32>, %index: memref<*xi32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %ninf = arith.constant 0xFF800000 : f32
    %minus = arith.constant 2147483647 : i32
    %p = arith.index_cast %px : i32 to index
    %off = arith.muli %p, %c128 : index
    %xv = memref.reinterpret_cast %x to offset: [%off], sizes: [128], strides: [1] : memref<*xf32> to memref<128xf32, strided<[1], offset: ?>>
    %xb = memref.alloc() : memref<128xf32>
    memref.copy %xv, %xb : memref<128xf32, strided<[1], offset: ?>> to memref<128xf32>
    %xt = bufferization.to_tensor %xb restrict writable : memref<128xf32> to tensor<128xf32>
    %ei = tensor.empty() : tensor<128xi32>
    %range = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%ei : tensor<128xi32>) {
    ^bb0(%u: i32):
      %k = linalg.index 0 : index
      %r = arith.index_cast %k : index to i32
      linalg.yield %r : i32
    } -> tensor<128xi32>
    %e0 = tensor.empty() : tensor<f32>
    %e1 = tensor.empty() : tensor<i32>
    %v0 = linalg.fill ins(%ninf : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
    %i0 = linalg.fill ins(%minus : i32) outs(%e1 : tensor<i32>) -> tensor<i32>
    %v, %i = linalg.reduce ins(%xt, %range : tensor<128xf32>, tensor<128xi32>) outs(%v0, %i0 : tensor<f32>, tensor<i32>) dimensions = [0]
      (%a: f32, %ai: i32, %b: f32, %bi: i32) {
        %eq = arith.cmpf oeq, %a, %b : f32
        %lt = arith.cmpi slt, %ai, %bi : i32
        %tie = arith.andi %eq, %lt : i1
        %gt = arith.cmpf ogt, %a, %b : f32
        %take = arith.ori %gt, %tie : i1
        %r = arith.select %take, %a, %b : f32
        %ri = arith.select %take, %ai, %bi : i32
        linalg.yield %r, %ri : f32, i32
      }
    %found = tensor.extract %i[] : tensor<i32>
    %iv = memref.reinterpret_cast %index to offset: [%p], sizes: [1], strides: [1] : memref<*xi32> to memref<1xi32, strided<[1], offset: ?>>
    memref.store %found, %iv[%c0] : memref<1xi32, strided<[1], offset: ?>>
    return
  }
}
