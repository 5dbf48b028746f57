"""Code generation for NVIDIA's GPUs: its passes, and the stages from the shared form to PTX that they make up.

In: a module in the shared form.  Out: PTX, and what a launch must know of the kernel (`launch_abi.py`).
Start with `pipeline.STAGES` and `distribute_tensors.py`, which composes the rules of `codegen/simt` with those of here.
"""

from __future__ import annotations

from typing import Any

from triton_shared import codegen


def __getattr__(name: str) -> Any:
    return codegen.of_pipeline(__name__, name)
