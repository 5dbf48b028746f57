// y = (x - mean) * rstd * w + b for row p of x in program p, N columns in steps of 1024, computed in f32;
// mean[p] and rstd[p] = 1 / sqrt(variance + eps) are stored as well.
module {
  tt.func public @layer_norm(%x_ptr: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y_ptr: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %w_ptr: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b_ptr: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %mean_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %rstd_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %row_stride: i32, %N: i32, %eps: f32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<1024xf16>
    %c1024_i32 = arith.constant 1024 : i32
    %c0_i32 = arith.constant 0 : i32
    %rstd = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<1024xf32>
    %row = tt.get_program_id x : i32
    %x_ptr_1 = arith.muli %row, %row_stride : i32
    %x_ptr_2 = tt.addptr %x_ptr, %x_ptr_1 : !tt.ptr<f16>, i32
    %y_ptr_3 = tt.addptr %y_ptr, %x_ptr_1 : !tt.ptr<f16>, i32
    %cols = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %total = tt.splat %N : i32 -> tensor<1024xi32>
    %total_4 = tt.splat %x_ptr_2 : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
    %total_5 = scf.for %start = %c0_i32 to %N step %c1024_i32 iter_args(%total_18 = %cst_0) -> (tensor<1024xf32>)  : i32 {
      %cols_19 = tt.splat %start : i32 -> tensor<1024xi32>
      %cols_20 = arith.addi %cols_19, %cols : tensor<1024xi32>
      %total_21 = arith.cmpi slt, %cols_20, %total : tensor<1024xi32>
      %total_22 = tt.addptr %total_4, %cols_20 : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
      %total_23 = tt.load %total_22, %total_21, %cst : tensor<1024x!tt.ptr<f16>>
      %total_24 = arith.extf %total_23 : tensor<1024xf16> to tensor<1024xf32>
      %total_25 = arith.addf %total_18, %total_24 : tensor<1024xf32>
      scf.yield %total_25 : tensor<1024xf32>
    }
    %mean = "tt.reduce"(%total_5) <{axis = 0 : i32}> ({
    ^bb0(%mean_18: f32, %mean_19: f32):
      %mean_20 = arith.addf %mean_18, %mean_19 : f32
      tt.reduce.return %mean_20 : f32
    }) : (tensor<1024xf32>) -> f32
    %mean_6 = arith.sitofp %N : i32 to f32
    %mean_7 = arith.divf %mean, %mean_6 : f32
    %cols_8 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %x = tt.splat %N : i32 -> tensor<1024xi32>
    %x_9 = tt.splat %x_ptr_2 : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
    %centred = tt.splat %mean_7 : f32 -> tensor<1024xf32>
    %squares = scf.for %start = %c0_i32 to %N step %c1024_i32 iter_args(%squares_18 = %cst_0) -> (tensor<1024xf32>)  : i32 {
      %cols_19 = tt.splat %start : i32 -> tensor<1024xi32>
      %cols_20 = arith.addi %cols_19, %cols_8 : tensor<1024xi32>
      %x_21 = arith.cmpi slt, %cols_20, %x : tensor<1024xi32>
      %x_22 = tt.addptr %x_9, %cols_20 : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
      %x_23 = tt.load %x_22, %x_21, %cst : tensor<1024x!tt.ptr<f16>>
      %x_24 = arith.extf %x_23 : tensor<1024xf16> to tensor<1024xf32>
      %centred_25 = arith.subf %x_24, %centred : tensor<1024xf32>
      %centred_26 = arith.select %x_21, %centred_25, %cst_0 : tensor<1024xi1>, tensor<1024xf32>
      %squares_27 = arith.mulf %centred_26, %centred_26 : tensor<1024xf32>
      %squares_28 = arith.addf %squares_18, %squares_27 : tensor<1024xf32>
      scf.yield %squares_28 : tensor<1024xf32>
    }
    %rstd_10 = "tt.reduce"(%squares) <{axis = 0 : i32}> ({
    ^bb0(%rstd_18: f32, %rstd_19: f32):
      %rstd_20 = arith.addf %rstd_18, %rstd_19 : f32
      tt.reduce.return %rstd_20 : f32
    }) : (tensor<1024xf32>) -> f32
    %rstd_11 = arith.divf %rstd_10, %mean_6 : f32
    %rstd_12 = arith.addf %rstd_11, %eps : f32
    %rstd_13 = math.sqrt %rstd_12 : f32
    %rstd_14 = arith.divf %rstd, %rstd_13 : f32
    %0 = tt.addptr %mean_ptr, %row : !tt.ptr<f32>, i32
    tt.store %0, %mean_7 : !tt.ptr<f32>
    %1 = tt.addptr %rstd_ptr, %row : !tt.ptr<f32>, i32
    tt.store %1, %rstd_14 : !tt.ptr<f32>
    %cols_15 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %mask = tt.splat %N : i32 -> tensor<1024xi32>
    %w = tt.splat %w_ptr : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
    %b = tt.splat %b_ptr : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
    %x_16 = tt.splat %x_ptr_2 : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
    %y = tt.splat %mean_7 : f32 -> tensor<1024xf32>
    %y_17 = tt.splat %rstd_14 : f32 -> tensor<1024xf32>
    %2 = tt.splat %y_ptr_3 : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
    scf.for %start = %c0_i32 to %N step %c1024_i32  : i32 {
      %cols_18 = tt.splat %start : i32 -> tensor<1024xi32>
      %cols_19 = arith.addi %cols_18, %cols_15 : tensor<1024xi32>
      %mask_20 = arith.cmpi slt, %cols_19, %mask : tensor<1024xi32>
      %w_21 = tt.addptr %w, %cols_19 : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
      %w_22 = tt.load %w_21, %mask_20 : tensor<1024x!tt.ptr<f16>>
      %w_23 = arith.extf %w_22 : tensor<1024xf16> to tensor<1024xf32>
      %b_24 = tt.addptr %b, %cols_19 : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
      %b_25 = tt.load %b_24, %mask_20 : tensor<1024x!tt.ptr<f16>>
      %b_26 = arith.extf %b_25 : tensor<1024xf16> to tensor<1024xf32>
      %x_27 = tt.addptr %x_16, %cols_19 : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
      %x_28 = tt.load %x_27, %mask_20, %cst : tensor<1024x!tt.ptr<f16>>
      %x_29 = arith.extf %x_28 : tensor<1024xf16> to tensor<1024xf32>
      %y_30 = arith.subf %x_29, %y : tensor<1024xf32>
      %y_31 = arith.mulf %y_30, %y_17 : tensor<1024xf32>
      %y_32 = arith.mulf %y_31, %w_23 : tensor<1024xf32>
      %y_33 = arith.addf %y_32, %b_26 : tensor<1024xf32>
      %3 = tt.addptr %2, %cols_19 : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
      %4 = arith.truncf %y_33 : tensor<1024xf32> to tensor<1024xf16>
      tt.store %3, %4, %mask_20 : tensor<1024x!tt.ptr<f16>>
    }
    tt.return
  }
}
