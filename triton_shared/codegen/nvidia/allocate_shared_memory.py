"""Give each allocation of shared memory its offset, within what a block of this GPU may have.

    %a = simt.shared_alloc {bytes = 512, alignment = 16}                     … {…, offset = 0}
    … last use of %a …                                               ->      …
    %b = simt.shared_alloc {bytes = 128, alignment = 16}                     … {…, offset = 0}

Promise: that of `codegen/simt/memory/allocate_shared_memory.py`, and what does not fit is refused.
"""

from __future__ import annotations

from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.simt.memory.allocate_shared_memory import allocate
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    allocate(function, GpuTarget.of(function).max_shared)
