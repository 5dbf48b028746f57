// y = x + 1, then z = 2 x, where x was loaded before y was stored: y may overlap x.
#id = affine_map<(d0) -> (d0)>
module {
  func.func @order(%x: memref<*xf32>, %y: memref<*xf32>, %z: memref<*xf32>,
                   %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
    %one = arith.constant 1.0 : f32
    %xv = memref.reinterpret_cast %x to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
    %xb = memref.alloc() : memref<256xf32>
    memref.copy %xv, %xb : memref<256xf32, strided<[1]>> to memref<256xf32>
    %t = bufferization.to_tensor %xb restrict writable : memref<256xf32> to tensor<256xf32>
    %e = tensor.empty() : tensor<256xf32>
    %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%t : tensor<256xf32>) outs(%e : tensor<256xf32>) {
    ^bb0(%v: f32, %u: f32):
      %r = arith.addf %v, %one : f32
      linalg.yield %r : f32
    } -> tensor<256xf32>
    %yv = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
    bufferization.materialize_in_destination %a in writable %yv : (tensor<256xf32>, memref<256xf32, strided<[1]>>) -> ()
    %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%t : tensor<256xf32>) outs(%e : tensor<256xf32>) {
    ^bb0(%v: f32, %u: f32):
      %r = arith.addf %v, %v : f32
      linalg.yield %r : f32
    } -> tensor<256xf32>
    %zv = memref.reinterpret_cast %z to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
    bufferization.materialize_in_destination %b in writable %zv : (tensor<256xf32>, memref<256xf32, strided<[1]>>) -> ()
    return
  }
}
