"""The rules that turn one tts op into memref ops; the passes choose which ops they apply to.

`RULES` maps each tts op to ``rule(op) -> replacement values``, emitted at the current insertion point.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from triton_shared.conversions import build
from triton_shared.conversions.access_boxes import (
    Box,
    Range,
    TtsAccess,
    box_view,
    element_view,
    extract_slice,
    for_each_box,
    inline_body,
    is_cut,
    subview,
    true,
)
from triton_shared.conversions.build import static_index
from triton_shared.dialects.tt.types import is_pointer
from triton_shared.dialects.tts import parts_of
from triton_shared.mlir import ir


def lower_load(op: ir.Operation) -> list[ir.Value]:
    """``tts.load`` becomes a buffer and copies into it; a scalar load becomes a ``memref.load``."""
    transfer = TtsAccess(op, op.results[0].type)
    if not transfer.shape:
        return [_scalar_load(transfer)]
    narrow = _narrow_dims(transfer)
    shape = [1 if d in narrow else n for d, n in enumerate(transfer.shape)]
    buffer = buffer_like(shape, transfer.memory_type)
    if transfer.is_masked:
        fill_other(transfer, buffer)

    def visit(box: Box, offset: ir.Value) -> None:
        if len(transfer.loops) == transfer.rank:
            loaded = build.value(
                "memref.load",
                [element_view(transfer, offset), build.index(0)],
                transfer.memory_type,
                **transfer.hints,
            )
            build.create("memref.store", [loaded, buffer, *(box[d].low for d in range(transfer.rank))])
        else:
            box = {d: _first(r) if d in narrow else r for d, r in box.items()}
            _copy(transfer, box, offset, _buffer_box(transfer, box, buffer, narrow))

    for_each_box(transfer, visit)
    return [as_tensor(op.results[0].type, buffer, narrow)]


def buffer_like(shape: Sequence[int], element: ir.Type) -> ir.Value:
    """A fresh buffer."""
    type_ = ir.MemRefType.get(list(shape), element)
    return build.value("memref.alloc", [], type_, operandSegmentSizes=build.segments([], []))


def _narrow_dims(transfer: TtsAccess) -> list[int]:
    """The dimensions that repeat one element, unmasked: they are loaded once and broadcast."""
    other = transfer.one("other")
    if other is not None and isinstance(other.type, ir.RankedTensorType):
        return []
    strides = transfer.parts["strides"]
    return [
        d
        for d in transfer.plain
        if transfer.shape[d] > 1
        and static_index(strides[d]) == 0
        and tuple(map(static_index, transfer.range_of(d))) == (0, transfer.shape[d])
    ]


def _copy(transfer: TtsAccess, box: Box, offset: ir.Value, target: ir.Value) -> None:
    """Copy a box to its part of the buffer; segments that repeat one element are read once."""
    strides = transfer.parts["strides"]
    repeated = [d for d in transfer.kept if d in transfer.cuts and static_index(strides[d]) == 0]
    source = box_view(transfer, box, offset, repeated)
    if repeated:
        build.broadcast(source, target, [transfer.kept.index(d) for d in repeated], **transfer.hints)
    else:
        build.create("memref.copy", [source, target], **transfer.hints)


def _first(range_: Range) -> Range:
    return type(range_)(range_.low, build.index(1), range_.start)


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
        return build.zero(transfer.memory_type)
    return build.value("tt.ptr_to_int", [other], build.integer(64)) if is_pointer(other.type) else other


def fill_other(transfer: TtsAccess, buffer: ir.Value) -> None:
    """Fill the buffer with what masked-off elements read, where the mask is partial."""
    partial, other = transfer.is_partial(), zero_or_other(transfer)

    def fill() -> None:
        if isinstance(other.type, ir.RankedTensorType):
            build.create(
                "bufferization.materialize_in_destination", [other, buffer], writable=ir.UnitAttr.get()
            )
        else:
            build.fill(other, buffer)

    build.if_then(true() if partial is None else partial, fill)


def as_tensor(result: ir.RankedTensorType, buffer: ir.Value, narrow: list[int]) -> ir.Value:
    """The buffer as a tensor of type ``result``: narrow dimensions broadcast, addresses cast to pointers."""
    buffer_type = ir.MemRefType(buffer.type)
    element = buffer_type.element_type
    tensor = build.value(
        "bufferization.to_tensor",
        [buffer],
        ir.RankedTensorType.get(buffer_type.shape, element),
        restrict=ir.UnitAttr.get(),
        writable=ir.UnitAttr.get(),
    )
    if narrow:
        tensor = build.value("tt.broadcast", [tensor], ir.RankedTensorType.get(result.shape, element))
    return build.value("tt.int_to_ptr", [tensor], result) if is_pointer(result) else tensor


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
    return build.value("tt.int_to_ptr", [loaded], result) if is_pointer(result) else loaded


def _load_element(view: ir.Value, transfer: TtsAccess) -> ir.Value:
    return build.value("memref.load", [view, build.index(0)], transfer.memory_type, **transfer.hints)


def conditional(
    transfer: TtsAccess,
    types: list[ir.Type],
    touch: Callable[[ir.Value], list[ir.Value]],
    otherwise: Callable[[], list[ir.Value]],
) -> list[ir.Value]:
    """``touch`` the one element of a scalar access where its mask holds, else ``otherwise``."""

    def element() -> ir.Value:
        offset = inline_body(transfer, [])[0] if transfer.has_body else transfer.one("offset")
        return element_view(transfer, offset)

    condition = transfer.one("condition")
    if condition is None:
        return touch(element())
    branch = build.create("scf.if", [condition], types, regions=2)
    for region, emit in zip(branch.regions, (lambda: touch(element()), otherwise), strict=True):
        with ir.InsertionPoint(region.blocks.append()):
            build.create("scf.yield", emit())
    return list(branch.results)


def lower_store(op: ir.Operation) -> list[ir.Value]:
    """``tts.store`` becomes copies out of slices of the stored tensor, or a ``memref.store``."""
    stored = parts_of(op)["value"][0]
    transfer = TtsAccess(op, stored.type)
    if is_pointer(stored.type):
        integers = build.integer(64)
        if transfer.shape:
            integers = ir.RankedTensorType.get(transfer.shape, integers)
        stored = build.value("tt.ptr_to_int", [stored], integers)

    def visit(box: Box, offset: ir.Value) -> None:
        if len(transfer.loops) == transfer.rank:
            indices = [box[d].low for d in range(transfer.rank)]
            scalar = (
                build.value("tensor.extract", [stored, *indices], transfer.memory_type) if indices else stored
            )
            build.create(
                "memref.store", [scalar, element_view(transfer, offset), build.index(0)], **transfer.hints
            )
            return
        lows, sizes = [box[d].low for d in range(transfer.rank)], [box[d].size for d in range(transfer.rank)]
        piece = extract_slice(stored, lows, sizes, transfer.loops)
        build.create(
            "bufferization.materialize_in_destination",
            [piece, box_view(transfer, box, offset)],
            writable=ir.UnitAttr.get(),
            **transfer.hints,
        )

    for_each_box(transfer, visit)
    return []


RULES: dict[str, Callable[[ir.Operation], list[ir.Value]]] = {
    "tts.load": lower_load,
    "tts.store": lower_store,
}


def replace(op: ir.Operation, rule: Callable[[ir.Operation], list[ir.Value]]) -> None:
    """Replace tts op ``op`` by what its rule emits."""
    with build.at(op):
        values = rule(op)
    for before, after in zip(op.results, values, strict=True):
        before.replace_all_uses_with(after)
    op.erase()
