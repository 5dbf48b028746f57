"""Kernels without one of their waits or barriers, in the emulator: each of these must be missed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.support import emulated, emulator
from tests.support.emulated import Settings

WAITS = re.compile(r"call void @llvm\.nvvm\.(cp\.async\.wait\.group|barrier\S*)\(")
PRODUCTS = re.compile(r"wgmma\.wait_group\.sync\.aligned (\d+)")


def twice(text: str) -> str:
    """The kernel whose loop and stores are in another loop, so that one pass meets what the last one left."""
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if "%r" in line)
    bounds = [f"%{name} = arith.constant {n} : i32" for name, n in (("from", 0), ("to", 2), ("by", 1))]
    outer = [*bounds, "scf.for %again = %from to %to step %by : i32 {"]
    return "\n".join([*lines[:first], *outer, *lines[first:-2], "}", *lines[-2:]])


def _one_more(match: re.Match) -> str:
    return match[0].replace(match[1], str(int(match[1]) + 1))


class Mutants:
    """The mutants of a kernel, done ``again``; ``waits`` are the lines of its LLVM IR that one of them lacks each."""

    def __init__(self, text: str, settings: Settings, again: bool = True):
        self.compiled = emulated.lowered(twice(text) if again else text, "k", None, True, settings)
        self.lines = self.compiled.text.splitlines()
        self.waits = [i for i, line in enumerate(self.lines) if WAITS.search(line) or PRODUCTS.search(line)]

    def run(
        self,
        grid: tuple[int, int],
        values: Sequence[Any],
        without: int | None = None,
        visible: dict[str, np.ndarray] | None = None,
    ) -> None:
        """Run the kernel ``without`` a line.

        Waits for products hand on what they have waited for, so they wait for one less instead of being left out.
        """
        lines = list(self.lines)
        if without is not None:
            is_product = PRODUCTS.search(lines[without])
            lines[without] = PRODUCTS.sub(_one_more, lines[without]) if is_product else ""
        emulator.Program("\n".join(lines), self.compiled.entry).run(
            (*grid, 1),
            list(values),
            threads=self.compiled.threads,
            shared_bytes=self.compiled.shared_bytes,
            visible=visible or {},
        )
