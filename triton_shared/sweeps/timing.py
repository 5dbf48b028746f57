"""How long a launch takes, alone on its machine, and what the machine reaches."""

from __future__ import annotations

import fcntl
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any

from triton_shared.sweeps import machine

#: seconds of launches that do not count, and of those that do; how many these are at least
WARM_UP, MEASURED, LEAST = 0.02, 0.1, 9


@contextmanager
def alone() -> Iterator[None]:
    """Nobody else of this user's on this machine measures meanwhile."""
    path = Path(tempfile.gettempdir()) / f"triton-shared-measures-{os.getuid()}"
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def measured(launch: Callable[[], object]) -> dict[str, Any]:
    """Seconds of ``launch``: the median, the quartiles around it, and of how many."""
    end = time.perf_counter() + WARM_UP
    while True:
        launch()
        if time.perf_counter() > end:
            break
    times: list[float] = []
    end = time.perf_counter() + MEASURED
    while len(times) < LEAST or time.perf_counter() < end:
        begin = time.perf_counter()
        launch()
        times.append(time.perf_counter() - begin)
    low, median, high = quantiles(times, n=4)
    return {"median": median, "low": low, "high": high, "launches": len(times)}


def roof(threads: int) -> dict[str, float]:
    """Bytes a second of this machine's memory, and operations a second on f32."""
    return {"bandwidth": machine.bandwidth(threads, 1 << 28, 3), "f32": machine.peak("f32", threads, 3)}
