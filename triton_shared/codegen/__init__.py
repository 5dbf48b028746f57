"""Code generation: from the shared form down to machine code."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def of_pipeline(package: str, name: str) -> Any:
    """What the ``package`` of a target, whose ``__getattr__`` this is, re-exports of its module `pipeline`.

    A launch from the cache imports the package, and has no use for what makes passes.
    """
    if name not in ("PASSES", "STAGES", "CONVERSION", "CHECK_LANES"):
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    return getattr(import_module(f"{package}.pipeline"), name)


def entry_symbol(kernel: str) -> str:
    """The symbol that the object code of ``kernel`` exports."""
    return f"{kernel}.entry"


def program_symbol(kernel: str) -> str:
    """The symbol of ``kernel`` itself within its object, which no function of a library has: its code may call that."""
    return f"{kernel}.program"
