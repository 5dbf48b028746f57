"""Kernels that are compiled for another machine than this one, which runs them: one with fewer instructions."""

from __future__ import annotations

import functools

import pytest

from triton_shared.codegen.cpu import machines, stages, target
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.runtime.cpu import cpu_kernel

#: a machine whose vectors have one element
SCALAR = "scalar"
MACHINES = {**machines.LEVELS, SCALAR: CpuTarget("x86-64", "")}


def lacking(machine: CpuTarget) -> set[str]:
    """The features of ``machine`` that this one lacks; all where it is no x86 machine."""
    here = target.native_target()
    wanted = {feature for feature in machine.features.split(",") if feature.startswith("+")}
    return wanted - (set(here.features.split(",")) if here.is_x86 else set())


def force(patch: pytest.MonkeyPatch, machine: CpuTarget) -> None:
    """Let this process take its machine for ``machine``; raises ValueError where it cannot run that one's code."""
    if missing := lacking(machine):
        raise ValueError(
            f"this machine cannot run code for {machine.cpu}: it lacks {', '.join(sorted(missing))}"
        )
    stand_in(patch, machine)


def stand_in(patch: pytest.MonkeyPatch, machine: CpuTarget) -> None:
    """Let code of this process be made for ``machine``, whoever runs it."""
    stands_in = functools.wraps(target.native_target.__wrapped__)(lambda: machine)
    for module in (machines, stages, target):
        patch.setattr(module, "native_target", stands_in)
    patch.setattr(cpu_kernel, "host", lambda: repr(machine))
