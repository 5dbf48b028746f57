"""Passes: what one is, every one by name, and how they are run.

In: a module, pipeline text and rows of ``PASSES`` of packages and plug-ins.  Out: the module, changed in place.
Start with `manager.py`, whose `run_pipeline` runs them; `registry.py` finds them by name, `base.py` says what one is.
"""

from typing import Any

_REGISTRY = {"GROUPS", "PASSES", "UPSTREAM_OPTIONAL", "WITHOUT", "groups", "known", "left_out", "optional"}


def __getattr__(name: str) -> Any:
    """The names of `registry.py`, which was here before, for one release."""
    if name not in _REGISTRY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from triton_shared.passes import registry

    return getattr(registry, name)
