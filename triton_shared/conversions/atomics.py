"""The rules that turn atomic and volatile tts ops into memref and llvm ops, one element at a time.

A read-modify-write is a ``memref.atomic_rmw``.  What memref lacks, counters that wrap, a compare-and-swap that tells
the old value, atomic loads and stores, is ``llvm.atomicrmw``, ``llvm.cmpxchg``, ``llvm.load`` and ``llvm.store`` on
the element's address.  Every memory order and scope is served by the strongest that the op can have.
Masked-off elements touch nothing, and give zero, or what a volatile load has for them.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.conversions import build
from triton_shared.conversions.access_boxes import Box, TtsAccess, element_view, for_each_box, true
from triton_shared.conversions.loads_and_stores import (
    as_scalar,
    as_tensor,
    buffer_like,
    conditional,
    fill_other,
    zero_or_other,
)
from triton_shared.ir import predicates
from triton_shared.mlir import arith, ir

#: LLVM's AtomicOrdering
ACQUIRE, RELEASE, ACQ_REL = 4, 5, 6

#: LLVM's AtomicBinOp for the kinds that arith lacks
COUNTERS = {"inc": 15, "dec": 16}

#: what happens to one element: its memory as ``memref<1xT>``, its coordinates -> the op's result for it
Touch = Callable[[ir.Value, list[ir.Value]], ir.Value]


def _each_element(op: ir.Operation, transfer: TtsAccess, touch: Touch) -> list[ir.Value]:
    """Emit ``touch`` for each kept element; its results as the results of ``op``."""
    result = element_of(op.results[0].type)
    if not transfer.shape:
        results = conditional(
            transfer, [result], lambda view: [touch(view, [])], lambda: [_masked_off(op, transfer, result)]
        )
        return [as_scalar(op.results[0].type, results[0])]
    buffer = buffer_like(transfer.shape, result)
    if transfer.is_masked and "other" in transfer.parts:
        fill_other(transfer, buffer)
    elif transfer.is_masked:
        build.fill(build.zero(result), buffer)

    def visit(box: Box, offset: ir.Value) -> None:
        indices = [box[d].low for d in range(transfer.rank)]
        build.create("memref.store", [touch(element_view(transfer, offset), indices), buffer, *indices])

    for_each_box(transfer, visit)
    return [as_tensor(op.results[0].type, buffer, [])]


def _masked_off(op: ir.Operation, transfer: TtsAccess, result: ir.Type) -> ir.Value:
    """What a scalar access gives when it is masked off."""
    return zero_or_other(transfer) if "other" in transfer.parts else build.zero(result)


def element_of(type_: ir.Type) -> ir.Type:
    """The element type of a tensor, with pointers as their addresses; a scalar type itself."""
    element = type_.element_type if isinstance(type_, ir.RankedTensorType) else type_
    return build.integer(64) if isinstance(element, ir.DynamicType) else element


def _at(value: ir.Value, indices: list[ir.Value]) -> ir.Value:
    """One element of a tensor (a scalar itself), as it lies in memory."""
    if indices:
        value = build.value("tensor.extract", [value, *indices], value.type.element_type)
    if isinstance(value.type, ir.DynamicType):
        value = build.value("tt.ptr_to_int", [value], build.integer(64))
    return value


def lower_rmw(op: ir.Operation) -> list[ir.Value]:
    """``tts.atomic_rmw`` becomes one ``memref.atomic_rmw`` for each element."""
    transfer, kind = TtsAccess(op, op.results[0].type), op.attributes["kind"].value
    operand = transfer.one("value")
    if kind in COUNTERS:
        return _each_element(
            op, transfer, lambda view, indices: _count(transfer, view, _at(operand, indices))
        )
    number = ir.IntegerAttr.get(build.integer(64), arith.AtomicRMWKind[kind].value)

    def touch(view: ir.Value, indices: list[ir.Value]) -> ir.Value:
        element = _at(operand, indices)
        operands = [element, view, build.index(0)]
        return build.value("memref.atomic_rmw", operands, element.type, kind=number, **transfer.hints)

    return _each_element(op, transfer, touch)


def _count(transfer: TtsAccess, view: ir.Value, limit: ir.Value) -> ir.Value:
    """Count the element up to ``limit`` and then from 0, or down to 0 and then from ``limit``; the old element."""
    operation = _number(COUNTERS[transfer.op.attributes["kind"].value])
    return build.value(
        "llvm.atomicrmw",
        [_address(view), limit],
        limit.type,
        bin_op=operation,
        ordering=_number(ACQ_REL),
        **transfer.hints,
    )


def _compare(predicate: str, left: ir.Value, right: ir.Value) -> ir.Value:
    return build.value(
        "arith.cmpi", [left, right], build.integer(1), predicate=predicates.integers(predicate)
    )


def lower_cas(op: ir.Operation) -> list[ir.Value]:
    """``tts.atomic_cas`` becomes one ``llvm.cmpxchg`` for each element, which compares bits."""
    transfer = TtsAccess(op, op.results[0].type)
    expected, desired = transfer.one("expected"), transfer.one("value")

    def touch(view: ir.Value, indices: list[ir.Value]) -> ir.Value:
        element, bits = transfer.memory_type, build.integer(transfer.memory_type.width)
        pair = build.value(
            "llvm.cmpxchg",
            [_address(view), _cast(_at(expected, indices), bits), _cast(_at(desired, indices), bits)],
            ir.Type.parse(f"!llvm.struct<({bits}, i1)>"),
            success_ordering=_number(ACQ_REL),
            failure_ordering=_number(ACQUIRE),
            **transfer.hints,
        )
        return _cast(build.value("llvm.extractvalue", [pair], bits, position=build.indices([0])), element)

    return _each_element(op, transfer, touch)


def lower_load(op: ir.Operation) -> list[ir.Value]:
    """``tts.atomic_load`` becomes an acquiring ``llvm.load`` for each element."""
    transfer = TtsAccess(op, op.results[0].type)
    return _each_element(op, transfer, lambda view, indices: _load(transfer, view))


def lower_volatile_load(op: ir.Operation) -> list[ir.Value]:
    """``tts.volatile_load`` becomes one volatile ``llvm.load`` of the bits of each element."""
    transfer = TtsAccess(op, op.results[0].type)

    def touch(view: ir.Value, indices: list[ir.Value]) -> ir.Value:
        element = transfer.memory_type
        bits = build.integer(max(element.width, 8))
        loaded = build.value(
            "llvm.load", [_address(view)], bits, volatile_=ir.UnitAttr.get(), **transfer.hints
        )
        if element.width < bits.width:
            return build.value("arith.trunci", [loaded], element)
        return _cast(loaded, element)

    return _each_element(op, transfer, touch)


def lower_store(op: ir.Operation) -> list[ir.Value]:
    """``tts.atomic_store`` becomes a releasing ``llvm.store`` for each element."""
    stored = TtsAccess(op, op.operands[0].type).one("value")
    transfer = TtsAccess(op, stored.type)

    def visit(box: Box, offset: ir.Value) -> None:
        element = _at(stored, [box[d].low for d in range(transfer.rank)])
        view = element_view(transfer, offset)
        attributes = _atomic(element.type, RELEASE) | transfer.hints
        build.create("llvm.store", [element, _address(view)], **attributes)

    for_each_box(transfer, visit)
    return []


def lower_poll(op: ir.Operation) -> list[ir.Value]:
    """``tts.atomic_poll`` becomes an ``scf.while`` around a load that acquires; the result is true."""
    expected = TtsAccess(op, op.results[0].type).one("expected")
    transfer = TtsAccess(op, expected.type)

    def touch(view: ir.Value, indices: list[ir.Value]) -> ir.Value:
        wanted = _at(expected, indices)
        bits = build.integer(wanted.type.width)
        wait = build.create("scf.while", regions=2)
        with ir.InsertionPoint(wait.regions[0].blocks.append()):
            differs = _compare("ne", _cast(_load(transfer, view), bits), _cast(wanted, bits))
            build.create("scf.condition", [differs])
        with ir.InsertionPoint(wait.regions[1].blocks.append()):
            build.create("scf.yield")
        return true()

    return _each_element(op, transfer, touch)


def _load(transfer: TtsAccess, view: ir.Value) -> ir.Value:
    element = view.type.element_type
    attributes = _atomic(element, ACQUIRE) | transfer.hints
    return build.value("llvm.load", [_address(view)], element, **attributes)


def _atomic(type_: ir.Type, ordering: int) -> dict[str, ir.Attribute]:
    """The attributes of an atomic load or store of ``type_``."""
    return {"ordering": _number(ordering), "alignment": _number(type_.width // 8)}


def _number(number: int) -> ir.Attribute:
    return ir.IntegerAttr.get(build.integer(64), number)


def _cast(value: ir.Value, type_: ir.Type) -> ir.Value:
    return value if value.type == type_ else build.value("arith.bitcast", [value], type_)


def _address(view: ir.Value) -> ir.Value:
    """The address of the one element of ``view``, as ``!llvm.ptr``."""
    rank_0 = ir.MemRefType.get([], view.type.element_type)
    metadata = build.create("memref.extract_strided_metadata", [view], [rank_0, *[build.index_type()] * 3])
    start = build.value("memref.extract_aligned_pointer_as_index", [view], build.index_type())
    size = build.index(max(view.type.element_type.width, 8) // 8)
    steps = build.value("arith.muli", [metadata.results[1], size], build.index_type())
    address = build.value("arith.addi", [start, steps], build.index_type())
    number = build.value("arith.index_cast", [address], build.integer(64))
    return build.value("llvm.inttoptr", [number], ir.Type.parse("!llvm.ptr"))


RULES: dict[str, Callable[[ir.Operation], list[ir.Value]]] = {
    "tts.atomic_rmw": lower_rmw,
    "tts.atomic_cas": lower_cas,
    "tts.atomic_load": lower_load,
    "tts.volatile_load": lower_volatile_load,
    "tts.atomic_store": lower_store,
    "tts.atomic_poll": lower_poll,
}
