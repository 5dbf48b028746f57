"""Figures of commits, kept in the repository: ``python -m benchmarks.history add RESULT.json --machine NAME``.

RESULT.json is what ``--json`` of `benchmarks.cpu`, `benchmarks.gpu`, `benchmarks.compile` or `benchmarks.instructions`
wrote.  Each machine has a folder of benchmarks/history and each commit a file in it, with the rows of all benchmarks::

    {"machine": "...", "commit": "c7cad39", "date": "2026-11-23",
     "benchmarks": {"cpu": {"origin": "python -m benchmarks.cpu", "unit": "ms", "rows": {"add f32, 2 threads": 4.02}}}}

The page of docs that plots them is made by `website.history`.  Adding a benchmark again replaces its rows.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from triton_shared.names import file_name

FOLDER = Path(__file__).parent / "history"
Rows = dict[str, float]


def _cpu(found: list[dict]) -> Rows:
    return {
        f"{r['name']}, {r['threads']} thread{'s' * (r['threads'] > 1)}": r["seconds"]["ours"] * 1e3
        for r in found
    }


def _gpu(found: list[dict]) -> Rows:
    speeds = {r["name"]: r.get("TFLOP/s") or r["GB/s"] for r in found}
    return {name: speed["ours"] / speed["triton"] for name, speed in speeds.items()}


def _compile(found: list[dict]) -> Rows:
    return {f"{r['file']}: {r['stage']}": r["later"] for r in found if r["stage"] == "sum"}


def _instructions(found: list[dict]) -> Rows:
    return {r["name"]: r["instructions"] / 1e6 for r in found}


#: by benchmark: the unit, whether more is better, and the rows of its --json
KINDS: dict[str, tuple[str, bool, Callable[[list[dict]], Rows]]] = {
    "cpu": ("ms", False, _cpu),
    "gpu": ("times Triton's speed", True, _gpu),
    "compile": ("ms", False, _compile),
    "instructions": ("millions of instructions", False, _instructions),
}
_KEYS = {"threads": "cpu", "chosen": "gpu", "stage": "compile", "instructions": "instructions"}


def kind_of(found: Any) -> str:
    """The benchmark that wrote ``found``, by a key of its rows.  Raises ValueError if there is none."""
    if isinstance(found, list) and found and isinstance(found[0], dict):
        for key, kind in _KEYS.items():
            if key in found[0]:
                return kind
    raise ValueError(f"this is no --json of benchmarks.{', benchmarks.'.join(KINDS)}")


def entry(kind: str, rows: Rows, origin: str) -> dict:
    """What a file holds of a benchmark; numbers have four digits."""
    return {"origin": origin, "unit": KINDS[kind][0], "rows": {n: float(f"{v:.4g}") for n, v in rows.items()}}


def add(folder: Path, machine: str, commit: str, date: str, kind: str, found: dict) -> Path:
    """Write ``found``, an `entry`, to the file of ``machine`` and ``commit``, beside other benchmarks there."""
    path = folder / file_name(machine) / f"{file_name(commit)}.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"benchmarks": {}}
    known = {
        "machine": machine,
        "commit": commit,
        "date": date,
        "benchmarks": known["benchmarks"] | {kind: found},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def read(folder: Path = FOLDER) -> Iterator[dict]:
    """The files of all machines, those of a machine by date."""
    files = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*/*.json"))]
    yield from sorted(files, key=lambda file: (file["machine"], file["date"]))


def _git(*arguments: str) -> str:
    return subprocess.check_output(["git", *arguments], cwd=FOLDER.parent, text=True).strip()


def main(arguments: list[str] | None = None) -> int:
    """The command; its exit status is 1 where the result or the commit is not known."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.history", description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["add"])
    parser.add_argument("result", type=Path, help="what --json of a benchmark wrote")
    parser.add_argument(
        "--machine", required=True, help="the machine in words: a plot has one machine's figures"
    )
    parser.add_argument("--commit", default="HEAD", help="the commit that was measured; default: HEAD")
    parser.add_argument("--origin", help="the command line, or the page that has the figures")
    options = parser.parse_args(arguments)
    try:
        found = json.loads(options.result.read_text(encoding="utf-8"))
        kind = kind_of(found)
        commit, date = _git("show", "-s", "--format=%h %cI", "--abbrev=7", options.commit).split()
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"python -m benchmarks.history: {options.result}: {error}", file=sys.stderr)
        return 1
    origin = options.origin or f"python -m benchmarks.{kind}"
    date = re.sub(r"T(\d\d:\d\d).*", r" \1", date)
    print(add(FOLDER, options.machine, commit, date, kind, entry(kind, KINDS[kind][2](found), origin)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
