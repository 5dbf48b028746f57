"""Matrix products: which instructions make each, and their operands.

    %c = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>)

| operands | by |
|---|---|
| 64 rows and more, where four warps together are a warpgroup | `warpgroup_products.py` |
| types and extents that tensor cores have, as precise as is asked | `warp_products.py` |
| others | `fma_products.py` |

The sum stays in registers, in the layout that `layout_of` says, so that a loop hands it on there.  Operands are read
from where they lie in shared memory, or are written there first.
"""

from __future__ import annotations

from triton_shared.codegen.gpu import fma_products, tensor_cores, warp_products, warpgroup_products
from triton_shared.codegen.gpu.fma_products import converted
from triton_shared.codegen.gpu.program import Program, Rule
from triton_shared.mlir import ir


def product(program: Program, op: ir.Operation) -> None:
    """`linalg.matmul` and `linalg.batch_matmul`."""
    program.together(op, "multiplies matrices")
    a, other, total = op.operands
    result = op.results[0]
    plan = tensor_cores.plan_of(op, program.target)
    if plan is None:
        return fma_products.product(program, op)
    layout, element = plan.fragments.total(), result.type.element_type
    start = converted(program, op, program.get(total, layout), plan.kind.sum)
    by = warpgroup_products if plan.by_groups else warp_products
    vector = by.multiplied(program, a, other, start, plan.kind, plan.fragments)
    program.hold(result, layout, converted(program, op, vector, element))


RULES: dict[str, Rule] = {"linalg.matmul": product, "linalg.batch_matmul": product}
