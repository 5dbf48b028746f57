"""Let each dot name the instruction that makes it, `simt.mma`: the first of these that can.

    %d = linalg.matmul ins(%a, %b : tensor<128x64xf16>, tensor<64x256xf16>) outs(%c : tensor<128x256xf32>)

becomes, for four warps of sm_90a,

    %d = linalg.matmul {simt.mma = "wgmma.m64n256k16.f32.f16.f16"} ins(…) outs(…)

| instruction | of |
|---|---|
| wgmma, of as many columns as a warpgroup has, 256 at most | 64 rows and more for each four warps, on sm_90a |
| mma.sync, the widest | 16 rows and 8 columns and more |
| fma | everything |

What tensor cores take the operands for comes first: floats of 8 bits for what they were widened from, f32 for tf32 or
terms of bf16, where the dot allows that.  What a dot names already stays.

Promise: every dot names an instruction, which can make it; `distribute-tensors` chooses none.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.simt.layouts.dot_instructions import (
    FMA,
    MMA,
    MMA_SYNC_INSTRUCTIONS,
    WGMMA_INSTRUCTIONS,
)
from triton_shared.codegen.simt.layouts.dot_plan import Plan, Unfit, names_of, plan_by, plan_of
from triton_shared.codegen.simt.target import SimtTarget
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    if products := all_ops(function, PRODUCTS):
        choose(products, GpuTarget.of(function))


def choose(products: Sequence[ir.Operation], target: SimtTarget) -> None:
    """Let each of ``products`` name what makes it on ``target``; one that does so already must be possible."""
    for op in products:
        if MMA in op.attributes:
            plan_of(op, target)
            continue
        plan = chosen(op, target)
        op.attributes[MMA] = ir.StringAttr.get(FMA if plan is None else str(plan.instruction))


def chosen(op: ir.Operation, target: SimtTarget) -> Plan | None:
    """How tensor cores make the contraction ``op`` by this rule; None where they cannot."""
    for left, right, _ in names_of(op):
        for kinds, uses_wgmma in ((WGMMA_INSTRUCTIONS, True), (MMA_SYNC_INSTRUCTIONS, False)):
            for kind in kinds:
                if kind[:2] == (left, right):
                    with suppress(Unfit):
                        return plan_by(op, target, kind, uses_wgmma)
    return None
