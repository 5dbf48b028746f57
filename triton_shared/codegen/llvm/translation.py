"""LLVM IR text of modules of the llvm dialect."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from triton_shared.codegen.llvm.literals import rewrite_literals
from triton_shared.mlir import ir, translate_module_to_llvmir

ARGUMENTS = "arg_attrs"


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
