"""What each load, store and atomic op touches: the pointer and the mask analysis put together.

`access_of` answers for one op; the answer speaks of expressions only and changes nothing.  `remarks` says it in
words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import Expr
from triton_shared.analyses.facts import Facts
from triton_shared.analyses.folds import PREDICATE
from triton_shared.analyses.mask import TRUE, Mask, conjuncts, mask_of
from triton_shared.analyses.pointer import (
    FALSE,
    Block,
    Layout,
    Pointer,
    Pointers,
    layout,
    offset_sums,
    pads_nan_of,
    sums_in,
)
from triton_shared.analyses.reshapes import reshapes
from triton_shared.analyses.segments import wraps
from triton_shared.dialects.tt.types import is_block, shape_of
from triton_shared.ir import effects
from triton_shared.mlir import ir
from triton_shared.records import dataclass


@dataclass(frozen=True)
class Access:
    """One memory op, element by element.

    ``base`` is a scalar pointer and ``layout`` counts elements from it; without a base the gathers of
    ``layout`` are byte addresses.  ``shape`` is ``()`` for a scalar access; it is that of the block, or another of as
    many elements, see `reshapes.py`.  ``residue`` is what the segments of ``layout`` leave of the mask's residue.
    Where ``pads_nan`` holds, masked-off elements read NaN.  Where some position ``wraps`` in the block, the
    access is ``otherwise``.
    """

    op: ir.Operation
    base: ir.Value | None
    layout: Layout
    mask: Mask
    residue: Expr
    shape: tuple[int, ...]
    pointee: ir.Type
    operands: Operands
    pads_nan: Expr = FALSE
    wraps: Expr = FALSE
    otherwise: Access | None = None

    @property
    def loops(self) -> frozenset[int]:
        """The dimensions that are walked one by one: those of indirect offsets and of the mask's residue."""
        return self.layout.loops

    def expressions(self) -> list[Expr]:
        """Every expression that lowering the access has to materialise."""
        mask = self.mask
        ranges = [e for side in (mask.lows, mask.highs) for bounds in side.values() for e in bounds]
        found = [*self.layout.expressions(), *ranges, mask.condition, self.residue, self.pads_nan]
        return found if self.otherwise is None else [*found, self.wraps, *self.otherwise.expressions()]


@dataclass(frozen=True)
class Operands:
    """The operands of a memory op by their roles; ``indices`` are those into a tensor descriptor."""

    pointer: ir.Value
    value: ir.Value | None = None
    mask: ir.Value | None = None
    other: ir.Value | None = None
    expected: ir.Value | None = None
    indices: tuple[ir.Value, ...] | None = None


def _load(op: ir.Operation) -> Operands:
    pointer, *rest = op.operands
    sizes = (
        list(op.attributes["operandSegmentSizes"]) if "operandSegmentSizes" in op.attributes else [1, 0, 0]
    )
    mask = rest.pop(0) if sizes[1] else None
    return Operands(pointer, mask=mask, other=rest.pop(0) if sizes[2] else None)


def _roles(*names: str) -> Callable[[ir.Operation], Operands]:
    """Operands in the order of ``names``, the last of which may be left out; ``indices`` takes all the rest."""

    def read(op: ir.Operation) -> Operands:
        operands = list(op.operands)
        found = dict(zip(names, operands, strict=False))
        if names[-1] == "indices":
            found["indices"] = tuple(operands[len(names) - 1 :])
        return Operands(**found)

    return read


def _scatter(op: ir.Operation) -> Operands:
    pointer, row, column, value = op.operands
    return Operands(pointer, value, indices=(row, column))


#: memory op -> its operands by role
MEMORY_OPS: dict[str, Callable[[ir.Operation], Operands]] = {
    "tt.load": _load,
    "tt.store": _roles("pointer", "value", "mask"),
    "tt.atomic_rmw": _roles("pointer", "value", "mask"),
    "tt.atomic_cas": _roles("pointer", "expected", "value"),
    "tt.atomic_load": _roles("pointer", "mask"),
    "tt.atomic_store": _roles("pointer", "value", "mask"),
    "tt.atomic_poll": _roles("pointer", "expected"),
    "tt.descriptor_load": _roles("pointer", "indices"),
    "tt.descriptor_store": _roles("pointer", "value", "indices"),
    "tt.descriptor_reduce": _roles("pointer", "value", "indices"),
    "tt.descriptor_gather": _roles("pointer", "indices"),
    "tt.descriptor_scatter": _scatter,
}

#: memory ops whose blocks may have another shape
RESHAPED_OPS = {"tt.load", "tt.store"}


def is_volatile(op: ir.Operation) -> bool:
    """Whether ``op`` is a load that says that others change what it reads."""
    return op.name == "tt.load" and "isVolatile" in op.attributes and op.attributes["isVolatile"].value


@dataclass(frozen=True)
class Masks:
    """How masks of an access are sorted: the arguments of `mask_of`; and what `Pointers` says of offsets."""

    facts: Facts
    offsets: Callable[[], list[Expr]] = list
    is_block: bool = False
    in_pieces: bool = True

    def reshaped(self) -> Masks:
        """The same for a block of another shape, whose offsets are others."""
        return replace(self, offsets=list)


