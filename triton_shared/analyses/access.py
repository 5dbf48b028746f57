"""What each load, store and atomic op touches: the pointer and the mask analysis put together.

`access_of` answers for one op; the answer speaks of expressions only and changes nothing.  ``describe`` says it
in words, for ``--remarks``.
"""

from __future__ import annotations

from dataclasses import dataclass

from triton_shared.analyses import expr as ex
from triton_shared.analyses.expr import Expr
from triton_shared.analyses.lanes import shape_of
from triton_shared.analyses.mask import FULL, Mask, mask_of
from triton_shared.analyses.pointer import Block, Layout, Pointers, is_block, layout
from triton_shared.mlir import ir

PAD_NAN = 2


@dataclass(frozen=True)
class Access:
    """One memory op, lane by lane.

    ``base`` is a scalar pointer and ``layout`` counts elements from it; without a base the gathers of
    ``layout`` are byte addresses.  ``shape`` is ``()`` for a scalar access.  ``loops`` are the dimensions
    that have to be walked one by one: those of indirect offsets and of the mask's residue.
    """

    op: ir.Operation
    base: ir.Value | None
    layout: Layout
    mask: Mask
    shape: tuple[int, ...]
    pointee: ir.Type
    loops: frozenset[int]
    value: ir.Value | None = None
    other: ir.Value | None = None
    pads_nan: bool = False

    def expressions(self) -> list[Expr]:
        """Every expression that lowering the access has to materialise."""
        layout, mask = self.layout, self.mask
        wraps = [e for w in layout.wraps.values() for e in (w.start, w.modulus)]
        ranges = [e for side in (mask.lows, mask.highs) for bounds in side.values() for e in bounds]
        return [layout.offset, *layout.strides, *wraps, layout.gathers, *ranges, mask.condition, mask.residue]


@dataclass(frozen=True)
class Operands:
    """The operands of a memory op by their roles."""

    pointer: ir.Value
    value: ir.Value | None = None
    mask: ir.Value | None = None
    other: ir.Value | None = None


def _load(op: ir.Operation) -> Operands:
    pointer, *rest = op.operands
    sizes = list(op.attributes["operandSegmentSizes"]) if "operandSegmentSizes" in op.attributes else [1, 0, 0]
    mask = rest.pop(0) if sizes[1] else None
    return Operands(pointer, mask=mask, other=rest.pop(0) if sizes[2] else None)


def _store(op: ir.Operation) -> Operands:
    pointer, value, *mask = op.operands
    return Operands(pointer, value, *mask)


def _compare_and_swap(op: ir.Operation) -> Operands:
    return Operands(op.operands[0], op.operands[2])


def _descriptor_load(op: ir.Operation) -> Operands:
    return Operands(op.operands[0])


def _descriptor_store(op: ir.Operation) -> Operands:
    return Operands(op.operands[0], op.operands[1])


#: memory op -> its operands by role
MEMORY_OPS = {
    "tt.load": _load,
    "tt.store": _store,
    "tt.atomic_rmw": _store,
    "tt.atomic_cas": _compare_and_swap,
    "tt.descriptor_load": _descriptor_load,
    "tt.descriptor_store": _descriptor_store,
}

#: descriptor op -> the position of its first index operand
DESCRIPTOR_INDICES = {"tt.descriptor_load": 1, "tt.descriptor_store": 2}


def access_of(op: ir.Operation, pointers: Pointers) -> Access:
    """Analyse memory op ``op``."""
    roles = MEMORY_OPS[op.name](op)
    if is_block(roles.pointer.type):
        return _block_access(op, roles, pointers)
    shape, pointer = shape_of(roles.pointer.type), pointers.pointer(roles.pointer)
    mask = mask_of(pointers.expr(roles.mask)) if roles.mask is not None else FULL
    if pointer.base is None:
        every = frozenset(range(len(shape)))
        zeros = (ex.constant(0),) * len(shape)
        found = Layout(ex.constant(0), zeros, {}, pointer.offset, every)
    else:
        found = layout(pointer.offset, len(shape))
    return _access(op, pointer.base, found, mask, shape, pointer.pointee, roles)


