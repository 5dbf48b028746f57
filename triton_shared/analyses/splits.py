"""Blocks taken apart where divisors and starts allow it: flat indices become strided ones of more dimensions.

Element ``i`` of 512 is element ``(h, l)`` of ``8 x 64``, ``i = 64*h + l``.  Where ``start`` is a multiple of 64 and
known to be no negative number, this makes of::

    (start + i) / 64 * %s + (start + i) % 64 * %t        the strided        start / 64 * %s + h * %s + l * %t

A divisor that the whole block lies between two multiples of needs no split at all.  Masks are split with the offset: a
bound of a flat index becomes one of ``h`` if it is a multiple of 64, too.  A dimension of two elements is affine,
whatever is computed from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd

from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import INDEX_WIDTH, Expr, Index
from triton_shared.analyses.facts import Facts
from triton_shared.analyses.mask import TRUE, conjuncts

#: so many times a dimension is split at most
MOST_SPLITS = 6


@dataclass(frozen=True)
class Split:
    """An access over more dimensions: ``parts`` are the sizes that each dimension of the block is taken apart into."""

    parts: tuple[tuple[int, ...], ...]
    offset: Expr
    condition: Expr

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of all parts in order."""
        return tuple(size for sizes in self.parts for size in sizes)

    @property
    def origins(self) -> tuple[int, ...]:
        """The dimension of the block that each part is of."""
        return tuple(dim for dim, sizes in enumerate(self.parts) for _ in sizes)


def split(offset: Expr, condition: Expr, shape: Sequence[int], facts: Facts) -> Split | None:
    """The access at ``offset`` where ``condition`` holds, over the elements of ``shape``, divisions resolved.

    None where no division can be resolved, or where that would take too many splits.
    """
    found = Split(tuple((n,) for n in shape), offset, condition)
    for _ in range(MOST_SPLITS):
        known = _Known(facts)
        same = {d: ex.index(d, n) for d, n in enumerate(found.shape)}
        offset, condition = (known.simplified(e, same) for e in (found.offset, found.condition))
        found = Split(found.parts, offset, condition)
        if known.wanted is None:
            return _along_pairs(found)
        found = _split_once(found, *known.wanted)
    return None


