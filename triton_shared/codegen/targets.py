"""The targets that there is code for, one row each: the package that makes code for it.

A target's package imports no MLIR, and has

* ``PASSES``, ``shared-to-<name>`` among them, and ``STAGES``, the names of those that make up each stage of it;
* a module ``machines``: ``parse(name)`` is a machine, or None where the name is none of its machines'; ``KNOWN`` are
  such names, and ``native_target()`` is that of this process, where there is one.
* a module ``stages``: ``compile_module``, ``to_llvm_ir`` and their ``Options``.

A package without these modules ends at its passes: no machine code is made for it.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

TARGETS = {"cpu": "triton_shared.codegen.cpu", "gpu": "triton_shared.codegen.gpu"}

DEFAULT = next(iter(TARGETS))


def makes_code(target: str) -> bool:
    """Whether ``target`` goes as far as machine code."""
    return find_spec(f"{TARGETS[target]}.stages") is not None


def module_of(target: str, name: str) -> ModuleType:
    """The module ``name`` of the package of ``target``; raises ValueError where no machine code is made for it."""
    if not makes_code(target):
        raise ValueError(f"target {target!r} ends at --shared-to-{target}: no machine code is made for it")
    return import_module(f"{TARGETS[target]}.{name}")
