"""How often each rewrite of each pass fires, while they are collected.

with collected() as counts:
    run_pipeline(module, …)
counts["move-rows: gathered"]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

_collectors: list[Counter[str]] = []


def fired(pass_name: str, rewrite: str, times: int = 1) -> None:
    """Count ``rewrite`` of a pass, for all who collect."""
    for counts in _collectors:
        counts[f"{pass_name}: {rewrite}"] += times


@contextmanager
def collected() -> Iterator[Counter[str]]:
    """The counts of what fires meanwhile in this process, by ``pass: rewrite``."""
    counts: Counter[str] = Counter()
    _collectors.append(counts)
    try:
        yield counts
    finally:
        _collectors.remove(counts)
