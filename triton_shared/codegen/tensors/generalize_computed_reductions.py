"""Let upstream fuse what only a reduction reads into the reduction.

    %y = linalg.generic {maps = [(i) -> (i), (i) -> (i)]} ins(%x) outs(%e) { ^bb0(%a, %_): yield %a * %a }
    %r = linalg.reduce { arith.addf } ins(%y) outs(%init) dimensions = [0]

becomes

    %y = linalg.generic {maps = [(i) -> (i), (i) -> (i)]} ins(%x) outs(%e) { ^bb0(%a, %_): yield %a * %a }
    %r = linalg.generic {maps = [(i) -> (i), (i) -> ()]} ins(%y) outs(%init) { ^bb0(%a, %c): yield %a + %c }

so that no block holds ``%y``.  It is worth it for arithmetic that reads each block as the reduction does, along its
rows.

Promise: reductions that start from the first slice stay, and so do those of several inputs.
"""

from __future__ import annotations

from triton_shared.codegen.nests.nest import FROM_FIRST
from triton_shared.codegen.tensors.short_reductions import REDUCTION, generalized, is_cheap
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, made_by
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"linalg.reduce"}):
        if len(op.operands) == 2 and FROM_FIRST not in op.attributes and _is_made_for(op, op.operands[0]):
            generalized(op)
            fired("generalize-computed-reductions", "reduction")


def _is_made_for(op: ir.Operation, block: ir.Value) -> bool:
    """Whether ``block`` is computed element by element, for ``op`` alone."""
    maker = made_by(block, "linalg.generic")
    if maker is None or len(maker.results) != 1 or not is_cheap(maker):
        return False
    if any(use.owner.operation != op for use in block.uses) or maker.block != op.block:
        return False
    if any(str(kind) == REDUCTION for kind in maker.attributes["iterator_types"]):
        return False
    maps = [attribute.value for attribute in maker.attributes["indexing_maps"]]
    return all(m == ir.AffineMap.get_identity(m.n_dims) or not m.results for m in maps)
