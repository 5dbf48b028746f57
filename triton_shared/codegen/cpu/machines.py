"""The names of CPUs: ``cpu`` (this machine), a level of x86-64, or LLVM's names, ``TRIPLE[:CPU][:FEATURES]``."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import llvmlite.binding as llvm

from triton_shared.codegen.cpu.target import CpuTarget, native_target

# What every machine of the level has; the features are those that code generation asks for.
_AVX2 = "+sse2,+avx2,+fma,+f16c"
LEVELS = {
    "x86-64": CpuTarget("x86-64", "+sse2"),
    "x86-64-v2": CpuTarget("x86-64-v2", "+sse2,+sse4.2"),
    "x86-64-v3": CpuTarget("x86-64-v3", _AVX2),
    "x86-64-v4": CpuTarget("x86-64-v4", f"{_AVX2},+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"),
}

# What a triple without CPU and features stands for, by its first part.
ARCHITECTURES = {
    "x86_64": LEVELS["x86-64"],
    "aarch64": CpuTarget("generic", "+neon"),
    "arm64": CpuTarget("generic", "+neon"),
    "riscv64": CpuTarget("generic-rv64", "+m,+a,+f,+d,+c", abi="lp64d"),
}

# What CPUs of AArch64 have that decides about code, by LLVM's names: LLVM has no function that tells it.
_DOT, _BF16 = "+dotprod", "+dotprod,+bf16,+i8mm"
CPUS = {
    **dict.fromkeys(("apple-m1", "cortex-a76", "neoverse-n1"), _DOT),
    **dict.fromkeys(("apple-m2", "apple-m3", "apple-m4", "neoverse-n2", "neoverse-v1", "neoverse-v2"), _BF16),
}

KNOWN = ("cpu", *LEVELS, *(f"{name}-..." for name in ARCHITECTURES))


def parse(name: str) -> CpuTarget | None:
    """The machine that ``name`` names; None where it names none.

    Raises ValueError for a machine that LLVM makes no code for.
    """
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    if name == "cpu":
        return native_target()
    if level := LEVELS.get(name):
        system = llvm.get_default_triple().partition("-")[2]
        return replace(level, triple=f"x86_64-{system}")
    triple, *rest = name.split(":")
    machine = ARCHITECTURES.get(triple.partition("-")[0])
    if machine is None or "-" not in triple:
        return None
    machine = replace(machine, triple=triple)
    for part in filter(None, rest):
        if part.startswith(("+", "-")):
            machine = replace(machine, features=f"{machine.features},{part}")
        else:
            known = f",{CPUS[part]}" if part in CPUS else ""
            machine = replace(machine, cpu=part, features=machine.features + known)
    if rest:
        _check(name, machine)
    return machine


# LLVM says on standard error only that it does not know a name, and ends the process where names contradict each other.
_PROBE = """
import sys
import llvmlite.binding as llvm
llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
triple, cpu, features, abi = sys.argv[1:]
machine = llvm.Target.from_triple(triple).create_target_machine(cpu, features, abiname=abi)
machine.emit_object(llvm.parse_assembly("define i64 @f(i64 %x) { ret i64 %x }"))
"""


def _check(name: str, machine: CpuTarget) -> None:
    """Raise ValueError unless LLVM knows the CPU and the features of ``machine``, and makes code for it."""
    names = (machine.triple, machine.cpu, machine.features, machine.abi)
    tried = subprocess.run(
        [sys.executable, "-c", _PROBE, *names], capture_output=True, text=True, check=False
    )
    said = tried.stderr.strip().splitlines()
    if said or tried.returncode:
        reason = (
            said[0].removesuffix(" (ignoring processor)").removesuffix(" (ignoring feature)") if said else ""
        )
        raise ValueError(f"'{name}' is no machine that LLVM makes code for: {reason}")
