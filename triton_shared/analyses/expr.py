"""Symbolic index expressions: integers modulo 2**width over SSA scalars and element indices.

An `Expr` is a polynomial with integer coefficients whose unknowns are *atoms*:

========================  =================================================================
`Scalar(value)`           an SSA integer
`Index(dim, size)`        the element's position in dimension ``dim`` of the tensor, ``0 <= i < size``
`Quotient(dim, …)`        the number of the segment that the element lies in, see `segments.py`
`Element(value, coords)`  the element of an SSA tensor at ``coords``
`Carried(value, part)`     a uniform part of a tensor that a loop, if or while hands on
`Apply(op, args)`         whatever is no polynomial: ``divsi(a, b)``, ``extsi(a)``, ``cmpi(a, b)`` …
========================  =================================================================

So the element of ``(%start + make_range) * %stride`` at index ``i`` is ``start*stride + i*stride``.
Arithmetic is exact in the ring Z/2**width, which is what ``arith.addi`` and ``arith.muli`` compute, and an
expression folds while it is built: two values with equal expressions are equal.

Widening is where indices and wrap-around meet.  ``sext(u + c*i)`` is ``sext(u) + c*i`` only where no element leaves the
narrow type: `extend` is told, and keeps ``extsi(u + c*i)`` else.

An expression has a size: `Expr.nodes` counts it written out, `Expr.depth` is how deep atoms nest.  Building one of
more than `NODE_LIMIT` nodes raises `TooLong`, so that no sharing of subexpressions makes anything here exponential.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, reduce

from triton_shared.analyses.folds import DIVISIONS, FOLDS, IDEMPOTENT, NEGATED, PREDICATES, signed, unsigned
from triton_shared.ir.product import Product
from triton_shared.mlir import ir
from triton_shared.records import dataclass
from triton_shared.types import INDEX_WIDTH

#: the integers that offsets are counted in where a program does not say otherwise
OFFSET_WIDTH = 32
#: the nodes that an expression may have
NODE_LIMIT = 4096


class NotAnalysed(Exception):
    """The analysis does not know how an address is computed; the message says why."""


class TooLong(NotAnalysed):
    """An expression would have more than `NODE_LIMIT` nodes."""

    def __init__(self) -> None:
        super().__init__("its address is too long an expression")


_NONE: frozenset[int] = frozenset()


class _Atom:
    """What all atoms know: the expressions that one holds are its ``parts``, it varies along its ``dims``, and has
    ``nodes`` and a ``depth``, this one included.

    Atoms never change, and are equal where they are of one kind and say the same.
    """

    __slots__ = ("_hash", "_key", "depth", "dims", "nodes", "parts")

    def _settle(self, key: object, parts: tuple[Expr, ...] = (), dims: frozenset[int] = _NONE) -> None:
        self._key, self._hash, self.parts = key, hash(key), parts
        nodes, depth = 1, 0
        for part in parts:
            nodes += part.nodes
            depth = max(depth, part.depth)
            dims |= part.dims
        self.nodes, self.depth, self.dims = nodes, depth + 1, dims

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, _Atom)
            and self._hash == other._hash
            and type(self) is type(other)
            and self._key == other._key
        )


@dataclass(slots=True, eq=False)
class Scalar(_Atom):
    """An SSA integer (or pointer, as its address)."""

    value: ir.Value

    def __post_init__(self) -> None:
        self._settle(self.value)


@dataclass(slots=True, eq=False)
class Index(_Atom):
    """The position of an element in dimension ``dim``, which has ``size`` elements."""

    dim: int
    size: int

    def __post_init__(self) -> None:
        self._settle((self.dim, self.size), dims=frozenset([self.dim]))


@dataclass(slots=True, eq=False)
class Quotient(_Atom):
    """``(start + i) / |divisor|`` of element ``i`` in dimension ``dim``, truncated, in 64 bits.

    The elements that share it are neighbours: a segment.
    """

    dim: int
    start: Expr
    divisor: Expr

    def __post_init__(self) -> None:
        self._settle((self.dim, self.start, self.divisor), dims=frozenset([self.dim]))


@dataclass(slots=True, eq=False)
class Element(_Atom):
    """The element of the tensor ``value`` at ``coords``, one index expression a dimension."""

    value: ir.Value
    coords: tuple[Expr, ...]

    def __post_init__(self) -> None:
        self._settle((self.value, self.coords), self.coords)


@dataclass(slots=True, eq=False)
class Carried(_Atom):
    """Uniform part number ``part`` of the state of ``value``, which enters or leaves a region."""

    value: ir.Value
    part: int

    def __post_init__(self) -> None:
        self._settle((self.value, self.part))


@dataclass(slots=True, eq=False)
class Apply(_Atom):
    """Operation ``op`` of the arith dialect (with its predicate, for compares) on ``args``."""

    op: str
    args: tuple[Expr, ...]
    predicate: int = -1

    def __post_init__(self) -> None:
        self._settle((self.op, self.args, self.predicate), self.args)


Atom = Scalar | Index | Quotient | Element | Carried | Apply


class Monomial(Product[Atom]):
    """A product of atoms, whose hashes are known."""

    __slots__ = ()

    def __hash__(self) -> int:
        return self[0]._hash if len(self) == 1 else hash(frozenset(self))


ONE = Monomial()


def _wrap(number: int, width: int) -> int:
    """``number`` modulo 2**width: signed, but 0 or 1 for a single bit."""
    if 0 <= number < 2:
        return number
    number &= (1 << width) - 1
    return number - (1 << width) if width > 1 and number >> (width - 1) else number


class Expr:
    """A polynomial over atoms modulo 2**width; immutable, hashable, equal when equal term by term.

    Raises `TooLong`.
    """

    __slots__ = ("_depth", "_dims", "_hash", "nodes", "terms", "width")

    def __init__(self, terms: Mapping[Monomial, int], width: int) -> None:
        self.width = width
        self.terms: dict[Monomial, int] = {}
        self.nodes = 0
        for monomial, factor in terms.items():
            if number := _wrap(factor, width):
                self.terms[monomial] = number
                self.nodes += 1 + sum([atom.nodes for atom in monomial])
        if self.nodes > NODE_LIMIT:
            raise TooLong
        self._depth: int | None = None
        self._dims: frozenset[int] | None = None
        self._hash: int | None = None

    @property
    def depth(self) -> int:
        """How deep atoms nest."""
        if self._depth is None:
            self._depth = max((atom.depth for monomial in self.terms for atom in monomial), default=0)
        return self._depth

    @property
    def dims(self) -> frozenset[int]:
        """The dimensions along which the expression varies."""
        if self._dims is None:
            self._dims = frozenset().union(*map(dims_of, self.terms))
        return self._dims

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.width, frozenset(self.terms.items())))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Expr)
            and len(self.terms) == len(other.terms)
            and hash(self) == hash(other)
            and (self.width == other.width and self.terms == other.terms)
        )

    def __add__(self, other: Expr) -> Expr:
        if not other.terms or not self.terms:
            return self if self.terms else other
        terms = dict(self.terms)
        for monomial, factor in other.terms.items():
            terms[monomial] = terms.get(monomial, 0) + factor
        return Expr(terms, self.width)

    def __neg__(self) -> Expr:
        return Expr({m: -c for m, c in self.terms.items()}, self.width)

    def __sub__(self, other: Expr) -> Expr:
        return self + -other

    def __mul__(self, other: Expr) -> Expr:
        if self.constant == 1 or not other.terms:
            return other
        if other.constant == 1 or not self.terms:
            return self
        if len(self.terms) * len(other.terms) > NODE_LIMIT // 8:
            raise TooLong
        terms: dict[Monomial, int] = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                monomial = Monomial((*left, *right))
                terms[monomial] = terms.get(monomial, 0) + a * b
        return Expr(terms, self.width)

    @property
    def constant(self) -> int | None:
        """The value of a constant expression, else None."""
        if len(self.terms) > 1:
            return None
        for monomial, factor in self.terms.items():
            return None if monomial else factor
        return 0

    @property
    def atom(self) -> Atom | None:
        """The atom that this expression consists of, if it is one."""
        if len(self.terms) != 1:
            return None
        [(monomial, factor)] = self.terms.items()
        return monomial[0] if factor == len(monomial) == 1 else None

    def only(self, keep: Callable[[Monomial], bool]) -> Expr:
        """The sum of the terms whose monomial satisfies ``keep``."""
        kept = {m: c for m, c in self.terms.items() if keep(m)}
        return self if len(kept) == len(self.terms) else Expr(kept, self.width)

    @property
    def uniform(self) -> Expr:
        """The terms that are the same for every element."""
        return self.only(lambda m: not dims_of(m)) if self.dims else self

    @property
    def varying(self) -> Expr:
        """The terms that differ between elements."""
        return self.only(lambda m: bool(dims_of(m))) if self.dims else constant(0, self.width)

    def __repr__(self) -> str:
        return " + ".join(_show(m, c) for m, c in self.terms.items()) or "0"


def dims_of(monomial: Monomial) -> frozenset[int]:
    """The dimensions along which ``monomial`` varies."""
    return monomial[0].dims if len(monomial) == 1 else frozenset().union(*(atom.dims for atom in monomial))


def _show(monomial: Monomial, factor: int) -> str:
    names = [show_atom(a) for a in monomial]
    return "*".join(([str(factor)] if factor != 1 or not names else []) + names)


def show_atom(atom: Atom) -> str:
    """``atom`` for people: SSA values by their MLIR name, element indices as ``i0``."""
    match atom:
        case Scalar(value):
            return value.get_name()
        case Carried(value, _):
            return f"carried({value.get_name()})"
        case Index(dim, _):
            return f"i{dim}"
        case Quotient(dim, start, divisor):
            return f"({start!r} + i{dim})/({divisor!r})"
        case Element(value, coords):
            return f"{value.get_name()}[{', '.join(map(repr, coords))}]"
        case Apply(op, args, _):
            return f"{op}({', '.join(map(repr, args))})"


@lru_cache(maxsize=1024)
def constant(number: int, width: int = INDEX_WIDTH) -> Expr:
    """The integer ``number``."""
    return Expr({ONE: number}, width)


def from_atom(atom: Atom, width: int = INDEX_WIDTH) -> Expr:
    """The expression that is just ``atom``."""
    found = Expr.__new__(Expr)
    found.width, found.terms, found.nodes = width, {Monomial((atom,)): 1}, 1 + atom.nodes
    found._depth = found._dims = found._hash = None
    if found.nodes > NODE_LIMIT:
        raise TooLong
    return found


@lru_cache(maxsize=1024)
def index(dim: int, size: int, width: int = INDEX_WIDTH) -> Expr:
    """The element's position in a dimension of ``size`` elements; 0 where there is but one."""
    return from_atom(Index(dim, size), width) if size != 1 else constant(0, width)


