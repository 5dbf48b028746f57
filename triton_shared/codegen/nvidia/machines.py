"""The names of GPUs: ``sm_80``, ``sm_90a`` and the like."""

from __future__ import annotations

from triton_shared.codegen.nvidia import target
from triton_shared.codegen.nvidia.target import GpuTarget

KNOWN = target.KNOWN


def parse(name: str) -> GpuTarget | None:
    """The GPU that ``name`` names, with the options' defaults; None where it names none.

    Raises ValueError for a chip that there is no code for.
    """
    return GpuTarget(name) if name.startswith("sm_") else None
