// out[i] = asin(x[i]) for i < n; program p has the elements 1024 p … 1024 p + 1023.
module {
  tt.func public @arc_sine(%x_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) attributes {noinline = false} {
    %offsets = arith.constant 1024 : i32
    %offsets_0 = tt.get_program_id x : i32
    %offsets_1 = arith.muli %offsets_0, %offsets : i32
    %offsets_2 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %offsets_3 = tt.splat %offsets_1 : i32 -> tensor<1024xi32>
    %offsets_4 = arith.addi %offsets_3, %offsets_2 : tensor<1024xi32>
    %mask = tt.splat %n : i32 -> tensor<1024xi32>
    %mask_5 = arith.cmpi slt, %offsets_4, %mask : tensor<1024xi32>
    %x = tt.splat %x_ptr : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %x_6 = tt.addptr %x, %offsets_4 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %x_7 = tt.load %x_6, %mask_5 : tensor<1024x!tt.ptr<f32>>
    %0 = tt.splat %out_ptr : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %1 = tt.addptr %0, %offsets_4 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %2 = tt.extern_elementwise %x_7 {libname = "", libpath = "", pure = true, symbol = "__nv_asinf"} : (tensor<1024xf32>) -> tensor<1024xf32>
    tt.store %1, %2, %mask_5 : tensor<1024x!tt.ptr<f32>>
    tt.return
  }
}
