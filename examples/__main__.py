"""Run the tutorial kernels on the CPU and compare them with numpy: ``python -m examples [pattern] [--list]``.

Prints one line a case: kernel, element type, sizes, largest error against the numpy oracle (and what part of
the allowed error that is), time of a launch, verdict.  Exits with 1 if any case fails.
"""

from __future__ import annotations

import argparse
import functools
import sys
import time
from collections.abc import Callable

import triton_shared
from examples.tutorials import TUTORIALS, Case, Launch, cases


def best_time(launch: Callable[[], object], budget: float = 0.05) -> float:
    """Seconds of the fastest call of ``launch`` in ``budget`` seconds of calls, at least one."""
    best, end = float("inf"), time.perf_counter() + budget
    while (start := time.perf_counter()) < end or best == float("inf"):
        launch()
        best = min(best, time.perf_counter() - start)
    return best


def run(case: Case, compile: Callable) -> tuple[bool, str]:
    """Whether ``case`` is right, and what to print about it."""
    data: Launch = case.launch()
    try:
        kernel = compile(case.path)
        kernel[data.grid](*data.args)
    except Exception as error:
        return False, f"{type(error).__name__}: {error}"
    error, part = data.errors()
    seconds = best_time(lambda: kernel[data.grid](*data.args))
    verdict = "ok" if part <= 1 else "WRONG"
    return part <= 1, f"error {error:8.2g} ({part:5.1%} of the limit)  {seconds * 1e3:9.3f} ms  {verdict}"


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m examples", description=__doc__.splitlines()[0])
    parser.add_argument("pattern", nargs="?", default="", help="run the files whose name holds this only")
    parser.add_argument("--list", action="store_true", help="list kernels and tolerances and run nothing")
    options = parser.parse_args(arguments)
    chosen = list(cases(options.pattern))
    if not chosen:
        parser.error(f"no example's name holds {options.pattern!r}; `--list` shows them all")
    if options.list:
        for name in dict.fromkeys(case.name for case in chosen):
            tutorial = TUTORIALS[name]
            print(f"{name} ({', '.join(tutorial.elements)}), tolerance {tutorial.tolerance}")
        return 0
    compile = functools.cache(triton_shared.compile)
    failures = 0
    for case in chosen:
        print(f"{case.name:28}{case.element:5}{case.shape:30}", end="", flush=True)
        right, text = run(case, compile)
        failures += not right
        print(text, flush=True)
    print(f"{len(chosen) - failures} of {len(chosen)} cases are right")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
