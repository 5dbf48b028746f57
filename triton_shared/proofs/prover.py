"""`prove_program`: what is proved of each access of a kernel, and a launch for which it does not hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from triton_shared.ir.polynomial import Polynomial
from triton_shared.proofs import solver
from triton_shared.proofs.facts import negated
from triton_shared.proofs.goals import AXES, Goals, Kernel, Query
from triton_shared.proofs.machine import Machine
from triton_shared.proofs.touches import Program, Touch

PROVED, REFUTED, UNKNOWN = "proved", "refuted", "unknown"
CHECKS = ("bounds", "races")


@dataclass(frozen=True)
class Counterexample:
    """A launch that fails, as arguments.

    Attributes:
        arguments: by name: integers, and of pointers how many elements there are.
        grid: how many programs there are along x, y and z.
        contents: of arguments by name what elements of these numbers have to be; others may be anything.
    """

    arguments: Mapping[str, int]
    grid: tuple[int, int, int]
    contents: Mapping[str, Mapping[int, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Statement:
    """What is known of one access, or of two that may race.

    Attributes:
        check: "bounds" or "races".
        verdict: "proved", "refuted" or "unknown".
        file, line: where the access is.
        does: "reads", "writes", "updates" or "calls".
        argument: its name; None where nobody knows.
        other: of a race the line of the second access.
        by: what proved or refuted it, "substitution" or "Z3"; of unknown ones why they are.
        counterexample: a launch that fails, where it is refuted.
    """

    check: str
    verdict: str
    file: str
    line: int
    does: str
    argument: str | None
    other: int | None = None
    by: str = ""
    counterexample: Counterexample | None = None

    def __str__(self) -> str:
        with_other = f" and line {self.other}" if self.other is not None else ""
        what = f"{self.does} {self.argument or 'memory'}{with_other}"
        return f"{self.file}:{self.line}: {self.check}: {what}: {self.verdict} ({self.by})"


def prove_program(
    program: Program, kernel: Kernel, constraints: Sequence[str], checks: Iterable[str], seconds: float
) -> list[Statement]:
    """A statement for each access, and for each two that may race; the solver may take so many seconds for each.

    Raises:
        ConstraintError: a constraint is none.
    """
    goals = Goals(program, kernel, constraints)
    asked, found = [*checks], list[Statement]()
    if "bounds" in asked:
        found += [_bounds(goals, touch, seconds) for touch in program.touches if touch.does != "calls"]
    if "races" in asked:
        found += [_races(goals, a, b, seconds) for a, b in goals.pairs()]
    unseen = [touch for touch in program.touches if touch.does == "calls"]
    return [
        *found,
        *(
            _said(goals, check, t, UNKNOWN, "a function that is called, or assembly")
            for check in asked
            for t in unseen
        ),
    ]


def _said(
    goals: Goals,
    check: str,
    touch: Touch,
    verdict: str,
    by: str,
    other: Touch | None = None,
    counterexample: Counterexample | None = None,
) -> Statement:
    file, line, _ = touch.source
    name = None if touch.argument is None else goals.kernel.names[touch.argument]
    second = None if other is None else other.source[1]
    return Statement(check, verdict, file, line, touch.does, name, second, by, counterexample)


_NOWHERE = "its address is that of no argument, or by a descriptor of the launch"


def _bounds(goals: Goals, touch: Touch, seconds: float) -> Statement:
    query = goals.bounds(touch)
    if query is None:
        return _said(goals, "bounds", touch, UNKNOWN, _NOWHERE)
    if query.facts.holds(query.goal) or query.facts.is_contradicted():
        return _said(goals, "bounds", touch, PROVED, "substitution")
    return _solved(goals, "bounds", touch, None, [query], seconds)


def are_apart(goals: Goals, a: Touch, b: Touch) -> bool:
    """Whether substitution proves that ``a`` of a program and ``b`` of a later one touch no byte both."""
    return all(_is_apart(goals, query, a, b) for query in goals.races(a, b))


def _races(goals: Goals, a: Touch, b: Touch, seconds: float) -> Statement:
    if None in (a.argument, b.argument):
        return _said(goals, "races", a, UNKNOWN, _NOWHERE, b)
    left = [query for query in goals.races(a, b) if not _is_apart(goals, query, a, b)]
    if not left:
        return _said(goals, "races", a, PROVED, "substitution", b)
    return _solved(goals, "races", a, b, left, seconds)


def _is_apart(goals: Goals, query: Query, a: Touch, b: Touch) -> bool:
    if query.facts.holds(query.goal, 1) or query.facts.is_contradicted():
        return True
    return all(
        case.facts.holds(case.goal, 0) or case.facts.is_contradicted() for case in goals.cases(query, a, b)
    )


def _solved(
    goals: Goals, check: str, touch: Touch, other: Touch | None, queries: Sequence[Query], seconds: float
) -> Statement:
    """The statement that the solver makes of what is left."""
    if not solver.is_there():
        missing = "substitution does not prove it; Z3 may: pip install 'z3-solver>=4.13'"
        return _said(goals, check, touch, UNKNOWN, missing, other)
    verdict, by = PROVED, "Z3"
    for query in queries:
        small = _sizes(goals, query.machines[0])
        values = solver.solve(query.facts, negated(query.goal), small, seconds)
        if values is None:
            verdict, by = UNKNOWN, f"Z3 did not find out in {seconds:g} s"
        elif isinstance(values, Mapping):
            launch = _launch(goals, query.machines, values)
            return _said(goals, check, touch, REFUTED, "Z3", other, launch)
    return _said(goals, check, touch, verdict, by, other)


def _sizes(goals: Goals, machine: Machine) -> list[Polynomial]:
    """What is to be small in a counterexample: the grid, integers and sizes."""
    leaves = [
        term
        for term, row in enumerate(machine.terms.rows)
        if row[0] in ("grid", "arg", "size") and row[1] != 1
    ]
    return [machine.numbers[term] for term in leaves if term in machine.numbers]


def _launch(goals: Goals, machines: Sequence[Machine], values: Mapping[int, int]) -> Counterexample:
    """The launch that ``values`` of symbols are."""
    machine, kernel = machines[0], goals.kernel

    def value(term: int, of: Machine = machine) -> int | None:
        poly = of.numbers.get(term)
        return None if poly is None else _value(poly, values)

    arguments: dict[str, int] = {}
    for number, (name, item) in enumerate(zip(kernel.names, kernel.items, strict=True)):
        if item is not None:
            leaf = goals.size(number) if item else goals.terms.leaf("arg", kernel.widths[number], number)
            found = value(leaf)
            arguments[name] = found if found is not None else 1
    grid = tuple(value(goals.grid(axis)) or 1 for axis in range(AXES))
    contents: dict[str, dict[int, int]] = {}
    for each in machines:
        for term, (op, _, operands, argument) in enumerate(goals.terms.rows):
            loaded = value(term, each) if op == "load" else None
            if loaded is not None and (size := kernel.items[argument]):
                place = _value(each.number(operands[0]), values)
                contents.setdefault(kernel.names[argument], {})[place // size] = loaded
    return Counterexample(arguments, grid, contents)  # type: ignore[arg-type]


def _value(poly: Polynomial, values: Mapping[int, int]) -> int:
    total = 0
    for monomial, factor in poly.terms.items():
        for symbol in monomial:
            factor *= values.get(symbol, 0)
        total += factor
    return total
