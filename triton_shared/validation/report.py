"""What validation finds: a `Report` of each program, and the `Difference` that ends it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

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
        blind: the passes that changed the IR and after which no run could be compared.
        difference: the first one, if there is one.
        unsupported: reasons why runs could not be compared, with how many each.
        failure: why nothing could be validated at all: no arguments, or a refused program.
    """

    file: str
    cases: list[str] = field(default_factory=list)
    passes: int = 0
    changed: int = 0
    checks: int = 0
    programs: int = 0
    launched: int = 0
    blind: list[str] = field(default_factory=list)
    difference: Difference | None = None
    unsupported: Counter[str] = field(default_factory=Counter)
    failure: str = ""

    def __str__(self) -> str:
        if self.failure:
            return f"{self.file}: not validated: {self.failure}"
        counts = f"{self.passes} passes, {self.changed} changed it, {self.checks} checks of {len(self.cases)} launches"
        left = f", {sum(self.unsupported.values())} runs not compared" if self.unsupported else ""
        part = f", {self.programs} of {self.launched} programs" if self.programs < self.launched else ""
        left += f", none after {', '.join(self.blind)}" if self.blind else ""
        found = f"\n{self.difference}" if self.difference else ""
        return f"{self.file}: {counts}{part}{left}{found}"


def summary(reports: list[Report]) -> str:
    """Counts over ``reports``, and the reasons of what was not compared."""
    reasons: Counter[str] = Counter()
    for report in reports:
        reasons += report.unsupported
    blind = Counter(name for report in reports for name in report.blind)
    failures = Counter(report.failure for report in reports if report.failure)
    lines = [
        f"{len(reports)} kernels, {sum(failures.values())} not validated, {sum(r.passes for r in reports)} passes, "
        f"{sum(r.changed for r in reports)} changed IR, {sum(r.checks for r in reports)} checks of "
        f"{sum(r.programs for r in reports)} of {sum(r.launched for r in reports)} programs, "
        f"{sum(r.difference is not None for r in reports)} differences"
    ]
    lines += [f"  not validated, {n}: {reason}" for reason, n in failures.most_common()]
    lines += [f"  nothing compared after '{name}': {n} kernels" for name, n in blind.most_common()]
    lines += [f"  not compared, {n} runs: {reason}" for reason, n in reasons.most_common()]
    return "\n".join(lines)
