"""Which elements a mask keeps: a half-open range for each dimension, a condition, and a residue.

``(%start + make_range) < %n`` keeps ``i0 < n - start``: dimension 0 ranges over ``[0, n - start)``.  A mask is a
conjunction of

* *ranges*: compares of an affine index with a uniform bound, of either sense,
* *conditions*: conjuncts that are the same for every element,
* a *residue*: everything else, evaluated element by element along its own dimensions.

Bounds are computed in 64 bits from operands widened by the sign that the compare has, so that a bound
never wraps.  They are not clamped to the block: whoever uses them does that.
"""

from __future__ import annotations

from dataclasses import dataclass

from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import Apply, Expr, Index
from triton_shared.analyses.folds import PREDICATE, PREDICATES

TRUE = ex.constant(1, 1)


@dataclass(frozen=True)
class Mask:
    """The elements with ``lows[d] <= i_d < highs[d]`` for every bound there is, ``condition`` and ``residue``."""

    lows: dict[int, tuple[Expr, ...]]
    highs: dict[int, tuple[Expr, ...]]
    condition: Expr = TRUE
    residue: Expr = TRUE


FULL = Mask({}, {})


def mask_of(condition: Expr) -> Mask:
    """Sort the conjuncts of a condition over element indices."""
    lows: dict[int, tuple[Expr, ...]] = {}
    highs: dict[int, tuple[Expr, ...]] = {}
    uniform = residue = TRUE
    for conjunct in conjuncts(condition):
        if not conjunct.dims:
            uniform = ex.apply("andi", uniform, conjunct)
        elif (found := bounds(conjunct)) is not None:
            dim, low, high = found
            if low is not None:
                lows[dim] = (*lows.get(dim, ()), low)
            if high is not None:
                highs[dim] = (*highs.get(dim, ()), high)
        else:
            residue = ex.apply("andi", residue, conjunct)
    return Mask(lows, highs, uniform, residue)


def conjuncts(condition: Expr) -> list[Expr]:
    """The parts of a conjunction, negations pushed inwards."""
    match condition.atom:
        case Apply("andi", (left, right)):
            return [*conjuncts(left), *conjuncts(right)]
        case Apply("xori", (inner, one)) if one.constant == 1:
            pushed = ex.negate(inner)
            return conjuncts(pushed) if pushed != condition else [condition]
    return [condition]


def bounds(compare: Expr) -> tuple[int, Expr | None, Expr | None] | None:
    """The range ``(dim, low, high)`` that a compare of an affine index is; None if it is no range."""
    match compare.atom:
        case Apply("cmpi", (left, right), predicate):
            name, _, is_unsigned = PREDICATES[predicate]
        case _:
            return None
    if is_unsigned:
        return _unsigned_bounds(name, left, right)
    difference = ex.extend(left, 64) - ex.extend(right, 64)
    return _signed_bounds(name, difference)


def _signed_bounds(name: str, difference: Expr) -> tuple[int, Expr | None, Expr | None] | None:
    """The range of the one index ``i`` in ``factor*i + uniform <name> 0``."""
    match list(difference.varying.terms.items()):
        case [((Index(dim, _),), factor)] if found := range_between(name, factor, -difference.uniform):
            return dim, *found
    return None


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


def _unsigned_bounds(name: str, left: Expr, right: Expr) -> tuple[int, Expr | None, Expr | None] | None:
    """``x u< c`` for a constant that is no negative number is ``0 <= x < c``; other unsigned compares are residue."""
    match name, left.constant, right.constant:
        case ("ult" | "ule", None, int(limit)) if limit >= 0:
            tested = left
        case ("ugt" | "uge", int(limit), None) if limit >= 0:
            tested, name = right, {"ugt": "ult", "uge": "ule"}[name]
        case _:
            return None
    wide = ex.extend(tested, 64)
    high = _signed_bounds("slt" if name == "ult" else "sle", wide - ex.constant(limit))
    low = _signed_bounds("sge", wide)
    if high is None or low is None:
        return None
    (dim, high_low, high_high), (_, low_low, low_high) = high, low
    return dim, high_low if low_low is None else low_low, high_high if low_high is None else low_high


__all__ = ["FULL", "PREDICATE", "Mask", "bounds", "conjuncts", "mask_of"]
