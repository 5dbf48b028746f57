"""Blocks of another shape, in which flat indices are strided: what `//` and `%` take apart, the shape takes apart.

**Split.**  Element ``i`` of 512 is element ``(h, l)`` of ``8 x 64``, ``i = 64*h + l``.  Where ``start`` is known to be
no negative number and a multiple of 64, this makes of::

    (start + i) / 64 * %s + (start + i) % 64 * %t        the strided        start / 64 * %s + h * %s + l * %t

A divisor that the whole block lies between two multiples of needs no split at all.  Masks are split with the offset: a
bound of a flat index becomes one of ``h`` if it is a multiple of 64, too.  A dimension of two elements is affine,
whatever is computed from it, and so needs no start of its alignment.

**Merge.**  Where all is computed from ``64*r + c`` in a block of ``8 x 64``, that is a block of 512, cut by segments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from math import gcd

from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import INDEX_WIDTH, Expr, Index
from triton_shared.analyses.facts import Facts
from triton_shared.analyses.folds import PREDICATE, PREDICATES
from triton_shared.analyses.mask import TRUE, NoWrap, bounds, conjuncts, difference
from triton_shared.records import dataclass

#: so many times a dimension is split at most
MOST_SPLITS = 6


@dataclass(frozen=True)
class Reshaped:
    """An access over a block of another ``shape``; ``origins`` are the dimensions that each of its own stands for."""

    shape: tuple[int, ...]
    origins: tuple[frozenset[int], ...]
    offset: Expr
    condition: Expr

    def whole(self, dims: Iterable[int]) -> bool:
        """Whether each of ``dims`` is just a dimension of the block."""
        stood_for = Counter(origin for origins in self.origins for origin in origins)
        return all(len(self.origins[d]) == 1 and stood_for[min(self.origins[d])] == 1 for d in dims)

    def standing_for(self, dims: Iterable[int]) -> frozenset[int]:
        """The dimensions of the block that ``dims`` stand for."""
        return frozenset().union(*(self.origins[d] for d in dims))


def reshapes(offset: Expr, condition: Expr, shape: tuple[int, ...], facts: Facts) -> Iterator[Reshaped]:
    """The access at ``offset`` where ``condition`` holds, over the elements of ``shape``, in other shapes."""
    given = Reshaped(shape, tuple(frozenset([d]) for d in range(len(shape))), offset, condition)
    merged = _merged(given)
    for found in (given,) if merged == given else (given, merged):
        if (parts := _split(found, facts)) is not None and parts not in (given, merged):
            yield parts
    if merged != given:
        yield merged


def _merged(found: Reshaped) -> Reshaped:
    """``found`` with all neighbouring dimensions merged of which only the row-major position is used."""
    for dim in reversed(range(len(found.shape) - 1)):
        shape, row = found.shape, found.shape[dim + 1]
        steps = ({m: n * row for m, n in _steps(found.offset, dim + 1).items()}, _steps(found.offset, dim))
        if 1 in shape[dim : dim + 2] or Expr(steps[0], INDEX_WIDTH) != Expr(steps[1], INDEX_WIDTH):
            continue
        indices = {d: ex.index(d - (d > dim), n) for d, n in enumerate(shape)}
        outer = ex.from_atom(Index(len(shape), shape[dim]))
        position = ex.from_atom(Index(dim, shape[dim] * row))
        indices |= {dim: outer, dim + 1: position - outer * ex.constant(row)}
        offset, condition = (ex.substitute(e, indices) for e in (found.offset, found.condition))
        if len(shape) in offset.dims | condition.dims:
            continue
        origins = (
            *found.origins[:dim],
            found.origins[dim] | found.origins[dim + 1],
            *found.origins[dim + 2 :],
        )
        found = Reshaped((*shape[:dim], shape[dim] * row, *shape[dim + 2 :]), origins, offset, condition)
    return found


def _steps(offset: Expr, dim: int) -> dict[ex.Monomial, int]:
    """By how much the index of ``dim`` moves the affine part of ``offset``: the terms of a sum."""
    found = {}
    for monomial, factor in offset.terms.items():
        match [atom for atom in monomial if atom.dims]:
            case [Index(along, _)] if along == dim:
                found[ex.Monomial(atom for atom in monomial if not atom.dims)] = factor
    return found


def _split(found: Reshaped, facts: Facts) -> Reshaped | None:
    """``found`` with the dimensions split that divisions need split; None where that would take too many splits."""
    for _ in range(MOST_SPLITS):
        known = _Known(facts)
        offset, condition = (known.simplified(e, _same(found.shape)) for e in (found.offset, found.condition))
        found = replace(found, offset=ex.taken_to_fit(offset), condition=condition)
        if known.wanted is None:
            return known.along_pairs(found)
        found = _split_once(found, *known.wanted)
    return None


def _same(shape: tuple[int, ...]) -> dict[int, Expr]:
    return {d: ex.index(d, n) for d, n in enumerate(shape)}


def _split_once(found: Reshaped, dim: int, size: int) -> Reshaped:
    """``found`` with its dimension ``dim`` in parts of ``size`` elements."""
    extents, origins = list(found.shape), list(found.origins)
    indices = {d: ex.index(d + (d > dim), n) for d, n in enumerate(extents)}
    indices[dim] = ex.index(dim, extents[dim] // size) * ex.constant(size) + ex.index(dim + 1, size)
    extents[dim : dim + 1] = [extents[dim] // size, size]
    origins[dim : dim + 1] = [origins[dim]] * 2
    parts = (ex.substitute(e, indices) for e in (found.offset, found.condition))
    return Reshaped(tuple(extents), tuple(origins), *parts)


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
        elif op == "cmpi" and not PREDICATES[predicate][2] and len((args[0] - args[1]).dims) > 1:
            wide = self._difference(*args)
            if wide is not None and (test := self._compared(PREDICATES[predicate][0], wide)) is not None:
                return test
        elif op in ("extsi", "extui"):
            return self.facts.extend(args[0], width, op == "extsi")
        return ex.rebuild_apply(op, args, predicate, width)

    def _difference(self, left: Expr, right: Expr) -> Expr | None:
        """``left - right`` in 64 bits, where it stays within these."""
        facts = self.facts
        if left.width == INDEX_WIDTH and not (facts.fits(left) and facts.fits(right)):
            return None
        first, second = (facts.extend(side, INDEX_WIDTH) for side in (left, right))
        return difference(first, second, facts.of(left), facts.of(right))

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
        if not self.facts.counts(position):
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
        """Ask for the split of an index in ``rest`` that leaves less than ``room`` of it, or a pair."""
        for monomial, factor in rest.terms.items():
            match monomial:
                case (Index(dim, extent),) if divisor % factor == 0:
                    size = divisor // factor
                    fits = divisor - factor < room or size == 2
                    if fits and extent > size and extent % size == 0:
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
                return ex.compare(PREDICATE["slt" if below else "sge"], _over(whole, step), limit)
        return None

    def along_pairs(self, found: Reshaped) -> Reshaped:
        """``found`` where what is computed from the index of a dimension of two elements is their difference."""
        offset, tests = found.offset, conjuncts(found.condition)
        for dim in (d for d, n in enumerate(found.shape) if n == 2):
            index, one = ex.index(dim, 2), ex.constant(1)
            first, second = map(ex.taken_to_fit, self._pair(offset, found.shape, dim))
            if not (second - first).dims:
                offset = first + index * (second - first)
            for number, test in enumerate(tests):
                if dim not in test.dims or bounds(test, NoWrap(self.facts)) is not None:
                    continue
                no, yes = self._pair(test, found.shape, dim)
                if not no.dims | yes.dims:
                    low, high = ex.select(no, ex.constant(0), one), ex.select(yes, ex.constant(2), one)
                    kept = (
                        ex.compare(PREDICATE["sge"], index, low),
                        ex.compare(PREDICATE["slt"], index, high),
                    )
                    tests[number] = ex.apply("andi", *kept)
        condition = reduce(lambda a, b: ex.apply("andi", a, b), tests, TRUE)
        return replace(found, offset=offset, condition=condition)

    def _pair(self, expr: Expr, shape: tuple[int, ...], dim: int) -> tuple[Expr, Expr]:
        """``expr`` at both elements of dimension ``dim``."""
        first, second = (_same(shape) | {dim: ex.constant(n)} for n in (0, 1))
        return self.simplified(expr, first), self.simplified(expr, second)


def _multiples(varying: Expr, divisor: int) -> Expr:
    """The terms of ``varying`` that ``divisor`` divides, by their factors."""
    return varying.only(lambda monomial: varying.terms[monomial] % divisor == 0)


def _over(whole: Expr, divisor: int) -> Expr:
    return Expr({m: c // divisor for m, c in whole.terms.items()}, whole.width)
