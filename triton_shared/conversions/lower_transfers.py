"""The rules that turn one tts op into memref ops; the passes choose which ops they apply to.

`RULES` maps each tts op to ``rule(op) -> replacement values``, emitted at the current insertion point.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.analyses.pointer import is_pointer
from triton_shared.conversions import build
from triton_shared.conversions.build import static_index
from triton_shared.conversions.copies import (
    Box,
    Range,
    Transfer,
    box_view,
    element_view,
    extract_slice,
    for_each_box,
    is_cut,
    subview,
    true,
)
from triton_shared.dialects.tts import parts_of
from triton_shared.mlir import ir

#: tt's RMWOp -> arith's AtomicRMWKind, by the numbers that both dialects give them
RMW_KINDS = {
    1: 2,  # and -> andi
    2: 14,  # or -> ori
    3: 15,  # xor -> xori
    4: 1,  # add -> addi
    5: 0,  # fadd -> addf
    6: 6,  # max -> maxs
    7: 9,  # min -> mins
    8: 7,  # umax -> maxu
    9: 10,  # umin -> minu
    10: 3,  # exch -> assign
}


def lower_load(op: ir.Operation) -> list[ir.Value]:
    """``tts.load`` becomes a buffer and copies into it; a scalar load becomes a ``memref.load``."""
    transfer = Transfer(op, op.results[0].type)
    if not transfer.shape:
        return [_scalar_load(transfer)]
    narrow = _narrow_dims(transfer)
    shape = [1 if d in narrow else n for d, n in enumerate(transfer.shape)]
    buffer = build.value("memref.alloc", [], _buffer_type(shape, transfer), operandSegmentSizes=build.segments([], []))
    if transfer.is_masked:
        _fill_other(transfer, buffer)

    def visit(box: Box, offset: ir.Value) -> None:
        if len(transfer.loops) == transfer.rank:
            loaded = build.value("memref.load", [element_view(transfer, offset), build.index(0)], transfer.memory_type)
            build.create("memref.store", [loaded, buffer, *(box[d].low for d in range(transfer.rank))])
        else:
            box = {d: _first(r) if d in narrow else r for d, r in box.items()}
            source = box_view(transfer, box, offset)
            build.create("memref.copy", [source, _buffer_box(transfer, box, buffer, narrow)])

    for_each_box(transfer, visit)
    return [_as_tensor(transfer, buffer, narrow)]


def _buffer_type(shape: list[int], transfer: Transfer) -> ir.MemRefType:
    return ir.MemRefType.get(shape, transfer.memory_type)


def _narrow_dims(transfer: Transfer) -> list[int]:
    """The dimensions that repeat one element, unmasked: they are loaded once and broadcast."""
    other = transfer.one("other")
    if other is not None and isinstance(other.type, ir.RankedTensorType):
        return []
    strides = transfer.parts["strides"]
    return [
        d
        for d in transfer.kept
        if transfer.shape[d] > 1
        and d not in transfer.wraps
        and static_index(strides[d]) == 0
        and tuple(map(static_index, transfer.range_of(d))) == (0, transfer.shape[d])
    ]


def _first(lanes: Range) -> Range:
    return type(lanes)(lanes.low, build.index(1), lanes.start)


def _buffer_box(transfer: Transfer, box: Box, buffer: ir.Value, narrow: list[int]) -> ir.Value:
    """The part of the buffer that one box fills."""
    if not transfer.loops and not any(is_cut(transfer, box, d) for d in transfer.kept if d not in narrow):
        return buffer
    lows, sizes = [box[d].low for d in range(transfer.rank)], [box[d].size for d in range(transfer.rank)]
    return subview(buffer, lows, sizes, transfer.loops)


def _zero_or_other(transfer: Transfer) -> ir.Value:
    """What masked-off lanes read: ``other`` where given, else zero."""
    other = transfer.one("other")
    if other is None:
        return build.zero(transfer.memory_type)
    return build.value("tt.ptr_to_int", [other], build.integer(64)) if is_pointer(other.type) else other


def _fill_other(transfer: Transfer, buffer: ir.Value) -> None:
    """Fill the buffer with what masked-off lanes read, where the mask is partial."""
    partial, other = transfer.is_partial(), _zero_or_other(transfer)

    def fill() -> None:
        if isinstance(other.type, ir.RankedTensorType):
            build.create(
                "bufferization.materialize_in_destination", [other, buffer], writable=ir.UnitAttr.get()
            )
        else:
            build.fill(other, buffer)

    build.if_then(true() if partial is None else partial, fill)


def _as_tensor(transfer: Transfer, buffer: ir.Value, narrow: list[int]) -> ir.Value:
    """The buffer as a tensor of the op's type: narrow dimensions broadcast, addresses cast to pointers."""
    shape = list(ir.MemRefType(buffer.type).shape)
    tensor = build.value(
        "bufferization.to_tensor",
        [buffer],
        ir.RankedTensorType.get(shape, transfer.memory_type),
        restrict=ir.UnitAttr.get(),
        writable=ir.UnitAttr.get(),
    )
    result = transfer.op.results[0].type
    if narrow:
        tensor = build.value("tt.broadcast", [tensor], ir.RankedTensorType.get(transfer.shape, transfer.memory_type))
    return build.value("tt.int_to_ptr", [tensor], result) if is_pointer(result) else tensor


