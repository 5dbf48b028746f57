"""Let products start from zero, and add accumulators to them.

::

    %d = linalg.matmul ins(%a, %b) outs(%c)      ->      %z = linalg.fill ins(0.0) outs(tensor.empty)
                                                         %p = linalg.matmul ins(%a, %b) outs(%z)
                                                         %d = linalg.generic {arith.addf} ins(%c, %p)

With ``keep-products`` that is done, for machines whose products have no accumulator but one of their own; a product
that starts from zero stays as it is.  The pass promises that every product starts from a fill with zero.  A float is
rounded once more, and a sum of negative zeros is 0.0.
"""

from __future__ import annotations

from triton_shared.ir.builder import at, build, is_float
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

PRODUCTS = {"linalg.matmul", "linalg.batch_matmul"}


def run(module: ir.Operation, keep_products: bool = False) -> None:
    """Run the pass on ``module``."""
    if keep_products:
        for op in all_ops(module, PRODUCTS):
            if not _is_zero(op.operands[2]):
                _part(op)


def _is_zero(tensor: ir.Value) -> bool:
    """Whether ``tensor`` is filled with zero, and not with -0.0."""
    if isinstance(tensor.owner, ir.Block) or tensor.owner.name != "linalg.fill":
        return False
    scalar = tensor.owner.operands[0]
    if isinstance(scalar.owner, ir.Block) or scalar.owner.name != "arith.constant":
        return False
    kind, zero = (ir.FloatAttr, 0.0) if is_float(scalar.type) else (ir.IntegerAttr, 0)
    return scalar.owner.attributes["value"] == kind.get(scalar.type, zero)


def _part(op: ir.Operation) -> None:
    """Let ``op`` start from zero, and add what it started from."""
    accumulator, product = op.operands[2], op.results[0]
    element = accumulator.type.element_type
    add = "arith.addf" if is_float(element) else "arith.addi"
    with at(op):
        op.operands[2] = build.filled(accumulator.type, build.constant(element, 0))
    with ir.InsertionPoint.after(op), op.location:
        total = build.elementwise(
            [accumulator, product], [product.type], lambda x, y: [build.one(add, element, x, y)]
        )[0]
    product.replace_all_uses_except(total, [total.owner.operation])
