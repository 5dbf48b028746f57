// RUN: triton-shared-opt %s --allow-contraction | FileCheck %s
// RUN: triton-shared-opt %s --triton-to-linalg --allow-contraction | FileCheck %s --check-prefix=LINALG
// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s --check-prefix=STRICT

// Products and sums may be fused where they say nothing of their own; what rounds in a direction is rounded as it says.

// CHECK-LABEL: tt.func public @kernel
// LINALG-LABEL: func.func @kernel
// STRICT-NOT:  fastmath<contract>
tt.func public @kernel(%x: !tt.ptr<f32>, %y: tensor<16xf32>, %s: f32) {
  // CHECK: arith.mulf %{{.+}}, %{{.+}} fastmath<contract> : tensor<16xf32>
  %p = arith.mulf %y, %y : tensor<16xf32>
  // CHECK: arith.subf %{{.+}}, %{{.+}} fastmath<nnan> : tensor<16xf32>
  %d = arith.subf %p, %y fastmath<nnan> : tensor<16xf32>
  // CHECK: arith.addf %{{.+}}, %{{.+}} fastmath<contract> : f32
  %t = arith.addf %s, %s : f32
  // CHECK: arith.divf %{{.+}}, %{{.+}} : f32
  %q = arith.divf %t, %s : f32
  // LINALG:     arith.mulf %{{.+}}, %{{.+}} fastmath<contract> : f32
  // LINALG:     arith.subf %{{.+}}, %{{.+}} fastmath<nnan> : f32
  // LINALG-DAG: arith.mulf %{{.+}}, %{{.+}} {tt.no_contraction} : f64
  // LINALG-DAG: arith.subf %{{.+}}, %{{.+}} {tt.no_contraction} : f64
  // LINALG-NOT: fastmath<contract> : f64
  %u = tt.extern_elementwise %d, %y {libname = "", libpath = "", pure = true, symbol = "__nv_fmul_ru"} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %b = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %a = tt.addptr %b, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %a, %u : tensor<16x!tt.ptr<f32>>
  tt.store %x, %q : !tt.ptr<f32>
  tt.return
}
