"""Stores past the caches: they store the same, and there are none where programs tell each other what they stored."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import triton_shared
from tests.support import forced
from triton_shared import dialects
from triton_shared.codegen.cpu import stages, stream_stores
from triton_shared.passes.manager import run_pipeline

TYPES = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64}


def kernel(element: str, block: int, body: str, pointer: str = "%o", more: str = "") -> str:
    """``body`` makes ``%1`` of ``%0``, a block of ``%x``; it is stored at ``pointer``, and then comes ``more``."""
    t, p = f"tensor<{block}x{element}>", f"tensor<{block}x!tt.ptr<{element}>>"
    return f"""
module {{
  tt.func public @k(%x: !tt.ptr<{element}>, %o: !tt.ptr<{element}>, %flag: !tt.ptr<i32>, %n: i32) {{
    %pid = tt.get_program_id x : i32
    %size = arith.constant {block} : i32
    %start = arith.muli %pid, %size : i32
    %starts = tt.splat %start : i32 -> tensor<{block}xi32>
    %range = tt.make_range {{start = 0 : i32, end = {block} : i32}} : tensor<{block}xi32>
    %at = arith.addi %starts, %range : tensor<{block}xi32>
    %ns = tt.splat %n : i32 -> tensor<{block}xi32>
    %mask = arith.cmpi slt, %at, %ns : tensor<{block}xi32>
    %xs = tt.splat %x : !tt.ptr<{element}> -> {p}
    %xp = tt.addptr %xs, %at : {p}, tensor<{block}xi32>
    %0 = tt.load %xp, %mask : {p}
    {body.format(t=t)}
    %os = tt.splat {pointer} : !tt.ptr<{element}> -> {p}
    %op = tt.addptr %os, %at : {p}, tensor<{block}xi32>
    tt.store %op, %1, %mask : {p}
    %one = arith.constant 1 : i32
    %true = arith.constant true
    {more}
    tt.return
  }}
}}"""


TWICE, MOVED = "%1 = arith.addi %0, %0 : {t}", "%1 = arith.ori %0, %0 : {t}"
BODIES = {TWICE: lambda x: x + x, MOVED: lambda x: x}


@pytest.fixture
def everything(monkeypatch, tmp_path):
    """All that may go past the caches does, whatever a launch writes."""
    monkeypatch.setattr(stream_stores, "STREAMED", 1)
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))


@pytest.mark.usefixtures("everything")
@pytest.mark.parametrize("machine", ["x86-64-v4", "x86-64-v3", "x86-64"])
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(list(TYPES)), st.sampled_from(list(BODIES)), st.sampled_from([512, 4096]), st.data())
def test_they_store_the_same(machine, monkeypatch, element, body, block, data):
    """At any address, for any number of elements; a program loads all before it stores, where both overlap."""
    if forced.lacking(forced.MACHINES[machine]):
        pytest.skip(f"this machine is no {machine}")
    n, places = data.draw(st.integers(0, 2 * block)), st.one_of(st.just(0), st.integers(0, 70))
    size = np.dtype(TYPES[element]).itemsize
    memory = np.zeros(9 * block * size + 192, np.uint8)
    base = -memory.ctypes.data % 64
    numbers = memory[base : base + 9 * block * size].view(TYPES[element])
    numbers[:] = np.arange(numbers.size) * 37
    x, o = data.draw(places), 3 * block + data.draw(places)
    if n <= block and data.draw(st.booleans()):
        x, o = block, block + data.draw(st.integers(-block, block))
    wanted = numbers.copy()
    wanted[o : o + n] = BODIES[body](numbers[x : x + n])
    with pytest.MonkeyPatch.context() as patch:
        forced.force(patch, forced.MACHINES[machine])
        run = triton_shared.compile(kernel(element, block, body), num_threads=2)
    run[max(1, -(-n // block))](numbers[x:], numbers[o:], np.zeros(1, np.int32), n)
    assert (numbers == wanted).all()


def streams(text: str, machine: str = "x86-64-v4") -> bool:
    """Whether a kernel for ``machine`` has stores past the caches, with a fence behind them."""
    module = dialects.parse(text)
    run_pipeline(module, ["triton-to-linalg"])
    code = stages.to_llvm_ir(module, options=stages.Options(target=forced.MACHINES[machine])).text
    assert ("!nontemporal" in code) == ("call void @llvm.x86.sse.sfence()" in code)
    return "!nontemporal" in code


SYNCHRONIZED = {
    "update": "%a = tt.atomic_rmw add, acq_rel, gpu, %flag, %one, %true : (!tt.ptr<i32>, i32, i1) -> i32",
    "exchange": "%a = tt.atomic_cas acq_rel, gpu, %flag, %n, %one : (!tt.ptr<i32>, i32, i32) -> i32",
    "volatile": "%a = tt.load %flag {isVolatile = true} : !tt.ptr<i32>\n    tt.store %flag, %a : !tt.ptr<i32>",
    "read": "%a = tt.load %o : !tt.ptr<i32>\n    tt.store %flag, %a : !tt.ptr<i32>",
}


@pytest.mark.parametrize("body", BODIES)
def test_which_kernels_have_them(body):
    text = kernel("i32", 4096, body)
    assert streams(text) and streams(text, "x86-64-v3") and streams(text, "x86-64")
    assert not streams(text, forced.SCALAR)
    assert not streams(kernel("i32", 4096, body, pointer="%x"))  # what it loads, it may load again


@pytest.mark.parametrize("more", SYNCHRONIZED)
def test_programs_that_may_wait_for_each_other_have_none(more):
    assert not streams(kernel("i32", 4096, TWICE, more=SYNCHRONIZED[more]))
    assert streams(kernel("i32", 4096, TWICE, more="tt.store %flag, %one : !tt.ptr<i32>"))


@pytest.mark.usefixtures("everything")
def test_a_grid_of_threads_sees_what_the_launch_stored():
    """A launch is over when all that it stored is there, whichever thread stored it."""
    run = triton_shared.compile(kernel("i32", 4096, TWICE), num_threads=4)
    x, o = np.arange(1 << 20, dtype=np.int32), np.zeros(1 << 20, np.int32)
    for turn in range(20):
        run[256](x, o, np.zeros(1, np.int32), x.size)
        assert (o == 2 * x).all(), turn
        o[:] = 0
