"""The shared form as other releases of MLIR read it: text and bytecode for the mlir-opt of a version.

    text_for(module, 19)                 what mlir-opt 19 parses
    bytecode_for(module, 23)             the same as bytecode that it reads

`rewrites` puts other ops in the place of those that a release does not have, `printer` spells the ops as it does.
What a release cannot express is a `LoweringError` at the op.  The module itself is not changed.
"""

from __future__ import annotations

import io

from triton_shared import compat, interrupts
from triton_shared.interop.releases import printer, rewrites
from triton_shared.interop.releases.table import BYTECODE, NEWEST, OLDEST
from triton_shared.mlir import PACKAGE, ir

__all__ = ["NEWEST", "OLDEST", "bytecode_for", "check_version", "text_for"]


def check_version(version: int) -> None:
    """Raise ValueError for a version of MLIR that nothing is known of."""
    if not OLDEST <= version <= NEWEST:
        raise ValueError(f"MLIR {version}: the shared form is written for MLIR {OLDEST} to {NEWEST}")


def text_for(
    module: ir.Operation, version: int | None, *, generic: bool = False, debug_info: bool = False
) -> str:
    """The text of ``module``, in the shared form or any upstream dialect, that MLIR ``version`` reads.

    Custom syntax where the release has the same as ours, and generic form elsewhere; with ``generic`` generic form
    for all ops, with ``debug_info`` locations.  None is the release of the bindings.

    Raises:
        LoweringError: the release has no such op, type or attribute; the error names the op and its place.
        ValueError: nothing is known of this version.
    """
    if version is None:
        text = module.operation.get_asm(enable_debug_info=debug_info, print_generic_op_form=generic)
        return text.rstrip("\n") + "\n"
    check_version(version)
    with interrupts.deferred, module.context, ir.Location.unknown():
        copy = module.operation.clone()
        rewrites.run(copy, version)
        return printer.text_of(copy, version, generic, debug_info)


def bytecode_for(module: ir.Operation, version: int | None, bytecode_version: int | None = None) -> bytes:
    """``module`` as bytecode that MLIR ``version`` reads, in the newest format, or ``bytecode_version``.

    Ops are written by name, with their attributes in a dictionary: how the bindings' own release would encode the
    properties of an op is no matter of the reader's.

    Raises as `text_for`, and ValueError where MLIR cannot write this format, or the release reads none.
    """
    op = module.operation
    if version is not None:
        check_version(version)
        if version < BYTECODE:
            raise ValueError(
                f"MLIR {version} does not read the bytecode of layouts and maps of these bindings: use text"
            )
        text = text_for(module, version, generic=True, debug_info=True)
        op = ir.Operation.parse(text, context=compat.context_without_dialects(PACKAGE))
    file = io.BytesIO()
    try:
        op.write_bytecode(file, desired_version=bytecode_version)
    except ValueError as error:
        raise ValueError(f"bytecode version {bytecode_version}: {error}") from None
    return file.getvalue()
