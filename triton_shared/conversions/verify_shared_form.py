"""Refuse what the shared form has no place for.

::

    %0 = tt.addptr %x, %i       ->     error: 'tt.addptr' op is left by 'triton-to-linalg': it has no rule for it

The pass changes nothing.  It promises that a module holds the ops that docs/architecture.md names and no others:
whoever takes the shared form over, the CPU's code generation too, meets only these.
"""

from __future__ import annotations

from triton_shared.conversions.promises import none_left
from triton_shared.mlir import ir

DIALECTS = {
    *("func", "arith", "math", "scf", "cf", "linalg", "tensor", "memref", "bufferization", "ub"),
}
#: raw addresses, what memref has no atomic or volatile op for, assembly, and what a program promises
OPS = {
    "builtin.unrealized_conversion_cast",
    *(f"llvm.{name}" for name in ("inttoptr", "mlir.poison", "insertvalue", "extractvalue")),
    *(f"llvm.{name}" for name in ("load", "store", "cmpxchg", "atomicrmw", "intr.assume", "inline_asm")),
}


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    none_left(module, "triton-to-linalg", _has_no_place)


def _has_no_place(op: ir.Operation) -> bool:
    name = op.name
    return name not in OPS and name.partition(".")[0] not in DIALECTS