def _scalar_load(transfer: Transfer) -> ir.Value:
    """A scalar load, under an ``scf.if`` where it is masked."""
    loaded = _conditional(
        transfer, [transfer.memory_type], lambda view: [_load_element(view, transfer)], lambda: [_zero_or_other(transfer)]
    )[0]
    result = transfer.op.results[0].type
    return build.value("tt.int_to_ptr", [loaded], result) if is_pointer(result) else loaded


def _load_element(view: ir.Value, transfer: Transfer) -> ir.Value:
    return build.value("memref.load", [view, build.index(0)], transfer.memory_type)


def _conditional(
    transfer: Transfer,
    types: list[ir.Type],
    touch: Callable[[ir.Value], list[ir.Value]],
    otherwise: Callable[[], list[ir.Value]],
) -> list[ir.Value]:
    """``touch`` the one element of a scalar access where its mask holds, else ``otherwise``."""
    offset = transfer.one("offset")
    if transfer.has_body:
        offset = transfer.op.regions[0].blocks[0].operations[-1].operands[0]
    condition = transfer.one("condition")
    if condition is None:
        return touch(element_view(transfer, offset))
    branch = build.create("scf.if", [condition], types, regions=2)
    for region, emit in zip(
        branch.regions, (lambda: touch(element_view(transfer, offset)), otherwise), strict=True
    ):
        with ir.InsertionPoint(region.blocks.append()):
            build.create("scf.yield", emit())
    return list(branch.results)


def lower_store(op: ir.Operation) -> list[ir.Value]:
    """``tts.store`` becomes copies out of slices of the stored tensor, or a ``memref.store``."""
    stored = parts_value(op)
    transfer = Transfer(op, stored.type)
    if is_pointer(stored.type):
        integers = build.integer(64)
        if transfer.shape:
            integers = ir.RankedTensorType.get(transfer.shape, integers)
        stored = build.value("tt.ptr_to_int", [stored], integers)

    def visit(box: Box, offset: ir.Value) -> None:
        if len(transfer.loops) == transfer.rank:
            lanes = [box[d].low for d in range(transfer.rank)]
            scalar = build.value("tensor.extract", [stored, *lanes], transfer.memory_type) if lanes else stored
            build.create("memref.store", [scalar, element_view(transfer, offset), build.index(0)])
            return
        lows, sizes = [box[d].low for d in range(transfer.rank)], [box[d].size for d in range(transfer.rank)]
        piece = extract_slice(stored, lows, sizes, transfer.loops)
        build.create(
            "bufferization.materialize_in_destination",
            [piece, box_view(transfer, box, offset)],
            writable=ir.UnitAttr.get(),
        )

    for_each_box(transfer, visit)
    return []


def parts_value(op: ir.Operation) -> ir.Value:
    """The value that a store or atomic op is given."""
    return parts_of(op)["value"][0]


