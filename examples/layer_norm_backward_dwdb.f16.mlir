// dw and db = sums of the M rows of the partial sums (M × N); program p has the columns 128 p … 128 p +
// 127.
module {
  tt.func public @layer_norm_backward_dwdb(%partial_dw_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %partial_db_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %dw_ptr: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %db_ptr: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %M: i32, %N: i32) attributes {noinline = false} {
    %c32_i32 = arith.constant 32 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<32x128xf32>
    %cols = arith.constant 128 : i32
    %cols_0 = tt.get_program_id x : i32
    %cols_1 = arith.muli %cols_0, %cols : i32
    %cols_2 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %cols_3 = tt.splat %cols_1 : i32 -> tensor<128xi32>
    %cols_4 = arith.addi %cols_3, %cols_2 : tensor<128xi32>
    %rows = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %mask = tt.splat %M : i32 -> tensor<32x1xi32>
    %mask_5 = tt.expand_dims %cols_4 {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
    %mask_6 = tt.splat %N : i32 -> tensor<1x128xi32>
    %mask_7 = arith.cmpi slt, %mask_5, %mask_6 : tensor<1x128xi32>
    %mask_8 = tt.broadcast %mask_7 : tensor<1x128xi1> -> tensor<32x128xi1>
    %offsets = tt.splat %N : i32 -> tensor<32x1xi32>
    %offsets_9 = tt.broadcast %mask_5 : tensor<1x128xi32> -> tensor<32x128xi32>
    %dw = tt.splat %partial_dw_ptr : !tt.ptr<f32> -> tensor<32x128x!tt.ptr<f32>>
    %db = tt.splat %partial_db_ptr : !tt.ptr<f32> -> tensor<32x128x!tt.ptr<f32>>
    %db_10:2 = scf.for %start = %c0_i32 to %M step %c32_i32 iter_args(%dw_11 = %cst, %db_12 = %cst) -> (tensor<32x128xf32>, tensor<32x128xf32>)  : i32 {
      %rows_13 = tt.splat %start : i32 -> tensor<32xi32>
      %rows_14 = arith.addi %rows_13, %rows : tensor<32xi32>
      %mask_15 = tt.expand_dims %rows_14 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %mask_16 = arith.cmpi slt, %mask_15, %mask : tensor<32x1xi32>
      %mask_17 = tt.broadcast %mask_16 : tensor<32x1xi1> -> tensor<32x128xi1>
      %mask_18 = arith.andi %mask_17, %mask_8 : tensor<32x128xi1>
      %offsets_19 = arith.muli %mask_15, %offsets : tensor<32x1xi32>
      %offsets_20 = tt.broadcast %offsets_19 : tensor<32x1xi32> -> tensor<32x128xi32>
      %offsets_21 = arith.addi %offsets_20, %offsets_9 : tensor<32x128xi32>
      %dw_22 = tt.addptr %dw, %offsets_21 : tensor<32x128x!tt.ptr<f32>>, tensor<32x128xi32>
      %dw_23 = tt.load %dw_22, %mask_18, %cst : tensor<32x128x!tt.ptr<f32>>
      %dw_24 = arith.addf %dw_11, %dw_23 : tensor<32x128xf32>
      %db_25 = tt.addptr %db, %offsets_21 : tensor<32x128x!tt.ptr<f32>>, tensor<32x128xi32>
      %db_26 = tt.load %db_25, %mask_18, %cst : tensor<32x128x!tt.ptr<f32>>
      %db_27 = arith.addf %db_12, %db_26 : tensor<32x128xf32>
      scf.yield %dw_24, %db_27 : tensor<32x128xf32>, tensor<32x128xf32>
    }
    %0 = tt.splat %N : i32 -> tensor<128xi32>
    %1 = arith.cmpi slt, %cols_4, %0 : tensor<128xi32>
    %2 = tt.splat %dw_ptr : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>>
    %3 = tt.addptr %2, %cols_4 : tensor<128x!tt.ptr<f16>>, tensor<128xi32>
    %4 = "tt.reduce"(%db_10#0) <{axis = 0 : i32}> ({
    ^bb0(%arg6: f32, %arg7: f32):
      %10 = arith.addf %arg6, %arg7 : f32
      tt.reduce.return %10 : f32
    }) : (tensor<32x128xf32>) -> tensor<128xf32>
    %5 = arith.truncf %4 : tensor<128xf32> to tensor<128xf16>
    tt.store %3, %5, %1 : tensor<128x!tt.ptr<f16>>
    %6 = tt.splat %db_ptr : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>>
    %7 = tt.addptr %6, %cols_4 : tensor<128x!tt.ptr<f16>>, tensor<128xi32>
    %8 = "tt.reduce"(%db_10#1) <{axis = 0 : i32}> ({
    ^bb0(%arg6: f32, %arg7: f32):
      %10 = arith.addf %arg6, %arg7 : f32
      tt.reduce.return %10 : f32
    }) : (tensor<32x128xf32>) -> tensor<128xf32>
    %9 = arith.truncf %8 : tensor<128xf32> to tensor<128xf16>
    tt.store %7, %9, %1 : tensor<128x!tt.ptr<f16>>
    tt.return
  }
}
