"""``python -m triton_shared.validation FILE|DIRECTORY…``: validates all ``.mlir`` files and prints counts."""

from __future__ import annotations

import argparse
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TextIO

from triton_shared import dialects
from triton_shared.errors import CompileError
from triton_shared.parsers import Parser
from triton_shared.validation import batch
from triton_shared.validation.arguments import kernels_of
from triton_shared.validation.report import Report, summary
from triton_shared.validation.validator import DEFAULT_PIPELINE, LIMIT, Make, validate


def reports(
    path: Path,
    passes: tuple[str, ...] = DEFAULT_PIPELINE,
    seed: int = 0,
    limit: int = LIMIT,
    execute: Make | None = None,
) -> Iterator[Report]:
    """The report of each kernel in the file ``path``, as they come.

    Whatever ends the validation of one is the ``error`` of its report.
    """
    name = ""
    try:
        text = path.read_text(encoding="utf-8")
        names = kernels_of(dialects.parse(text, str(path)))
        if not names:
            yield Report(str(path), failure="the module has no public function with a body")
        for name in names:
            found = validate(text, str(path), passes, kernel=name, seed=seed, limit=limit, execute=execute)
            found.file += f" @{name}" if len(names) > 1 else ""
            yield found
    except CompileError as error:
        yield Report(str(path), failure=error.diagnostics[0].message)
    except Exception as error:
        at = f" @{name}" if name else ""
        yield Report(f"{path}{at}", error=f"{type(error).__name__}: {error}")


def run(paths: Iterable[Path], passes: tuple[str, ...], seed: int, out: TextIO) -> int:
    """Print the report of each kernel and the `summary`; returns 1 where there are differences or errors, else 0."""
    found = []
    for report in (one for path in paths for one in reports(path, passes, seed)):
        found.append(report)
        print(report, file=out, flush=True)
    print(summary(found), file=out)
    return _code(found)


def _code(found: Iterable[Report]) -> int:
    return int(any(report.difference or report.error for report in found))


def files_in(names: Iterable[str]) -> list[Path]:
    """The files ``names``, and the ``.mlir`` files in those that are directories."""
    paths = [Path(name) for name in names]
    return [file for path in paths for file in (sorted(path.rglob("*.mlir")) if path.is_dir() else [path])]


def _parser() -> argparse.ArgumentParser:
    parser = Parser("python -m triton_shared.validation", description=__doc__)
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
        metavar="MODULE:FUNCTION",
        help="what compiles the kernel that is run last, from a program's text and the kernel's name",
    )
    parser.add_argument("--jobs", type=int, default=1, help="how many files at once, each in a process")
    parser.add_argument("--seconds", type=float, default=0, help="end a file after so long (default: never)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write a line for each file, as it ends")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="leave out files that --json's FILE has with the same text and options",
    )
    parser.add_argument("--quiet", action="store_true", help="print differences, errors and counts alone")
    return parser


def main() -> int:
    """The command; returns the exit code."""
    parser = _parser()
    given = parser.parse_args()
    if given.resume and given.json is None:
        parser.error("--resume: name the FILE of the earlier run with --json")
    if given.jobs < 1:
        parser.error(f"--jobs: expected a positive number, got {given.jobs}")
    passes = tuple(given.passes or DEFAULT_PIPELINE)
    execute = pkgutil.resolve_name(given.execute) if given.execute else None
    one = partial(reports, passes=passes, seed=given.seed, limit=given.limit, execute=execute)
    options = f"{','.join(passes)} {given.seed} {given.limit} {given.execute or ''}"
    record = batch.Record(given.json, options, given.resume)
    paths = files_in(given.paths)
    if missing := [path for path in paths if not path.is_file()]:
        parser.error(f"there is no file '{missing[0]}'")
    is_whole = _validate(paths, one, record, given)
    results = [record.result(path) for path in paths if record.knows(path)]
    found = [report for result in results for report in result.reports]
    print(summary(found))
    print(f"{len(results)} of {len(paths)} files{_of_others(record)}")
    return _code(found) if is_whole else 130


def _of_others(record: batch.Record) -> str:
    return f", {record.others} of them validated by another state of the package" if record.others else ""


def _validate(paths: list[Path], one: batch.Reports, record: batch.Record, given: argparse.Namespace) -> bool:
    """Validate what ``record`` does not know, and tell it and the user as it comes; False where that was ended."""
    new = batch.first_of_each_text(path for path in paths if not record.knows(path))
    print(f"{len(paths)} files, {len(new)} texts that are not known yet", flush=True)
    try:
        for number, result in enumerate(batch.results(new, one, given.jobs, given.seconds), 1):
            record.add(result)
            for report in result.reports:
                if not given.quiet or report.difference or report.error:
                    print(f"[{number}/{len(new)} {result.seconds:.1f} s] {report}", flush=True)
    except KeyboardInterrupt:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
