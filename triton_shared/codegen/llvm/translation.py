"""LLVM IR text of modules of the llvm dialect."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from triton_shared.codegen.llvm.literals import rewrite_literals
from triton_shared.errors import CompileError, Diagnostic, as_diagnostic, placed
from triton_shared.mlir import ir, translate_module_to_llvmir

ARGUMENTS = "arg_attrs"


def to_llvm_ir(module: ir.Operation) -> str:
    """LLVM IR text of ``module``, as this process' LLVM reads it.

    Raises:
        CompileError: it is no LLVM IR, for the reasons that LLVM gives.
    """
    with _roles_forgotten(module), _reasons(module.context) as reasons:
        text = translate_module_to_llvmir(module)
    if text is None:
        found = reasons or [
            Diagnostic("LLVM refuses the code, for the reason that it gives on standard error")
        ]
        raise CompileError(placed(found, module))
    return rewrite_literals(text)


@contextmanager
def _reasons(context: ir.Context) -> Iterator[list[Diagnostic]]:
    """The errors that MLIR reports meanwhile; what else it says goes where it went."""
    found: list[Diagnostic] = []

    def keep(diagnostic: ir.Diagnostic) -> bool:
        one = as_diagnostic(diagnostic)
        if one.severity == "error":
            found.append(one)
        return one.severity == "error"

    handler = context.attach_diagnostic_handler(keep)
    try:
        yield found
    finally:
        handler.detach()


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
