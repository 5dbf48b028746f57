"""Where pointers point: base, offset and strides of every element.

A pointer, or a tensor of pointers, is a scalar base plus an offset expression that counts elements
(`Pointer`).  For ``tt.addptr(tt.splat(%x), %start + make_range)`` that is ``%x + start + i0``.  Several
bases in one tensor leave no base: the expression is then the byte address itself.  A block pointer or tensor
descriptor keeps its shape, strides and offsets apart (`Block`).

`access` sorts the offset of a load or store by dimension into the form that memref and loops can say:

=========  ==========================================================  ==================================
strided    ``stride * i``                                              ``memref.reinterpret_cast``
clamped    ``min(max(start + i, low), high)``                          a copy between edges, see `clamps.py`
segmented  ``(start + i) // divisor``, ``(start + i) % divisor``       a copy a segment, see `segments.py`
indirect   anything else: loaded indices, ``i ^ j`` …                  a loop over its dimensions only
=========  ==========================================================  ==================================

Several dimensions may be segmented or indirect; the strided rest stays strided.  In another shape, see
`reshapes.py`, a block may be strided that else had segments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from triton_shared.analyses import expr as ex
from triton_shared.analyses.clamps import Clamped, clamped
from triton_shared.analyses.expr import Element, Expr, Index, Quotient, Scalar
from triton_shared.analyses.facts import Facts
from triton_shared.analyses.index_analysis import (
    INTEGER_RULES,
    IndexAnalysis,
    Integer,
    element_indices,
    incoming,
    reindex,
    width_of,
)
from triton_shared.analyses.segments import Segmented, segmented
from triton_shared.dialects.tt.types import (
    block_type,
    byte_size,
    integer_width,
    is_block,
    is_pointer,
    pointee_of,
    shape_of,
)
from triton_shared.mlir import ir
from triton_shared.records import dataclass

FALSE = ex.constant(0, 1)
PAD_NAN = 2


def base_key(base: ir.Value | None) -> Scalar | None:
    """``base`` as something that compares with anything: an `ir.Value` raises when compared with None."""
    return None if base is None else Scalar(base)


@dataclass(frozen=True)
class Pointer:
    """``base + offset``: elements of ``pointee``, or, without a base, the byte address ``offset``."""

    base: ir.Value | None
    offset: Expr
    pointee: ir.Type

    def split(self) -> tuple[object, tuple[Expr, ...]]:
        """What all incoming values of a join must share, and the uniform parts that may differ."""
        return (base_key(self.base), self.pointee, self.offset.varying), (self.offset.uniform,)

    def join(self, uniforms: tuple[Expr, ...]) -> Pointer:
        """This pointer with another uniform offset."""
        return Pointer(self.base, self.offset.varying + uniforms[0], self.pointee)

    def expressions(self) -> tuple[Expr, ...]:
        """Every expression that the state speaks of."""
        return (self.offset, *self._base())

    def shared(self) -> tuple[Expr, ...]:
        """The expressions in what all incoming values of a join must share."""
        return (self.offset.varying, *self._base())

    def _base(self) -> tuple[Expr, ...]:
        return () if self.base is None else (ex.from_atom(Scalar(self.base)),)

    def address(self) -> Expr:
        """The byte address."""
        if self.base is None:
            return self.offset
        return ex.from_atom(Scalar(self.base)) + self.offset * ex.constant(byte_size(self.pointee))


@dataclass(frozen=True)
class Block:
    """A block pointer or descriptor: ``shape`` and ``strides`` of the whole, ``offsets`` of the block in it.

    Outside of the whole a descriptor reads zero, or NaN where ``pads_nan`` holds.
    """

    base: ir.Value
    base_offset: Expr
    pointee: ir.Type
    shape: tuple[Expr, ...]
    strides: tuple[Expr, ...]
    offsets: tuple[Expr, ...]
    pads_nan: Expr = FALSE

    def split(self) -> tuple[object, tuple[Expr, ...]]:
        """What all incoming values of a join must share, and the parts that may differ."""
        key = (self.base, self.pointee, len(self.shape))
        return key, (self.base_offset, self.pads_nan, *self.shape, *self.strides, *self.offsets)

    def join(self, uniforms: tuple[Expr, ...]) -> Block:
        """This block with other uniform parts."""
        rank, (base_offset, pads_nan, *rest) = len(self.shape), uniforms
        shape, strides, offsets = (tuple(rest[k * rank : (k + 1) * rank]) for k in range(3))
        return Block(self.base, base_offset, self.pointee, shape, strides, offsets, pads_nan)

    def expressions(self) -> tuple[Expr, ...]:
        """Every expression that the state speaks of."""
        return (*self.split()[1], *self.shared())

    def shared(self) -> tuple[Expr, ...]:
        """The expressions in what all incoming values of a join must share."""
        return (ex.from_atom(Scalar(self.base)),)

    def at(self, positions: Sequence[Expr]) -> Pointer:
        """The tensor of pointers to the elements at ``positions``, the index in each dimension of the whole."""
        steps = (position * stride for position, stride in zip(positions, self.strides, strict=True))
        return Pointer(self.base, sum(steps, self.base_offset), self.pointee)


def pads_nan_of(op: ir.Operation) -> Expr:
    """Whether the ``padding`` of ``op`` is NaN."""
    return ex.constant(int("padding" in op.attributes and op.attributes["padding"].value == PAD_NAN), 1)


class Pointers(IndexAnalysis):
    """States of pointers and integers: the pointer analysis.

    ``in_pieces`` tells whether accesses along clamped indices are a copy between edges, and those along many segments
    a copy each, or go by elements.
    """

    def __init__(self, in_pieces: bool = True) -> None:
        super().__init__()
        self.in_pieces = in_pieces

    def rules(self) -> dict:
        """The rules of integers and of pointers by op name."""
        return RULES

    def pointer(self, value: ir.Value) -> Pointer:
        """Where ``value``, a pointer or tensor of pointers, points.  Raises `NotAnalysed` for a block pointer."""
        found = self.state(value)
        if not isinstance(found, Pointer):
            raise ex.NotAnalysed(f"block pointer {value.get_name()} is used as a pointer to a scalar")
        return found

    def leaf(self, value: ir.Value) -> Any:
        """A scalar pointer nobody knows more of is a base; a tensor of such is its addresses."""
        if is_block(value.type):
            raise ex.NotAnalysed(
                f"block pointer {value.get_name()} is made by an op that the analysis does not know"
            )
        if not is_pointer(value.type):
            return super().leaf(value)
        pointee = pointee_of(value.type)
        if isinstance(value.type, ir.RankedTensorType):
            shape = shape_of(value.type)
            return Pointer(None, ex.from_atom(Element(value, element_indices(shape))), pointee)
        return Pointer(value, ex.constant(0), pointee)

    def is_analysed(self, type_: ir.Type) -> bool:
        """Integers and pointers have states."""
        return is_pointer(type_) or is_block(type_) or super().is_analysed(type_)

    def is_long(self, state: Any) -> bool:
        """A block has no leaf to be taken for: what it is made of may have any length."""
        return not isinstance(state, Block) and super().is_long(state)

    def joins(self, value: ir.Value) -> bool:
        """Pointers of every shape and integer tensors are analysed through regions."""
        return is_pointer(value.type) or is_block(value.type) or super().joins(value)


def _addptr(pointers: Pointers, op: ir.Operation, result: ir.Value) -> Pointer:
    pointer, offset = (
        pointers.pointer(op.operands[0]),
        pointers.facts.extend(pointers.expr(op.operands[1]), 64),
    )
    offset = ex.taken_to_fit(offset)
    if pointer.base is None:
        offset *= ex.constant(byte_size(pointer.pointee))
    return Pointer(pointer.base, pointer.offset + offset, pointer.pointee)


def _reshaped(pointers: Pointers, op: ir.Operation, result: ir.Value) -> object:
    if not is_pointer(result.type):
        return INTEGER_RULES[op.name](pointers, op, result) if integer_width(result.type) else None
    pointer = pointers.pointer(op.operands[0])
    return Pointer(pointer.base, ex.substitute(pointer.offset, reindex(op, result)), pointer.pointee)


def _bitcast(pointers: Pointers, op: ir.Operation, result: ir.Value) -> object | None:
    if not is_pointer(result.type):
        return INTEGER_RULES[op.name](pointers, op, result)
    pointer, pointee = pointers.pointer(op.operands[0]), pointee_of(result.type)
    if pointer.base is None or byte_size(pointer.pointee) == byte_size(pointee):
        return Pointer(pointer.base, pointer.offset, pointee)
    return Pointer(None, pointer.address(), pointee)


def _int_to_ptr(pointers: Pointers, op: ir.Operation, result: ir.Value) -> Pointer | None:
    if not isinstance(result.type, ir.RankedTensorType):
        return None
    return Pointer(None, pointers.expr(op.operands[0]), pointee_of(result.type))


def _ptr_to_int(pointers: Pointers, op: ir.Operation, result: ir.Value) -> Integer:
    return Integer(ex.truncate(pointers.pointer(op.operands[0]).address(), width_of(result)))


def _select(pointers: Pointers, op: ir.Operation, result: ir.Value) -> object | None:
    condition, yes, no = op.operands
    if is_block(result.type):
        (key, left), (other, right) = pointers.state(yes).split(), pointers.state(no).split()
        parts = (ex.select(pointers.expr(condition), a, b) for a, b in zip(left, right, strict=True))
        return pointers.state(yes).join(tuple(parts)) if key == other else None
    if not is_pointer(result.type):
        return INTEGER_RULES[op.name](pointers, op, result)
    chosen, left, right = pointers.expr(condition), pointers.pointer(yes), pointers.pointer(no)
    if (
        left.base is not None
        and base_key(left.base) == base_key(right.base)
        and left.pointee == right.pointee
    ):
        return Pointer(left.base, ex.select(chosen, left.offset, right.offset), left.pointee)
    if not isinstance(result.type, ir.RankedTensorType):
        return None
    return Pointer(None, ex.select(chosen, left.address(), right.address()), pointee_of(result.type))


def _make_block(pointers: Pointers, op: ir.Operation, result: ir.Value) -> Block:
    return _block(pointers, op.operands, result, pads_nan_of(op))


def _joined_block(pointers: Pointers, op: ir.Operation, result: ir.Value) -> Block | Pointer | None:
    """A block that is handed over in parts, or the pointer among the parts of one."""
    if is_block(result.type):
        *parts, pads_nan = op.operands
        return _block(pointers, parts, result, pointers.expr(pads_nan))
    if is_pointer(result.type):
        block: Block = pointers.state(op.operands[0])
        return Pointer(block.base, block.base_offset, block.pointee)
    return None


def _block(pointers: Pointers, operands: Iterable[ir.Value], result: ir.Value, pads_nan: Expr) -> Block:
    """A block from its base, shape, strides and, unless it is a descriptor, offsets."""
    pointer, *numbers = operands
    rank = block_type(result.type).rank
    wide = [ex.extend(pointers.expr(v), 64) for v in numbers]
    shape, strides, offsets = (tuple(wide[k * rank : (k + 1) * rank]) for k in range(3))
    base = pointers.pointer(pointer)
    if base.base is None:
        raise ex.NotAnalysed("a block of several bases")
    return Block(base.base, base.offset, base.pointee, shape, strides, offsets, pads_nan)


def _advance(pointers: Pointers, op: ir.Operation, result: ir.Value) -> Block:
    whole, *steps = op.operands
    block: Block = pointers.state(whole)
    offsets = tuple(o + ex.extend(pointers.expr(s), 64) for o, s in zip(block.offsets, steps, strict=True))
    return replace(block, offsets=offsets)


RULES = {
    **INTEGER_RULES,
    "tt.addptr": _addptr,
    "tt.bitcast": _bitcast,
    "tt.int_to_ptr": _int_to_ptr,
    "tt.ptr_to_int": _ptr_to_int,
    "arith.select": _select,
    "tt.make_tensor_ptr": _make_block,
    "tt.make_tensor_descriptor": _make_block,
    "builtin.unrealized_conversion_cast": _joined_block,
    "tt.advance": _advance,
    **{f"tt.{name}": _reshaped for name in ("splat", "broadcast", "expand_dims", "trans", "reshape")},
}


def offset_sums(value: ir.Value, pointers: Pointers) -> list[Expr]:
    """The sums of 32 and of 64 bits that the offsets of the pointers ``value`` are made of."""
    if (arriving := incoming(value)) is not None:
        outside = [v for v in arriving[1][:1] if pointers.pointer(value).base is not None]
        return offset_sums(outside[0], pointers) if outside else []
    owner = value.owner
    if isinstance(owner, ir.Block):
        return []
    match owner.name:
        case "tt.addptr":
            return [*sums_in([pointers.expr(owner.operands[1])]), *offset_sums(owner.operands[0], pointers)]
        case "tt.broadcast" | "tt.expand_dims" | "tt.trans" | "tt.reshape":
            indices = reindex(owner, value)
            return [ex.substitute(e, indices) for e in offset_sums(owner.operands[0], pointers)]
    return []


def sums_in(offsets: Iterable[Expr]) -> list[Expr]:
    """``offsets`` of 32 and of 64 bits, and what is widened in them."""
    found = [e for e in offsets if e.dims and e.width >= ex.OFFSET_WIDTH]
    atoms = (a for e in found for monomial in e.varying.terms for a in monomial)
    inner = (a.parts[0] for a in atoms if isinstance(a, ex.Apply) and a.op == "extsi")
    return [*found, *(e for e in inner if e.width == ex.OFFSET_WIDTH)]


@dataclass(frozen=True)
class Layout:
    """An offset sorted by dimension: ``offset + Σ strides[d]*index(d) + Σ heads + gathers``, in elements.

    ``index(d)`` is the element's index, or, where ``segments`` holds ``d``, counts from the first of the segment,
    which the head belongs to.  Where ``clamps`` holds ``d`` the elements of edges lie where it says.  ``loops`` are
    the dimensions of the indirect terms: whoever walks them evaluates ``gathers`` for each step.
    """

    offset: Expr
    strides: tuple[Expr, ...]
    segments: dict[int, Segmented]
    gathers: Expr
    loops: frozenset[int] = field(default=frozenset())
    clamps: dict[int, Clamped] = field(default_factory=dict)

    @property
    def cuts(self) -> tuple[Quotient, ...]:
        """The cuts of all dimensions, in order."""
        return tuple(cut for dim in sorted(self.segments) for cut in self.segments[dim].cuts)

    @property
    def taken(self) -> tuple[Expr, ...]:
        """The positions that are divided though they may wrap."""
        found = {d: piece.taken for pieces in (self.segments, self.clamps) for d, piece in pieces.items()}
        return tuple(dict.fromkeys(e for d in sorted(found) for e in found[d]))

    @property
    def walked(self) -> Expr:
        """The part of the offset that differs between the steps of the loops over elements and segments."""
        return sum((s.offset.head for s in self.segments.values()), self.gathers)

    def expressions(self) -> list[Expr]:
        """Every expression that the layout speaks of."""
        parts = [e for s in self.segments.values() for e in s.expressions()]
        edges = [e for c in self.clamps.values() for e in c.edges]
        return [self.offset, *self.strides, *parts, *edges, self.gathers]


def layout(
    offset: Expr,
    shape: tuple[int, ...],
    loops: frozenset[int],
    conditions: Mapping[int, Sequence[Expr]],
    facts: Facts,
    takes: bool = False,
    in_pieces: bool = True,
) -> Layout:
    """Sort the terms of ``offset``, over the indices of ``shape``, by dimension.

    The dimensions in ``loops`` are walked in any case, those in ``conditions`` unless their segments are cut so that
    ranges say which elements satisfy them.  ``takes`` as in `segmented` and `clamped`; ``in_pieces`` as of `Pointers`.
    """
    along, gathers = _by_dimension(offset, len(shape))
    loops |= gathers.dims
    start, strides, segments, clamps = offset.uniform, [ex.constant(0)] * len(shape), {}, {}
    for dim, terms in enumerate(along):
        affine = _affine(terms)
        tests = conditions.get(dim, ())
        plain = affine == terms and not tests
        found = None if plain or dim in loops else segmented(terms, tests, dim, shape[dim], facts, takes)
        if found is not None and not in_pieces:
            others = [along[d] for d, n in enumerate(shape) if n > 1 and d not in (dim, *loops)]
            found = found if any(map(_is_strided, others)) and not found.are_many(shape[dim]) else None
        is_clamped = in_pieces and not (plain or dim in loops or tests)
        clamp = clamped(terms, shape[dim], facts, takes) if is_clamped else None
        if found is not None:
            segments[dim] = found
            strides[dim] = found.offset.stride
        elif clamp is not None:
            clamps[dim], strides[dim] = clamp, clamp.stride
            start += clamp.start
        else:
            gathers += terms - affine
            strides[dim] = _stride(affine)
            loops |= set() if plain else {dim}
    loops = loops if in_pieces else _by_elements(loops, shape)
    return Layout(start, tuple(strides), segments, gathers, loops, clamps)


def _by_elements(loops: frozenset[int], shape: tuple[int, ...]) -> frozenset[int]:
    """``loops`` over elements, where they leave rows of one."""
    leaves_one = bool(loops) and all(n == 1 or d in loops for d, n in enumerate(shape))
    return frozenset(range(len(shape))) if leaves_one else loops


def _by_dimension(offset: Expr, rank: int) -> tuple[list[Expr], Expr]:
    """The terms of ``offset`` over the index of each of ``rank`` dimensions, and those over several."""
    along, gathers = [ex.constant(0)] * rank, ex.constant(0)
    for monomial, factor in offset.varying.terms.items():
        term, dims = ex.monomial_expr(monomial, offset.width, factor), ex.dims_of(monomial)
        if len(dims) == 1:
            along[min(dims)] += term
        else:
            gathers += term
    return along, gathers


def _affine(terms: Expr) -> Expr:
    """The ``terms`` that move by the same from element to element."""
    return terms.only(lambda m: sum(bool(a.dims) for a in m) == 1 and _has_index(m))


def _is_strided(terms: Expr) -> bool:
    return bool(terms.terms) and _affine(terms) == terms


def _has_index(monomial: ex.Monomial) -> bool:
    return any(isinstance(atom, Index) for atom in monomial)


def _stride(affine: Expr) -> Expr:
    """The factor of the one index in every term of ``affine``."""
    rests = (
        ex.monomial_expr((a for a in monomial if not isinstance(a, Index)), affine.width, factor)
        for monomial, factor in affine.terms.items()
    )
    return sum(rests, ex.constant(0))
