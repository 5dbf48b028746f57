"""GPU kernels by hand, as LLVM IR and in the llvm dialect, and the marker of tests that make machine code of them."""

import pytest

from triton_shared.codegen.nvidia.ptx import ptxas

needs_ptxas = pytest.mark.skipif(not ptxas.version(), reason="ptxas is not installed")

#: out = x * y + y, of f32, 128 threads a block, a word of shared memory a thread
ADD = """
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
@shared = external addrspace(3) global [0 x i8], align 16
define ptx_kernel void @add(ptr addrspace(1) %x, ptr addrspace(1) %y, ptr addrspace(1) %out, i32 %n) ATTRIBUTES {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %base = mul i32 %b, 128
  %i = add i32 %base, %t
  %in = icmp slt i32 %i, %n
  br i1 %in, label %body, label %done
body:
  %px = getelementptr float, ptr addrspace(1) %x, i32 %i
  %py = getelementptr float, ptr addrspace(1) %y, i32 %i
  %po = getelementptr float, ptr addrspace(1) %out, i32 %i
  %a = load float, ptr addrspace(1) %px
  %c = load float, ptr addrspace(1) %py
  %m = fmul float %a, %c
  %s = fadd float %m, %c
  store float %s, ptr addrspace(1) %po
  %ps = getelementptr float, ptr addrspace(3) @shared, i32 %t
  store float %s, ptr addrspace(3) %ps
  br label %done
done:
  ret void
}
"""
#: stores 1.5 for each thread, prints what was there before and asserts that the thread's number is below n
RECORDED = """
llvm.func @triton_shared_assert(i32, i32, i32, i64, !llvm.ptr<1>)
llvm.func @triton_shared_print(i32, i32, i32, i64, i64, i64, !llvm.ptr<1>)
llvm.func @KERNEL(%x: !llvm.ptr<1> {tts.pointee = f32, tts.written, tt.divisibility = 16 : i32}, %n: i32, %record: !llvm.ptr<1> {tts.role = "record"})
    attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128>, tts.shared_bytes = 512 : i64, tts.texts = ["128 f32 dec: x: ", "below n"]} {
  %lane = nvvm.read.ptx.sreg.tid.x : i32
  %pid = nvvm.read.ptx.sreg.ctaid.x : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %format = llvm.mlir.constant(0 : i64) : i64
  %message = llvm.mlir.constant(1 : i64) : i64
  %wide = llvm.zext %lane : i32 to i64
  %at = llvm.getelementptr %x[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %old = llvm.load %at : !llvm.ptr<1> -> i32
  %bits = llvm.zext %old : i32 to i64
  llvm.call @triton_shared_print(%pid, %zero, %zero, %format, %wide, %bits, %record) : (i32, i32, i32, i64, i64, i64, !llvm.ptr<1>) -> ()
  %value = llvm.mlir.constant(1.5 : f32) : f32
  llvm.store %value, %at : f32, !llvm.ptr<1>
  %holds = llvm.icmp "slt" %lane, %n : i32
  llvm.cond_br %holds, ^done, ^fails
^fails:
  llvm.call @triton_shared_assert(%pid, %zero, %zero, %message, %record) : (i32, i32, i32, i64, !llvm.ptr<1>) -> ()
  llvm.br ^done
^done:
  llvm.return
}
"""  # noqa: E501
