// Row p of program p in steps of 256 columns: y = (x - mean) * rstd * w + b; mean and rstd are stored.
#id = affine_map<(d0) -> (d0)>
module {
  func.func @layer_norm(%x: memref<*xf32>, %y: memref<*xf32>, %w: memref<*xf32>, %b: memref<*xf32>, %mean: memref<*xf32>, %rstd: memref<*xf32>,
                        %stride: i32, %n: i32, %eps: f32,
                        %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
    %c0_i32 = arith.constant 0 : i32
    %c256_i32 = arith.constant 256 : i32
    %c0 = arith.constant 0 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %zeros = arith.constant dense<0.0> : tensor<256xf32>
    %row_i32 = arith.muli %px, %stride : i32
    %row = arith.index_cast %row_i32 : i32 to index
    %n_idx = arith.index_cast %n : i32 to index
    %p = arith.index_cast %px : i32 to index
    %total = scf.for %i = %c0_i32 to %n step %c256_i32 iter_args(%acc = %zeros) -> (tensor<256xf32>) : i32 {
      %ii = arith.index_cast %i : i32 to index
      %left = arith.subi %n_idx, %ii : index
      %len0 = arith.minsi %left, %c256 : index
      %len = arith.maxsi %len0, %c0 : index
      %partial = arith.cmpi slt, %len, %c256 : index
      %off = arith.addi %row, %ii : index
      %xv = memref.reinterpret_cast %x to offset: [%off], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1], offset: ?>>
      %xb = memref.alloc() : memref<256xf32>
      scf.if %partial {
        linalg.fill ins(%zero : f32) outs(%xb : memref<256xf32>)
      }
      %xs = memref.subview %xv[0] [%len] [1] : memref<256xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
      %xd = memref.subview %xb[0] [%len] [1] : memref<256xf32> to memref<?xf32, strided<[1]>>
      memref.copy %xs, %xd : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
      %xt = bufferization.to_tensor %xb restrict writable : memref<256xf32> to tensor<256xf32>
      %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
          ins(%acc, %xt : tensor<256xf32>, tensor<256xf32>) outs(%acc : tensor<256xf32>) {
      ^bb0(%a: f32, %c: f32, %u: f32):
        %r = arith.addf %a, %c : f32
        linalg.yield %r : f32
      } -> tensor<256xf32>
      scf.yield %next : tensor<256xf32>
    }
    %e0 = tensor.empty() : tensor<f32>
    %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
    %sum0 = linalg.reduce ins(%total : tensor<256xf32>) outs(%i0 : tensor<f32>) dimensions = [0]
      (%a: f32, %c: f32) {
        %r = arith.addf %a, %c : f32
        linalg.yield %r : f32
      }
    %sum = tensor.extract %sum0[] : tensor<f32>
    %nf = arith.sitofp %n : i32 to f32
    %mu = arith.divf %sum, %nf : f32
    %sq = scf.for %i = %c0_i32 to %n step %c256_i32 iter_args(%acc = %zeros) -> (tensor<256xf32>) : i32 {
      %ii = arith.index_cast %i : i32 to index
      %left = arith.subi %n_idx, %ii : index
      %len0 = arith.minsi %left, %c256 : index
      %len = arith.maxsi %len0, %c0 : index
      %partial = arith.cmpi slt, %len, %c256 : index
      %off = arith.addi %row, %ii : index
      %xv = memref.reinterpret_cast %x to offset: [%off], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1], offset: ?>>
      %xb = memref.alloc() : memref<256xf32>
      scf.if %partial {
        linalg.fill ins(%zero : f32) outs(%xb : memref<256xf32>)
      }
      %xs = memref.subview %xv[0] [%len] [1] : memref<256xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
      %xd = memref.subview %xb[0] [%len] [1] : memref<256xf32> to memref<?xf32, strided<[1]>>
      memref.copy %xs, %xd : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
      %xt = bufferization.to_tensor %xb restrict writable : memref<256xf32> to tensor<256xf32>
      %e = tensor.empty() : tensor<256xf32>
      %ei = tensor.empty() : tensor<256xi32>
      %range = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%ei : tensor<256xi32>) {
      ^bb0(%u: i32):
        %k = linalg.index 0 : index
        %r = arith.index_cast %k : index to i32
        linalg.yield %r : i32
      } -> tensor<256xi32>
      %ep = tensor.empty() : tensor<256xi1>
      %mask = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%range : tensor<256xi32>) outs(%ep : tensor<256xi1>) {
      ^bb0(%a: i32, %u: i1):
        %g = arith.addi %a, %i : i32
        %r = arith.cmpi slt, %g, %n : i32
        linalg.yield %r : i1
      } -> tensor<256xi1>
      %d = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
          ins(%xt, %mask : tensor<256xf32>, tensor<256xi1>) outs(%e : tensor<256xf32>) {
      ^bb0(%a: f32, %m: i1, %u: f32):
        %r = arith.subf %a, %mu : f32
        %s = arith.select %m, %r, %zero : f32
        linalg.yield %s : f32
      } -> tensor<256xf32>
      %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
          ins(%acc, %d : tensor<256xf32>, tensor<256xf32>) outs(%e : tensor<256xf32>) {
      ^bb0(%a: f32, %c: f32, %u: f32):
        %q = arith.mulf %c, %c : f32
        %r = arith.addf %a, %q : f32
        linalg.yield %r : f32
      } -> tensor<256xf32>
      scf.yield %next : tensor<256xf32>
    }
    %sq0 = linalg.reduce ins(%sq : tensor<256xf32>) outs(%i0 : tensor<f32>) dimensions = [0]
      (%a: f32, %c: f32) {
        %r = arith.addf %a, %c : f32
        linalg.yield %r : f32
      }
    %sqs = tensor.extract %sq0[] : tensor<f32>
    %var = arith.divf %sqs, %nf : f32
    %var_eps = arith.addf %var, %eps : f32
    %std = math.sqrt %var_eps : f32
    %rs = arith.divf %one, %std : f32
    %mv = memref.reinterpret_cast %mean to offset: [%p], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.store %mu, %mv[%c0] : memref<1xf32, strided<[1], offset: ?>>
    %rv = memref.reinterpret_cast %rstd to offset: [%p], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.store %rs, %rv[%c0] : memref<1xf32, strided<[1], offset: ?>>
    scf.for %i = %c0_i32 to %n step %c256_i32 : i32 {
      %ii = arith.index_cast %i : i32 to index
      %left = arith.subi %n_idx, %ii : index
      %len0 = arith.minsi %left, %c256 : index
      %len = arith.maxsi %len0, %c0 : index
      %off = arith.addi %row, %ii : index
      %xv = memref.reinterpret_cast %x to offset: [%off], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1], offset: ?>>
      %xb = memref.alloc() : memref<256xf32>
      %xs = memref.subview %xv[0] [%len] [1] : memref<256xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
      %xd = memref.subview %xb[0] [%len] [1] : memref<256xf32> to memref<?xf32, strided<[1]>>
      memref.copy %xs, %xd : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
      %xt = bufferization.to_tensor %xb restrict writable : memref<256xf32> to tensor<256xf32>
      %wv = memref.reinterpret_cast %w to offset: [%ii], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1], offset: ?>>
      %wb = memref.alloc() : memref<256xf32>
      %ws = memref.subview %wv[0] [%len] [1] : memref<256xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
      %wd = memref.subview %wb[0] [%len] [1] : memref<256xf32> to memref<?xf32, strided<[1]>>
      memref.copy %ws, %wd : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
      %wt = bufferization.to_tensor %wb restrict writable : memref<256xf32> to tensor<256xf32>
      %bv = memref.reinterpret_cast %b to offset: [%ii], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1], offset: ?>>
      %bb = memref.alloc() : memref<256xf32>
      %bs = memref.subview %bv[0] [%len] [1] : memref<256xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
      %bd = memref.subview %bb[0] [%len] [1] : memref<256xf32> to memref<?xf32, strided<[1]>>
      memref.copy %bs, %bd : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
      %bt = bufferization.to_tensor %bb restrict writable : memref<256xf32> to tensor<256xf32>
      %e = tensor.empty() : tensor<256xf32>
      %r = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
          ins(%xt, %wt, %bt : tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) outs(%e : tensor<256xf32>) {
      ^bb0(%a: f32, %c: f32, %d: f32, %u: f32):
        %s = arith.subf %a, %mu : f32
        %t = arith.mulf %s, %rs : f32
        %f = arith.mulf %t, %c : f32
        %g = arith.addf %f, %d : f32
        linalg.yield %g : f32
      } -> tensor<256xf32>
      %yv = memref.reinterpret_cast %y to offset: [%off], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1], offset: ?>>
      %slice = tensor.extract_slice %r[0] [%len] [1] : tensor<256xf32> to tensor<?xf32>
      %yd = memref.subview %yv[0] [%len] [1] : memref<256xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
      bufferization.materialize_in_destination %slice in writable %yd : (tensor<?xf32>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    }
    return
  }
}
