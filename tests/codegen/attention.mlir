// Attention forward for one head and 64 queries a program (head size 64, sequence in blocks of 64):
// the inner loop keeps the running maximum, the running sum and the accumulator.
#id1 = affine_map<(d0) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @attention(%q: memref<*xf32>, %k: memref<*xf32>, %v: memref<*xf32>, %o: memref<*xf32>, %scale: f32, %len: i32,
                       %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %ninf = arith.constant 0xFF800000 : f32
    %x = arith.index_cast %px : i32 to index
    %y = arith.index_cast %py : i32 to index
    %n = arith.index_cast %len : i32 to index
    %head0 = arith.muli %y, %n : index
    %head = arith.muli %head0, %c64 : index
    %first = arith.muli %x, %c64 : index
    %first_at = arith.muli %first, %c64 : index
    %qoff = arith.addi %head, %first_at : index
    %qv = memref.reinterpret_cast %q to offset: [%qoff], sizes: [64, 64], strides: [64, 1] : memref<*xf32> to memref<64x64xf32, strided<[64, 1], offset: ?>>
    %qb = memref.alloc() : memref<64x64xf32>
    memref.copy %qv, %qb : memref<64x64xf32, strided<[64, 1], offset: ?>> to memref<64x64xf32>
    %q0 = bufferization.to_tensor %qb restrict writable : memref<64x64xf32> to tensor<64x64xf32>
    %e2 = tensor.empty() : tensor<64x64xf32>
    %e1 = tensor.empty() : tensor<64xf32>
    %scales = linalg.fill ins(%scale : f32) outs(%e2 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %qt = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%q0, %scales : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e2 : tensor<64x64xf32>) {
    ^bb0(%a: f32, %b: f32, %u: f32):
      %r = arith.mulf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<64x64xf32>
    %m0 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
    %l0 = linalg.fill ins(%one : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
    %a0 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %m, %l, %acc = scf.for %j = %c0 to %n step %c64 iter_args(%mi = %m0, %li = %l0, %ai = %a0) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) {
      %jat = arith.muli %j, %c64 : index
      %koff = arith.addi %head, %jat : index
      %kv = memref.reinterpret_cast %k to offset: [%koff], sizes: [64, 64], strides: [1, 64] : memref<*xf32> to memref<64x64xf32, strided<[1, 64], offset: ?>>
      %kb = memref.alloc() : memref<64x64xf32>
      memref.copy %kv, %kb : memref<64x64xf32, strided<[1, 64], offset: ?>> to memref<64x64xf32>
      %kt = bufferization.to_tensor %kb restrict writable : memref<64x64xf32> to tensor<64x64xf32>
      %s0 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %s = linalg.matmul ins(%qt, %kt : tensor<64x64xf32>, tensor<64x64xf32>) outs(%s0 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %r0 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
      %rmax = linalg.reduce ins(%s : tensor<64x64xf32>) outs(%r0 : tensor<64xf32>) dimensions = [1]
        (%a: f32, %b: f32) {
          %r = arith.maxnumf %a, %b : f32
          linalg.yield %r : f32
        }
      %mn = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
          ins(%mi, %rmax : tensor<64xf32>, tensor<64xf32>) outs(%e1 : tensor<64xf32>) {
      ^bb0(%a: f32, %b: f32, %u: f32):
        %r = arith.maxnumf %a, %b : f32
        linalg.yield %r : f32
      } -> tensor<64xf32>
      %mcol = tensor.expand_shape %mn [[0, 1]] output_shape [64, 1] : tensor<64xf32> into tensor<64x1xf32>
      %mb = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
          ins(%mcol : tensor<64x1xf32>) outs(%e2 : tensor<64x64xf32>) {
      ^bb0(%a: f32, %u: f32):
        linalg.yield %a : f32
      } -> tensor<64x64xf32>
      %d = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%s, %mb : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e2 : tensor<64x64xf32>) {
      ^bb0(%a: f32, %b: f32, %u: f32):
        %r = arith.subf %a, %b : f32
        linalg.yield %r : f32
      } -> tensor<64x64xf32>
      %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%d : tensor<64x64xf32>) outs(%e2 : tensor<64x64xf32>) {
      ^bb0(%a: f32, %u: f32):
        %r = math.exp2 %a : f32
        linalg.yield %r : f32
      } -> tensor<64x64xf32>
      %z0 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
      %rsum = linalg.reduce ins(%p : tensor<64x64xf32>) outs(%z0 : tensor<64xf32>) dimensions = [1]
        (%a: f32, %b: f32) {
          %r = arith.addf %a, %b : f32
          linalg.yield %r : f32
        }
      %alpha = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
          ins(%mi, %mn : tensor<64xf32>, tensor<64xf32>) outs(%e1 : tensor<64xf32>) {
      ^bb0(%a: f32, %b: f32, %u: f32):
        %r = arith.subf %a, %b : f32
        %t = math.exp2 %r : f32
        linalg.yield %t : f32
      } -> tensor<64xf32>
      %ln = linalg.generic {indexing_maps = [#id1, #id1, #id1, #id1], iterator_types = ["parallel"]}
          ins(%li, %alpha, %rsum : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) outs(%e1 : tensor<64xf32>) {
      ^bb0(%a: f32, %b: f32, %c: f32, %u: f32):
        %r = arith.mulf %a, %b : f32
        %t = arith.addf %r, %c : f32
        linalg.yield %t : f32
      } -> tensor<64xf32>
      %acol = tensor.expand_shape %alpha [[0, 1]] output_shape [64, 1] : tensor<64xf32> into tensor<64x1xf32>
      %ab = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
          ins(%acol : tensor<64x1xf32>) outs(%e2 : tensor<64x64xf32>) {
      ^bb0(%a: f32, %u: f32):
        linalg.yield %a : f32
      } -> tensor<64x64xf32>
      %as = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%ai, %ab : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e2 : tensor<64x64xf32>) {
      ^bb0(%a: f32, %b: f32, %u: f32):
        %r = arith.mulf %a, %b : f32
        linalg.yield %r : f32
      } -> tensor<64x64xf32>
      %vv = memref.reinterpret_cast %v to offset: [%koff], sizes: [64, 64], strides: [64, 1] : memref<*xf32> to memref<64x64xf32, strided<[64, 1], offset: ?>>
      %vb = memref.alloc() : memref<64x64xf32>
      memref.copy %vv, %vb : memref<64x64xf32, strided<[64, 1], offset: ?>> to memref<64x64xf32>
      %vt = bufferization.to_tensor %vb restrict writable : memref<64x64xf32> to tensor<64x64xf32>
      %an = linalg.matmul ins(%p, %vt : tensor<64x64xf32>, tensor<64x64xf32>) outs(%as : tensor<64x64xf32>) -> tensor<64x64xf32>
      scf.yield %mn, %ln, %an : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
    }
    %lcol = tensor.expand_shape %l [[0, 1]] output_shape [64, 1] : tensor<64xf32> into tensor<64x1xf32>
    %lb = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%lcol : tensor<64x1xf32>) outs(%e2 : tensor<64x64xf32>) {
    ^bb0(%a: f32, %u: f32):
      linalg.yield %a : f32
    } -> tensor<64x64xf32>
    %out = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%acc, %lb : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e2 : tensor<64x64xf32>) {
    ^bb0(%a: f32, %b: f32, %u: f32):
      %r = arith.divf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<64x64xf32>
    %ov = memref.reinterpret_cast %o to offset: [%qoff], sizes: [64, 64], strides: [64, 1] : memref<*xf32> to memref<64x64xf32, strided<[64, 1], offset: ?>>
    bufferization.materialize_in_destination %out in writable %ov : (tensor<64x64xf32>, memref<64x64xf32, strided<[64, 1], offset: ?>>) -> ()
    return
  }
}
