"""What each op means: a table a dialect, from the op's name to its rule (see `machine`)."""

from __future__ import annotations

import importlib
from functools import cache

from triton_shared.reference.machine import Rule

TABLES = (
    *("arith", "math", "ub", "control", "func", "tensor", "memref", "bufferization", "linalg", "llvm"),
    *("vector", "llvm_vectors", "x86", "tts", "gpu", "simt"),
    *(f"tt.{name}" for name in ("elementwise", "tensors", "memory", "program")),
)


@cache
def rules() -> dict[str, Rule]:
    """The rules of all dialects."""
    modules = (importlib.import_module(f"{__name__}.{name}") for name in TABLES)
    return {name: rule for module in modules for name, rule in module.RULES.items()}
