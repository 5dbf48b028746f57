"""``triton-shared-check [--checks bounds,…] program.py …`` runs a Python program whose kernels are checked.

The program is run as `python` runs it; with ``-m``, a module.  Kernels of Triton's run on the CPU, unless
``TRITON_DEFAULT_BACKEND`` names another back end.  What is found is written to standard error as launches end; with
``--raise`` it is an error where the launch is.  The exit status is the program's, and 1 where that is 0 and
something was found.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import importlib
import json
import os
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

from triton_shared.parsers import Parser
from triton_shared.runtime.checks import findings, kinds, uninitialised

_BACKEND = "TRITON_DEFAULT_BACKEND"


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="triton-shared-check", description="Run a program whose kernels are checked.")
    parser.add_argument("--checks", default="all", help=f"which: {', '.join(kinds.KINDS)}, or all")
    parser.add_argument("--raise", dest="raises", action="store_true", help="raise what is found")
    parser.add_argument("--json", action="store_true", help="write each finding as a line of JSON")
    parser.add_argument("-m", dest="is_module", action="store_true", help="the program is a module")
    parser.add_argument("program", help="a Python file")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="the program's own")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        checks = kinds.selected(options.checks)
    except ValueError as error:
        parser.error(str(error))
    if not options.is_module and not Path(options.program).is_file():
        parser.error(f"there is no file {options.program!r}")
    os.environ[kinds.VARIABLE] = ",".join(checks)
    if "initialised" in checks:
        _watch_allocations()
    os.environ.setdefault(_BACKEND, "triton_shared")
    if options.json:
        findings.spelled = _json
    if options.raises:
        os.environ[kinds.RAISE] = "1"
    return _run(options.program, options.arguments, options.is_module)


def _json(found: findings.Finding) -> str:
    return json.dumps({"code": "TS0301", "message": str(found)} | dataclasses.asdict(found))


def _watch_allocations() -> None:
    """Know what the program allocates and does not write, also before its first kernel."""
    with contextlib.suppress(ImportError):
        importlib.import_module("torch")
    uninitialised.watch()


def _run(program: str, arguments: list[str], is_module: bool) -> int:
    """Run the program in this process; the exit status."""
    sys.argv = [program, *arguments]
    sys.path.insert(0, os.getcwd() if is_module else str(Path(program).resolve().parent))
    try:
        if is_module:
            runpy.run_module(program, run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(program, run_name="__main__")
    except SystemExit as end:
        if end.code is not None and end.code != 0:
            raise
    return int(findings.told() > 0)


if __name__ == "__main__":
    sys.exit(main())
