"""The machines that ``triton-shared-compile`` makes code for, by name.

A target is ``cpu`` (this machine), a level of x86-64 (``x86-64-v3``), or ``TRIPLE[:CPU][:FEATURES]`` as LLVM names
them: ``aarch64-linux-gnu``, ``aarch64-linux-gnu:neoverse-v1``, ``riscv64-linux-gnu:+v``.
"""

from __future__ import annotations

import shutil
from dataclasses import replace

import llvmlite.binding as llvm

from triton_shared.codegen.cpu.lower import Host, host
from triton_shared.tools.arguments import UsageError

# What every machine of the level has; the features are those that code generation asks for.
_AVX2 = "+sse2,+avx2,+fma,+f16c"
LEVELS = {
    "x86-64": Host("x86-64", "+sse2"),
    "x86-64-v2": Host("x86-64-v2", "+sse2,+sse4.2"),
    "x86-64-v3": Host("x86-64-v3", _AVX2),
    "x86-64-v4": Host("x86-64-v4", f"{_AVX2},+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"),
}

# What a triple without CPU and features stands for, by its first part.
ARCHITECTURES = {
    "x86_64": LEVELS["x86-64"],
    "aarch64": Host("generic", "+neon"),
    "arm64": Host("generic", "+neon"),
    "riscv64": Host("generic-rv64", "+m,+a,+f,+d,+c", abi="lp64d"),
}


def parse(target: str) -> Host:
    """The machine that ``target`` names.

    Raises `UsageError`.
    """
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    if target == "cpu":
        return host()
    if level := LEVELS.get(target):
        system = _host_triple().partition("-")[2]
        return replace(level, triple=f"x86_64-{system}")
    triple, *rest = target.split(":")
    machine = ARCHITECTURES.get(triple.partition("-")[0])
    if machine is None or "-" not in triple:
        known = ", ".join(["cpu", *LEVELS, *(f"{name}-..." for name in ARCHITECTURES)])
        raise UsageError(f"--target: unknown target '{target}'; known are: {known}")
    machine = replace(machine, triple=triple)
    for part in rest:
        if part.startswith(("+", "-")):
            machine = replace(machine, features=f"{machine.features},{part}")
        else:
            machine = replace(machine, cpu=part)
    return machine


def compiler(machine: Host) -> str:
    """The C compiler that links for ``machine``: of this system, or the cross compiler of its triple.

    Raises `UsageError` when there is none.
    """
    ours, theirs = (t.split("-")[0] for t in (_host_triple(), machine.triple or _host_triple()))
    names = ("cc", "gcc", "clang") if ours == theirs else (f"{machine.triple}-gcc", f"{machine.triple}-clang")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        raise UsageError(
            f"a shared library needs a linker: there is no {' or '.join(names)}; "
            "install one, or take --emit obj and link the object yourself"
        )
    return found


def _host_triple() -> str:
    return llvm.get_default_triple()
