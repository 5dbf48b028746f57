"""Compute what is left to the C library as arithmetic, where there is none.

    %y = math.sin %x : vector<4xf32>       becomes       arith ops and `math.fma` on vector<4xf64>, rounded to f32

f64 is right to 2 ulp, narrower floats, which are computed in f64, to half a one but for a rare case.  What
`--expand-math` expands in f32 stays.
"""

from __future__ import annotations

from triton_shared.codegen.llvm import (
    double_functions,
    expand_math,
    narrow_functions,
    remainders,
    trigonometric_functions,
)
from triton_shared.codegen.llvm.double_functions import Doubles
from triton_shared.ir.builder import Builder, element_of, with_element
from triton_shared.ir.walk import all_ops, substitute
from triton_shared.mlir import ir

EXPANSIONS = {
    **double_functions.FUNCTIONS,
    **trigonometric_functions.FUNCTIONS,
    "arith.remf": remainders.remainder,
}
#: those of f32 and narrower floats
NARROW_EXPANSIONS = {**EXPANSIONS, **narrow_functions.FUNCTIONS}


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, EXPANSIONS):
        if element_of(op.result.type).width > 32 or op.name not in expand_math.EXPANSIONS:
            expand(op)


def expand(op: ir.Operation) -> None:
    """Replace ``op``, one of `EXPANSIONS`."""
    b, type = Builder.before(op), op.result.type
    wide = with_element(type, ir.F64Type.get())
    expansions = EXPANSIONS if wide == type else NARROW_EXPANSIONS
    result = expansions[op.name](Doubles(b, wide), *(b.convert("arith.extf", v, wide) for v in op.operands))
    if element_of(type).width < 32:
        result = b.one("arith.truncf", with_element(type, ir.F32Type.get()), result)
    substitute(op, b.convert("arith.truncf", result, type))
