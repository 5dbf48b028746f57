// c = a @ b with block pointers, as Triton 2.2 wrote it; arguments a (M × K), b (K × N), c (M × N), M, N, K
// and the row strides of a, b and c; rows contiguous, accumulated in f32; program (i, j) has the block of
// 64 × 64 of c at (64 i, 64 j), K in steps of 64.
module {
  tt.func public @matmul_block_ptr_0d1d2d345678(%arg0: !tt.ptr<f16, 1> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16, 1> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16, 1> {tt.divisibility = 16 : i32}, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32) attributes {noinline = false} {
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %c1_i64 = arith.constant 1 : i64
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c64_i32 : i32
    %2 = tt.get_program_id y : i32
    %3 = arith.muli %2, %c64_i32 : i32
    %4 = arith.extsi %arg3 : i32 to i64
    %5 = arith.extsi %arg5 : i32 to i64
    %6 = arith.extsi %arg6 : i32 to i64
    %7 = tt.make_tensor_ptr %arg0, [%4, %5], [%6, %c1_i64], [%1, %c0_i32] {order = array<i32: 1, 0>} : <tensor<64x64xf16>, 1>
    %8 = arith.extsi %arg4 : i32 to i64
    %9 = arith.extsi %arg7 : i32 to i64
    %10 = tt.make_tensor_ptr %arg1, [%5, %8], [%9, %c1_i64], [%c0_i32, %3] {order = array<i32: 1, 0>} : <tensor<64x64xf16>, 1>
    %11:3 = scf.for %arg9 = %c0_i32 to %arg5 step %c64_i32 iter_args(%arg10 = %cst, %arg11 = %7, %arg12 = %10) -> (tensor<64x64xf32>, !tt.ptr<tensor<64x64xf16>, 1>, !tt.ptr<tensor<64x64xf16>, 1>)  : i32 {
      %15 = tt.load %arg11 {boundaryCheck = array<i32: 0, 1>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, padding = 1 : i32} : !tt.ptr<tensor<64x64xf16>, 1> -> tensor<64x64xf16>
      %16 = tt.load %arg12 {boundaryCheck = array<i32: 0, 1>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, padding = 1 : i32} : !tt.ptr<tensor<64x64xf16>, 1> -> tensor<64x64xf16>
      %17 = tt.dot %15, %16, %arg10 {allowTF32 = true, maxNumImpreciseAcc = 0 : i32} : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      %18 = tt.advance %arg11, [%c0_i32, %c64_i32] : <tensor<64x64xf16>, 1>
      %19 = tt.advance %arg12, [%c64_i32, %c0_i32] : <tensor<64x64xf16>, 1>
      scf.yield %17, %18, %19 : tensor<64x64xf32>, !tt.ptr<tensor<64x64xf16>, 1>, !tt.ptr<tensor<64x64xf16>, 1>
    }
    %12 = arith.extsi %arg8 : i32 to i64
    %13 = tt.make_tensor_ptr %arg2, [%4, %8], [%12, %c1_i64], [%1, %3] {order = array<i32: 1, 0>} : <tensor<64x64xf16>, 1>
    %14 = arith.truncf %11#0 : tensor<64x64xf32> to tensor<64x64xf16>
    tt.store %13, %14 {boundaryCheck = array<i32: 0, 1>, cache = 1 : i32, evict = 1 : i32} : !tt.ptr<tensor<64x64xf16>, 1>, tensor<64x64xf16>
    tt.return
  }
}
