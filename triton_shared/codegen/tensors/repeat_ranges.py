"""Tensors of element numbers are computed where they are used.

    %i = linalg.generic outs(%e : tensor<16xi32>) { index_cast(linalg.index 0) }        two users of %i

becomes one such op for each elementwise op that reads ``%i``, so that fusion takes it in: the number of an element is
cheaper to know than to load.
"""

from __future__ import annotations

from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"linalg.generic"}):
        if not _is_range(op):
            continue
        uses = [use for use in op.results[0].uses if use.owner.operation.name == "linalg.generic"]
        for user, number in [(use.owner.operation, use.operand_number) for use in uses[1:]]:
            user.operands[number] = op.clone(ip=ir.InsertionPoint(user)).results[0]
            fired("repeat-ranges", "range")


def _is_range(op: ir.Operation) -> bool:
    """Whether ``op`` has no inputs and computes on nothing but `linalg.index`."""
    if len(op.operands) != len(op.results) or len(op.results) != 1:
        return False
    body = op.regions[0].blocks[0]
    names = [inner.operation.name for inner in body.operations]
    unread = not any(True for argument in body.arguments for _ in argument.uses)
    return unread and all(name.startswith(("linalg.", "arith.")) for name in names)
