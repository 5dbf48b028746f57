// RUN: triton-shared-opt %s --expand-assembly --canonicalize --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @words
// CHECK-NEXT:    %[[THREE:.+]] = arith.constant 3 : i32
// CHECK-NEXT:    %[[Y:.+]] = arith.shli %arg0, %[[THREE]] : i32
// CHECK-NEXT:    return %[[Y]]
func.func @words(%x: i32) -> i32 {
  %y = llvm.inline_asm "shl.b32 $0, $1, 3;", "=r,r" %x : (i32) -> i32
  return %y : i32
}

// -----

// CHECK-LABEL: func.func @guarded
// CHECK:         %[[P:.+]] = arith.cmpf ogt, %arg0,
// CHECK:         %[[T:.+]] = math.tanh %arg0 : f32
// CHECK:         %[[BITS:.+]] = arith.bitcast %[[T]] : f32 to i32
// CHECK:         %[[R:.+]] = arith.select %[[P]], %[[BITS]],
// CHECK-NOT:     llvm.inline_asm
func.func @guarded(%x: f32) -> f32 {
  %y = llvm.inline_asm "{ .reg .pred p; mov.f32 $0, 2.0; setp.gt.f32 p, $1, 0f3F800000; @p tanh.approx.f32 $0, $1; }", "=f,f" %x : (f32) -> f32
  return %y : f32
}

// -----

// CHECK-LABEL: func.func @several
// CHECK-SAME:    (%[[X:.+]]: i32, %[[Y:.+]]: i32)
// CHECK-NEXT:    %[[SUM:.+]] = arith.addi %[[X]], %[[Y]] : i32
// CHECK-NEXT:    %[[DIFFERENCE:.+]] = arith.subi %[[X]], %[[Y]] : i32
// CHECK-NEXT:    return %[[SUM]], %[[DIFFERENCE]]
func.func @several(%x: i32, %y: i32) -> (i32, i32) {
  %s = llvm.inline_asm has_side_effects "add.s32 $0, $2, $3; sub.s32 $1, $2, $3;", "=&r,=r,r,r" %x, %y : (i32, i32) -> !llvm.struct<(i32, i32)>
  %a = llvm.extractvalue %s[0] : !llvm.struct<(i32, i32)>
  %b = llvm.extractvalue %s[1] : !llvm.struct<(i32, i32)>
  return %a, %b : i32, i32
}

// -----

func.func @refused(%x: i32) -> i32 {
  // expected-error @+1 {{'llvm.inline_asm' op cannot run assembly on this target: the register '%smid' in 'mov.u32 $0, %smid' has no meaning there}}
  %y = llvm.inline_asm "mov.u32 $0, %smid;", "=r,r" %x : (i32) -> i32
  return %y : i32
}
