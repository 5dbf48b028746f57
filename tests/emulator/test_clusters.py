"""Clusters of two blocks in the emulator: places, shared memory and barriers of each, and arrivals in the other one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.emulator.kernels import BARRIER, element, kernel
from tests.support import emulator
from tests.support.emulator import emulate

MEET = "call void @llvm.nvvm.barrier.cluster.arrive()\ncall void @llvm.nvvm.barrier.cluster.wait()"
THREADS = 64


def _asm(text: str, operands: str) -> str:
    count = operands.count("i32") + operands.count("ptr")
    return f'call void asm sideeffect "{text}", "{",".join(["r"] * count)},~{{memory}}"({operands})'


def arrivals(*ranks: str) -> str:
    """Thread 0 of each block makes an mbarrier for as many arrivals, and arrives in the blocks of ``ranks``."""
    at = "ptr addrspace(3) @shared"
    there = "mapa.shared::cluster.u32 there, $0, $1; mbarrier.arrive.shared::cluster.b64 _, [there];"
    wait = "again${:uid}: mbarrier.try_wait.parity.shared::cta.b64 p, [$0], 0; @!p bra again${:uid};"
    lines = "\n".join(_asm(f"{{ .reg .b32 there; {there} }}", f"{at}, i32 {rank}") for rank in ranks)
    return f"""%b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
    %rank = and i32 %b, 1
    %other = xor i32 %rank, 1
    %first = icmp eq i32 %t, 0
    br i1 %first, label %make, label %made
  make:
    {_asm("mbarrier.init.shared::cta.b64 [$0], 2;", at)}
    br label %made
  made:
    {MEET}
    br i1 %first, label %tell, label %told
  tell:
    {lines}
    br label %told
  told:
    {_asm(f"{{ .reg .pred p; {wait} }}", at)}
    {MEET}
    """


@pytest.mark.parametrize("seed", [0, 1, 5])
def test_each_block_has_its_place_and_its_memory(seed):
    text = kernel(
        f"""%b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
        %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
        %base = mul i32 %b, %n
        %i = add i32 %base, %t
        {element("mine", "@shared", space=3)}store i32 %i, ptr addrspace(3) %mine
        {BARRIER}
        %o = sub i32 {THREADS - 1}, %t
        {element("theirs", "@shared", "%o", space=3)}%w = load i32, ptr addrspace(3) %theirs
        {element("to", "%y", "%i")}store i32 %w, ptr addrspace(1) %to"""
    )
    x, y = np.zeros(1, np.int32), np.zeros(4 * THREADS, np.int32)
    emulate(text, "k", (4,), [x, y], threads=THREADS, shared_bytes=4 * THREADS, cluster=2, seed=seed)
    np.testing.assert_array_equal(y.reshape(4, -1)[:, ::-1].ravel(), np.arange(4 * THREADS))


@pytest.mark.parametrize("seed", [0, 1, 5])
def test_blocks_arrive_at_each_others_mbarriers(seed):
    options = {"threads": THREADS, "shared_bytes": 64, "cluster": 2, "seed": seed}
    arrays = [np.zeros(1, np.int32)] * 2
    emulate(kernel(arrivals("%rank", "%other")), "k", (4,), arrays, **options)
    with pytest.raises(emulator.Deadlock):
        emulate(kernel(arrivals("%rank")), "k", (4,), arrays, **options)
    with pytest.raises(emulator.Trap, match="tensor"):
        emulate(kernel(arrivals("2")), "k", (2,), arrays, **options)


def test_blocks_do_not_end_between_arrival_and_wait():
    text = kernel("call void @llvm.nvvm.barrier.cluster.arrive()")
    with pytest.raises(emulator.Trap, match="does not wait there"):
        emulate(text, "k", (2,), [np.zeros(1, np.int32)] * 2, threads=THREADS, cluster=2)
