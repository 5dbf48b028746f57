"""Move matrix products into functions of their own until fusion is done.

    %d = linalg.matmul ins(%a, %b) outs(%c)            becomes            %d = func.call @k.product.0(%a, %b, %c)

Fusion would fold reshapes into them and leave loop nests of which neither is known any more.  ``inline`` takes them
back.
"""

from __future__ import annotations

from triton_shared.codegen.tensors.outlining import outline
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    ops = all_ops(function, PRODUCTS)
    fired("outline-products", "product", times=len(ops))
    outline(function, ops, "product")
