// out = softmax(q @ k.T * sm_scale) @ v for q, k, v, out of (Z, H, N_CTX, 64) with contiguous last
// dimension; program (i, z H + h) has the queries 64 i … 64 i + 63; lse (Z, H, N_CTX) is the log2 of the
// sums of exponentials.
module {
  tt.func public @attention(%q_ptr: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %k_ptr: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %v_ptr: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %lse_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out_ptr: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %sm_scale: f32, %stride_qz: i32, %stride_qh: i32, %stride_qm: i32, %stride_kz: i32, %stride_kh: i32, %stride_kn: i32, %stride_vz: i32, %stride_vh: i32, %stride_vn: i32, %stride_oz: i32, %stride_oh: i32, %stride_om: i32, %H: i32, %N_CTX: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0xFF800000> : tensor<64x64xf32>
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %total = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<64x64xbf16>
    %scale = arith.constant 1.44269502 : f32
    %top = arith.constant dense<0xFF800000> : tensor<64xf32>
    %c64_i32 = arith.constant 64 : i32
    %z = tt.get_program_id y : i32
    %z_2 = arith.divsi %z, %H : i32
    %z_3 = arith.extsi %z_2 : i32 to i64
    %h = arith.remsi %z, %H : i32
    %h_4 = arith.extsi %h : i32 to i64
    %first_row = tt.get_program_id x : i32
    %first_row_5 = arith.muli %first_row, %c64_i32 : i32
    %rows = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %rows_6 = tt.splat %first_row_5 : i32 -> tensor<64xi32>
    %rows_7 = arith.addi %rows_6, %rows : tensor<64xi32>
    %k_ptrs = arith.extsi %stride_kz : i32 to i64
    %k_ptrs_8 = arith.muli %z_3, %k_ptrs : i64
    %k_ptrs_9 = arith.extsi %stride_kh : i32 to i64
    %k_ptrs_10 = arith.muli %h_4, %k_ptrs_9 : i64
    %k_ptrs_11 = arith.addi %k_ptrs_8, %k_ptrs_10 : i64
    %k_ptrs_12 = tt.addptr %k_ptr, %k_ptrs_11 : !tt.ptr<bf16>, i64
    %k_ptrs_13 = tt.expand_dims %rows {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %k_ptrs_14 = tt.splat %stride_kn : i32 -> tensor<1x64xi32>
    %k_ptrs_15 = arith.muli %k_ptrs_13, %k_ptrs_14 : tensor<1x64xi32>
    %k_ptrs_16 = tt.splat %k_ptrs_12 : !tt.ptr<bf16> -> tensor<1x64x!tt.ptr<bf16>>
    %k_ptrs_17 = tt.addptr %k_ptrs_16, %k_ptrs_15 : tensor<1x64x!tt.ptr<bf16>>, tensor<1x64xi32>
    %k_ptrs_18 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %k_ptrs_19 = tt.broadcast %k_ptrs_17 : tensor<1x64x!tt.ptr<bf16>> -> tensor<64x64x!tt.ptr<bf16>>
    %k_ptrs_20 = tt.broadcast %k_ptrs_18 : tensor<64x1xi32> -> tensor<64x64xi32>
    %k_ptrs_21 = tt.addptr %k_ptrs_19, %k_ptrs_20 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
    %v_ptrs = arith.extsi %stride_vz : i32 to i64
    %v_ptrs_22 = arith.muli %z_3, %v_ptrs : i64
    %v_ptrs_23 = arith.extsi %stride_vh : i32 to i64
    %v_ptrs_24 = arith.muli %h_4, %v_ptrs_23 : i64
    %v_ptrs_25 = arith.addi %v_ptrs_22, %v_ptrs_24 : i64
    %v_ptrs_26 = tt.addptr %v_ptr, %v_ptrs_25 : !tt.ptr<bf16>, i64
    %v_ptrs_27 = tt.splat %stride_vn : i32 -> tensor<64x1xi32>
    %v_ptrs_28 = arith.muli %k_ptrs_18, %v_ptrs_27 : tensor<64x1xi32>
    %v_ptrs_29 = tt.splat %v_ptrs_26 : !tt.ptr<bf16> -> tensor<64x1x!tt.ptr<bf16>>
    %v_ptrs_30 = tt.addptr %v_ptrs_29, %v_ptrs_28 : tensor<64x1x!tt.ptr<bf16>>, tensor<64x1xi32>
    %v_ptrs_31 = tt.broadcast %v_ptrs_30 : tensor<64x1x!tt.ptr<bf16>> -> tensor<64x64x!tt.ptr<bf16>>
    %v_ptrs_32 = tt.broadcast %k_ptrs_13 : tensor<1x64xi32> -> tensor<64x64xi32>
    %v_ptrs_33 = tt.addptr %v_ptrs_31, %v_ptrs_32 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
    %q_ptrs = arith.extsi %stride_qz : i32 to i64
    %q_ptrs_34 = arith.muli %z_3, %q_ptrs : i64
    %q_ptrs_35 = arith.extsi %stride_qh : i32 to i64
    %q_ptrs_36 = arith.muli %h_4, %q_ptrs_35 : i64
    %q_ptrs_37 = arith.addi %q_ptrs_34, %q_ptrs_36 : i64
    %q_ptrs_38 = tt.addptr %q_ptr, %q_ptrs_37 : !tt.ptr<bf16>, i64
    %q_ptrs_39 = tt.expand_dims %rows_7 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %q_ptrs_40 = tt.splat %stride_qm : i32 -> tensor<64x1xi32>
    %q_ptrs_41 = arith.muli %q_ptrs_39, %q_ptrs_40 : tensor<64x1xi32>
    %q_ptrs_42 = tt.splat %q_ptrs_38 : !tt.ptr<bf16> -> tensor<64x1x!tt.ptr<bf16>>
    %q_ptrs_43 = tt.addptr %q_ptrs_42, %q_ptrs_41 : tensor<64x1x!tt.ptr<bf16>>, tensor<64x1xi32>
    %q_ptrs_44 = tt.broadcast %q_ptrs_43 : tensor<64x1x!tt.ptr<bf16>> -> tensor<64x64x!tt.ptr<bf16>>
    %q_ptrs_45 = tt.addptr %q_ptrs_44, %v_ptrs_32 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
    %out_ptrs = arith.extsi %stride_oz : i32 to i64
    %out_ptrs_46 = arith.muli %z_3, %out_ptrs : i64
    %out_ptrs_47 = arith.extsi %stride_oh : i32 to i64
    %out_ptrs_48 = arith.muli %h_4, %out_ptrs_47 : i64
    %out_ptrs_49 = arith.addi %out_ptrs_46, %out_ptrs_48 : i64
    %out_ptrs_50 = tt.addptr %out_ptr, %out_ptrs_49 : !tt.ptr<bf16>, i64
    %out_ptrs_51 = tt.splat %stride_om : i32 -> tensor<64x1xi32>
    %out_ptrs_52 = arith.muli %q_ptrs_39, %out_ptrs_51 : tensor<64x1xi32>
    %out_ptrs_53 = tt.splat %out_ptrs_50 : !tt.ptr<bf16> -> tensor<64x1x!tt.ptr<bf16>>
    %out_ptrs_54 = tt.addptr %out_ptrs_53, %out_ptrs_52 : tensor<64x1x!tt.ptr<bf16>>, tensor<64x1xi32>
    %out_ptrs_55 = tt.broadcast %out_ptrs_54 : tensor<64x1x!tt.ptr<bf16>> -> tensor<64x64x!tt.ptr<bf16>>
    %out_ptrs_56 = tt.addptr %out_ptrs_55, %v_ptrs_32 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
    %q = tt.splat %N_CTX : i32 -> tensor<64x1xi32>
    %q_57 = arith.cmpi slt, %q_ptrs_39, %q : tensor<64x1xi32>
    %q_58 = tt.broadcast %q_57 : tensor<64x1xi1> -> tensor<64x64xi1>
    %q_59 = tt.load %q_ptrs_45, %q_58, %cst_1 : tensor<64x64x!tt.ptr<bf16>>
    %scale_60 = arith.mulf %sm_scale, %scale : f32
    %whole = arith.divsi %N_CTX, %c64_i32 : i32
    %whole_61 = arith.muli %whole, %c64_i32 : i32
    %scores = tt.splat %scale_60 : f32 -> tensor<64x64xf32>
    %top_62:3 = scf.for %start = %c0_i32 to %whole_61 step %c64_i32 iter_args(%acc = %cst_0, %total_67 = %total, %top_68 = %top) -> (tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>)  : i32 {
      %k_69 = arith.muli %start, %stride_kn : i32
      %k_70 = tt.splat %k_69 : i32 -> tensor<64x64xi32>
      %k_71 = tt.addptr %k_ptrs_21, %k_70 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
      %k_72 = tt.load %k_71 : tensor<64x64x!tt.ptr<bf16>>
      %v = arith.muli %start, %stride_vn : i32
      %v_73 = tt.splat %v : i32 -> tensor<64x64xi32>
      %v_74 = tt.addptr %v_ptrs_33, %v_73 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
      %v_75 = tt.load %v_74 : tensor<64x64x!tt.ptr<bf16>>
      %scores_76 = tt.dot %q_59, %k_72, %cst_0 : tensor<64x64xbf16> * tensor<64x64xbf16> -> tensor<64x64xf32>
      %scores_77 = arith.mulf %scores_76, %scores : tensor<64x64xf32>
      %new_top = "tt.reduce"(%scores_77) <{axis = 1 : i32}> ({
      ^bb0(%new_top_91: f32, %new_top_92: f32):
        %new_top_93 = arith.maxnumf %new_top_91, %new_top_92 : f32
        tt.reduce.return %new_top_93 : f32
      }) : (tensor<64x64xf32>) -> tensor<64xf32>
      %new_top_78 = arith.maxnumf %top_68, %new_top : tensor<64xf32>
      %p = tt.expand_dims %new_top_78 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
      %p_79 = tt.broadcast %p : tensor<64x1xf32> -> tensor<64x64xf32>
      %p_80 = arith.subf %scores_77, %p_79 : tensor<64x64xf32>
      %p_81 = math.exp2 %p_80 : tensor<64x64xf32>
      %alpha = arith.subf %top_68, %new_top_78 : tensor<64xf32>
      %alpha_82 = math.exp2 %alpha : tensor<64xf32>
      %total_83 = arith.mulf %total_67, %alpha_82 : tensor<64xf32>
      %total_84 = "tt.reduce"(%p_81) <{axis = 1 : i32}> ({
      ^bb0(%total_91: f32, %total_92: f32):
        %total_93 = arith.addf %total_91, %total_92 : f32
        tt.reduce.return %total_93 : f32
      }) : (tensor<64x64xf32>) -> tensor<64xf32>
      %total_85 = arith.addf %total_83, %total_84 : tensor<64xf32>
      %acc_86 = arith.truncf %p_81 : tensor<64x64xf32> to tensor<64x64xbf16>
      %acc_87 = tt.expand_dims %alpha_82 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
      %acc_88 = tt.broadcast %acc_87 : tensor<64x1xf32> -> tensor<64x64xf32>
      %acc_89 = arith.mulf %acc, %acc_88 : tensor<64x64xf32>
      %acc_90 = tt.dot %acc_86, %v_75, %acc_89 : tensor<64x64xbf16> * tensor<64x64xbf16> -> tensor<64x64xf32>
      scf.yield %acc_90, %total_85, %new_top_78 : tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>
    }
    %k = tt.splat %N_CTX : i32 -> tensor<1x64xi32>
    %scores_63 = tt.splat %scale_60 : f32 -> tensor<64x64xf32>
    %top_64:3 = scf.for %start = %whole_61 to %N_CTX step %c64_i32 iter_args(%acc = %top_62#0, %total_67 = %top_62#1, %top_68 = %top_62#2) -> (tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>)  : i32 {
      %keys = tt.splat %start : i32 -> tensor<64xi32>
      %keys_69 = arith.addi %keys, %rows : tensor<64xi32>
      %k_70 = tt.expand_dims %keys_69 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
      %k_71 = arith.cmpi slt, %k_70, %k : tensor<1x64xi32>
      %k_72 = arith.muli %start, %stride_kn : i32
      %k_73 = tt.splat %k_72 : i32 -> tensor<64x64xi32>
      %k_74 = tt.addptr %k_ptrs_21, %k_73 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
      %k_75 = tt.broadcast %k_71 : tensor<1x64xi1> -> tensor<64x64xi1>
      %k_76 = tt.load %k_74, %k_75, %cst_1 : tensor<64x64x!tt.ptr<bf16>>
      %v = tt.expand_dims %keys_69 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
      %v_77 = arith.cmpi slt, %v, %q : tensor<64x1xi32>
      %v_78 = arith.muli %start, %stride_vn : i32
      %v_79 = tt.splat %v_78 : i32 -> tensor<64x64xi32>
      %v_80 = tt.addptr %v_ptrs_33, %v_79 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
      %v_81 = tt.broadcast %v_77 : tensor<64x1xi1> -> tensor<64x64xi1>
      %v_82 = tt.load %v_80, %v_81, %cst_1 : tensor<64x64x!tt.ptr<bf16>>
      %scores_83 = tt.dot %q_59, %k_76, %cst_0 : tensor<64x64xbf16> * tensor<64x64xbf16> -> tensor<64x64xf32>
      %scores_84 = arith.mulf %scores_83, %scores_63 : tensor<64x64xf32>
      %scores_85 = arith.select %k_75, %scores_84, %cst : tensor<64x64xi1>, tensor<64x64xf32>
      %new_top = "tt.reduce"(%scores_85) <{axis = 1 : i32}> ({
      ^bb0(%new_top_99: f32, %new_top_100: f32):
        %new_top_101 = arith.maxnumf %new_top_99, %new_top_100 : f32
        tt.reduce.return %new_top_101 : f32
      }) : (tensor<64x64xf32>) -> tensor<64xf32>
      %new_top_86 = arith.maxnumf %top_68, %new_top : tensor<64xf32>
      %p = tt.expand_dims %new_top_86 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
      %p_87 = tt.broadcast %p : tensor<64x1xf32> -> tensor<64x64xf32>
      %p_88 = arith.subf %scores_85, %p_87 : tensor<64x64xf32>
      %p_89 = math.exp2 %p_88 : tensor<64x64xf32>
      %alpha = arith.subf %top_68, %new_top_86 : tensor<64xf32>
      %alpha_90 = math.exp2 %alpha : tensor<64xf32>
      %total_91 = arith.mulf %total_67, %alpha_90 : tensor<64xf32>
      %total_92 = "tt.reduce"(%p_89) <{axis = 1 : i32}> ({
      ^bb0(%total_99: f32, %total_100: f32):
        %total_101 = arith.addf %total_99, %total_100 : f32
        tt.reduce.return %total_101 : f32
      }) : (tensor<64x64xf32>) -> tensor<64xf32>
      %total_93 = arith.addf %total_91, %total_92 : tensor<64xf32>
      %acc_94 = arith.truncf %p_89 : tensor<64x64xf32> to tensor<64x64xbf16>
      %acc_95 = tt.expand_dims %alpha_90 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
      %acc_96 = tt.broadcast %acc_95 : tensor<64x1xf32> -> tensor<64x64xf32>
      %acc_97 = arith.mulf %acc, %acc_96 : tensor<64x64xf32>
      %acc_98 = tt.dot %acc_94, %v_82, %acc_97 : tensor<64x64xbf16> * tensor<64x64xbf16> -> tensor<64x64xf32>
      scf.yield %acc_98, %total_93, %new_top_86 : tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>
    }
    %0 = tt.splat %N_CTX : i32 -> tensor<64xi32>
    %1 = arith.cmpi slt, %rows_7, %0 : tensor<64xi32>
    %2 = arith.muli %z, %N_CTX : i32
    %3 = tt.addptr %lse_ptr, %2 : !tt.ptr<f32>, i32
    %4 = tt.splat %3 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %5 = tt.addptr %4, %rows_7 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %6 = math.log2 %top_64#1 : tensor<64xf32>
    %7 = arith.addf %top_64#2, %6 : tensor<64xf32>
    tt.store %5, %7, %1 : tensor<64x!tt.ptr<f32>>
    %out = tt.expand_dims %top_64#1 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %out_65 = tt.broadcast %out : tensor<64x1xf32> -> tensor<64x64xf32>
    %out_66 = arith.divf %top_64#0, %out_65 : tensor<64x64xf32>
    %8 = arith.truncf %out_66 : tensor<64x64xf32> to tensor<64x64xbf16>
    tt.store %out_ptrs_56, %8, %q_58 : tensor<64x64x!tt.ptr<bf16>>
    tt.return
  }
}
