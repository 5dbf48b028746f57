"""A target outside of triton-shared: an accelerator that moves blocks between memory and a scratchpad by DMA.

Nothing here imports MLIR: passes are named.
"""

from triton_shared.passes.base import Pass
from triton_shared.passes.options import Option

SPACE, CAPACITY = 1, 64 * 1024

#: how Triton IR is converted: buffers lie in the scratchpad, and what is no block is refused
CONVERSION = f"triton-to-linalg{{refuse-unstructured buffer-memory-space={SPACE}}}"

STAGES = {
    "fused": ("verify-kernels", "inline", "symbol-dce", "annotate-arguments", "canonicalize", "cse"),
    "placed": ("place-in-scratchpad",),
}
PASSES = (
    Pass(
        "place-in-scratchpad",
        "scratchpad.placement:run",
        options=(Option("capacity", "bytes of the scratchpad", CAPACITY),),
    ),
    Pass("shared-to-scratchpad", [name for stage in STAGES.values() for name in stage]),
)