def access_of(op: ir.Operation, pointers: Pointers) -> Access:
    """Analyse memory op ``op``."""
    roles = MEMORY_OPS[op.name](op)
    if is_block(roles.pointer.type):
        return _block_access(op, roles, pointers)
    shape, pointer = shape_of(roles.pointer.type), pointers.pointer(roles.pointer)
    condition = pointers.expr(roles.mask) if roles.mask is not None else TRUE
    masks = Masks(pointers.facts, lambda: offset_sums(roles.pointer, pointers), in_pieces=pointers.in_pieces)
    return _access(op, pointer, condition, shape, roles, masks)


def _access(
    op: ir.Operation,
    pointer: Pointer,
    condition: Expr,
    shape: tuple[int, ...],
    roles: Operands,
    masks: Masks,
    pads_nan: Expr = FALSE,
) -> Access:
    """The access to the block as it is, or to one of another shape if that takes fewer loops."""
    plain = _sorted(op, pointer, condition, shape, roles, masks, pads_nan)
    loops, segments = plain.loops, plain.layout.segments.keys()
    if pointer.base is None or not loops | segments or op.name not in RESHAPED_OPS or is_volatile(op):
        return plain
    for found in reshapes(pointer.offset, condition, shape, masks.facts):
        place = replace(pointer, offset=found.offset)
        other = _sorted(op, place, found.condition, found.shape, roles, masks.reshaped(), pads_nan)
        left, cut = map(found.standing_for, (other.loops, other.layout.segments))
        if found.whole(other.loops) and (left < loops or (left == loops and cut < segments)):
            return other
    return plain


def _sorted(
    op: ir.Operation,
    pointer: Pointer,
    condition: Expr,
    shape: tuple[int, ...],
    roles: Operands,
    masks: Masks,
    pads_nan: Expr,
    held: tuple[Expr, ...] | None = (),
) -> Access:
    """The access with its offset and its mask sorted by dimension, where no position of ``held`` wraps.

    What is divided though it may wrap is held, too, unless ``held`` is None.
    """
    mask = mask_of(condition, masks.facts, masks.offsets, masks.is_block, held or ())
    every = frozenset(range(len(shape)))
    if pointer.base is None:
        zero = ex.constant(0)
        found = Layout(zero, (zero,) * len(shape), {}, pointer.offset, every)
    else:
        crossing = frozenset(d for e in conjuncts(mask.residue) if len(e.dims) > 1 for d in e.dims)
        walked = every if effects.of(op).orders else crossing
        tests = {d: [e for e in conjuncts(mask.residue) if e.dims == {d}] for d in mask.residue.dims}
        found = layout(pointer.offset, shape, walked, tests, masks.facts, held is not None, masks.in_pieces)
    left = (e for e in conjuncts(mask.residue) if e.dims - found.segments.keys())
    residue = reduce(lambda a, b: ex.apply("andi", a, b), left, TRUE)
    arguments = op, pointer, condition, shape, roles, masks, pads_nan
    if not set(found.taken) <= set(held or ()):
        return _sorted(*arguments, held=found.taken)
    otherwise = _sorted(*arguments, held=None) if held else None
    parts = op, pointer.base, found, mask, residue, shape, pointer.pointee, roles, pads_nan
    return Access(*parts, wraps(held or ()), otherwise)


def _block_access(op: ir.Operation, roles: Operands, pointers: Pointers) -> Access:
    """An access by block pointer, or by descriptor and indices: only the elements inside the whole are kept."""
    block: Block = pointers.state(roles.pointer)
    shape = shape_of(roles.value.type if roles.value is not None else op.results[0].type)
    offsets, pads_nan = block.offsets, block.pads_nan
    checked: Sequence[int] = range(len(block.shape))
    if roles.indices is not None:
        offsets = tuple(pointers.facts.extend(pointers.expr(v), 64) for v in roles.indices)
    else:
        checked = list(op.attributes["boundaryCheck"]) if "boundaryCheck" in op.attributes else []
        pads_nan = pads_nan_of(op)
    positions = _positions(offsets, shape)
    inside = TRUE
    for d in checked:
        for predicate, bound in (("sge", ex.constant(0)), ("slt", block.shape[d])):
            if predicate == "slt" or pointers.facts.of(positions[d]).low < 0:
                inside = ex.apply("andi", inside, ex.compare(PREDICATE[predicate], positions[d], bound))
    masks = Masks(pointers.facts, lambda: sums_in(positions), True, pointers.in_pieces)
    place = block.at([ex.taken_to_fit(p) for p in positions])
    return _access(op, place, inside, shape, roles, masks, pads_nan)


def _positions(offsets: tuple[Expr, ...], shape: tuple[int, ...]) -> list[Expr]:
    """Which index into the whole each element has, by dimension; an offset that varies says all, as in a gather.

    Leading dimensions that ``shape`` lacks have one element.
    """
    sizes = (1,) * (len(offsets) - len(shape)) + shape
    indices = [ex.index(d - len(offsets) + len(shape), n) for d, n in enumerate(sizes)]
    return [offset if offset.dims else offset + index for offset, index in zip(offsets, indices, strict=True)]
