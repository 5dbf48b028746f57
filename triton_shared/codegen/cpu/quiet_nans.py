"""Make NaNs quiet before the greater or the lesser of two numbers is taken, on AArch64.

    %m = arith.maxnumf %a, %b : vector<4xf32>

becomes

    %is_nan = arith.cmpf uno, %a, %a : vector<4xf32>
    %a1 = arith.select %is_nan, %nan, %a : vector<4xi1>, vector<4xf32>
    …
    %m = arith.maxnumf %a1, %b1 : vector<4xf32>

``fmaxnm`` and ``fminnm`` are those of IEEE 754-2008: with a signaling NaN they give a NaN, where Triton's programs have
the other operand.  What an op of floats has computed is never signaling, so only what may be read from memory is made
quiet.  LLVM's ``canonicalize`` would do, but takes vectors of SVE of a fixed length apart.

Promise: where one operand is a NaN of any kind the result is the other one, as on other machines.
"""

from __future__ import annotations

import math

from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.ir.builder import Builder
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, made_by, owner_of, reached, terminator
from triton_shared.mlir import ir

#: ops that take the greater or the lesser, and the kinds of reductions of vectors that do
_OPS = ("arith.maxnumf", "arith.minnumf")
_KINDS = ("#vector.kind<maxnumf>", "#vector.kind<minnumf>")
#: ops whose results are copies of operands, or of their elements
_COPIES = ("arith.select", "vector.shuffle", "vector.broadcast")
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
                    op.operands[number] = _quiet(Builder.before(op), operand)


def _quiet(b: Builder, value: ir.Value) -> ir.Value:
    """``value`` with a quiet NaN in place of any NaN."""
    return b.select(b.compare("uno", value, value), b.constant(value.type, math.nan), value)


def _may_signal(value: ir.Value) -> bool:
    """Whether ``value`` may be a signaling NaN: whether it is a copy of what is not known to be quiet."""
    return any(not _sources(one) and not _is_quiet(one) for one in reached([value], _sources))


def _sources(value: ir.Value) -> list[ir.Value]:
    """The values of which ``value`` has one, or elements; none where it is no copy."""
    maker = owner_of(value)
    if maker is None:
        loop = value.owner.owner
        if loop.name != "scf.for" or value.arg_number == 0:
            return []
        return _carried(loop.operation, value.arg_number - 1)
    if maker.name == "scf.for":
        return _carried(maker, value.result_number)
    return list(maker.operands)[maker.name == "arith.select" :] if maker.name in _COPIES else []


def _carried(loop: ir.Operation, number: int) -> list[ir.Value]:
    """What the loop carries under a number: the value before it, and that of each iteration."""
    return [loop.operands[3 + number], terminator(loop.regions[0].blocks[0]).operands[number]]


def _is_quiet(value: ir.Value) -> bool:
    if constant := made_by(value, "arith.constant"):
        number = constant.attributes["value"]
        if isinstance(number, ir.DenseElementsAttr) and number.is_splat:
            number = number.get_splat_value()
        return isinstance(number, ir.FloatAttr) and not math.isnan(number.value)
    return made_by(value, *_QUIET) is not None
