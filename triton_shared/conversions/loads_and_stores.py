"""The rules that turn one tts op into memref ops; the passes choose which ops they apply to.

`RULES` maps each tts op to ``rule(op) -> replacement values``, emitted at the current insertion point.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.conversions.access_boxes import (
    Box,
    Range,
    TtsAccess,
    box_view,
    coordinates,
    dims_of,
    element_view,
    for_each_box,
    inline_body,
    is_cut,
    subview,
)
from triton_shared.dialects.tt.types import address_type, is_pointer
from triton_shared.dialects.tts import UNWRITTEN, parts_of
from triton_shared.ir import effects
from triton_shared.ir.builder import Index, at, build, indices, integer
from triton_shared.mlir import ir


def lower_load(op: ir.Operation) -> list[ir.Value]:
    """``tts.load`` becomes a buffer and copies into it; a scalar load becomes a ``memref.load``."""
    transfer = TtsAccess(op, op.results[0].type)
    if not transfer.shape:
        return [_scalar_load(transfer)]
    narrow = _narrow_dims(transfer)
    shape = [1 if d in narrow else n for d, n in enumerate(transfer.shape)]
    buffer = build.alloc(ir.MemRefType.get(shape, transfer.memory_type))
    if transfer.is_masked:
        fill_other(transfer, buffer)

    def visit(box: Box, offset: Index) -> None:
        if len(transfer.loops) == transfer.rank:
            loaded = _load_element(element_view(transfer, offset), transfer)
            build.op("memref.store", (), [loaded, buffer, *coordinates(transfer, box)])
        else:
            box = {d: _first(r) if d in narrow else r for d, r in box.items()}
            _copy(transfer, box, offset, _buffer_box(transfer, box, buffer, narrow))

    for_each_box(transfer, visit)
    return [as_tensor(op.results[0].type, buffer, narrow)]


def _narrow_dims(transfer: TtsAccess) -> list[int]:
    """The dimensions that repeat one element, unmasked: they are loaded once and broadcast."""
    other = transfer.one("other")
    if other is not None and isinstance(other.type, ir.RankedTensorType):
        return []
    return [
        d
        for d in transfer.plain
        if transfer.shape[d] > 1
        and transfer.strides[d] == 0
        and transfer.range_of(d) == (0, transfer.shape[d])
    ]


def _copy(transfer: TtsAccess, box: Box, offset: Index, target: ir.Value) -> None:
    """Copy a box to its part of the buffer; segments and edges that repeat one element are read once."""
    flat = [d for d in transfer.cuts if transfer.strides[d] == 0]
    repeated = [d for d in transfer.kept if d in flat or box[d].edge is not None]
    source = box_view(transfer, box, offset, repeated)
    if repeated:
        dims = indices([transfer.kept.index(d) for d in repeated])
        build.linalg(
            "linalg.broadcast", [source], [target], lambda x, _: [x], dimensions=dims, **transfer.hints
        )
    else:
        build.op("memref.copy", (), [source, target], transfer.hints)


def _first(range_: Range) -> Range:
    return Range(range_.low, 1, range_.start)


def _buffer_box(transfer: TtsAccess, box: Box, buffer: ir.Value, narrow: list[int]) -> ir.Value:
    """The part of the buffer that one box fills."""
    if not transfer.loops and not any(is_cut(transfer, box, d) for d in transfer.kept if d not in narrow):
        return buffer
    lows, sizes = [box[d].low for d in range(transfer.rank)], [box[d].size for d in range(transfer.rank)]
    return subview(buffer, lows, sizes, transfer.loops)


def zero_or_other(transfer: TtsAccess) -> ir.Value:
    """What masked-off elements read: ``other`` where given, else zero."""
    other = transfer.one("other")
    if other is None:
        return build.constant(transfer.memory_type, 0)
    return build.one("tt.ptr_to_int", integer(64), other) if is_pointer(other.type) else other


def fill_other(transfer: TtsAccess, buffer: ir.Value) -> None:
    """Fill the buffer with what masked-off elements read, where the mask is partial; not what is left undefined."""
    if UNWRITTEN in transfer.op.attributes:
        return
    partial, other = transfer.is_partial(), zero_or_other(transfer)

    def fill() -> None:
        if isinstance(other.type, ir.RankedTensorType):
            build.op(
                "bufferization.materialize_in_destination",
                (),
                [other, buffer],
                {"writable": ir.UnitAttr.get()},
            )
        else:
            build.fill(other, buffer)

    build.branch(partial, fill)


def as_tensor(result: ir.RankedTensorType, buffer: ir.Value, narrow: list[int]) -> ir.Value:
    """The buffer as a tensor of type ``result``: narrow dimensions broadcast, addresses cast to pointers."""
    buffer_type = ir.MemRefType(buffer.type)
    element = buffer_type.element_type
    tensor = build.one(
        "bufferization.to_tensor",
        ir.RankedTensorType.get(buffer_type.shape, element),
        buffer,
        restrict=ir.UnitAttr.get(),
        writable=ir.UnitAttr.get(),
    )
    if narrow:
        tensor = build.one("tt.broadcast", ir.RankedTensorType.get(result.shape, element), tensor)
    return build.one("tt.int_to_ptr", result, tensor) if is_pointer(result) else tensor


def _scalar_load(transfer: TtsAccess) -> ir.Value:
    """A scalar load, under an ``scf.if`` where it is masked."""
    loaded = conditional(
        transfer,
        [transfer.memory_type],
        lambda view: [_load_element(view, transfer)],
        lambda: [zero_or_other(transfer)],
    )[0]
    return as_scalar(transfer.op.results[0].type, loaded)


def as_scalar(result: ir.Type, loaded: ir.Value) -> ir.Value:
    """A loaded scalar as ``result``: an address as a pointer."""
    return build.one("tt.int_to_ptr", result, loaded) if is_pointer(result) else loaded


def _load_element(view: ir.Value, transfer: TtsAccess) -> ir.Value:
    return build.one("memref.load", transfer.memory_type, view, build.value(0), **transfer.hints)


def conditional(
    transfer: TtsAccess,
    types: list[ir.Type],
    touch: Callable[[ir.Value], list[ir.Value]],
    otherwise: Callable[[], list[ir.Value]],
) -> list[ir.Value]:
    """``touch`` the one element of a scalar access where its mask holds, else ``otherwise``."""

    def element() -> ir.Value:
        offset = inline_body(transfer, [])[0] if transfer.has_body else transfer.offset
        return element_view(transfer, offset)

    return list(build.branch(transfer.condition, lambda: touch(element()), otherwise, types))


def numbers_of(stored: ir.Value) -> ir.Value:
    """``stored`` as it lies in memory: pointers as addresses."""
    return build.convert("tt.ptr_to_int", stored, address_type(stored.type))


def lower_store(op: ir.Operation) -> list[ir.Value]:
    """``tts.store`` becomes copies out of slices of the stored tensor, or a ``memref.store``."""
    stored = parts_of(op)["value"][0]
    transfer = TtsAccess(op, stored.type)
    stored = numbers_of(stored)

    def visit(box: Box, offset: Index) -> None:
        if len(transfer.loops) == transfer.rank:
            at_element = coordinates(transfer, box)
            scalar = (
                build.one("tensor.extract", transfer.memory_type, stored, *at_element)
                if at_element
                else stored
            )
            build.op(
                "memref.store", (), [scalar, element_view(transfer, offset), build.value(0)], transfer.hints
            )
            return
        lows, sizes = [box[d].low for d in range(transfer.rank)], [box[d].size for d in range(transfer.rank)]
        is_whole = not any(is_cut(transfer, box, d) for d in range(transfer.rank)) and not transfer.loops
        piece = stored if is_whole else build.extract_slice(stored, lows, sizes, transfer.loops)
        build.op(
            "bufferization.materialize_in_destination",
            (),
            [piece, box_view(transfer, box, offset)],
            {"writable": ir.UnitAttr.get(), **transfer.hints},
        )

    for_each_box(transfer, visit)
    return []


RULES: dict[str, Callable[[ir.Operation], list[ir.Value]]] = {
    "tts.load": lower_load,
    "tts.store": lower_store,
}


def is_access(op: ir.Operation) -> bool:
    """Whether ``op`` is a tts op that touches memory."""
    return op.name.startswith("tts.") and effects.of(op).touches_memory


def is_structured(op: ir.Operation) -> bool:
    """Whether ``op`` is a tts load or store without indirect dimensions."""
    return op.name in ("tts.load", "tts.store") and not dims_of(op, "loops")


def replace(op: ir.Operation, rule: Callable[[ir.Operation], list[ir.Value]]) -> None:
    """Replace tts op ``op`` by what its rule emits."""
    with at(op):
        values = rule(op)
    for before, after in zip(op.results, values, strict=True):
        before.replace_all_uses_with(after)
    op.erase()
