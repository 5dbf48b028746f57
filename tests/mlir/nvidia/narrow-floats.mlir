// RUN: triton-shared-opt %s --narrow-floats --canonicalize | FileCheck %s

module attributes {tts.target = {chip = "sm_90a", num_stages = 3 : i64, num_warps = 1 : i64}} {

// CHECK-LABEL: func.func @saturates
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.ff.to.e4m3x2.rn"
// CHECK:         vector.bitcast %{{.+}} : vector<2xi16> to vector<4xi8>
// CHECK-NOT:     arith.trunci
func.func @saturates(%x: vector<4xf32>) -> vector<4xi8> {
  %cst = arith.constant dense<127> : vector<4xi32>
  %cst_0 = arith.constant dense<2139095040> : vector<4xi32>
  %cst_1 = arith.constant dense<128> : vector<4xi32>
  %cst_2 = arith.constant dense<24> : vector<4xi32>
  %cst_3 = arith.constant dense<126> : vector<4xi32>
  %cst_4 = arith.constant dense<3> : vector<4xi32>
  %cst_5 = arith.constant dense<25> : vector<4xi32>
  %cst_6 = arith.constant dense<20> : vector<4xi32>
  %cst_7 = arith.constant dense<121> : vector<4xi32>
  %cst_8 = arith.constant dense<1> : vector<4xi32>
  %cst_9 = arith.constant dense<23> : vector<4xi32>
  %cst_10 = arith.constant dense<2147483647> : vector<4xi32>
  %56 = arith.bitcast %x : vector<4xf32> to vector<4xi32>
  %57 = arith.andi %56, %cst_10 : vector<4xi32>
  %58 = arith.shrui %57, %cst_9 : vector<4xi32>
  %59 = arith.maxui %58, %cst_8 : vector<4xi32>
  %60 = arith.subi %59, %cst_8 : vector<4xi32>
  %61 = arith.shli %60, %cst_9 : vector<4xi32>
  %62 = arith.subi %57, %61 : vector<4xi32>
  %63 = arith.maxui %59, %cst_7 : vector<4xi32>
  %64 = arith.addi %63, %cst_6 : vector<4xi32>
  %65 = arith.subi %64, %59 : vector<4xi32>
  %66 = arith.minui %65, %cst_5 : vector<4xi32>
  %67 = arith.shrui %62, %66 : vector<4xi32>
  %68 = arith.andi %67, %cst_8 : vector<4xi32>
  %69 = arith.subi %66, %cst_8 : vector<4xi32>
  %70 = arith.shli %cst_8, %69 : vector<4xi32>
  %71 = arith.subi %70, %cst_8 : vector<4xi32>
  %72 = arith.addi %71, %68 : vector<4xi32>
  %73 = arith.addi %62, %72 : vector<4xi32>
  %74 = arith.shrui %73, %66 : vector<4xi32>
  %75 = arith.subi %63, %cst_7 : vector<4xi32>
  %76 = arith.shli %75, %cst_4 : vector<4xi32>
  %77 = arith.addi %76, %74 : vector<4xi32>
  %78 = arith.minui %77, %cst_3 : vector<4xi32>
  %79 = arith.shrui %56, %cst_2 : vector<4xi32>
  %80 = arith.andi %79, %cst_1 : vector<4xi32>
  %81 = arith.ori %78, %80 : vector<4xi32>
  %82 = arith.cmpi ugt, %57, %cst_0 : vector<4xi32>
  %83 = arith.select %82, %cst, %81 : vector<4xi1>, vector<4xi32>
  %84 = arith.trunci %83 : vector<4xi32> to vector<4xi8>
  return %84 : vector<4xi8>
}

// A largest number that is another: no instruction has it.

// CHECK-LABEL: func.func @rounds_otherwise
// CHECK-NOT:     llvm.call_intrinsic
// CHECK:         arith.trunci
func.func @rounds_otherwise(%x: vector<4xf32>) -> vector<4xi8> {
  %cst = arith.constant dense<127> : vector<4xi32>
  %cst_0 = arith.constant dense<2139095040> : vector<4xi32>
  %cst_1 = arith.constant dense<128> : vector<4xi32>
  %cst_2 = arith.constant dense<24> : vector<4xi32>
  %cst_3 = arith.constant dense<125> : vector<4xi32>
  %cst_4 = arith.constant dense<3> : vector<4xi32>
  %cst_5 = arith.constant dense<25> : vector<4xi32>
  %cst_6 = arith.constant dense<20> : vector<4xi32>
  %cst_7 = arith.constant dense<121> : vector<4xi32>
  %cst_8 = arith.constant dense<1> : vector<4xi32>
  %cst_9 = arith.constant dense<23> : vector<4xi32>
  %cst_10 = arith.constant dense<2147483647> : vector<4xi32>
  %56 = arith.bitcast %x : vector<4xf32> to vector<4xi32>
  %57 = arith.andi %56, %cst_10 : vector<4xi32>
  %58 = arith.shrui %57, %cst_9 : vector<4xi32>
  %59 = arith.maxui %58, %cst_8 : vector<4xi32>
  %60 = arith.subi %59, %cst_8 : vector<4xi32>
  %61 = arith.shli %60, %cst_9 : vector<4xi32>
  %62 = arith.subi %57, %61 : vector<4xi32>
  %63 = arith.maxui %59, %cst_7 : vector<4xi32>
  %64 = arith.addi %63, %cst_6 : vector<4xi32>
  %65 = arith.subi %64, %59 : vector<4xi32>
  %66 = arith.minui %65, %cst_5 : vector<4xi32>
  %67 = arith.shrui %62, %66 : vector<4xi32>
  %68 = arith.andi %67, %cst_8 : vector<4xi32>
  %69 = arith.subi %66, %cst_8 : vector<4xi32>
  %70 = arith.shli %cst_8, %69 : vector<4xi32>
  %71 = arith.subi %70, %cst_8 : vector<4xi32>
  %72 = arith.addi %71, %68 : vector<4xi32>
  %73 = arith.addi %62, %72 : vector<4xi32>
  %74 = arith.shrui %73, %66 : vector<4xi32>
  %75 = arith.subi %63, %cst_7 : vector<4xi32>
  %76 = arith.shli %75, %cst_4 : vector<4xi32>
  %77 = arith.addi %76, %74 : vector<4xi32>
  %78 = arith.minui %77, %cst_3 : vector<4xi32>
  %79 = arith.shrui %56, %cst_2 : vector<4xi32>
  %80 = arith.andi %79, %cst_1 : vector<4xi32>
  %81 = arith.ori %78, %80 : vector<4xi32>
  %82 = arith.cmpi ugt, %57, %cst_0 : vector<4xi32>
  %83 = arith.select %82, %cst, %81 : vector<4xi1>, vector<4xi32>
  %84 = arith.trunci %83 : vector<4xi32> to vector<4xi8>
  return %84 : vector<4xi8>
}

// CHECK-LABEL: func.func @widens
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.e4m3x2.to.f16x2.rn"
// CHECK:         arith.extf %{{.+}} : vector<4xf16> to vector<4xf32>
func.func @widens(%x: vector<4xi8>) -> vector<4xf32> {
  %cst = arith.constant dense<24> : vector<4xi32>
  %cst_0 = arith.constant dense<128> : vector<4xi32>
  %cst_1 = arith.constant dense<2143289344> : vector<4xi32>
  %cst_2 = arith.constant dense<8> : vector<4xi32>
  %cst_3 = arith.constant dense<0.001953125> : vector<4xf32>
  %cst_4 = arith.constant dense<1006632960> : vector<4xi32>
  %cst_5 = arith.constant dense<20> : vector<4xi32>
  %cst_6 = arith.constant dense<127> : vector<4xi32>
  %21 = arith.extui %x : vector<4xi8> to vector<4xi32>
  %22 = arith.andi %21, %cst_6 : vector<4xi32>
  %23 = arith.shli %22, %cst_5 : vector<4xi32>
  %24 = arith.addi %23, %cst_4 : vector<4xi32>
  %25 = arith.uitofp %22 : vector<4xi32> to vector<4xf32>
  %26 = arith.mulf %25, %cst_3 fastmath<contract> : vector<4xf32>
  %27 = arith.bitcast %26 : vector<4xf32> to vector<4xi32>
  %28 = arith.cmpi ult, %22, %cst_2 : vector<4xi32>
  %29 = arith.select %28, %27, %24 : vector<4xi1>, vector<4xi32>
  %30 = arith.cmpi eq, %22, %cst_6 : vector<4xi32>
  %31 = arith.select %30, %cst_1, %29 : vector<4xi1>, vector<4xi32>
  %32 = arith.andi %21, %cst_0 : vector<4xi32>
  %33 = arith.shli %32, %cst : vector<4xi32>
  %34 = arith.ori %31, %33 : vector<4xi32>
  %35 = arith.bitcast %34 : vector<4xi32> to vector<4xf32>
  return %35 : vector<4xf32>
}

}
