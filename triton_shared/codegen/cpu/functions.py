"""Compute functions on vectors as arithmetic, as `--expand-math` and `--expand-library-functions` do.

    %y = math.sin %x : vector<16xf32>       becomes       arith ops and `math.fma` on vectors

On a machine without fused products, each of which would be a call, the C library computes the others lane by lane,
but for those that it does not compute to 2 ulp.  The inverse of a root stays: LLVM divides.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.llvm import elementary_functions, library_functions
from triton_shared.ir.builder import element_of
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

EXPANSIONS = {*elementary_functions.EXPANSIONS, *library_functions.EXPANSIONS} - {"math.rsqrt"}
#: functions of which C libraries are further off, and `exp(x) - 1`, which upstream's lowering makes of `expm1`
ROUGH = {"math.cbrt", "math.erfc", "math.expm1"}


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    has_fma = CpuTarget.of(function).has_fma
    for op in all_ops(function, EXPANSIONS):
        if element_of(op.result.type).width <= 32 and op.name in elementary_functions.EXPANSIONS:
            elementary_functions.expand(op)
        elif has_fma or op.name in ROUGH:
            library_functions.expand(op)
