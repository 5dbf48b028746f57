"""pytest plugin for Triton's own tests: leaves out what a list names, and counts outcomes.

The list is `deselected.txt`, and `deselected_cuda.txt` on GPUs.  There a test whose last step is to look at the text of
Triton's own IR for GPUs, or of PTX, is counted apart where it fails in that step: what it has computed was right.

`run.py` loads it with ``-p conformance_plugin``.  Neither the tests nor their conftest are changed.  With pytest-xdist
it runs in the workers, which leave tests out, and in the controller, which counts.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

#: whether the tests run on a GPU
ON_GPU = os.environ.get("TRITON_DEFAULT_BACKEND") == "triton_shared_cuda"
LIST = Path(__file__).with_name("deselected_cuda.txt" if ON_GPU else "deselected.txt")

#: what a line of a test has in it that reads IR or machine code
_READS_TEXT = re.compile(r"ptx|ttgir|llir|amdgcn|\.asm\b")


@dataclass(frozen=True)
class Entry:
    """One line of the list: the tests that ``pattern`` names, and why they are left out."""

    pattern: str
    reason: str

    @property
    def whole_file(self) -> bool:
        """Whether it names a file; that is not even imported."""
        return "::" not in self.pattern

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        return re.compile(re.escape(self.pattern).replace(r"\*", ".*") + r"(\[.*)?")

    def matches(self, node_id: str) -> bool:
        """Whether it names the test ``node_id``: a name alone stands for all its parameters, ``*`` for any text."""
        return self._expression.fullmatch(node_id) is not None


def read(path: Path = LIST) -> list[Entry]:
    """The entries of a list: lines of ``pattern | reason``; blank lines and lines that begin with # say nothing."""
    lines = (line.strip() for line in path.read_text().splitlines())
    pairs = (line.partition("|") for line in lines if line and not line.startswith("#"))
    return [Entry(pattern.strip(), reason.strip()) for pattern, _, reason in pairs]


def _reads_text(item: pytest.Item, failure: Any) -> bool:
    """Whether a test has failed in a line of its own that reads IR or machine code, or for want of such a stage."""
    frames = [frame for frame in failure.traceback if frame.path == item.path]
    if not frames or not _READS_TEXT.search(str(frames[-1].statement)):
        return False
    return failure.traceback[-1].path == item.path or failure.errisinstance(KeyError)


class Outcomes:
    """Counts passed, failed and skipped tests, and notes which entries left out how many."""

    def __init__(self, config: pytest.Config):
        self.config = config
        self.counts: Counter[str] = Counter()
        self.failed: list[str] = []
        self.texts: list[str] = []
        self.deselected: dict[str, int] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Take the tests that an entry matches out of ``items``."""
        entries = [e for e in read() if not e.whole_file]
        kept, used = [], Counter()
        for item in items:
            entry = next(
                (e for e in entries if e.matches(item.nodeid.removeprefix("python/test/unit/"))), None
            )
            if entry is None:
                kept.append(item)
            else:
                used[entry.pattern] += 1
        items[:] = kept
        self.deselected = dict(used)
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["deselected"] = self.deselected

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node) -> None:
        """Every worker collects the same tests, so what one of them left out is what all did."""
        self.deselected = getattr(node, "workeroutput", {}).get("deselected", self.deselected)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo):
        """Mark what fails where it reads texts."""
        report = yield
        if ON_GPU and report.failed and call.when == "call" and _reads_text(item, call.excinfo):
            report.user_properties.append(("reads", True))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test fails in any of its phases, and counts once."""
        if report.failed and ("reads", True) in report.user_properties:
            self.texts.append(f"{report.nodeid}:{report.longrepr.reprcrash.lineno}")
        elif report.failed:
            if report.nodeid not in self.failed:
                self.failed.append(report.nodeid)
        elif report.skipped:
            self.counts["skipped"] += 1
        elif report.when == "call":
            self.counts["passed"] += 1

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be imported is a failure."""
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write what was counted to the file that ``--outcomes`` names."""
        path = self.config.getoption("--outcomes")
        if path and not hasattr(self.config, "workeroutput"):
            counted = {"failed": self.failed, "texts": self.texts, "deselected": self.deselected}
            counted |= self.counts
            Path(path).write_text(json.dumps(counted))


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option by which `run.py` says where it wants the counts."""
    parser.addoption("--outcomes", help="write the counts to this file, as JSON")
    parser.addoption("--emulate", action="store_true", help="kernels for GPUs run in the emulator")


def pytest_configure(config: pytest.Config) -> None:
    """Count; and give Triton's test helpers a question that the tests ask."""
    config.pluginmanager.register(Outcomes(config))
    if config.getoption("--emulate"):
        from tests.conformance import emulated

        emulated.install()
    import triton._internal_testing as helpers

    if not ON_GPU and not hasattr(helpers, "is_cpu"):
        helpers.is_cpu = lambda: getattr(helpers.get_current_target(), "backend", None) == "cpu"
