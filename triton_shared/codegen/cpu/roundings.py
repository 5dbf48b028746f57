"""Let every op on bf16 round its result, though each is computed in f32.

    %1 = arith.truncf %0 fastmath<contract> : f32 to bf16
    %2 = arith.extf %1 fastmath<contract> : bf16 to f32

becomes

    %1 = arith.truncf %0 : f32 to bf16
    %2 = arith.extf %1 : bf16 to f32

Upstream's `arith-emulate-unsupported-floats` writes the first, which folding takes for ``%0``.

Promise: no conversion between floats may be left out.
"""

from __future__ import annotations

from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    none = ir.Attribute.parse("#arith.fastmath<none>", module.context)
    for op in all_ops(module, {"arith.extf", "arith.truncf"}):
        op.attributes["fastmath"] = none
