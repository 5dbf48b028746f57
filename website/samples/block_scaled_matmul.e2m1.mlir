// c = (a * a_scale) @ (b * b_scale).T of e2m1, 32 of which share a scale; program (p, q) has rows 64 p …
// and columns 64 q … of c.
module {
  tt.func public @block_scaled_matmul(%a_ptr: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %a_scale_ptr: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %b_ptr: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %b_scale_ptr: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %c_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %M: i32, %N: i32, %K: i32) attributes {noinline = false} {
    %acc = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<2> : tensor<64x2xi32>
    %cst_0 = arith.constant dense<32> : tensor<32x64xi32>
    %cst_1 = arith.constant dense<32> : tensor<64x32xi32>
    %c32_i32 = arith.constant 32 : i32
    %c2_i32 = arith.constant 2 : i32
    %c64_i32 = arith.constant 64 : i32
    %rows = tt.get_program_id x : i32
    %rows_2 = arith.muli %rows, %c64_i32 : i32
    %rows_3 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %rows_4 = tt.splat %rows_2 : i32 -> tensor<64xi32>
    %rows_5 = arith.addi %rows_4, %rows_3 : tensor<64xi32>
    %cols = tt.get_program_id y : i32
    %cols_6 = arith.muli %cols, %c64_i32 : i32
    %cols_7 = tt.splat %cols_6 : i32 -> tensor<64xi32>
    %cols_8 = arith.addi %cols_7, %rows_3 : tensor<64xi32>
    %bytes_ = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %groups = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
    %a_ptrs = tt.expand_dims %rows_5 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %a_ptrs_9 = arith.divsi %K, %c2_i32 : i32
    %a_ptrs_10 = tt.splat %a_ptrs_9 : i32 -> tensor<64x1xi32>
    %a_ptrs_11 = arith.muli %a_ptrs, %a_ptrs_10 : tensor<64x1xi32>
    %a_ptrs_12 = tt.splat %a_ptr : !tt.ptr<i8> -> tensor<64x1x!tt.ptr<i8>>
    %a_ptrs_13 = tt.addptr %a_ptrs_12, %a_ptrs_11 : tensor<64x1x!tt.ptr<i8>>, tensor<64x1xi32>
    %a_ptrs_14 = tt.expand_dims %bytes_ {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %a_ptrs_15 = tt.broadcast %a_ptrs_13 : tensor<64x1x!tt.ptr<i8>> -> tensor<64x32x!tt.ptr<i8>>
    %a_ptrs_16 = tt.broadcast %a_ptrs_14 : tensor<1x32xi32> -> tensor<64x32xi32>
    %a_ptrs_17 = tt.addptr %a_ptrs_15, %a_ptrs_16 : tensor<64x32x!tt.ptr<i8>>, tensor<64x32xi32>
    %b_ptrs = tt.expand_dims %cols_8 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %b_ptrs_18 = tt.splat %a_ptrs_9 : i32 -> tensor<1x64xi32>
    %b_ptrs_19 = arith.muli %b_ptrs, %b_ptrs_18 : tensor<1x64xi32>
    %b_ptrs_20 = tt.splat %b_ptr : !tt.ptr<i8> -> tensor<1x64x!tt.ptr<i8>>
    %b_ptrs_21 = tt.addptr %b_ptrs_20, %b_ptrs_19 : tensor<1x64x!tt.ptr<i8>>, tensor<1x64xi32>
    %b_ptrs_22 = tt.expand_dims %bytes_ {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %b_ptrs_23 = tt.broadcast %b_ptrs_21 : tensor<1x64x!tt.ptr<i8>> -> tensor<32x64x!tt.ptr<i8>>
    %b_ptrs_24 = tt.broadcast %b_ptrs_22 : tensor<32x1xi32> -> tensor<32x64xi32>
    %b_ptrs_25 = tt.addptr %b_ptrs_23, %b_ptrs_24 : tensor<32x64x!tt.ptr<i8>>, tensor<32x64xi32>
    %a_scale_ptrs = arith.divsi %K, %c32_i32 : i32
    %a_scale_ptrs_26 = tt.splat %a_scale_ptrs : i32 -> tensor<64x1xi32>
    %a_scale_ptrs_27 = arith.muli %a_ptrs, %a_scale_ptrs_26 : tensor<64x1xi32>
    %a_scale_ptrs_28 = tt.splat %a_scale_ptr : !tt.ptr<i8> -> tensor<64x1x!tt.ptr<i8>>
    %a_scale_ptrs_29 = tt.addptr %a_scale_ptrs_28, %a_scale_ptrs_27 : tensor<64x1x!tt.ptr<i8>>, tensor<64x1xi32>
    %a_scale_ptrs_30 = tt.expand_dims %groups {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
    %a_scale_ptrs_31 = tt.broadcast %a_scale_ptrs_29 : tensor<64x1x!tt.ptr<i8>> -> tensor<64x2x!tt.ptr<i8>>
    %a_scale_ptrs_32 = tt.broadcast %a_scale_ptrs_30 : tensor<1x2xi32> -> tensor<64x2xi32>
    %a_scale_ptrs_33 = tt.addptr %a_scale_ptrs_31, %a_scale_ptrs_32 : tensor<64x2x!tt.ptr<i8>>, tensor<64x2xi32>
    %b_scale_ptrs = tt.expand_dims %cols_8 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %b_scale_ptrs_34 = arith.muli %b_scale_ptrs, %a_scale_ptrs_26 : tensor<64x1xi32>
    %b_scale_ptrs_35 = tt.splat %b_scale_ptr : !tt.ptr<i8> -> tensor<64x1x!tt.ptr<i8>>
    %b_scale_ptrs_36 = tt.addptr %b_scale_ptrs_35, %b_scale_ptrs_34 : tensor<64x1x!tt.ptr<i8>>, tensor<64x1xi32>
    %b_scale_ptrs_37 = tt.broadcast %b_scale_ptrs_36 : tensor<64x1x!tt.ptr<i8>> -> tensor<64x2x!tt.ptr<i8>>
    %b_scale_ptrs_38 = tt.addptr %b_scale_ptrs_37, %a_scale_ptrs_32 : tensor<64x2x!tt.ptr<i8>>, tensor<64x2xi32>
    %acc_39:5 = scf.for %_ = %c0_i32 to %K step %c64_i32 iter_args(%a_ptrs_40 = %a_ptrs_17, %b_ptrs_41 = %b_ptrs_25, %a_scale_ptrs_42 = %a_scale_ptrs_33, %b_scale_ptrs_43 = %b_scale_ptrs_38, %acc_44 = %acc) -> (tensor<64x32x!tt.ptr<i8>>, tensor<32x64x!tt.ptr<i8>>, tensor<64x2x!tt.ptr<i8>>, tensor<64x2x!tt.ptr<i8>>, tensor<64x64xf32>)  : i32 {
      %7 = tt.load %a_ptrs_40 : tensor<64x32x!tt.ptr<i8>>
      %8 = tt.load %a_scale_ptrs_42 : tensor<64x2x!tt.ptr<i8>>
      %9 = tt.load %b_ptrs_41 : tensor<32x64x!tt.ptr<i8>>
      %10 = tt.load %b_scale_ptrs_43 : tensor<64x2x!tt.ptr<i8>>
      %acc_45 = tt.dot_scaled %7 scale %8, %9 scale %10, %acc_44 lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<64x32xi8>, tensor<64x2xi8> * tensor<32x64xi8>, tensor<64x2xi8> -> tensor<64x64xf32>
      %a_ptrs_46 = tt.addptr %a_ptrs_40, %cst_1 : tensor<64x32x!tt.ptr<i8>>, tensor<64x32xi32>
      %b_ptrs_47 = tt.addptr %b_ptrs_41, %cst_0 : tensor<32x64x!tt.ptr<i8>>, tensor<32x64xi32>
      %a_scale_ptrs_48 = tt.addptr %a_scale_ptrs_42, %cst : tensor<64x2x!tt.ptr<i8>>, tensor<64x2xi32>
      %b_scale_ptrs_49 = tt.addptr %b_scale_ptrs_43, %cst : tensor<64x2x!tt.ptr<i8>>, tensor<64x2xi32>
      scf.yield %a_ptrs_46, %b_ptrs_47, %a_scale_ptrs_48, %b_scale_ptrs_49, %acc_45 : tensor<64x32x!tt.ptr<i8>>, tensor<32x64x!tt.ptr<i8>>, tensor<64x2x!tt.ptr<i8>>, tensor<64x2x!tt.ptr<i8>>, tensor<64x64xf32>
    }
    %0 = tt.splat %N : i32 -> tensor<64x1xi32>
    %1 = arith.muli %a_ptrs, %0 : tensor<64x1xi32>
    %2 = tt.splat %c_ptr : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>>
    %3 = tt.addptr %2, %1 : tensor<64x1x!tt.ptr<f32>>, tensor<64x1xi32>
    %4 = tt.broadcast %3 : tensor<64x1x!tt.ptr<f32>> -> tensor<64x64x!tt.ptr<f32>>
    %5 = tt.broadcast %b_ptrs : tensor<1x64xi32> -> tensor<64x64xi32>
    %6 = tt.addptr %4, %5 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
    tt.store %6, %acc_39#4 : tensor<64x64x!tt.ptr<f32>>
    tt.return
  }
}
