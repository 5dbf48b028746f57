"""Many files: each in a process of its own, which may die, and some at once; what is known is kept, line by line.

    {"file": "add.mlir", "text": "9f86d08…", "options": "…", "package": "…", "reports": [{"file": …, "checks": 79, …}]}

A line of JSON stands for a file, as soon as it has been validated.  A run that begins with such lines leaves out the
files whose text and options are the same; of files with one text it validates one.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from triton_shared.validation.report import Report

#: the reports of one file, which begin with its path
Reports = Callable[[Path], Iterable[Report]]
#: where processes can begin as copies of this one, they need not import it all again
_CONTEXT: Any = multiprocessing.get_context(
    "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
)


@dataclass
class Result:
    """What came of a file, and how long its process took."""

    path: Path
    reports: list[Report] = field(default_factory=list)
    seconds: float = 0.0


@dataclass
class _Running:
    """A process, and what it has told."""

    process: Any
    result: Result
    start: float


def results(paths: Sequence[Path], reports: Reports, jobs: int = 1, seconds: float = 0.0) -> Iterator[Result]:
    """What ``reports`` gives for each of ``paths``, as it comes, ``jobs`` at once.

    A process that dies, or takes more than ``seconds`` where that is not 0, leaves a report with an ``error``.
    """
    left, running = deque(paths), dict[Connection, _Running]()
    try:
        while left or running:
            while left and len(running) < max(jobs, 1):
                running |= [_begin(left.popleft(), reports)]
            for pipe in wait(list(running), timeout=1.0):
                assert isinstance(pipe, Connection)
                if _has_ended(pipe, running[pipe].result):
                    yield _ended(running.pop(pipe), "")
            for pipe in [p for p, r in running.items() if seconds and time.monotonic() - r.start > seconds]:
                running[pipe].process.kill()
                yield _ended(running.pop(pipe), f"took more than {seconds:g} s")
    finally:
        for one in running.values():
            one.process.kill()
            one.process.join()


def _begin(path: Path, reports: Reports) -> tuple[Connection, _Running]:
    here, there = _CONTEXT.Pipe(duplex=False)
    process = _CONTEXT.Process(target=_work, args=(path, reports, there), daemon=True)
    process.start()
    there.close()
    return here, _Running(process, Result(path), time.monotonic())


def _work(path: Path, reports: Reports, pipe: Connection) -> None:
    """Tell the reports of ``path``, one after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    for report in reports(path):
        pipe.send_bytes(json.dumps(report.to_json()).encode())


def _has_ended(pipe: Connection, result: Result) -> bool:
    try:
        result.reports.append(Report.from_json(json.loads(pipe.recv_bytes())))
    except EOFError:
        return True
    return False


def _ended(one: _Running, why: str) -> Result:
    """The result of a process that has ended, or is ending; ``why`` says who ended it, if somebody did."""
    one.process.join()
    code = one.process.exitcode
    if not why and code:
        why = (
            f"the process ended by {signal.Signals(-code).name}"
            if code < 0
            else f"the process ended with {code}"
        )
    if why:
        one.result.reports.append(Report(str(one.result.path), error=why))
    one.result.seconds = time.monotonic() - one.start
    return one.result


def first_of_each_text(paths: Iterable[Path]) -> list[Path]:
    """The first path of each text."""
    found: dict[str, Path] = {}
    for path in paths:
        found.setdefault(_digest(path), path)
    return list(found.values())


class Record:
    """The lines of a file of JSON: what an earlier run has told, and what this one tells.

    ``options`` are what reports depend on besides a file's text; ``others`` counts results that another state of the
    package gave.
    """

    def __init__(self, path: Path | None, options: str, resumes: bool):
        self.path, self.options = path, options
        self.others = 0
        self._known: dict[str, dict[str, Any]] = {}
        if path is not None and not resumes:
            path.write_text("", encoding="utf-8")
        elif path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        for text in path.read_text(encoding="utf-8").splitlines():
            try:
                line = json.loads(text)
            except ValueError:  # the line at which a run was ended
                continue
            if line["options"] == self.options:
                self._known[line["text"]] = line

    def knows(self, path: Path) -> bool:
        """Whether anything has been told of the text of ``path``, in this file or another one."""
        return _digest(path) in self._known

    def result(self, path: Path) -> Result:
        """What has been told of the text of ``path``; raises KeyError where nothing has."""
        line = self._known[_digest(path)]
        self.others += line["package"] != package()
        reports = [Report.from_json(one) for one in line["reports"]]
        for report in reports:
            report.file = report.file.replace(line["file"], str(path), 1)
        return Result(path, reports, line["seconds"])

    def add(self, result: Result) -> None:
        """Append the line of ``result``."""
        line: dict[str, Any] = {
            "file": str(result.path),
            "text": _digest(result.path),
            "options": self.options,
            "package": package(),
            "seconds": round(result.seconds, 3),
            "reports": [report.to_json() for report in result.reports],
        }
        self._known[line["text"]] = line
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line) + "\n")


@cache
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


@cache
def package() -> str:
    """What tells states of this package from each other."""
    sources = sorted(Path(__file__).parents[1].rglob("*.py"))
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
