"""The targets that there is code for, one row each: the package that makes code for it.

A target's package imports no MLIR, and has

* ``PASSES``, ``shared-to-<name>`` among them, and ``STAGES``, the names of those that make up each stage of it;
* a module ``machines``: ``native_target()`` is a `Machine`, and so is ``parse(name)``, or None where the name is none
  of its machines'; ``KNOWN`` are such names.
* a module ``stages``: ``compile_module``, ``to_llvm_ir`` and their ``Options``.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

TARGETS = {"cpu": "triton_shared.codegen.cpu"}

DEFAULT = next(iter(TARGETS))


def module_of(target: str, name: str) -> ModuleType:
    """The module ``name`` of the package of ``target``."""
    return import_module(f"{TARGETS[target]}.{name}")
