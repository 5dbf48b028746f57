// RUN: triton-shared-opt %s --refuse-assembly --verify-diagnostics | FileCheck %s --allow-empty

// CHECK-NOT: llvm.inline_asm
func.func @shift(%x: i32) -> i32 {
  // expected-error @+1 {{'llvm.inline_asm' op cannot run assembly on this target: 'shl.b32 $0, $1, 3;'}}
  %y = llvm.inline_asm "shl.b32 $0, $1, 3;", "=r,r" %x : (i32) -> i32
  return %y : i32
}
