"""Kernels on the CPU beside torch: ``python -m benchmarks.cpu [pattern ...] [--threads N ...] [--json FILE]``.

Every kernel is one `@triton.jit` function of which triton_shared compiles the Triton IR, with the best of a few block
sizes.  Its rival is the fastest of a few ways to compute the same by torch or numpy, chosen in the same run with the
same number of threads; the row says what it calls.  ``--inductor`` adds what Inductor makes of the first of them.

Each side is alone in its turns: quiet until the threads of the other sleep, as those of OpenBLAS do after a tenth of a
second, then calls of which the first two do not count.  A row gives the median of a side's turns, the ratio of the
rival's time to ours with its spread, and the share of what the machine reaches at most, measured in the same run: of
its bandwidth, or of its arithmetic where a kernel multiplies matrices.  A rival that reaches less than a tenth of that,
or of f32's arithmetic, is marked as one that nobody made fast.  Rows of f16 tell the time of bf16, too, which has fewer
bits.
``--compare FILE`` adds how much faster a row is than in an earlier
``--json``.  ``--machine x86-64-v3`` lets both sides use no more instructions than that level of x86-64 has: ours is
compiled for it, torch, MKL, oneDNN and numpy are told by their variables (`FORCED`).
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import triton

import triton_shared
from benchmarks import cpu_table
from benchmarks.cpu_row import Row
from benchmarks.cpu_rows import rows
from triton_shared.runtime.cpu.pool import default_width
from triton_shared.sweeps import machine

#: seconds of quiet before a turn, the part of these for which threads may have been busy, and how often it is tried
QUIET, BUSY, QUIETER = 0.05, 0.1, 20
#: calls of a turn that do not count, and seconds from which a call is a long one
WARM, LONG = 2, 0.1


#: for a level of x86-64 what keeps torch's own kernels, MKL, oneDNN and numpy below it
FORCED = {
    "x86-64-v3": {
        "ATEN_CPU_CAPABILITY": "avx2",
        "MKL_ENABLE_INSTRUCTIONS": "AVX2",
        "ONEDNN_MAX_CPU_ISA": "AVX2",
        "OPENBLAS_CORETYPE": "Haswell",
        "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR",
    }
}
#: a rival that reaches less of the machine's bandwidth, or of its arithmetic on f32, is marked as not optimised
UNOPTIMISED = 0.1
#: a way of the rival's is not timed further where one call takes so many times as long as the fastest before
HOPELESS = 4


def rest() -> None:
    """Wait until no thread of this process has been busy for a while."""
    for _ in range(QUIETER):
        begin = time.process_time()
        time.sleep(QUIET)
        if time.process_time() - begin < BUSY * QUIET:
            return


def turn(call: Callable[[], object], seconds: float) -> float:
    """The median of a turn's calls, in seconds; of at least five, or two where one takes longer than `LONG`."""
    rest()
    times: list[float] = []
    begin = time.perf_counter()
    for _ in range(WARM):
        call()
    least = 2 if time.perf_counter() - begin > WARM * LONG else 5
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < least:
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def texts(row: Row) -> list[tuple[dict[str, Any], str, list]]:
    """For each configuration of ``row`` its Triton IR and what its parameters are."""
    found = []
    for constants in row.blocks:
        compiled = row.kernel.warmup(*row.arguments, **constants, grid=row.grid(constants))
        kept = [name for name, type in compiled.src.signature.items() if type != "constexpr"]
        arguments = [row.arguments[row.kernel.arg_names.index(name)] for name in kept]
        found.append((constants, compiled.asm["ttir"], arguments))
    return found


def best(row: Row, configurations: list[tuple[dict[str, Any], str, list]], threads: int) -> tuple[dict, Any]:
    """The fastest configuration with ``threads`` threads, and its launch."""
    launches = []
    for constants, text, arguments in configurations:
        run = triton_shared.compile(text, num_threads=threads)[row.grid(constants)]
        call = lambda run=run, arguments=arguments: run(*arguments)  # noqa: E731
        launches.append((turn(call, 0.02), constants, call))
    _, constants, call = min(launches, key=lambda found: found[0])
    return constants, call


