"""Indices taken apart by ``//`` and ``%``: segments of elements along which they are affine.

The elements of a dimension that share the quotient ``(start + i) / divisor`` are neighbours, a *segment*.  Within it
the quotient is uniform and the remainder moves by one from element to element, so that an offset such as::

    (start + i) / 64 * %s + (start + i) % 64 * %t

is its value at the segment's first element, the *head*, plus ``%t`` for each next, and a condition such as
``(start + i) % 64 < 32`` keeps a range of it.  `Segments` finds the quotients that an expression needs (its *cuts*)
and gives head and stride.  Division truncates, as ``arith.divsi`` does, so starts may
have any sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import Apply, Atom, Element, Expr, Index, Monomial, Quotient
from triton_shared.analyses.folds import PREDICATE, PREDICATES
from triton_shared.analyses.mask import TRUE, range_between

#: a dimension is cut by that many divisors at most: each is a loop
MOST_CUTS = 3
#: beyond every index, and far enough from the ends of 64 bits to be added to one
FAR = 1 << 62
#: segments of fewer elements are walked element by element, and so are parts of segments of fewer elements
FEWEST_ELEMENTS, FEWEST_OF_PARTS = 4, 8
DIVISIONS = ("divsi", "remsi", "divui", "remui")


@dataclass(frozen=True)
class Piece:
    """Along a segment: ``head`` at its first element, whose index stands for all, and ``stride`` to the next."""

    head: Expr
    stride: Expr

    def __add__(self, other: Piece) -> Piece:
        return Piece(self.head + other.head, self.stride + other.stride)

    def __mul__(self, other: Piece) -> Piece | None:
        """The product where it is affine, and its stride the same in every segment."""
        if self.stride.terms and other.stride.terms:
            return None
        stride = self.head * other.stride + other.head * self.stride
        return None if stride.dims else Piece(self.head * other.head, stride)

    @property
    def is_uniform(self) -> bool:
        """Whether the elements of a segment share one value."""
        return not self.stride.terms


def size(divisor: Expr) -> Expr:
    """The elements of a whole segment: the magnitude of ``divisor``, but 1 for 0 and never more than `FAR`."""
    magnitude = ex.apply("maxui", ex.apply("maxsi", divisor, -divisor), ex.constant(1))
    return ex.apply("minui", magnitude, ex.constant(FAR))


def constant(expr: Expr) -> Piece:
    """``expr`` as the same in all elements of a segment."""
    return Piece(expr, ex.constant(0, expr.width))


class Segments:
    """Sees expressions over dimension ``dim`` in pieces; ``cuts`` are the quotients that tell the segments apart.

    Where quotients are given only these are used, and those whose divisor is a multiple.
    """

    def __init__(self, dim: int, size: int, cuts: Iterable[Quotient] = ()):
        self.dim = dim
        self.index = ex.index(dim, size)
        self.given = tuple(cuts)
        self.cuts: dict[Quotient, None] = {}
        self._known: dict[tuple[Atom, int], Piece | None] = {}

    def piece(self, expr: Expr) -> Piece | None:
        """``expr`` along a segment; None where no cut makes it affine."""
        total = constant(ex.constant(0, expr.width))
        for monomial, factor in expr.terms.items():
            if (product := self._product(monomial, factor, expr.width)) is None:
                return None
            total += product
        return total

    def _product(self, monomial: Monomial, factor: int, width: int) -> Piece | None:
        rest = ex.monomial_expr((a for a in monomial if not a.dims), width, factor)
        product = constant(rest)
        for atom in monomial:
            if not atom.dims:
                continue
            if (atom, width) not in self._known:
                self._known[atom, width] = self._atom(atom, width)
            found = self._known[atom, width]
            if found is None or (times := product * found) is None:
                return None
            product = times
        return product

    def _atom(self, atom: Atom, width: int) -> Piece | None:
        match atom:
            case Index(dim, _) if dim == self.dim:
                return Piece(ex.from_atom(atom, width), ex.constant(1, width))
            case Element(value, coords):
                pieces = self._uniform(coords)
                return None if pieces is None else constant(ex.from_atom(Element(value, pieces), width))
            case Apply(op, args, predicate):
                if (heads := self._uniform(args)) is not None:
                    return constant(ex.rebuild_apply(op, list(heads), predicate, width))
                return self._moving(op, args, width)
        return None

    def _uniform(self, args: Iterable[Expr]) -> tuple[Expr, ...] | None:
        """The heads of ``args`` if a segment's elements share them."""
        pieces = [self.piece(arg) for arg in args]
        heads = [p.head for p in pieces if p is not None and p.is_uniform]
        return tuple(heads) if len(heads) == len(pieces) else None

    def _moving(self, op: str, args: tuple[Expr, ...], width: int) -> Piece | None:
        """``op`` where some argument moves along a segment."""
        if op in DIVISIONS:
            return self._division(op, *args)
        if op in ("extsi", "extui", "trunci"):
            inner = self.piece(args[0])
            if inner is None or (op == "extui" and not _is_unsigned_remainder(args[0])):
                return None
            parts = (ex.rebuild_apply(op, [part], -1, width) for part in (inner.head, inner.stride))
            return Piece(*parts)
        if op == "select" and not args[0].dims:
            yes, no = map(self.piece, args[1:])
            if yes is not None and no is not None and yes.stride == no.stride:
                return Piece(ex.select(args[0], yes.head, no.head), yes.stride)
        return None

    def _division(self, op: str, position: Expr, divisor: Expr) -> Piece | None:
        """``position / divisor`` or its remainder where ``position`` is the index plus a start."""
        signed, width = op in ("divsi", "remsi"), position.width
        match list(position.varying.terms.items()):
            case [((Index(dim, _),), 1)] if dim == self.dim and not divisor.dims:
                pass
            case _:
                return None
        if divisor.constant is not None and abs(divisor.constant) < FEWEST_ELEMENTS:
            return None
        if not signed and (width == ex.INDEX_WIDTH or not ex.is_small_count(position)):
            return None
        wide = ex.extend(divisor, ex.INDEX_WIDTH, signed)
        wide = wide if wide.constant is None else size(wide)
        quotient = self._quotient(ex.extend(position.uniform, ex.INDEX_WIDTH), wide, width)
        if quotient is None:
            return None
        is_zero = ex.compare(PREDICATE["eq"], divisor, ex.constant(0, width))
        if op.startswith("rem"):
            rest = position - ex.truncate(size(wide), width) * quotient
            return Piece(ex.select(is_zero, position, rest), ex.constant(1, width))
        if signed:
            negative = ex.compare(PREDICATE["slt"], divisor, ex.constant(0, width))
            quotient = ex.select(negative, -quotient, quotient)
        return constant(ex.select(is_zero, _divided_by_zero(position), quotient))

    def _quotient(self, start: Expr, divisor: Expr, width: int) -> Expr | None:
        """``(start + i) / divisor`` in ``width`` bits, by a cut of its own or a finer one."""
        for cut in self.given:
            if cut.start == start and (times := _multiple(divisor, cut.divisor)):
                found = ex.from_atom(cut, width)
                return ex.apply("divsi", found, ex.constant(times, width))
        if self.given:
            return None
        cut = Quotient(self.dim, start, divisor)
        self.cuts[cut] = None
        return ex.from_atom(cut, width)


