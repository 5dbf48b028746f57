"""Runs Triton's own tests against this back end and prints a table.

    python tests/conformance/run.py ../triton                              # all files below python/test/unit
    python tests/conformance/run.py ../triton language/test_core.py -n 4
    python tests/conformance/run.py ../triton --markdown table.md
    python tests/conformance/run.py ../triton language/test_core.py --backend triton_shared_cuda -n 16
    python tests/conformance/run.py ../triton language/test_core.py --backend triton_shared_cuda --emulate

The first argument is a checkout of Triton at the commit that belongs to the installed version.  It is only read.
`deselected.txt`, and on GPUs `deselected_cuda.txt`, lists the tests that are left out, each with its reason; the exit
status is 1 when another one fails.  ``--emulate`` runs kernels for GPUs in the emulator, where there is no GPU.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
UNIT = Path("python/test/unit")
sys.path.insert(0, str(HERE))

#: the back ends, and the device of their tensors
DEVICES = {"triton_shared": "cpu", "triton_shared_cuda": "cuda"}


@dataclass
class Row:
    """The outcome of one file."""

    file: str
    passed: int = 0
    skipped: int = 0
    failed: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    deselected: dict[str, int] = field(default_factory=dict)
    note: str = ""

    def cells(self) -> list[str]:
        """File, passed, failed, skipped, deselected, percent of those that ran (rounded down)."""
        left_out = sum(self.deselected.values()) + len(self.texts)
        ran = self.passed + len(self.failed)
        percent = str(1000 * self.passed // ran / 10) if ran else "-"
        return [
            self.file,
            *map(str, (self.passed, len(self.failed), self.skipped, left_out)),
            self.note or percent,
        ]


HEADER = ["file", "passed", "failed", "skipped", "deselected", "percent"]


def run_file(checkout: Path, file: str, options: argparse.Namespace) -> Row:
    """One pytest run of ``file``, named relative to `UNIT`, with caches of its own."""
    with tempfile.TemporaryDirectory(prefix="conformance-") as scratch:
        outcomes = Path(scratch, "outcomes.json")
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH")])),
            "TRITON_DEFAULT_BACKEND": options.backend,
            "TRITON_CACHE_DIR": f"{scratch}/triton",
            "TRITON_SHARED_CACHE_DIR": f"{scratch}/shared",
        }
        command = [sys.executable, "-m", "pytest", str(UNIT / file), "-p", "conformance_plugin"]
        command += [f"--rootdir={checkout}", f"--confcutdir={checkout}", "-p", "no:cacheprovider", "-q"]
        device = "cpu" if options.emulate else DEVICES[options.backend]
        command += [f"--device={device}", f"--outcomes={outcomes}", "-n", str(options.n), "--tb=short"]
        command += ["--emulate"] * options.emulate + options.pytest
        log = Path(options.logs or scratch, file.replace("/", "-") + ".log")
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("w") as output:
            tests = subprocess.Popen(
                command,
                cwd=checkout,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            tests.wait(options.limit)
        except subprocess.TimeoutExpired:
            os.killpg(tests.pid, signal.SIGKILL)
            tests.wait()
            return Row(file, failed=[file], note=f"> {options.limit} s")
        if not outcomes.exists():
            return Row(file, failed=[file], note="no result")
        return Row(file, **json.loads(outcomes.read_text()))


def table(rows: list[Row], markdown: bool) -> str:
    """The rows and their sum, aligned for a terminal or as Markdown."""
    total = Row("all")
    for row in rows:
        total.passed += row.passed
        total.skipped += row.skipped
        total.failed += row.failed
        total.texts += row.texts
        total.deselected |= {f"{row.file} {pattern}": n for pattern, n in row.deselected.items()}
    lines = [HEADER, *(row.cells() for row in rows), total.cells()]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADER))]
    if markdown:
        lines.insert(1, ["-" * widths[0], *("-" * (w - 1) + ":" for w in widths[1:])])
    separator, edge = (" | ", "|") if markdown else ("  ", "")
    texts = []
    for name, *numbers in lines:
        aligned = [name.ljust(widths[0]), *(n.rjust(w) for n, w in zip(numbers, widths[1:], strict=True))]
        texts.append(f"{edge} {separator.join(aligned)} {edge}".strip())
    return "\n".join(texts)


def entries() -> list[Any]:
    """Those of the back end's list."""
    from conformance_plugin import read  # looks at the environment

    return read()


def selected(checkout: Path, names: list[str]) -> list[str]:
    """The files that ``names`` mean, relative to `UNIT`; all that the list does not leave out when there are none."""
    left_out = [e for e in entries() if e.whole_file]
    found = sorted(p.relative_to(checkout / UNIT).as_posix() for p in (checkout / UNIT).rglob("test_*.py"))
    if missing := [n for n in names if n not in found]:
        raise SystemExit(f"{checkout / UNIT} has no {', '.join(missing)}; it has:\n  " + "\n  ".join(found))
    return names or [f for f in found if not any(e.matches(f) for e in left_out)]


def stale(rows: list[Row]) -> list[str]:
    """Entries for the files that ran which left nothing out."""
    files = {row.file for row in rows if row.passed or row.failed}
    used = {pattern for row in rows for pattern in row.deselected}
    patterns = [e.pattern for e in entries() if not e.whole_file]
    return [p for p in patterns if p.partition("::")[0] in files and p not in used]


def families(tests: list[str]) -> list[str]:
    """``tests`` with those that differ in parameters only in one line."""
    names = Counter(test.partition("[")[0] for test in tests)
    single = {test.partition("[")[0]: test for test in tests}
    return [
        f"{name}, {count} of its parameters" if count > 1 else single[name] for name, count in names.items()
    ]


def main() -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkout", type=Path, help="a checkout of Triton")
    parser.add_argument("files", nargs="*", help="files below python/test/unit; all without any")
    parser.add_argument("-n", type=int, default=1, help="processes that run tests (default 1)")
    parser.add_argument("--limit", type=int, default=3600, help="seconds for one file (default 3600)")
    parser.add_argument("--logs", type=Path, help="keep what pytest prints in this directory")
    parser.add_argument("--markdown", type=Path, help="write the table to this file, as Markdown")
    parser.add_argument("--backend", choices=DEVICES, default="triton_shared", help="the back end")
    parser.add_argument("--emulate", action="store_true", help="run kernels for GPUs in the emulator")
    parser.add_argument("--pytest", action="append", default=[], help="another option of pytest")
    options = parser.parse_args()
    os.environ["TRITON_DEFAULT_BACKEND"] = options.backend
    checkout = options.checkout.resolve()
    options.logs = options.logs and options.logs.resolve()
    rows = []
    for file in selected(checkout, options.files):
        rows.append(run_file(checkout, file, options))
        print("  ".join(rows[-1].cells()), flush=True)
    print("\n" + table(rows, markdown=False))
    if options.markdown:
        options.markdown.write_text(table(rows, markdown=True) + "\n")
    failed = [test for row in rows for test in row.failed]
    for title, tests in (
        ("failed", families(failed)),
        ("right, but for the texts that they read", families([test for row in rows for test in row.texts])),
        ("deselected.txt names what is not there", stale(rows)),
    ):
        if tests:
            print(f"\n{title}:", *tests, sep="\n  ")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
