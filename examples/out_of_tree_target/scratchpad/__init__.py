"""A target outside of triton-shared: an accelerator that moves blocks between memory and a scratchpad by DMA.

Nothing here imports MLIR: passes are named.
"""

from triton_shared.passes.base import Pass

SPACE, CAPACITY, CORES = 1, 64 * 1024, 4

#: how Triton IR is converted: buffers lie in the scratchpad, and what is no block is refused
CONVERSION = f"triton-to-linalg{{refuse-unstructured buffer-memory-space={SPACE}}}"

STAGES = {
    "fused": ("verify-kernels", "inline", "symbol-dce", "annotate-arguments", "canonicalize", "cse"),
    "tiled": ("tile-blocks{sizes=32x32x32}", "double-buffer-loads{transfers=calls}", "canonicalize", "cse"),
    "placed": (f"place-in-scratchpad{{bytes={CAPACITY}}}", f"grid-to-cores{{cores={CORES}}}"),
}
PASSES = (Pass("shared-to-scratchpad", [name for stage in STAGES.values() for name in stage]),)
