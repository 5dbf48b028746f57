"""Compare elementary functions with f64 at every f32: ``python -m tests.codegen.whole_range [name ...] [--step N]``.

Printed are the largest distance, in units of the last place, and where it is.  A function takes one to ten minutes;
with a step only every Nth float is looked at.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from tests.support import functions

PART = 1 << 22
LIMIT = 2


def whole(name: str, step: int) -> tuple[float, float]:
    """The largest distance of the function ``name`` over every ``step``th float, and where it is."""
    launch, found = functions.kernel(name), (0.0, 0.0)
    for start in range(0, 1 << 32, PART * step):
        x = np.arange(start, min(start + PART * step, 1 << 32), step, dtype=np.uint32).view(np.float32)
        found = max(found, functions.worst(name, x, functions.computed(launch, x)))
    return found


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status: 1 if a function is further off than `LIMIT`."""
    parser = argparse.ArgumentParser(prog="python -m tests.codegen.whole_range")
    parser.add_argument("names", nargs="*", default=[*functions.ORACLES, *functions.SLOW])
    parser.add_argument("--step", type=int, default=1)
    options = parser.parse_args(arguments)
    failures = 0
    for name in options.names:
        distance, at = whole(name, options.step)
        failures += distance > LIMIT
        print(f"{name:8}{distance:8.3f} ulp at {at!r}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
