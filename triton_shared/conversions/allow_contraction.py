"""Let products and sums of floats be fused: a multiply-add rounds once.

::

    %p = arith.mulf %x, %y : f32                   %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %p, %z : f32          ->       %s = arith.addf %p, %z fastmath<contract> : f32

Triton's option ``enable_fp_fusion`` decides whether this pass runs; without it every product and every sum is rounded.
Ops that say already what may be done to them are left alone: those with fast-math flags, and those that carry
``tt.no_contraction``, as the arithmetic of directed rounding does.  Matrix products are fused either way: nobody
promises how they round.

The pass promises that sums, differences and products of floats, scalars and tensors alike, either may be contracted or
carry a mark of their own.  It runs on the shared form, and on Triton IR as well.
"""

from __future__ import annotations

from triton_shared.ir.statistics import fired
from triton_shared.mlir import ir

OPS = {"arith.addf", "arith.subf", "arith.mulf"}

#: the mark of ops that are rounded each, whatever the program allows
NO_CONTRACTION = "tt.no_contraction"


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    with module.context:
        nothing, contract = (ir.Attribute.parse(f"#arith.fastmath<{flag}>") for flag in ("none", "contract"))

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.name in OPS and op.attributes["fastmath"] == nothing and NO_CONTRACTION not in op.attributes:
            op.attributes["fastmath"] = contract
            fired("allow-contraction", op.name)
        return ir.WalkResult.ADVANCE

    module.walk(visit)
