"""A failing case is made smaller: its sizes first, then its options, then the values of its arrays.

Greedy, as `triton_shared.validation.reduction` is for programs: what still fails in the same way is kept, until nothing
is, or time is over.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from triton_shared.sweeps.cases import Case

#: outcomes of which a smaller case is looked for
SHOWN = ("failed", "findings", "crashed", "refused", "error")
SECONDS = 30.0

Ask = Callable[[dict[str, Any]], dict[str, Any]]


def reduced(request: dict[str, Any], ask: Ask) -> dict[str, Any]:
    """The smallest case found that ends as the one of ``request`` does, what it says, and how many were tried."""
    task, end, tried = request["task"], time.monotonic() + SECONDS, 0
    case = Case.from_json(task["case"])
    smallest, sizes = case, task["sizes"]
    result = {"outcome": "reduced", "detail": task["detail"], "seconds": 0.0}
    seen = {case.key}
    found: Case | None = case
    while found and time.monotonic() < end:
        found = None
        for candidate in _candidates(smallest, task, sizes):
            if candidate.key in seen:
                continue
            if time.monotonic() > end:
                break
            seen.add(candidate.key)
            tried += 1
            outcome = ask({**request, "task": {"kind": "check", "case": candidate.to_json()}})
            if outcome["outcome"] == task["outcome"]:
                found = smallest = candidate
                sizes = outcome.get("sizes", [])
                result["detail"] = outcome["detail"]
                break
    return {**result, "case": smallest.to_json(), "tried": tried}


def _candidates(case: Case, task: dict[str, Any], sizes: list[int]) -> Iterator[Case]:
    yield from case.smaller_sizes(task["axes"])
    yield from case.smaller_options(task["options"])
    yield from case.simpler_values(sizes)
