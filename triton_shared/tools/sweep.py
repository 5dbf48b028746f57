"""``triton-shared-sweep spec.py``: kernels over sizes, types, strides, options and targets, against an oracle.

The folder of the sweep has ``journal.jsonl``, ``report.html`` and ``junit.xml``.  The exit status is 0 where nothing is
wrong, 1 where something is, or the spec or the cluster cannot be used, and 130 after Ctrl-C, with what is known until
then in the folder.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from triton_shared import names
from triton_shared.parsers import Parser
from triton_shared.progress import Progress
from triton_shared.sweeps import campaign, executors, junit, report, spec
from triton_shared.sweeps.cases import Case
from triton_shared.sweeps.engine import Engine, Task
from triton_shared.sweeps.journal import Journal
from triton_shared.tools import files, reports
from triton_shared.tools.arguments import UsageError
from triton_shared.validation.batch import package

PROGRAM = "triton-shared-sweep"
#: failing cases that are printed
MOST_TOLD = 10


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        PROGRAM, description="Run the cases of a spec, compare with an oracle, reduce what fails, and report."
    )
    common_options(parser)
    parser.add_argument("--no-reduce", action="store_true", help="leave failing cases as large as they are")
    parser.add_argument(
        "--times", action="store_true", help="measure the cases that are right, one after the other"
    )
    parser.add_argument("--case", metavar="JSON", help="run one case, as reports print it")
    parser.add_argument("--list", action="store_true", help="print the cases, and run nothing")
    return parser


def common_options(parser: argparse.ArgumentParser) -> None:
    """The options of all that runs tasks of a spec."""
    add = parser.add_argument
    add("spec", help="a Python file of sweeps (docs/sweeps.md)")
    add("-o", metavar="DIR", help="the folder for journal and reports (default: the spec's name and .sweep)")
    add("--on", default="processes", metavar="WHERE", help="processes (the default), processes:N, dask, "
        "dask://HOST:PORT, ray or ray://HOST:PORT")  # fmt: skip
    add(
        "-j",
        "--jobs",
        type=int,
        default=0,
        metavar="N",
        help="cases at once (default: as many as there are cores)",
    )
    add(
        "--seconds",
        type=float,
        default=120.0,
        metavar="S",
        help="a case may take so long (default: 120; 0: any time)",
    )
    add(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="this sweep of the spec alone; more than once for more",
    )
    add("--resume", action="store_true", help="leave out what the journal has")
    add("--json", action="store_true", help="print one object of JSON, and errors as JSON")


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns the exit status."""
    options = _parser().parse_args(argv)
    try:
        return _run(options)
    except (UsageError, spec.SpecError, executors.ClusterError) as error:
        reports.tell(PROGRAM, error, sys.stderr, as_json=options.json)
    except OSError as error:
        refused = UsageError(f"cannot write '{error.filename}': {error.strerror}")
        reports.tell(PROGRAM, refused, sys.stderr, as_json=options.json)
    return 1


def _run(options: argparse.Namespace) -> int:
    found = spec.load(options.spec)
    cases = [_case(options.case, found)] if options.case else found.cases(options.only)
    if options.list:
        listed = [{"key": case.key, "case": case.to_json()} for case in cases]
        lines = [f"{case.key} {case.label}" for case in cases]
        print(json.dumps(listed, indent=1) if options.json else "\n".join(lines))
        return 0
    folder = None if options.case else folder_of(options)
    journal = opened_journal(folder, found, options.resume)
    engine, interrupted = None, False
    try:
        with executors.opened(options.on, options.jobs) as (executor, width):
            told = Told()
            engine = Engine(found, journal, executor, width, options.seconds, told)
            try:
                campaign.run(engine, cases, not options.no_reduce, options.times, told.phase)
            except KeyboardInterrupt:
                interrupted = True
            told.progress.clear()
    finally:
        journal.close()
    return _told(campaign.collect(engine, cases), folder, interrupted, options.json)


