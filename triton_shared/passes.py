"""Every pass of this package by name."""

from __future__ import annotations

from importlib import import_module

from triton_shared import conversions
from triton_shared.codegen import passes
from triton_shared.codegen.targets import TARGETS
from triton_shared.pass_manager import Pass, table

#: the passes by what they are for
GROUPS: dict[str, tuple[Pass, ...]] = {
    "from Triton IR to the shared form": conversions.PASSES,
    "of code generation, for any target": passes.PASSES,
    **{f"of code generation, for {name}": import_module(package).PASSES for name, package in TARGETS.items()},
}

PASSES = table(*(one for group in GROUPS.values() for one in group))
