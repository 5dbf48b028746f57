"""Check that nothing but the llvm dialect is left, and let branches say what loops said of their optimization.

    llvm.br ^loop {llvm.loop_annotation = #l}            becomes            llvm.br ^loop {loop_annotation = #l}

Promise: translation, which would end the process over an op that it does not know, is safe.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from triton_shared.codegen.llvm.literals import rewrite_literals
from triton_shared.errors import LoweringError
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir, translate_module_to_llvmir

BRANCHES = {"llvm.br", "llvm.cond_br"}
LOOP_HINT = "loop_annotation"
ARGUMENTS = "arg_attrs"


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    check(module, "llvm.")


def check(module: ir.Operation, *dialects: str) -> None:
    """Refuse what is of none of ``dialects``; let branches say what loops said."""
    for op in all_ops(module):
        if not op.name.startswith(dialects):
            raise LoweringError(op, "has no lowering to machine code")
        if op.name in BRANCHES and (hint := f"llvm.{LOOP_HINT}") in op.attributes:
            op.attributes[LOOP_HINT] = op.attributes[hint]
            del op.attributes[hint]


def to_llvm_ir(module: ir.Operation) -> str:
    """LLVM IR text of ``module``, as this process' LLVM reads it.

    The bindings do not free the text that they print, so a compilation leaves as many bytes, and next to nothing else.
    """
    with _roles_forgotten(module):
        return rewrite_literals(translate_module_to_llvmir(module))


@contextmanager
def _roles_forgotten(module: ir.Operation) -> Iterator[None]:
    """Without what LLVM does not know of arguments: translation warns of each, and prints the whole function for it."""
    functions = [f.operation for f in module.regions[0].blocks[0] if ARGUMENTS in f.operation.attributes]
    before = [f.attributes[ARGUMENTS] for f in functions]
    for function, arguments in zip(functions, before, strict=True):
        known = (
            {a.name: a.attr for a in given if a.name.startswith(("llvm.", "nvvm."))} for given in arguments
        )
        function.attributes[ARGUMENTS] = ir.ArrayAttr.get([ir.DictAttr.get(kept) for kept in known])
    try:
        yield
    finally:
        for function, arguments in zip(functions, before, strict=True):
            function.attributes[ARGUMENTS] = arguments