def _case(text: str, found: spec.Spec) -> Case:
    """The case that a report printed."""
    try:
        case = Case.from_json(json.loads(text))
    except ValueError as error:
        raise UsageError(f"--case: {error}") from None
    if case.sweep not in found.sweeps:
        raise UsageError(f"--case: there is no sweep '{case.sweep}': the spec has {', '.join(found.sweeps)}")
    known = found.sweeps[case.sweep]
    wanted = next(known.cases()).at.keys()
    if missing := sorted(wanted ^ case.at.keys()):
        raise UsageError(
            f"--case: the axes of '{case.sweep}' are {', '.join(wanted)}: '{missing[0]}' does not fit"
        )
    return case


def folder_of(options: argparse.Namespace) -> Path:
    """The folder of a sweep, which is there now."""
    folder = Path(options.o or f"{names.file_name(Path(options.spec).stem)}.sweep")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def opened_journal(folder: Path | None, found: spec.Spec, resumes: bool) -> Journal:
    """The journal in ``folder``; a new one where nothing is to be resumed."""
    path = folder and folder / "journal.jsonl"
    if path and not resumes:
        path.unlink(missing_ok=True)
    journal = Journal(path, found.digest, package())
    if resumes:
        print(f"{len(journal.known)} results are known", end="", file=sys.stderr)
        others = f", {journal.others} are of another spec or package" if journal.others else ""
        damaged = f", {journal.damaged} lines are damaged" if journal.damaged else ""
        print(f"{others}{damaged}", file=sys.stderr)
    return journal


class Told:
    """Shows how far a sweep is."""

    def __init__(self) -> None:
        self.progress = Progress()
        self._name = ""

    def phase(self, name: str, count: int) -> None:
        """Begin a phase of ``count`` tasks."""
        self.progress.clear()
        self.progress, self._name = Progress(count), name

    def __call__(self, task: Task, result: dict[str, Any]) -> None:
        """A task is done."""
        self.progress.step(f"{self._name} {task.case.label}")


def _told(found: campaign.Campaign, folder: Path | None, interrupted: bool, as_json: bool) -> int:
    """Write the reports, and say what was found; the exit status."""
    if interrupted:
        found.notes.append("The sweep was interrupted; --resume goes on.")
    if folder is not None:
        files.write(str(folder / "report.html"), report.page(found).encode(errors="backslashreplace"))
        files.write(str(folder / "junit.xml"), junit.xml(found))
    wrong = sorted(
        (entry for entry in found.entries if entry.is_wrong), key=lambda entry: entry.reduced is None
    )
    if as_json:
        print(json.dumps(_record(found, wrong, folder), indent=1, sort_keys=True))
    else:
        _print(found, wrong, folder)
    return 130 if interrupted else int(bool(wrong))


def _record(found: campaign.Campaign, wrong: list[campaign.Entry], folder: Path | None) -> dict[str, Any]:
    """What ``--json`` prints."""
    return {
        "cases": len(found.entries),
        "counts": found.counts,
        "wrong": [
            {
                "case": entry.case.to_json(),
                "outcome": entry.outcome,
                "detail": entry.result and entry.result["detail"],
                "reduced": entry.reduced,
            }
            for entry in wrong
        ],
        "report": str(folder / "report.html") if folder else None,
        "notes": found.notes,
    }


def _print(found: campaign.Campaign, wrong: list[campaign.Entry], folder: Path | None) -> None:
    for entry in wrong[:MOST_TOLD]:
        assert entry.result is not None
        print(f"{entry.outcome}: {names.one_line(entry.case.label)}")
        print("  " + names.lines(entry.result["detail"]).replace("\n", "\n  "))
        if entry.reduced and "case" in entry.reduced:
            print(f"  smaller: --case '{json.dumps(entry.reduced['case'])}'")
            print("    " + names.lines(entry.reduced["detail"]).replace("\n", "\n    "))
    if len(wrong) > MOST_TOLD:
        print(f"{len(wrong) - MOST_TOLD} more are wrong")
    counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(found.counts.items()))
    print(f"{len(found.entries)} cases: {counts}" + (f"; {folder / 'report.html'}" if folder else ""))


if __name__ == "__main__":
    sys.exit(main())
