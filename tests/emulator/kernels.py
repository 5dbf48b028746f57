"""Kernels in LLVM IR for NVPTX, to test the emulator with."""

from __future__ import annotations

import numpy as np

from tests.support.emulator import emulate

_HEAD = """
@shared = external addrspace(3) global [0 x i8], align 16
define ptx_kernel void @k({parameters}) {{
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""
BARRIER = "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)"


def kernel(body: str, parameters: str = "ptr addrspace(1) %x, ptr addrspace(1) %y") -> str:
    """A kernel ``@k``, of which ``%t`` is the thread; ``body`` ends before its ``ret void``."""
    return f"{_HEAD.format(parameters=parameters)}{body}\n  ret void\n}}\n"


def element(name: str, base: str, index: str = "%t", type: str = "i32", space: int = 1) -> str:
    """Makes ``%name`` the address of an element."""
    return f"%{name} = getelementptr {type}, ptr addrspace({space}) {base}, i32 {index}\n"


def mapped(body: str, x: np.ndarray, *, type: str = "i32", threads: int = 32, **options) -> np.ndarray:
    """What ``body`` makes ``%r`` of each element ``%v`` of ``x``, one a thread; ``%r`` has the type of ``%v``."""
    text = kernel(
        f"{element('px', '%x', type=type)}%v = load {type}, ptr addrspace(1) %px\n{body}\n"
        f"{element('py', '%y', type=type)}store {type} %r, ptr addrspace(1) %py"
    )
    y = np.zeros_like(x)
    emulate(text, "k", (1,), [x, y], threads=threads, **options)
    return y


def reversal(threads: int) -> str:
    """Each thread writes its element to shared memory and reads that of its opposite."""
    return kernel(
        f"""{element("px", "%x")}%v = load i32, ptr addrspace(1) %px
        {element("mine", "@shared", space=3)}store i32 %v, ptr addrspace(3) %mine
        {BARRIER}
        %o = sub i32 {threads - 1}, %t
        {element("other", "@shared", "%o", space=3)}%w = load i32, ptr addrspace(3) %other
        {element("py", "%y")}store i32 %w, ptr addrspace(1) %py"""
    )


def fragment(matrix: np.ndarray, packed: int) -> np.ndarray:
    """The registers of each lane that hold a matrix of rows of 4 lanes: neighbours, then 8 rows on, then along."""
    rows, columns = matrix.shape
    split = matrix.reshape(rows // 8, 8, columns // (4 * packed), 4, packed)
    return np.ascontiguousarray(split.transpose(1, 3, 2, 0, 4)).reshape(32, -1)
