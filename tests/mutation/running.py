"""What catches a mutant: the first random kernel that is right without it and fails with it.

Of a mutant that validation has to catch, the first sum or product of narrow floats of which that names the pass, and
finds nothing without the mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from tests.fuzz.kernels import check
from tests.fuzz.kernels.session import Session, prepare
from tests.fuzz.workshop import outcomes
from tests.mutation.patching import VALIDATION, Mutant
from tests.validation.narrow_sums import NARROW, products, sums

#: programs that add up narrow floats
SUMMING = tuple(text for element in NARROW for text in (sums(element, 512), products(element, "f32", 64)))
#: how a kernel ends in which validation finds nothing
RIGHT = "right"


@dataclass(frozen=True)
class Verdict:
    """Who caught a mutant: kernel ``number``, which ended as ``kind``; nobody if that is -1.

    ``validated`` is the pass that validation of this kernel names, and "" where it finds nothing, or was not asked.
    """

    mutant: Mutant
    number: int
    kind: str
    validated: str = ""

    def __str__(self):
        return f"{self.mutant.name:75} {self.short}"

    @property
    def short(self) -> str:
        """The kernel; how it ended, if it was not just wrong; and what validation says, if that was asked."""
        if self.number < 0:
            return "NOT CAUGHT"
        ended = f" ({self.kind})" if self.kind not in ("wrong", RIGHT) else ""
        return f"{self.number}{ended}" + (f", validation: {self.validated}" if self.validated else "")


def table(found: Sequence[Verdict]) -> str:
    """The verdicts as Markdown, a row a pass."""
    rows: dict[str, list[str]] = {}
    for one in found:
        rows.setdefault(one.mutant.of, []).append(f"{one.mutant.what}: {one.short}")
    return "\n".join(f"| `{of}` | {'; '.join(which)} |" for of, which in rows.items())


def checking(session: Session, mutant: Mutant | None = None) -> Callable[..., tuple]:
    """What a child process does: it checks kernels, with the mistake in, if one is given."""
    do = prepare(session.target, session)
    if mutant is not None:
        mutant.apply()
    return do


def validating(session: Session | None, mutant: Mutant | None = None) -> Callable[..., tuple]:
    """What a child process does to validate programs: the kind is the pass that is named, else `RIGHT`.

    Programs are the kernels of ``session``, or those of `SUMMING`.
    """
    from triton_shared import validation

    if mutant is not None:
        mutant.apply()

    def do(number: int) -> tuple[str, str]:
        report = validation.validate(SUMMING[number] if session is None else session.kernel(number).text())
        return report.difference.name if report.difference else RIGHT, str(report)

    return do


def verdict(mutant: Mutant, seed: int, kernels: int, validate: bool = False) -> Verdict:
    """Check kernels one by one until one fails that is right without the mistake; ``validate`` that one, too."""
    if mutant.by == VALIDATION:
        return _validated(mutant)
    session = Session(seed, target=mutant.target, forms=mutant.forms)
    for outcome in outcomes(range(kernels), 1, partial(checking, session, mutant)):
        if outcome.kind not in check.GOOD and _kind(outcome.number, checking, session) in check.GOOD:
            named = ""
            if validate and mutant.target == check.CPU:
                named = _kind(outcome.number, validating, session, mutant).replace(RIGHT, "nothing")
            return Verdict(mutant, outcome.number, outcome.kind, named)
    return Verdict(mutant, -1, "")


def _validated(mutant: Mutant) -> Verdict:
    """The first program of which validation names the pass of ``mutant``, and nothing without the mistake."""
    for outcome in outcomes(range(len(SUMMING)), 1, partial(validating, None, mutant)):
        if outcome.kind == RIGHT:
            continue
        if (without := _kind(outcome.number, validating, None)) != RIGHT:
            raise RuntimeError(
                f"validation of program {outcome.number} ends as {without!r} without a mistake"
            )
        if outcome.kind == mutant.of:
            return Verdict(mutant, outcome.number, RIGHT, outcome.kind)
    return Verdict(mutant, -1, "")


def _kind(number: int, do: Callable[..., Callable], *given: object) -> str:
    """How kernel ``number`` ends in a process of its own."""
    (found,) = outcomes([number], 1, partial(do, *given))
    return found.kind


def verdicts(
    mutants: Sequence[Mutant], seed: int, kernels: int, jobs: int, validate: bool
) -> Iterator[Verdict]:
    """The verdict on each mutant."""
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(lambda mutant: verdict(mutant, seed, kernels, validate), mutants)
