"""What compiling for a GPU costs beside compiling for the CPU: ``python -m benchmarks.gpu_compile [PATH ...]``.

For each file, and those in folders, the process time, of all threads, from the source to PTX and from the source to an
object of this CPU, in ms: the least of ``--rounds``, which take turns.  ``--steps`` prints what the GPU's steps take,
for all files together.  With ``--triton`` it is the time from the source to a cubin, and Triton's own
(`triton_compile.py`).
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from triton_shared import dialects
from triton_shared.codegen.cpu import stages as cpu
from triton_shared.codegen.kernels import pick_kernel
from triton_shared.codegen.nvidia import STAGES
from triton_shared.codegen.nvidia import stages as gpu
from triton_shared.codegen.nvidia.ptx.emit import to_ptx
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.targets import DEFAULT, conversion_for
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

EXAMPLES = Path(__file__).parents[1] / "examples"
TARGET = GpuTarget("sm_90a")
Step = Callable[[str, Callable], object]


def shared_form(text: str, target: str) -> ir.Operation:
    """The module of ``text`` in the shared form, as code for ``target`` is made of it."""
    module = dialects.parse(text)
    run_pipeline(module, [conversion_for(target), "allow-contraction"])
    return module


def to_object(text: str) -> None:
    """From the source to this CPU's object."""
    cpu.compile_module(shared_form(text, DEFAULT))


def to_gpu(text: str) -> None:
    """From the source to PTX."""
    gpu.compile_module(shared_form(text, "gpu"), options=gpu.Options(TARGET))


def steps(text: str, timed: Step) -> None:
    """From the source to PTX, pass by pass."""
    module = timed("to the shared form", lambda: shared_form(text, "gpu")).operation
    with module.context, ir.Location.unknown():
        kernel = pick_kernel(module, None)
        gpu.prepare(module, kernel, TARGET)
    for passes in STAGES.values():
        for name in passes:
            timed(name, lambda name=name: run_pipeline(module, [name], verify_each=False))
    with module.context:
        compiled = timed("to LLVM IR", lambda: gpu.translated(module, kernel))
    timed("LLVM", lambda: to_ptx(compiled.text, TARGET, compiled.reduce_strength))


def process_time(run: Callable[[], object]) -> float:
    """Milliseconds of this process, in all of its threads."""
    start = time.process_time()
    run()
    return (time.process_time() - start) * 1e3


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.gpu_compile", description=__doc__.splitlines()[0]
    )
    parser.add_argument("paths", nargs="*", type=Path, default=[EXAMPLES], help="files and folders")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is compiled; default: 3")
    parser.add_argument("--steps", action="store_true", help="print what the GPU's steps take")
    parser.add_argument("--triton", action="store_true", help="compare with Triton, to cubins")
    options = parser.parse_args(arguments)
    found = (sorted(path.rglob("*.mlir")) if path.is_dir() else [path] for path in options.paths)
    files = [file for files in found for file in files]
    if options.triton:
        from benchmarks import triton_compile  # which not everybody has

        triton_compile.compare(files, TARGET, options.rounds)
    else:
        compare(files, options.rounds, options.steps)


def compare(files: list[Path], count: int, with_steps: bool) -> None:
    """Print the table of ``files``, of ``count`` rounds each."""
    ratios, spent = [], defaultdict[str, float](float)

    def timed(name: str, run: Callable[[], object]) -> object:
        results: list[object] = []
        spent[name] += process_time(lambda: results.append(run()))
        return results[0]

    print("| kernel | to PTX, ms | to an object, ms | ratio |\n|---|---|---|---|")
    for path in files:
        text = path.read_text(encoding="utf-8")
        rounds = [
            (process_time(lambda: to_gpu(text)), process_time(lambda: to_object(text)))  # noqa: B023
            for _ in range(count)
        ]
        ptx, code = map(min, zip(*rounds, strict=True))
        ratios.append(ptx / code)
        print(f"| {path.stem} | {ptx:.0f} | {code:.0f} | {ratios[-1]:.2f} |", flush=True)
        if with_steps:
            steps(text, timed)
    print(f"| median | | | {statistics.median(ratios):.2f} |")
    for name, ms in sorted(spent.items(), key=lambda item: -item[1]):
        print(f"{ms:8.0f} ms {name}")


if __name__ == "__main__":
    main()
