"""Which elements a mask keeps: a half-open range for each dimension, a condition, and a residue.

``(%start + make_range) < %n`` keeps ``i0 < n - start``: dimension 0 ranges over ``[0, n - start)``.  A mask is a
conjunction of

* *ranges*: compares of an affine index with a uniform bound, of either sense,
  A bound of a minimum or maximum is one of both sides: ``max(i, a) < n`` is ``i < n`` and ``a < n``, and
  ``min(i, a) < n`` is ``i < n`` unless ``a < n``,
* *conditions*: conjuncts that are the same for every element,
* a *residue*: everything else, evaluated element by element along its own dimensions.

A compare is a range only where ``start + i`` does not wrap in an element that is kept; `NoWrap` has the reasons.
Bounds are computed in 64 bits from operands widened by the sign that the compare has, and saturate, so that a bound
never wraps.  They are not clamped to the block: whoever uses them does that.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import cached_property

from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import INDEX_WIDTH, Apply, Expr, Index
from triton_shared.analyses.facts import Fact, Facts, limits
from triton_shared.analyses.folds import PREDICATE, PREDICATES
from triton_shared.records import dataclass

TRUE = ex.constant(1, 1)
#: more than there are elements, and far enough from the ends of 64 bits to be added to a number that is nearer
FAR = 1 << 62

#: the dimension that a compare is a range of, with the bounds from below and from above
Bounds = tuple[int, tuple[Expr, ...], tuple[Expr, ...]]


@dataclass(frozen=True)
class Mask:
    """The elements with ``lows[d] <= i_d < highs[d]`` for every bound there is, ``condition`` and ``residue``."""

    lows: dict[int, tuple[Expr, ...]]
    highs: dict[int, tuple[Expr, ...]]
    condition: Expr = TRUE
    residue: Expr = TRUE


FULL = Mask({}, {})


def mask_of(
    condition: Expr,
    facts: Facts,
    offsets: Callable[[], Iterable[Expr]] = tuple,
    is_block: bool = False,
    held: Container[Expr] = (),
) -> Mask:
    """Sort the conjuncts of a condition over element indices, see `NoWrap` for the other arguments."""
    lows: dict[int, tuple[Expr, ...]] = {}
    highs: dict[int, tuple[Expr, ...]] = {}
    uniform = residue = TRUE
    parts = conjuncts(condition)
    sums = NoWrap(facts, parts, offsets, is_block, held)
    for conjunct in parts:
        if not conjunct.dims:
            uniform = ex.apply("andi", uniform, conjunct)
        elif (found := bounds(conjunct, sums)) is not None:
            dim, low, high = found
            lows[dim] = lows.get(dim, ()) + low
            highs[dim] = highs.get(dim, ()) + high
        else:
            residue = ex.apply("andi", residue, conjunct)
    return Mask(_filled(lows), _filled(highs), uniform, residue)


def _filled(bounds: dict[int, tuple[Expr, ...]]) -> dict[int, tuple[Expr, ...]]:
    return {dim: tuple(dict.fromkeys(found)) for dim, found in bounds.items() if found}


def conjuncts(condition: Expr) -> list[Expr]:
    """The parts of a conjunction, negations pushed inwards."""
    match condition.atom:
        case Apply("andi", (left, right)):
            return [*conjuncts(left), *conjuncts(right)]
        case Apply("xori", (inner, one)) if one.constant == 1:
            pushed = ex.negate(inner)
            return conjuncts(pushed) if pushed != condition else [condition]
        case Apply("cmpi", (left, right), predicate) if condition.dims:
            return _of_sides(left, right, predicate) or [condition]
    return [condition]


def _of_sides(left: Expr, right: Expr, predicate: int) -> list[Expr] | None:
    """The conjuncts of a signed compare with a minimum or maximum, one of whose sides is uniform; None of others."""
    name = PREDICATES[predicate][0]
    for side, swapped in ((left, False), (right, True)):
        match side.atom:
            case Apply("extsi", (narrow,)):
                inner: Expr = narrow
            case _:
                inner = side
        match inner.atom:
            case Apply("minsi" | "maxsi" as op, sides) if name[0] == "s" and not all(e.dims for e in sides):
                wide = [ex.extend(e, side.width) for e in sides]
            case _:
                continue
        tests = [ex.compare(predicate, *((left, e) if swapped else (e, right))) for e in wide]
        if (name[1] == "g") ^ swapped == (op == "minsi"):
            return [part for test in tests for part in conjuncts(test)]
        varying, unless = sorted(tests, key=lambda test: not test.dims)
        return [ex.apply("ori", part, unless) for part in conjuncts(varying)]
    return None


class NoWrap:
    """Which sums of a uniform part and an index do not wrap in the elements that an access keeps.

    * `Facts.fits` proves it of all elements, or
    * the sum is compared from both sides, ``0 <= u + i < n``: in an element that has wrapped it is below 0, or
    * the address is made of the sum: of ``offsets()`` that is taken for granted, see docs/shared_form.md.

    * whoever uses the mask tests it: of ``held``.

    Where ``is_block`` holds positions are those of a block pointer or descriptor, whose sizes are no negative numbers.
    """

    def __init__(
        self,
        facts: Facts,
        conjuncts: Iterable[Expr] = (),
        offsets: Callable[[], Iterable[Expr]] = tuple,
        is_block: bool = False,
        held: Container[Expr] = (),
    ):
        self.facts, self.is_block, self._made, self._held = facts, is_block, offsets, held
        self._ends: dict[Expr, list[tuple[bool, Expr]]] = {}
        for conjunct in conjuncts:
            match conjunct.atom:
                case Apply("cmpi", (left, right), predicate) if PREDICATES[predicate][0][0] == "s":
                    is_below = PREDICATES[predicate][0][1] == "l"
                    for side, other, below in ((left, right, is_below), (right, left, not is_below)):
                        if side.dims and not other.dims:
                            self._ends.setdefault(side, []).append((below, other))

    @cached_property
    def _offsets(self) -> list[Expr]:
        return [e for e in self._made() if not ex.is_far(e.varying)]

    def holds(self, position: Expr) -> bool:
        """Whether ``position`` does not wrap in an element that is kept, beside what `Facts.fits` proves."""
        return self.is_between(position) or self.is_addressed(position)

    def is_between(self, position: Expr) -> bool:
        """Whether compares from both sides leave no element of ``position`` that has wrapped, or none is said to."""
        if position.width == 1:
            return False  # of bits true is the least
        if position in self._held:
            return True
        least, most = limits(position.width)
        reach = self.facts.reach(position)
        ends = self._ends.get(position, [])
        above = [end.constant for below, end in ends if not below]
        below = [end.constant for below, end in ends if below]
        if reach.low >= 0 and below:
            return any(end is not None and end >= least + reach.high for end in above)
        if reach.high <= 0 and above:
            return any(end is not None and end <= most + reach.low for end in below)
        return False

    def is_addressed(self, position: Expr) -> bool:
        """Whether some offset has ``factor * position`` among its terms."""
        match ex.single_index(position):
            case (index, (1 | -1) as sign):
                pass
            case _:
                return False
        for offset in self._offsets:
            factor = offset.only(lambda m: [a for a in m if a.dims] == [index])
            if offset.width == position.width and factor.terms:
                rest = ((ex.Monomial(a for a in m if a != index), sign * c) for m, c in factor.terms.items())
                wanted = position * Expr(dict(rest), offset.width)
                if all(offset.terms.get(m) == c for m, c in wanted.terms.items()):
                    return True
        return False


def bounds(compare: Expr, sums: NoWrap) -> Bounds | None:
    """The range that a compare of an affine index is; None if it is no range."""
    match compare.atom:
        case Apply("cmpi", (left, right), predicate):
            name, _, is_unsigned = PREDICATES[predicate]
        case Apply("ori", (test, unless)) if not unless.dims:
            inner = bounds(test, sums)
            return inner and _unless(unless, inner)
        case _:
            return None
    if is_unsigned:
        return _unsigned_bounds(name, left, right, sums.facts)
    if name == "eq":
        return _equal(left - right)
    if left.width == 1:
        return None
    first, second = _widened(left, sums), _widened(right, sums)
    if first is None or second is None or (moved := ex.single_index(first[0] - second[0])) is None:
        return None
    index, factor = moved
    rest = distance(second[0].uniform, first[0].uniform, factor, index.size, sums)
    if (found := range_between(name, factor, rest)) is None:
        return None
    ends = [*first[1], *second[1]]
    if not (left.dims and right.dims) and (name[1] == "l") == (factor > 0):
        ends = [e for e in ends if e not in (left, right)]  # no number of the type lies beyond its end
    return _within(index.dim, [found, *(_inside(end, sums) for end in ends)])


def _unless(condition: Expr, found: Bounds) -> Bounds:
    """The range ``found``, or all elements where ``condition`` holds."""
    dim, lows, highs = found
    far = ex.constant(FAR)
    return (
        dim,
        tuple(ex.select(condition, -far, e) for e in lows),
        tuple(ex.select(condition, far, e) for e in highs),
    )


def _within(dim: int, ranges: Iterable[tuple[Expr | None, Expr | None]]) -> Bounds:
    lows, highs = zip(*ranges, strict=True)
    return dim, tuple(e for e in lows if e is not None), tuple(e for e in highs if e is not None)


def _widened(side: Expr, sums: NoWrap) -> tuple[Expr, list[Expr]] | None:
    """One side of a signed compare in 64 bits, and the sums in it that are to be kept within their types."""
    ends: list[Expr] = []
    if side.width == INDEX_WIDTH and not sums.facts.fits(side):
        if not sums.holds(side):
            return None
        ends += [] if sums.is_block or sums.is_between(side) else [side]
    wide = sums.facts.extend(side, INDEX_WIDTH)
    for monomial, factor in wide.varying.terms.items():
        match monomial:
            case (Apply("extsi", (narrow,)),):
                if not sums.holds(narrow):
                    return None
                known = ex.extend(narrow, INDEX_WIDTH, fits=True) * ex.constant(factor)
                wide = wide - ex.monomial_expr(monomial, INDEX_WIDTH, factor) + known
                ends += [] if sums.is_between(narrow) else [narrow]
    return wide, ends


def _inside(position: Expr, sums: NoWrap) -> tuple[Expr | None, Expr | None]:
    """The elements at which ``position``, a sum of which `NoWrap.is_addressed` is true, has not left its type."""
    least, most = limits(position.width)
    found = ex.single_index(position)
    assert found is not None
    index, factor = found
    name, end = ("sle", most) if factor > 0 else ("sge", least)
    start = ex.extend(position.uniform, INDEX_WIDTH)
    rest = distance(ex.constant(end), start, factor, index.size, sums)
    return range_between(name, factor, rest) or (None, None)


def distance(bound: Expr, start: Expr, factor: int, size: int, sums: NoWrap) -> Expr:
    """``bound - start``, to be compared with ``factor * i``; beyond all of these where it may leave 64 bits."""
    if sums.is_block:
        return bound - start
    facts, reach = sums.facts, abs(factor) * size
    if (found := difference(bound, start, facts.of(bound), facts.of(start), reach)) is not None:
        return found
    first, second = (bound, start) if factor > 0 else (start, bound)
    distance = ex.apply("minui", first - second, ex.constant(FAR))
    distance = ex.select(ex.compare(PREDICATE["sge"], first, second), distance, ex.constant(-1))
    return distance if factor > 0 else -distance


def difference(bound: Expr, start: Expr, most: Fact, least: Fact, reach: int = 0) -> Expr | None:
    """``bound - start``, or where that may leave 64 bits a number of its sign and beyond ``reach``.

    None where what is known, ``most`` of the bound and ``least`` of the start, says that both may be anything.
    """
    low, high = limits(INDEX_WIDTH)
    under, over = most.low - least.high < low, most.high - least.low > high
    if not under and not over:
        return bound - start
    if min(least.low, -least.high) - reach > -FAR:
        return _clamped(bound, under, over) - start
    if min(most.low, -most.high) - reach > -FAR:
        return bound - _clamped(start, over, under)
    return None


def _clamped(number: Expr, below: bool, above: bool) -> Expr:
    number = ex.apply("maxsi", number, ex.constant(-FAR)) if below else number
    return ex.apply("minsi", number, ex.constant(FAR)) if above else number


def range_between(name: str, factor: int, rest: Expr) -> tuple[Expr | None, Expr | None] | None:
    """The bounds ``(low, high)`` of ``i`` where ``factor*i <name> rest``, a signed compare; None if it is no range."""
    one = ex.constant(1)
    match name:
        case "slt":
            return (None, _ceil(rest, factor)) if factor > 0 else (_floor(rest, factor) + one, None)
        case "sle":
            return (None, _floor(rest, factor) + one) if factor > 0 else (_ceil(rest, factor), None)
        case "sgt":
            return (_floor(rest, factor) + one, None) if factor > 0 else (None, _ceil(rest, factor))
        case "sge":
            return (_ceil(rest, factor), None) if factor > 0 else (None, _floor(rest, factor) + one)
        case "eq" if abs(factor) == 1:
            value = rest if factor > 0 else -rest
            return value, value + one
    return None


def _ceil(number: Expr, factor: int) -> Expr:
    return _divide("ceildivsi", number, factor)


def _floor(number: Expr, factor: int) -> Expr:
    return _divide("floordivsi", number, factor)


def _divide(op: str, number: Expr, factor: int) -> Expr:
    if factor < 0:
        number, factor = -number, -factor
    return number if factor == 1 else ex.apply(op, number, ex.constant(factor))


def _equal(difference: Expr) -> Bounds | None:
    """The one element ``i`` of ``u + i == 0`` or ``u - i == 0``, modulo the type's numbers."""
    match ex.single_index(difference):
        case (Index(dim, size), (1 | -1) as factor) if size <= 1 << difference.width:
            start = difference.uniform
            value = ex.extend(-start if factor > 0 else start, INDEX_WIDTH, signed=False)
            return dim, (value,), (value + ex.constant(1),)
    return None


