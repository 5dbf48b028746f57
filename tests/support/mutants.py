"""Kernels without one of their waits or barriers, in the emulator: each of these must be missed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.support import emulated, emulator
from tests.support.emulated import Settings, maps_of

PRODUCTS = re.compile(r"wgmma\.wait_group\.sync\.aligned (\d+)")
#: in LLVM IR and in PTX
WAITS = re.compile(rf"cp\.async\.wait[._](group|all)|\bbarrier\.cta\.\w+|^bar\.\w+ |{PRODUCTS.pattern}")
#: what a producer, and those who compute, cannot do without
ORDER = re.compile(rf"{WAITS.pattern}|mbarrier\.(?!arrive\.expect)|cp\.async\.bulk")


def twice(text: str) -> str:
    """The kernel whose loop and stores are in another loop, so that one pass meets what the last one left.

    LLVM is not told that there are two passes: it would make code of its own of each.
    """
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if "%r" in line)
    number = re.findall(r"(%\w+): i32", lines[0])[0]
    bounds = [
        *(
            "%from = arith.constant 0 : i32",
            "%one = arith.constant 1 : i32",
            "%byte = arith.constant 255 : i32",
        ),
        f"%some = arith.andi {number}, %byte : i32",
        *("%by = arith.ori %some, %one : i32", "%to = arith.addi %by, %by : i32"),
    ]
    outer = [*bounds, "scf.for %again = %from to %to step %by : i32 {"]
    return "\n".join([*lines[:first], *outer, *lines[first:-2], "}", *lines[-2:]])


class Mutants:
    """The mutants of a kernel, done ``again``: each goes without one of ``waits``, places that ``parts`` matches."""

    def __init__(self, text: str, settings: Settings, parts: re.Pattern = WAITS, again: bool = True):
        self.compiled = emulated.lowered(twice(text) if again else text, "k", None, True, settings)
        code = emulated.code_of(self.compiled, settings)
        self.program = emulator.Program(code, self.compiled.entry)
        self.places = [place.text for place in self.program.places]
        self.waits = [number for number, place in enumerate(self.places) if parts.search(place)]

    def run(
        self,
        grid: tuple[int, int],
        values: Sequence[Any],
        without: int = 0,
        visible: dict[str, np.ndarray] | None = None,
    ) -> None:
        """Run the kernel ``without`` what stands at a place."""
        self.program.run(
            (*grid, 1),
            list(values),
            threads=self.compiled.threads,
            cluster=self.compiled.cluster,
            shared_bytes=self.compiled.shared_bytes,
            visible=visible or {},
            without=without,
        )

    def with_maps(self, values: Sequence[Any]) -> list[Any]:
        """``values`` and the maps, all of which there are, if there may be any."""
        if not self.compiled.tensor_maps:
            return list(values)
        packed = [
            x.ctypes.data.to_bytes(8, "little") if x.ndim else int(x).to_bytes(4, "little") for x in values
        ]
        maps = maps_of(self.compiled.tensor_maps, self.compiled.params, packed)
        assert maps[0] == (1 << len(maps) - 1) - 1
        return [*values, *maps]