def _access(op, base, found, mask, shape, pointee, roles, pads_nan=False) -> Access:
    loops = found.loops | mask.residue.dims
    if op.name.startswith("tt.atomic"):
        loops = frozenset(range(len(shape)))
    return Access(op, base, found, mask, shape, pointee, loops, roles.value, roles.other, pads_nan)


def _block_access(op: ir.Operation, roles: Operands, pointers: Pointers) -> Access:
    block: Block = pointers.state(roles.pointer)
    tensor = roles.value.type if roles.value is not None else op.results[0].type
    shape = shape_of(tensor)
    offsets, checked = block.offsets, range(len(block.shape))
    if op.name in DESCRIPTOR_INDICES:
        steps = list(op.operands)[DESCRIPTOR_INDICES[op.name] :]
        offsets = tuple(ex.extend(pointers.expr(s), 64) for s in steps)
    else:
        checked = list(op.attributes["boundaryCheck"]) if "boundaryCheck" in op.attributes else []
    drop = len(block.shape) - len(shape)
    sizes = (1,) * drop + shape
    zero = ex.constant(0)
    lows = {d: (zero - offsets[d],) for d in checked if sizes[d] > 1}
    highs = {d: (block.shape[d] - offsets[d],) for d in checked if sizes[d] > 1}
    condition = ex.constant(1, 1)
    for d in checked:
        if sizes[d] == 1:
            condition = ex.apply("andi", condition, ex.compare(ex.PREDICATE["sge"], offsets[d], zero))
            condition = ex.apply(
                "andi", condition, ex.compare(ex.PREDICATE["slt"], offsets[d], block.shape[d])
            )
    pointer = block.at(offsets, sizes)
    if drop:
        squeeze = {d: ex.index(d - drop, n) for d, n in enumerate(sizes)}
        pointer = type(pointer)(pointer.base, ex.substitute(pointer.offset, squeeze), pointer.pointee)
        lows, highs = ({d - drop: b for d, b in side.items()} for side in (lows, highs))
    padding = op.attributes["padding"].value if "padding" in op.attributes else block.padding
    mask = Mask(lows, highs, condition)
    found = layout(pointer.offset, len(shape))
    return _access(op, pointer.base, found, mask, shape, pointer.pointee, roles, padding == PAD_NAN)


def describe(access: Access) -> str:
    """What was found, in one line for a remark."""
    if access.base is None:
        return "unstructured: the pointers have no common base, every lane is an address of its own"
    parts = [f"base {access.base.get_name()}", f"sizes {list(access.shape)}"]
    parts.append(f"offset {access.layout.offset}")
    parts.append(f"strides {list(access.layout.strides)}")
    for d, wrap in access.layout.wraps.items():
        parts.append(f"dimension {d} wraps: ({wrap.start} + i{d}) % ({wrap.modulus})")
    for d in range(len(access.shape)):
        low = ", ".join(map(repr, access.mask.lows.get(d, ())))
        high = ", ".join(map(repr, access.mask.highs.get(d, ())))
        if low or high:
            parts.append(f"mask of dimension {d}: [{low or '0'}, {high or access.shape[d]})")
    if access.mask.condition.constant is None:
        parts.append(f"mask for all lanes: {access.mask.condition}")
    if access.layout.gathers.terms:
        dims = sorted(access.layout.gathers.dims)
        parts.append(f"dimensions {dims} are indirect: {access.layout.gathers} is not affine")
    if access.mask.residue.constant is None:
        parts.append(f"mask along dimensions {sorted(access.mask.residue.dims)} is no range: {access.mask.residue}")
    return ("partly " if access.loops and len(access.loops) < len(access.shape) else "") + (
        "unstructured: " if access.loops and len(access.loops) == len(access.shape) else "structured: "
    ) + "; ".join(parts)
