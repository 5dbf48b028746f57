"""Reductions over an axis of one or two elements become `linalg.generic`, which fuses with what is around it.

    %r = linalg.reduce { arith.xori } ins(%x : tensor<8x2x4xi32>) outs(%init : tensor<8x4xi32>) dimensions = [1]

becomes

    %r = linalg.generic {maps = [(i, k, j) -> (i, k, j), (i, k, j) -> (i, j)], k is a reduction}
         ins(%x) outs(%init) { ^bb0(%a, %c): yield %a ^ %c }

into which upstream fuses what makes ``%x``.  One that starts `FROM_FIRST` is unrolled at once, as
`unroll_short_reductions.py` does: it has no value to start from.

Promise: elements are combined in their order along the axis.  A reduction that needs more than arith ops stays one,
since fusion repeats an elementwise op for every element that its result is spread over.
"""

from __future__ import annotations

from math import prod

from triton_shared.codegen.nests.nest import FROM_FIRST
from triton_shared.codegen.tensors.short_reductions import (
    LONGEST,
    generalized,
    is_cheap,
    reduced_extents,
    unrolled,
)
from triton_shared.ir.builder import DYNAMIC
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Write short `linalg.reduce` ops as `linalg.generic`, those from the first slice without a reduced dimension."""
    for op in all_ops(function, {"linalg.reduce"}):
        if _is_short_reduce(op):
            from_first = FROM_FIRST in op.attributes
            fired("generalize-short-reductions", "from the first slice" if from_first else "from values")
            generic = generalized(op)
            if from_first:
                unrolled(generic, reduced_extents(generic), from_first=True)


def _is_short_reduce(op: ir.Operation) -> bool:
    shape = op.operands[0].type.shape
    sizes = [shape[d] for d in op.attributes["dimensions"]]
    return DYNAMIC not in sizes and prod(sizes) <= LONGEST and is_cheap(op)
