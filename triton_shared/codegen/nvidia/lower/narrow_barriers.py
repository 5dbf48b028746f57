"""Let a block of one warp synchronize as a warp, for which the hardware need not count who has arrived.

    gpu.barrier        ->        gpu.barrier scope <subgroup>

Promise: barriers of blocks of more warps, or with a producer, are left alone.
"""

from __future__ import annotations

from triton_shared.codegen.nvidia.target import WARP, GpuTarget
from triton_shared.codegen.nvidia.warp_specialization import producer_slice
from triton_shared.codegen.simt.build.emitter import BARRIER, OF_WARP
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    if producer_slice.threads(function, GpuTarget.of(function)) == WARP:
        for op in all_ops(function, {BARRIER}):
            fired("narrow-barriers", "barrier")
            op.attributes["scope"] = ir.Attribute.parse(OF_WARP)
