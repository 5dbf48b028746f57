// out[i] = x[i] + y[i] for i < n; program p has the elements 1024 p … 1024 p + 1023.
module {
  tt.func public @dependent_add(%x_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) attributes {noinline = false} {
    %at = arith.constant 1024 : i32
    %at_0 = tt.get_program_id x : i32
    %at_1 = arith.muli %at_0, %at : i32
    %at_2 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %at_3 = tt.splat %at_1 : i32 -> tensor<1024xi32>
    %at_4 = arith.addi %at_3, %at_2 : tensor<1024xi32>
    %y = tt.splat %n : i32 -> tensor<1024xi32>
    %y_5 = arith.cmpi slt, %at_4, %y : tensor<1024xi32>
    %y_6 = tt.splat %y_ptr : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %y_7 = tt.addptr %y_6, %at_4 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %y_8 = tt.load %y_7, %y_5 : tensor<1024x!tt.ptr<f32>>
    %x = tt.splat %x_ptr : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %x_9 = tt.addptr %x, %at_4 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %x_10 = tt.load %x_9, %y_5 : tensor<1024x!tt.ptr<f32>>
    %0 = tt.splat %out_ptr : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %1 = tt.addptr %0, %at_4 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %2 = arith.addf %x_10, %y_8 : tensor<1024xf32>
    tt.store %1, %2, %y_5 : tensor<1024x!tt.ptr<f32>>
    tt.return
  }
}
