"""Compare two checkouts, this one being the second: ``python -m benchmarks.compare CHECKOUT [pattern]``.

Both run the tutorial kernels whose files' names hold the pattern, each checkout in processes of its own that take
turns, so that what disturbs the machine disturbs both.  For each kernel the table has the process time of its
compilation, every cache empty, and the time of a launch.  Of several rounds the best one counts.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from triton_shared.runtime.cpu.pool import default_width

HERE = Path(__file__).parents[1]
HEADER = ["kernel", "compile before", "after", "ratio", "launch before", "after", "ratio"]

# numpy checks the results; after a product, threads of its library spin on for a while, on the cores of the next kernel
_QUIET = {f"{library}_NUM_THREADS": "1" for library in ("OPENBLAS", "MKL", "OMP")}

# A process that prints {name: [compile ms, launch ms]}, given a pattern, a number of threads and seconds for each.
_PROCESS = """
import json, statistics, sys, time
import triton_shared
from examples.tutorials import cases
pattern, threads, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
found = {}
for case in cases(pattern, big=True):
    if not found:  # what the first compilation imports is none of the kernel's
        triton_shared.compile(case.path.read_text() + "// warm up")
    start = time.process_time()
    kernel = triton_shared.compile(case.path, num_threads=threads)
    compilation = time.process_time() - start
    data = case.launch()
    launch, times, end = kernel[data.grid], [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < 5:
        start = time.perf_counter()
        launch(*data.args)
        times.append(time.perf_counter() - start)
        if len(times) == 1 and data.errors()[1] > 1:
            sys.exit(f"{case.path.name}: wrong result")
    found[case.path.stem] = [compilation * 1e3, statistics.median(times) * 1e3]
print(json.dumps(found))
"""


def measure(checkout: Path, options: argparse.Namespace) -> dict[str, list[float]]:
    """Milliseconds of compilation and launch of each kernel, in a new process of ``checkout``."""
    with tempfile.TemporaryDirectory() as cache:
        paths = [str(checkout), *filter(None, [os.environ.get("PYTHONPATH")])]
        places = {"PYTHONPATH": os.pathsep.join(paths), "TRITON_SHARED_CACHE_DIR": cache} | _QUIET
        command = [
            sys.executable,
            "-c",
            _PROCESS,
            options.pattern,
            str(options.threads),
            str(options.seconds),
        ]
        environment = os.environ | places
        return json.loads(subprocess.check_output(command, env=environment, cwd=checkout, text=True))


def best(rounds: list[dict[str, list[float]]]) -> dict[str, list[float]]:
    """The least of each number."""
    return {
        name: [min(numbers) for numbers in zip(*(r[name] for r in rounds), strict=True)] for name in rounds[0]
    }


def table(before: dict[str, list[float]], after: dict[str, list[float]]) -> str:
    """Markdown: a row for each kernel that both have, and the geometric means of the ratios."""
    lines, ratios = [HEADER, ["---", *["---:"] * 6]], []
    for name in (n for n in after if n in before):
        pairs = list(zip(before[name], after[name], strict=True))
        ratios.append([b / a for b, a in pairs])
        lines.append([name, *(f"{n:.3g}" for b, a in pairs for n in (b, a, b / a))])
    means = [math.exp(sum(map(math.log, column)) / len(column)) for column in zip(*ratios, strict=True)]
    lines.append(["geometric mean", "", "", f"{means[0]:.3g}", "", "", f"{means[1]:.3g}"])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=Path, help="the one before")
    parser.add_argument("pattern", nargs="?", default="", help="only the files whose name holds this")
    parser.add_argument("--rounds", type=int, default=3, help="processes of each checkout; default: 3")
    parser.add_argument("--threads", type=int, default=default_width(), help="default: all cores")
    parser.add_argument("--seconds", type=float, default=0.3, help="launches of each kernel; default: 0.3")
    options = parser.parse_args(arguments)
    rounds = [
        [measure(c.resolve(), options) for c in (options.checkout, HERE)] for _ in range(options.rounds)
    ]
    before, after = (best(list(one)) for one in zip(*rounds, strict=True))
    print(f"{options.threads} threads, milliseconds, before / after; best of {options.rounds} rounds\n")
    print(table(before, after))


if __name__ == "__main__":
    main()
