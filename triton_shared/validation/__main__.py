"""``python -m triton_shared.validation FILE|DIRECTORY…``: validates all ``.mlir`` files and prints counts."""

from __future__ import annotations

import argparse
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from triton_shared import dialects
from triton_shared.errors import CompileError
from triton_shared.validation.arguments import kernels_of
from triton_shared.validation.report import Report, summary
from triton_shared.validation.validator import DEFAULT_PIPELINE, LIMIT, Make, validate


def reports(
    paths: Iterable[Path],
    passes: tuple[str, ...],
    seed: int,
    limit: int = LIMIT,
    execute: Make | None = None,
) -> Iterator[Report]:
    """The report of each kernel in ``paths``, as they come."""
    for path in paths:
        text = path.read_text(encoding="utf-8")
        try:
            names = kernels_of(dialects.parse(text, str(path)))
        except CompileError as error:
            yield Report(str(path), failure=error.diagnostics[0].message)
            continue
        for name in names:
            found = validate(text, str(path), passes, kernel=name, seed=seed, limit=limit, execute=execute)
            found.file += f" @{name}" if len(names) > 1 else ""
            yield found


def run(
    paths: Iterable[Path],
    passes: tuple[str, ...],
    seed: int,
    out: TextIO,
    quiet: bool = False,
    limit: int = LIMIT,
    execute: Make | None = None,
) -> int:
    """Print the report of each kernel and the `summary`; returns 1 where there are differences, else 0."""
    found = []
    for report in reports(paths, passes, seed, limit, execute):
        found.append(report)
        if not quiet or report.difference:
            print(report, file=out, flush=True)
    print(summary(found), file=out)
    return int(any(report.difference for report in found))


def files_in(names: Iterable[str]) -> list[Path]:
    """The files ``names``, and the ``.mlir`` files in those that are directories."""
    paths = [Path(name) for name in names]
    return [file for path in paths for file in (sorted(path.rglob("*.mlir")) if path.is_dir() else [path])]


def main() -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser("python -m triton_shared.validation", description=__doc__)
    parser.add_argument("paths", nargs="+", help="files of MLIR, and directories of them")
    parser.add_argument(
        "--passes", action="append", metavar="PIPELINE", help=f"default: {','.join(DEFAULT_PIPELINE)}"
    )
    parser.add_argument("--seed", type=int, default=0, help="of arguments")
    parser.add_argument(
        "--limit",
        type=int,
        default=LIMIT,
        help="how many ops a run may execute; of longer ones a part is compared",
    )
    parser.add_argument(
        "--execute",
        type=pkgutil.resolve_name,
        metavar="MODULE:FUNCTION",
        help="what compiles the kernel that is run last, from a program's text and the kernel's name",
    )
    parser.add_argument("--quiet", action="store_true", help="print differences and counts alone")
    given = parser.parse_args()
    passes = tuple(given.passes or DEFAULT_PIPELINE)
    return run(files_in(given.paths), passes, given.seed, sys.stdout, given.quiet, given.limit, given.execute)


if __name__ == "__main__":
    sys.exit(main())
