"""The machines that ``triton-shared-compile`` makes code for, by name.

A machine is ``cpu`` (this machine), a level of x86-64 (``x86-64-v3``), or ``TRIPLE[:CPU][:FEATURES]`` as LLVM names
them: ``aarch64-linux-gnu``, ``aarch64-linux-gnu:neoverse-v1``, ``riscv64-linux-gnu:+v``; or a GPU, ``sm_90a``.
"""

from __future__ import annotations

import shutil
from typing import Any

import llvmlite.binding as llvm

from triton_shared.codegen import targets
from triton_shared.codegen.llvm.machine import Machine
from triton_shared.tools.arguments import UsageError


def parse(name: str) -> tuple[str, Any]:
    """The machine that ``name`` names, behind its target, a row of `codegen.targets`.

    Raises `UsageError`.
    """
    known: list[str] = []
    for target in targets.names():
        if not (targets.makes_code(target) and targets.has(target, "machines")):
            continue
        machines = targets.module_of(target, "machines")
        try:
            if machine := machines.parse(name):
                return target, machine
        except ValueError as error:
            raise UsageError(f"--target: {error}") from None
        known += machines.KNOWN
    raise UsageError(f"--target: unknown target '{name}'; known are: {', '.join(known)}")


def compiler(machine: Machine) -> str:
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
