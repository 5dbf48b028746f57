// dx of layer norm for row p in program p (N <= 1024 columns); the row's share of dw and db is added to row
// p % 64 of the partial sums dw and db (64 × N), under the spin lock lock[p % 64]; lock[64 + p % 64] tells
// whether that row of partial sums holds anything yet.  All 128 start as 0.
module {
  tt.func public @layer_norm_backward_dx(%dx_ptr: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %dy_ptr: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %dw_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %db_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %x_ptr: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %w_ptr: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %mean_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %rstd_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %lock_ptr: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %row_stride: i32, %N: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<1024xbf16>
    %true = arith.constant true
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<1024xf32>
    %row = tt.get_program_id x : i32
    %cols = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %mask = tt.splat %N : i32 -> tensor<1024xi32>
    %mask_1 = arith.cmpi slt, %cols, %mask : tensor<1024xi32>
    %x = arith.muli %row, %row_stride : i32
    %x_2 = tt.addptr %x_ptr, %x : !tt.ptr<bf16>, i32
    %x_3 = tt.splat %x_2 : !tt.ptr<bf16> -> tensor<1024x!tt.ptr<bf16>>
    %x_4 = tt.addptr %x_3, %cols : tensor<1024x!tt.ptr<bf16>>, tensor<1024xi32>
    %x_5 = tt.load %x_4, %mask_1, %cst : tensor<1024x!tt.ptr<bf16>>
    %x_6 = arith.extf %x_5 : tensor<1024xbf16> to tensor<1024xf32>
    %dy = tt.addptr %dy_ptr, %x : !tt.ptr<bf16>, i32
    %dy_7 = tt.splat %dy : !tt.ptr<bf16> -> tensor<1024x!tt.ptr<bf16>>
    %dy_8 = tt.addptr %dy_7, %cols : tensor<1024x!tt.ptr<bf16>>, tensor<1024xi32>
    %dy_9 = tt.load %dy_8, %mask_1, %cst : tensor<1024x!tt.ptr<bf16>>
    %db = arith.extf %dy_9 : tensor<1024xbf16> to tensor<1024xf32>
    %w = tt.splat %w_ptr : !tt.ptr<bf16> -> tensor<1024x!tt.ptr<bf16>>
    %w_10 = tt.addptr %w, %cols : tensor<1024x!tt.ptr<bf16>>, tensor<1024xi32>
    %w_11 = tt.load %w_10, %mask_1, %cst : tensor<1024x!tt.ptr<bf16>>
    %w_12 = arith.extf %w_11 : tensor<1024xbf16> to tensor<1024xf32>
    %mean = tt.addptr %mean_ptr, %row : !tt.ptr<f32>, i32
    %mean_13 = tt.load %mean : !tt.ptr<f32>
    %rstd = tt.addptr %rstd_ptr, %row : !tt.ptr<f32>, i32
    %rstd_14 = tt.load %rstd : !tt.ptr<f32>
    %x_hat = tt.splat %mean_13 : f32 -> tensor<1024xf32>
    %x_hat_15 = arith.subf %x_6, %x_hat : tensor<1024xf32>
    %x_hat_16 = tt.splat %rstd_14 : f32 -> tensor<1024xf32>
    %x_hat_17 = arith.mulf %x_hat_15, %x_hat_16 : tensor<1024xf32>
    %x_hat_18 = arith.select %mask_1, %x_hat_17, %cst_0 : tensor<1024xi1>, tensor<1024xf32>
    %wdy = arith.mulf %w_12, %db : tensor<1024xf32>
    %c1 = arith.mulf %x_hat_18, %wdy : tensor<1024xf32>
    %c1_19 = "tt.reduce"(%c1) <{axis = 0 : i32}> ({
    ^bb0(%c1_34: f32, %c1_35: f32):
      %c1_36 = arith.addf %c1_34, %c1_35 : f32
      tt.reduce.return %c1_36 : f32
    }) : (tensor<1024xf32>) -> f32
    %c1_20 = arith.sitofp %N : i32 to f32
    %c1_21 = arith.divf %c1_19, %c1_20 : f32
    %c2 = "tt.reduce"(%wdy) <{axis = 0 : i32}> ({
    ^bb0(%c2_34: f32, %c2_35: f32):
      %c2_36 = arith.addf %c2_34, %c2_35 : f32
      tt.reduce.return %c2_36 : f32
    }) : (tensor<1024xf32>) -> f32
    %c2_22 = arith.divf %c2, %c1_20 : f32
    %dx = tt.splat %c1_21 : f32 -> tensor<1024xf32>
    %dx_23 = arith.mulf %x_hat_18, %dx : tensor<1024xf32>
    %dx_24 = tt.splat %c2_22 : f32 -> tensor<1024xf32>
    %dx_25 = arith.addf %dx_23, %dx_24 : tensor<1024xf32>
    %dx_26 = arith.subf %wdy, %dx_25 : tensor<1024xf32>
    %dx_27 = arith.mulf %dx_26, %x_hat_16 : tensor<1024xf32>
    %0 = tt.addptr %dx_ptr, %x : !tt.ptr<bf16>, i32
    %1 = tt.splat %0 : !tt.ptr<bf16> -> tensor<1024x!tt.ptr<bf16>>
    %2 = tt.addptr %1, %cols : tensor<1024x!tt.ptr<bf16>>, tensor<1024xi32>
    %3 = arith.truncf %dx_27 : tensor<1024xf32> to tensor<1024xbf16>
    tt.store %2, %3, %mask_1 : tensor<1024x!tt.ptr<bf16>>
    %group = arith.remsi %row, %c64_i32 : i32
    %lock_ptr_28 = tt.addptr %lock_ptr, %group : !tt.ptr<i32>, i32
    %filled_ptr = tt.addptr %lock_ptr_28, %c64_i32 : !tt.ptr<i32>, i32
    %dw_ptrs = arith.muli %group, %N : i32
    %dw_ptrs_29 = tt.addptr %dw_ptr, %dw_ptrs : !tt.ptr<f32>, i32
    %dw_ptrs_30 = tt.splat %dw_ptrs_29 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %dw_ptrs_31 = tt.addptr %dw_ptrs_30, %cols : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %db_ptrs = tt.addptr %db_ptr, %dw_ptrs : !tt.ptr<f32>, i32
    %db_ptrs_32 = tt.splat %db_ptrs : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %db_ptrs_33 = tt.addptr %db_ptrs_32, %cols : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %dw = arith.mulf %db, %x_hat_18 : tensor<1024xf32>
    scf.while : () -> () {
      %8 = tt.atomic_cas acq_rel, gpu, %lock_ptr_28, %c0_i32, %c1_i32 : (!tt.ptr<i32>, i32, i32) -> i32
      %9 = arith.cmpi eq, %8, %c1_i32 : i32
      scf.condition(%9)
    } do {
      scf.yield
    }
    %4 = tt.load %filled_ptr : !tt.ptr<i32>
    %5 = arith.cmpi eq, %4, %c0_i32 : i32
    %6:2 = scf.if %5 -> (tensor<1024xf32>, tensor<1024xf32>) {
      %8 = tt.atomic_rmw exch, acq_rel, gpu, %filled_ptr, %c1_i32, %true : (!tt.ptr<i32>, i32, i1) -> i32
      scf.yield %dw, %db : tensor<1024xf32>, tensor<1024xf32>
    } else {
      %dw_34 = tt.load %dw_ptrs_31, %mask_1 : tensor<1024x!tt.ptr<f32>>
      %dw_35 = arith.addf %dw, %dw_34 : tensor<1024xf32>
      %db_36 = tt.load %db_ptrs_33, %mask_1 : tensor<1024x!tt.ptr<f32>>
      %db_37 = arith.addf %db, %db_36 : tensor<1024xf32>
      scf.yield %dw_35, %db_37 : tensor<1024xf32>, tensor<1024xf32>
    }
    tt.store %dw_ptrs_31, %6#0, %mask_1 : tensor<1024x!tt.ptr<f32>>
    tt.store %db_ptrs_33, %6#1, %mask_1 : tensor<1024x!tt.ptr<f32>>
    ttg.barrier all
    %7 = tt.atomic_rmw exch, acq_rel, gpu, %lock_ptr_28, %c0_i32, %true : (!tt.ptr<i32>, i32, i1) -> i32
    tt.return
  }
}
