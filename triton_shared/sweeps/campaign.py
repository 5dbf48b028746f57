"""A sweep from its begin to its report: cases are checked, failures reduced, what is right is measured."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from triton_shared.sweeps import reducing
from triton_shared.sweeps.cases import Case
from triton_shared.sweeps.engine import Engine, Task
from triton_shared.sweeps.spec import KERNEL, TARGET, Spec

#: outcomes of cases in which nothing is wrong
FINE = ("passed", "skipped")
#: targets on which nothing is measured
UNTIMED = ("emulator", "interpreter", "reference")


@dataclass
class Entry:
    """A case, its result, the result of its reduction and its time, as far as they are known."""

    case: Case
    result: dict[str, Any] | None = None
    reduced: dict[str, Any] | None = None
    time: dict[str, Any] | None = None

    @property
    def outcome(self) -> str:
        """How it ended; "not run" where it has not."""
        return self.result["outcome"] if self.result else "not run"

    @property
    def is_wrong(self) -> bool:
        """Whether anything is."""
        return self.result is not None and self.outcome not in FINE


@dataclass
class Campaign:
    """What is known of a sweep's cases, by the journal."""

    spec: Spec
    entries: list[Entry]
    roofline: dict[str, Any] | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def counts(self) -> Counter[str]:
        """How many cases ended how."""
        return Counter(entry.outcome for entry in self.entries)


def run(
    engine: Engine, cases: list[Case], reduces: bool, times: bool, step: Callable[[str, int], None]
) -> None:
    """Run all phases; ``step`` hears of each phase, and how many tasks it has."""
    for name, tasks in _phases(engine, cases, reduces, times):
        step(name, len(tasks))
        engine.run(tasks)


def _phases(
    engine: Engine, cases: list[Case], reduces: bool, times: bool
) -> Iterator[tuple[str, list[Task]]]:
    yield "check", [Task("check", case) for case in cases]
    if reduces:
        yield "reduce", reductions(engine, cases)
    if times:
        yield "time", [Task("time", case) for case in measurable(engine, cases)]
        if cases:
            yield "roofline", [Task("roofline", cases[0])]


def collect(engine: Engine, cases: list[Case]) -> Campaign:
    """What the journal has."""
    known = engine.journal.known

    def result(task: Task) -> dict[str, Any] | None:
        line = known.get(task.key)
        return line and line["result"]

    entries = [Entry(case, result(Task("check", case)), None, result(Task("time", case))) for case in cases]
    by_key = {entry.case.key: entry for entry in entries}
    for task in reductions(engine, cases):
        by_key[task.case.key].reduced = result(task)
    return Campaign(engine.spec, entries, result(Task("roofline", cases[0])) if cases else None)


def measurable(engine: Engine, cases: list[Case]) -> list[Case]:
    """The cases that are right, on targets that are machines."""
    known = engine.journal.known
    right = (
        c
        for c in cases
        if (line := known.get(Task("check", c).key)) and line["result"]["outcome"] == "passed"
    )
    return [case for case in right if not case.at[TARGET].startswith(UNTIMED)]


def reductions(engine: Engine, cases: list[Case]) -> list[Task]:
    """Of each sweep, kernel, target and outcome the smallest case that failed so."""
    first: dict[tuple[Any, ...], Task] = {}
    for case in sorted(cases, key=_size):
        line = engine.journal.known.get(Task("check", case).key)
        if line is None or line["result"]["outcome"] not in reducing.SHOWN:
            continue
        result, sweep = line["result"], engine.spec.sweeps[case.sweep]
        more = {
            "outcome": result["outcome"],
            "detail": result["detail"],
            "sizes": result.get("sizes", []),
            "axes": dict(sweep.axes),
            "options": {**sweep.options, TARGET: sweep.targets},
        }
        group = case.sweep, case.at.get(KERNEL), case.at[TARGET], result["outcome"]
        first.setdefault(group, Task("reduce", case, tuple(more.items())))
    return list(first.values())


def _size(case: Case) -> float:
    numbers = (n for n in case.at.values() if isinstance(n, int) and not isinstance(n, bool))
    return math.prod(max(n, 1) for n in numbers)
