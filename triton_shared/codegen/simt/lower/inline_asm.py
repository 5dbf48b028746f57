"""Assembly: each thread runs it, for the elements that it holds one by one, and for scalars as all others do.

Where assembly on scalars is not pure, threads may get different results: then that of the first thread is taken by all.
"""

from __future__ import annotations

import re

from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.lower import scalars
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import indices
from triton_shared.mlir import ir

#: a constraint: a register that is written, one that is read or that of a result, or what the assembly overwrites
_RESULT, _OPERAND, _OVERWRITTEN = (
    re.compile(r"=&?[bchrlNfd]"),
    re.compile(r"[bchrlNfd]|\d{1,4}"),
    re.compile(r"~\{\w+\}"),
)
#: a dollar sign, a register's number, or what is neither
_REFERENCE = re.compile(r"\$(\$|(\d{1,4})(?!\d)|\{(\d{1,4})\})?")


def _wrong_with(text: str, constraints: str) -> str | None:
    """What LLVM, which would end the process over it, must not see of assembly."""
    asked = [c.strip() for c in constraints.split(",")] if constraints else []
    results = [c for c in asked if _RESULT.fullmatch(c)]
    for c in asked:
        tied = c.isdecimal() and int(c) >= len(results)
        if tied or not any(kind.fullmatch(c) for kind in (_RESULT, _OPERAND, _OVERWRITTEN)):
            return f"has the constraint '{c}', which no register of PTX fits"
    registers = sum(not c.startswith("~") for c in asked)
    for found in _REFERENCE.finditer(text):
        number = found[2] or found[3]
        if found[1] != "$" and (number is None or int(number) >= registers):
            return f"refers to '{text[found.start() :][:8]}', where it has {registers} registers: '$$' is a dollar sign"
    return None


def inline_asm(context: LoweringContext, op: ir.Operation) -> None:
    """`llvm.inline_asm`."""
    if wrong := _wrong_with(op.attributes["asm_string"].value, op.attributes["constraints"].value):
        raise LoweringError(op, wrong)
    context.copy(op)
    if (
        context.divergent is None
        and "has_side_effects" in op.attributes
        and any(True for _ in op.result.uses)
    ):
        context.scalars[op.result] = _of_first_thread(context, op, context.scalar(op.result))


def _of_first_thread(context: LoweringContext, op: ir.Operation, value: ir.Value) -> ir.Value:
    """``value``, a scalar or a struct of such, as the first thread has it."""
    b = context.b
    if not str(value.type).startswith("!llvm.struct"):
        return scalars.broadcast_from_thread0(context, op, value.type, lambda: value)
    parts = [use.owner for use in op.result.uses]
    types = {part.attributes["position"][0]: part.results[0].type for part in parts}
    for field, type_ in sorted(types.items()):
        own = b.one("llvm.extractvalue", type_, value, position=indices([field]))
        broadcast = _of_first_thread(context, op, own)
        value = b.one("llvm.insertvalue", value.type, value, broadcast, position=indices([field]))
    return value


RULES = {"llvm.inline_asm": inline_asm}
