// y[i] = FUNCTION(x[i]), one block of 256 a program, no mask.
module {
  func.func @elementwise(%x: memref<*xf32>, %y: memref<*xf32>,
                         %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
    %c256 = arith.constant 256 : index
    %p = arith.index_cast %px : i32 to index
    %off = arith.muli %p, %c256 : index
    %xv = memref.reinterpret_cast %x to offset: [%off], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1], offset: ?>>
    %xb = memref.alloc() : memref<256xf32>
    memref.copy %xv, %xb : memref<256xf32, strided<[1], offset: ?>> to memref<256xf32>
    %xt = bufferization.to_tensor %xb restrict writable : memref<256xf32> to tensor<256xf32>
    %e = tensor.empty() : tensor<256xf32>
    %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%xt : tensor<256xf32>) outs(%e : tensor<256xf32>) {
    ^bb0(%a: f32, %o: f32):
      %s = FUNCTION %a : f32
      linalg.yield %s : f32
    } -> tensor<256xf32>
    %yv = memref.reinterpret_cast %y to offset: [%off], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1], offset: ?>>
    bufferization.materialize_in_destination %r in writable %yv : (tensor<256xf32>, memref<256xf32, strided<[1], offset: ?>>) -> ()
    return
  }
}
