"""Compute functions on vectors as arithmetic, as `--expand-math` and `--expand-library-functions` do.

    %y = math.sin %x : vector<16xf32>       becomes       arith ops and `math.fma` on vectors

On a machine without fused products, each of which would be a call, the C library computes the others lane by lane,
but for those that it does not compute to 2 ulp.  The inverse of a root stays: LLVM divides.

AVX-512 multiplies by powers of two in one instruction, rounded once, as `Floats.scale` does in many.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.llvm import expand_library_functions, expand_math
from triton_shared.ir.builder import element_of, integer
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

EXPANSIONS = {*expand_math.EXPANSIONS, *expand_library_functions.EXPANSIONS} - {"math.rsqrt"}
#: functions of which C libraries are further off, and `exp(x) - 1`, which upstream's lowering makes of `expm1`
ROUGH = {"math.cbrt", "math.erfc", "math.expm1"}

#: lanes of f32 that AVX-512 multiplies by powers of two, and the current mode of rounding
SCALED_LANES, CURRENT_MODE = 16, 4


class ScalingFloats(expand_math.Floats):
    """f32 values on a machine with AVX-512."""

    def scale(self, x: ir.Value, rounded: ir.Value) -> ir.Value:
        """``x * 2**n`` where ``rounded`` is ``n + ROUND``."""
        if not isinstance(self.type, ir.VectorType) or list(self.type.shape) != [SCALED_LANES]:
            return super().scale(x, rounded)
        power = self.do("arith.subf", rounded, expand_math.ROUND)
        all_lanes = self.b.constant(integer(SCALED_LANES), -1)
        mode = self.b.constant(integer(32), CURRENT_MODE)
        operands = (x, power, x, all_lanes, mode)
        return self.b.call_intrinsic("llvm.x86.avx512.mask.scalef.ps.512", (self.type,), operands).result


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    target = CpuTarget.of(function)
    has_fma = target.has_fma
    floats = ScalingFloats if target.has("avx512f") else expand_math.Floats
    for op in all_ops(function, EXPANSIONS):
        if element_of(op.result.type).width <= 32 and op.name in expand_math.EXPANSIONS:
            expand_math.expand(op, floats)
        elif has_fma or op.name in ROUGH:
            expand_library_functions.expand(op)
