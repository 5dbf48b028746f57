"""Code generation for CPUs: its passes, and the stages from the shared form to machine code that they make up.

In: a module in the shared form.  Out: object code, whose entry points run a range of programs (`define_entries.py`).
Start with `pipeline.STAGES`.
"""

from __future__ import annotations

from typing import Any

from triton_shared import codegen


def __getattr__(name: str) -> Any:
    return codegen.of_pipeline(__name__, name)