def fastest(rivals: dict[str, Callable[[], object]]) -> tuple[str, Callable[[], object]]:
    """The way of ``rivals`` that takes the least time, and what it calls."""
    times: dict[str, float] = {}
    for name, call in rivals.items():
        call()
        begin = time.perf_counter()
        call()
        times[name] = time.perf_counter() - begin
        if times[name] < HOPELESS * min(times.values()):
            times[name] = turn(call, 0.02)
    name = min(times, key=times.__getitem__)
    return name, rivals[name]


def set_blas_threads(threads: int) -> None:
    """Let numpy's products take so many threads, where OpenBLAS computes them; others obey torch or have one."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        libraries = {line.split()[-1] for line in maps if "openblas" in line}
    for library in map(ctypes.CDLL, libraries):
        for name in (
            "scipy_openblas_set_num_threads64_",
            "openblas_set_num_threads64_",
            "openblas_set_num_threads",
        ):
            if hasattr(library, name):
                getattr(library, name)(threads)


def wanted(row: Row) -> torch.Tensor:
    """What the first rival computes."""
    return (
        torch.as_tensor(next(iter(row.rivals.values()))()).double().reshape(row.arguments[row.output].shape)
    )


def distance(result: torch.Tensor, right: torch.Tensor) -> float:
    """How far ``result`` is from what is ``right``, as a part of the largest element."""
    off = (result.double().reshape(right.shape) - right).abs().max()
    return (off / right.abs().max().clamp(min=1)).item()


def error(row: Row, call: Callable[[], object], right: torch.Tensor) -> float:
    """How far ours is from what is ``right``."""
    output = row.arguments[row.output]
    output.zero_()
    call()
    return distance(output, right)


def right_rivals(row: Row, right: torch.Tensor) -> dict[str, Callable[[], object]]:
    """The ways of the rival's that compute what the first does: oneDNN's product of bytes saturates without VNNI."""
    return {
        name: call
        for name, call in row.rivals.items()
        if distance(torch.as_tensor(call()), right) <= row.tolerance
    }


def measure(row: Row, threads: int, rounds: int, peaks: Peaks, inductor: bool = False) -> dict:
    """A row with ``threads`` threads as a dictionary; times are in seconds."""
    torch.set_num_threads(threads)
    set_blas_threads(threads)
    constants, call = best(row, texts(row), threads)
    right = wanted(row)
    off, rivals = error(row, call, right), right_rivals(row, right)
    if inductor:
        name, function = next(iter(rivals.items()))
        rivals[f"Inductor, {name}"] = torch.compile(function, dynamic=False)
    rival, other = fastest(rivals)
    times: dict[str, list[float]] = {"ours": [], "torch": []}
    sides = {"ours": call, "torch": other}
    for number in range(rounds):
        for side in sorted(sides, reverse=bool(number % 2)):
            times[side].append(turn(sides[side], 0.03))
    ratios = sorted(t / o for o, t in zip(times["ours"], times["torch"], strict=True))
    seconds = {side: statistics.median(values) for side, values in times.items()}
    return {
        "name": row.name,
        "threads": threads,
        "rival": rival,
        "detour": rival != next(iter(row.rivals)),
        "seconds": seconds,
        "ratio": statistics.median(ratios),
        "spread": (ratios[0], ratios[-1]),
        **rated(row, threads, seconds, peaks),
        "beside": {name: turn(call, 0.03) for name, call in row.beside.items()},
        "constants": {name: str(value) for name, value in constants.items()},
        "error": off,
        "right": off <= row.tolerance,
    }


def rated(row: Row, threads: int, seconds: dict[str, float], peaks: Peaks) -> dict:
    """What ``row`` reaches of the machine, and whether its rival is far below."""
    amount, limit = row.bytes, peaks.bandwidth(threads)
    usual = limit
    if row.flops:
        amount, limit = row.flops, peaks.arithmetic(row.element, threads)
        usual = peaks.arithmetic("f32", threads)
    return {
        "rate": amount / seconds["ours"],
        "unit": "FLOP/s" if row.flops else "B/s",
        "share": amount / seconds["ours"] / limit,
        "unoptimised": amount / seconds["torch"] < UNOPTIMISED * usual,
    }


class Peaks:
    """What the machine reaches at most, measured when it is asked for first."""

    def __init__(self) -> None:
        self._known: dict[tuple, float] = {}

    def bandwidth(self, threads: int) -> float:
        """Bytes a second."""
        return self._of((machine.bandwidth, threads))

    def arithmetic(self, element: str, threads: int) -> float:
        """Operations a second."""
        return self._of((machine.peak, element, threads))

    def _of(self, key: tuple) -> float:
        if key not in self._known:
            self._known[key] = key[0](*key[1:])
        return self._known[key]


def line(result: dict, before: float | None) -> str:
    """One row as text; ``before`` is how long it took in an earlier run."""
    ours, theirs = (result["seconds"][side] for side in ("ours", "torch"))
    low, high = result["spread"]
    then = "" if before is None else f"{before / ours:7.2f}"
    verdict = "" if result["right"] else f"  WRONG by {result['error']:.2g}"
    constants = " ".join(f"{name}={value}" for name, value in result["constants"].items())
    beside = "".join(f"  ({name} {seconds * 1e3:.3f})" for name, seconds in result["beside"].items())
    rival = result["rival"] + ("*" if result["unoptimised"] else "")
    return (
        f"{result['name']:26}{result['threads']:4}{ours * 1e3:10.3f}{theirs * 1e3:10.3f}{result['ratio']:7.2f}"
        f" ({low:.2f}-{high:.2f}){result['rate'] / 1e9:9.1f} G{result['unit']:7}{result['share']:6.0%}{then}"
        f"  {rival}{beside}  {constants}{verdict}"
    )


def _hold_back(level: str, arguments: list[str]) -> None:
    """Let both sides keep to ``level``, by a new process: libraries read their variables when they are loaded."""
    if any(os.environ.get(name) != value for name, value in FORCED[level].items()):
        command = [sys.executable, "-m", "benchmarks.cpu", *arguments]
        os.execve(sys.executable, command, os.environ | FORCED[level])
    import pytest  # which is imported where it is asked for: the other rows need no more than torch

    from tests.support import forced

    forced.force(pytest.MonkeyPatch(), forced.MACHINES[level])


def main(arguments: list[str] | None = None) -> int:
    """The command; its exit status is 1 where a kernel fails or computes wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.cpu",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("pattern", nargs="*", help="only rows whose name has one of these in it")
    add("--threads", type=int, nargs="+", help="numbers of threads; default: 1, 2, half and all cores")
    add("--rounds", type=int, default=7, help="turns of each side; default: 7")
    add("--inductor", action="store_true", help="Inductor's C++ is a rival, too; it compiles for minutes")
    add("--json", type=Path, metavar="FILE", help="write the results there, too")
    add("--svg", type=Path, metavar="FILE", help="draw the ratios there")
    add(
        "--compare",
        type=Path,
        metavar="FILE",
        help="a --json of before; adds a column, time before / time now",
    )
    add("--machine", choices=FORCED, help="a level of x86-64 that neither side goes beyond")
    options = parser.parse_args(arguments)
    if options.machine:
        _hold_back(options.machine, sys.argv[1:] if arguments is None else arguments)
    width = default_width()
    counts = options.threads or sorted({1, min(2, width), max(1, width // 2), width})
    before = {}
    if options.compare:
        earlier = json.loads(options.compare.read_text(encoding="utf-8"))
        before = {(r["name"], r["threads"]): r["seconds"]["ours"] for r in earlier}
    triton.runtime.driver.set_active(triton_shared.CPUDriver())
    print(
        f"{platform.processor() or platform.machine()}, triton {triton.__version__}, torch {torch.__version__}"
    )
    print(
        f"{'milliseconds':26}{'thr':>4}{'ours':>10}{'rival':>10}{'ratio':>7}{'spread':>12}{'rate':>12}{'share':>14}"
    )
    results, peaks, failures = [], Peaks(), 0
    for name, make in rows():
        if options.pattern and not any(pattern in name for pattern in options.pattern):
            continue
        for threads in counts:
            try:
                results.append(measure(make(), threads, options.rounds, peaks, options.inductor))
            except Exception as error:
                failures += 1
                print(
                    f"{name:26}{threads:4} {type(error).__name__}: {str(error).splitlines()[0]}", flush=True
                )
                continue
            failures += not results[-1]["right"]
            print(line(results[-1], before.get((name, threads))), flush=True)
            if options.json:
                options.json.write_text(json.dumps(results, indent=1), encoding="utf-8")
    if options.svg:
        cpu_table.draw(options.svg, results)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
