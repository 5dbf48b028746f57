"""Indices taken apart by ``//`` and ``%``: segments of elements along which they are affine.

The elements of a dimension that share the quotient ``(start + i) / divisor`` are neighbours, a *segment*.  Within it
the quotient is uniform and the remainder moves by one from element to element, so that an offset such as::

    (start + i) / 64 * %s + (start + i) % 64 * %t

is its value at the segment's first element, the *head*, plus ``%t`` for each next, and a condition such as
``(start + i) % 64 < 32`` keeps a range of it.  `Segments` finds the quotients that an expression needs (its *cuts*)
and gives head and stride.  Division truncates, as ``arith.divsi`` does, so starts may
have any sign.

That holds where ``start + i`` does not wrap.  What is not proved is `Segments.taken`: whoever uses the segments
tests at the run whether these positions wrap in the block, and takes each element by itself then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import Apply, Atom, Element, Expr, Index, Monomial, Quotient
from triton_shared.analyses.facts import Facts, limits
from triton_shared.analyses.folds import PREDICATE, PREDICATES
from triton_shared.analyses.mask import FAR, TRUE, difference, range_between
from triton_shared.records import dataclass

#: a dimension is cut by that many divisors at most: each is a loop
MOST_CUTS = 3
#: segments of fewer elements are walked element by element, and so are parts of segments of fewer elements
FEWEST_ELEMENTS, FEWEST_OF_PARTS = 4, 8
#: threads, which load elements each, walk rows of so many segments or more one by one
MOST_SEGMENTS = 4
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

    Where quotients are given only these are used, and those whose divisor is a multiple.  ``taken`` are the positions
    that are divided though they may wrap, None where such are not.
    """

    def __init__(self, dim: int, size: int, facts: Facts, cuts: Iterable[Quotient] = (), takes: bool = False):
        self.dim, self.size, self.facts = dim, size, facts
        self.taken: dict[Expr, None] | None = {} if takes else None
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
        if op in ("extsi", "extui"):
            return self._extension(op == "extsi", args[0], width)
        if op == "trunci" and (inner := self.piece(args[0])) is not None:
            return Piece(ex.truncate(inner.head, width), ex.truncate(inner.stride, width))
        if op == "select" and not args[0].dims:
            yes, no = map(self.piece, args[1:])
            if yes is not None and no is not None and yes.stride == no.stride:
                return Piece(ex.select(args[0], yes.head, no.head), yes.stride)
        return None

    def _extension(self, signed: bool, narrow: Expr, width: int) -> Piece | None:
        """``narrow`` in ``width`` bits: remainders move as they did, and other sums are cut where they wrap."""
        match narrow.atom:
            case Apply("select", (condition, *sides)) if not condition.dims:
                return self.piece(ex.select(condition, *(self.facts.extend(e, width, signed) for e in sides)))
            case Apply("remsi" | "remui" as op, (position, _)):
                inner = self.piece(narrow)
                if inner is None or not (signed if op == "remsi" else ex.is_small(position, signed)):
                    return None
                return Piece(*(ex.extend(part, width, signed) for part in (inner.head, inner.stride)))
            case Apply("trunci", (source,)):
                position = source
            case _:
                position = narrow
        if self.facts.fits(narrow, signed) or (signed and narrow in (self.taken or ())):
            wide = ex.extend(narrow, width, signed, fits=True)
            return None if isinstance(wide.atom, Apply) else self.piece(wide)
        match ex.single_index(position):
            case (Index(dim), 1) if dim == self.dim and width == ex.INDEX_WIDTH:
                return self._wrapping(ex.truncate(position.uniform, narrow.width), signed)
        return None

    def _wrapping(self, start: Expr, signed: bool) -> Piece | None:
        """``start + i``, which wraps in the type of ``start``, in 64 bits: a segment ends where it wraps."""
        numbers, wide = 1 << start.width, ex.extend(start, ex.INDEX_WIDTH, signed)
        below = ex.constant(numbers // 2 if signed else 0)
        if numbers < FEWEST_ELEMENTS:
            return None
        rounds = self._quotient(wide + below, ex.constant(numbers), ex.INDEX_WIDTH)
        if rounds is None:
            return None
        return Piece(wide + self.index - rounds * ex.constant(numbers), ex.constant(1))

    def _division(self, op: str, position: Expr, divisor: Expr) -> Piece | None:
        """``position / divisor`` or its remainder where ``position`` is the index plus a start."""
        signed, width = op in ("divsi", "remsi"), position.width
        if width == 1:
            return None
        match ex.single_index(position):
            case (Index(dim), 1) if dim == self.dim and not divisor.dims:
                pass
            case _:
                return None
        if divisor.constant is not None and abs(divisor.constant) < FEWEST_ELEMENTS:
            return None
        if signed and not self.facts.counts(position):
            if self.taken is None:
                return None
            self.taken[position] = None
        if not signed and (width == ex.INDEX_WIDTH or not ex.is_small(position, signed=False)):
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
    of the segment's first element.  All that holds where no position that is ``taken`` wraps.
    """

    cuts: tuple[Quotient, ...]
    offset: Piece
    condition: Expr
    lows: tuple[Expr, ...]
    highs: tuple[Expr, ...]
    taken: tuple[Expr, ...] = ()

    def expressions(self) -> list[Expr]:
        """Every expression that it speaks of."""
        cuts = [e for cut in self.cuts for e in (cut.start, cut.divisor)]
        return [*cuts, self.offset.head, self.offset.stride, self.condition, *self.lows, *self.highs]

    def are_many(self, size: int) -> bool:
        """Whether a dimension of ``size`` elements is known to have `MOST_SEGMENTS` or more."""
        return any(abs(cut.divisor.constant or FAR) * MOST_SEGMENTS <= size for cut in self.cuts)


def segmented(
    offset: Expr, conditions: Sequence[Expr], dim: int, size: int, facts: Facts, takes: bool
) -> Segmented | None:
    """``offset`` and ``conditions``, over dimension ``dim``, cut the least; None if no cuts serve.

    ``takes`` tells whether positions that may wrap are divided, too.
    """
    first = Segments(dim, size, facts, takes=takes)
    if _along(first, offset, conditions) is None or not first.cuts:
        return None
    cuts = [c for c in first.cuts if not any(_is_finer(other, c) for other in first.cuts)]
    found = _along(Segments(dim, size, facts, cuts, takes), offset, conditions)
    short = any(abs(c.divisor.constant or FAR) < FEWEST_OF_PARTS for c in cuts)
    if found is None or len(cuts) > MOST_CUTS or (short and (found.lows or found.highs)):
        return None
    return found


def wraps(positions: Iterable[Expr]) -> Expr:
    """Whether some of ``positions``, which are ``start + c*i`` for an index below its size, wraps."""
    tests = []
    for position in positions:
        moved = ex.single_index(position)
        assert moved is not None
        (index, factor), (least, most) = moved, limits(position.width)
        name, end = ("sgt", most) if factor > 0 else ("slt", least)
        last = ex.constant(end - factor * (index.size - 1), position.width)
        tests.append(ex.compare(PREDICATE[name], position.uniform, last))
    return reduce(lambda a, b: ex.apply("ori", a, b), tests, ex.constant(0, 1))


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
    return Segmented(segments.given, piece, condition, lows, highs, tuple(segments.taken or ()))


def _kept(segments: Segments, test: Expr) -> tuple[Expr, Expr | None, Expr | None] | None:
    """What a compare asks of a segment, and the range of elements that it keeps there; None if it is no range."""
    match test.atom:
        case Apply("cmpi", (left, right), predicate) if not PREDICATES[predicate][2]:
            name = PREDICATES[predicate][0]
        case _:
            return None
    piece = _difference(segments, left, right)
    if piece is None or (factor := piece.stride.constant) is None:
        return None
    if factor == 0:  # both sides move alike
        return ex.compare(PREDICATE[name], piece.head, ex.constant(0)), None, None
    between = range_between(name, factor, piece.stride * segments.index - piece.head)
    return between and (TRUE, *between)


def _difference(segments: Segments, left: Expr, right: Expr) -> Piece | None:
    """``left - right`` in 64 bits along a segment, where it stays within these."""
    facts, sides = segments.facts, (left, right)
    if left.width == ex.INDEX_WIDTH and not all(e in (segments.taken or ()) or facts.fits(e) for e in sides):
        return None
    first, second = (segments.piece(facts.extend(side, ex.INDEX_WIDTH)) for side in sides)
    if first is None or second is None:
        return None
    heads = difference(first.head, second.head, facts.of(left), facts.of(right), segments.size)
    return None if heads is None else Piece(heads, first.stride - second.stride)


def _is_finer(cut: Quotient, other: Quotient) -> bool:
    """Whether the segments of ``cut`` divide those of ``other``."""
    return cut != other and cut.start == other.start and bool(_multiple(other.divisor, cut.divisor))
