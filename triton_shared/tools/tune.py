"""``triton-shared-tune spec.py``: the fastest configuration of each case of a spec, in a database for programs.

Cases are checked first; those that are right are measured, each alone in its turn.  ``--build DIR`` writes objects or
PTX of every case; ``triton-shared tune --merge A.json B.json`` makes one database of several.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from triton_shared import names
from triton_shared.parsers import Parser
from triton_shared.sweeps import campaign, executors, spec, tuning
from triton_shared.sweeps.cases import Case
from triton_shared.sweeps.engine import Engine, Task
from triton_shared.sweeps.journal import Journal
from triton_shared.tools import files, reports
from triton_shared.tools.arguments import UsageError
from triton_shared.tools.sweep import Told, common_options, folder_of, opened_journal

PROGRAM = "triton-shared-tune"


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        PROGRAM,
        description="Measure configurations of kernels, and keep the fastest of each chip in a database.",
    )
    common_options(parser)
    add = parser.add_argument
    add(
        "-d",
        "--database",
        default="tuned.json",
        metavar="FILE",
        help="written, or added to (tuned.json)",
    )
    add(
        "--build",
        metavar="DIR",
        help="write objects or PTX of every case to this folder, and measure nothing",
    )
    built_for = "build for this machine, not the spec's; more than once for more"
    add("--target", action="append", default=[], metavar="NAME", help=built_for)
    return parser


def _merging_parser() -> argparse.ArgumentParser:
    parser = Parser(f"{PROGRAM} --merge", description="Make one database of several.")
    parser.add_argument("--merge", nargs="+", required=True, metavar="FILE", help="databases")
    parser.add_argument(
        "-d", "--database", default="tuned.json", metavar="FILE", help="what is written (tuned.json)"
    )
    parser.add_argument("--json", action="store_true", help="print an object of JSON, and errors as JSON")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns the exit status: 1 where a case is wrong, 130 after Ctrl-C."""
    argv = sys.argv[1:] if argv is None else argv
    try:
        if "--merge" in argv:
            return _merge(_merging_parser().parse_args(argv))
        return _run(_parser().parse_args(argv))
    except (UsageError, spec.SpecError, executors.ClusterError, tuning.DatabaseError) as error:
        reports.tell(PROGRAM, error, sys.stderr, as_json="--json" in argv)
    except OSError as error:
        refused = UsageError(f"cannot read '{error.filename}': {error.strerror}")
        reports.tell(PROGRAM, refused, sys.stderr, as_json="--json" in argv)
    return 1


def _merge(options: argparse.Namespace) -> int:
    found = tuning.merged(*(tuning.read(path).values() for path in options.merge))
    files.write(options.database, tuning.dumped(found))
    _say(
        options.json,
        {"database": options.database, "entries": len(found)},
        f"{options.database}: {len(found)} entries",
    )
    return 0


def _say(as_json: bool, record: dict[str, Any], *lines: str) -> None:
    """Print ``lines``, or ``record``."""
    print(json.dumps(record, indent=1, sort_keys=True) if as_json else "\n".join(lines))


def _run(options: argparse.Namespace) -> int:
    found = spec.load(options.spec)
    cases = found.cases(options.only)
    known = tuning.read(options.database) if Path(options.database).exists() and not options.build else {}
    journal = (
        Journal(None, found.digest, "")
        if options.build
        else opened_journal(folder_of(options), found, options.resume)
    )
    tasks = _builds(cases, options.target) if options.build else []
    # alone in its turn: on this machine there is one at a time
    jobs = options.jobs or int(options.on == "processes" and not options.build)
    interrupted, told = False, Told()
    with executors.opened(options.on, jobs) as (executor, width):
        engine = Engine(found, journal, executor, width, options.seconds, told)
        try:
            if options.build:
                _phase(engine, told, "build", tasks)
            else:
                _phase(engine, told, "check", [Task("check", case) for case in cases])
                _phase(
                    engine, told, "time", [Task("time", case) for case in campaign.measurable(engine, cases)]
                )
        except KeyboardInterrupt:
            interrupted = True
        told.progress.clear()
    journal.close()
    ended = (
        _built(journal, tasks, Path(options.build), options.json)
        if options.build
        else _tuned(journal, cases, known, options.database, options.json)
    )
    return 130 if interrupted else ended


