// dx of layer norm for row p in program p (N <= 1024 columns); the row's share of dw and db is added to row
// p % 64 of the partial sums dw and db (64 × N), under the spin lock lock[p % 64]; lock[64 + p % 64] tells
// whether that row of partial sums holds anything yet.  All 128 start as 0.
module {
  tt.func public @layer_norm_backward_dx(%dx_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %dy_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %dw_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %db_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %x_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %w_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %mean_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %rstd_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %lock_ptr: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %row_stride: i32, %N: i32) attributes {noinline = false} {
    %true = arith.constant true
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<1024xf32>
    %row = tt.get_program_id x : i32
    %cols = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %mask = tt.splat %N : i32 -> tensor<1024xi32>
    %mask_0 = arith.cmpi slt, %cols, %mask : tensor<1024xi32>
    %x = arith.muli %row, %row_stride : i32
    %x_1 = tt.addptr %x_ptr, %x : !tt.ptr<f32>, i32
    %x_2 = tt.splat %x_1 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %x_3 = tt.addptr %x_2, %cols : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %x_4 = tt.load %x_3, %mask_0, %cst : tensor<1024x!tt.ptr<f32>>
    %dy = tt.addptr %dy_ptr, %x : !tt.ptr<f32>, i32
    %dy_5 = tt.splat %dy : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %dy_6 = tt.addptr %dy_5, %cols : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %db = tt.load %dy_6, %mask_0, %cst : tensor<1024x!tt.ptr<f32>>
    %w = tt.splat %w_ptr : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %w_7 = tt.addptr %w, %cols : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %w_8 = tt.load %w_7, %mask_0, %cst : tensor<1024x!tt.ptr<f32>>
    %mean = tt.addptr %mean_ptr, %row : !tt.ptr<f32>, i32
    %mean_9 = tt.load %mean : !tt.ptr<f32>
    %rstd = tt.addptr %rstd_ptr, %row : !tt.ptr<f32>, i32
    %rstd_10 = tt.load %rstd : !tt.ptr<f32>
    %x_hat = tt.splat %mean_9 : f32 -> tensor<1024xf32>
    %x_hat_11 = arith.subf %x_4, %x_hat : tensor<1024xf32>
    %x_hat_12 = tt.splat %rstd_10 : f32 -> tensor<1024xf32>
    %x_hat_13 = arith.mulf %x_hat_11, %x_hat_12 : tensor<1024xf32>
    %x_hat_14 = arith.select %mask_0, %x_hat_13, %cst : tensor<1024xi1>, tensor<1024xf32>
    %wdy = arith.mulf %w_8, %db : tensor<1024xf32>
    %c1 = arith.mulf %x_hat_14, %wdy : tensor<1024xf32>
    %c1_15 = "tt.reduce"(%c1) <{axis = 0 : i32}> ({
    ^bb0(%c1_30: f32, %c1_31: f32):
      %c1_32 = arith.addf %c1_30, %c1_31 : f32
      tt.reduce.return %c1_32 : f32
    }) : (tensor<1024xf32>) -> f32
    %c1_16 = arith.sitofp %N : i32 to f32
    %c1_17 = arith.divf %c1_15, %c1_16 : f32
    %c2 = "tt.reduce"(%wdy) <{axis = 0 : i32}> ({
    ^bb0(%c2_30: f32, %c2_31: f32):
      %c2_32 = arith.addf %c2_30, %c2_31 : f32
      tt.reduce.return %c2_32 : f32
    }) : (tensor<1024xf32>) -> f32
    %c2_18 = arith.divf %c2, %c1_16 : f32
    %dx = tt.splat %c1_17 : f32 -> tensor<1024xf32>
    %dx_19 = arith.mulf %x_hat_14, %dx : tensor<1024xf32>
    %dx_20 = tt.splat %c2_18 : f32 -> tensor<1024xf32>
    %dx_21 = arith.addf %dx_19, %dx_20 : tensor<1024xf32>
    %dx_22 = arith.subf %wdy, %dx_21 : tensor<1024xf32>
    %dx_23 = arith.mulf %dx_22, %x_hat_12 : tensor<1024xf32>
    %0 = tt.addptr %dx_ptr, %x : !tt.ptr<f32>, i32
    %1 = tt.splat %0 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %2 = tt.addptr %1, %cols : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    tt.store %2, %dx_23, %mask_0 : tensor<1024x!tt.ptr<f32>>
    %group = arith.remsi %row, %c64_i32 : i32
    %lock_ptr_24 = tt.addptr %lock_ptr, %group : !tt.ptr<i32>, i32
    %filled_ptr = tt.addptr %lock_ptr_24, %c64_i32 : !tt.ptr<i32>, i32
    %dw_ptrs = arith.muli %group, %N : i32
    %dw_ptrs_25 = tt.addptr %dw_ptr, %dw_ptrs : !tt.ptr<f32>, i32
    %dw_ptrs_26 = tt.splat %dw_ptrs_25 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %dw_ptrs_27 = tt.addptr %dw_ptrs_26, %cols : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %db_ptrs = tt.addptr %db_ptr, %dw_ptrs : !tt.ptr<f32>, i32
    %db_ptrs_28 = tt.splat %db_ptrs : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %db_ptrs_29 = tt.addptr %db_ptrs_28, %cols : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %dw = arith.mulf %db, %x_hat_14 : tensor<1024xf32>
    scf.while : () -> () {
      %7 = tt.atomic_cas acq_rel, gpu, %lock_ptr_24, %c0_i32, %c1_i32 : (!tt.ptr<i32>, i32, i32) -> i32
      %8 = arith.cmpi eq, %7, %c1_i32 : i32
      scf.condition(%8)
    } do {
      scf.yield
    }
    %3 = tt.load %filled_ptr : !tt.ptr<i32>
    %4 = arith.cmpi eq, %3, %c0_i32 : i32
    %5:2 = scf.if %4 -> (tensor<1024xf32>, tensor<1024xf32>) {
      %7 = tt.atomic_rmw exch, acq_rel, gpu, %filled_ptr, %c1_i32, %true : (!tt.ptr<i32>, i32, i1) -> i32
      scf.yield %dw, %db : tensor<1024xf32>, tensor<1024xf32>
    } else {
      %dw_30 = tt.load %dw_ptrs_27, %mask_0 : tensor<1024x!tt.ptr<f32>>
      %dw_31 = arith.addf %dw, %dw_30 : tensor<1024xf32>
      %db_32 = tt.load %db_ptrs_29, %mask_0 : tensor<1024x!tt.ptr<f32>>
      %db_33 = arith.addf %db, %db_32 : tensor<1024xf32>
      scf.yield %dw_31, %db_33 : tensor<1024xf32>, tensor<1024xf32>
    }
    tt.store %dw_ptrs_27, %5#0, %mask_0 : tensor<1024x!tt.ptr<f32>>
    tt.store %db_ptrs_29, %5#1, %mask_0 : tensor<1024x!tt.ptr<f32>>
    ttg.barrier all
    %6 = tt.atomic_rmw exch, acq_rel, gpu, %lock_ptr_24, %c0_i32, %true : (!tt.ptr<i32>, i32, i1) -> i32
    tt.return
  }
}
