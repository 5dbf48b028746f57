// c[g] = a[g] @ b[g] for g < count; the addresses are integers, sizes[g] = (M, N, K), strides[g] = the row
// strides of a, b, c in elements; program p of P has the tiles (64 × 64) p, p + P, … of all products taken
// together.
module {
  tt.func public @grouped_gemm(%a_addresses: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %b_addresses: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %c_addresses: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %sizes_ptr: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %strides_ptr: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %count: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %c63_i32 = arith.constant 63 : i32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<64x64xbf16>
    %cst_1 = arith.constant dense<64> : tensor<64x64xi32>
    %c64_i32 = arith.constant 64 : i32
    %c2_i32 = arith.constant 2 : i32
    %c3_i32 = arith.constant 3 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %tile = tt.get_program_id x : i32
    %rows = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptrs = tt.expand_dims %rows {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %a_ptrs_2 = tt.broadcast %a_ptrs : tensor<1x64xi32> -> tensor<64x64xi32>
    %b_ptrs = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %tile_3 = tt.get_num_programs x : i32
    %first_tile:2 = scf.for %g = %c0_i32 to %count step %c1_i32 iter_args(%tile_4 = %tile, %first_tile_5 = %c0_i32) -> (i32, i32)  : i32 {
      %M = arith.muli %g, %c3_i32 : i32
      %M_6 = tt.addptr %sizes_ptr, %M : !tt.ptr<i32>, i32
      %M_7 = tt.load %M_6 : !tt.ptr<i32>
      %N = tt.addptr %M_6, %c1_i32 : !tt.ptr<i32>, i32
      %N_8 = tt.load %N : !tt.ptr<i32>
      %K = tt.addptr %M_6, %c2_i32 : !tt.ptr<i32>, i32
      %K_9 = tt.load %K : !tt.ptr<i32>
      %tiles_n = arith.addi %N_8, %c63_i32 : i32
      %tiles_n_10 = arith.divsi %tiles_n, %c64_i32 : i32
      %end_tile = arith.addi %M_7, %c63_i32 : i32
      %end_tile_11 = arith.divsi %end_tile, %c64_i32 : i32
      %end_tile_12 = arith.muli %end_tile_11, %tiles_n_10 : i32
      %end_tile_13 = arith.addi %first_tile_5, %end_tile_12 : i32
      %stride_a = tt.addptr %strides_ptr, %M : !tt.ptr<i32>, i32
      %stride_b = tt.addptr %stride_a, %c1_i32 : !tt.ptr<i32>, i32
      %stride_c = tt.addptr %stride_a, %c2_i32 : !tt.ptr<i32>, i32
      %a_ptr = tt.addptr %a_addresses, %g : !tt.ptr<i64>, i32
      %b_ptr = tt.addptr %b_addresses, %g : !tt.ptr<i64>, i32
      %c_ptr = tt.addptr %c_addresses, %g : !tt.ptr<i64>, i32
      %a = tt.splat %M_7 : i32 -> tensor<64x1xi32>
      %b = tt.splat %N_8 : i32 -> tensor<1x64xi32>
      %0 = tt.splat %M_7 : i32 -> tensor<64x1xi32>
      %1 = tt.splat %N_8 : i32 -> tensor<1x64xi32>
      %tile_14 = scf.while (%tile_15 = %tile_4) : (i32) -> i32 {
        %2 = arith.cmpi sge, %tile_15, %first_tile_5 : i32
        %3 = arith.cmpi slt, %tile_15, %end_tile_13 : i32
        %4 = arith.andi %2, %3 : i1
        scf.condition(%4) %tile_15 : i32
      } do {
      ^bb0(%tile_15: i32):
        %stride_a_16 = tt.load %stride_a : !tt.ptr<i32>
        %stride_b_17 = tt.load %stride_b : !tt.ptr<i32>
        %stride_c_18 = tt.load %stride_c : !tt.ptr<i32>
        %a_ptr_19 = tt.load %a_ptr : !tt.ptr<i64>
        %a_ptr_20 = tt.int_to_ptr %a_ptr_19 : i64 -> !tt.ptr<bf16>
        %b_ptr_21 = tt.load %b_ptr : !tt.ptr<i64>
        %b_ptr_22 = tt.int_to_ptr %b_ptr_21 : i64 -> !tt.ptr<bf16>
        %c_ptr_23 = tt.load %c_ptr : !tt.ptr<i64>
        %c_ptr_24 = tt.int_to_ptr %c_ptr_23 : i64 -> !tt.ptr<bf16>
        %rows_25 = arith.subi %tile_15, %first_tile_5 : i32
        %rows_26 = arith.divsi %rows_25, %tiles_n_10 : i32
        %rows_27 = arith.muli %rows_26, %c64_i32 : i32
        %rows_28 = tt.splat %rows_27 : i32 -> tensor<64xi32>
        %rows_29 = arith.addi %rows_28, %rows : tensor<64xi32>
        %cols = arith.remsi %rows_25, %tiles_n_10 : i32
        %cols_30 = arith.muli %cols, %c64_i32 : i32
        %cols_31 = tt.splat %cols_30 : i32 -> tensor<64xi32>
        %cols_32 = arith.addi %cols_31, %rows : tensor<64xi32>
        %a_ptrs_33 = tt.expand_dims %rows_29 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
        %a_ptrs_34 = tt.splat %stride_a_16 : i32 -> tensor<64x1xi32>
        %a_ptrs_35 = arith.muli %a_ptrs_33, %a_ptrs_34 : tensor<64x1xi32>
        %a_ptrs_36 = tt.splat %a_ptr_20 : !tt.ptr<bf16> -> tensor<64x1x!tt.ptr<bf16>>
        %a_ptrs_37 = tt.addptr %a_ptrs_36, %a_ptrs_35 : tensor<64x1x!tt.ptr<bf16>>, tensor<64x1xi32>
        %a_ptrs_38 = tt.broadcast %a_ptrs_37 : tensor<64x1x!tt.ptr<bf16>> -> tensor<64x64x!tt.ptr<bf16>>
        %a_ptrs_39 = tt.addptr %a_ptrs_38, %a_ptrs_2 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
        %b_ptrs_40 = tt.splat %stride_b_17 : i32 -> tensor<64x1xi32>
        %b_ptrs_41 = arith.muli %b_ptrs, %b_ptrs_40 : tensor<64x1xi32>
        %b_ptrs_42 = tt.splat %b_ptr_22 : !tt.ptr<bf16> -> tensor<64x1x!tt.ptr<bf16>>
        %b_ptrs_43 = tt.addptr %b_ptrs_42, %b_ptrs_41 : tensor<64x1x!tt.ptr<bf16>>, tensor<64x1xi32>
        %b_ptrs_44 = tt.expand_dims %cols_32 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
        %b_ptrs_45 = tt.broadcast %b_ptrs_43 : tensor<64x1x!tt.ptr<bf16>> -> tensor<64x64x!tt.ptr<bf16>>
        %b_ptrs_46 = tt.broadcast %b_ptrs_44 : tensor<1x64xi32> -> tensor<64x64xi32>
        %b_ptrs_47 = tt.addptr %b_ptrs_45, %b_ptrs_46 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
        %a_48 = arith.cmpi slt, %a_ptrs_33, %a : tensor<64x1xi32>
        %a_49 = tt.broadcast %a_48 : tensor<64x1xi1> -> tensor<64x64xi1>
        %b_50 = arith.cmpi slt, %b_ptrs_44, %b : tensor<1x64xi32>
        %b_51 = tt.broadcast %b_50 : tensor<1x64xi1> -> tensor<64x64xi1>
        %b_ptrs_52 = arith.muli %stride_b_17, %c64_i32 : i32
        %b_ptrs_53 = tt.splat %b_ptrs_52 : i32 -> tensor<64x64xi32>
        %acc:3 = scf.for %k = %c0_i32 to %K_9 step %c64_i32 iter_args(%a_ptrs_60 = %a_ptrs_39, %b_ptrs_61 = %b_ptrs_47, %acc_62 = %cst) -> (tensor<64x64x!tt.ptr<bf16>>, tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xf32>)  : i32 {
          %a_63 = arith.subi %K_9, %k : i32
          %a_64 = tt.splat %a_63 : i32 -> tensor<1x64xi32>
          %a_65 = arith.cmpi slt, %a_ptrs, %a_64 : tensor<1x64xi32>
          %a_66 = tt.broadcast %a_65 : tensor<1x64xi1> -> tensor<64x64xi1>
          %a_67 = arith.andi %a_49, %a_66 : tensor<64x64xi1>
          %a_68 = tt.load %a_ptrs_60, %a_67, %cst_0 : tensor<64x64x!tt.ptr<bf16>>
          %b_69 = tt.splat %a_63 : i32 -> tensor<64x1xi32>
          %b_70 = arith.cmpi slt, %b_ptrs, %b_69 : tensor<64x1xi32>
          %b_71 = tt.broadcast %b_70 : tensor<64x1xi1> -> tensor<64x64xi1>
          %b_72 = arith.andi %b_71, %b_51 : tensor<64x64xi1>
          %b_73 = tt.load %b_ptrs_61, %b_72, %cst_0 : tensor<64x64x!tt.ptr<bf16>>
          %acc_74 = tt.dot %a_68, %b_73, %acc_62 : tensor<64x64xbf16> * tensor<64x64xbf16> -> tensor<64x64xf32>
          %a_ptrs_75 = tt.addptr %a_ptrs_60, %cst_1 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
          %b_ptrs_76 = tt.addptr %b_ptrs_61, %b_ptrs_53 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
          scf.yield %a_ptrs_75, %b_ptrs_76, %acc_74 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xf32>
        }
        %c_ptrs = tt.splat %stride_c_18 : i32 -> tensor<64x1xi32>
        %c_ptrs_54 = arith.muli %a_ptrs_33, %c_ptrs : tensor<64x1xi32>
        %c_ptrs_55 = tt.splat %c_ptr_24 : !tt.ptr<bf16> -> tensor<64x1x!tt.ptr<bf16>>
        %c_ptrs_56 = tt.addptr %c_ptrs_55, %c_ptrs_54 : tensor<64x1x!tt.ptr<bf16>>, tensor<64x1xi32>
        %c_ptrs_57 = tt.broadcast %c_ptrs_56 : tensor<64x1x!tt.ptr<bf16>> -> tensor<64x64x!tt.ptr<bf16>>
        %c_ptrs_58 = tt.addptr %c_ptrs_57, %b_ptrs_46 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
        %2 = arith.cmpi slt, %a_ptrs_33, %0 : tensor<64x1xi32>
        %3 = arith.cmpi slt, %b_ptrs_44, %1 : tensor<1x64xi32>
        %4 = tt.broadcast %2 : tensor<64x1xi1> -> tensor<64x64xi1>
        %5 = tt.broadcast %3 : tensor<1x64xi1> -> tensor<64x64xi1>
        %6 = arith.andi %4, %5 : tensor<64x64xi1>
        %7 = arith.truncf %acc#2 : tensor<64x64xf32> to tensor<64x64xbf16>
        tt.store %c_ptrs_58, %7, %6 : tensor<64x64x!tt.ptr<bf16>>
        %tile_59 = arith.addi %tile_15, %tile_3 : i32
        scf.yield %tile_59 : i32
      }
      scf.yield %tile_14, %end_tile_13 : i32, i32
    }
    tt.return
  }
}
