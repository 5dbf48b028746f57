"""Tell LLVM that a kernel is called from here only; `define_entries.py` says what else it is told."""

from __future__ import annotations

from triton_shared.ir.statistics import fired
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on the kernel ``function``."""
    fired("set-function-attributes", "function")
    function.attributes["llvm.linkage"] = ir.Attribute.parse("#llvm.linkage<internal>")
