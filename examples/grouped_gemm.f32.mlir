// c[g] = a[g] @ b[g] for g < count; the addresses are integers, sizes[g] = (M, N, K), strides[g] = the row
// strides of a, b, c in elements; program p of P has the tiles (64 × 64) p, p + P, … of all products taken
// together.
module {
  tt.func public @grouped_gemm(%a_addresses: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %b_addresses: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %c_addresses: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %sizes_ptr: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %strides_ptr: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %count: i32) attributes {noinline = false} {
    %c63_i32 = arith.constant 63 : i32
    %cst = arith.constant dense<64> : tensor<64x64xi32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %c64_i32 = arith.constant 64 : i32
    %c2_i32 = arith.constant 2 : i32
    %c3_i32 = arith.constant 3 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %tile = tt.get_program_id x : i32
    %rows = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptrs = tt.expand_dims %rows {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %a_ptrs_1 = tt.broadcast %a_ptrs : tensor<1x64xi32> -> tensor<64x64xi32>
    %b_ptrs = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %tile_2 = tt.get_num_programs x : i32
    %first_tile:2 = scf.for %g = %c0_i32 to %count step %c1_i32 iter_args(%tile_3 = %tile, %first_tile_4 = %c0_i32) -> (i32, i32)  : i32 {
      %M = arith.muli %g, %c3_i32 : i32
      %M_5 = tt.addptr %sizes_ptr, %M : !tt.ptr<i32>, i32
      %M_6 = tt.load %M_5 : !tt.ptr<i32>
      %N = tt.addptr %M_5, %c1_i32 : !tt.ptr<i32>, i32
      %N_7 = tt.load %N : !tt.ptr<i32>
      %K = tt.addptr %M_5, %c2_i32 : !tt.ptr<i32>, i32
      %K_8 = tt.load %K : !tt.ptr<i32>
      %tiles_n = arith.addi %N_7, %c63_i32 : i32
      %tiles_n_9 = arith.divsi %tiles_n, %c64_i32 : i32
      %end_tile = arith.addi %M_6, %c63_i32 : i32
      %end_tile_10 = arith.divsi %end_tile, %c64_i32 : i32
      %end_tile_11 = arith.muli %end_tile_10, %tiles_n_9 : i32
      %end_tile_12 = arith.addi %first_tile_4, %end_tile_11 : i32
      %stride_a = tt.addptr %strides_ptr, %M : !tt.ptr<i32>, i32
      %stride_b = tt.addptr %stride_a, %c1_i32 : !tt.ptr<i32>, i32
      %stride_c = tt.addptr %stride_a, %c2_i32 : !tt.ptr<i32>, i32
      %a_ptr = tt.addptr %a_addresses, %g : !tt.ptr<i64>, i32
      %b_ptr = tt.addptr %b_addresses, %g : !tt.ptr<i64>, i32
      %c_ptr = tt.addptr %c_addresses, %g : !tt.ptr<i64>, i32
      %a = tt.splat %M_6 : i32 -> tensor<64x1xi32>
      %b = tt.splat %N_7 : i32 -> tensor<1x64xi32>
      %0 = tt.splat %M_6 : i32 -> tensor<64x1xi32>
      %1 = tt.splat %N_7 : i32 -> tensor<1x64xi32>
      %tile_13 = scf.while (%tile_14 = %tile_3) : (i32) -> i32 {
        %2 = arith.cmpi sge, %tile_14, %first_tile_4 : i32
        %3 = arith.cmpi slt, %tile_14, %end_tile_12 : i32
        %4 = arith.andi %2, %3 : i1
        scf.condition(%4) %tile_14 : i32
      } do {
      ^bb0(%tile_14: i32):
        %stride_a_15 = tt.load %stride_a : !tt.ptr<i32>
        %stride_b_16 = tt.load %stride_b : !tt.ptr<i32>
        %stride_c_17 = tt.load %stride_c : !tt.ptr<i32>
        %a_ptr_18 = tt.load %a_ptr : !tt.ptr<i64>
        %a_ptr_19 = tt.int_to_ptr %a_ptr_18 : i64 -> !tt.ptr<f32>
        %b_ptr_20 = tt.load %b_ptr : !tt.ptr<i64>
        %b_ptr_21 = tt.int_to_ptr %b_ptr_20 : i64 -> !tt.ptr<f32>
        %c_ptr_22 = tt.load %c_ptr : !tt.ptr<i64>
        %c_ptr_23 = tt.int_to_ptr %c_ptr_22 : i64 -> !tt.ptr<f32>
        %rows_24 = arith.subi %tile_14, %first_tile_4 : i32
        %rows_25 = arith.divsi %rows_24, %tiles_n_9 : i32
        %rows_26 = arith.muli %rows_25, %c64_i32 : i32
        %rows_27 = tt.splat %rows_26 : i32 -> tensor<64xi32>
        %rows_28 = arith.addi %rows_27, %rows : tensor<64xi32>
        %cols = arith.remsi %rows_24, %tiles_n_9 : i32
        %cols_29 = arith.muli %cols, %c64_i32 : i32
        %cols_30 = tt.splat %cols_29 : i32 -> tensor<64xi32>
        %cols_31 = arith.addi %cols_30, %rows : tensor<64xi32>
        %a_ptrs_32 = tt.expand_dims %rows_28 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
        %a_ptrs_33 = tt.splat %stride_a_15 : i32 -> tensor<64x1xi32>
        %a_ptrs_34 = arith.muli %a_ptrs_32, %a_ptrs_33 : tensor<64x1xi32>
        %a_ptrs_35 = tt.splat %a_ptr_19 : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>>
        %a_ptrs_36 = tt.addptr %a_ptrs_35, %a_ptrs_34 : tensor<64x1x!tt.ptr<f32>>, tensor<64x1xi32>
        %a_ptrs_37 = tt.broadcast %a_ptrs_36 : tensor<64x1x!tt.ptr<f32>> -> tensor<64x64x!tt.ptr<f32>>
        %a_ptrs_38 = tt.addptr %a_ptrs_37, %a_ptrs_1 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
        %b_ptrs_39 = tt.splat %stride_b_16 : i32 -> tensor<64x1xi32>
        %b_ptrs_40 = arith.muli %b_ptrs, %b_ptrs_39 : tensor<64x1xi32>
        %b_ptrs_41 = tt.splat %b_ptr_21 : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>>
        %b_ptrs_42 = tt.addptr %b_ptrs_41, %b_ptrs_40 : tensor<64x1x!tt.ptr<f32>>, tensor<64x1xi32>
        %b_ptrs_43 = tt.expand_dims %cols_31 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
        %b_ptrs_44 = tt.broadcast %b_ptrs_42 : tensor<64x1x!tt.ptr<f32>> -> tensor<64x64x!tt.ptr<f32>>
        %b_ptrs_45 = tt.broadcast %b_ptrs_43 : tensor<1x64xi32> -> tensor<64x64xi32>
        %b_ptrs_46 = tt.addptr %b_ptrs_44, %b_ptrs_45 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
        %a_47 = arith.cmpi slt, %a_ptrs_32, %a : tensor<64x1xi32>
        %a_48 = tt.broadcast %a_47 : tensor<64x1xi1> -> tensor<64x64xi1>
        %b_49 = arith.cmpi slt, %b_ptrs_43, %b : tensor<1x64xi32>
        %b_50 = tt.broadcast %b_49 : tensor<1x64xi1> -> tensor<64x64xi1>
        %b_ptrs_51 = arith.muli %stride_b_16, %c64_i32 : i32
        %b_ptrs_52 = tt.splat %b_ptrs_51 : i32 -> tensor<64x64xi32>
        %acc:3 = scf.for %k = %c0_i32 to %K_8 step %c64_i32 iter_args(%a_ptrs_59 = %a_ptrs_38, %b_ptrs_60 = %b_ptrs_46, %acc_61 = %cst_0) -> (tensor<64x64x!tt.ptr<f32>>, tensor<64x64x!tt.ptr<f32>>, tensor<64x64xf32>)  : i32 {
          %a_62 = arith.subi %K_8, %k : i32
          %a_63 = tt.splat %a_62 : i32 -> tensor<1x64xi32>
          %a_64 = arith.cmpi slt, %a_ptrs, %a_63 : tensor<1x64xi32>
          %a_65 = tt.broadcast %a_64 : tensor<1x64xi1> -> tensor<64x64xi1>
          %a_66 = arith.andi %a_48, %a_65 : tensor<64x64xi1>
          %a_67 = tt.load %a_ptrs_59, %a_66, %cst_0 : tensor<64x64x!tt.ptr<f32>>
          %b_68 = tt.splat %a_62 : i32 -> tensor<64x1xi32>
          %b_69 = arith.cmpi slt, %b_ptrs, %b_68 : tensor<64x1xi32>
          %b_70 = tt.broadcast %b_69 : tensor<64x1xi1> -> tensor<64x64xi1>
          %b_71 = arith.andi %b_70, %b_50 : tensor<64x64xi1>
          %b_72 = tt.load %b_ptrs_60, %b_71, %cst_0 : tensor<64x64x!tt.ptr<f32>>
          %acc_73 = tt.dot %a_67, %b_72, %acc_61 : tensor<64x64xf32> * tensor<64x64xf32> -> tensor<64x64xf32>
          %a_ptrs_74 = tt.addptr %a_ptrs_59, %cst : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
          %b_ptrs_75 = tt.addptr %b_ptrs_60, %b_ptrs_52 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
          scf.yield %a_ptrs_74, %b_ptrs_75, %acc_73 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64x!tt.ptr<f32>>, tensor<64x64xf32>
        }
        %c_ptrs = tt.splat %stride_c_17 : i32 -> tensor<64x1xi32>
        %c_ptrs_53 = arith.muli %a_ptrs_32, %c_ptrs : tensor<64x1xi32>
        %c_ptrs_54 = tt.splat %c_ptr_23 : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>>
        %c_ptrs_55 = tt.addptr %c_ptrs_54, %c_ptrs_53 : tensor<64x1x!tt.ptr<f32>>, tensor<64x1xi32>
        %c_ptrs_56 = tt.broadcast %c_ptrs_55 : tensor<64x1x!tt.ptr<f32>> -> tensor<64x64x!tt.ptr<f32>>
        %c_ptrs_57 = tt.addptr %c_ptrs_56, %b_ptrs_45 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
        %2 = arith.cmpi slt, %a_ptrs_32, %0 : tensor<64x1xi32>
        %3 = arith.cmpi slt, %b_ptrs_43, %1 : tensor<1x64xi32>
        %4 = tt.broadcast %2 : tensor<64x1xi1> -> tensor<64x64xi1>
        %5 = tt.broadcast %3 : tensor<1x64xi1> -> tensor<64x64xi1>
        %6 = arith.andi %4, %5 : tensor<64x64xi1>
        tt.store %c_ptrs_57, %acc#2, %6 : tensor<64x64x!tt.ptr<f32>>
        %tile_58 = arith.addi %tile_14, %tile_2 : i32
        scf.yield %tile_58 : i32
      }
      scf.yield %tile_13, %end_tile_12 : i32, i32
    }
    tt.return
  }
}
