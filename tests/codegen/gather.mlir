// out[r, :] = table[rows[r], :] for the 16 rows of a program, 32 columns: a loop over the indirect dimension.
module {
  func.func @gather(%table: memref<*xf32>, %rows: memref<*xi64>, %out: memref<*xf32>, %n: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f32
    %p = arith.index_cast %px : i32 to index
    %first = arith.muli %p, %c16 : index
    %n_idx = arith.index_cast %n : i32 to index
    %rv = memref.reinterpret_cast %rows to offset: [%first], sizes: [16], strides: [1] : memref<*xi64> to memref<16xi64, strided<[1], offset: ?>>
    %buf = memref.alloc() : memref<16x32xf32>
    linalg.fill ins(%zero : f32) outs(%buf : memref<16x32xf32>)
    scf.for %r = %c0 to %c16 step %c1 {
      %at = arith.addi %first, %r : index
      %in = arith.cmpi slt, %at, %n_idx : index
      scf.if %in {
        %which = memref.load %rv[%r] : memref<16xi64, strided<[1], offset: ?>>
        %which_idx = arith.index_cast %which : i64 to index
        %from = arith.muli %which_idx, %c32 : index
        %view = memref.reinterpret_cast %table to offset: [%from], sizes: [1, 32], strides: [32, 1] : memref<*xf32> to memref<1x32xf32, strided<[32, 1], offset: ?>>
        %line = memref.subview %buf[%r, 0] [1, 32] [1, 1] : memref<16x32xf32> to memref<1x32xf32, strided<[32, 1], offset: ?>>
        memref.copy %view, %line : memref<1x32xf32, strided<[32, 1], offset: ?>> to memref<1x32xf32, strided<[32, 1], offset: ?>>
      }
    }
    %t = bufferization.to_tensor %buf restrict writable : memref<16x32xf32> to tensor<16x32xf32>
    %e = tensor.empty() : tensor<16x32xf32>
    %two = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
        ins(%t : tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = arith.addf %a, %a : f32
      linalg.yield %r : f32
    } -> tensor<16x32xf32>
    %start = arith.muli %first, %c32 : index
    %ov = memref.reinterpret_cast %out to offset: [%start], sizes: [16, 32], strides: [32, 1] : memref<*xf32> to memref<16x32xf32, strided<[32, 1], offset: ?>>
    bufferization.materialize_in_destination %two in writable %ov : (tensor<16x32xf32>, memref<16x32xf32, strided<[32, 1], offset: ?>>) -> ()
    return
  }
}
