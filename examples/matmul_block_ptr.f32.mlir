// c = a @ b with block pointers, a is M × K, b K × N, c M × N, rows contiguous, accumulated in f32; program
// (i, j) has the block of 64 × 64 of c at (64 i, 64 j), K in steps of 64.
module {
  tt.func public @matmul_block_ptr(%a_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %b_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %c_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %M: i32, %N: i32, %K: i32, %stride_am: i32, %stride_bk: i32, %stride_cm: i32) attributes {noinline = false} {
    %acc = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %c0_i32 = arith.constant 0 : i32
    %c1_i64 = arith.constant 1 : i64
    %c64_i32 = arith.constant 64 : i32
    %first_m = tt.get_program_id x : i32
    %first_m_0 = arith.muli %first_m, %c64_i32 : i32
    %first_n = tt.get_program_id y : i32
    %first_n_1 = arith.muli %first_n, %c64_i32 : i32
    %a_block = arith.extsi %M : i32 to i64
    %a_block_2 = arith.extsi %K : i32 to i64
    %a_block_3 = arith.extsi %stride_am : i32 to i64
    %a_block_4 = tt.make_tensor_ptr %a_ptr, [%a_block, %a_block_2], [%a_block_3, %c1_i64], [%first_m_0, %c0_i32] {order = array<i32: 1, 0>} : <tensor<64x64xf32>>
    %b_block = arith.extsi %N : i32 to i64
    %b_block_5 = arith.extsi %stride_bk : i32 to i64
    %b_block_6 = tt.make_tensor_ptr %b_ptr, [%a_block_2, %b_block], [%b_block_5, %c1_i64], [%c0_i32, %first_n_1] {order = array<i32: 1, 0>} : <tensor<64x64xf32>>
    %acc_7:3 = scf.for %_ = %c0_i32 to %K step %c64_i32 iter_args(%a_block_9 = %a_block_4, %b_block_10 = %b_block_6, %acc_11 = %acc) -> (!tt.ptr<tensor<64x64xf32>>, !tt.ptr<tensor<64x64xf32>>, tensor<64x64xf32>)  : i32 {
      %a = tt.load %a_block_9 {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<64x64xf32>>
      %b = tt.load %b_block_10 {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<64x64xf32>>
      %acc_12 = tt.dot %a, %b, %acc_11 : tensor<64x64xf32> * tensor<64x64xf32> -> tensor<64x64xf32>
      %a_block_13 = tt.advance %a_block_9, [%c0_i32, %c64_i32] : <tensor<64x64xf32>>
      %b_block_14 = tt.advance %b_block_10, [%c64_i32, %c0_i32] : <tensor<64x64xf32>>
      scf.yield %a_block_13, %b_block_14, %acc_12 : !tt.ptr<tensor<64x64xf32>>, !tt.ptr<tensor<64x64xf32>>, tensor<64x64xf32>
    }
    %c_block = arith.extsi %stride_cm : i32 to i64
    %c_block_8 = tt.make_tensor_ptr %c_ptr, [%a_block, %b_block], [%c_block, %c1_i64], [%first_m_0, %first_n_1] {order = array<i32: 1, 0>} : <tensor<64x64xf32>>
    tt.store %c_block_8, %acc_7#2 {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<64x64xf32>>
    tt.return
  }
}
