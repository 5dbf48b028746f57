"""Compare elementary functions with f64 at every f32: ``python -m tests.codegen.whole_range [name ...]``.

Printed are the largest distance, in units of the last place, and where it is.  A function takes one to ten minutes.
"""

from __future__ import annotations

import sys

import numpy as np

from tests.support import functions

PART = 1 << 22
LIMIT = 2


def whole(name: str) -> tuple[float, float]:
    """The largest distance of the function ``name`` over all floats, and where it is."""
    launch, found = functions.kernel(name), (0.0, 0.0)
    for start in range(0, 1 << 32, PART):
        x = np.arange(start, start + PART, dtype=np.uint32).view(np.float32)
        found = max(found, functions.worst(name, x, functions.computed(launch, x)))
    return found


def main(names: list[str]) -> int:
    """The command; returns its exit status: 1 if a function is further off than `LIMIT`."""
    failures = 0
    for name in names or [*functions.ORACLES, *functions.SLOW]:
        distance, at = whole(name)
        failures += distance > LIMIT
        print(f"{name:8}{distance:8.3f} ulp at {at!r}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
