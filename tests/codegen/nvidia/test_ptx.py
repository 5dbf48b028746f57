"""From LLVM IR to PTX: what is made is what was asked for, and what LLVM would end the process over is refused."""

import re
import threading

import numpy as np
import pytest

import triton_shared
from tests.support.emulator import emulate
from tests.support.gpu_kernels import ADD, needs_ptxas
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.ptx.emit import to_ptx
from triton_shared.codegen.nvidia.target import KNOWN, GpuTarget
from triton_shared.errors import CompileError

THREADS = '"nvvm.maxntid"="128"'


def add(attributes: str = THREADS) -> str:
    return ADD.replace("ATTRIBUTES", attributes)


@pytest.mark.parametrize("chip", KNOWN)
def test_a_kernel_for_every_chip(chip):
    target = GpuTarget(chip)
    optimized, ptx = to_ptx(add(), target)
    assert f".target {chip}\n" in ptx and ".visible .entry add(" in ptx and ".maxntid 128\n" in ptx
    assert "define ptx_kernel void @add" in optimized
    assert "add.rn.f32" in ptx and "mul.rn.f32" in ptx  # which ptxas does not fuse
    assert "st.shared.b32 \t[%r" in ptx  # a pointer of 32 bits


@needs_ptxas
@pytest.mark.parametrize("chip", ["sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100a", "sm_120"])
def test_ptxas_takes_it(chip):
    target = GpuTarget(chip)
    cubin = ptxas.assemble(to_ptx(add(), target)[1], target)
    assert cubin.data[:4] == b"\x7fELF" and b"add" in cubin.data
    assert 4 < cubin.registers < 32 and (cubin.spills, cubin.shared) == (0, 0)


def test_products_and_sums_that_may_be_fused_are():
    text = add().replace("fmul", "fmul contract").replace("fadd", "fadd contract")
    assert "fma.rn.f32" in to_ptx(text, GpuTarget("sm_90a"))[1]


EXTREMA = """
define ptx_kernel void @extrema(ptr addrspace(1) %x, i64 %y) #0 {
  %a = load i64, ptr addrspace(1) %x
  %least = call i64 @llvm.umin.i64(i64 %a, i64 123)
  %most = call i64 @llvm.umax.i64(i64 %least, i64 %y)
  %low = call i64 @llvm.smin.i64(i64 %most, i64 %a)
  %high = call i64 @llvm.smax.i64(i64 %low, i64 -5)
  store i64 %high, ptr addrspace(1) %x
  ret void
}
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
attributes #0 = { "nvvm.maxntid"="128" }
"""


@needs_ptxas
def test_ptxas_is_given_no_extrema_of_64_bits():
    target = GpuTarget("sm_90a")
    _, ptx = to_ptx(EXTREMA, target)
    assert re.findall(r"setp\.(\w+\.[su]64)", ptx) == ["lt.u64", "gt.u64", "lt.s64", "gt.s64"]
    assert not re.search(r"\b(min|max)\.[su]64", ptx) and ptxas.assemble(ptx, target).data


@pytest.mark.parametrize("x", [-7, 0, 5, 124, -(1 << 63), (1 << 63) - 1])
@pytest.mark.parametrize("y", [-3, 0, 1 << 40])
def test_extrema_of_64_bits_are_right(x, y):
    _, ptx = to_ptx(EXTREMA, GpuTarget("sm_90a"))
    out, bits = np.array([x]), (1 << 64) - 1
    emulate(ptx, "extrema", (1,), [out, y], threads=1, shared_bytes=0, seed=0)
    most = max(min(x & bits, 123), y & bits)
    assert out[0] == max(min(most - (most >> 63 << 64), x), -5)


UPDATES = """
define ptx_kernel void @updates(ptr addrspace(1) %x, i64 %y) #0 {
  OPS
  ret void
}
attributes #0 = { "nvvm.maxntid"="128" }
"""


@needs_ptxas
@pytest.mark.parametrize("is_read", [False, True])
def test_what_memory_is_updated_by_stays_as_it_is(is_read):
    kinds = ["max", "min", "umax", "umin", "add", "and", "or", "xor", "xchg"]
    ops = [f"%{kind} = atomicrmw {kind} ptr addrspace(1) %x, i64 %y monotonic" for kind in kinds]
    ops += [f"store volatile i64 %{kind}, ptr addrspace(1) %x" for kind in kinds if is_read]
    target = GpuTarget("sm_90a")
    _, ptx = to_ptx(UPDATES.replace("OPS", "\n  ".join(ops)), target)
    found = re.findall(r"\t(?:atom|red)\.[\w.]*?(\w+)\.([sub]64) \t(?:%\w+, )?\[%\w+\], %\w+;", ptx)
    assert found[:4] == [("max", "s64"), ("min", "s64"), ("max", "u64"), ("min", "u64")] and len(
        found
    ) == len(kinds)
    assert ptxas.assemble(ptx, target).data


