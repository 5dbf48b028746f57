"""What is known of an integer whatever the program is called with: the range it lies in, and what divides it.

>>> Facts().of(start)  # %start = 512 * program id                                   # doctest: +SKIP
Fact(low=0, high=2147483647, divisor=512)

Scalars are followed to what computes them; arguments have the divisor that ``tt.divisibility`` promises.  Where a
number may leave its type nothing is known of its range, and only powers of two still divide it.  One thing is taken for
granted: what is counted from a program id by sums and products of numbers that are not negative does not wrap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import gcd

from triton_shared.analyses.expr import Apply, Atom, Expr, Index, Scalar
from triton_shared.dialects.tt.types import integer_width
from triton_shared.mlir import ir

#: scalars are followed through that many ops
DEPTH = 12


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
        most = (1 << (width - 1)) - 1
        if -most - 1 <= self.low and self.high <= most:
            return self
        if self.counted and self.low >= 0:
            return Fact(min(self.low, most), most, self.divisor, True)
        return Fact(-most - 1, most, gcd(self.divisor, 1 << width))


def number(value: int) -> Fact:
    """The fact that a number is ``value``."""
    return Fact(value, value, abs(value))


def anything(width: int) -> Fact:
    """What is known of any number of ``width`` bits, signed; a single bit is 0 or 1."""
    return Fact(0, 1) if width == 1 else Fact(-(1 << (width - 1)), (1 << (width - 1)) - 1)


class Facts:
    """Facts of expressions, computed once a scalar."""

    def __init__(self) -> None:
        self._scalars: dict[ir.Value, Fact] = {}

    def of(self, expr: Expr) -> Fact:
        """What is known of ``expr`` in every element."""
        total = number(0)
        for monomial, factor in expr.terms.items():
            product = number(factor)
            for atom in monomial:
                product *= self._atom(atom, expr.width)
            total += product
        return total.within(expr.width)

    def _atom(self, atom: Atom, width: int) -> Fact:
        match atom:
            case Index(_, size):
                return Fact(0, size - 1)
            case Scalar(value) if integer_width(value.type) is not None:
                return self._scalar(value)
            case Apply(op, args) if op in _RULES:
                return _RULES[op](width, *map(self.of, args)).within(width)
        return anything(width)

    def _scalar(self, value: ir.Value, depth: int = DEPTH) -> Fact:
        if value not in self._scalars:
            self._scalars[value] = self._computed(value, depth) if depth else anything(_width(value))
        return self._scalars[value]

    def _computed(self, value: ir.Value, depth: int) -> Fact:
        width = _width(value)
        if isinstance(value.owner, ir.Block):
            return self._argument(value, width, depth)
        op = value.owner
        match op.name:
            case "tt.get_program_id":
                return Fact(0, (1 << 31) - 1, counted=True)
            case "tt.get_num_programs":
                return Fact(1, (1 << 31) - 1)
            case "arith.constant" if isinstance(op.attributes["value"], ir.IntegerAttr):
                return number(op.attributes["value"].value).within(width)
        rule = _RULES.get(op.name.removeprefix("arith."))
        if rule is None:
            return anything(width)
        return rule(width, *(self._scalar(v, depth - 1) for v in op.operands)).within(width)

    def _argument(self, value: ir.Value, width: int, depth: int) -> Fact:
        """An argument of a function, by its attributes, or the counter of an ``scf.for``."""
        op, unknown = value.owner.owner, anything(width)
        match op.name:
            case "tt.func" if "arg_attrs" in op.attributes and value.owner == op.regions[0].blocks[0]:
                promised = op.attributes["arg_attrs"][value.arg_number]
                if "tt.divisibility" in promised:
                    return Fact(unknown.low, unknown.high, max(promised["tt.divisibility"].value, 1))
            case "scf.for" if value.arg_number == 0 and "unsignedCmp" not in op.attributes:
                low, high, step = (self._scalar(v, depth - 1) for v in list(op.operands)[:3])
                return Fact(low.low, max(high.high - 1, low.low), gcd(low.divisor, step.divisor))
        return unknown


def _width(value: ir.Value) -> int:
    width = integer_width(value.type)
    assert width is not None, f"{value} is no integer"
    return width


def _divided(width: int, left: Fact, right: Fact) -> Fact:
    if left.low < 0 or right.low < 1:
        return anything(width)
    exact = right.low == right.high and left.divisor % right.low == 0
    return Fact(left.low // right.high, left.high // right.low, left.divisor // right.low if exact else 1)


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


def _either(width: int, *facts: Fact) -> Fact:
    divisor = gcd(*(f.divisor for f in facts))
    return Fact(min(f.low for f in facts), max(f.high for f in facts), divisor)


def _widened(width: int, source: Fact) -> Fact:
    return source


def _zero_extended(width: int, source: Fact) -> Fact:
    return source if source.low >= 0 else Fact(0, (1 << (width - 1)) - 1)


#: op -> what is known of its result in ``width`` bits, by what is known of its operands
_RULES: dict[str, Callable[..., Fact]] = {
    "addi": lambda width, a, b: a + b,
    "subi": lambda width, a, b: a + b * number(-1),
    "muli": lambda width, a, b: a * b,
    "shli": _shifted,
    "divsi": _divided,
    "remsi": _remainder,
    "andi": _masked,
    "minsi": lambda width, a, b: Fact(min(a.low, b.low), min(a.high, b.high), gcd(a.divisor, b.divisor)),
    "maxsi": lambda width, a, b: Fact(max(a.low, b.low), max(a.high, b.high), gcd(a.divisor, b.divisor)),
    "select": lambda width, condition, a, b: _either(width, a, b),
    "extsi": _widened,
    "index_cast": _widened,
    "extui": _zero_extended,
    "trunci": _widened,
}

__all__ = ["Fact", "Facts", "anything", "number"]
