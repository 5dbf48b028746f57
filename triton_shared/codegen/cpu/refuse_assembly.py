"""Refuse assembly, which is that of another machine.

%y = llvm.inline_asm "shl.b32 $0, $1, 3;", "=r,r" %x : (i32) -> i32      ->      error: cannot run assembly …
"""

from __future__ import annotations

from triton_shared.errors import LoweringError
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"llvm.inline_asm"}):
        raise LoweringError(op, f"cannot run assembly on this target: {op.attributes['asm_string'].value!r}")
