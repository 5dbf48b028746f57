"""From the LLVM dialect to LLVM IR."""

from __future__ import annotations

import re
from collections.abc import Sequence

from triton_shared.codegen.llvm.literals import rewrite_literals
from triton_shared.codegen.walk import all_ops
from triton_shared.errors import CompileError, Diagnostic, LoweringError, as_diagnostic, placed
from triton_shared.mlir import PassManager, ir, translate_module_to_llvmir

BRANCHES = {"llvm.br", "llvm.cond_br"}
LOOP_HINT = "loop_annotation"


def run(module: ir.Operation, passes: Sequence[str]) -> None:
    """Run upstream ``passes`` on ``module``; a program that one of them refuses is a `CompileError`."""
    try:
        PassManager.parse(f"builtin.module({','.join(passes)})").run(module)
    except ir.MLIRError as failure:
        found = [as_diagnostic(d) for d in failure.error_diagnostics]
        found = found or [Diagnostic(f"{', '.join(passes)} failed")]
        raise CompileError(placed(found, module)) from None


def for_translation(module: ir.Operation) -> None:
    """Check that ``module`` can be translated, where the translation would abort the process.

    What a loop's source says about its optimization (``disable_licm``) becomes the property of its branch.
    """
    for op in all_ops(module):
        if not op.name.startswith("llvm."):
            raise LoweringError(op, "has no lowering to machine code")
        if op.name in BRANCHES and (hint := f"llvm.{LOOP_HINT}") in op.attributes:
            op.attributes[LOOP_HINT] = op.attributes[hint]


def to_llvm_ir(module: ir.Operation) -> str:
    """LLVM IR text of ``module``, as this process' LLVM reads it."""
    return rewrite_literals(translate_module_to_llvmir(module))


def quoted(name: str) -> str:
    """``name`` between quotes, as LLVM IR spells it: ``@{quoted(name)}``."""
    return '"' + _SPECIAL.sub(lambda found: f"\\{ord(found[0]):02X}", name) + '"'


_SPECIAL = re.compile(r'[\x00-\x1f"\\\x7f]')
