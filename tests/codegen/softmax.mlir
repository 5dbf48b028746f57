// One row a program: out = exp(x - max(x)) / sum(exp(x - max(x))), masked to n columns.
#id = affine_map<(d0) -> (d0)>
#zero = affine_map<(d0) -> (0)>
module {
  func.func @softmax(%out: memref<*xf32>, %in: memref<*xf32>, %in_stride: i32, %out_stride: i32, %n: i32,
                     %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
    %c1024 = arith.constant 1024 : index
    %c0 = arith.constant 0 : index
    %ninf = arith.constant 0xFF800000 : f32
    %zero = arith.constant 0.0 : f32
    %row = arith.muli %px, %in_stride : i32
    %off = arith.index_cast %row : i32 to index
    %n_idx = arith.index_cast %n : i32 to index
    %hi0 = arith.minsi %n_idx, %c1024 : index
    %len = arith.maxsi %hi0, %c0 : index
    %partial = arith.cmpi slt, %len, %c1024 : index
    %xv = memref.reinterpret_cast %in to offset: [%off], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1], offset: ?>>
    %xb = memref.alloc() : memref<1024xf32>
    scf.if %partial {
      linalg.fill ins(%ninf : f32) outs(%xb : memref<1024xf32>)
    }
    %xs = memref.subview %xv[0] [%len] [1] : memref<1024xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
    %xd = memref.subview %xb[0] [%len] [1] : memref<1024xf32> to memref<?xf32, strided<[1]>>
    memref.copy %xs, %xd : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
    %x = bufferization.to_tensor %xb restrict writable : memref<1024xf32> to tensor<1024xf32>
    %e0 = tensor.empty() : tensor<f32>
    %i0 = linalg.fill ins(%ninf : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
    %maxt = linalg.reduce ins(%x : tensor<1024xf32>) outs(%i0 : tensor<f32>) dimensions = [0]
      (%a: f32, %acc: f32) {
        %m = arith.maxnumf %a, %acc : f32
        linalg.yield %m : f32
      }
    %max = tensor.extract %maxt[] : tensor<f32>
    %e1 = tensor.empty() : tensor<1024xf32>
    %maxs = linalg.fill ins(%max : f32) outs(%e1 : tensor<1024xf32>) -> tensor<1024xf32>
    %d = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%x, %maxs : tensor<1024xf32>, tensor<1024xf32>) outs(%e1 : tensor<1024xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %s = arith.subf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    %num = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%d : tensor<1024xf32>) outs(%e1 : tensor<1024xf32>) {
    ^bb0(%a: f32, %o: f32):
      %s = math.exp %a : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    %i1 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
    %sumt = linalg.reduce ins(%num : tensor<1024xf32>) outs(%i1 : tensor<f32>) dimensions = [0]
      (%a: f32, %acc: f32) {
        %m = arith.addf %a, %acc : f32
        linalg.yield %m : f32
      }
    %sum = tensor.extract %sumt[] : tensor<f32>
    %sums = linalg.fill ins(%sum : f32) outs(%e1 : tensor<1024xf32>) -> tensor<1024xf32>
    %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%num, %sums : tensor<1024xf32>, tensor<1024xf32>) outs(%e1 : tensor<1024xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %s = arith.divf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    %orow = arith.muli %px, %out_stride : i32
    %ooff = arith.index_cast %orow : i32 to index
    %ov = memref.reinterpret_cast %out to offset: [%ooff], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1], offset: ?>>
    %slice = tensor.extract_slice %y[0] [%len] [1] : tensor<1024xf32> to tensor<?xf32>
    %od = memref.subview %ov[0] [%len] [1] : memref<1024xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
    bufferization.materialize_in_destination %slice in writable %od : (tensor<?xf32>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    return
  }
}
