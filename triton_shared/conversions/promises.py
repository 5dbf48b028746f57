"""Passes check what they promise when they end.

What a pass promises speaks of the IR alone, not of the tables that the pass works by: so a row that is forgotten there
is an error at the op that it leaves, and never IR that some later pass trips over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from triton_shared.errors import LoweringError
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def none_left(
    module: ir.Operation,
    by: str,
    is_left: Callable[[ir.Operation], bool],
    names: Collection[str] | None = None,
) -> None:
    """Raise `LoweringError` for the first op inside ``module`` that pass ``by`` promises to leave none of.

    With ``names`` only ops called so are asked, in code that can be reached.
    """
    for op in all_ops(module, names):
        if is_left(op):
            raise LoweringError(op, f"is left by '{by}': it has no rule for it")


def has_tensors(op: ir.Operation) -> bool:
    """Whether ``op`` takes or gives a tensor."""
    return any(isinstance(v.type, ir.RankedTensorType) for v in (*op.results, *op.operands))
