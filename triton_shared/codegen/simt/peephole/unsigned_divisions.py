"""Divide numbers that are not negative as numbers without signs: by fewer instructions, powers of two by one.

    %a = arith.muli %pidX, %c1024
    %q = arith.divsi %a, %c128          ->       %q = arith.divui %a, %c128

So are remainders, and shifts to the right.  What is known of numbers, and taken for granted of those that are counted
from a program id, is in `simt/analysis/ranges.py`.

Promise: each result is the number that it was.
"""

from __future__ import annotations

from triton_shared.codegen.simt.analysis.ranges import Ranges
from triton_shared.ir.builder import Builder
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, substitute
from triton_shared.mlir import ir

_UNSIGNED = {"arith.divsi": "arith.divui", "arith.remsi": "arith.remui", "arith.shrsi": "arith.shrui"}


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    ranges = Ranges(function)
    found = [op for op in all_ops(function, _UNSIGNED) if all(ranges.of(v).low >= 0 for v in op.operands)]
    for op in found:
        fired("unsigned-divisions", _UNSIGNED[op.name])
        substitute(op, Builder.before(op).one(_UNSIGNED[op.name], op.result.type, *op.operands))
