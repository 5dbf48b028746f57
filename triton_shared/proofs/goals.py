"""What is to be proved of a kernel: that each of its accesses is in bounds, and that no two race.

>>> Goals(program, kernel, ["grid[0] == cdiv(n, 128)", "size(x) >= n"]).bounds(touch)   # doctest: +SKIP
Query(facts=…, goal=('and', …))

An access is in bounds if it lies among the ``size(x)`` elements behind its argument.  Two accesses of programs race if
they touch one byte, and one is no read, and not both are updates; arguments are taken to be apart.  Programs differ
along a first axis of the grid, and that of the second access is taken to be further there: each pair is asked for in
both orders.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from triton_shared.ir.polynomial import Polynomial
from triton_shared.proofs.constraints import Reader
from triton_shared.proofs.facts import Facts, Formula, equal, ge
from triton_shared.proofs.machine import Machine
from triton_shared.proofs.touches import Program, Touch

AXES = 3
#: dimensions of blocks whose lanes are told apart, less or equal or more
_MOST_DIMS = 2


class Kernel(NamedTuple):
    """What is known of a kernel's arguments: a name of each, its type as Triton spells it, and values of constants."""

    names: tuple[str, ...]
    #: bytes of an element, of pointers; 0 for integers; None for what constraints cannot speak of
    items: tuple[int | None, ...]
    widths: tuple[int, ...]
    constants: Mapping[str, int]


class Query(NamedTuple):
    """What is known, what is to follow from it, and the machines of the programs that it is asked of."""

    facts: Facts
    goal: Formula
    machines: tuple[Machine, ...]


class Goals:
    """The goals of a program within constraints."""

    def __init__(self, program: Program, kernel: Kernel, constraints: Sequence[str]):
        self.terms, self.touches, self.kernel = program.terms, program.touches, kernel
        self._conditions: list[int] = []
        self.defined: dict[int, int] = {}
        self._asked = {row[3] for row in self.terms.rows if row[0] in ("pid", "grid")}
        reader = Reader(self.terms, self.leaf)
        for text in constraints:
            for term in reader.conditions(text):
                if not self._defines(term):
                    self._conditions.append(term)
        for axis in set(range(AXES)) - self._asked:
            self.defined[self.grid(axis)] = self.terms.constant(1, 32)

    def leaf(self, name: str) -> int | None:
        """The term of what constraints call ``name``."""
        if name in self.kernel.constants:
            return self.terms.constant(self.kernel.constants[name], 0)
        for axis in range(AXES):
            if name == f"grid[{axis}]":
                self._asked.add(axis)
                return self.grid(axis)
        for number, (known, item) in enumerate(zip(self.kernel.names, self.kernel.items, strict=True)):
            if name == known and item == 0:
                return self.terms.leaf("arg", self.kernel.widths[number], number)
            if name == f"size({known})" and item:
                return self.size(number)
        return None

    def grid(self, axis: int) -> int:
        """The term of how many programs there are along ``axis``."""
        return self.terms.leaf("grid", 32, axis)

    def pid(self, axis: int) -> int:
        """The term of the place of a program along ``axis``."""
        return self.terms.leaf("pid", 32, axis)

    def size(self, argument: int) -> int:
        """The term of how many elements there are behind ``argument``."""
        return self.terms.leaf("size", 0, argument)

    def _defines(self, term: int) -> bool:
        """Whether the condition ``term`` says what a leaf is, which is noted."""
        op, _, operands, data = self.terms.rows[term]
        if op != "cmpi" or data != "eq":
            return False
        for leaf, other in (operands, operands[::-1]):
            is_leaf = self.terms.rows[leaf][0] in ("grid", "size", "arg")
            if is_leaf and leaf not in self.defined and not self._needs(other, leaf):
                self.defined[leaf] = other
                return True
        return False

    def _needs(self, term: int, leaf: int) -> bool:
        pending, seen = [term], set[int]()
        while pending:
            top = pending.pop()
            if top == leaf:
                return True
            if top not in seen:
                seen.add(top)
                pending += [*self.terms.rows[top][2], *([self.defined[top]] if top in self.defined else [])]
        return False

    # Launches

    def machine(self, facts: Facts, shared: Mapping[int, Polynomial] | None = None) -> Machine:
        """A machine whose facts know the constraints; ``shared`` are terms that another one knows."""
        machine = Machine(self.terms, facts, self.defined, dict(shared or {}))
        if shared is None:
            for leaf in self.defined:
                machine.number(leaf)
            for term in self._conditions:
                facts.assume(machine.formula(term))
            for axis in sorted(self._asked):
                machine.number(self.pid(axis))
        return machine

    def _reach(self, machine: Machine, touch: Touch) -> Polynomial:
        """The bytes from its argument that ``touch`` touches, where it does."""
        for term in (*touch.guards, *(term for term, _ in touch.mask)):
            machine.facts.assume(machine.formula(term))
        return machine.number(touch.offset)

    # Goals

    def bounds(self, touch: Touch) -> Query | None:
        """That ``touch`` is in bounds; None where nobody knows of what."""
        item = None if touch.argument is None else self.kernel.items[touch.argument]
        if touch.argument is None or not item:
            return None
        machine = self.machine(Facts())
        offset = self._reach(machine, touch)
        size = machine.number(self.size(touch.argument))
        return Query(machine.facts, ("and", ge(offset), ge(size * item - offset - touch.width)), (machine,))

    def pairs(self) -> Iterator[tuple[Touch, Touch]]:
        """Accesses that may race, in both orders."""
        for a, b in product(self.touches, repeat=2):
            kinds = {a.does, b.does}
            is_apart = None not in (a.argument, b.argument) and a.argument != b.argument
            is_fine = kinds == {"reads"} or (kinds == {"updates"} and not (a.is_private or b.is_private))
            if not (is_apart or is_fine):
                yield a, b

    def races(self, a: Touch, b: Touch) -> Iterator[Query]:
        """That ``a`` of a program and ``b`` of a later one touch no byte both, for each first axis along which they
        differ; nothing where nobody knows where they are.
        """
        for axis in sorted(self._asked):
            yield self._apart(a, b, axis)

    def _apart(self, a: Touch, b: Touch, axis: int) -> Query:
        facts = Facts()
        first = self.machine(facts)
        same = [self.pid(n) for n in self._asked if n < axis]
        for t, (op, width, *_) in enumerate(self.terms.rows):
            if op in ("grid", "size", "arg") and width != 1:
                same.append(t)
        second = self.machine(facts, {t: first.number(t) for t in same})
        pid = self.pid(axis)
        facts.assume(ge(second.number(pid) - first.number(pid) - 1))
        here, there = self._reach(first, a), self._reach(second, b)
        goal = ("or", ge(there - here - a.width), ge(here - there - b.width))
        return Query(facts, goal, (first, second))

    def cases(self, query: Query, a: Touch, b: Touch) -> Iterator[Query]:
        """The query for lanes that are before one another, equal or behind, along the first dimensions of both."""
        first, second = query.machines
        lanes = [
            (first.numbers[t], second.numbers[t])
            for t, row in enumerate(self.terms.rows)
            if row[0] == "lane" and t in first.numbers and t in second.numbers
        ][:_MOST_DIMS]
        for signs in product((0, 1, -1), repeat=len(lanes)):
            facts = query.facts.copy()
            for sign, (i, j) in zip(signs, lanes, strict=True):
                facts.assume(ge((j - i) * sign - 1) if sign else equal(i, j))
            yield Query(facts, query.goal, query.machines)
