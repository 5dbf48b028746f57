"""Make floats of small integers by their bits: an or, or an addition, and a subtraction, in place of a conversion.

    %f = arith.sitofp %i : i32 to f16                  0 <= %i < 1024
    ->
    %b = arith.ori (arith.trunci %i : i32 to i16), 0x6400        1024 + i: the significand's bits count from 0 on
    %f = arith.subf (arith.bitcast %b : i16 to f16), 1024.0

GPUs convert a fourth as many numbers a clock as they add, and f16 adds two at a time.  Where %i may be negative, the
least number that it may be is taken off first: of its 1024 neighbours (128 of bf16) all are made exactly.  What is
known of numbers is in `simt/analysis/ranges.py`: weights of four bits, say, and their differences to a zero point.

Promise: each result is the float that it was.
"""

from __future__ import annotations

from typing import NamedTuple

from triton_shared.codegen.simt.analysis.ranges import Ranges
from triton_shared.ir.builder import Builder, bit_width, integer
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, substitute
from triton_shared.mlir import ir


class _Bias(NamedTuple):
    """The least number of a type whose neighbours are 1 apart: its bits, and how many such neighbours follow it."""

    number: int
    bits: int
    values: int


#: by the type of the float
_BIASES = {"f16": _Bias(1 << 10, 0x6400, 1 << 10), "bf16": _Bias(1 << 7, 0x4300, 1 << 7)}
_SIGNED, _UNSIGNED = "arith.sitofp", "arith.uitofp"


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    ranges = Ranges(function)
    for op in all_ops(function, {_SIGNED, _UNSIGNED}):
        _rewrite(op, ranges)


def _rewrite(op: ir.Operation, ranges: Ranges) -> None:
    """Replace the conversion ``op`` where its operand is known to have few values."""
    value, bias = op.operands[0], _BIASES.get(str(op.result.type))
    if bias is None or not isinstance(value.type, ir.IntegerType) or bit_width(value.type) == 1:
        return
    known = ranges.of(value)
    least = min(known.low, 0)
    if known.high - least >= bias.values or (least < 0 and op.name == _UNSIGNED):
        return
    fired("bias-small-integers", "signed" if least < 0 else "unsigned")
    b = Builder.before(op)
    word = integer(bit_width(op.result.type))
    if value.type != word:
        wide = "arith.extsi" if least < 0 else "arith.extui"
        value = b.one("arith.trunci" if bit_width(value.type) > word.width else wide, word, value)
    biased = b.one(
        "arith.addi" if least < 0 else "arith.ori", word, value, b.constant(word, bias.bits - least)
    )
    made = b.one("arith.bitcast", op.result.type, biased)
    substitute(op, b.one("arith.subf", op.result.type, made, b.constant(op.result.type, bias.number - least)))
