// out = softmax(q @ k.T * sm_scale) @ v for q, k, v, out of (Z, H, N_CTX, 64) with contiguous last
// dimension; program (i, z H + h) has the queries 64 i … 64 i + 63; lse (Z, H, N_CTX) is the log2 of the
// sums of exponentials.
module {
  tt.func public @attention(%q_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %k_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %v_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %lse_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %sm_scale: f32, %stride_qz: i32, %stride_qh: i32, %stride_qm: i32, %stride_kz: i32, %stride_kh: i32, %stride_kn: i32, %stride_vz: i32, %stride_vh: i32, %stride_vn: i32, %stride_oz: i32, %stride_oh: i32, %stride_om: i32, %H: i32, %N_CTX: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0xFF800000> : tensor<64x64xf32>
    %c0_i32 = arith.constant 0 : i32
    %total = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %scale = arith.constant 1.44269502 : f32
    %top = arith.constant dense<0xFF800000> : tensor<64xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %c64_i32 = arith.constant 64 : i32
    %z = tt.get_program_id y : i32
    %z_1 = arith.divsi %z, %H : i32
    %z_2 = arith.extsi %z_1 : i32 to i64
    %h = arith.remsi %z, %H : i32
    %h_3 = arith.extsi %h : i32 to i64
    %first_row = tt.get_program_id x : i32
    %first_row_4 = arith.muli %first_row, %c64_i32 : i32
    %rows = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %rows_5 = tt.splat %first_row_4 : i32 -> tensor<64xi32>
    %rows_6 = arith.addi %rows_5, %rows : tensor<64xi32>
    %k_ptrs = arith.extsi %stride_kz : i32 to i64
    %k_ptrs_7 = arith.muli %z_2, %k_ptrs : i64
    %k_ptrs_8 = arith.extsi %stride_kh : i32 to i64
    %k_ptrs_9 = arith.muli %h_3, %k_ptrs_8 : i64
    %k_ptrs_10 = arith.addi %k_ptrs_7, %k_ptrs_9 : i64
    %k_ptrs_11 = tt.addptr %k_ptr, %k_ptrs_10 : !tt.ptr<f32>, i64
    %k_ptrs_12 = tt.expand_dims %rows {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %k_ptrs_13 = tt.splat %stride_kn : i32 -> tensor<1x64xi32>
    %k_ptrs_14 = arith.muli %k_ptrs_12, %k_ptrs_13 : tensor<1x64xi32>
    %k_ptrs_15 = tt.splat %k_ptrs_11 : !tt.ptr<f32> -> tensor<1x64x!tt.ptr<f32>>
    %k_ptrs_16 = tt.addptr %k_ptrs_15, %k_ptrs_14 : tensor<1x64x!tt.ptr<f32>>, tensor<1x64xi32>
    %k_ptrs_17 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %k_ptrs_18 = tt.broadcast %k_ptrs_16 : tensor<1x64x!tt.ptr<f32>> -> tensor<64x64x!tt.ptr<f32>>
    %k_ptrs_19 = tt.broadcast %k_ptrs_17 : tensor<64x1xi32> -> tensor<64x64xi32>
    %k_ptrs_20 = tt.addptr %k_ptrs_18, %k_ptrs_19 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
    %v_ptrs = arith.extsi %stride_vz : i32 to i64
    %v_ptrs_21 = arith.muli %z_2, %v_ptrs : i64
    %v_ptrs_22 = arith.extsi %stride_vh : i32 to i64
    %v_ptrs_23 = arith.muli %h_3, %v_ptrs_22 : i64
    %v_ptrs_24 = arith.addi %v_ptrs_21, %v_ptrs_23 : i64
    %v_ptrs_25 = tt.addptr %v_ptr, %v_ptrs_24 : !tt.ptr<f32>, i64
    %v_ptrs_26 = tt.splat %stride_vn : i32 -> tensor<64x1xi32>
    %v_ptrs_27 = arith.muli %k_ptrs_17, %v_ptrs_26 : tensor<64x1xi32>
    %v_ptrs_28 = tt.splat %v_ptrs_25 : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>>
    %v_ptrs_29 = tt.addptr %v_ptrs_28, %v_ptrs_27 : tensor<64x1x!tt.ptr<f32>>, tensor<64x1xi32>
    %v_ptrs_30 = tt.broadcast %v_ptrs_29 : tensor<64x1x!tt.ptr<f32>> -> tensor<64x64x!tt.ptr<f32>>
    %v_ptrs_31 = tt.broadcast %k_ptrs_12 : tensor<1x64xi32> -> tensor<64x64xi32>
    %v_ptrs_32 = tt.addptr %v_ptrs_30, %v_ptrs_31 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
    %q_ptrs = arith.extsi %stride_qz : i32 to i64
    %q_ptrs_33 = arith.muli %z_2, %q_ptrs : i64
    %q_ptrs_34 = arith.extsi %stride_qh : i32 to i64
    %q_ptrs_35 = arith.muli %h_3, %q_ptrs_34 : i64
    %q_ptrs_36 = arith.addi %q_ptrs_33, %q_ptrs_35 : i64
    %q_ptrs_37 = tt.addptr %q_ptr, %q_ptrs_36 : !tt.ptr<f32>, i64
    %q_ptrs_38 = tt.expand_dims %rows_6 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %q_ptrs_39 = tt.splat %stride_qm : i32 -> tensor<64x1xi32>
    %q_ptrs_40 = arith.muli %q_ptrs_38, %q_ptrs_39 : tensor<64x1xi32>
    %q_ptrs_41 = tt.splat %q_ptrs_37 : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>>
    %q_ptrs_42 = tt.addptr %q_ptrs_41, %q_ptrs_40 : tensor<64x1x!tt.ptr<f32>>, tensor<64x1xi32>
    %q_ptrs_43 = tt.broadcast %q_ptrs_42 : tensor<64x1x!tt.ptr<f32>> -> tensor<64x64x!tt.ptr<f32>>
    %q_ptrs_44 = tt.addptr %q_ptrs_43, %v_ptrs_31 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
    %out_ptrs = arith.extsi %stride_oz : i32 to i64
    %out_ptrs_45 = arith.muli %z_2, %out_ptrs : i64
    %out_ptrs_46 = arith.extsi %stride_oh : i32 to i64
    %out_ptrs_47 = arith.muli %h_3, %out_ptrs_46 : i64
    %out_ptrs_48 = arith.addi %out_ptrs_45, %out_ptrs_47 : i64
    %out_ptrs_49 = tt.addptr %out_ptr, %out_ptrs_48 : !tt.ptr<f32>, i64
    %out_ptrs_50 = tt.splat %stride_om : i32 -> tensor<64x1xi32>
    %out_ptrs_51 = arith.muli %q_ptrs_38, %out_ptrs_50 : tensor<64x1xi32>
    %out_ptrs_52 = tt.splat %out_ptrs_49 : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>>
    %out_ptrs_53 = tt.addptr %out_ptrs_52, %out_ptrs_51 : tensor<64x1x!tt.ptr<f32>>, tensor<64x1xi32>
    %out_ptrs_54 = tt.broadcast %out_ptrs_53 : tensor<64x1x!tt.ptr<f32>> -> tensor<64x64x!tt.ptr<f32>>
    %out_ptrs_55 = tt.addptr %out_ptrs_54, %v_ptrs_31 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
    %q = tt.splat %N_CTX : i32 -> tensor<64x1xi32>
    %q_56 = arith.cmpi slt, %q_ptrs_38, %q : tensor<64x1xi32>
    %q_57 = tt.broadcast %q_56 : tensor<64x1xi1> -> tensor<64x64xi1>
    %q_58 = tt.load %q_ptrs_44, %q_57, %cst_0 : tensor<64x64x!tt.ptr<f32>>
    %scale_59 = arith.mulf %sm_scale, %scale : f32
    %whole = arith.divsi %N_CTX, %c64_i32 : i32
    %whole_60 = arith.muli %whole, %c64_i32 : i32
    %scores = tt.splat %scale_59 : f32 -> tensor<64x64xf32>
    %top_61:3 = scf.for %start = %c0_i32 to %whole_60 step %c64_i32 iter_args(%acc = %cst_0, %total_66 = %total, %top_67 = %top) -> (tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>)  : i32 {
      %k_68 = arith.muli %start, %stride_kn : i32
      %k_69 = tt.splat %k_68 : i32 -> tensor<64x64xi32>
      %k_70 = tt.addptr %k_ptrs_20, %k_69 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
      %k_71 = tt.load %k_70 : tensor<64x64x!tt.ptr<f32>>
      %v = arith.muli %start, %stride_vn : i32
      %v_72 = tt.splat %v : i32 -> tensor<64x64xi32>
      %v_73 = tt.addptr %v_ptrs_32, %v_72 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
      %v_74 = tt.load %v_73 : tensor<64x64x!tt.ptr<f32>>
      %scores_75 = tt.dot %q_58, %k_71, %cst_0 : tensor<64x64xf32> * tensor<64x64xf32> -> tensor<64x64xf32>
      %scores_76 = arith.mulf %scores_75, %scores : tensor<64x64xf32>
      %new_top = "tt.reduce"(%scores_76) <{axis = 1 : i32}> ({
      ^bb0(%new_top_89: f32, %new_top_90: f32):
        %new_top_91 = arith.maxnumf %new_top_89, %new_top_90 : f32
        tt.reduce.return %new_top_91 : f32
      }) : (tensor<64x64xf32>) -> tensor<64xf32>
      %new_top_77 = arith.maxnumf %top_67, %new_top : tensor<64xf32>
      %p = tt.expand_dims %new_top_77 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
      %p_78 = tt.broadcast %p : tensor<64x1xf32> -> tensor<64x64xf32>
      %p_79 = arith.subf %scores_76, %p_78 : tensor<64x64xf32>
      %p_80 = math.exp2 %p_79 : tensor<64x64xf32>
      %alpha = arith.subf %top_67, %new_top_77 : tensor<64xf32>
      %alpha_81 = math.exp2 %alpha : tensor<64xf32>
      %total_82 = arith.mulf %total_66, %alpha_81 : tensor<64xf32>
      %total_83 = "tt.reduce"(%p_80) <{axis = 1 : i32}> ({
      ^bb0(%total_89: f32, %total_90: f32):
        %total_91 = arith.addf %total_89, %total_90 : f32
        tt.reduce.return %total_91 : f32
      }) : (tensor<64x64xf32>) -> tensor<64xf32>
      %total_84 = arith.addf %total_82, %total_83 : tensor<64xf32>
      %acc_85 = tt.expand_dims %alpha_81 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
      %acc_86 = tt.broadcast %acc_85 : tensor<64x1xf32> -> tensor<64x64xf32>
      %acc_87 = arith.mulf %acc, %acc_86 : tensor<64x64xf32>
      %acc_88 = tt.dot %p_80, %v_74, %acc_87 : tensor<64x64xf32> * tensor<64x64xf32> -> tensor<64x64xf32>
      scf.yield %acc_88, %total_84, %new_top_77 : tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>
    }
    %k = tt.splat %N_CTX : i32 -> tensor<1x64xi32>
    %scores_62 = tt.splat %scale_59 : f32 -> tensor<64x64xf32>
    %top_63:3 = scf.for %start = %whole_60 to %N_CTX step %c64_i32 iter_args(%acc = %top_61#0, %total_66 = %top_61#1, %top_67 = %top_61#2) -> (tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>)  : i32 {
      %keys = tt.splat %start : i32 -> tensor<64xi32>
      %keys_68 = arith.addi %keys, %rows : tensor<64xi32>
      %k_69 = tt.expand_dims %keys_68 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
      %k_70 = arith.cmpi slt, %k_69, %k : tensor<1x64xi32>
      %k_71 = arith.muli %start, %stride_kn : i32
      %k_72 = tt.splat %k_71 : i32 -> tensor<64x64xi32>
      %k_73 = tt.addptr %k_ptrs_20, %k_72 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
      %k_74 = tt.broadcast %k_70 : tensor<1x64xi1> -> tensor<64x64xi1>
      %k_75 = tt.load %k_73, %k_74, %cst_0 : tensor<64x64x!tt.ptr<f32>>
      %v = tt.expand_dims %keys_68 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
      %v_76 = arith.cmpi slt, %v, %q : tensor<64x1xi32>
      %v_77 = arith.muli %start, %stride_vn : i32
      %v_78 = tt.splat %v_77 : i32 -> tensor<64x64xi32>
      %v_79 = tt.addptr %v_ptrs_32, %v_78 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
      %v_80 = tt.broadcast %v_76 : tensor<64x1xi1> -> tensor<64x64xi1>
      %v_81 = tt.load %v_79, %v_80, %cst_0 : tensor<64x64x!tt.ptr<f32>>
      %scores_82 = tt.dot %q_58, %k_75, %cst_0 : tensor<64x64xf32> * tensor<64x64xf32> -> tensor<64x64xf32>
      %scores_83 = arith.mulf %scores_82, %scores_62 : tensor<64x64xf32>
      %scores_84 = arith.select %k_74, %scores_83, %cst : tensor<64x64xi1>, tensor<64x64xf32>
      %new_top = "tt.reduce"(%scores_84) <{axis = 1 : i32}> ({
      ^bb0(%new_top_97: f32, %new_top_98: f32):
        %new_top_99 = arith.maxnumf %new_top_97, %new_top_98 : f32
        tt.reduce.return %new_top_99 : f32
      }) : (tensor<64x64xf32>) -> tensor<64xf32>
      %new_top_85 = arith.maxnumf %top_67, %new_top : tensor<64xf32>
      %p = tt.expand_dims %new_top_85 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
      %p_86 = tt.broadcast %p : tensor<64x1xf32> -> tensor<64x64xf32>
      %p_87 = arith.subf %scores_84, %p_86 : tensor<64x64xf32>
      %p_88 = math.exp2 %p_87 : tensor<64x64xf32>
      %alpha = arith.subf %top_67, %new_top_85 : tensor<64xf32>
      %alpha_89 = math.exp2 %alpha : tensor<64xf32>
      %total_90 = arith.mulf %total_66, %alpha_89 : tensor<64xf32>
      %total_91 = "tt.reduce"(%p_88) <{axis = 1 : i32}> ({
      ^bb0(%total_97: f32, %total_98: f32):
        %total_99 = arith.addf %total_97, %total_98 : f32
        tt.reduce.return %total_99 : f32
      }) : (tensor<64x64xf32>) -> tensor<64xf32>
      %total_92 = arith.addf %total_90, %total_91 : tensor<64xf32>
      %acc_93 = tt.expand_dims %alpha_89 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
      %acc_94 = tt.broadcast %acc_93 : tensor<64x1xf32> -> tensor<64x64xf32>
      %acc_95 = arith.mulf %acc, %acc_94 : tensor<64x64xf32>
      %acc_96 = tt.dot %p_88, %v_81, %acc_95 : tensor<64x64xf32> * tensor<64x64xf32> -> tensor<64x64xf32>
      scf.yield %acc_96, %total_92, %new_top_85 : tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>
    }
    %0 = tt.splat %N_CTX : i32 -> tensor<64xi32>
    %1 = arith.cmpi slt, %rows_6, %0 : tensor<64xi32>
    %2 = arith.muli %z, %N_CTX : i32
    %3 = tt.addptr %lse_ptr, %2 : !tt.ptr<f32>, i32
    %4 = tt.splat %3 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %5 = tt.addptr %4, %rows_6 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %6 = math.log2 %top_63#1 : tensor<64xf32>
    %7 = arith.addf %top_63#2, %6 : tensor<64xf32>
    tt.store %5, %7, %1 : tensor<64x!tt.ptr<f32>>
    %out = tt.expand_dims %top_63#1 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %out_64 = tt.broadcast %out : tensor<64x1xf32> -> tensor<64x64xf32>
    %out_65 = arith.divf %top_63#0, %out_64 : tensor<64x64xf32>
    tt.store %out_ptrs_55, %out_65, %q_57 : tensor<64x64x!tt.ptr<f32>>
    tt.return
  }
}
