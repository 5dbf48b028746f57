"""Reductions over one or two elements become elementwise ops.

    %r = linalg.generic {maps = [(i, k, j) -> (i, k, j), (i, k, j) -> (i, j)], k is a reduction of extent 2}
         ins(%x) outs(%init) { ^bb0(%a, %c): yield %a ^ %c }

becomes

    %r = linalg.generic {maps = [(i, j) -> (i, j), (i, j) -> (i, 0, j), (i, j) -> (i, 1, j), (i, j) -> (i, j)]}
         ins(%init, %x, %x) outs(%empty) { ^bb0(%c, %a, %b, %_): yield %b ^ (%a ^ %c) }

Promise: elements are combined in their order along the axis.
"""

from __future__ import annotations

from math import prod

from triton_shared.codegen.tensors.short_reductions import LONGEST, is_cheap, reduced_extents, unrolled
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(function: ir.Operation) -> bool:
    """Combine the elements of short reductions in elementwise ops, which have no reduced dimension.

    Returns whether there were any.
    """
    found = [(op, reduced_extents(op)) for op in all_ops(function, {"linalg.generic"})]
    short = [(op, reduced) for op, reduced in found if reduced and prod(reduced.values()) <= LONGEST]
    cheap = [(op, reduced) for op, reduced in short if is_cheap(op)]
    for op, reduced in cheap:
        fired("unroll-short-reductions", "along one element" if prod(reduced.values()) == 1 else "along two")
        unrolled(op, reduced)
    return bool(cheap)
