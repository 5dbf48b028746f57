"""Runs Triton's tutorials, unmodified, on this back end and on Triton's own, and prints both beside each other.

    python tests/conformance/tutorials.py ../triton                          # all eleven, on a machine with a GPU
    python tests/conformance/tutorials.py ../triton 03 06 --points 4         # four sizes of each benchmark
    python tests/conformance/tutorials.py ../triton --markdown table.md --json figures.json

The argument is a checkout of Triton at the commit that belongs to the installed version; it is only read.  Each
tutorial is run as a program, in a process, folder and cache of its own, once for each back end, one after the other.
It is right where it ends with 0 and prints no cross; the tests that it holds are run by pytest, too.  Of the figures
that it prints, those of `triton.testing.perf_report` and of proton are compared: a ratio above 1 says that this
package is faster.  The exit status is 1 where a tutorial is right by Triton's own back end and not by ours.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import runpy
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path("python/tutorials")
#: what each back end is called by Triton; "" is Triton's own
BACKENDS = {"ours": "triton_shared_cuda", "Triton": ""}
#: lines of benchmarks that run no kernel of Triton's language
RIVALS = ("torch", "cublas", "rocblas", "flash")


@dataclass
class Run:
    """One tutorial by one back end: how it ended, and its figures as benchmark, line → size → value."""

    status: str = ""
    tests: str = ""
    figures: dict[str, dict[str, float]] = field(default_factory=dict)

    @property
    def right(self) -> bool:
        """Whether program and tests said so."""
        return self.status == "right" and "failed" not in self.tests


def record(file: Path, result: Path, points: int) -> None:
    """Run ``file`` as a program, in a process of its own; keep the figures of its benchmarks, of ``points`` sizes."""
    import triton.testing

    figures: dict[str, dict[str, float]] = {}
    run = triton.testing.Mark._run

    def recorded(self: Any, bench: Any, *arguments: Any, **keywords: Any) -> Any:
        sizes = list(bench.x_vals)
        bench.x_vals = sizes[:: max(1, -(-len(sizes) // points))] if points else sizes
        frame = run(self, bench, *arguments, **keywords)
        for line in frame.columns[len(bench.x_names) :]:
            values = zip(frame[frame.columns[0]], frame[line], strict=True)
            figures[f"{bench.plot_name}: {line}"] = {str(size): float(value) for size, value in values}
        result.write_text(json.dumps(figures))
        return frame

    triton.testing.Mark._run = recorded
    sys.argv = [str(file)]
    sys.path.insert(0, str(file.parent))
    runpy.run_path(str(file), run_name="__main__")
    for profile in Path.cwd().glob("*.hatchet"):
        figures |= {f"{profile.stem}: {name} (ms)": {"mean": ms} for name, ms in kernels(profile)}
    result.write_text(json.dumps(figures))


def kernels(profile: Path) -> Iterator[tuple[str, float]]:
    """The kernels that proton saw, each with its mean time in ms."""
    nodes = json.loads(profile.read_text())[:1]
    while nodes:
        node = nodes.pop()
        nodes += node.get("children", [])
        metrics = node.get("metrics", {})
        if metrics.get("count") and (time := metrics.get("time (ns)")):
            yield node["frame"]["name"], time / metrics["count"] / 1e6


def run_tutorial(file: Path, backend: str, options: argparse.Namespace) -> Run:
    """The outcome of ``file`` by ``backend``."""
    with tempfile.TemporaryDirectory(prefix="tutorial-") as scratch:
        environment = os.environ | {
            "TRITON_CACHE_DIR": f"{scratch}/triton",
            "TRITON_SHARED_CACHE_DIR": f"{scratch}/shared",
            "MPLBACKEND": "Agg",
        }
        environment.pop("TRITON_DEFAULT_BACKEND", None)
        if backend:
            environment["TRITON_DEFAULT_BACKEND"] = backend
        result = Path(scratch, "result.json")
        child = [__file__, "--record", str(result), "--points", str(options.points), str(file)]
        done = Run(ended(child, scratch, environment, options.limit))
        if result.exists():
            done.figures = json.loads(result.read_text())
        if "@pytest.mark" in file.read_text():
            pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-x", f"--rootdir={scratch}", str(file)]
            done.tests = ended([*pytest, *options.pytest], scratch, environment, options.limit)
    return done


def ended(arguments: list[str], folder: str, environment: dict[str, str], limit: float) -> str:
    """How a process of Python ended: "right", or in words what was wrong."""
    with Path(folder, "output").open("w+") as output:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=folder,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return f"> {limit:.0f} s"
        output.seek(0)
        lines = [line.strip() for line in output if line.strip()]
    last = lines[-1] if lines else ""
    if "pytest" in arguments:
        return last.strip("= ")
    return "right" if not status and not any("❌" in line for line in lines) else f"failed: {last[:120]}"


def ratios(ours: Run, other: Run) -> dict[str, tuple[float, float, float]]:
    """For each line of a kernel: the geometric mean of ours to Triton's speed over sizes, the least, the most."""
    rows = {}
    for line, values in ours.figures.items():
        label = line.partition(": ")[2].lower()
        both = [size for size in values if other.figures.get(line, {}).get(size)]
        if not both or label.startswith(RIVALS):
            continue
        quotients = [values[size] / other.figures[line][size] for size in both]
        if "ms)" in label:  # a time: less is faster
            quotients = [1 / quotient for quotient in quotients]
        mean = math.exp(sum(map(math.log, quotients)) / len(quotients))
        rows[line] = (mean, min(quotients), max(quotients))
    return rows


