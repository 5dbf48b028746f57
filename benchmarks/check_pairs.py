"""Wrong kernels and their right twins (`tests/check/kernels`) under a checker: what it finds, and what it misses.

``python -m benchmarks.check_pairs [--tool triton-viz] [--checks bounds,races]`` prints a table.  triton-viz's sanitizer
runs where that package and the Triton that it needs are installed; its reports count wherever they point, ours at the
line that is wrong alone.  Each launch has a process of its own, and as many seconds as ``--seconds`` says.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import inspect
import io
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

CHECKS = ("bounds", "races", "promises", "values", "initialised", "order")
FOUND, SILENT, FAILED, LATE = "found", "silent", "failed", "out of time"


def ours(case: Any, wrong: bool, check: str, values: list) -> bool:
    """Whether our checks report the line that is wrong; of right twins, whether they report anything."""
    import triton

    import triton_shared

    triton.runtime.driver.set_active(triton_shared.CPUDriver())
    source = importlib.import_module(f"tests.check.kernels.{check}")
    lines = inspect.getsource(source).splitlines()
    try:
        triton_shared.check(case.kernel, "all")[case.grid](*values, **case.named, WRONG=wrong)
    except triton_shared.CheckError as error:
        found = error.findings
        at = [one for one in found if one.kind == check and lines[one.line - 1].endswith("# wrong")]
        return bool(at) if wrong else bool(found)
    return False


def triton_viz(case: Any, wrong: bool, check: str, values: list) -> bool:
    """Whether triton-viz's sanitizer reports anything."""
    viz = importlib.import_module("triton_viz")
    sanitizer = importlib.import_module("triton_viz.clients").Sanitizer(abort_on_error=False)
    with contextlib.redirect_stdout(io.StringIO()):
        viz.trace(client=sanitizer)(case.kernel)[case.grid](*values, **case.named, WRONG=wrong)
    return bool(sanitizer.records)


TOOLS: dict[str, Callable[..., bool]] = {"ours": ours, "triton-viz": triton_viz}


def launch(tool: str, check: str, name: str, wrong: bool, out: Any) -> None:
    """Put into ``out`` whether ``tool`` reports something, or what it ends with."""
    case = importlib.import_module(f"tests.check.kernels.{check}").CASES[name]
    values = [a(wrong) if callable(a) else a for a in case.arguments]
    try:
        out.put(FOUND if TOOLS[tool](case, wrong, check, values) else SILENT)
    except BaseException as error:
        out.put(f"{FAILED}: {type(error).__name__}: {str(error)[:80]}")


def verdict(tool: str, check: str, name: str, wrong: bool, seconds: float) -> str:
    """How a launch in a process of its own ends."""
    context = multiprocessing.get_context("fork")
    out = context.Queue()
    process = context.Process(target=launch, args=(tool, check, name, wrong, out))
    process.start()
    end = time.monotonic() + seconds
    found = ""
    while not found and time.monotonic() < end:
        with contextlib.suppress(Exception):
            found = out.get(timeout=0.2)
        if not found and not process.is_alive() and out.empty():
            found = f"{FAILED}: exit status {process.exitcode}"
    process.kill()
    process.join()
    return found or LATE


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", choices=TOOLS, default="ours")
    parser.add_argument("--checks", default=",".join(CHECKS))
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--quiet", action="store_true", help="the table alone")
    options = parser.parse_args(arguments)
    print(
        "| check | pairs | found | missed | not run | false alarms | right twins not run |\n|---|"
        + "---:|" * 6
    )
    total: Counter[str] = Counter()
    for check in options.checks.split(","):
        names = [*importlib.import_module(f"tests.check.kernels.{check}").CASES]
        counts: Counter[str] = Counter(pairs=len(names))
        for name in names:
            for wrong in (True, False):
                found = verdict(options.tool, check, name, wrong, options.seconds)
                kind = found if found in (FOUND, SILENT) else "not run"
                counts[f"{'wrong' if wrong else 'right'} {kind}"] += 1
                if not options.quiet:
                    print(f"    {check} {name} {'wrong' if wrong else 'right'}: {found}", flush=True)
        total += counts
        print(_row(check, counts), flush=True)
    print(_row("all", total))


def _row(check: str, counts: Counter[str]) -> str:
    columns = ("pairs", "wrong found", "wrong silent", "wrong not run", "right found", "right not run")
    return f"| {check} | " + " | ".join(str(counts[column]) for column in columns) + " |"


if __name__ == "__main__":
    main()
