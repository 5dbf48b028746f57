// c = a @ b.T through descriptors, blocks of 64 × 64 of c, K in steps of 32; program p of P has the tiles p, p + P, …
module {
  tt.func public @persistent_matmul(%a_desc: !tt.tensordesc<64x32xf16>, %a_desc.shape.0: i32, %a_desc.shape.1: i32, %a_desc.stride.0: i64, %a_desc.stride.1: i64, %b_desc: !tt.tensordesc<64x32xf16>, %b_desc.shape.0: i32, %b_desc.shape.1: i32, %b_desc.stride.0: i64, %b_desc.stride.1: i64, %c_desc: !tt.tensordesc<64x64xf16>, %c_desc.shape.0: i32, %c_desc.shape.1: i32, %c_desc.stride.0: i64, %c_desc.stride.1: i64, %M: i32, %N: i32, %K: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %c32_i32 = arith.constant 32 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c8_i32 = arith.constant 8 : i32
    %c63_i32 = arith.constant 63 : i32
    %blocks_m = arith.addi %M, %c63_i32 : i32
    %blocks_m_0 = arith.divsi %blocks_m, %c64_i32 : i32
    %blocks_n = arith.addi %N, %c63_i32 : i32
    %blocks_n_1 = arith.divsi %blocks_n, %c64_i32 : i32
    %blocks_in_group = arith.muli %blocks_n_1, %c8_i32 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %blocks_m_0, %blocks_n_1 : i32
    %2 = tt.get_num_programs x : i32
    scf.for %tile = %0 to %1 step %2  : i32 {
      %first_m = arith.divsi %tile, %blocks_in_group : i32
      %first_m_2 = arith.muli %first_m, %c8_i32 : i32
      %group_m = arith.subi %blocks_m_0, %first_m_2 : i32
      %group_m_3 = arith.minsi %group_m, %c8_i32 : i32
      %row = arith.remsi %tile, %blocks_in_group : i32
      %row_4 = arith.remsi %row, %group_m_3 : i32
      %row_5 = arith.addi %first_m_2, %row_4 : i32
      %row_6 = arith.muli %row_5, %c64_i32 : i32
      %column = arith.divsi %row, %group_m_3 : i32
      %column_7 = arith.muli %column, %c64_i32 : i32
      %acc = scf.for %k = %c0_i32 to %K step %c32_i32 iter_args(%acc_8 = %cst) -> (tensor<64x64xf32>)  : i32 {
        %a = tt.descriptor_load %a_desc[%row_6, %k] : !tt.tensordesc<64x32xf16> -> tensor<64x32xf16>
        %b = tt.descriptor_load %b_desc[%column_7, %k] : !tt.tensordesc<64x32xf16> -> tensor<64x32xf16>
        %acc_9 = tt.trans %b {order = array<i32: 1, 0>} : tensor<64x32xf16> -> tensor<32x64xf16>
        %acc_10 = tt.dot %a, %acc_9, %acc_8 : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
        scf.yield %acc_10 : tensor<64x64xf32>
      }
      %3 = arith.truncf %acc : tensor<64x64xf32> to tensor<64x64xf16>
      tt.descriptor_store %c_desc[%row_6, %column_7], %3 : !tt.tensordesc<64x64xf16>, tensor<64x64xf16>
    }
    tt.return
  }
}
