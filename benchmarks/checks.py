"""What checks cost: the kernels of the examples with and without, on the data that they are timed on.

``python -m benchmarks.checks [pattern] [--threads N] [--checks bounds,races]`` prints milliseconds of a launch without
and with checks, their ratio, and whether all outputs are the same, bit for bit.  ``--table`` prints the rows of
docs/validation.md: four kernels, each check by itself and all, and how much more memory a launch takes with ``races``.
"""

from __future__ import annotations

import argparse
import functools
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np

import triton_shared
from examples.__main__ import best_time
from examples.tutorials import Case, Launch, cases
from triton_shared.runtime.checks.kinds import KINDS

#: the rows of the table
ROWS = {
    "sum of 2^20 f32": Case("vector_add", "f32", {"n": 1 << 20}),
    "product of f32 matrices of 512 x 512": Case("matmul", "f32", {"m": 512, "n": 512, "k": 512}),
    "softmax of 1024 x 781 f32": Case("softmax", "f32", {"rows": 1024, "cols": 781, "pad": 0}),
    "attention, 4 x 256 x 64 f32": Case("attention", "f32", {"batch": 4, "heads": 1, "length": 256}),
}


def outputs(data: Launch) -> list[bytes]:
    """What a launch left in memory."""
    return [np.copy(output.array).tobytes() for output in data.outputs.values()]


def row(case: Case, threads: int | None, checks: str = "all") -> tuple[float, float, bool]:
    """Seconds without and with ``checks``, and whether the outputs are the same after a launch on the same data."""
    (plain, before), (checked, after) = (timed(case, threads, asked) for asked in ("", checks))
    return plain, checked, before == after


def timed(case: Case, threads: int | None, checks: str, budget: float = 0.5) -> tuple[float, list[bytes]]:
    """Seconds with ``checks``, and the outputs after the first launch."""
    kernel = triton_shared.compile(case.path, num_threads=threads, checks=checks)
    data = case.launch()
    launch = functools.partial(kernel[data.grid], *data.args)
    launch()
    found = outputs(data)
    return best_time(launch, budget), found


def peak(launch: Callable[[], object]) -> int:
    """Bytes by which the process grows while it launches, at most; Linux tells."""

    def told(name: str) -> int:
        return int(re.search(rf"{name}:\s+(\d+) kB", Path("/proc/self/status").read_text())[1]) << 10

    Path("/proc/self/clear_refs").write_text("5")
    before = told("VmRSS")
    launch()
    return told("VmHWM") - before


def table(threads: int | None) -> None:
    """Print `ROWS`: milliseconds, and how many times the unchecked launch's; a star where bits differ."""
    columns = ("none", *KINDS, "all")
    print(f"| kernel | {' | '.join(columns)} | memory, races |\n|{'---|' * (len(columns) + 2)}")
    for name, case in ROWS.items():
        plain, bits = timed(case, threads, "")
        cells = [f"{plain * 1e3:.2f}"]
        for checks in columns[1:]:
            seconds, found = timed(case, threads, checks, 0.3)
            cells.append(f"{seconds * 1e3:.2f}{'*' * (found != bits)} ({seconds / plain:.1f}x)")
        data = case.launch()
        kernel = triton_shared.compile(case.path, num_threads=threads, checks="races")
        grown = peak(functools.partial(kernel[data.grid], *data.args))
        arrays = [a for a in data.args if isinstance(a, np.ndarray)]
        bound = sum(2 * a.nbytes + 8 * a.size for a in arrays)
        cells.append(f"{grown / 1e6:.1f} MB of {bound / 1e6:.1f}")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pattern", nargs="?", default="")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--checks", default="all")
    parser.add_argument("--table", action="store_true", help="print the rows of docs/validation.md")
    options = parser.parse_args(arguments)
    if options.table:
        return table(options.threads)
    for case in cases(options.pattern, big=True):
        plain, checked, same = row(case, options.threads, options.checks)
        verdict = "same bits" if same else "OTHER BITS"
        print(
            f"{case.path.stem:32}{case.shape:30}{plain * 1e3:10.3f} ms {checked * 1e3:10.3f} ms "
            f"{checked / plain:6.2f}x  {verdict}",
            flush=True,
        )


if __name__ == "__main__":
    main()
