"""Run the tutorial kernels on the CPU and compare them with numpy: ``python -m examples [pattern] [--list]``.

Prints one line a case: kernel, element type, sizes, largest error against the numpy oracle (and what part of
the allowed error that is), time of a launch, verdict.  Exits with 1 if any case fails.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import itertools
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import triton_shared
from examples.tutorials import TUTORIALS, Case, cases
from triton_shared.progress import Progress
from triton_shared.runtime.cpu.pool import default_width

COMPILE = "import sys, triton_shared\nfor path in sys.argv[1:]: triton_shared.compile(path)"


def best_time(launch: Callable[[], object], budget: float = 0.005) -> float:
    """Seconds of the fastest call of ``launch`` in ``budget`` seconds of calls, at least one."""
    best, end = float("inf"), time.perf_counter() + budget
    while (start := time.perf_counter()) < end or best == float("inf"):
        launch()
        best = min(best, time.perf_counter() - start)
    return best


def run(case: Case, kernel: triton_shared.Kernel) -> bool:
    """Launch ``case``, print what came of it, and tell whether it is right."""
    print(f"{case.path.stem:32}{case.shape:30}", end="", flush=True)
    data = case.launch()
    launch = functools.partial(kernel[data.grid], *data.args)
    try:
        launch()
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
        return False
    error, part = data.errors()
    right = part <= 1
    verdict = "ok" if right else "WRONG"
    print(
        f"error {error:8.2g} ({part:5.1%} of the limit)  {best_time(launch) * 1e3:9.3f} ms  {verdict}",
        flush=True,
    )
    return right


def compile_ahead(paths: list[Path], progress: Progress) -> None:
    """Compile ``paths`` into the disk cache by one process a core; an error is left to `run_file`, which says it."""
    width = min(default_width(), len(paths))
    commands = ([sys.executable, "-c", COMPILE, *paths[n::width]] for n in range(1, width))
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    others = [subprocess.Popen(command, **quiet) for command in commands]
    for path in paths[::width] if others else []:
        progress.step(path.stem, 0)
        with contextlib.suppress(Exception):
            triton_shared.compile(path)
    for other in others:
        other.wait()


def run_file(path: Path, group: list[Case], progress: Progress) -> int:
    """Compile ``path`` and run the cases ``group`` of it; returns how many are right."""
    progress.step(path.stem, 0)
    try:
        kernel = triton_shared.compile(path)
    except Exception as error:
        progress.clear()
        print(f"{path.stem:32}does not compile: {type(error).__name__}: {error}")
        return 0
    progress.clear()
    right = sum(run(case, kernel) for case in group)
    progress.done += len(group)
    return right


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m examples", description=__doc__.splitlines()[0])
    parser.add_argument("pattern", nargs="?", default="", help="run only the files whose name holds this")
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
    by_file = {path: list(group) for path, group in itertools.groupby(chosen, key=lambda case: case.path)}
    progress = Progress(len(chosen))
    compile_ahead(list(by_file), progress)
    right = sum(run_file(path, group, progress) for path, group in by_file.items())
    print(f"{right} of {len(chosen)} cases are right")
    return 0 if right == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
