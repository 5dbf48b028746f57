"""What checks cost: the kernels of the examples with and without, on the data that they are timed on.

``python -m benchmarks.checks [pattern] [--threads N] [--checks bounds,races]`` prints milliseconds of a launch without
and with checks, their ratio, and whether all outputs are the same, bit for bit.
"""

from __future__ import annotations

import argparse
import functools

import numpy as np

import triton_shared
from examples.__main__ import best_time
from examples.tutorials import Case, cases


def row(case: Case, threads: int | None, checks: str = "all") -> tuple[float, float, bool]:
    """Seconds without and with ``checks``, and whether the outputs are the same after a launch on the same data."""
    seconds, outputs = [], []
    for asked in ("", checks):
        kernel = triton_shared.compile(case.path, num_threads=threads, checks=asked)
        data = case.launch()
        launch = functools.partial(kernel[data.grid], *data.args)
        launch()
        outputs.append([np.copy(output.array) for output in data.outputs.values()])
        seconds.append(best_time(launch, 0.5))
    plain, checked = outputs
    same = all(a.tobytes() == b.tobytes() for a, b in zip(plain, checked, strict=True))
    return seconds[0], seconds[1], same


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pattern", nargs="?", default="")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--checks", default="all")
    options = parser.parse_args(arguments)
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
