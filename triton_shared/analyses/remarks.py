"""What the analyses found of every access of a program, as data and as sentences.

For ``%x = tt.load %p, %mask`` of a vector addition::

    add.mlir:12:10: remark: 'tt.load' is structured: base %x_ptr, sizes [64], offset 64*%pid, strides [1],
    mask [0, %n - 64*%pid)

Widenings are left out of expressions, ``i0`` is the element's position in dimension 0, and values have the names
that the source gives them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from triton_shared.analyses import expr as ex
from triton_shared.analyses.access import MEMORY_OPS, Access, access_of, is_volatile
from triton_shared.analyses.expr import Apply, Atom, Carried, Element, Expr, Index, Monomial, Quotient, Scalar
from triton_shared.analyses.folds import PREDICATES
from triton_shared.analyses.mask import conjuncts
from triton_shared.analyses.pointer import Pointers
from triton_shared.analyses.use import OWN_OPERANDS, Uses, moving, slots, unneeded, uses
from triton_shared.dialects import discardable
from triton_shared.errors import Diagnostic, place, place_near
from triton_shared.ir import effects
from triton_shared.ir.builder import is_tensor
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

STRUCTURED, PARTLY, UNSTRUCTURED, UNKNOWN, MIXED, SPARED, STRIPPED = (
    "structured",
    "partly structured",
    "unstructured",
    "not understood",
    "used for accesses and as data",
    "spared a tensor",
    "stripped of an attribute",
)


@dataclass(frozen=True)
class Remark:
    """What is known of one access, or of a tensor that addresses or masks are made of.

    Attributes:
        location: file, line and column, from 1.
        op: the op's name, such as ``tt.load``.
        kind: ``"structured"``: one strided copy, or one a segment; ``"partly structured"``: a loop over some
            dimensions around a strided copy; ``"unstructured"``: element by element; ``"not understood"``: it cannot be
            lowered.  Of a tensor ``"used for accesses and as data"``: it is computed, though accesses need
            scalars only.  Of a loop, a while or an if ``"spared a tensor"``: it hands on scalars instead.  Of any op
            ``"stripped of an attribute"``: nothing reads a discardable attribute of it, which is dropped.
        base: the pointer that offsets count from; None if there is no single one.
        sizes: the elements in each dimension.
        strides: per dimension, in elements, as text.
        offset: where element 0 is, in elements, as text; ``indirect`` is not counted in.
        segments: per dimension what the elements of each strided piece share, such as ``"(%m + i0) // %M"``, or None.
        clamps: per dimension which elements of a clamped index are one strided piece, such as ``"[3, 61)"``: those
            before share a place in memory, and those behind; or None.
        mask: per dimension the range of elements that is kept, such as ``"[0, %n)"``, and what is kept of each segment,
            such as ``"all where i0 % 64 < 32"``; or None.
        condition: what must hold for any element to be kept; None if nothing.
        indirect: the part of the offset that is no stride times an element index; None if there is none.
        reason: why it is not structured; empty if it is.
    """

    location: tuple[str, int, int]
    op: str
    kind: str
    base: str | None = None
    sizes: tuple[int, ...] = ()
    strides: tuple[str, ...] = ()
    offset: str = "0"
    segments: tuple[str | None, ...] = ()
    clamps: tuple[str | None, ...] = ()
    mask: tuple[str | None, ...] = ()
    condition: str | None = None
    indirect: str | None = None
    reason: str = ""

    @property
    def message(self) -> str:
        """The remark in one line, without its location."""
        reason = f" ({self.reason})" if self.reason else ""
        return f"'{self.op}' is {self.kind}{reason}" + (f": {', '.join(self._found())}" if self.base else "")

    def _found(self) -> Iterable[str]:
        yield f"base {self.base}"
        if self.sizes:
            yield f"sizes [{', '.join(map(str, self.sizes))}]"
        yield f"offset {self.offset}"
        if self.strides:
            yield f"strides [{', '.join(self.strides)}]"
        if self.indirect:
            yield f"indirect {self.indirect}"
        yield from (f"index {d} in segments of equal {cut}" for d, cut in enumerate(self.segments) if cut)
        yield from (f"index {d} clamped outside of {inner}" for d, inner in enumerate(self.clamps) if inner)
        if any(self.mask):
            yield "mask " + " × ".join(kept or "all" for kept in self.mask)
        if self.condition:
            yield f"if {self.condition}"

    def diagnostic(self) -> Diagnostic:
        """The remark as it is printed."""
        return Diagnostic(self.message, *self.location, "remark")

    def __str__(self) -> str:
        return self.diagnostic().render()


class Remarks(list[Remark]):
    """Remarks in program order, which a notebook shows as a table."""

    def _repr_html_(self) -> str:
        from triton_shared import html  # once a notebook asks for it

        rows = ((one.location[1], one.op, one.kind, one.reason or ", ".join(one._found())) for one in self)
        return html.table(("line", "op", "access", "what was found"), rows)


def remarks(module: ir.Operation, text: str = "", file: str = "-", in_pieces: bool = True) -> list[Remark]:
    """A `Remark` for every memory op of the tt functions in ``module``, for every tensor that is used for accesses and
    as data, and for every one that is not handed on from region to region, in program order, and then for every
    attribute of any function that is dropped; changes nothing.

    ``text`` is what the module was parsed from, under the name ``file``: values are called what it calls them.
    ``in_pieces`` as of `Pointers`.
    """
    pointers, spell = Pointers(in_pieces), _Speller(text, file)
    found: list[Remark] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.name == "tt.func":
            found.extend(_of_function(op, pointers, spell))
        return ir.WalkResult.ADVANCE

    module.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found + [_stripped(attribute) for attribute in discardable.unknown(module)]


def _stripped(found: discardable.Unknown) -> Remark:
    where = "" if found.argument is None else f" of argument {found.argument}"
    reason = f"'{found.name}'{where} is not known there, or not with that value"
    return Remark(place_near(found.op), found.op.name, STRIPPED, reason=reason)


def _of_function(function: ir.Operation, pointers: Pointers, spell: _Speller) -> Iterable[Remark]:
    program = all_ops(function)
    accesses: dict[ir.Operation, Access] = {}
    unknown: dict[ir.Operation, str] = {}
    for op in program:
        if op.name in MEMORY_OPS:
            try:
                accesses[op] = access_of(op, pointers)
            except ex.NotAnalysed as error:
                unknown[op] = str(error)
    found = uses(program, accesses.values(), pointers)
    mixed = found.mixed_tensors()
    for op in program:
        if op in unknown:
            yield Remark(place(op.location), op.name, UNKNOWN, reason=unknown[op])
        if op in accesses:
            yield _remark(accesses[op], spell, pointers.too_long)
        for value in (v for v in op.results if v in mixed):
            why = f"{spell.name(value)} is read as data: the tensor is computed once, beside the scalars of accesses"
            yield Remark(place(op.location), op.name, MIXED, reason=why)
        if op.name in OWN_OPERANDS:
            for why in _spared(op, found, pointers, spell):
                yield Remark(place(op.location), op.name, SPARED, reason=why)


def _spared(op: ir.Operation, found: Uses, pointers: Pointers, spell: _Speller) -> Iterable[str]:
    """The tensors that ``op`` need not hand on, each with the reason."""
    meta, moved = unneeded(op, found), moving(op, found, pointers)
    for slot, (value, *_) in slots(op).items():
        if is_tensor(value) and slot in meta and found.of(value):
            yield f"{spell.name(value)} is used for accesses only: scalars say what moves"
        elif slot in moved:
            yield f"{spell.name(value)} is data that only moves: it is what enters plus a scalar"


def _remark(access: Access, spell: _Speller, too_long: set[ir.Value]) -> Remark:
    layout, mask, dims = access.layout, access.mask, range(len(access.shape))
    return Remark(
        place(access.op.location),
        access.op.name,
        _kind(access),
        spell.name(access.base) if access.base else None,
        access.shape,
        tuple(map(spell, layout.strides)),
        spell(layout.offset),
        tuple(" and ".join(spell.atom(c) for c in layout.cuts if c.dim == d) or None for d in dims),
        tuple(_inner(access, d, spell) for d in dims),
        tuple(_kept(access, d, spell) for d in dims),
        None if mask.condition.constant == 1 else spell(mask.condition),
        spell(layout.gathers) if layout.gathers.terms else None,
        "; ".join(_reasons(access, spell, too_long)),
    )


def _kind(access: Access) -> str:
    if access.base is None:
        return UNSTRUCTURED
    if not access.loops:
        return STRUCTURED
    return PARTLY if len(access.loops) < len(access.shape) else UNSTRUCTURED


def _inner(access: Access, dim: int, spell: _Speller) -> str | None:
    clamp = access.layout.clamps.get(dim)
    return None if clamp is None else f"[{spell(clamp.first)}, {spell(clamp.last)})"


def _kept(access: Access, dim: int, spell: _Speller) -> str | None:
    """The half-open range of elements that the bounds leave, and what picks those of segments; None for all of them."""
    mask = access.mask
    lows, highs, kept = mask.lows.get(dim, ()), mask.highs.get(dim, ()), ""
    if lows or highs:
        high = _extreme("min", highs, spell) or access.shape[dim]
        kept = f"[{_extreme('max', lows, spell) or 0}, {high})"
    if dim not in access.layout.segments or dim not in mask.residue.dims:
        return kept or None
    tests = (spell(e) for e in conjuncts(mask.residue) if e.dims == {dim})
    return f"{kept or 'all'} where {' and '.join(tests)}"


def _extreme(which: str, bounds: tuple[Expr, ...], spell: _Speller) -> str:
    spelled = ", ".join(map(spell, bounds))
    return f"{which}({spelled})" if len(bounds) > 1 else spelled


def _reasons(access: Access, spell: _Speller, too_long: set[ir.Value]) -> Iterable[str]:
    gathers, residue = access.layout.gathers, access.residue
    inside = [a for e in (gathers, residue) for a in ex.atoms(e) if isinstance(a, Element)]
    if long := sorted({spell.name(a.value) for a in inside if a.value in too_long}):
        yield f"{' and '.join(long)} {'are' if len(long) > 1 else 'is'} computed in too many steps to be analysed"
    elif access.base is None:
        yield "its pointers have no common base, every element is an address of its own"
    elif gathers.terms:
        data = sorted({spell.atom(a) for a in ex.atoms(gathers) if isinstance(a, Element)})
        why = f"comes from data, {' and '.join(data)}" if data else f"is not affine: {spell(gathers)}"
        yield f"the offset along {_dimensions(gathers)} {why}"
    if residue.dims and not long:
        yield f"the mask along {_dimensions(residue)} is no range: {spell(residue)}"
    if effects.of(access.op).atomic and access.shape:
        yield "atomic ops are performed element by element"
    if is_volatile(access.op) and access.shape:
        yield "volatile loads are made element by element"


def _dimensions(expr: Expr) -> str:
    dims = sorted(expr.dims)
    return f"dimension{'s' * (len(dims) > 1)} {' and '.join(map(str, dims))}"


SYMBOLS = {
    **{"divsi": "//", "divui": "//", "remsi": "%", "remui": "%"},
    **{"andi": "&", "ori": "|", "xori": "^", "shli": "<<", "shrsi": ">>", "shrui": ">>>"},
    **{"eq": "==", "ne": "!=", "slt": "<", "ult": "<", "sle": "<=", "ule": "<="},
    **{"sgt": ">", "ugt": ">", "sge": ">=", "uge": ">="},
}
WIDENINGS = ("extsi", "extui")


class _Speller:
    """Spells expressions with the names that ``text``, the source in ``file``, has for values."""

    def __init__(self, text: str, file: str):
        self.lines, self.file = text.splitlines(), file

    def __call__(self, expr: Expr) -> str:
        """The sum, constants and what is subtracted last."""
        terms = sorted(expr.terms.items(), key=lambda term: (term[1] < 0, not term[0]))
        spelled = "".join(
            (" - " if factor < 0 else " + ") + self._product(monomial, abs(factor))
            for monomial, factor in terms
        )
        return re.sub(r"^ \+ |^ (?=-)|(?<=^ -) ", "", spelled) or "0"

    def _product(self, monomial: Monomial, factor: int) -> str:
        parts = [self.atom(a, tight=factor != 1 or len(monomial) > 1) for a in monomial]
        return "*".join(([str(factor)] if factor != 1 or not parts else []) + sorted(parts))

    def tight(self, expr: Expr) -> str:
        """``expr`` as an operand: in parentheses unless it is a number or a single atom."""
        if expr.atom is not None:
            return self.atom(expr.atom, tight=True)
        return self(expr) if expr.constant is not None else f"({self(expr)})"

    def atom(self, atom: Atom, tight: bool = False) -> str:
        """One atom; ``tight`` puts what has an operator into parentheses."""
        match atom:
            case Scalar(value):
                return self.name(value)
            case Carried(value, _):
                return f"carried({self.name(value)})"
            case Index(dim, _):
                return f"i{dim}"
            case Quotient(dim, start, divisor):
                spelled = f"({self(start + ex.index(dim, 0))}) // {self.tight(divisor)}"
                return f"({spelled})" if tight else spelled
            case Element(value, coords):
                return f"{self.name(value)}[{', '.join(map(self, coords))}]"
            case Apply(op, (inner,)) if op in WIDENINGS:
                return self.tight(inner) if tight else self(inner)
            case Apply(op, args, predicate):
                symbol = SYMBOLS.get(PREDICATES[predicate][0] if op == "cmpi" else op)
                if not symbol:
                    return f"{op}({', '.join(map(self, args))})"
                spelled = f" {symbol} ".join(map(self.tight, args))
                return f"({spelled})" if tight else spelled
        raise TypeError(f"no atom: {atom}")

    def name(self, value: ir.Value) -> str:
        """What the source calls ``value``: in the text, in its debug information, else as MLIR numbers it."""
        location = value.location
        if isinstance(location, ir.NameLoc):
            return location.name_str
        file, line, column = place(location)
        if file != self.file or not 0 < line <= len(self.lines):
            return value.get_name()
        before, behind = self.lines[line - 1][: column - 1], self.lines[line - 1][column - 1 :]
        if isinstance(value.owner, ir.Block):
            found = re.match(r"%[\w.$-]+", behind)
            return found[0] if found else value.get_name()
        found = re.search(r"(%[\w.$-]+)(:\d+)?\s*(?::[^=]*)?=\s*$", before)
        if not found:
            return value.get_name()
        return f"{found[1]}#{value.result_number}" if found[2] else found[1]