def test_the_number_of_registers_is_in_the_ptx():
    target = GpuTarget("sm_90a", maxnreg=32)
    assert ".maxnreg 32\n" in to_ptx(add(f'{THREADS} "nvvm.maxnreg"="32"'), target)[1]
    with pytest.raises(CompileError, match=r"there is no \.maxnreg 32 of add"):
        to_ptx(add(), target)


def test_threads_other_than_those_of_the_launch_are_refused():
    with pytest.raises(CompileError, match=r"there is no \.maxntid 256 of add"):
        to_ptx(add(), GpuTarget("sm_90a", num_warps=8))
    with pytest.raises(CompileError, match=r"there is no \.maxntid 128 of add"):
        to_ptx(add(""), GpuTarget("sm_90a"))


def test_a_module_without_a_kernel_is_refused():
    with pytest.raises(CompileError, match="has no kernel"):
        to_ptx(add().replace("ptx_kernel ", ""), GpuTarget("sm_90a"))


@pytest.mark.parametrize(
    "callee, message",
    [
        ("llvm.log2.f32", "calls @llvm.log2.f32, which sm_80 has no instructions for"),
        ("llvm.tanh.f32", "calls @llvm.tanh.f32, which sm_80 has no instructions for"),
        ("__nv_expf", "calls @__nv_expf, which no GPU has"),
        ("expf", "calls @expf, which no GPU has"),
    ],
)
def test_what_has_no_ptx_is_refused(callee, message):
    text = add().replace("%m = fmul float %a, %c", f"%m = call float @{callee}(float %a)")
    with pytest.raises(CompileError, match=message):
        to_ptx(text + f"declare float @{callee}(float)\n", GpuTarget("sm_80"))


def test_what_is_called_by_nobody_does_no_harm():
    to_ptx(add() + "declare float @llvm.log2.f32(float)\ndeclare float @expf(float)\n", GpuTarget("sm_80"))


def test_no_llvm_ir_is_an_error():
    with pytest.raises(RuntimeError, match="expected top-level entity"):
        to_ptx("no LLVM IR", GpuTarget("sm_80"))


LOOP = """
define ptx_kernel void @walk(ptr addrspace(1) %x, i64 %stride, i64 %row, i32 %n) "nvvm.maxntid"="128" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = phi i64 [ 0, %entry ], [ %step, %loop ]
  %first = getelementptr i8, ptr addrspace(1) %x, i64 %at
  %second = getelementptr i8, ptr addrspace(1) %first, i64 %row
  store i32 %i, ptr addrspace(1) %first
  store i32 %i, ptr addrspace(1) %second
  %step = add i64 %at, %stride
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""


def test_addresses_in_loops_may_stay_as_they_are():
    target = GpuTarget("sm_90a")
    reduced, kept = to_ptx(LOOP, target)[1], to_ptx(LOOP, target, reduce_strength=False)[1]
    assert reduced != kept
    assert to_ptx(LOOP, target)[1] == reduced  # the option ends with the compilation


def test_cpus_and_gpus_are_compiled_for_side_by_side(monkeypatch, tmp_path):
    """LLVM's options are those of the process: a compilation for a CPU meanwhile is not to see them."""
    kernel = """
tt.func public @k%d(%%x: !tt.ptr<f32>) {
  %%c = arith.constant dense<%d.0> : tensor<64xf32>
  %%r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %%p = tt.splat %%x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %%q = tt.addptr %%p, %%r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %%q, %%c : tensor<64x!tt.ptr<f32>>
  tt.return
}"""
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))
    expected, made, wrong = to_ptx(LOOP, GpuTarget("sm_90a"), reduce_strength=False), [], []

    def gpu():
        made.extend(to_ptx(LOOP, GpuTarget("sm_90a"), reduce_strength=False) for _ in range(10))

    def cpu(first: int):
        for number in range(first, first + 3):
            x = np.zeros(64, np.float32)
            triton_shared.compile(kernel % (number, number))[(1,)](x)
            wrong.extend(x[x != number])

    threads = [threading.Thread(target=gpu), *(threading.Thread(target=cpu, args=(n,)) for n in (1, 10))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [expected] * 10 and not wrong
