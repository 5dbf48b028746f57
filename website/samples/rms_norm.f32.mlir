// out = x / sqrt(mean(x²) + epsilon) * weight for row p of x in program p, n_cols <= 1024 columns.
module {
  tt.func public @rms_norm(%x_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %weight_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n_cols: i32, %epsilon: f32) attributes {noinline = false} {
    %scale = arith.constant 1.000000e+00 : f32
    %cst = arith.constant dense<0.000000e+00> : tensor<1024xf32>
    %row = tt.get_program_id x : i32
    %cols = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %mask = tt.splat %n_cols : i32 -> tensor<1024xi32>
    %mask_0 = arith.cmpi slt, %cols, %mask : tensor<1024xi32>
    %x = arith.muli %row, %n_cols : i32
    %x_1 = tt.addptr %x_ptr, %x : !tt.ptr<f32>, i32
    %x_2 = tt.splat %x_1 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %x_3 = tt.addptr %x_2, %cols : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %x_4 = tt.load %x_3, %mask_0, %cst : tensor<1024x!tt.ptr<f32>>
    %weight = tt.splat %weight_ptr : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %weight_5 = tt.addptr %weight, %cols : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %weight_6 = tt.load %weight_5, %mask_0, %cst : tensor<1024x!tt.ptr<f32>>
    %scale_7 = arith.mulf %x_4, %x_4 : tensor<1024xf32>
    %scale_8 = "tt.reduce"(%scale_7) <{axis = 0 : i32}> ({
    ^bb0(%scale_14: f32, %scale_15: f32):
      %scale_16 = arith.addf %scale_14, %scale_15 : f32
      tt.reduce.return %scale_16 : f32
    }) : (tensor<1024xf32>) -> f32
    %scale_9 = arith.sitofp %n_cols : i32 to f32
    %scale_10 = arith.divf %scale_8, %scale_9 : f32
    %scale_11 = arith.addf %scale_10, %epsilon : f32
    %scale_12 = math.sqrt %scale_11 : f32
    %scale_13 = arith.divf %scale, %scale_12 : f32
    %0 = tt.addptr %out_ptr, %x : !tt.ptr<f32>, i32
    %1 = tt.splat %0 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %2 = tt.addptr %1, %cols : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %3 = tt.splat %scale_13 : f32 -> tensor<1024xf32>
    %4 = arith.mulf %x_4, %3 : tensor<1024xf32>
    %5 = arith.mulf %4, %weight_6 : tensor<1024xf32>
    tt.store %2, %5, %mask_0 : tensor<1024x!tt.ptr<f32>>
    tt.return
  }
}
