"""Make NaNs quiet before the greater or the lesser of two numbers is taken, on AArch64.

    %m = arith.maxnumf %a, %b : vector<4xf32>

becomes

    %a1 = llvm.call_intrinsic "llvm.canonicalize"(%a) : (vector<4xf32>) -> vector<4xf32>
    %b1 = llvm.call_intrinsic "llvm.canonicalize"(%b) : (vector<4xf32>) -> vector<4xf32>
    %m = arith.maxnumf %a1, %b1 : vector<4xf32>

``fmaxnm`` and ``fminnm`` are those of IEEE 754-2008: with a signaling NaN they give a NaN, where Triton's programs have
the other operand.  What an op of floats has computed is never signaling, so only what may be read from memory is made
quiet.

Promise: where one operand is a NaN of any kind the result is the other one, as on other machines.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.ir.builder import Builder
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, owner_of
from triton_shared.mlir import ir

#: ops that take the greater or the lesser, and the kinds of reductions of vectors that do
_OPS = ("arith.maxnumf", "arith.minnumf")
_KINDS = ("#vector.kind<maxnumf>", "#vector.kind<minnumf>")
#: ops whose results are quiet, whatever their operands are; an op that is not listed costs an instruction
_QUIET = (
    *(
        "arith.addf",
        "arith.subf",
        "arith.mulf",
        "arith.divf",
        "arith.extf",
        "arith.truncf",
        "arith.sitofp",
        "arith.uitofp",
    ),
    *("arith.maxnumf", "arith.minnumf", "arith.maximumf", "arith.minimumf", "math.fma", "vector.reduction"),
)


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    if not CpuTarget.of(function).is_arm:
        return
    for op in all_ops(function, {*_OPS, "vector.reduction"}):
        if op.name in _OPS or str(op.attributes["kind"]) in _KINDS:
            for number, operand in enumerate(op.operands):
                if _may_signal(operand):
                    fired("quiet-nans", "operand")
                    op.operands[number] = (
                        Builder.before(op)
                        .call_intrinsic("llvm.canonicalize", [operand.type], [operand])
                        .results[0]
                    )


def _may_signal(value: ir.Value) -> bool:
    """Whether ``value`` may be a signaling NaN: no op that is known has computed it."""
    maker = owner_of(value)
    return maker is None or maker.name not in _QUIET