def _split_once(found: Split, dim: int, size: int) -> Split:
    """``found`` with its dimension ``dim`` in parts of ``size`` elements."""
    shape = found.shape
    indices = {d: ex.index(d + (d > dim), n) for d, n in enumerate(shape)}
    indices[dim] = ex.index(dim, shape[dim] // size) * ex.constant(size) + ex.index(dim + 1, size)
    numbers = iter([(n // size, size) if d == dim else (n,) for d, n in enumerate(shape)])
    parts = tuple(tuple(n for _ in sizes for n in next(numbers)) for sizes in found.parts)
    return Split(parts, ex.substitute(found.offset, indices), ex.substitute(found.condition, indices))


class _Known:
    """Builds expressions anew with all divisions and compares that `Facts` decide.

    ``wanted`` is a dimension, and into parts of how many elements it has to be split to decide another.
    """

    def __init__(self, facts: Facts):
        self.facts = facts
        self.wanted: tuple[int, int] | None = None

    def simplified(self, expr: Expr, indices: Mapping[int, Expr]) -> Expr:
        """``expr`` with the given index expressions for elements."""
        return ex.substitute(expr, indices, self._rebuilt)

    def _rebuilt(self, op: str, args: list[Expr], predicate: int, width: int) -> Expr:
        divisor = args[-1].constant or 0
        if op in ("divsi", "remsi") and args[0].dims and divisor > 1:
            if (found := self._divided(args[0], divisor)) is not None:
                return found[op == "remsi"]
        elif op == "cmpi" and not ex.PREDICATES[predicate][2] and len((args[0] - args[1]).dims) > 1:
            wide = ex.extend(args[0], INDEX_WIDTH) - ex.extend(args[1], INDEX_WIDTH)
            if (test := self._compared(ex.PREDICATES[predicate][0], wide)) is not None:
                return test
        return ex.rebuild_apply(op, args, predicate, width)

    def _divided(self, position: Expr, divisor: int) -> tuple[Expr, Expr] | None:
        """Quotient and remainder where no element carries from one into the other."""
        start, known = position.uniform, self.facts.of(position.uniform)
        whole = _multiples(position.varying, divisor)
        rest = position.varying - whole
        reach = self.facts.of(rest)
        if known.low < 0 or reach.low < 0 or self.facts.of(whole).low < 0:
            return None
        if known.low + self.facts.of(position.varying).high >= 1 << (position.width - 1):
            return None
        step = gcd(known.divisor, divisor)
        most = start.constant % divisor if start.constant is not None else min(known.high, divisor - step)
        if most + reach.high >= divisor:
            self._want(rest, divisor, step if start.constant is None else divisor - most)
            return None
        size = ex.constant(divisor, position.width)
        if known.high < divisor:
            quotient, remainder = ex.constant(0, position.width), start
        elif known.divisor % divisor == 0:
            quotient, remainder = ex.apply("divsi", start, size), ex.constant(0, position.width)
        else:
            quotient, remainder = ex.apply("divsi", start, size), ex.apply("remsi", start, size)
        return quotient + _over(whole, divisor), remainder + rest

    def _want(self, rest: Expr, divisor: int, room: int) -> None:
        """Ask for the split of an element index of ``rest`` that leaves less than ``room`` of it."""
        for monomial, factor in rest.terms.items():
            match monomial:
                case (Index(dim, extent),) if divisor % factor == 0 and divisor - factor < room:
                    size = divisor // factor
                    if extent > size and extent % size == 0:
                        self.wanted = self.wanted or (dim, size)

    def _compared(self, name: str, difference: Expr) -> Expr | None:
        """``difference <name> 0`` by the terms of large steps alone, where the bound is a multiple of the step."""
        varying, bound, one = difference.varying, -difference.uniform, ex.constant(1)
        match name:
            case "sle" | "sgt":
                bound += one
            case "eq" | "ne":
                return None
        below = name in ("slt", "sle")
        if all(c < 0 for c in varying.terms.values()):
            varying, bound, below = -varying, one - bound, not below
        for step in sorted(varying.terms.values(), reverse=True):
            if step < 2 or self.facts.of(bound).divisor % step:
                continue
            whole = _multiples(varying, step)
            rest = self.facts.of(varying - whole)
            if rest.low >= 0 and rest.high < step:
                limit = ex.apply("divsi", bound, ex.constant(step))
                return ex.compare(ex.PREDICATE["slt" if below else "sge"], _over(whole, step), limit)
        return None


def _multiples(varying: Expr, divisor: int) -> Expr:
    """The terms of ``varying`` that ``divisor`` divides, by their factors."""
    return varying.only(lambda monomial: varying.terms[monomial] % divisor == 0)


def _over(whole: Expr, divisor: int) -> Expr:
    return Expr({m: c // divisor for m, c in whole.terms.items()}, whole.width)


def _along_pairs(found: Split) -> Split:
    """What is computed from the element index of a dimension of two elements, as its difference between them."""
    offset, tests = found.offset, conjuncts(found.condition)
    for dim, size in enumerate(found.shape):
        if size != 2:
            continue
        element, one = ex.index(dim, 2), ex.constant(1)
        first, second = (_at(offset, found.shape, dim, n) for n in (0, 1))
        if not (second - first).dims:
            offset = first + element * (second - first)
        for number, test in enumerate(tests):
            if test.dims == {dim}:
                low = ex.select(_at(test, found.shape, dim, 0), ex.constant(0), one)
                high = ex.select(_at(test, found.shape, dim, 1), ex.constant(2), one)
                kept = (
                    ex.compare(ex.PREDICATE["sge"], element, low),
                    ex.compare(ex.PREDICATE["slt"], element, high),
                )
                tests[number] = ex.apply("andi", *kept)
    condition = TRUE
    for test in tests:
        condition = ex.apply("andi", condition, test)
    return Split(found.parts, offset, condition)


def _at(expr: Expr, shape: Sequence[int], dim: int, element: int) -> Expr:
    """``expr`` at one element of dimension ``dim``."""
    indices = {d: ex.index(d, n) for d, n in enumerate(shape)}
    return ex.substitute(expr, {**indices, dim: ex.constant(element)})
