"""Code generation for NVIDIA's GPUs: its passes, and the stages from the shared form to PTX that they make up.

In: a module in the shared form.  Out: PTX, and what a launch must know of the kernel (`launch_abi.py`).
Start with `pipeline.STAGES` and `distribute_tensors.py`, which composes the rules of `codegen/simt` with those of here.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    """``PASSES``, ``STAGES`` and ``CONVERSION``: a launch from the cache has no use for what makes passes."""
    if name in ("PASSES", "STAGES", "CONVERSION"):
        return getattr(import_module(f"{__name__}.pipeline"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
