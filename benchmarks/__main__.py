"""``triton-shared bench [NAME] [ARGUMENT]…``: runs ``benchmarks.NAME``; without a name it lists them."""

from __future__ import annotations

import ast
import json
import runpy
import sys
from pathlib import Path


def benchmarks() -> dict[str, str]:
    """The programs of this directory with the first line of their docstrings."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        if path.stem != "__main__" and '__name__ == "__main__"' in text:
            line = (ast.get_docstring(ast.parse(text)) or "").splitlines()[0]
            found[path.stem] = line.partition(": ``")[0].rstrip(".")
    return found


def main() -> int:
    """The command; returns the exit code."""
    known = benchmarks()
    name = sys.argv[1] if len(sys.argv) > 1 else "--help"
    if name == "--json":
        print(json.dumps(known, indent=1))
        return 0
    if name in ("--help", "-h"):
        print("usage: triton-shared bench NAME [ARGUMENT]... | --json\n\nbenchmarks:")
        print(*(f"  {name:14} {summary}" for name, summary in known.items()), sep="\n")
        return 0
    if name not in known:
        print(
            f"triton-shared bench: there is no benchmark {name!r}: {', '.join(known)} [TS0006]",
            file=sys.stderr,
        )
        return 1
    sys.argv = sys.argv[1:]
    runpy.run_module(f"benchmarks.{name}", run_name="__main__", alter_sys=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
