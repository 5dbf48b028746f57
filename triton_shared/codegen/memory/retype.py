"""Changing types of values all over a function."""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def retype(function: ir.Operation, change: Callable[[ir.Type], ir.Type | None]) -> bool:
    """Give every value whose type ``change`` replaces its new type; returns whether there was one."""
    ops = all_ops(function)
    blocks = [block for op in [function, *ops] for region in op.regions for block in region.blocks]
    values = [v for op in ops for v in op.results] + [v for block in blocks for v in block.arguments]
    changed = False
    for value in values:
        new = change(value.type)
        if new is not None:
            value.set_type(new)
            changed = True
    return changed
