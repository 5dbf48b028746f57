"""What a module says of the machine it is made for: the dictionary ``tts.target``, which every pass reads.

module attributes {tts.target = {chip = "sm_90a", num_warps = 4 : i64, num_stages = 3 : i64}}
"""

from __future__ import annotations

from typing import Any

from triton_shared.errors import LoweringError
from triton_shared.ir.builder import i64_attr
from triton_shared.mlir import ir
from triton_shared.passes.base import MODULE

TARGET = "tts.target"


def note(module: ir.Operation, fields: dict[str, str | int]) -> None:
    """Let ``module`` say ``fields``."""
    module.attributes[TARGET] = ir.DictAttr.get(
        {name: ir.StringAttr.get(v) if isinstance(v, str) else i64_attr(v) for name, v in fields.items()}
    )


def noted(op: ir.Operation, without: str) -> tuple[ir.Operation, dict[str, Any]]:
    """The module around ``op`` that says what it is made for, and what that is; empty where it is no dictionary.

    Strings and integers are Python's, other attributes themselves.  Raises `LoweringError`, with the reason
    ``without``, where no module says so.
    """
    holder = op
    while holder.name != MODULE or TARGET not in holder.attributes:
        if not holder.attached or holder.parent is None:
            raise LoweringError(op, without)
        holder = holder.parent.operation
    attribute = holder.attributes[TARGET]
    entries = attribute if isinstance(attribute, ir.DictAttr) else ()
    return holder, {entry.name: getattr(entry.attr, "value", entry.attr) for entry in entries}
