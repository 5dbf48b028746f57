"""What catches a mutant: the first random kernel that is right without it and fails with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from tests.fuzz.kernels import check
from tests.fuzz.kernels.session import Session, prepare
from tests.fuzz.workshop import outcomes
from tests.mutation.patching import Mutant


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
        by = f"kernel {self.number}: {self.kind}" if self.number >= 0 else "NOT CAUGHT"
        return f"{self.mutant.name:75} {by}" + (f"; validation: {self.validated}" if self.validated else "")


def mutated(mutant: Mutant, session: Session) -> Callable[..., tuple]:
    """What a child process does: it checks kernels with the mistake in."""
    do = prepare(session.target, session)
    mutant.apply()
    return do


def validating(mutant: Mutant, session: Session) -> Callable[..., tuple]:
    """What a child process does to validate kernels with the mistake in: the kind is the pass that is named."""
    from triton_shared import validation

    mutant.apply()

    def do(number: int) -> tuple[str, str]:
        report = validation.validate(session.kernel(number).text())
        return report.difference.name if report.difference else "", str(report)

    return do


def verdict(mutant: Mutant, seed: int, kernels: int, validate: bool = False) -> Verdict:
    """Check kernels one by one until one fails that is right without the mistake; ``validate`` that one, too."""
    session = Session(seed, target=mutant.target, forms=mutant.forms)
    for outcome in outcomes(range(kernels), 1, partial(mutated, mutant, session)):
        if outcome.kind not in check.GOOD and _is_right(session, outcome.number):
            named = ""
            if validate and mutant.target == check.CPU:
                (found,) = outcomes([outcome.number], 1, partial(validating, mutant, session))
                named = found.kind
            return Verdict(mutant, outcome.number, outcome.kind, named)
    return Verdict(mutant, -1, "")


def _is_right(session: Session, number: int) -> bool:
    (found,) = outcomes([number], 1, partial(prepare, session.target, session))
    return found.kind in check.GOOD


def verdicts(
    mutants: Sequence[Mutant], seed: int, kernels: int, jobs: int, validate: bool
) -> Iterator[Verdict]:
    """The verdict on each mutant."""
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(lambda mutant: verdict(mutant, seed, kernels, validate), mutants)
