"""Functions of the llvm dialect that are written as text, put into a module."""

from __future__ import annotations

import re

from triton_shared.errors import LoweringError
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def define(module: ir.Operation, text: str, like: ir.Operation) -> None:
    """Put the functions of ``text`` behind those of ``module``; to debuggers they come from where ``like`` does.

    A function of ``module`` that they call is declared in ``text``.

    Raises:
        LoweringError: there is a function of the name of one that ``text`` defines.
    """
    block, location = module.regions[0].blocks[0], like.location
    if isinstance(location, ir.FusedLoc):  # with the debug scope of ``like``
        location = location.locations[0]
    there = {op.attributes["sym_name"].value for op in block if "sym_name" in op.attributes}
    for function in ir.Module.parse(text, module.context).body:
        name = function.attributes["sym_name"].value
        if name not in there:
            new = function.operation.clone(ip=ir.InsertionPoint(block))
            for op in (new, *all_ops(new)):
                op.location = location
            for argument in (a for region in new.regions for inner in region.blocks for a in inner.arguments):
                argument.set_location(location)
        elif function.regions[0].blocks:
            raise LoweringError(like, f"needs the name '@{name}', which a function has already")


def quoted(name: str) -> str:
    """``name`` between quotes, as a symbol's name is written: ``@{quoted(name)}``."""
    return '"' + _SPECIAL.sub(lambda found: f"\\{ord(found[0]):02X}", name) + '"'


_SPECIAL = re.compile(r'[\x00-\x1f"\\\x7f]')
