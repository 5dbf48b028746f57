// y = (x - mean) * rstd * w + b for row p of x in program p, N columns in steps of 1024, computed in f32;
// mean[p] and rstd[p] = 1 / sqrt(variance + eps) are stored as well.
module {
  tt.func public @layer_norm(%x_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %w_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %b_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %mean_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %rstd_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %row_stride: i32, %N: i32, %eps: f32) attributes {noinline = false} {
    %c1024_i32 = arith.constant 1024 : i32
    %c0_i32 = arith.constant 0 : i32
    %rstd = arith.constant 1.000000e+00 : f32
    %cst = arith.constant dense<0.000000e+00> : tensor<1024xf32>
    %row = tt.get_program_id x : i32
    %x_ptr_0 = arith.muli %row, %row_stride : i32
    %x_ptr_1 = tt.addptr %x_ptr, %x_ptr_0 : !tt.ptr<f32>, i32
    %y_ptr_2 = tt.addptr %y_ptr, %x_ptr_0 : !tt.ptr<f32>, i32
    %cols = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %total = tt.splat %N : i32 -> tensor<1024xi32>
    %total_3 = tt.splat %x_ptr_1 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %total_4 = scf.for %start = %c0_i32 to %N step %c1024_i32 iter_args(%total_17 = %cst) -> (tensor<1024xf32>)  : i32 {
      %cols_18 = tt.splat %start : i32 -> tensor<1024xi32>
      %cols_19 = arith.addi %cols_18, %cols : tensor<1024xi32>
      %total_20 = arith.cmpi slt, %cols_19, %total : tensor<1024xi32>
      %total_21 = tt.addptr %total_3, %cols_19 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
      %total_22 = tt.load %total_21, %total_20, %cst : tensor<1024x!tt.ptr<f32>>
      %total_23 = arith.addf %total_17, %total_22 : tensor<1024xf32>
      scf.yield %total_23 : tensor<1024xf32>
    }
    %mean = "tt.reduce"(%total_4) <{axis = 0 : i32}> ({
    ^bb0(%mean_17: f32, %mean_18: f32):
      %mean_19 = arith.addf %mean_17, %mean_18 : f32
      tt.reduce.return %mean_19 : f32
    }) : (tensor<1024xf32>) -> f32
    %mean_5 = arith.sitofp %N : i32 to f32
    %mean_6 = arith.divf %mean, %mean_5 : f32
    %cols_7 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %x = tt.splat %N : i32 -> tensor<1024xi32>
    %x_8 = tt.splat %x_ptr_1 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %centred = tt.splat %mean_6 : f32 -> tensor<1024xf32>
    %squares = scf.for %start = %c0_i32 to %N step %c1024_i32 iter_args(%squares_17 = %cst) -> (tensor<1024xf32>)  : i32 {
      %cols_18 = tt.splat %start : i32 -> tensor<1024xi32>
      %cols_19 = arith.addi %cols_18, %cols_7 : tensor<1024xi32>
      %x_20 = arith.cmpi slt, %cols_19, %x : tensor<1024xi32>
      %x_21 = tt.addptr %x_8, %cols_19 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
      %x_22 = tt.load %x_21, %x_20, %cst : tensor<1024x!tt.ptr<f32>>
      %centred_23 = arith.subf %x_22, %centred : tensor<1024xf32>
      %centred_24 = arith.select %x_20, %centred_23, %cst : tensor<1024xi1>, tensor<1024xf32>
      %squares_25 = arith.mulf %centred_24, %centred_24 : tensor<1024xf32>
      %squares_26 = arith.addf %squares_17, %squares_25 : tensor<1024xf32>
      scf.yield %squares_26 : tensor<1024xf32>
    }
    %rstd_9 = "tt.reduce"(%squares) <{axis = 0 : i32}> ({
    ^bb0(%rstd_17: f32, %rstd_18: f32):
      %rstd_19 = arith.addf %rstd_17, %rstd_18 : f32
      tt.reduce.return %rstd_19 : f32
    }) : (tensor<1024xf32>) -> f32
    %rstd_10 = arith.divf %rstd_9, %mean_5 : f32
    %rstd_11 = arith.addf %rstd_10, %eps : f32
    %rstd_12 = math.sqrt %rstd_11 : f32
    %rstd_13 = arith.divf %rstd, %rstd_12 : f32
    %0 = tt.addptr %mean_ptr, %row : !tt.ptr<f32>, i32
    tt.store %0, %mean_6 : !tt.ptr<f32>
    %1 = tt.addptr %rstd_ptr, %row : !tt.ptr<f32>, i32
    tt.store %1, %rstd_13 : !tt.ptr<f32>
    %cols_14 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %mask = tt.splat %N : i32 -> tensor<1024xi32>
    %w = tt.splat %w_ptr : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %b = tt.splat %b_ptr : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %x_15 = tt.splat %x_ptr_1 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %y = tt.splat %mean_6 : f32 -> tensor<1024xf32>
    %y_16 = tt.splat %rstd_13 : f32 -> tensor<1024xf32>
    %2 = tt.splat %y_ptr_2 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    scf.for %start = %c0_i32 to %N step %c1024_i32  : i32 {
      %cols_17 = tt.splat %start : i32 -> tensor<1024xi32>
      %cols_18 = arith.addi %cols_17, %cols_14 : tensor<1024xi32>
      %mask_19 = arith.cmpi slt, %cols_18, %mask : tensor<1024xi32>
      %w_20 = tt.addptr %w, %cols_18 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
      %w_21 = tt.load %w_20, %mask_19 : tensor<1024x!tt.ptr<f32>>
      %b_22 = tt.addptr %b, %cols_18 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
      %b_23 = tt.load %b_22, %mask_19 : tensor<1024x!tt.ptr<f32>>
      %x_24 = tt.addptr %x_15, %cols_18 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
      %x_25 = tt.load %x_24, %mask_19, %cst : tensor<1024x!tt.ptr<f32>>
      %y_26 = arith.subf %x_25, %y : tensor<1024xf32>
      %y_27 = arith.mulf %y_26, %y_16 : tensor<1024xf32>
      %y_28 = arith.mulf %y_27, %w_21 : tensor<1024xf32>
      %y_29 = arith.addf %y_28, %b_23 : tensor<1024xf32>
      %3 = tt.addptr %2, %cols_18 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
      tt.store %3, %y_29, %mask_19 : tensor<1024x!tt.ptr<f32>>
    }
    tt.return
  }
}
