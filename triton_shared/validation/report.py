"""What validation finds: a `Report` of each program, and the `Difference` that ends it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from triton_shared.validation.cases import Case

#: the last step, in place of a pass's name
COMPILED = "(compiled kernel)"


@dataclass
class Difference:
    """The first pass after which a program does something else.

    Attributes:
        name: the pass's, or `COMPILED`.
        number: which one of the passes it is, from 1 on, as ``--bisect-limit`` counts them.
        unchecked: passes before it that could not be checked, since the executor had no rule: one of them may be it.
        case: the smallest arguments that were found to show it.
        what: where results differ, or how the run ended.
        before, after: the module.
    """

    name: str
    number: int
    unchecked: list[str]
    case: Case
    what: str
    before: str = ""
    after: str = ""

    def to_json(self) -> dict[str, Any]:
        """This difference as JSON can hold it, without the module."""
        given = {"name": self.name, "number": self.number, "unchecked": self.unchecked, "what": self.what}
        return given | {"case": self.case.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Difference:
        """The difference that `to_json` gave."""
        return cls(**{**data, "case": Case.from_json(data["case"])})

    def __str__(self) -> str:
        lines = [f"differs after '{self.name}' (pass {self.number}): {self.what}"]
        if self.unchecked:
            lines.append(
                f"  or after one of those before it that could not be checked: {', '.join(self.unchecked)}"
            )
        return "\n".join([*lines, *(f"  {line}" for line in self.case.described())])


@dataclass
class Report:
    """What happened to one program.

    Attributes:
        file: its name.
        cases: the labels of the launches.
        passes: how many were run, and of these ``changed`` changed the IR.
        checks: how many runs were compared.
        programs: how many programs these ran, of ``launched`` that their launches have.
        written: how many elements the launches write, as far as one sees: what changes, and what is undefined.
        defined: how many of these are compared; the others differ with undefined values.
        blind: the passes that changed the IR and after which no run could be compared.
        difference: the first one, if there is one.
        unsupported: reasons why runs could not be compared, with how many each.
        failure: why nothing could be validated at all: no arguments, or a refused program.
        error: what ended validation that should not, as an exception of this package's.
    """

    file: str
    cases: list[str] = field(default_factory=list)
    passes: int = 0
    changed: int = 0
    checks: int = 0
    programs: int = 0
    launched: int = 0
    written: int = 0
    defined: int = 0
    blind: list[str] = field(default_factory=list)
    difference: Difference | None = None
    unsupported: Counter[str] = field(default_factory=Counter)
    failure: str = ""
    error: str = ""

    def to_json(self) -> dict[str, Any]:
        """This report as JSON can hold it, without the modules of a difference."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        return found | {"difference": self.difference.to_json() if self.difference else None}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Report:
        """The report that `to_json` gave."""
        difference = Difference.from_json(data["difference"]) if data["difference"] else None
        return cls(**{**data, "difference": difference, "unsupported": Counter(data["unsupported"])})

    def __str__(self) -> str:
        if self.error:
            return f"{self.file}: error: {self.error}"
        if self.failure:
            return f"{self.file}: not validated: {self.failure}"
        counts = f"{self.passes} passes, {self.changed} changed it, {self.checks} checks of {len(self.cases)} launches"
        left = f", {sum(self.unsupported.values())} runs not compared" if self.unsupported else ""
        part = f", {self.programs} of {self.launched} programs" if self.programs < self.launched else ""
        left += f", none after {', '.join(self.blind)}" if self.blind else ""
        found = f"\n{self.difference}" if self.difference else ""
        return f"{self.file}: {counts}{part}{left}{found}"


def summary(reports: Sequence[Report]) -> str:
    """Counts over ``reports``, what was not compared and why, and what differs."""
    return "\n".join([*_table(reports), *_reasons(reports)])


def _table(reports: Sequence[Report]) -> Iterator[str]:
    """Counts, a line each."""

    def total(name: str) -> int:
        return sum(getattr(report, name) for report in reports)

    checks, skipped = total("checks"), sum(sum(r.unsupported.values()) for r in reports)
    blind = sum(len(report.blind) for report in reports)
    rows = {
        "kernels": len(reports),
        "not validated": sum(bool(report.failure) for report in reports),
        "errors": sum(bool(report.error) for report in reports),
        "differences": sum(report.difference is not None for report in reports),
        "passes": f"{total('passes')}, of which {total('changed')} changed the program",
        "changes with a comparison": _share(total("changed") - blind, total("changed")),
        "runs compared": _share(checks, checks + skipped),
        "programs of these launches": _share(total("programs"), total("launched")),
        "written elements that are defined": _share(total("defined"), total("written")),
    }
    width = max(map(len, rows))
    return (f"{name:{width}}  {number}" for name, number in rows.items())


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole}" + (f" ({100 * part / whole:.1f} %)" if whole else "")


def _reasons(reports: Sequence[Report]) -> Iterator[str]:
    """Why programs and runs were not compared, the most frequent reasons first, and what differs."""
    failures = Counter(report.failure for report in reports if report.failure)
    blind = Counter(name for report in reports for name in report.blind)
    reasons: Counter[str] = sum((report.unsupported for report in reports), Counter())
    yield from (f"  not validated, {n}: {reason}" for reason, n in failures.most_common())
    yield from (f"  nothing compared after '{name}': {n} kernels" for name, n in blind.most_common())
    yield from (f"  not compared, {n} runs: {reason}" for reason, n in reasons.most_common())
    yield from (f"  error: {report.file}: {report.error}" for report in reports if report.error)
    yield from (
        f"  differs: {report.file}: after '{report.difference.name}'"
        for report in reports
        if report.difference
    )