def _phase(engine: Engine, told: Told, name: str, tasks: list[Task]) -> None:
    told.phase(name, len(tasks))
    engine.run(tasks)


def _tuned(
    journal: Journal, cases: list[Case], known: Mapping[str, tuning.Tuned], database: str, as_json: bool
) -> int:
    """Write the database, and say what is in it; the exit status."""
    measured = defaultdict(list)
    wrong = []
    for case in cases:
        line, time = (journal.known.get(Task(kind, case).key) for kind in ("check", "time"))
        if line and line["result"]["outcome"] not in campaign.FINE:
            wrong.append(_Wrong(case, line["result"]))
        if time and time["result"]["outcome"] == "measured":
            result = time["result"]
            one = tuning.Tuned(**result["tuned"], chip=result["chip"], seconds=result["median"],
                               spread=[result["low"], result["high"]], rivals=1)  # fmt: skip
            measured[one.key].append(one)
    fastest = [_fastest(group) for group in measured.values()]
    files.write(database, tuning.dumped(tuning.merged(known.values(), fastest)))
    entries = [vars(one) | {"slowest": max(o.seconds for o in measured[one.key])} for one in fastest]
    lines = [
        f"{one.kernel} {one.bucket} {one.chip['name']}: {one.configuration}, {one.seconds * 1e6:.1f} µs, "
        f"{entry['slowest'] / one.seconds:.2f} times as fast as the slowest of {one.rivals}"
        for one, entry in zip(fastest, entries, strict=True)
    ]
    count = f"; {len(wrong)} cases are wrong" if wrong else ""
    record = {"database": database, "entries": entries, "wrong": [one.record() for one in wrong]}
    lines = [*map(str, wrong), *lines, f"{database}: {len(fastest)} entries of this run{count}"]
    _say(as_json, record, *lines)
    return int(bool(wrong))


class _Wrong(NamedTuple):
    """A case that is wrong, and what came of it."""

    case: Case
    result: dict[str, Any]

    def record(self) -> dict[str, Any]:
        return {"case": self.case.to_json(), **{name: self.result[name] for name in ("outcome", "detail")}}

    def __str__(self) -> str:
        return f"{self.result['outcome']}: {self.case.label}: {self.result['detail'].partition(chr(10))[0]}"


def _fastest(group: list[tuning.Tuned]) -> tuning.Tuned:
    best = group[0]
    for one in group[1:]:
        best = best.faster(one)
    return tuning.Tuned(**{**vars(best), "rivals": len(group)})


def _builds(cases: list[Case], targets: list[str]) -> list[Task]:
    """A task for each case and each target; with targets that are given, cases that differ in theirs are one."""
    if not targets:
        return [Task("build", case, (("target", ""),)) for case in cases]
    first: dict[str, Case] = {}
    for case in cases:
        rest = {name: value for name, value in case.at.items() if name != spec.TARGET}
        first.setdefault(json.dumps([case.sweep, rest], sort_keys=True), case)
    return [Task("build", case, (("target", target),)) for case in first.values() for target in targets]


def _built(journal: Journal, tasks: list[Task], folder: Path, as_json: bool) -> int:
    """Write the files of ``tasks`` and an index to ``folder``; the exit status."""
    index, wrong = [], []
    for task in tasks:
        line = journal.known.get(task.key)
        result: dict[str, Any] = (
            line["result"] if line else {"outcome": "not run", "detail": "the run ended before it"}
        )
        if result["outcome"] != "built":
            if result["outcome"] != "skipped":
                wrong.append(_Wrong(task.case, result))
            continue
        place = folder / names.file_name(result["target"])
        place.mkdir(parents=True, exist_ok=True)
        for name, data in result["files"].items():
            files.write(str(place / name), base64.b64decode(data))
        made = sorted(str(place.relative_to(folder) / name) for name in result["files"])
        index.append({"case": task.case.to_json(), "target": result["target"], "files": made})
    folder.mkdir(parents=True, exist_ok=True)
    files.write(str(folder / "index.json"), (json.dumps(index, indent=1, sort_keys=True) + "\n").encode())
    lines = [f"{folder}: {sum(len(one['files']) for one in index)} files of {len(index)} cases"]
    record = {"folder": str(folder), "built": index, "wrong": [one.record() for one in wrong]}
    _say(as_json, record, *map(str, wrong), *lines)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
