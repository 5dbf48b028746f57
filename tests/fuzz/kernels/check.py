"""Compiles a random kernel, runs it between guard pages, and compares all of its memory with what the oracle says.

An outcome is ``"right"``, ``"vacuous"`` (right, but nearly nothing of it is known), ``"rejected"`` (the generator's:
the kernel means nothing), ``"wrong"``, ``"refused"`` (an error of the compiler, though the kernel is one that Triton
takes), or the name of an exception.
"""

from __future__ import annotations

import os
import traceback
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np
import pytest

from tests.fuzz.kernels.kernel import Array, Kernel
from tests.fuzz.kernels.memory import Memory
from tests.fuzz.kernels.values import DTYPES, Rejected, Value, matches
from tests.support import forced
from tests.support.memory import guarded
from triton_shared.codegen.cpu import stream_stores
from triton_shared.codegen.cpu.target import CpuTarget, native_target
from triton_shared.codegen.nvidia.warp_specialization import dot_chains
from triton_shared.ir.statistics import collected

GOOD = ("right", "vacuous", "rejected")
CPU = "cpu"
#: what machines may lack of this one
LEFT_OUT = ("amx", "avx512", "vnni")


@dataclass
class Outcome:
    """How a kernel ended, and why."""

    kind: str
    details: str = ""
    counts: dict[str, int] = field(default_factory=dict)


class Prepared:
    """The arrays of a kernel in memory: what is touched, and as little else as may be."""

    def __init__(self, kernel: Kernel, memories: list[Memory], guard: bool):
        self.wholes, self.lows, self.expected, self.before = [], [], [], []
        for k, (array, memory) in enumerate(zip(kernel.arrays, memories, strict=True)):
            shifts = [a.shift for a in kernel.arguments if isinstance(a, Array) and a.alias == array.name]
            low, high = min(memory.low, *shifts, 0), memory.high  # all pointers are into the array
            if array.aligned:
                line = 16 // np.dtype(DTYPES[array.element]).itemsize
                low = low // line * line
            cut = slice(memory.origin + low, memory.origin + high)
            whole = memory.initial[cut]
            at_end = (k + kernel.seed) % 2 == 0 and not array.aligned
            whole = guarded(whole, at_end) if guard else _aligned(whole)
            self.wholes.append(whole)
            self.before.append(memory.initial[cut])
            self.lows.append(low)
            error = None if memory.error is None else memory.error[cut]
            self.expected.append(Value(memory.now[cut], error))

    def arguments(self, kernel: Kernel) -> list[object]:
        """What the kernel is called with."""
        known = {
            a.name: (whole, low) for a, whole, low in zip(kernel.arrays, self.wholes, self.lows, strict=True)
        }
        found: list[object] = []
        for a in kernel.arguments:
            if isinstance(a, Array):
                whole, low = known.get(a.alias) or known[a.name]
                found.append(whole[(a.shift if a.alias in known else 0) - low :])
            else:
                found.append(DTYPES[a.element](a.number).item())
        return found

    def differences(self) -> list[str]:
        """Where arrays are not as expected, a line an array."""
        found = []
        for k, (actual, wanted) in enumerate(zip(self.wholes, self.expected, strict=True)):
            bad = np.flatnonzero(~matches(actual, wanted))
            if bad.size:
                errors = wanted.errors()
                shown = [
                    (int(i), actual[i].item(), wanted.array[i].item(), float(errors[i])) for i in bad[:4]
                ]
                found.append(
                    f"array {k}: {bad.size} of {actual.size} wrong, (index, actual, expected, error): {shown}"
                )
        return found

    def is_vacuous(self) -> bool:
        """Whether hardly anything is known of what was written."""
        written = [np.isinf(v.errors()) for v in self.expected if v.error is not None]
        changed = sum(
            int(np.sum(~_same(w, v.array))) for w, v in zip(self.wholes, self.expected, strict=True)
        )
        return bool(written) and sum(map(np.sum, written)) > 0.9 * max(changed, 1)


def _same(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    word = f"u{a.dtype.itemsize}"
    return a.view(word) == b.view(word)


def _aligned(values: np.ndarray) -> np.ndarray:
    """A copy at an address that 64 divides."""
    memory = np.empty(values.nbytes + 64, np.uint8)
    first = -memory.ctypes.data % 64
    array = memory[first : first + values.nbytes].view(values.dtype)
    array[:] = values
    return array


def check(kernel: Kernel, target: str = CPU) -> Outcome:
    """Compile, run and compare."""
    try:
        with np.errstate(all="ignore"):
            memories = kernel.expected(target != CPU)
    except Rejected as reason:
        return Outcome("rejected", str(reason))
    try:
        text = kernel.text()
        prepared = Prepared(kernel, memories, target == CPU)
        with collected() as counts:
            compiled = launch(kernel, text, target)
        compiled[kernel.grid](*prepared.arguments(kernel))
    except Exception as error:
        return failed(error)
    if found := prepared.differences():
        return Outcome("wrong", "\n".join(found), dict(counts))
    return Outcome("vacuous" if prepared.is_vacuous() else "right", "", dict(counts))


def failed(error: Exception) -> Outcome:
    """The outcome of an exception: its place tells which it is."""
    name = type(error).__name__
    if name in ("CompileError", "LoweringError"):
        return Outcome("refused", str(error))
    at = traceback.extract_tb(error.__traceback__)[-1]
    return Outcome(f"{name} in {os.path.basename(at.filename)}:{at.name}", traceback.format_exc())


@cache
def machines() -> dict[str, CpuTarget]:
    """CPUs with less than this one has."""
    native = native_target()
    less = {f"without {part}": _without(native, part) for part in LEFT_OUT}
    return {**forced.MACHINES, **less}


def _without(machine: CpuTarget, part: str) -> CpuTarget:
    features = [f"-{f[1:]}" if part in f[1:] else f for f in machine.features.split(",")]
    return replace(machine, features=",".join(features))


def launch(kernel: Kernel, text: str, target: str):
    """The compiled kernel."""
    import triton_shared

    if target == CPU:
        options = {"num_threads": kernel.threads, "enable_fp_fusion": kernel.fusion, **kernel.options}
        with pytest.MonkeyPatch.context() as patch:
            if (machine := machines().get(kernel.machine)) is not None and not forced.lacking(machine):
                forced.force(patch, machine)
            if kernel.eager:
                patch.setattr(stream_stores, "STREAMED", 256)
            made = triton_shared.compile(text, **options)
            if kernel.eager:
                made.how.lone = 0
            return made
    from tests.support import emulated

    options = dict(kernel.options)
    if target != "sm_90a":
        options |= dict.fromkeys(("tensor_copies", "warp_specialize", "persistent", "multicast"), False)
    settings = emulated.Settings(chip=target, **options)
    emulated._compiled.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        if kernel.eager:
            patch.setattr(dot_chains, "LEAST_EXTENT", 16)
        return emulated.compile(text, settings=settings, enable_fp_fusion=kernel.fusion)
