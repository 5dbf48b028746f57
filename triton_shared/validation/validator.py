"""Runs a program before and after each pass, and compares: `Validator` for pipelines, `validate` for whole programs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from triton_shared import dialects, reference
from triton_shared.errors import CompileError
from triton_shared.mlir import ir
from triton_shared.passes.base import Pass
from triton_shared.passes.manager import being_left_out, run_pipeline
from triton_shared.passes.options import Value
from triton_shared.reference.arguments import parameters_of
from triton_shared.validation import guards
from triton_shared.validation.arguments import NoArguments, cases_of, kernel_of, signature_of
from triton_shared.validation.cases import Case
from triton_shared.validation.comparison import Expected, equal
from triton_shared.validation.levels import PAIRS, PATIENCE, UNDEFINED, Levels, Run, reason
from triton_shared.validation.report import COMPILED, Difference, Report
from triton_shared.validation.variants import lighter, smaller

#: from Triton IR to what the executor has rules for, and on to the llvm dialect
DEFAULT_PIPELINE = ("triton-to-linalg", "allow-contraction", "shared-to-cpu")
#: what a pointer is in the program of a thread
ADDRESS = "!llvm.ptr"
#: ops that a run may take, if nobody says otherwise
LIMIT = 20_000
#: the pass of the conversion before which a division by zero may end a program, as it does not in Triton IR
GUARD = "guard-divisions"
SLOW = "more ops were executed than a run may take"
#: how many simpler launches are tried
SHRINKS = 200

#: options of passes that choose what Triton IR means, which the executor takes, too
MEANINGS = ("sums", "neutral")

#: a compiled kernel, of which ``kernel[grid](*args)`` is a launch; from a program's text and a kernel's name to one
Kernel = Any
Make = Callable[[str, str | None], Kernel]


@dataclass
class Launch:
    """A launch that is run after every pass, and what it leaves.

    Attributes:
        case: as it is run: of some programs, or with smaller numbers, where that of ``whole`` takes too many ops.
        expected: what ``case`` leaves; None where it takes too many ops in any form.
        whole: as it was found; the compiled kernel runs this one.
        of_whole: what that leaves; None where it takes too many ops.
        patience: times the limit of ops that it may take.
        unchecked: the passes since ``expected`` after which it could not be compared.
    """

    case: Case
    expected: Expected | None
    whole: Case
    of_whole: Expected | None
    patience: int = 1
    unchecked: list[str] = field(default_factory=list)


class Validator(Levels):
    """The argument ``validate`` of `run_pipeline`: runs ``cases`` after every pass that changes the module.

    It stops at the first difference, which is in ``report``.  With ``only`` it looks at the pass of that name alone.
    A launch that takes more than ``limit`` ops is run in part from there on: some of its programs, then smaller numbers
    (`variants.lighter`); where that does not do for any launch, one may take `PATIENCE` times as many.  Where ``asked``
    passes that are inexact may round the operands of products of f32 as far as the program asks for: see `Noise`.
    """

    def __init__(
        self,
        cases: Sequence[Case],
        kernel: str | None = None,
        report: Report | None = None,
        only: str | None = None,
        limit: int = LIMIT,
        asked: bool = False,
    ):
        super().__init__(kernel, report or Report("-"), limit, asked)
        self.cases, self.only = list(cases), only
        self.report.cases = [case.label for case in cases]
        self._launches: dict[int, Launch] = {}
        self._text = ""
        self._is_below = False
        self._unchecked: list[str] = []
        self._divisors: dict[int, list[int]] = {}

    def before(self, name: str, module: ir.Operation, given: Mapping[str, Value]) -> None:
        """Run the first level, where pass ``name`` is the first, or anew where a choice changes what it means."""
        if self._first is None and self.only in (None, name):
            self._first = self._before = module.operation.clone()
            self._text = str(module)
            for number, case in enumerate(self.cases):
                self._begin(number, case)
        chosen = {option: str(value) for option, value in given.items() if option in MEANINGS}
        if self._first is not None and chosen:
            self._choices |= chosen
            for launch in self._launches.values():
                self._expect_anew(launch)

    def _expect_anew(self, launch: Launch) -> None:
        assert self._first is not None and self._before is not None
        with suppress(CompileError, AssertionError):
            if launch.expected:
                launch.expected = self._expect(self._before, launch.case)
            if launch.of_whole:
                launch.of_whole = self._expect(self._first, launch.whole)

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
        before, supported = self.report.checks, True
        for number in list(self._launches):
            what = self._checked(number, name, run)
            supported &= what is not None
            if what:
                self._found(number, name, run, what, after)
                return
        if self.report.checks == before and (last := self._last_resort(name, run)):
            number, what = last
            supported = True
            if what:
                self._found(number, name, run, what, after)
                return
        if self.report.checks == before and self._launches:
            self.report.blind.append(name)
        if supported:
            self._unchecked.clear()
        else:
            self._unchecked.append(name)

    def check_compiled(self, kernel: Kernel) -> None:
        """Compare what ``kernel[grid](*args)`` does, the last step."""

        def run(case: Case, seed: int, order: str) -> list[np.ndarray]:
            args, arrays = case.make()
            kernel[case.grid](*args)
            if outside := guards.left(arrays):
                raise AssertionError(f"writes beside array {outside[0]}")
            return [array.copy() for array in arrays]

        self.report.passes += 1
        self.check(COMPILED, run, lambda: "")

    def _found(self, number: int, name: str, run: Run, what: str, after: Callable[[], str]) -> None:
        launch = self._launches[number]
        shown, what = self._shrunk(name, launch.whole if name == COMPILED else launch.case, run, what)
        self.report.difference = Difference(
            name, self.report.passes, list(self._unchecked), shown, what, str(self._before), after()
        )

    def _checked(self, number: int, name: str, run: Run) -> str | None:
        """What differs after ``name`` in a launch, "" for nothing; None where it could not be compared."""
        launch = self._launches[number]
        self._patience, self._since = launch.patience, launch.unchecked
        case, expected = launch.case, launch.expected
        if name == COMPILED:
            case, expected = launch.whole, launch.of_whole
        try:
            if expected is None:
                raise reference.LimitExceeded(SLOW)
            found = self._counted(case, self._compare(name, case, expected, run))
            launch.unchecked = []
            return found
        except reference.LimitExceeded as error:
            if name != COMPILED and (what := self._lighten(launch, error.finished, name, run)) is not None:
                return what
            self.report.unsupported[SLOW] += 1
        except (reference.NoRule, reference.Trap) as error:
            self.report.unsupported[reason(error)] += 1
            if isinstance(error, reference.Trap) or reason(error) == UNDEFINED:
                del self._launches[number]
        launch.unchecked = [*launch.unchecked, name]
        return None

    def _counted(self, case: Case, what: str) -> str:
        self.report.checks += 1
        self.report.programs += case.program_count
        self.report.launched += math.prod(case.grid)
        return what

    def _lighten(self, launch: Launch, finished: int, name: str, run: Run) -> str | None:
        """Compare the first of the lighter launches that takes no more ops than allowed, from here on in its place."""
        if launch.expected is None:
            return None
        for candidate in self._lighter(launch.case, finished):
            with suppress(CompileError, AssertionError):
                return self._instead(launch, candidate, name, run)
        launch.expected = None
        return None

    def _instead(self, launch: Launch, candidate: Case, name: str, run: Run) -> str:
        """Compare ``candidate``, from here on in the place of ``launch``.  Raises CompileError and AssertionError."""
        assert self._before is not None
        expected, self._since = self._expect(self._before, candidate), self._unchecked
        what = self._compare(name, candidate, expected, run)
        launch.case, launch.expected, launch.unchecked = candidate, expected, []
        return self._counted(candidate, what)

    def _last_resort(self, name: str, run: Run) -> tuple[int, str] | None:
        """Compare one launch in its lightest form, which may take many ops: its number, and what differs."""
        launches = self._launches.values()
        if name == COMPILED or any(launch.patience > 1 for launch in launches):
            return None
        for number, launch in self._launches.items():
            if launch.expected is not None:
                continue
            self._patience = launch.patience = PATIENCE
            for candidate in reversed(list(self._lighter(launch.whole, 1))):
                try:
                    what = self._instead(launch, candidate, name, run)
                except reference.LimitExceeded:
                    return None
                except (CompileError, AssertionError):
                    continue
                self.report.unsupported[SLOW] -= 1
                return number, what
        return None

    def _lighter(self, case: Case, finished: int) -> Iterator[Case]:
        return lighter(case, finished, self._divisors_of(case))

    def _divisors_of(self, case: Case) -> list[int]:
        """What has to divide the arguments of ``case``, as the signature says."""
        assert self._first is not None
        count = len(case.values)
        if count not in self._divisors:
            found = []
            with suppress(NoArguments):
                found = [slot.divisibility for slot in signature_of(self._first, self.kernel)]
            self._divisors[count] = found if len(found) == count else [1] * count
        return self._divisors[count]

    def _begin(self, number: int, case: Case) -> None:
        """Take down what the first level does, where that is known."""
        assert self._first is not None
        try:
            expected = self._expect(self._first, case)
            self._launches[number] = Launch(case, expected, case, expected)
            self._count(case, expected)
        except reference.LimitExceeded as error:
            self._begin_lighter(number, case, error.finished)
        except (CompileError, AssertionError) as error:
            self.report.unsupported[reason(error)] += 1

    def _begin_lighter(self, number: int, case: Case, finished: int) -> None:
        """Take down what the first level does with less to do."""
        assert self._first is not None
        for candidate in self._lighter(case, finished):
            with suppress(CompileError, AssertionError):
                expected = self._expect(self._first, candidate)
                self._launches[number] = Launch(candidate, expected, case, None)
                self._count(candidate, expected)
                return
        self.report.unsupported[SLOW] += 1

    def _count(self, case: Case, expected: Expected) -> None:
        """Take down how many elements the first level writes, as far as one sees, and how many of them are defined."""
        for array, after, known in zip(case.arrays, expected.arrays, expected.defined, strict=True):
            written = ~equal(array.values, after) | ~known
            self.report.written += int(written.sum())
            self.report.defined += int((written & known).sum())

    def _shrunk(self, name: str, case: Case, run: Run, what: str) -> tuple[Case, str]:
        """The simplest launch that was found to show the difference after ``name``, and what differs then."""
        assert self._before is not None
        budget, self._since, self._pairs = SHRINKS, self._unchecked, PAIRS[:-1]  # many candidates are tried
        simpler = iter(smaller(case, self._divisors_of(case)))
        while budget and (candidate := next(simpler, None)) is not None:
            budget -= 1
            try:
                found = self._compare(name, candidate, self._expect(self._before, candidate), run)
            except (CompileError, AssertionError):
                continue
            if found:
                case, what = candidate, found
                simpler = iter(smaller(candidate, self._divisors_of(case)))
        return case, what


def _is_executable(module: ir.Operation, kernel: str | None) -> bool:
    """Whether the kernel is a program yet: no function of the llvm or the gpu dialect, and not what a thread does."""
    try:
        function = kernel_of(module, kernel)
    except NoArguments:
        return False
    if function.name not in ("tt.func", "func.func"):
        return False
    users = (p for p in parameters_of(function) if not p.role)
    return not any(str(p.type).startswith(ADDRESS) for p in users)


def validate(
    source: str,
    file: str = "-",
    passes: Iterable[str | Pass] = DEFAULT_PIPELINE,
    *,
    kernel: str | None = None,
    cases: Sequence[Case] | None = None,
    seed: int = 0,
    compiled: bool = True,
    execute: Make | None = None,
    only: str | None = None,
    limit: int = LIMIT,
) -> Report:
    """Take a program through ``passes`` and compare what it does before and after each.

    The report's ``failure`` says why nothing was compared.  Raises TypeError or ValueError where a case does not fit.

    Args:
        source: tt IR, or the shared form, as text; ``file`` is its name in reports.
        passes: pipeline texts and passes.
        kernel: the function to run, by default the only public one.
        cases: launches; by default some are found (`cases_of`), by ``seed``.
        compiled: whether the compiled kernel is run as the last step.
        execute: what compiles it, by default for this CPU; with it products are as inexact as the program asks for.
        only: the name of the only pass to look at; by default all.
        limit: how many ops a run may execute; of a longer one a part is compared, see `Validator`.
    """
    passes, report = tuple(passes), Report(file)
    left = list(passes)
    try:
        module = dialects.parse(source, file)
        found = _found(module, kernel, seed, left, report) if cases is None else cases
        validator = Validator(found, kernel, report, only, limit, asked=execute is not None)
        run_pipeline(module, left, validate=validator)
        execute = execute or (_for_this_cpu if passes == DEFAULT_PIPELINE else None)
        if compiled and execute and not only and not report.difference:
            validator.check_compiled(execute(source, kernel))
    except (NoArguments, CompileError) as error:
        report.failure = reason(error)
    return report


def _found(
    module: ir.Operation, kernel: str | None, seed: int, passes: list[str | Pass], report: Report
) -> Sequence[Case]:
    """Launches of ``module``, taken through the first ``passes`` for as long as it says too little of its arguments."""
    while True:
        try:
            return cases_of(module, kernel, seed)
        except NoArguments as error:
            if not error.unknown or not passes:
                raise
            report.unsupported[str(error)] += 1
            run_pipeline(module, [passes.pop(0)])
            if not _is_executable(module, kernel):
                raise


def _for_this_cpu(source: str, kernel: str | None) -> Kernel:
    from triton_shared.runtime.compiler import compile

    return compile(source, kernel=kernel, num_threads=1, without=being_left_out())
