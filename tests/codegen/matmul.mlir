// c = a @ b, a block of 64 x 64 a program, K in steps of 32; rows, columns and K masked.
#id = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @matmul(%a: memref<*xf32> {tt.divisibility = 16 : i32}, %b: memref<*xf32>, %c: memref<*xf32>, %m: i32, %n: i32, %k: i32,
                    %am: i32, %ak: i32, %bk: i32, %bn: i32, %cm: i32, %cn: i32,
                    %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %c31_i32 = arith.constant 31 : i32
    %c32_i32 = arith.constant 32 : i32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %zero_in = arith.constant 0.0 : f32
    %m_i = arith.index_cast %m : i32 to index
    %n_i = arith.index_cast %n : i32 to index
    %k_i = arith.index_cast %k : i32 to index
    %am_i = arith.index_cast %am : i32 to index
    %bk_i = arith.index_cast %bk : i32 to index
    %cm_i = arith.index_cast %cm : i32 to index
    %px_i = arith.index_cast %px : i32 to index
    %py_i = arith.index_cast %py : i32 to index
    %m0 = arith.muli %px_i, %c64 : index
    %n0 = arith.muli %py_i, %c64 : index
    %mrest = arith.subi %m_i, %m0 : index
    %mrest1 = arith.minsi %mrest, %c64 : index
    %rows = arith.maxsi %mrest1, %c0 : index
    %nrest = arith.subi %n_i, %n0 : index
    %nrest1 = arith.minsi %nrest, %c64 : index
    %cols = arith.maxsi %nrest1, %c0 : index
    %aoff = arith.muli %m0, %am_i : index
    %e = tensor.empty() : tensor<64x64xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    %ksum = arith.addi %k, %c31_i32 : i32
    %ksteps = arith.divsi %ksum, %c32_i32 : i32
    %bstep = arith.muli %bk_i, %c32 : index
    %acc, %ao, %bo = scf.for %i = %c0_i32 to %ksteps step %c1_i32 iter_args(%acc0 = %init, %ao0 = %aoff, %bo0 = %n0) -> (tensor<64x64xf32>, index, index) : i32 {
      %done = arith.muli %i, %c32_i32 : i32
      %done_i = arith.index_cast %done : i32 to index
      %left = arith.subi %k_i, %done_i : index
      %left1 = arith.minsi %left, %c32 : index
      %ks = arith.maxsi %left1, %c0 : index
      %av = memref.reinterpret_cast %a to offset: [%ao0], sizes: [64, 32], strides: [%am_i, 1] : memref<*xf32> to memref<64x32xf32, strided<[?, 1], offset: ?>>
      %ab = memref.alloc() : memref<64x32xf32>
      %ap0 = arith.cmpi slt, %rows, %c64 : index
      %ap1 = arith.cmpi slt, %ks, %c32 : index
      %ap = arith.ori %ap0, %ap1 : i1
      scf.if %ap {
        linalg.fill ins(%zero_in : f32) outs(%ab : memref<64x32xf32>)
      }
      %as = memref.subview %av[0, 0] [%rows, %ks] [1, 1] : memref<64x32xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      %ad = memref.subview %ab[0, 0] [%rows, %ks] [1, 1] : memref<64x32xf32> to memref<?x?xf32, strided<[32, 1]>>
      memref.copy %as, %ad : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[32, 1]>>
      %at = bufferization.to_tensor %ab restrict writable : memref<64x32xf32> to tensor<64x32xf32>
      %bv = memref.reinterpret_cast %b to offset: [%bo0], sizes: [32, 64], strides: [%bk_i, 1] : memref<*xf32> to memref<32x64xf32, strided<[?, 1], offset: ?>>
      %bb = memref.alloc() : memref<32x64xf32>
      %bp0 = arith.cmpi slt, %cols, %c64 : index
      %bp = arith.ori %bp0, %ap1 : i1
      scf.if %bp {
        linalg.fill ins(%zero_in : f32) outs(%bb : memref<32x64xf32>)
      }
      %bs = memref.subview %bv[0, 0] [%ks, %cols] [1, 1] : memref<32x64xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      %bd = memref.subview %bb[0, 0] [%ks, %cols] [1, 1] : memref<32x64xf32> to memref<?x?xf32, strided<[64, 1]>>
      memref.copy %bs, %bd : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[64, 1]>>
      %bt = bufferization.to_tensor %bb restrict writable : memref<32x64xf32> to tensor<32x64xf32>
      %dot = linalg.matmul ins(%at, %bt : tensor<64x32xf32>, tensor<32x64xf32>) outs(%acc0 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %ao1 = arith.addi %ao0, %c32 : index
      %bo1 = arith.addi %bo0, %bstep : index
      scf.yield %dot, %ao1, %bo1 : tensor<64x64xf32>, index, index
    }
    %coff0 = arith.muli %m0, %cm_i : index
    %coff = arith.addi %coff0, %n0 : index
    %cv = memref.reinterpret_cast %c to offset: [%coff], sizes: [64, 64], strides: [%cm_i, 1] : memref<*xf32> to memref<64x64xf32, strided<[?, 1], offset: ?>>
    %cs = tensor.extract_slice %acc[0, 0] [%rows, %cols] [1, 1] : tensor<64x64xf32> to tensor<?x?xf32>
    %cd = memref.subview %cv[0, 0] [%rows, %cols] [1, 1] : memref<64x64xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
    bufferization.materialize_in_destination %cs in writable %cd : (tensor<?x?xf32>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    return
  }
}
