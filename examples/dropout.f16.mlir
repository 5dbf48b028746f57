// out[i] = keep[i] != 0 ? x[i] / (1 - p) : 0 for i < n, computed in f32; 1024 elements a program.
module {
  tt.func public @dropout(%x_ptr: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %keep_ptr: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out_ptr: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32, %p: f32) attributes {noinline = false} {
    %y = arith.constant dense<0.000000e+00> : tensor<1024xf32>
    %y_0 = arith.constant 1.000000e+00 : f32
    %y_1 = arith.constant dense<0> : tensor<1024xi32>
    %offsets = arith.constant 1024 : i32
    %offsets_2 = tt.get_program_id x : i32
    %offsets_3 = arith.muli %offsets_2, %offsets : i32
    %offsets_4 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %offsets_5 = tt.splat %offsets_3 : i32 -> tensor<1024xi32>
    %offsets_6 = arith.addi %offsets_5, %offsets_4 : tensor<1024xi32>
    %mask = tt.splat %n : i32 -> tensor<1024xi32>
    %mask_7 = arith.cmpi slt, %offsets_6, %mask : tensor<1024xi32>
    %x = tt.splat %x_ptr : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
    %x_8 = tt.addptr %x, %offsets_6 : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
    %x_9 = tt.load %x_8, %mask_7 : tensor<1024x!tt.ptr<f16>>
    %x_10 = arith.extf %x_9 : tensor<1024xf16> to tensor<1024xf32>
    %keep = tt.splat %keep_ptr : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>>
    %keep_11 = tt.addptr %keep, %offsets_6 : tensor<1024x!tt.ptr<i32>>, tensor<1024xi32>
    %keep_12 = tt.load %keep_11, %mask_7 : tensor<1024x!tt.ptr<i32>>
    %y_13 = arith.cmpi ne, %keep_12, %y_1 : tensor<1024xi32>
    %y_14 = arith.subf %y_0, %p : f32
    %y_15 = tt.splat %y_14 : f32 -> tensor<1024xf32>
    %y_16 = arith.divf %x_10, %y_15 : tensor<1024xf32>
    %y_17 = arith.select %y_13, %y_16, %y : tensor<1024xi1>, tensor<1024xf32>
    %0 = tt.splat %out_ptr : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
    %1 = tt.addptr %0, %offsets_6 : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
    %2 = arith.truncf %y_17 : tensor<1024xf32> to tensor<1024xf16>
    tt.store %1, %2, %mask_7 : tensor<1024x!tt.ptr<f16>>
    tt.return
  }
}
