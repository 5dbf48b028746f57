"""Runs a program before and after each pass, and compares: `Validator` for pipelines, `validate` for whole programs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np

from triton_shared import dialects, reference
from triton_shared.errors import CompileError
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.base import Pass
from triton_shared.passes.manager import being_left_out, run_pipeline
from triton_shared.passes.options import Value
from triton_shared.reference.arguments import parameters_of
from triton_shared.validation import comparison, guards
from triton_shared.validation.arguments import NoArguments, cases_of, executed, kernel_of, signature_of
from triton_shared.validation.cases import Case
from triton_shared.validation.comparison import INEXACT, INEXACT_WITH, REORDERED, Expected, equal
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
UNDEFINED = "the arguments leave it to undefined values what the program does"
SHRINKS, GARBAGE, AGAIN = 200, 16, 4
#: how many pairs of runs amid noise say what may be off; so many more where a result is off by more
PAIRS = (3, 12)
#: the seed of a run amid ordinary garbage, a sum of any floats being a NaN in each run, where stores have no order
ORDINARY = 3
#: times the limit of ops that one launch may take after passes after which all take more than the limit, and any in
#: which reductions combine one element after the other
PATIENCE = 25

#: options of passes that choose what Triton IR means, which the executor takes, too
MEANINGS = ("sums", "neutral")

#: a compiled kernel, of which ``kernel[grid](*args)`` is a launch; from a program's text and a kernel's name to one
Kernel = Any
Make = Callable[[str, str | None], Kernel]
#: of a launch, a seed, and the order in which reductions combine
Run = Callable[[Case, int, str], list[np.ndarray]]


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


class Validator:
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
        self.cases, self.kernel, self.only, self.limit = list(cases), kernel, only, limit
        self.asked = asked
        self.report = report or Report("-")
        self.report.cases = [case.label for case in cases]
        self._launches: dict[int, Launch] = {}
        self._first: ir.Operation | None = None
        self._before: ir.Operation | None = None
        self._text = ""
        self._is_below = self._is_guarded = False
        self._unchecked: list[str] = []
        self._divisors: dict[int, list[int]] = {}
        self._patience = 1
        self._choices: dict[str, str] = {}
        self._since: list[
            str
        ] = []  # passes between what is expected and what is compared, before the last one

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
            self.report.unsupported[_reason(error)] += 1
            if isinstance(error, reference.Trap) or _reason(error) == UNDEFINED:
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
            **self._choices,
            "noise": noise,
        }
        limit = self.limit * (PATIENCE if order == "sequential" else self._patience)
        return executed(module, case, **options, limit=limit)

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
            self.report.unsupported[_reason(error)] += 1

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

    def _expect(self, module: ir.Operation, case: Case) -> Expected:
        runs = [self.run(module, case, seed, ordinary=seed == ORDINARY) for seed in (1, 2, ORDINARY)]
        return Expected(runs[0], [equal(a, b) & equal(a, c) for a, b, c in zip(*runs, strict=True)])

    def _compare(self, name: str, case: Case, expected: Expected, run: Run) -> str:
        """What differs between ``expected`` and ``run``, after which that is expected of the next; "" for nothing.

        What other garbage changes at the first level is no longer compared then.

        Raises:
            NoRule: undefined values decide, before or after.
        """
        first = 3 + self.report.passes
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
            return f"the run fails: {_reason(error)}"
        except (reference.ExecutionError, AssertionError) as error:
            return f"the run fails: {_reason(error)}"
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
        for pairs in PAIRS:
            if expected.pairs < pairs:
                expected.margins, expected.pairs = self._margins(case, expected, pairs), pairs
            places = comparison.wrong(array, expected, number, inexact=True)
            if not places.size:
                break
        return places

    def _is_inexact(self, name: str) -> bool:
        """Whether floats may be rounded otherwise after pass ``name``, of this program."""
        needed = INEXACT_WITH.get(name)
        return name in INEXACT and (needed is None or any(all_ops(self._before, {needed})))

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

    def _shrunk(self, name: str, case: Case, run: Run, what: str) -> tuple[Case, str]:
        """The simplest launch that was found to show the difference after ``name``, and what differs then."""
        assert self._before is not None
        budget, self._since = SHRINKS, self._unchecked
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
    execute: Make | None = None,
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
        limit: how many ops a run may execute; of a longer one a part is compared, see `Validator`.
        compiled: whether the compiled kernel is run as the last step.
        execute: what compiles the program for that, from its text and the kernel's name; by default it is compiled for
            this CPU, where ``passes`` are the default.  With it products may be as inexact as the program asks for.

    Returns:
        A report; where the program is refused, or no arguments are found, its ``failure`` says why.

    Raises:
        TypeError, ValueError: one of ``cases`` does not fit the kernel.
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
        validator = Validator(cases, kernel, report, only, limit, asked=execute is not None)
        run_pipeline(module, left, validate=validator)
        if passes == DEFAULT_PIPELINE:
            execute = execute or _for_this_cpu
        if compiled and execute and not only and not report.difference:
            validator.check_compiled(execute(source, kernel))
    except NoArguments as error:
        report.failure = str(error)
    except CompileError as error:
        report.failure = _reason(error)
    return report


def _for_this_cpu(source: str, kernel: str | None) -> Kernel:
    from triton_shared.runtime.compiler import compile

    return compile(source, kernel=kernel, num_threads=1, without=being_left_out())
