"""pytest plugin that `run.py` loads: chooses tests, limits their time, and writes each outcome to a journal at once.

The journal is a file of JSON lines.  ``{"start": NAME}`` stands before a test, ``{"end": NAME, "outcome": …}`` behind
it; so whoever reads it knows in which test a process has ended.  Several processes may share the tests of a library:
each has a journal in the same folder, and takes tests one at a time, by writing their names to the file `CLAIMS` there.
Tests that one of the journals has an outcome of are not run again.
"""

from __future__ import annotations

import fcntl
import json
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from public_library import Library, load, spread

WRONG, REFUSED, ERROR, TIMEOUT, CRASH = "wrong", "refused", "error", "timeout", "crash"
CLAIMS = "claims"

#: messages after which a process can use its GPU no more
LOST = (
    "illegal memory access",
    "misaligned address",
    "unspecified launch failure",
    "device-side assert",
    "CUDA_ERROR_ILLEGAL_ADDRESS",
    "CUDA_ERROR_LAUNCH_FAILED",
)


def read(journal: Path) -> tuple[dict[str, dict[str, Any]], str | None]:
    """The outcomes of a journal by test, and the test that was started and has none."""
    outcomes: dict[str, dict[str, Any]] = {}
    started = None
    for line in journal.read_text().splitlines() if journal.exists() else []:
        entry = json.loads(line)
        if "start" in entry:
            started = entry["start"]
        elif "end" in entry:
            outcomes[entry["end"]] = entry
            started = None
        elif "interrupted" in entry:
            started = None
    return outcomes, started


def outcomes(folder: Path) -> dict[str, dict[str, Any]]:
    """The outcomes by test in all journals of ``folder``."""
    found: dict[str, dict[str, Any]] = {}
    for journal in sorted(folder.glob("journal*.jsonl")):
        found |= read(journal)[0]
    return found


def take(claims: Path, test: str) -> bool:
    """Whether no process has taken ``test`` yet; from now on this one has."""
    with claims.open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if test in file.read().splitlines():
            return False
        file.write(test + "\n")
        return True


def append(journal: Path, entry: dict[str, Any]) -> None:
    """Write a line of the journal."""
    with journal.open("a") as file:
        file.write(json.dumps(entry) + "\n")


def seed() -> None:
    """Random numbers are the same in each run of a test, here and in Triton's interpreter, whatever ran before."""
    random.seed(0)
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(0)
    if torch := sys.modules.get("torch"):
        torch.manual_seed(0)


def sampled(tests: list[str], sample: int) -> list[str]:
    """Of ``tests`` that differ in parameters alone, ``sample`` ones."""
    functions: dict[str, list[str]] = {}
    for test in tests:
        functions.setdefault(test.partition("[")[0], []).append(test)
    kept = {group[i] for group in functions.values() for i in spread(len(group), sample)}
    return [test for test in tests if test in kept]


def kind(failure: pytest.ExceptionInfo[BaseException]) -> str:
    """Which kind of failure it is: a wrong result, a program that was refused, or another error."""
    error = failure.value
    modules = [base.__module__.partition(".")[0] for base in type(error).__mro__]
    if isinstance(error, Slow):
        return TIMEOUT
    if isinstance(error, AssertionError):
        return WRONG
    return REFUSED if {"triton", "triton_shared"} & set(modules) else ERROR


@pytest.fixture
def device() -> str:
    """The device, for tests that get it from a fixture of Triton's own tests."""
    return "cuda"


class Slow(pytest.fail.Exception):
    """A test has used up its time on processors."""


class Plugin:
    """Runs the tests that the environment names; see `run.environment`."""

    def __init__(self, library: Library, settings: dict[str, Any]):
        self.library = library
        self.settings = settings
        self.journal = Path(settings["journal"])
        self.checkout = Path(settings["checkout"])
        self.outcome: dict[str, Any] = {}
        self.began = 0.0

    def name(self, node: str) -> str:
        """The name of a test in the journal: relative to the checkout."""
        return node.replace(str(self.checkout) + "/", "").rpartition("drivers/")[2]

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out what is named, and what the journal has an outcome of; take a sample of the rest."""
        tests = {self.name(item.nodeid): item for item in items}
        left_out = sum(self.library.reason(test) is not None for test in tests)
        chosen = [test for test in tests if self.library.reason(test, self.settings["all"]) is None]
        if self.settings["keyword"]:
            chosen = [test for test in chosen if self.settings["keyword"] in test]
        if (only := self.settings["tests"]) is not None:
            chosen = [test for test in chosen if test in set(only)]
        if not self.settings["all"]:
            chosen = sampled(chosen, self.library.sample)
        append(self.journal, {"left_out": left_out, "chosen": len(chosen)})
        if self.settings["part"]:
            index, count = self.settings["part"]
            chosen = chosen[(index - 1) * len(chosen) // count : index * len(chosen) // count]
        known = outcomes(self.journal.parent)
        items[:] = [tests[test] for test in chosen if test not in known]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Run a test that no other process has taken, and write it down before and after."""
        test = self.name(item.nodeid)
        if not take(self.journal.parent / CLAIMS, test):
            item.session._setupstate.teardown_exact(nextitem)
            return True
        append(self.journal, {"start": test})
        seed()
        self.began, self.outcome = time.process_time(), {"outcome": "passed"}
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        runtestprotocol(item, nextitem=nextitem)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        self.outcome["seconds"] = round(time.process_time() - self.began, 2)
        append(self.journal, {"end": test} | self.outcome)
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Limit the time on processors; what only sleeps is ended by `run.py`."""
        signal.signal(signal.SIGPROF, self._slow)
        signal.setitimer(signal.ITIMER_PROF, self.settings["seconds"])
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _slow(self, *_: object) -> None:
        raise Slow(f"took more than {self.settings['seconds']} s")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
        """Keep the outcome, the worst of the test's three phases."""
        report: Any = yield
        if report.skipped:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            self.outcome = {"outcome": "skipped", "message": reason[:500]}
        elif report.failed and self.outcome["outcome"] != "failed":
            known = call.excinfo is not None
            self.outcome = {
                "outcome": "failed",
                "kind": kind(call.excinfo) if known else WRONG,
                "message": f"{call.excinfo.typename}: {call.excinfo.value}"[:2000] if known else "",
            }
            if any(text in self.outcome["message"] for text in LOST):
                append(self.journal, {"end": self.name(item.nodeid), "seconds": 0} | self.outcome)
                os._exit(1)
        return report

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be imported is a failure."""
        if report.failed:
            entry = {
                "outcome": "failed",
                "kind": ERROR,
                "message": str(report.longrepr)[-2000:],
                "seconds": 0,
            }
            append(self.journal, {"end": self.name(report.nodeid)} | entry)

    def pytest_sessionfinish(self) -> None:
        """Say that the journal is whole."""
        append(self.journal, {"finished": True})


def end_with(parent: int) -> None:
    """End this process when the one that started it, ``parent``, has ended."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Make the process ready for the library, before any of its files is imported."""
    settings = json.loads(os.environ["PUBLIC_SETTINGS"])
    library = load(settings["library"], Path(settings["libraries"]))
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    if library.cuda:
        import public_adaptor

        public_adaptor.few_configurations(2 if settings["all"] else 1)
        if settings["target"] == "cpu":
            public_adaptor.install()
    library.prepare()
    early_config.pluginmanager.register(Plugin(library, settings))
