"""Sweeps: kernels over sizes, element types, strides, options and targets, compared with an oracle.

A *spec* is a Python file of functions that `sweep` decorates.  In: its path.  Out: outcomes in a journal, a report in
HTML, a file of JUnit's.  Start with `spec.py`, then `engine.py`; docs/sweeps.md shows how to use them.
"""

from __future__ import annotations

from typing import Any

__all__ = ["Draw", "Launch", "Skip", "SpecError", "sweep"]


def __getattr__(name: str) -> Any:
    """What specs use, imported when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module 'triton_shared.sweeps' has no attribute {name!r}")
    from triton_shared.sweeps import spec

    return getattr(spec, name)
