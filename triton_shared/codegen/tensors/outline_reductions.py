"""Move reductions that start from the first slice into functions of their own until fusion is done.

    %d = linalg.generic … {tts.from_first}            becomes            %d = func.call @k.reduction.0(%a, %b)

Fusion would drop what says that they start from the first slice.  ``inline`` takes them back.

Those that select one of two tuples, and have the positions along their axis among these, say by which operand
(``tts.position``): they may be done in any order (`selections.py`).  No pass reads that operand from then on.
"""

from __future__ import annotations

from triton_shared.codegen.nests.nest import FROM_FIRST, POSITION
from triton_shared.codegen.tensors.outlining import outline
from triton_shared.codegen.tensors.selections import position_of
from triton_shared.ir.builder import Builder, i64_attr
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    found = [op for op in all_ops(function) if FROM_FIRST in op.attributes]
    for op in found:
        position = position_of(op) if op.name == "linalg.reduce" else None
        if position is not None:
            fired("outline-reductions", "selection")
            op.attributes[POSITION] = i64_attr(position)
            op.operands[position] = Builder.before(op).empty(op.operands[position].type)
    outline(function, found, "reduction")