def table(results: dict[str, dict[str, Run]]) -> str:
    """Markdown: a row for each tutorial, and one for each line of its benchmarks."""
    lines = ["| tutorial, benchmark | ours | Triton | ours/Triton (range over sizes) |", "|---|---|---|---|"]
    for name, runs in results.items():
        states = [f"{run.status}{', tests: ' * bool(run.tests)}{run.tests}" for run in runs.values()]
        lines.append(f"| **{name}** | {' | '.join(states)} | |")
        for line, (mean, least, most) in ratios(*runs.values()).items():
            lines.append(f"| {line} | | | {mean:.2f} ({least:.2f}–{most:.2f}) |")
    return "\n".join(lines)


def main() -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkout", type=Path, help="a checkout of Triton")
    parser.add_argument("tutorials", nargs="*", help="their numbers, as 03; all without any")
    parser.add_argument(
        "--points", type=int, default=0, help="how many sizes of each benchmark (default: all)"
    )
    parser.add_argument(
        "--limit", type=float, default=600, help="seconds for one program (default: %(default)s)"
    )
    parser.add_argument("--pytest", action="append", default=[], help="another option of pytest")
    parser.add_argument("--markdown", type=Path, help="write the table to this file")
    parser.add_argument("--json", type=Path, help="write all figures to this file")
    parser.add_argument("--record", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.record:
        record(options.checkout, options.record, options.points)
        return 0
    files = sorted((options.checkout.resolve() / FOLDER).glob("[01][0-9]-*.py"))
    results: dict[str, dict[str, Run]] = {}
    for file in files:
        if options.tutorials and file.name[:2] not in options.tutorials:
            continue
        results[file.stem] = {
            name: run_tutorial(file, backend, options) for name, backend in BACKENDS.items()
        }
        print(table({file.stem: results[file.stem]}).partition("|\n|---")[2].partition("\n")[2], flush=True)
        if options.markdown:
            options.markdown.write_text(table(results) + "\n")
        if options.json:
            plain = {name: {b: asdict(run) for b, run in runs.items()} for name, runs in results.items()}
            options.json.write_text(json.dumps(plain, indent=1))
    return int(any(runs["Triton"].right and not runs["ours"].right for runs in results.values()))


if __name__ == "__main__":
    sys.exit(main())