def _divided_by_zero(number: Expr) -> Expr:
    """``number / 0``, which `guard_divisions` describes."""
    ones = ex.constant(-1, number.width)
    if number.width < ex.INDEX_WIDTH:
        return ones
    half = ex.constant(1 << 32)
    return ex.select(ex.compare(PREDICATE["ult"], number, half), half + ones, ones)


def _is_unsigned_remainder(expr: Expr) -> bool:
    """Whether ``expr`` never is negative along a segment, so that zero extension keeps it affine."""
    return isinstance(expr.atom, Apply) and expr.atom.op == "remui"


def _multiple(divisor: Expr, finer: Expr) -> int | None:
    """How many times ``finer`` goes into ``divisor``; None if that is unknown or no whole number."""
    if divisor == finer:
        return 1
    big, small = divisor.constant, finer.constant
    return big // small if big is not None and small and big % small == 0 else None


@dataclass(frozen=True)
class Segmented:
    """A dimension in segments, told apart by ``cuts``: the ``offset`` along each, and the elements that are kept.

    These are all or none, by ``condition``, within ``lows`` and ``highs``: expressions where the index is that
    of the segment's first element.
    """

    cuts: tuple[Quotient, ...]
    offset: Piece
    condition: Expr
    lows: tuple[Expr, ...]
    highs: tuple[Expr, ...]

    def expressions(self) -> list[Expr]:
        """Every expression that it speaks of."""
        cuts = [e for cut in self.cuts for e in (cut.start, cut.divisor)]
        return [*cuts, self.offset.head, self.offset.stride, self.condition, *self.lows, *self.highs]


def segmented(offset: Expr, conditions: Sequence[Expr], dim: int, size: int) -> Segmented | None:
    """``offset`` and ``conditions``, over dimension ``dim``, cut the least; None if no cuts serve."""
    first = Segments(dim, size)
    if _along(first, offset, conditions) is None or not first.cuts:
        return None
    cuts = [c for c in first.cuts if not any(_is_finer(other, c) for other in first.cuts)]
    found = _along(Segments(dim, size, cuts), offset, conditions)
    short = any(abs(c.divisor.constant or FAR) < FEWEST_OF_PARTS for c in cuts)
    if found is None or len(cuts) > MOST_CUTS or (short and (found.lows or found.highs)):
        return None
    return found


def _along(segments: Segments, offset: Expr, conditions: Sequence[Expr]) -> Segmented | None:
    piece, condition = segments.piece(offset), TRUE
    lows: tuple[Expr, ...] = ()
    highs: tuple[Expr, ...] = ()
    if piece is None:
        return None
    for test in conditions:
        same = segments.piece(test)
        if same is not None and same.is_uniform:
            condition = ex.apply("andi", condition, same.head)
        elif (found := _kept(segments, test)) is not None:
            always, low, high = found
            condition = ex.apply("andi", condition, always)
            lows += () if low is None else (low,)
            highs += () if high is None else (high,)
        else:
            return None
    return Segmented(segments.given, piece, condition, lows, highs)


def _kept(segments: Segments, test: Expr) -> tuple[Expr, Expr | None, Expr | None] | None:
    """What a compare asks of a segment, and the range of elements that it keeps there; None if it is no range."""
    match test.atom:
        case Apply("cmpi", (left, right), predicate) if not PREDICATES[predicate][2]:
            name = PREDICATES[predicate][0]
        case _:
            return None
    piece = segments.piece(ex.extend(left, ex.INDEX_WIDTH) - ex.extend(right, ex.INDEX_WIDTH))
    if piece is None or (factor := piece.stride.constant) is None:
        return None
    if factor == 0:  # both sides move alike
        return ex.compare(PREDICATE[name], piece.head, ex.constant(0)), None, None
    between = range_between(name, factor, piece.stride * segments.index - piece.head)
    return between and (TRUE, *between)


def _is_finer(cut: Quotient, other: Quotient) -> bool:
    """Whether the segments of ``cut`` divide those of ``other``."""
    return cut != other and cut.start == other.start and bool(_multiple(other.divisor, cut.divisor))
