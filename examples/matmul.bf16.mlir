// c = a @ b, a is M × K, b K × N, c M × N, rows contiguous, accumulated in f32; one program for each block
// of 64 × 64 of c, K in steps of 64, programs ordered in groups of 8 rows of blocks.
module {
  tt.func public @matmul(%a_ptr: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %b_ptr: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %c_ptr: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %M: i32, %N: i32, %K: i32, %stride_am: i32, %stride_bk: i32, %stride_cm: i32) attributes {noinline = false} {
    %acc = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %c63_i32 = arith.constant 63 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xbf16>
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant dense<64> : tensor<64x64xi32>
    %c64_i32 = arith.constant 64 : i32
    %c8_i32 = arith.constant 8 : i32
    %pid = tt.get_program_id x : i32
    %blocks_m = arith.addi %M, %c63_i32 : i32
    %blocks_m_1 = arith.divsi %blocks_m, %c64_i32 : i32
    %blocks_n = arith.addi %N, %c63_i32 : i32
    %blocks_n_2 = arith.divsi %blocks_n, %c64_i32 : i32
    %blocks_in_group = arith.muli %blocks_n_2, %c8_i32 : i32
    %first_m = arith.divsi %pid, %blocks_in_group : i32
    %first_m_3 = arith.muli %first_m, %c8_i32 : i32
    %group_m = arith.subi %blocks_m_1, %first_m_3 : i32
    %group_m_4 = arith.minsi %group_m, %c8_i32 : i32
    %pid_m = arith.remsi %pid, %blocks_in_group : i32
    %pid_m_5 = arith.remsi %pid_m, %group_m_4 : i32
    %pid_m_6 = arith.addi %first_m_3, %pid_m_5 : i32
    %pid_n = arith.divsi %pid_m, %group_m_4 : i32
    %offs_am = arith.muli %pid_m_6, %c64_i32 : i32
    %offs_am_7 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %offs_am_8 = tt.splat %offs_am : i32 -> tensor<64xi32>
    %offs_am_9 = arith.addi %offs_am_8, %offs_am_7 : tensor<64xi32>
    %offs_am_10 = tt.splat %M : i32 -> tensor<64xi32>
    %offs_am_11 = arith.remsi %offs_am_9, %offs_am_10 : tensor<64xi32>
    %offs_bn = arith.muli %pid_n, %c64_i32 : i32
    %offs_bn_12 = tt.splat %offs_bn : i32 -> tensor<64xi32>
    %offs_bn_13 = arith.addi %offs_bn_12, %offs_am_7 : tensor<64xi32>
    %offs_bn_14 = tt.splat %N : i32 -> tensor<64xi32>
    %offs_bn_15 = arith.remsi %offs_bn_13, %offs_bn_14 : tensor<64xi32>
    %a_ptrs = tt.expand_dims %offs_am_11 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %a_ptrs_16 = tt.splat %stride_am : i32 -> tensor<64x1xi32>
    %a_ptrs_17 = arith.muli %a_ptrs, %a_ptrs_16 : tensor<64x1xi32>
    %a_ptrs_18 = tt.splat %a_ptr : !tt.ptr<bf16> -> tensor<64x1x!tt.ptr<bf16>>
    %a_ptrs_19 = tt.addptr %a_ptrs_18, %a_ptrs_17 : tensor<64x1x!tt.ptr<bf16>>, tensor<64x1xi32>
    %a_ptrs_20 = tt.expand_dims %offs_am_7 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %a_ptrs_21 = tt.broadcast %a_ptrs_19 : tensor<64x1x!tt.ptr<bf16>> -> tensor<64x64x!tt.ptr<bf16>>
    %a_ptrs_22 = tt.broadcast %a_ptrs_20 : tensor<1x64xi32> -> tensor<64x64xi32>
    %a_ptrs_23 = tt.addptr %a_ptrs_21, %a_ptrs_22 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
    %b_ptrs = tt.expand_dims %offs_am_7 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %b_ptrs_24 = tt.splat %stride_bk : i32 -> tensor<64x1xi32>
    %b_ptrs_25 = arith.muli %b_ptrs, %b_ptrs_24 : tensor<64x1xi32>
    %b_ptrs_26 = tt.splat %b_ptr : !tt.ptr<bf16> -> tensor<64x1x!tt.ptr<bf16>>
    %b_ptrs_27 = tt.addptr %b_ptrs_26, %b_ptrs_25 : tensor<64x1x!tt.ptr<bf16>>, tensor<64x1xi32>
    %b_ptrs_28 = tt.expand_dims %offs_bn_15 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %b_ptrs_29 = tt.broadcast %b_ptrs_27 : tensor<64x1x!tt.ptr<bf16>> -> tensor<64x64x!tt.ptr<bf16>>
    %b_ptrs_30 = tt.broadcast %b_ptrs_28 : tensor<1x64xi32> -> tensor<64x64xi32>
    %b_ptrs_31 = tt.addptr %b_ptrs_29, %b_ptrs_30 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
    %0 = arith.addi %K, %c63_i32 : i32
    %1 = arith.divsi %0, %c64_i32 : i32
    %b_ptrs_32 = arith.muli %stride_bk, %c64_i32 : i32
    %b_ptrs_33 = tt.splat %b_ptrs_32 : i32 -> tensor<64x64xi32>
    %acc_34:3 = scf.for %k = %c0_i32 to %1 step %c1_i32 iter_args(%a_ptrs_43 = %a_ptrs_23, %b_ptrs_44 = %b_ptrs_31, %acc_45 = %acc) -> (tensor<64x64x!tt.ptr<bf16>>, tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xf32>)  : i32 {
      %left = arith.muli %k, %c64_i32 : i32
      %left_46 = arith.subi %K, %left : i32
      %a = tt.splat %left_46 : i32 -> tensor<1x64xi32>
      %a_47 = arith.cmpi slt, %a_ptrs_20, %a : tensor<1x64xi32>
      %a_48 = tt.broadcast %a_47 : tensor<1x64xi1> -> tensor<64x64xi1>
      %a_49 = tt.load %a_ptrs_43, %a_48, %cst : tensor<64x64x!tt.ptr<bf16>>
      %b = tt.splat %left_46 : i32 -> tensor<64x1xi32>
      %b_50 = arith.cmpi slt, %b_ptrs, %b : tensor<64x1xi32>
      %b_51 = tt.broadcast %b_50 : tensor<64x1xi1> -> tensor<64x64xi1>
      %b_52 = tt.load %b_ptrs_44, %b_51, %cst : tensor<64x64x!tt.ptr<bf16>>
      %acc_53 = tt.dot %a_49, %b_52, %acc_45 : tensor<64x64xbf16> * tensor<64x64xbf16> -> tensor<64x64xf32>
      %a_ptrs_54 = tt.addptr %a_ptrs_43, %cst_0 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
      %b_ptrs_55 = tt.addptr %b_ptrs_44, %b_ptrs_33 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
      scf.yield %a_ptrs_54, %b_ptrs_55, %acc_53 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xf32>
    }
    %c_ptrs = tt.expand_dims %offs_am_9 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %c_ptrs_35 = tt.splat %stride_cm : i32 -> tensor<64x1xi32>
    %c_ptrs_36 = arith.muli %c_ptrs_35, %c_ptrs : tensor<64x1xi32>
    %c_ptrs_37 = tt.splat %c_ptr : !tt.ptr<bf16> -> tensor<64x1x!tt.ptr<bf16>>
    %c_ptrs_38 = tt.addptr %c_ptrs_37, %c_ptrs_36 : tensor<64x1x!tt.ptr<bf16>>, tensor<64x1xi32>
    %c_ptrs_39 = tt.expand_dims %offs_bn_13 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %c_ptrs_40 = tt.broadcast %c_ptrs_38 : tensor<64x1x!tt.ptr<bf16>> -> tensor<64x64x!tt.ptr<bf16>>
    %c_ptrs_41 = tt.broadcast %c_ptrs_39 : tensor<1x64xi32> -> tensor<64x64xi32>
    %c_ptrs_42 = tt.addptr %c_ptrs_40, %c_ptrs_41 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
    %2 = tt.splat %M : i32 -> tensor<64x1xi32>
    %3 = arith.cmpi slt, %c_ptrs, %2 : tensor<64x1xi32>
    %4 = tt.splat %N : i32 -> tensor<1x64xi32>
    %5 = arith.cmpi slt, %c_ptrs_39, %4 : tensor<1x64xi32>
    %6 = tt.broadcast %3 : tensor<64x1xi1> -> tensor<64x64xi1>
    %7 = tt.broadcast %5 : tensor<1x64xi1> -> tensor<64x64xi1>
    %8 = arith.andi %6, %7 : tensor<64x64xi1>
    %9 = arith.truncf %acc_34#2 : tensor<64x64xf32> to tensor<64x64xbf16>
    tt.store %c_ptrs_42, %9, %8 : tensor<64x64x!tt.ptr<bf16>>
    tt.return
  }
}