def _unsigned_bounds(name: str, left: Expr, right: Expr, facts: Facts) -> Bounds | None:
    """``x u< c`` for a constant that is no negative number is ``0 <= x < c``; other unsigned compares are residue.

    No element of ``x`` moves so far that it comes near 0 from the other side, and of those that begin near enough to be
    kept neither bound leaves 64 bits.
    """
    match name, left.constant, right.constant:
        case ("ult" | "ule", None, int(limit)) if limit >= 0:
            tested = left
        case ("ugt" | "uge", int(limit), None) if limit >= 0:
            tested, name = right, {"ugt": "ult", "uge": "ule"}[name]
        case _:
            return None
    reach, half = facts.reach(tested), 1 << (tested.width - 1)
    if tested.width == 1 or reach.high > half or reach.low <= limit - half:
        return None
    if tested.width == INDEX_WIDTH and limit + max(reach.high, -reach.low) + 1 >= half:
        return None
    wide = ex.extend(tested, INDEX_WIDTH, fits=True)
    match ex.single_index(wide):
        case (Index(dim), factor):
            below = range_between(
                "slt" if name == "ult" else "sle", factor, ex.constant(limit) - wide.uniform
            )
            above = range_between("sge", factor, -wide.uniform)
            return _within(dim, [r for r in (above, below) if r is not None])
    return None


__all__ = [
    "FAR",
    "FULL",
    "PREDICATE",
    "Mask",
    "NoWrap",
    "bounds",
    "conjuncts",
    "difference",
    "distance",
    "mask_of",
]
