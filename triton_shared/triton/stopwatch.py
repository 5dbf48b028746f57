"""How long kernels run: for autotuning and benchmarks, which would else measure Python as well."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from triton_shared import compat
from triton_shared.progress import Progress
from triton_shared.runtime import workers


class Stopwatch(threading.local):
    """Sums up what the kernels that this thread launches take, while it is ``running``."""

    running = False
    seconds = 0.0

    def time(self, launch: Callable, *args: Any) -> None:
        """Call ``launch(*args)`` and add the time that it takes."""
        start = time.perf_counter()
        launch(*args)
        self.seconds += time.perf_counter() - start

    def measure(self, call: Callable) -> float:
        """Seconds that kernels take in ``call()``; all of its time if it launches none."""
        self.running, self.seconds = True, 0.0
        start = time.perf_counter()
        try:
            call()
        finally:
            self.running = False
        return self.seconds or time.perf_counter() - start


stopwatch = Stopwatch()


def bench(
    kernel_call: Callable, quantiles: Sequence[float] = (0.5, 0.2, 0.8), warmup: float = 5, rep: float = 50
) -> list[float]:
    """The ``quantiles`` of the milliseconds that kernels take in ``kernel_call()``: `triton.autotune` compares these.

    ``kernel_call`` runs for ``warmup`` milliseconds unmeasured, then for ``rep`` milliseconds, at least five times.
    """
    end = time.perf_counter() + warmup * 1e-3
    stopwatch.measure(kernel_call)
    while time.perf_counter() < end:
        stopwatch.measure(kernel_call)
    times: list[float] = []
    end = time.perf_counter() + rep * 1e-3
    while len(times) < 5 or time.perf_counter() < end:
        times.append(stopwatch.measure(kernel_call) * 1e3)
    times.sort()
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return [cuts[min(max(round(q * 100), 1), 99) - 1] for q in quantiles]


#: configurations from which on a worker is worth its start
MANY = 4


class Watched:
    """A function as ``bench`` for `triton.autotune`, which shows on a terminal how far that is.

    Before the first of `MANY` or more is measured, all are compiled, several at a time (`runtime.workers`).
    """

    def __init__(self, bench: Callable[..., Any]):
        self.bench = bench
        self.run = 0
        self.progress = Progress()

    def __call__(self, kernel_call: Callable, *args: Any, **named: Any) -> Any:
        """What ``bench`` returns."""
        tuning = compat.autotuned(kernel_call)
        if tuning is None:
            return self.bench(kernel_call, *args, **named)
        if tuning.run != self.run:
            self.run, self.progress = tuning.run, Progress(tuning.count)
            self._compile(tuning)
        self.progress.step(f"configurations of {tuning.name}", 0)
        try:
            return self.bench(kernel_call, *args, **named)
        finally:
            self.progress.clear()
            self.progress.done += 1

    def _compile(self, tuning: compat.Tuning) -> None:
        most = workers.most()
        if most and tuning.count >= MANY:
            with (
                self.progress.ticking(f"compiling configurations of {tuning.name}"),
                ThreadPoolExecutor(most + 1) as executor,
            ):
                tuning.compile_all(executor)
