"""Matrix products: which instructions make each, and their operands.

    %c = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>)

| operands | by |
|---|---|
| 64 rows and more, where four warps together are a warpgroup | `wgmma.py` |
| types and extents that tensor cores have, as precise as is asked | `mma_sync.py` |
| others | `fma.py` |

f32 is multiplied as tf32, or as several terms of tf32 or bf16, where a precision of that kind is asked for.

The sum stays in registers, in the layout that `layout_of` says, so that a loop hands it on there.  Operands are read
from where they lie in shared memory, or are written there first.
"""

from __future__ import annotations

from triton_shared.codegen.nvidia.mma import mma_sync, wgmma
from triton_shared.codegen.simt.build.context import Program, Rule
from triton_shared.codegen.simt.build.emitter import count_of
from triton_shared.codegen.simt.dot import fma
from triton_shared.codegen.simt.dot.fma import converted
from triton_shared.codegen.simt.dot.operands import factors, numbers
from triton_shared.codegen.simt.layouts import dot_plan
from triton_shared.codegen.simt.layouts.dot_plan import TERMS, Plan
from triton_shared.ir.statistics import fired
from triton_shared.mlir import ir


def product(program: Program, op: ir.Operation) -> None:
    """`linalg.matmul` and `linalg.batch_matmul`."""
    program.together(op, "multiplies matrices")
    a, other, total = op.operands
    result = op.results[0]
    plan = dot_plan.plan_of(op, program.target)
    if plan is None:
        return fma.product(program, op)
    layout, element = plan.fragments.total(), result.type.element_type
    start = converted(program, op, program.get(total, layout), plan.kind.sum)
    product_ = _Product(program, plan, a, other)
    program.hold(result, layout, converted(program, op, product_.added(start), element))


class _Product:
    """A product by tensor cores."""

    def __init__(self, program: Program, plan: Plan, a: ir.Value, other: ir.Value):
        self.b, self.plan, self.steps = program.b, plan, a.type.shape[-1] // plan.kind.k
        fired("distribute-tensors", "product of warpgroups" if plan.by_groups else "product of warps")
        self.by = wgmma if plan.by_groups else mma_sync
        lefts = factors(program, a, plan.kind.a, plan.terms)
        rights = factors(program, other, plan.kind.b, plan.terms)
        self.lefts, self.rights = self.by.operands(program, lefts, rights, plan)

    def added(self, total: ir.Value) -> ir.Value:
        """``total`` and the product; what small terms give is added up by itself, so that none of its bits are lost."""
        *small, (left, right) = TERMS[self.plan.terms]
        if small:
            rest = self._zeros(total)
            for pair in small:
                rest = self._multiplied(*pair, rest, range(self.steps))
            total = self._sum(total, numbers(self.b, rest))
        if not self.plan.chunk:
            return self._multiplied(left, right, total, range(self.steps))
        for first in range(0, self.steps, self.plan.chunk):
            steps = range(first, min(first + self.plan.chunk, self.steps))
            total = self._sum(total, self._multiplied(left, right, self._zeros(total), steps))
        return total

    def _multiplied(self, left: int, right: int, total: ir.Value, steps: range) -> ir.Value:
        return self.by.multiplied(self.b, self.lefts[left], self.rights[right], total, self.plan, steps)

    def _zeros(self, like: ir.Value) -> ir.Value:
        return self.b.zeros(like.type.element_type, count_of(like))

    def _sum(self, a: ir.Value, b: ir.Value) -> ir.Value:
        return self.b.one("arith.addf", a.type, a, b)


RULES: dict[str, Rule] = {"linalg.matmul": product, "linalg.batch_matmul": product}
