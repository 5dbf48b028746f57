// out = softmax of every row of x (n_rows × n_cols, n_cols <= 1024), computed in f32; program p of P has
// the rows p, p + P, …; the strides count elements.
module {
  tt.func public @softmax(%out_ptr: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x_ptr: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out_row_stride: i32, %x_row_stride: i32, %n_rows: i32, %n_cols: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0xFC00> : tensor<1024xf16>
    %cols = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %mask = tt.splat %n_cols : i32 -> tensor<1024xi32>
    %mask_0 = arith.cmpi slt, %cols, %mask : tensor<1024xi32>
    %0 = tt.get_program_id x : i32
    %1 = tt.get_num_programs x : i32
    scf.for %row = %0 to %n_rows step %1  : i32 {
      %x = arith.muli %row, %x_row_stride : i32
      %x_1 = tt.addptr %x_ptr, %x : !tt.ptr<f16>, i32
      %x_2 = tt.splat %x_1 : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
      %x_3 = tt.addptr %x_2, %cols : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
      %x_4 = tt.load %x_3, %mask_0, %cst : tensor<1024x!tt.ptr<f16>>
      %x_5 = arith.extf %x_4 : tensor<1024xf16> to tensor<1024xf32>
      %numerator = "tt.reduce"(%x_5) <{axis = 0 : i32}> ({
      ^bb0(%numerator_11: f32, %numerator_12: f32):
        %numerator_13 = arith.maxnumf %numerator_11, %numerator_12 : f32
        tt.reduce.return %numerator_13 : f32
      }) : (tensor<1024xf32>) -> f32
      %numerator_6 = tt.splat %numerator : f32 -> tensor<1024xf32>
      %numerator_7 = arith.subf %x_5, %numerator_6 : tensor<1024xf32>
      %numerator_8 = math.exp %numerator_7 : tensor<1024xf32>
      %y = "tt.reduce"(%numerator_8) <{axis = 0 : i32}> ({
      ^bb0(%y_11: f32, %y_12: f32):
        %y_13 = arith.addf %y_11, %y_12 : f32
        tt.reduce.return %y_13 : f32
      }) : (tensor<1024xf32>) -> f32
      %y_9 = tt.splat %y : f32 -> tensor<1024xf32>
      %y_10 = arith.divf %numerator_8, %y_9 : tensor<1024xf32>
      %2 = arith.muli %row, %out_row_stride : i32
      %3 = tt.addptr %out_ptr, %2 : !tt.ptr<f16>, i32
      %4 = tt.splat %3 : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
      %5 = tt.addptr %4, %cols : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
      %6 = arith.truncf %y_10 : tensor<1024xf32> to tensor<1024xf16>
      tt.store %5, %6, %mask_0 : tensor<1024x!tt.ptr<f16>>
    }
    tt.return
  }
}
