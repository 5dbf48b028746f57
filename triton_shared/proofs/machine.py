"""`Machine`: terms as polynomials over unbounded integers, exact: a sum is one where it is proved not to wrap.

>>> machine = Machine(terms, Facts())
>>> machine.number(offset)                                                       # doctest: +SKIP
Polynomial({(0,): 128, (1,): 1})

A result that may leave its type is a symbol between the ends of the type, which a formula says is the sum less a
multiple of 2^width.  Quotients, extrema and selects are symbols, too, with what bounds them.  Numbers stand for machine
words as signed ones, bits as 0 and 1.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.ir.polynomial import Polynomial
from triton_shared.proofs.facts import FALSE, TRUE, Facts, Formula, equal, ge, negated
from triton_shared.proofs.terms import Row, Terms

_MOST_PROGRAMS = (1 << 31) - 1
#: elements of an argument, and programs along an axis of a grid
_LEAVES = {"size": (0, 1 << 40), "grid": (1, _MOST_PROGRAMS)}


def limits(width: int) -> tuple[int, int]:
    """The least and the largest number of ``width`` bits, signed; a bit is 0 or 1."""
    return (0, 1) if width == 1 else (-(1 << (width - 1)), (1 << (width - 1)) - 1)


class Machine:
    """Polynomials and formulas of ``terms``, whose definitions go to ``facts``.

    ``defined`` are terms that stand for leaves, as constraints say; ``shared`` are polynomials of terms that are known
    from another machine.
    """

    def __init__(
        self, terms: Terms, facts: Facts, defined: dict[int, int], shared: dict[int, Polynomial] | None = None
    ):
        self.terms, self.facts, self._defined = terms, facts, defined
        self.numbers: dict[int, Polynomial] = dict(shared or {})
        self._formulas: dict[int, Formula] = {}
        self._iterations: dict[int, Polynomial] = {}

    def number(self, term: int) -> Polynomial:
        """The number that ``term`` is; those that it is made of come first, so terms may nest as deep as they like."""
        pending = [term]
        while pending:
            top = pending[-1]
            missing = [t for t in self._needed(top) if t not in self.numbers]
            if top in self.numbers or not missing:
                pending.pop()
                if top not in self.numbers:
                    self.numbers[top] = self._number(top, self.terms.rows[top])
            else:
                pending += missing
        return self.numbers[term]

    def _needed(self, term: int) -> tuple[int, ...]:
        if term in self._defined:
            return (self._defined[term],)
        op, width, operands, _ = self.terms.rows[term]
        if op == "any":
            return ()
        return operands if width != 1 else ()

    def _number(self, term: int, row: Row) -> Polynomial:
        op, width, _, data = row
        if term in self._defined:
            found = self.numbers[self._defined[term]]
            low, high = _LEAVES.get(op) or limits(width)
            self.facts.assume(("and", ge(found - low), ge(-found + high)))
            return found
        match op:
            case "const":
                return Polynomial.number(data)
            case "size" | "grid":
                return self.facts.symbol(*_LEAVES[op])
            case "pid":
                return self._below(self.number(self.terms.leaf("grid", 32, data)))
            case "lane":
                return self.facts.symbol(0, data[1] - 1)
            case "iteration":
                return self._iteration(data)
            case "arg" | "any" | "load" if width != 1:
                return self.facts.symbol(*limits(width))
        if width == 1:
            return self._bit(self.formula(term))
        return _RULES.get(op, _unknown)(self, row)

    def _below(self, count: Polynomial) -> Polynomial:
        found = self.facts.symbol(0, _MOST_PROGRAMS - 1)
        self.facts.assume(ge(count - found - 1))
        return found

    def _iteration(self, loop: int) -> Polynomial:
        if loop not in self._iterations:
            self._iterations[loop] = self.facts.symbol(0, 1 << 63)
        return self._iterations[loop]

    def fit(self, poly: Polynomial, width: int) -> Polynomial:
        """``poly`` in ``width`` bits."""
        if not width:
            return poly
        low, high = limits(width)
        least, most = self.facts.ends(poly)
        above = least >= low or self.facts.proves(poly - low)
        if above and (most <= high or self.facts.proves(-poly + high)):
            return poly
        found, times = self.facts.symbol(low, high), self.facts.symbol()
        self.facts.formulas.append(equal(poly - times * (1 << width), found))
        return found

    def _bit(self, formula: Formula) -> Polynomial:
        if formula in (TRUE, FALSE):
            return Polynomial.number(int(formula == TRUE))
        found = self.facts.symbol(0, 1)
        yes, no = ("and", formula, ge(found - 1)), ("and", negated(formula), ge(-found))
        self.facts.formulas.append(("or", yes, no))
        return found

    def is_positive(self, poly: Polynomial, least: int = 0) -> bool:
        """Whether ``poly`` is proved to be ``least`` or more."""
        return self.facts.ends(poly)[0] >= least or self.facts.proves(poly - least)

    # Conditions

    def formula(self, term: int) -> Formula:
        """The formula that ``term``, a bit, holds."""
        if term not in self._formulas:
            self._formulas[term] = self._formula(term, self.terms.rows[term])
        return self._formulas[term]

    def _formula(self, term: int, row: Row) -> Formula:
        op, _, operands, data = row
        match op:
            case "const":
                return TRUE if data else FALSE
            case "cmpi" if self.terms.width(operands[0]) != 1:
                return self._compared(data, *map(self.number, operands))
            case "andi" | "ori":
                return ("and" if op == "andi" else "or", *map(self.formula, operands))
            case "xori":
                a, b = map(self.formula, operands)
                if b == TRUE:
                    return negated(a)
                return ("or", ("and", a, negated(b)), ("and", negated(a), b))
            case "select":
                c, yes, no = map(self.formula, operands)
                return ("or", ("and", c, yes), ("and", negated(c), no))
        return ("bool", self.facts.symbol(0, 1).factors.pop())

    def _compared(self, predicate: str, a: Polynomial, b: Polynomial) -> Formula:
        match predicate:
            case "eq":
                return equal(a, b)
            case "ne":
                return ("or", ge(a - b - 1), ge(b - a - 1))
        kind = predicate[1:]
        if kind.startswith("g"):
            a, b, kind = b, a, kind.replace("g", "l")
        less = ge(b - a - 1) if kind == "lt" else ge(b - a)
        if predicate[0] == "s" or (self.is_positive(a) and self.is_positive(b)):
            return less
        negative = [ge(-p - 1) for p in (a, b)]
        same = ("or", ("and", *negative), ("and", *map(negated, negative)))
        return ("or", ("and", same, less), ("and", negated(negative[0]), negative[1]))


# Rules


def _unknown(machine: Machine, row: Row) -> Polynomial:
    return machine.facts.symbol(*limits(row[1])) if row[1] else machine.facts.symbol()


def _ring(combine: Callable[[Polynomial, Polynomial], Polynomial]) -> Callable[[Machine, Row], Polynomial]:
    def rule(machine: Machine, row: Row) -> Polynomial:
        a, b = (machine.numbers[t] for t in row[2])
        return machine.fit(combine(a, b), row[1])

    return rule


def _extended(machine: Machine, row: Row) -> Polynomial:
    (source,) = row[2]
    found = machine.number(source)
    is_bit = machine.terms.width(source) == 1
    if row[0] == "extsi":
        return -found if is_bit else found
    if is_bit or machine.is_positive(found):
        return found
    whole = 1 << machine.terms.width(source)
    wide = machine.facts.symbol(0, whole - 1)
    positive = ge(found)
    cases = ("and", positive, equal(wide, found)), ("and", negated(positive), equal(wide, found + whole))
    machine.facts.formulas.append(("or", *cases))
    return wide


def _truncated(machine: Machine, row: Row) -> Polynomial:
    found = machine.number(row[2][0])
    if row[1] > 1:
        return machine.fit(found, row[1])
    return _unknown(machine, row)


def _floor(machine: Machine, a: Polynomial, b: Polynomial, width: int) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder of ``a`` by ``b``, which is positive, rounded down."""
    low, high = machine.facts.ends(a)
    ends = (low // n, high // n) if (n := b.constant) else (min(low, 0), max(high, -1))
    quotient = machine.facts.symbol(*ends)
    rest = machine.facts.symbol(0, machine.facts.ends(b)[1] - 1)
    machine.facts.assume(ge(a - quotient * b))
    machine.facts.assume(ge(quotient * b + b - a - 1))
    machine.facts.assume(ge(b - rest - 1))
    machine.facts.formulas.append(equal(quotient * b + rest, a))
    if machine.is_positive(a):
        machine.facts.assume(ge(quotient))
        machine.facts.assume(ge(a - rest))
        machine.facts.assume(ge(a - quotient))
    return quotient, rest


def _divided(part: int) -> Callable[[Machine, Row], Polynomial]:
    """Quotient or remainder where both are positive, as all divisions round then; floors of any sign."""

    def rule(machine: Machine, row: Row) -> Polynomial:
        a, b = (machine.numbers[t] for t in row[2])
        rounds_down = row[0] in ("floordivsi", "floormodsi")
        if machine.is_positive(b, 1) and (rounds_down or machine.is_positive(a)):
            return _floor(machine, a, b, row[1])[part]
        return _any_quotient(machine, row, a, b, part)

    return rule


def _any_quotient(machine: Machine, row: Row, a: Polynomial, b: Polynomial, part: int) -> Polynomial:
    """Signed division truncates; of a divisor that may be 0, and of what is unsigned, nothing is known."""
    facts, unknown = machine.facts, _unknown(machine, row)
    if row[0] not in ("divsi", "remsi") or not machine.is_positive(b, 1):
        return unknown
    other = facts.symbol()
    quotient, rest = (unknown, other) if part == 0 else (other, unknown)
    facts.formulas.append(equal(quotient * b + rest, a))
    facts.formulas.append(("or", ("and", ge(a), ge(rest)), ("and", ge(-a), ge(-rest))))
    facts.assume(ge(b - rest - 1))
    facts.assume(ge(b + rest - 1))
    return unknown


def _ceiled(machine: Machine, row: Row) -> Polynomial:
    a, b = (machine.numbers[t] for t in row[2])
    if not machine.is_positive(b, 1):
        return _unknown(machine, row)
    return machine.fit(_floor(machine, a + b - 1, b, row[1])[0], row[1])


def _extremum(sign: int) -> Callable[[Machine, Row], Polynomial]:
    """The least for 1, the largest for -1."""

    def rule(machine: Machine, row: Row) -> Polynomial:
        a, b = (machine.numbers[t] for t in row[2])
        if row[0].endswith("ui") and not (machine.is_positive(a) and machine.is_positive(b)):
            return _unknown(machine, row)
        ends = [machine.facts.ends(p) for p in (a, b)]
        choose = min if sign == 1 else max
        found = machine.facts.symbol(choose(e[0] for e in ends), choose(e[1] for e in ends))
        machine.facts.assume(ge((a - found) * sign))
        machine.facts.assume(ge((b - found) * sign))
        machine.facts.formulas.append(("or", equal(found, a), equal(found, b)))
        return found

    return rule


def _selected(machine: Machine, row: Row) -> Polynomial:
    condition, yes, no = row[2]
    formula, a, b = machine.formula(condition), machine.number(yes), machine.number(no)
    if a == b or formula in (TRUE, FALSE):
        return a if formula == TRUE or a == b else b
    ends = [machine.facts.ends(p) for p in (a, b)]
    found = machine.facts.symbol(min(e[0] for e in ends), max(e[1] for e in ends))
    cases = ("and", formula, equal(found, a)), ("and", negated(formula), equal(found, b))
    machine.facts.formulas.append(("or", *cases))
    return found


def _shifted(machine: Machine, row: Row) -> Polynomial:
    a, by = machine.numbers[row[2][0]], machine.numbers[row[2][1]].constant
    if by is None or not 0 <= by < row[1]:
        return _unknown(machine, row)
    if row[0] == "shli":
        return machine.fit(a * (1 << by), row[1])
    if row[0] == "shrui" and not machine.is_positive(a):
        return _unknown(machine, row)
    return _floor(machine, a, Polynomial.number(1 << by), row[1])[0]


def _masked(machine: Machine, row: Row) -> Polynomial:
    """``x & (2^k - 1)``, and its like on the other side."""
    for a, b in (row[2], row[2][::-1]):
        number = machine.numbers[b].constant
        if number is not None and number >= 0 and number & (number + 1) == 0:
            return _floor(machine, machine.numbers[a], Polynomial.number(number + 1), row[1])[1]
    return _unknown(machine, row)


def _counted(machine: Machine, row: Row) -> Polynomial:
    """What a loop counts: it begins somewhere, and each iteration adds a positive step."""
    low, step = (machine.numbers[t] for t in row[2])
    iteration = machine._iteration(row[3])
    found = machine.facts.symbol(*limits(row[1]))
    moved = low + iteration * step
    if machine.is_positive(step, 1):
        machine.facts.assume(ge(found - low))
        if step.constant is not None:
            machine.facts.assume(ge(found - moved))
            machine.facts.assume(ge(moved - found))
    machine.facts.formulas.append(equal(found, moved))
    return moved if step.constant == 1 else found


_RULES: dict[str, Callable[[Machine, Row], Polynomial]] = {
    "addi": _ring(Polynomial.__add__),
    "subi": _ring(Polynomial.__sub__),
    "muli": _ring(Polynomial.__mul__),
    "extsi": _extended,
    "extui": _extended,
    "trunci": _truncated,
    **dict.fromkeys(("divsi", "divui", "floordivsi"), _divided(0)),
    **dict.fromkeys(("remsi", "remui", "floormodsi"), _divided(1)),
    "ceildivsi": _ceiled,
    **dict.fromkeys(("minsi", "minui"), _extremum(1)),
    **dict.fromkeys(("maxsi", "maxui"), _extremum(-1)),
    "select": _selected,
    **dict.fromkeys(("shli", "shrsi", "shrui"), _shifted),
    "andi": _masked,
    "counter": _counted,
}
