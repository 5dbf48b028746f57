"""Tables of rules by the name of the op that they lower."""

from __future__ import annotations

from collections.abc import Callable, Mapping


def merged(*tables: Mapping[str, Callable]) -> dict[str, Callable]:
    """All rows of ``tables``.  Raises ValueError where a name has two rules: one of them would say nothing."""
    rules: dict[str, Callable] = {}
    for table in tables:
        if twice := sorted(rules.keys() & table.keys()):
            raise ValueError(f"two rules for {', '.join(twice)}")
        rules.update(table)
    return rules