def monomial_expr(atoms: Iterable[Atom], width: int, factor: int = 1) -> Expr:
    """The expression with the single term ``factor`` times the product of ``atoms``."""
    return Expr({Monomial(atoms): factor}, width)


def atoms(expr: Expr) -> Iterable[Atom]:
    """Every atom of ``expr`` once, those inside of others included."""
    found: dict[Atom, None] = {}
    pending = [expr]
    while pending:
        new = [atom for monomial in pending.pop().terms for atom in monomial if atom not in found]
        found.update(dict.fromkeys(new))
        pending += [part for atom in new for part in atom.parts]
    return found


def apply(op: str, left: Expr, right: Expr) -> Expr:
    """``arith.<op>`` of two expressions of one width, folded where it can be."""
    width, a, b = left.width, left.constant, right.constant
    if a is not None and b is not None and not (op in DIVISIONS and b == 0):
        return constant(FOLDS[op](signed(a, width), signed(b, width), width), width)
    if op == "shli" and b is not None and 0 <= b < width:
        return left * constant(1 << b, width)
    if op in ("divsi", "divui") and b == 1:
        return left
    if op in ("remsi", "remui") and b == 1:
        return constant(0, width)
    if op in IDEMPOTENT and left == right:
        return left
    if folded := _fold_bits(op, left, right) or _fold_divisions(op, left, right):
        return folded
    return from_atom(Apply(op, (left, right)), width)


