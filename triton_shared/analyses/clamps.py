"""Indices that ``min``, ``max`` and ``clamp`` keep within bounds: one strided piece between two edges.

Along a dimension ``min(max(start + 2*i, low), high)`` is ``low`` before the first element that is not below it, then
moves by 2, and is ``high`` behind the last that is not above::

    low low low | low+1 low+3 low+5 | high high high
                first               last

`clamped` sees a sum of such terms, each times what is the same for all elements, as a `Clamped`.  Any nesting of
signed minima and maxima with one varying side is a clamp.  ``start + 2*i`` must not wrap: where that is not proved it
is `Clamped.taken`, as positions that are divided are, see `segments.py`.
"""

from __future__ import annotations

from dataclasses import replace

from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import Apply, Expr
from triton_shared.analyses.facts import Facts
from triton_shared.analyses.mask import NoWrap, distance, range_between
from triton_shared.records import dataclass

ZERO = ex.constant(0)


@dataclass(frozen=True)
class Clamped:
    """A dimension in three pieces; all offsets count elements of memory.

    Elements ``first <= i < last`` lie at ``start + stride*i``, those before them at ``start + before``, those behind at
    ``start + after``; ``0 <= first <= last <= size``.  All that holds where no position that is ``taken`` wraps.
    """

    start: Expr
    stride: Expr
    first: Expr
    last: Expr
    before: Expr
    after: Expr
    taken: tuple[Expr, ...] = ()

    @property
    def edges(self) -> tuple[Expr, Expr, Expr, Expr]:
        """What a tts op says of the dimension."""
        return self.first, self.last, self.before, self.after


@dataclass(frozen=True)
class _Clamp:
    """``position``, which is an index times a number plus a start, kept from ``low`` to ``high``, in 64 bits."""

    position: Expr
    low: Expr | None = None
    high: Expr | None = None
    taken: tuple[Expr, ...] = ()

    def within(self, op: str, bound: Expr) -> _Clamp:
        """The minimum or maximum, by ``op``, of this and ``bound``; ``low <= high`` stays true."""
        low, high = (None if e is None else ex.apply(op, e, bound) for e in (self.low, self.high))
        if op == "maxsi":
            return replace(self, low=low or bound, high=high)
        return replace(self, low=low, high=high or bound)


def clamped(terms: Expr, size: int, facts: Facts, takes: bool) -> Clamped | None:
    """``terms``, of 64 bits, along a dimension of ``size`` elements; None where they are no multiple of one clamp.

    ``takes`` tells whether positions that may wrap are seen as such, too.
    """
    clamp, factors = None, ZERO
    for monomial, factor in terms.terms.items():
        varying = [a for a in monomial if a.dims]
        found = _clamp(ex.from_atom(varying[0]), facts, takes) if len(varying) == 1 else None
        if found is None or clamp not in (None, found):
            return None
        clamp = found
        factors += ex.monomial_expr((a for a in monomial if not a.dims), terms.width, factor)
    if clamp is None or clamp.low is clamp.high is None:
        return None
    return _pieces(clamp, factors, size, facts)


def _clamp(expr: Expr, facts: Facts, takes: bool) -> _Clamp | None:
    """``expr`` as a clamp, which widening leaves alone: it keeps the order of numbers."""
    match expr.atom:
        case Apply("extsi", (narrow,)):
            return _clamp(narrow, facts, takes)
        case Apply("minsi" | "maxsi" as op, (left, right)) if not (left.dims and right.dims):
            inner, bound = (left, right) if left.dims else (right, left)
            found = _clamp(inner, facts, takes)
            return found and found.within(op, ex.extend(bound, ex.INDEX_WIDTH))
    if ex.single_index(expr) is None or ex.is_far(expr.varying):
        return None
    proved = facts.counts(expr)
    if not (proved or takes):
        return None
    return _Clamp(ex.extend(expr, ex.INDEX_WIDTH, fits=True), taken=() if proved else (expr,))


def _pieces(clamp: _Clamp, factors: Expr, size: int, facts: Facts) -> Clamped:
    moved = ex.single_index(clamp.position)
    assert moved is not None
    step, start = moved[1], clamp.position.uniform
    first, last, end = ZERO, ex.constant(size), ex.constant(size)
    before, after = (clamp.low, clamp.high) if step > 0 else (clamp.high, clamp.low)
    if before is not None:
        first = _within(_count("slt" if step > 0 else "sgt", before, start, step, size, facts), ZERO, end)
    if after is not None:
        last = _within(_count("sle" if step > 0 else "sge", after, start, step, size, facts), first, end)
    at_first, at_last = (ZERO if e is None else factors * (e - start) for e in (before, after))
    stride = factors * ex.constant(step)
    return Clamped(factors * start, stride, first, last, at_first, at_last, clamp.taken)


def _count(name: str, bound: Expr, start: Expr, step: int, size: int, facts: Facts) -> Expr:
    """How many elements ``start + step*i <name> bound`` holds for, which are the first ones."""
    found = range_between(name, step, distance(bound, start, step, size, NoWrap(facts)))
    assert found is not None and found[1] is not None
    return found[1]


def _within(number: Expr, low: Expr, high: Expr) -> Expr:
    return ex.apply("minsi", ex.apply("maxsi", number, low), high)
