"""Machines with ever more instructions for vectors, to make code for; and which of them this one can run."""

from __future__ import annotations

import llvmlite.binding as llvm

from triton_shared.codegen.cpu.target import CpuTarget

_AVX2 = "+sse,+sse2,+sse4.2,+avx,+avx2,+fma,+f16c"
_AVX512 = f"{_AVX2},+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"
MACHINES = {
    "sse2": CpuTarget("x86-64", "+sse,+sse2"),
    "avx2": CpuTarget("x86-64-v3", _AVX2),
    "avxvnni": CpuTarget("x86-64-v3", f"{_AVX2},+avxvnni"),
    "avx512": CpuTarget("x86-64-v4", _AVX512),
    "avx512vnni": CpuTarget("x86-64-v4", f"{_AVX512},+avx512vnni"),
    "avx512bf16": CpuTarget("x86-64-v4", f"{_AVX512},+avx512vnni,+avx512bf16"),
}


def lacking(target: CpuTarget) -> str:
    """Features of ``target`` that this machine has not."""
    have = llvm.get_host_cpu_features()
    return ", ".join(f for f in target.features.replace("+", "").split(",") if not have.get(f))
