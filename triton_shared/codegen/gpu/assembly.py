"""Assembly: each thread runs it, for the elements that it holds one by one, and for scalars as all others do.

Where assembly on scalars is not pure, threads may get different results: then that of the first thread is taken by all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from triton_shared.codegen.gpu import scalars
from triton_shared.ir.builder import indices
from triton_shared.mlir import ir

if TYPE_CHECKING:
    from triton_shared.codegen.gpu.program import Program


def inline_asm(program: Program, op: ir.Operation) -> None:
    """`llvm.inline_asm`."""
    program.copy(op)
    if program.element is None and "has_side_effects" in op.attributes and any(True for _ in op.result.uses):
        program.scalars[op.result] = _of_first_thread(program, op, program.scalar(op.result))


def _of_first_thread(program: Program, op: ir.Operation, value: ir.Value) -> ir.Value:
    """``value``, a scalar or a struct of such, as the first thread has it."""
    b = program.b
    if not str(value.type).startswith("!llvm.struct"):
        return scalars.told(program, op, value.type, lambda: value)
    parts = [use.owner for use in op.result.uses]
    types = {part.attributes["position"][0]: part.results[0].type for part in parts}
    for field, type_ in sorted(types.items()):
        own = b.one("llvm.extractvalue", type_, value, position=indices([field]))
        told = _of_first_thread(program, op, own)
        value = b.one("llvm.insertvalue", value.type, value, told, position=indices([field]))
    return value


RULES = {"llvm.inline_asm": inline_asm}
