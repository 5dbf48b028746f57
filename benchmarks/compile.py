"""Time every stage from source to launch: ``python -m benchmarks.compile [file.mlir ...]``.

``python -m benchmarks.kernels DIRECTORY`` writes larger ones than the default: sorts, and attention's backward pass.

For each file: the stages in this process, the first time and the median of the next ones; then whole
processes with an empty and with a filled cache, whose modules' byte code is there, as where a package is installed; at
last what a launch costs beyond the kernel's own work.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
DEFAULT = ("vector_add.f32.mlir", "softmax.f32.mlir", "matmul.f32.mlir", "attention.f32.mlir")

# A process that prints the milliseconds of each of its steps.
_PROCESS = """
import sys, time
def step(name, start):
    print(name, (time.perf_counter() - start) * 1e3)
    return time.perf_counter()
t = time.perf_counter()
import numpy
t = step("import_numpy", t)
import triton_shared
triton_shared.compile
t = step("import_triton_shared", t)
kernel = triton_shared.compile(sys.argv[1])
t = step("compile", t)
from triton_shared.runtime.cpu import pool
pool.current()
t = step("thread_pool", t)
"""


class Stopwatch:
    """Collects the milliseconds of named steps."""

    def __init__(self):
        self.times: dict[str, list[float]] = {}

    def __call__(self, name: str, step: Callable, *arguments: object, **keywords: object) -> object:
        """Run ``step``, note its time under ``name``, return what it returns."""
        start = time.perf_counter()
        result = step(*arguments, **keywords)
        self.times.setdefault(name, []).append((time.perf_counter() - start) * 1e3)
        return result

    def rows(self) -> list[tuple[str, float, float]]:
        """Each step's first time and the median of the others, in ms, and the sums."""
        rows = [(name, first, statistics.median(rest)) for name, (first, *rest) in self.times.items()]
        return [*rows, ("sum", sum(r[1] for r in rows), sum(r[2] for r in rows))]

    def report(self) -> None:
        """Print the rows."""
        for name, first, later in self.rows():
            print(f"  {name:24}{first:10.2f} ms first{later:10.2f} ms later")


def build(text: str, watch: Stopwatch) -> None:
    """Compile ``text`` once, stage by stage."""
    from triton_shared import dialects
    from triton_shared.codegen.cpu import STAGES, stages
    from triton_shared.codegen.kernels import pick_kernel
    from triton_shared.codegen.llvm import machine
    from triton_shared.mlir import ir
    from triton_shared.passes.manager import run_pipeline
    from triton_shared.runtime.code import Code

    module = watch("parse", dialects.parse, text)
    watch("triton-to-linalg", run_pipeline, module, ["triton-to-linalg", "allow-contraction"])
    with module.context, ir.Location.unknown():
        kernel = pick_kernel(module, None)
        stages.prepare(module, kernel)
    for stage, passes in STAGES.items():
        watch(stage, run_pipeline, module, passes, verify_each=False)
    with module.context:
        compiled = watch("ll", stages.translated, module, kernel)
    optimized = watch("LLVM passes", machine.clean_up, compiled.text, compiled.target)
    object_code = watch("LLVM code generation", machine.to_object, optimized, compiled.target)
    watch("load", Code, object_code, compiled.entry)


def processes(path: Path) -> None:
    """Print the steps of a process that compiles ``path``, with an empty cache and with a filled one."""
    command = [sys.executable, "-c", _PROCESS, str(path)]
    with tempfile.TemporaryDirectory() as directory:
        environment = os.environ | {"PYTHONPYCACHEPREFIX": f"{directory}/byte-code"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        subprocess.check_output(command, env=environment | {"TRITON_SHARED_CACHE_DIR": f"{directory}/first"})
        environment["TRITON_SHARED_CACHE_DIR"] = f"{directory}/cache"
        for cache in ("empty", "filled", "filled"):
            start = time.perf_counter()
            steps = subprocess.check_output(command, env=environment, text=True).splitlines()
            whole = (time.perf_counter() - start) * 1e3
            shown = ", ".join(f"{name} {float(ms):.1f}" for name, ms in map(str.split, steps))
            print(f"  process, cache {cache:7}{whole:9.1f} ms: {shown}")


def launch_overhead(path: Path, launches: int = 20_000) -> None:
    """Print the median time of a launch of one program of vector add on one element."""
    import numpy as np

    import triton_shared

    x = np.ones(1, np.float32)
    launch, times = triton_shared.compile(path)[1], []
    for _ in range(launches):
        start = time.perf_counter()
        launch(x, x, x, 1)
        times.append((time.perf_counter() - start) * 1e6)
    print(f"launch of one program: {statistics.median(times):.2f} us")


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compile", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, default=[EXAMPLES / name for name in DEFAULT])
    parser.add_argument("--repeat", type=int, default=5, help="how often the stages are timed; default: 5")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the times of the stages there, too")
    options = parser.parse_args(arguments)
    found: list[dict] = []
    for path in options.files:
        print(path.name, flush=True)
        watch, text = Stopwatch(), path.read_text(encoding="utf-8")
        for _ in range(1 + options.repeat):
            build(text, watch)
        watch.report()
        found += [
            {"file": path.name, "stage": name, "first": first, "later": later}
            for name, first, later in watch.rows()
        ]
        if options.json:
            options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
        processes(path)
    launch_overhead(EXAMPLES / "vector_add.f32.mlir")


if __name__ == "__main__":
    main()
