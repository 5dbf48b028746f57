"""Runs a program before and after each pass, and compares: `Validator` for pipelines, `validate` for whole programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from triton_shared import dialects, reference
from triton_shared.errors import CompileError
from triton_shared.mlir import ir
from triton_shared.pass_manager import Pass, run_pipeline
from triton_shared.validation import comparison
from triton_shared.validation.arguments import NoArguments, cases_of, kernel_of, perturbed, smaller
from triton_shared.validation.cases import Case
from triton_shared.validation.comparison import INEXACT, REORDERED, Expected, equal
from triton_shared.validation.report import COMPILED, Difference, Report

#: from Triton IR to what the executor has rules for, and on to the llvm dialect
DEFAULT_PIPELINE = ("triton-to-linalg", "allow-contraction", "shared-to-cpu")
#: ops that a run may take, if nobody says otherwise
LIMIT = 20_000
#: the pass of the conversion before which a division by zero may end a program, as it does not in Triton IR
GUARD = "guard-divisions"
SLOW = "more ops were executed than a run may take"
UNDEFINED = "the arguments leave it to undefined values what the program does"
MOVED, SHRINKS, GARBAGE, AGAIN = 3, 200, 16, 4

#: of a launch, a seed, and the order in which reductions combine
Run = Callable[[Case, int, str], list[np.ndarray]]


class Validator:
    """The argument ``validate`` of `run_pipeline`: runs ``cases`` after every pass that changes the module.

    It stops at the first difference, which is in ``report``.  With ``only`` it looks at the pass of that name alone.
    """

    def __init__(
        self,
        cases: Sequence[Case],
        kernel: str | None = None,
        report: Report | None = None,
        only: str | None = None,
        limit: int = LIMIT,
    ):
        self.cases, self.kernel, self.only, self.limit = list(cases), kernel, only, limit
        self.report = report or Report("-")
        self.report.cases = [case.label for case in cases]
        self._expected: dict[int, Expected] = {}
        self._first: ir.Operation | None = None
        self._before: ir.Operation | None = None
        self._text = ""
        self._is_below = self._is_guarded = False
        self._unchecked: list[str] = []
        self._slow: set[int] = set()  # cases of which a run took too long; so it does after later passes

    def before(self, name: str, module: ir.Operation) -> None:
        """Run the first level, where pass ``name`` is the first."""
        if self._first is None and self.only in (None, name):
            self._first = self._before = module.operation.clone()
            self._text = str(module)
            for number, case in enumerate(self.cases):
                self._begin(number, case)

    def after(self, name: str, module: ir.Operation) -> None:
        """Compare what the program does after pass ``name`` with what it did before."""
        self.report.passes += 1
        self._is_guarded |= name == GUARD
        if self._first is not None and not self.report.difference and (text := str(module)) != self._text:
            self._text = text
            self._changed(name, module)
        if self.only == name:
            self._first = None

    def _changed(self, name: str, module: ir.Operation) -> None:
        self.report.changed += 1
        self._is_below = self._is_below or not _is_executable(module, self.kernel)
        if self._is_below:
            return
        self.check(name, lambda *how: self.run(module, *how), lambda: str(module))
        if not self._unchecked and not self.report.difference:
            self._before = module.operation.clone()

    def check(self, name: str, run: Run, after: Callable[[], str]) -> None:
        """Compare what ``run`` gives, the program after ``name``, with what it did before."""
        supported = True
        for number, expected in list(self._expected.items()):
            case = self.cases[number]
            if number in self._slow and name != COMPILED:
                self.report.unsupported[SLOW] += 1
                continue
            try:
                what = self._compare(name, case, expected, run)
            except (reference.NoRule, reference.LimitExceeded, reference.Trap) as error:
                too_long = isinstance(error, reference.LimitExceeded)
                self.report.unsupported[SLOW if too_long else _reason(error)] += 1
                supported = False
                if too_long:
                    self._slow.add(number)
                if isinstance(error, reference.Trap) or _reason(error) == UNDEFINED:
                    del self._expected[number]
                continue
            self.report.checks += 1
            if what:
                shown, what = self._shrunk(name, case, run, what)
                before = str(self._before)
                self.report.difference = Difference(
                    name, self.report.passes, list(self._unchecked), shown, what, before, after()
                )
                return
        if not supported:
            self._unchecked.append(name)
        else:
            self._unchecked.clear()

    def run(self, module: ir.Operation, case: Case, seed: int, order: str = "tree") -> list[np.ndarray]:
        """The arrays that the reference executor leaves.  Raises `ExecutionError` and AssertionError."""
        args, arrays = case.make()
        options: dict[str, Any] = {"kernel": self.kernel, "seed": seed, "limit": self.limit, "order": order}
        try:
            reference.run(module, case.grid, *args, **options, output=lambda line: None)
        except (CompileError, AssertionError):
            raise
        except Exception as error:  # a program between two levels, which is neither of them
            raise reference.NoRule(f"ends the executor with {type(error).__name__}: {error}") from error
        return arrays

    def _begin(self, number: int, case: Case) -> None:
        """Take down what the first level does, where that is known."""
        assert self._first is not None
        try:
            self._expected[number] = self._expect(self._first, case)
        except (CompileError, AssertionError) as error:
            self.report.unsupported[_reason(error)] += 1

    def _expect(self, module: ir.Operation, case: Case) -> Expected:
        runs = [self.run(module, case, seed) for seed in (1, 2)]
        return Expected(runs[0], [comparison.equal(a, b) for a, b in zip(*runs, strict=True)])

    def _compare(self, name: str, case: Case, expected: Expected, run: Run) -> str:
        """What differs between ``expected`` and ``run``, after which that is expected of the next; "" for nothing.

        Raises:
            NoRule: undefined values decide, before or after.
        """
        first = 3 + self.report.passes
        if what := self._once(name, case, expected, run, first):
            again = [self._once(name, case, expected, run, first + GARBAGE + k) for k in range(AGAIN)]
            if not any(again) or not self._is_defined(case):
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
            return f"the run fails: {_reason(error)}"
        except (reference.ExecutionError, AssertionError) as error:
            return f"the run fails: {_reason(error)}"
        for number, array in enumerate(arrays):
            places = comparison.wrong(array, expected, number, inexact=False)
            if places.size and name in REORDERED and self._same_in_order(case, run, seed):
                break
            if places.size and name in INEXACT:
                expected.margins = expected.margins or self._margins(case, expected)
                places = comparison.wrong(array, expected, number, inexact=True)
            if places.size:
                at, wanted = places[0], expected.arrays[number]
                return (
                    f"{places.size} elements of array {number} differ, first element {at}: "
                    f"{wanted[at]} before, {array[at]} after"
                )
        expected.arrays = arrays
        return ""

    def _same_in_order(self, case: Case, run: Run, seed: int) -> bool:
        """Whether ``run`` gives what the program gave before, where reductions combine one element after the other."""
        assert self._before is not None
        runs = [self.run(self._before, case, s, "sequential") for s in (seed, seed + 1)]
        arrays = zip(*runs, run(case, seed, "sequential"), strict=True)
        return all((equal(after, one) | ~equal(one, other)).all() for one, other, after in arrays)

    def _is_defined(self, case: Case) -> bool:
        """Whether the first level does the same whatever undefined values are: a division by zero may decide."""
        assert self._first is not None
        try:
            runs = [self.run(self._first, case, seed) for seed in range(100, 100 + GARBAGE)]
        except (CompileError, AssertionError):
            return False
        defined = [comparison.equal(a, b) for a, b in zip(runs[0], runs[1], strict=True)]
        return all(
            (comparison.equal(a, b) | ~known).all()
            for run in runs[2:]
            for a, b, known in zip(runs[0], run, defined, strict=True)
        )

    def _margins(self, case: Case, expected: Expected) -> list[np.ndarray]:
        """How far floats of ``case`` may be off."""
        assert self._first is not None
        runs: list[tuple[Case, str]] = [(case, "tree"), (case, "sequential")]
        runs += [(perturbed(case, seed), "tree") for seed in range(MOVED)]
        found = []
        for one, order in runs:
            with suppress(CompileError, AssertionError):
                found.append(self.run(self._first, one, 1, order))
        return comparison.margins_of(expected.arrays, found)

    def _shrunk(self, name: str, case: Case, run: Run, what: str) -> tuple[Case, str]:
        """The simplest launch that was found to show the difference after ``name``, and what differs then."""
        assert self._before is not None
        budget = SHRINKS
        simpler = iter(smaller(case))
        while budget and (candidate := next(simpler, None)) is not None:
            budget -= 1
            try:
                found = self._compare(name, candidate, self._expect(self._before, candidate), run)
            except (CompileError, AssertionError):
                continue
            if found:
                case, what, simpler = candidate, found, iter(smaller(candidate))
        return case, what


def _is_executable(module: ir.Operation, kernel: str | None) -> bool:
    """Whether the kernel is no function of the llvm or the gpu dialect yet, of which the executor has none."""
    try:
        return kernel_of(module, kernel).name in ("tt.func", "func.func")
    except NoArguments:
        return False


def _reason(error: BaseException) -> str:
    found = getattr(error, "diagnostics", None)
    return found[0].message if found else str(error)


def validate(
    source: str,
    file: str = "-",
    passes: Iterable[str | Pass] = DEFAULT_PIPELINE,
    *,
    kernel: str | None = None,
    cases: Sequence[Case] | None = None,
    seed: int = 0,
    compiled: bool = True,
    only: str | None = None,
    limit: int = LIMIT,
) -> Report:
    """Take a program through ``passes`` and compare what it does before and after each.

    Args:
        source: tt IR, or the shared form, as text.
        file: its name in reports.
        passes: pipeline texts and passes.
        kernel: the function to run, by default the only public one.
        cases: launches; by default some are found (`cases_of`).
        seed: of what is found.
        only: the name of the only pass to look at; by default all.
        limit: how many ops a run may execute; longer ones are not compared.
        compiled: whether the kernel that is compiled for this CPU is run, too, where ``passes`` are the default.

    Returns:
        A report; where the program is refused, or no arguments are found, its ``failure`` says why.
    """
    passes, report = tuple(passes), Report(file)
    left = list(passes)
    try:
        module = dialects.parse(source, file)
        while cases is None:
            try:
                cases = cases_of(module, kernel, seed)
            except NoArguments as error:
                if not error.unknown or not left:
                    raise
                report.unsupported[str(error)] += 1
                run_pipeline(module, [left.pop(0)])
        validator = Validator(cases, kernel, report, only, limit)
        run_pipeline(module, left, validate=validator)
        if compiled and not only and passes == DEFAULT_PIPELINE and not report.difference:
            _check_compiled(validator, source)
    except NoArguments as error:
        report.failure = str(error)
    except CompileError as error:
        report.failure = _reason(error)
    return report


def _check_compiled(validator: Validator, source: str) -> None:
    """Compare what the kernel does that is compiled for this CPU."""
    from triton_shared.runtime.compiler import compile

    kernel = compile(source, kernel=validator.kernel, num_threads=1)

    def run(case: Case, seed: int, order: str) -> list[np.ndarray]:
        args, arrays = case.make()
        kernel[case.grid](*args)
        return arrays

    validator.report.passes += 1
    validator.check(COMPILED, run, lambda: "")
