"""What is known of an integer whatever the program is called with: the range it lies in, and what divides it.

>>> Facts().of(start)  # %start = 512 * program id                                   # doctest: +SKIP
Fact(low=0, high=2147483647, divisor=512)

Scalars are followed to what computes them, through loops, too; arguments have the divisor that ``tt.divisibility``
promises, other scalars that of ``tl.multiple_of``.  Where a number may leave its type nothing is known of its
range, and only powers of two still divide it.  One thing is taken for granted, of 32 bits and more: what is counted
from a program id by sums and products of numbers that are not negative does not wrap, unless constants say that it
does.

`Facts.fits` proves that no element of a sum leaves its type: by ranges, or because the uniform part is a multiple of a
power of two that what varies stays below, as in ``512 * program id + i``.  Then `Facts.extend` widens term by term.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import gcd, lcm

from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import ONE, Apply, Atom, Carried, Expr, Index, Scalar
from triton_shared.dialects.tt.types import integer_width
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: scalars are followed through that many ops, and what loops carry through so many that hang together
DEPTH, LOOPS = 12, 3
#: of so many bits are the numbers that do not wrap where they are counted from a program id
COUNTED = 32


@dataclass(frozen=True)
class Fact:
    """``low <= number <= high``, a multiple of ``divisor`` (0 for the number 0); ``counted`` from a program id."""

    low: int
    high: int
    divisor: int = 1
    counted: bool = False

    def __add__(self, other: Fact) -> Fact:
        low, high = self.low + other.low, self.high + other.high
        return Fact(low, high, gcd(self.divisor, other.divisor), self.counted or other.counted)

    def __mul__(self, other: Fact) -> Fact:
        ends = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        divisor = self.divisor * other.divisor
        return Fact(min(ends), max(ends), divisor, self.counted or other.counted)

    def within(self, width: int) -> Fact:
        """What is known of the number in ``width`` bits."""
        least, most = limits(width)
        if least <= self.low and self.high <= most:
            return self
        last = most - most % max(self.divisor, 1)
        if self.counted and 0 <= self.low <= last and width >= COUNTED:
            return Fact(self.low, last, self.divisor, True)
        return replace(anything(width), divisor=gcd(self.divisor, 1 << width))


def number(value: int) -> Fact:
    """The fact that a number is ``value``."""
    return Fact(value, value, abs(value))


def limits(width: int, signed: bool = True) -> tuple[int, int]:
    """The least and the largest number of ``width`` bits; a single bit is 0 or 1."""
    half = 1 << (width - 1)
    return (-half, half - 1) if signed and width > 1 else (0, 2 * half - 1)


def anything(width: int) -> Fact:
    """What is known of any number of ``width`` bits, signed; a single bit is 0 or 1."""
    return Fact(*limits(width))


class Facts:
    """Facts of expressions, computed once a scalar.

    ``arriving`` tells which values arrive in a scalar that a loop carries, ``carried`` what arrives in a `Carried`
    symbol; none where that is not known (yet).
    """

    def __init__(
        self,
        arriving: Callable[[ir.Value], list[ir.Value]] = lambda value: [],
        carried: Callable[[Carried], list[Expr]] = lambda symbol: [],
    ) -> None:
        self._arriving, self._expressions = arriving, carried
        self._scalars: dict[ir.Value, Fact] = {}
        self._carried: dict[Carried, Fact] = {}
        self._guesses: dict[Atom, Fact] = {}
        self._tentative: dict[ir.Value, Fact] = {}

    def of(self, expr: Expr) -> Fact:
        """What is known of ``expr`` in every element."""
        return self._sum(expr).within(expr.width)

    def fits(self, expr: Expr, signed: bool = True) -> bool:
        """Whether ``expr`` is the sum of its uniform part, a number of its type, and what varies, in every element."""
        if not expr.dims or ex.is_small(expr, signed):
            return True
        least, most = limits(expr.width, signed)
        reach, start = self.reach(expr), self.of(expr.uniform)
        if expr.width == 1:
            return False
        low, high = (start.low, start.high) if signed or start.low >= 0 else (least, most)
        if least <= low + reach.low and high + reach.high <= most:
            return True
        number = expr.terms.get(ONE, 0)
        divisor = self.of(expr.uniform - ex.constant(number, expr.width)).divisor
        step = gcd(divisor, 1 << (expr.width - 1))
        return number % step + reach.low >= 0 and number % step + reach.high < step

    def fits_in(self, expr: Expr, width: int) -> bool:
        """Whether truncation of ``expr`` to ``width`` bits leaves it the same, or the same for all elements."""
        least, most = limits(width)
        found = self.of(expr)
        return not expr.dims or (least <= found.low and found.high <= most)

    def counts(self, expr: Expr) -> bool:
        """Whether ``expr`` `fits`, or is counted from a program id, which is taken for granted not to wrap."""
        start = self.of(expr.uniform)
        reach = self.reach(expr)
        is_counted = start.counted and start.low >= 0 and reach.low >= 0
        return self.fits(expr) or (is_counted and reach.high <= limits(expr.width)[1])

    def reach(self, expr: Expr) -> Fact:
        """Between which numbers what varies in ``expr`` moves, if it did not wrap."""
        return self._sum(expr.varying)

    def extend(self, expr: Expr, width: int, signed: bool = True) -> Expr:
        """`expr.extend`, term by term where `fits` proves that this is the same."""
        return ex.extend(expr, width, signed, expr.width < width and self.fits(expr, signed))

    def _sum(self, expr: Expr) -> Fact:
        """What is known of the sum of the terms of ``expr``, as `expr.extend` widens them, if it did not wrap."""
        total = number(0)
        for monomial, factor in expr.terms.items():
            product = number(factor)
            for atom in monomial:
                product *= self._atom(atom, expr.width)
            whole = ex.dims_of(monomial) and not ex.widens_by_factors(monomial, factor, expr.width)
            total += product.within(expr.width) if whole else product
        return total

    def _atom(self, atom: Atom, width: int) -> Fact:
        match atom:
            case Index(_, size):
                return Fact(0, size - 1)
            case Scalar(value) if integer_width(value.type) is not None:
                return self._scalar(value)
            case Carried():
                return self._of_symbol(atom, width)
            case Apply("extsi" | "extui" | "trunci" as op, (source,)):
                return cast(op, source.width, width, self.of(source))
            case Apply(op, args) if op in RULES:
                return RULES[op](width, *map(self.of, args)).within(width)
        return anything(width)

    def _of_symbol(self, symbol: Carried, width: int) -> Fact:
        if symbol in self._carried:
            return self._carried[symbol]
        sources = self._expressions(symbol)
        return self._joined(
            symbol, width, lambda: [self.of(e) for e in sources], self._carried, bool(sources)
        )

    def _joined(
        self, atom: Atom, width: int, sources: Callable[[], list[Fact]], known: dict, is_known: bool
    ) -> Fact:
        """What divides all that arrives in ``atom``: guessed as 0, and checked until a guess holds."""
        if atom in self._guesses:
            return self._guesses[atom]
        if not is_known or len(self._guesses) == LOOPS:
            return anything(width)
        guess, found = None, replace(anything(width), divisor=0)
        while guess != found:
            self._guesses[atom] = guess = found
            self._tentative.clear()
            found = replace(found, divisor=gcd(found.divisor, *(f.divisor for f in sources())))
        del self._guesses[atom]
        self._tentative.clear()
        if not self._guesses:
            known[atom] = found
        return found

    def _scalar(self, value: ir.Value, depth: int = DEPTH) -> Fact:
        known = self._tentative if self._guesses else self._scalars
        if value not in known:
            found = self._promised(value, self._computed(value, depth)) if depth else anything(_width(value))
            (self._tentative if self._guesses else self._scalars)[value] = found
            return found
        return known[value]

    @staticmethod
    def _promised(value: ir.Value, found: Fact) -> Fact:
        """``found`` with what ``tl.multiple_of`` says of the scalar ``value``."""
        if isinstance(value.owner, ir.Block):
            return found
        match value.owner.attributes.get("tt.divisibility"):
            case ir.DenseIntElementsAttr() as numbers if len(numbers) == 1:
                return replace(found, divisor=lcm(found.divisor, _power(numbers[0])))
        return found

    def _computed(self, value: ir.Value, depth: int) -> Fact:
        width = _width(value)
        if isinstance(value.owner, ir.Block):
            return self._argument(value, width, depth)
        op = value.owner
        name = op.name.removeprefix("arith.")
        match name:
            case "tt.get_program_id":
                return Fact(0, (1 << 31) - 1, counted=True)
            case "tt.get_num_programs":
                return Fact(1, (1 << 31) - 1)
            case "constant" if isinstance(op.attributes["value"], ir.IntegerAttr):
                return number(op.attributes["value"].value).within(width)
            case "extsi" | "extui" | "trunci" | "index_cast" | "index_castui":
                source = op.operands[0]
                return cast(name, _width(source), width, self._scalar(source, depth - 1))
            case "scf.for" | "scf.while" | "scf.if":
                return self._of_arriving(value, width, depth)
        rule = RULES.get(name)
        if rule is None:
            return anything(width)
        return rule(width, *(self._scalar(v, depth - 1) for v in op.operands)).within(width)

    def _of_arriving(self, value: ir.Value, width: int, depth: int) -> Fact:
        sources = self._arriving(value)
        return self._joined(
            Scalar(value), width, lambda: [self._scalar(v, depth - 1) for v in sources], {}, bool(sources)
        )

    def _argument(self, value: ir.Value, width: int, depth: int) -> Fact:
        """An argument of a function, by its attributes, or what an ``scf.for`` counts or carries."""
        op, unknown = value.owner.owner, anything(width)
        match op.name:
            case "tt.func" if "arg_attrs" in op.attributes and value.owner == op.regions[0].blocks[0]:
                promised = op.attributes["arg_attrs"][value.arg_number]
                divisor = _attribute(promised, "tt.divisibility")
                if isinstance(divisor, ir.IntegerAttr):
                    return replace(unknown, divisor=_power(divisor.value))
            case "scf.for" if value.arg_number == 0 and "unsignedCmp" not in op.attributes:
                low, high, step = (self._scalar(v, depth - 1) for v in list(op.operands)[:3])
                return Fact(low.low, max(high.high - 1, low.low), gcd(low.divisor, step.divisor))
            case "scf.for" | "scf.while" if value.arg_number > 0 or op.name == "scf.while":
                return self._of_arriving(value, width, depth)
        return unknown


def _attribute(attributes: ir.DictAttr, name: str) -> ir.Attribute | None:
    return attributes[name] if name in attributes else None  # noqa: SIM401 - has no get


def _power(promised: int) -> int:
    """The power of two that is promised to divide a number: that which divides ``promised``, if it is positive."""
    return promised & -promised if promised > 0 else 1


def _width(value: ir.Value) -> int:
    width = integer_width(value.type)
    assert width is not None, f"{value} is no integer"
    return width


def divided(width: int, left: Fact, right: Fact) -> Fact:
    """A quotient, rounded towards zero, by a number above 0."""
    if right.low < 1:
        return anything(width)
    exact = right.low == right.high and left.divisor % right.low == 0
    low = left.low // right.high if left.low >= 0 else -(-left.low // right.low)
    high = left.high // right.low if left.high >= 0 else -(-left.high // right.high)
    return Fact(low, high, left.divisor // right.low if exact else 1)


def _remainder(width: int, left: Fact, right: Fact) -> Fact:
    if right.low < 1:
        return anything(width)
    low = 0 if left.low >= 0 else 1 - right.high
    return Fact(low, min(max(left.high, 0), right.high - 1), gcd(left.divisor, right.divisor))


def _shifted(width: int, left: Fact, right: Fact) -> Fact:
    if right.low != right.high or not 0 <= right.low < width:
        return anything(width)
    return left * number(1 << right.low)


def _masked(width: int, left: Fact, right: Fact) -> Fact:
    """``left & right``: no more than the one that is not negative, a multiple of powers of two of both."""
    bounds = [fact.high for fact in (left, right) if fact.low >= 0]
    divisor = max(f.divisor & -f.divisor or 1 << width for f in (left, right))
    return Fact(0, min(bounds), divisor) if bounds else replace(anything(width), divisor=divisor)


def _extremum(choose: Callable[[int, int], int]) -> Callable[[int, Fact, Fact], Fact]:
    """The rule of the least or the largest of two signed numbers; of bits true is the least."""

    def rule(width: int, a: Fact, b: Fact) -> Fact:
        found = _either(width, a, b)
        return found if width == 1 else replace(found, low=choose(a.low, b.low), high=choose(a.high, b.high))

    return rule


def _either(width: int, *facts: Fact) -> Fact:
    divisor = gcd(*(f.divisor for f in facts))
    return Fact(min(f.low for f in facts), max(f.high for f in facts), divisor)


def cast(op: str, source_width: int, width: int, source: Fact) -> Fact:
    """What is known of a number of ``source_width`` bits in ``width``, by the op that casts it."""
    if width < source_width:
        return replace(source, counted=False).within(width)
    if op in ("extui", "index_castui") and source.low < 0:
        return replace(
            Fact(*limits(source_width, signed=False)), divisor=gcd(source.divisor, 1 << source_width)
        )
    return Fact(-1, 0) if source_width == 1 and op in ("extsi", "index_cast") else source


#: op of arith -> what is known of its result in ``width`` bits, by what is known of its operands
RULES: dict[str, Callable[..., Fact]] = {
    "addi": lambda width, a, b: a + b,
    "subi": lambda width, a, b: a + b * number(-1),
    "muli": lambda width, a, b: a * b,
    "shli": _shifted,
    "divsi": divided,
    "remsi": _remainder,
    "andi": _masked,
    "minsi": _extremum(min),
    "maxsi": _extremum(max),
    "select": lambda width, condition, a, b: _either(width, a, b),
}

__all__ = ["RULES", "Fact", "Facts", "anything", "cast", "divided", "limits", "number"]
