"""Two levels of a program, as the reference executor runs them: `Levels`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np

from triton_shared import reference
from triton_shared.errors import CompileError
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.validation import comparison
from triton_shared.validation.arguments import executed
from triton_shared.validation.cases import Case
from triton_shared.validation.comparison import INEXACT, INEXACT_WITH, REORDERED, Expected, equal
from triton_shared.validation.report import Report

UNDEFINED = "the arguments leave it to undefined values what the program does"
GARBAGE, AGAIN = 16, 4
#: how many pairs of runs amid noise say what may be off; so many more where a result is off by more.  Where f16 numbers
#: are rounded several times, an element near the middle of two is the other one in two of a hundred runs only
PAIRS = (3, 12, 96)
#: the seed of a run amid ordinary garbage, a sum of any floats being a NaN in each run, where stores have no order and
#: NaNs are combined from the end; and that of a run in which what is undefined is 0, which sums of infinities show
ORDINARY, ZEROS = 3, 4
#: times the limit of ops that one launch may take after passes after which all take more than the limit, and any in
#: which reductions combine one element after the other
PATIENCE = 25

#: of a launch, a seed, and the order in which reductions combine
Run = Callable[[Case, int, str], list[np.ndarray]]


def _all_equal(arrays: Sequence[np.ndarray]) -> np.ndarray:
    first, *others = arrays
    return np.logical_and.reduce([equal(first, other) for other in others])


class Levels:
    """The first level of a program, and the one before a pass: runs them, and compares with what they give.

    ``asked``: passes that are inexact may round the operands of products of f32 as far as the program asks for.
    """

    def __init__(self, kernel: str | None, report: Report, limit: int, asked: bool):
        self.kernel, self.report, self.limit, self.asked = kernel, report, limit, asked
        self._first: ir.Operation | None = None
        self._before: ir.Operation | None = None
        self._is_guarded = False
        self._patience = 1
        self._pairs: tuple[int, ...] = PAIRS
        self._choices: dict[str, str] = {}
        #: passes between what is expected and what is compared, before the last one
        self._since: list[str] = []

    def run(
        self,
        module: ir.Operation,
        case: Case,
        seed: int,
        order: str = "tree",
        ordinary: bool = False,
        noise: reference.Noise | None = None,
    ) -> list[np.ndarray]:
        """The arrays that the reference executor leaves.  Raises `ExecutionError` and AssertionError."""
        options: dict[str, Any] = {
            "kernel": self.kernel,
            "seed": seed,
            "order": order,
            "programs": case.programs,
            "ordinary": ordinary,
            "unordered": ordinary,
            "zeros": seed == ZEROS,
            **self._choices,
            "noise": noise,
        }
        limit = self.limit * (PATIENCE if order == "sequential" else self._patience)
        return executed(module, case, **options, limit=limit)

    def _expect(self, module: ir.Operation, case: Case) -> Expected:
        runs = [self.run(module, case, seed, ordinary=seed == ORDINARY) for seed in (1, 2, ORDINARY, ZEROS)]
        return Expected(runs[0], [_all_equal(arrays) for arrays in zip(*runs, strict=True)])

    def _compare(self, name: str, case: Case, expected: Expected, run: Run) -> str:
        """What differs between ``expected`` and ``run``, after which that is expected of the next; "" for nothing.

        What other garbage changes at the first level is no longer compared then.

        Raises:
            NoRule: undefined values decide, before or after.
        """
        first = 5 + self.report.passes
        what = self._once(name, case, expected, run, first)
        if what and self._narrowed(case, expected):
            what = self._once(name, case, expected, run, first)
        if what and not any(self._once(name, case, expected, run, first + GARBAGE + k) for k in range(AGAIN)):
            raise reference.NoRule(UNDEFINED)
        return what

    def _once(self, name: str, case: Case, expected: Expected, run: Run, seed: int) -> str:
        """`_compare`, of one run."""
        try:
            arrays = run(case, seed, "tree")
        except (reference.NoRule, reference.LimitExceeded):
            raise
        except reference.Trap as error:  # divisions are guarded last
            if not self._is_guarded:
                raise
            return f"the run fails: {reason(error)}"
        except (reference.ExecutionError, AssertionError) as error:
            return f"the run fails: {reason(error)}"
        for number, array in enumerate(arrays):
            places = comparison.wrong(array, expected, number, inexact=False)
            names = {name, *self._since}
            if places.size and names & REORDERED.keys() and self._same_in_order(case, run, seed):
                break
            if places.size and any(map(self._is_inexact, names)):
                places = self._beyond_margins(case, expected, number, array)
            if places.size:
                at, wanted = places[0], expected.arrays[number]
                return (
                    f"{places.size} elements of array {number} differ, first element {at}: "
                    f"{wanted[at]} before, {array[at]} after"
                )
        expected.arrays = arrays
        return ""

    def _beyond_margins(self, case: Case, expected: Expected, number: int, array: np.ndarray) -> np.ndarray:
        """The positions of what is wrong in ``array`` even by the margins that more runs find, if need be."""
        for pairs in self._pairs:
            if expected.pairs < pairs:
                expected.margins, expected.pairs = self._margins(case, expected, pairs), pairs
            places = comparison.wrong(array, expected, number, inexact=True)
            if not places.size:
                break
        return places

    def _is_inexact(self, name: str) -> bool:
        """Whether floats may be rounded otherwise after pass ``name``, of this program."""
        needed = INEXACT_WITH.get(name)
        return name in INEXACT and (needed is None or any(all_ops(self._before, needed)))

    def _same_in_order(self, case: Case, run: Run, seed: int) -> bool:
        """Whether ``run`` gives what the program gave before, where reductions combine one element after the other."""
        assert self._before is not None
        runs = [self.run(self._before, case, s, "sequential") for s in (seed, seed + 1)]
        arrays = zip(*runs, run(case, seed, "sequential"), strict=True)
        return all((equal(after, one) | ~equal(one, other)).all() for one, other, after in arrays)

    def _narrowed(self, case: Case, expected: Expected) -> bool:
        """Whether the first level gives other elements with other garbage; they are not ``expected`` any more.

        Raises NoRule: it cannot be run on so much garbage.
        """
        assert self._first is not None
        try:
            runs = [self.run(self._first, case, 100 + n, ordinary=n % 2 > 0) for n in range(GARBAGE)]
        except (CompileError, AssertionError):
            raise reference.NoRule(UNDEFINED) from None
        before = sum(int(known.sum()) for known in expected.defined)
        expected.defined = [
            np.logical_and.reduce([known, *(equal(first, other) for other in others)])
            for known, first, *others in zip(expected.defined, *runs, strict=True)
        ]
        return sum(int(known.sum()) for known in expected.defined) < before

    def _margins(self, case: Case, expected: Expected, pairs: int) -> list[np.ndarray]:
        """How far floats of ``case`` may be off, by ``pairs`` of runs amid noise that is opposite in both.

        Raises LimitExceeded: nobody knows what another order gives.
        """
        assert self._first is not None
        found = []
        for seed, sign in product(range(pairs), (1, -1)):
            noise, order = reference.Noise(seed, sign, self.asked), ("tree", "sequential")[seed % 2]
            try:
                found.append(self.run(self._first, case, 1, order, noise=noise))
            except reference.LimitExceeded:
                raise
            except (CompileError, AssertionError):
                continue
        return comparison.margins_of(expected.arrays, found or [expected.arrays])


def reason(error: BaseException) -> str:
    """What ``error`` says, without its place."""
    found = getattr(error, "diagnostics", None)
    return found[0].message if found else str(error)
