// A kernel on which every choice of an embedder matters; %GATHERED are loaded indices, or none.
tt.func public @k(%x: !tt.ptr<f16>, %at: !tt.ptr<i32>, %y: !tt.ptr<f32>, %n: i32) {
  %out = arith.constant 256 : i32
  %all_ = arith.constant dense<0> : tensor<1x16xi32>
  %all__0 = arith.constant dense<1> : tensor<1x16xi32>
  %all__1 = arith.constant dense<2> : tensor<1x16xi32>
  %all__2 = arith.constant dense<9> : tensor<1x16xi32>
  %rows = arith.constant dense<9> : tensor<16xi32>
  %rows_3 = arith.constant dense<0> : tensor<16xi32>
  %c2_i32 = arith.constant 2 : i32
  %cst = arith.constant dense<16> : tensor<16x1xi32>
  %program = tt.get_program_id x : i32
  %i = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %inside = tt.splat %n : i32 -> tensor<16xi32>
  %inside_4 = arith.cmpi slt, %i, %inside : tensor<16xi32>
  %block = tt.expand_dims %i {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %block_5 = arith.muli %block, %cst : tensor<16x1xi32>
  %block_6 = tt.splat %x : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
  %block_7 = tt.addptr %block_6, %block_5 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
  %block_8 = tt.expand_dims %i {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %block_9 = tt.broadcast %block_7 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
  %block_10 = tt.broadcast %block_8 : tensor<1x16xi32> -> tensor<16x16xi32>
  %block_11 = tt.addptr %block_9, %block_10 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %v = tt.expand_dims %inside_4 {axis = 0 : i32} : tensor<16xi1> -> tensor<1x16xi1>
  %v_12 = tt.broadcast %v : tensor<1x16xi1> -> tensor<16x16xi1>
  %v_13 = tt.load %block_11, %v_12 : tensor<16x16x!tt.ptr<f16>>
  %v_14 = arith.sitofp %program : i32 to f16
  %v_15 = tt.splat %v_14 : f16 -> tensor<16x16xf16>
  %v_16 = arith.select %v_12, %v_13, %v_15 : tensor<16x16xi1>, tensor<16x16xf16>
  %sums = "tt.reduce"(%v_16) <{axis = 1 : i32}> ({
  ^bb0(%arg4: f16, %arg5: f16):
    %sums_58 = arith.addf %arg4, %arg5 : f16
    tt.reduce.return %sums_58 : f16
  }) : (tensor<16x16xf16>) -> tensor<16xf16>
  %most = "tt.reduce"(%v_16) <{axis = 1 : i32}> ({
  ^bb0(%arg4: f16, %arg5: f16):
    %most_58 = arith.cmpf ogt, %arg4, %arg5 : f16
    %most_59 = arith.cmpf une, %arg4, %arg4 : f16
    %most_60 = arith.ori %most_58, %most_59 : i1
    %most_61 = arith.select %most_60, %arg4, %arg5 : f16
    tt.reduce.return %most_61 : f16
  }) : (tensor<16x16xf16>) -> tensor<16xf16>
  %scans = "tt.scan"(%v_16) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%arg4: f16, %arg5: f16):
    %scans_58 = arith.addf %arg4, %arg5 : f16
    tt.scan.return %scans_58 : f16
  }) : (tensor<16x16xf16>) -> tensor<16x16xf16>
  %products = arith.extf %scans : tensor<16x16xf16> to tensor<16x16xf32>
  %products_17 = tt.dot %v_16, %v_16, %products, inputPrecision = tf32 : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %rows_18 = arith.subi %program, %c2_i32 : i32
  %rows_19 = tt.splat %rows_18 : i32 -> tensor<16xi32>
  %rows_20 = arith.addi %i, %rows_19 : tensor<16xi32>
  %rows_21 = arith.maxsi %rows_20, %rows_3 : tensor<16xi32>
  %rows_22 = arith.minsi %rows_21, %rows : tensor<16xi32>
  %rows_23 = tt.splat %x : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
  %rows_24 = tt.addptr %rows_23, %rows_22 : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
  %clamped = tt.load %rows_24 : tensor<16x!tt.ptr<f16>>
  %clamped_25 = tt.splat %at : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %clamped_26 = tt.addptr %clamped_25, %i : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %indices = tt.load %clamped_26 : tensor<16x!tt.ptr<i32>>
  %clamped_28 = tt.addptr %rows_23, %GATHERED : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
  %clamped_29 = tt.load %clamped_28 : tensor<16x!tt.ptr<f16>>
  %clamped_30 = arith.addf %clamped, %clamped_29 : tensor<16xf16>
  %all__31 = arith.cmpi slt, %block_8, %all__2 : tensor<1x16xi32>
  %all__32 = tt.broadcast %all__31 : tensor<1x16xi1> -> tensor<16x16xi1>
  %all__33 = arith.select %all__32, %products, %products_17 : tensor<16x16xi1>, tensor<16x16xf32>
  %all__34 = arith.cmpi eq, %block_8, %all__1 : tensor<1x16xi32>
  %all__35 = arith.extf %clamped_30 : tensor<16xf16> to tensor<16xf32>
  %all__36 = tt.expand_dims %all__35 {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %all__37 = tt.broadcast %all__36 : tensor<16x1xf32> -> tensor<16x16xf32>
  %all__38 = tt.broadcast %all__34 : tensor<1x16xi1> -> tensor<16x16xi1>
  %all__39 = arith.select %all__38, %all__37, %all__33 : tensor<16x16xi1>, tensor<16x16xf32>
  %all__40 = arith.cmpi eq, %block_8, %all__0 : tensor<1x16xi32>
  %all__41 = arith.extf %most : tensor<16xf16> to tensor<16xf32>
  %all__42 = tt.expand_dims %all__41 {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %all__43 = tt.broadcast %all__42 : tensor<16x1xf32> -> tensor<16x16xf32>
  %all__44 = tt.broadcast %all__40 : tensor<1x16xi1> -> tensor<16x16xi1>
  %all__45 = arith.select %all__44, %all__43, %all__39 : tensor<16x16xi1>, tensor<16x16xf32>
  %all__46 = arith.cmpi eq, %block_8, %all_ : tensor<1x16xi32>
  %all__47 = arith.extf %sums : tensor<16xf16> to tensor<16xf32>
  %all__48 = tt.expand_dims %all__47 {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %all__49 = tt.broadcast %all__48 : tensor<16x1xf32> -> tensor<16x16xf32>
  %all__50 = tt.broadcast %all__46 : tensor<1x16xi1> -> tensor<16x16xi1>
  %all__51 = arith.select %all__50, %all__49, %all__45 : tensor<16x16xi1>, tensor<16x16xf32>
  %out_52 = arith.muli %program, %out : i32
  %out_53 = tt.addptr %y, %out_52 : !tt.ptr<f32>, i32
  %out_54 = tt.splat %out_53 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
  %out_55 = tt.addptr %out_54, %block_5 : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi32>
  %out_56 = tt.broadcast %out_55 : tensor<16x1x!tt.ptr<f32>> -> tensor<16x16x!tt.ptr<f32>>
  %out_57 = tt.addptr %out_56, %block_10 : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
  %0 = tt.expand_dims %inside_4 {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
  %1 = tt.broadcast %0 : tensor<16x1xi1> -> tensor<16x16xi1>
  tt.store %out_57, %all__51, %1 : tensor<16x16x!tt.ptr<f32>>
  tt.return
}
