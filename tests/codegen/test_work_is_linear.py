"""The work of a compilation grows with the program: twice as many ops take about twice as many calls."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from triton_shared import dialects
from triton_shared.codegen.cpu import stages as cpu
from triton_shared.codegen.nvidia import stages as gpu
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

BLOCK, ROW = "tensor<1024xf32>", "tensor<1024x!tt.ptr<f32>>"
#: of programs of three sizes, each twice the one before, how many times the first step's calls the second may take;
#: linear work takes 2, a pass that looks at all pairs 4
MOST = 2.2


def _loads(n: int) -> list[str]:
    lines = []
    for k in range(n):
        lines.append(f"%o{k} = arith.constant dense<{k * 1024}> : tensor<1024xi32>")
        lines.append(f"%p{k} = tt.addptr %px, %o{k} : {ROW}, tensor<1024xi32>")
        lines.append(f"%v{k} = tt.load %p{k}, %mask, %zero : {ROW}")
        lines.append(f"%w{k} = math.exp %v{k} : {BLOCK}")
        lines.append(f"%q{k} = tt.addptr %py, %o{k} : {ROW}, tensor<1024xi32>")
        lines.append(f"tt.store %q{k}, %w{k}, %mask : {ROW}")
    return lines


def _sums(n: int) -> list[str]:
    lines = [f"%a0 = tt.load %px, %mask, %zero : {ROW}"]
    for k in range(n):
        lines.append(
            f'%r{k} = "tt.reduce"(%a{k}) <{{axis = 0 : i32}}> ({{\n^bb0(%s: f32, %t: f32):\n'
            f"%u = arith.addf %s, %t : f32\ntt.reduce.return %u : f32\n}}) : ({BLOCK}) -> f32"
        )
        lines.append(f"%b{k} = tt.splat %r{k} : f32 -> {BLOCK}")
        lines.append(f"%a{k + 1} = arith.subf %a{k}, %b{k} : {BLOCK}")
    return [*lines, f"tt.store %py, %a{n}, %mask : {ROW}"]


def _loops(n: int) -> list[str]:
    lines = [f"%a0 = tt.load %px, %mask, %zero : {ROW}"]
    for k in range(n):
        lines.append(
            f"%a{k + 1} = scf.for %i{k} = %nought to %n step %one iter_args(%c{k} = %a{k}) -> ({BLOCK}) : i32 {{"
        )
        lines.append(f"%d{k} = tt.load %px, %mask, %zero : {ROW}")
        lines.append(f"%e{k} = arith.addf %c{k}, %d{k} : {BLOCK}")
        lines.append(f"scf.yield %e{k} : {BLOCK}\n}}")
    return [*lines, f"tt.store %py, %a{n}, %mask : {ROW}"]


def _chain(n: int) -> list[str]:
    lines = [f"%a0 = tt.load %px, %mask, %zero : {ROW}"]
    lines += [f"%a{k + 1} = arith.mulf %a{k}, %a{max(0, k - 3)} : {BLOCK}" for k in range(4 * n)]
    return [*lines, f"tt.store %py, %a{4 * n}, %mask : {ROW}"]


PROGRAMS = {"loads": _loads, "sums": _sums, "loops": _loops, "chain": _chain}


def text_of(lines: list[str]) -> str:
    body = "\n".join(lines)
    return f"""tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {{
  %nought = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : {BLOCK}
  %r = tt.make_range {{start = 0 : i32, end = 1024 : i32}} : tensor<1024xi32>
  %sn = tt.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %r, %sn : tensor<1024xi32>
  %sx = tt.splat %x : !tt.ptr<f32> -> {ROW}
  %px = tt.addptr %sx, %r : {ROW}, tensor<1024xi32>
  %sy = tt.splat %y : !tt.ptr<f32> -> {ROW}
  %py = tt.addptr %sy, %r : {ROW}, tensor<1024xi32>
{body}
  tt.return
}}
"""


def for_cpu(module: ir.Operation) -> None:
    cpu.to_llvm_ir(module)


def for_gpu(module: ir.Operation) -> None:
    gpu.to_llvm_ir(module, options=gpu.Options(target=GpuTarget("sm_90a", num_stages=3)))


def calls(text: str, compile: Callable[[ir.Operation], None]) -> int:
    """How many functions are called on the way from ``text`` to LLVM IR."""
    count = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    module = dialects.parse(text)
    sys.setprofile(note)
    try:
        run_pipeline(module, ["triton-to-linalg"])
        compile(module)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("target", [for_cpu, for_gpu], ids=["cpu", "sm_90a"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_twice_the_ops_take_twice_the_calls(program, target):
    calls(text_of(PROGRAMS[program](1)), target)  # what is imported and known once
    small, middle, large = (calls(text_of(PROGRAMS[program](n)), target) for n in (4, 8, 16))
    assert large - middle <= MOST * (middle - small), (small, middle, large)
