"""Note on the module which GPU code is made for, unless it is noted already.

module {…}      becomes      module attributes {tts.target = {chip = "sm_90a", num_stages = 3, num_warps = 4}} {…}
"""

from __future__ import annotations

from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.target_attribute import TARGET
from triton_shared.mlir import ir

DEFAULT = GpuTarget("sm_90a")


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    if TARGET not in module.attributes:
        DEFAULT.attach(module)
    GpuTarget.of(module)
