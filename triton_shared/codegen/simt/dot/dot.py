"""Matrix products: which instructions make each, and their operands.

    %c = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%acc : tensor<64x64xf32>)

| operands | by |
|---|---|
| types and extents that tensor cores have, as precise as is asked | the target's `Instructions.dots` |
| others | `fma.py` |

f32 is multiplied as tf32, or as several terms of tf32 or bf16, where a precision of that kind is asked for.

The accumulator stays in registers, in the layout of its plan (`dot_plan.Fragments.accumulator`), so a loop carries it
there.  Operands are read from where they lie in shared memory, or are written there first.
"""

from __future__ import annotations

from triton_shared.codegen.simt.build.context import LoweringContext, Rule
from triton_shared.codegen.simt.build.emitter import count_of
from triton_shared.codegen.simt.dot import fma
from triton_shared.codegen.simt.dot.fma import converted
from triton_shared.codegen.simt.dot.operands import dot_operands, zero_nans
from triton_shared.codegen.simt.layouts import dot_plan
from triton_shared.codegen.simt.layouts.dot_plan import TERMS, Plan
from triton_shared.ir.statistics import fired
from triton_shared.mlir import ir


def dot(context: LoweringContext, op: ir.Operation) -> None:
    """`linalg.matmul` and `linalg.batch_matmul`."""
    context.require_convergent(op, "multiplies matrices")
    a, other, accumulator = op.operands
    result = op.results[0]
    plan = dot_plan.plan_of(op, context.target)
    if plan is None:
        return fma.dot(context, op)
    layout, element = plan.fragments.accumulator(), result.type.element_type
    start = converted(context, op, context.get(accumulator, layout), plan.kind.sum)
    lowered = _Dot(context, plan, a, other)
    context.hold(result, layout, converted(context, op, lowered.added(start), element))


class _Dot:
    """A dot by tensor cores."""

    def __init__(self, context: LoweringContext, plan: Plan, a: ir.Value, other: ir.Value):
        self.b, self.plan, self.steps = context.b, plan, a.type.shape[-1] // plan.kind.k
        self.finish = context.finish_dot or context.instructions.finished
        fired("distribute-tensors", "dot by wgmma" if plan.uses_wgmma else "dot by mma.sync")
        self.by = context.instructions.dots(plan)
        lefts = dot_operands(context, a, plan.kind.a, plan.terms)
        rights = dot_operands(context, other, plan.kind.b, plan.terms)
        self.lefts, self.rights = self.by.operands(context, lefts, rights, plan)

    def added(self, accumulator: ir.Value) -> ir.Value:
        """``accumulator`` plus the dot; small terms are added up by themselves, so that none of their bits are lost."""
        *small, (left, right) = TERMS[self.plan.terms]
        if small:
            rest = self._zeros(accumulator)
            for pair in small:
                rest = self._multiplied(*pair, rest, range(self.steps))
            accumulator = self.b.apply("arith.addf", accumulator, zero_nans(self.b, rest))
        if not self.plan.chunk:
            return self._multiplied(left, right, accumulator, range(self.steps))
        for first in range(0, self.steps, self.plan.chunk):
            steps = range(first, min(first + self.plan.chunk, self.steps))
            sums = self._multiplied(left, right, self._zeros(accumulator), steps)
            accumulator = self.b.apply("arith.addf", accumulator, sums)
        return accumulator

    def _multiplied(self, left: int, right: int, accumulator: ir.Value, steps: range) -> ir.Value:
        made = self.by.multiplied(self.b, self.lefts[left], self.rights[right], accumulator, self.plan, steps)
        return self.finish(self.b, made) if self.plan.uses_wgmma else made

    def _zeros(self, like: ir.Value) -> ir.Value:
        return self.b.zeros(like.type.element_type, count_of(like))


RULES: dict[str, Rule] = {"linalg.matmul": dot, "linalg.batch_matmul": dot}
