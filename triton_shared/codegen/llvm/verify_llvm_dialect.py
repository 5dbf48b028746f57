"""Check that nothing but the llvm dialect is left, and let branches say what loops said of their optimization.

    llvm.br ^loop {llvm.loop_annotation = #l}            becomes            llvm.br ^loop {loop_annotation = #l}

Promise: translation, which would end the process over an op that it does not know, is safe.
"""

from __future__ import annotations

from triton_shared.errors import LoweringError
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir, rewrite

BRANCHES = {"llvm.br", "llvm.cond_br"}
LOOP_HINT = "loop_annotation"


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    check(module, "llvm")


def check(module: ir.Operation, *dialects: str) -> None:
    """Refuse what is of none of ``dialects``; let branches say what loops said."""
    if not _consists_of(module, dialects):
        for op in all_ops(module):
            if op.name.partition(".")[0] not in dialects:
                raise LoweringError(op, "has no lowering to machine code")
    for op in all_ops(module, BRANCHES):
        if (hint := f"llvm.{LOOP_HINT}") in op.attributes:
            op.attributes[LOOP_HINT] = op.attributes[hint]
            del op.attributes[hint]


def _consists_of(module: ir.Operation, dialects: tuple[str, ...]) -> bool:
    """Whether all ops inside ``module`` are of ``dialects``, by a conversion of MLIR that converts nothing."""
    target = rewrite.ConversionTarget(module.context)
    for dialect in dialects:
        target.add_legal_dialect(dialect)
    nothing = rewrite.RewritePatternSet(module.context).freeze()
    try:
        for op in module.regions[0].blocks[0].operations:
            rewrite.apply_full_conversion(op, target, nothing)
    except ir.MLIRError:
        return False
    return True
