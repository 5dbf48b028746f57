module {
  tt.func public @matmul_loop(%24: tensor<32xi32>, %35: tensor<32x32x!tt.ptr<f16, 1>>, %46: tensor<32x64x!tt.ptr<f16, 1>>, %c: tensor<32x64x!tt.ptr<f16, 1>>, %arg5: i32, %arg7: i32, %arg8: i32) attributes {noinline = false} {
    %47 = tt.call @"zeros____0cconstexpr_(constexpr_32_, constexpr_64_)__1cconstexpr_fp32_"() : () -> tensor<32x64xf32>
    %48 = tt.call @cdiv__i32__1cconstexpr_32_(%arg5) : (i32) -> i32
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %49 = arith.bitcast %c0_i32 : i32 to i32
    %50 = arith.bitcast %48 : i32 to i32
    %51 = arith.bitcast %c1_i32 : i32 to i32
    %52 = llvm.mlir.undef : i32
    %53:3 = scf.for %arg12 = %49 to %50 step %51 iter_args(%arg13 = %47, %arg14 = %35, %arg15 = %46) -> (tensor<32x64xf32>, tensor<32x32x!tt.ptr<f16, 1>>, tensor<32x64x!tt.ptr<f16, 1>>)  : i32 {
      %83 = tt.expand_dims %24 {axis = 0 : i32} : (tensor<32xi32>) -> tensor<1x32xi32>
      %c32_i32_3 = arith.constant 32 : i32
      %84 = arith.muli %arg12, %c32_i32_3 : i32
      %85 = arith.subi %arg5, %84 : i32
      %86 = tt.splat %85 : (i32) -> tensor<1x32xi32>
      %87 = arith.cmpi slt, %83, %86 : tensor<1x32xi32>
      %cst = arith.constant 0.000000e+00 : f32
      %88 = tt.broadcast %87 : (tensor<1x32xi1>) -> tensor<32x32xi1>
      %cst_4 = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
      %89 = arith.truncf %cst_4 : tensor<32x32xf32> to tensor<32x32xf16>
      %90 = tt.load %arg14, %88, %89 {cache = 1 : i32, evict = 1 : i32, isVolatile = false} : tensor<32x32xf16>
      %91 = tt.expand_dims %24 {axis = 1 : i32} : (tensor<32xi32>) -> tensor<32x1xi32>
      %c32_i32_5 = arith.constant 32 : i32
      %92 = arith.muli %arg12, %c32_i32_5 : i32
      %93 = arith.subi %arg5, %92 : i32
      %94 = tt.splat %93 : (i32) -> tensor<32x1xi32>
      %95 = arith.cmpi slt, %91, %94 : tensor<32x1xi32>
      %cst_6 = arith.constant 0.000000e+00 : f32
      %96 = tt.broadcast %95 : (tensor<32x1xi1>) -> tensor<32x64xi1>
      %cst_7 = arith.constant dense<0.000000e+00> : tensor<32x64xf32>
      %97 = arith.truncf %cst_7 : tensor<32x64xf32> to tensor<32x64xf16>
      %98 = tt.load %arg15, %96, %97 {cache = 1 : i32, evict = 1 : i32, isVolatile = false} : tensor<32x64xf16>
      %cst_8 = arith.constant 0.000000e+00 : f32
      %cst_9 = arith.constant dense<0.000000e+00> : tensor<32x64xf32>
      %99 = tt.dot %90, %98, %cst_9 {allowTF32 = true, maxNumImpreciseAcc = 0 : i32} : tensor<32x32xf16> * tensor<32x64xf16> -> tensor<32x64xf32>
      %100 = arith.addf %arg13, %99 : tensor<32x64xf32>
      %c32_i32_10 = arith.constant 32 : i32
      %101 = arith.muli %arg7, %c32_i32_10 : i32
      %102 = tt.splat %101 : (i32) -> tensor<32x32xi32>
      %103 = tt.addptr %arg14, %102 : tensor<32x32x!tt.ptr<f16, 1>>, tensor<32x32xi32>
      %c32_i32_11 = arith.constant 32 : i32
      %104 = arith.muli %arg8, %c32_i32_11 : i32
      %105 = tt.splat %104 : (i32) -> tensor<32x64xi32>
      %106 = tt.addptr %arg15, %105 : tensor<32x64x!tt.ptr<f16, 1>>, tensor<32x64xi32>
      scf.yield %100, %103, %106 : tensor<32x64xf32>, tensor<32x32x!tt.ptr<f16, 1>>, tensor<32x64x!tt.ptr<f16, 1>>
    }
    %54 = arith.truncf %53#0 : tensor<32x64xf32> to tensor<32x64xf16>
    tt.store %c, %54 {cache = 1 : i32, evict = 1 : i32} : tensor<32x64xf16>
    tt.return
  }
  tt.func private @"zeros____0cconstexpr_(constexpr_32_, constexpr_64_)__1cconstexpr_fp32_"() -> tensor<32x64xf32> attributes {noinline = false} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x64xf32>
    tt.return %cst_0 : tensor<32x64xf32>
  }
  tt.func private @cdiv__i32__1cconstexpr_32_(%arg0: i32) -> i32 attributes {noinline = false} {
    %c32_i32 = arith.constant 32 : i32
    %c31_i32 = arith.constant 31 : i32
    %0 = arith.addi %arg0, %c31_i32 : i32
    %1 = arith.divsi %0, %c32_i32 : i32
    tt.return %1 : i32
  }
}