def _fold_divisions(op: str, left: Expr, right: Expr) -> Expr | None:
    """``x // 8 // 4``, ``x % 32 // 8`` and ``x % 32 % 8`` as divisions of ``x``, exact where division truncates."""
    match left.atom:
        case Apply("divsi" | "remsi" as inner, (number, size)) if (size.constant or 0) > 0:
            wide, narrow = size.constant or 0, right.constant or 0
        case _:
            return None
    match inner, op:
        case "divsi", "divsi" if narrow > 0 and wide * narrow < 1 << (left.width - 1):
            return apply("divsi", number, constant(wide * narrow, left.width))
        case "remsi", "divsi" if narrow > 0 and wide % narrow == 0:
            return apply("remsi", apply("divsi", number, right), constant(wide // narrow, left.width))
        case "remsi", "remsi" if narrow > 0 and wide % narrow == 0:
            return apply("remsi", number, right)
    return None


def _fold_bits(op: str, left: Expr, right: Expr) -> Expr | None:
    """``x & 0``, ``x & ~0``, ``x | 0`` and their like."""
    ones = _wrap(-1, left.width)
    for number, other in ((left.constant, right), (right.constant, left)):
        match op, number:
            case ("andi", 0) | ("ori" | "xori", _) if op == "andi" or number == 0:
                return constant(0, left.width) if op == "andi" else other
            case ("andi", n) if n == ones:
                return other
            case ("ori", n) if n == ones:
                return constant(ones, left.width)
    return None


def compare(predicate: int, left: Expr, right: Expr) -> Expr:
    """``arith.cmpi`` with MLIR's predicate number, an expression of width 1."""
    _, test, is_unsigned = PREDICATES[predicate]
    a, b = left.constant, right.constant
    if a is not None and b is not None:
        read = unsigned if is_unsigned else signed
        return constant(int(test(read(a, left.width), read(b, left.width))), 1)
    if left == right:
        return constant(int(test(0, 0)), 1)
    return from_atom(Apply("cmpi", (left, right), predicate), 1)


def negate(condition: Expr) -> Expr:
    """The opposite of a condition, pushed down to its compares."""
    match condition.atom:
        case Apply("cmpi", (left, right), predicate):
            return compare(NEGATED[predicate], left, right)
        case Apply("ori", (left, right)):
            return apply("andi", negate(left), negate(right))
        case Apply("andi", (left, right)):
            return apply("ori", negate(left), negate(right))
        case Apply("xori", (inner, one)) if one.constant == 1:
            return inner
    if condition.constant is not None:
        return constant(1 - condition.constant, 1)
    return from_atom(Apply("xori", (condition, constant(1, 1))), 1)


def select(condition: Expr, yes: Expr, no: Expr) -> Expr:
    """``arith.select``; the varying terms that both sides share stay outside of it."""
    if condition.constant is not None:
        return yes if condition.constant else no
    if yes == no:
        return yes
    if not condition.dims and yes.varying == no.varying:
        picked = from_atom(Apply("select", (condition, yes.uniform, no.uniform)), yes.width)
        return yes.varying + picked
    return from_atom(Apply("select", (condition, yes, no)), yes.width)


def extend(expr: Expr, width: int, signed: bool = True, fits: bool | None = None) -> Expr:
    """``arith.extsi``/``extui`` to ``width`` bits, term by term where the sum of the terms ``fits`` the narrow type.

    Without ``fits`` constants have to show it.  Where they do not, the expression is the operand of an `Apply`.
    """
    if expr.width == width:
        return expr
    op = "extsi" if signed else "extui"
    if not expr.dims or not (is_small(expr, signed) if fits is None else fits):
        return _extend_whole(op, expr, width)
    result = _extend_whole(op, expr.uniform, width)
    for monomial, factor in expr.varying.terms.items():
        result += _extend_varying(monomial, factor, expr.width, width)
    return result


def is_small(expr: Expr, signed: bool) -> bool:
    """Whether ``expr`` adds up constants and element indices to a number that never leaves its type.

    No term leaves the signed numbers of the type, either, as which `extend` widens what varies: ``16*i`` of 8 bits may
    be 240 unsigned, but is widened as -16.  Unsigned, none is negative: in ``i - 1`` the uniform part alone is huge.
    """
    low = high = 0
    half = 1 << (expr.width - 1)
    least, most = (-half, half - 1) if signed else (0, 2 * half - 1)
    for monomial, factor in expr.terms.items():
        match monomial:
            case ():
                reach = factor
                low, high = low + factor, high + factor
            case (Index(_, size),):
                reach = factor * (size - 1)
                low, high = low + min(reach, 0), high + max(reach, 0)
            case _:
                return False
        if not least <= reach < half:
            return False
    return expr.width > 1 and least <= low and high <= most


def single_index(expr: Expr) -> tuple[Index, int] | None:
    """The index and its factor where ``expr`` is ``factor * i`` plus what is the same for all elements."""
    match list(expr.varying.terms.items()):
        case [((Index() as found,), factor)]:
            return found, factor
    return None


def is_far(varying: Expr) -> bool:
    """Whether constants say that ``varying`` moves by more than its type has numbers on one side of zero."""
    steps = (
        abs(factor) * (atom.size - 1)
        for monomial, factor in varying.terms.items()
        for atom in monomial
        if len(monomial) == 1 and isinstance(atom, Index)
    )
    return sum(steps) >= 1 << (varying.width - 1)


def taken_to_fit(expr: Expr) -> Expr:
    """The offset ``expr`` of 64 bits with the sums of `OFFSET_WIDTH` bits in it widened term by term.

    That they do not wrap, unless constants say so, is an assumption for addresses alone, see docs/shared_form.md.
    """

    def widened(atom: Atom) -> Expr:
        match atom:
            case Apply("extsi", (narrow,)) if narrow.width == OFFSET_WIDTH and not is_far(narrow.varying):
                return extend(narrow, expr.width, fits=True)
        return from_atom(atom, expr.width)

    sums = (a for m in expr.terms for a in m if isinstance(a, Apply) and a.op == "extsi" and a.dims)
    return _rebuild(expr, expr.width, widened) if any(sums) else expr


def _extend_whole(op: str, expr: Expr, width: int) -> Expr:
    if (number := expr.constant) is not None:
        return constant((unsigned if op == "extui" else signed)(number, expr.width), width)
    match expr.atom:
        case Apply("extui", _) as inner:
            return from_atom(Apply("extui", inner.args), width)
        case Apply("extsi", _) as inner if op == "extsi":
            return from_atom(Apply("extsi", inner.args), width)
    return from_atom(Apply(op, (expr,)), width)


def widens_by_factors(monomial: Monomial, factor: int, narrow: int) -> bool:
    """Whether `extend` widens each factor of this term: ``c*i*u``, ``c*u*(x % n)`` and ``c*u*min(x, n)``, where not
    constants say that it wraps; anything else it widens as a whole.
    """
    match [a for a in monomial if a.dims]:
        case [Index(_, size)]:
            return len(monomial) > 1 or abs(factor) * (size - 1) < 1 << (narrow - 1)
        case [Apply("remsi" | "remui" | "minsi" | "maxsi" | "extsi" | "extui", _)]:
            return True
    return False


def _extend_varying(monomial: Monomial, factor: int, narrow: int, width: int) -> Expr:
    """One term that varies."""
    if not widens_by_factors(monomial, factor, narrow):
        return _extend_whole("extsi", monomial_expr(monomial, narrow, factor), width)
    product = constant(factor, width)
    for atom in monomial:
        wide = from_atom(atom, width if isinstance(atom, Index) else narrow)
        product *= wide if isinstance(atom, Index) else _extend_whole("extsi", wide, width)
    return product


def truncate(expr: Expr, width: int) -> Expr:
    """``arith.trunci`` to ``width`` bits, exact: truncation is a homomorphism of rings."""
    if expr.width == width:
        return expr
    return _rebuild(expr, width, lambda atom: _truncate_atom(atom, expr.width, width))


def _truncate_atom(atom: Atom, wide: int, width: int) -> Expr:
    match atom:
        case Index():
            return from_atom(atom, width)
        case Apply("extsi" | "extui" as op, (inner,)):
            return truncate(inner, width) if inner.width >= width else extend(inner, width, op == "extsi")
    return from_atom(Apply("trunci", (from_atom(atom, wide),)), width)


def _rebuild(expr: Expr, width: int, replace: Callable[[Atom], Expr]) -> Expr:
    """``expr`` with every atom replaced, evaluated again at ``width``."""
    return reduce(
        Expr.__add__,
        (
            reduce(Expr.__mul__, map(replace, monomial), constant(factor, width))
            for monomial, factor in expr.terms.items()
        ),
        constant(0, width),
    )


#: makes ``Apply(op, args, predicate)`` of some width
Rebuild = Callable[[str, list[Expr], int, int], Expr]


def substitute(expr: Expr, indices: Mapping[int, Expr], rebuild: Rebuild | None = None) -> Expr:
    """``expr`` with the element index of each dimension replaced by the index expression ``indices[dim]``.

    ``rebuild`` makes the ops that hold element indices, `rebuild_apply` without it.  What occurs in several places is
    replaced once: expressions are graphs whose paths may be too many to walk.
    """

    @cache
    def substituted(expr: Expr) -> Expr:
        return _rebuild(expr, expr.width, lambda atom: replace(atom, expr.width)) if expr.dims else expr

    def replace(atom: Atom, width: int) -> Expr:
        match atom:
            case Index(dim, _):
                return truncate(indices[dim], width)
            case Element(value, coords):
                return from_atom(Element(value, tuple(map(substituted, coords))), width)
            case Apply(op, args, predicate) if atom.dims:
                return (rebuild or rebuild_apply)(op, list(map(substituted, args)), predicate, width)
        return from_atom(atom, width)

    return substituted(expr)


def rebuild_apply(op: str, args: list[Expr], predicate: int, width: int) -> Expr:
    """``Apply(op, args)`` built through the folding constructor of its op."""
    match op:
        case "cmpi":
            return compare(predicate, *args)
        case "select":
            return select(*args)
        case "extsi" | "extui":
            return extend(args[0], width, op == "extsi")
        case "trunci":
            return truncate(args[0], width)
    return apply(op, *args)