def _atomic(op: ir.Operation, touch: Callable[[ir.Value, list[ir.Value], Transfer], ir.Value]) -> list[ir.Value]:
    """Emit ``touch`` for each kept lane; the old values, zero where masked off."""
    transfer = Transfer(op, op.results[0].type)
    if not transfer.shape:
        return _conditional(
            transfer,
            [transfer.memory_type],
            lambda view: [touch(view, [], transfer)],
            lambda: [build.zero(transfer.memory_type)],
        )
    buffer = build.value(
        "memref.alloc", [], _buffer_type(list(transfer.shape), transfer), operandSegmentSizes=build.segments([], [])
    )
    if transfer.is_masked:
        build.fill(build.zero(transfer.memory_type), buffer)

    def visit(box: Box, offset: ir.Value) -> None:
        lanes = [box[d].low for d in range(transfer.rank)]
        old = touch(element_view(transfer, offset), lanes, transfer)
        build.create("memref.store", [old, buffer, *lanes])

    for_each_box(transfer, visit)
    return [_as_tensor(transfer, buffer, [])]


def _lane_of(tensor: ir.Value, lanes: list[ir.Value]) -> ir.Value:
    return build.value("tensor.extract", [tensor, *lanes], tensor.type.element_type) if lanes else tensor


def lower_atomic_rmw(op: ir.Operation) -> list[ir.Value]:
    """``tts.atomic_rmw`` becomes one ``memref.atomic_rmw`` a lane."""
    stored = parts_value(op)
    kind = ir.IntegerAttr.get(build.integer(64), RMW_KINDS[op.attributes["kind"].value])

    def touch(view: ir.Value, lanes: list[ir.Value], transfer: Transfer) -> ir.Value:
        operand = _lane_of(stored, lanes)
        return build.value("memref.atomic_rmw", [operand, view, build.index(0)], operand.type, kind=kind)

    return _atomic(op, touch)


def lower_atomic_cas(op: ir.Operation) -> list[ir.Value]:
    """``tts.atomic_cas`` becomes one ``llvm.cmpxchg`` a lane: memref has no op that gives the old value back."""
    parts = Transfer(op, op.results[0].type).parts
    desired, expected = parts["value"][0], parts["expected"][0]

    def touch(view: ir.Value, lanes: list[ir.Value], transfer: Transfer) -> ir.Value:
        element = transfer.memory_type
        bits = build.integer(element.width)
        cast = (lambda v, t: v) if element == bits else (lambda v, t: build.value("arith.bitcast", [v], t))
        pointer = _llvm_pointer(view)
        acq_rel = ir.IntegerAttr.get(build.integer(64), 5)
        swapped = build.value(
            "llvm.cmpxchg",
            [pointer, cast(_lane_of(expected, lanes), bits), cast(_lane_of(desired, lanes), bits)],
            ir.Type.parse(f"!llvm.struct<({bits}, i1)>"),
            success_ordering=acq_rel,
            failure_ordering=ir.IntegerAttr.get(build.integer(64), 2 + 2),
        )
        old = build.value("llvm.extractvalue", [swapped], bits, position=build.indices([0]))
        return cast(old, element)

    return _atomic(op, touch)


def _llvm_pointer(view: ir.Value) -> ir.Value:
    """The address of the single element of ``view``, as ``!llvm.ptr``."""
    aligned = build.value("memref.extract_aligned_pointer_as_index", [view], build.index_type())
    _, offset = ir.MemRefType(view.type).get_strides_and_offset()
    metadata = build.create(
        "memref.extract_strided_metadata",
        [view],
        [ir.MemRefType.get([], view.type.element_type), *[build.index_type()] * 3],
    )
    size = build.index(max(view.type.element_type.width, 8) // 8)
    bytes_ = build.value("arith.muli", [metadata.results[1], size], build.index_type())
    address = build.value("arith.addi", [aligned, bytes_], build.index_type())
    number = build.value("arith.index_cast", [address], build.integer(64))
    return build.value("llvm.inttoptr", [number], ir.Type.parse("!llvm.ptr"))


RULES: dict[str, Callable[[ir.Operation], list[ir.Value]]] = {
    "tts.load": lower_load,
    "tts.store": lower_store,
    "tts.atomic_rmw": lower_atomic_rmw,
    "tts.atomic_cas": lower_atomic_cas,
}


def replace(op: ir.Operation) -> None:
    """Replace tts op ``op`` by what its rule emits."""
    with build.at(op):
        values = RULES[op.name](op)
    for before, after in zip(op.results, values, strict=True):
        before.replace_all_uses_with(after)
    op.erase()
