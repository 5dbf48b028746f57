"""The rules that turn atomic and volatile tts ops into memref and llvm ops, one element at a time.

A read-modify-write is a ``memref.atomic_rmw``.  What memref lacks, counters that wrap, a compare-and-swap that tells
the old value, atomic loads and stores, is ``llvm.atomicrmw``, ``llvm.cmpxchg``, ``llvm.load`` and ``llvm.store`` on
the element's address.  Every memory order and scope is served by the strongest that the op can have.
Masked-off elements touch nothing, and give zero, or what a volatile load has for them.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared import mlir
from triton_shared.conversions.access_boxes import Box, TtsAccess, coordinates, element_view, for_each_box
from triton_shared.conversions.loads_and_stores import (
    as_scalar,
    as_tensor,
    conditional,
    fill_other,
    zero_or_other,
)
from triton_shared.dialects.tts import parts_of
from triton_shared.ir.builder import Index, build, i64_attr, indices, integer
from triton_shared.mlir import ir

#: LLVM's AtomicOrdering
ACQUIRE, RELEASE, ACQ_REL = 4, 5, 6

#: LLVM's AtomicBinOp for the kinds that arith lacks
COUNTERS = {"inc": 15, "dec": 16}

#: what happens to one element: its memory as ``memref<1xT>``, its coordinates -> the op's result for it
Touch = Callable[[ir.Value, list[ir.Value]], ir.Value]


def _each_element(op: ir.Operation, transfer: TtsAccess, touch: Touch) -> list[ir.Value]:
    """Emit ``touch`` for each kept element; its results as the results of ``op``, where anybody uses these."""
    result = element_of(op.results[0].type)
    if not transfer.shape:
        results = conditional(
            transfer, [result], lambda view: [touch(view, [])], lambda: [_masked_off(op, transfer, result)]
        )
        return [as_scalar(op.results[0].type, results[0])]
    buffer = build.alloc(ir.MemRefType.get(transfer.shape, result))
    is_used = any(True for _ in op.results[0].uses)
    if is_used and transfer.is_masked and "other" in transfer.parts:
        fill_other(transfer, buffer)
    elif is_used and transfer.is_masked:
        build.fill(build.constant(result, 0), buffer)

    def visit(box: Box, offset: Index) -> None:
        where = coordinates(transfer, box)
        found = touch(element_view(transfer, offset), where)
        if is_used:
            build.op("memref.store", (), [found, buffer, *where])

    for_each_box(transfer, visit)
    return [as_tensor(op.results[0].type, buffer, [])]


def _masked_off(op: ir.Operation, transfer: TtsAccess, result: ir.Type) -> ir.Value:
    """What a scalar access gives when it is masked off."""
    return zero_or_other(transfer) if "other" in transfer.parts else build.constant(result, 0)


def element_of(type_: ir.Type) -> ir.Type:
    """The element type of a tensor, with pointers as their addresses; a scalar type itself."""
    element = type_.element_type if isinstance(type_, ir.RankedTensorType) else type_
    return integer(64) if isinstance(element, ir.DynamicType) else element


def _at(value: ir.Value, where: list[ir.Value]) -> ir.Value:
    """One element of a tensor (a scalar itself), as it lies in memory."""
    if where:
        value = build.one("tensor.extract", value.type.element_type, value, *where)
    if isinstance(value.type, ir.DynamicType):
        value = build.one("tt.ptr_to_int", integer(64), value)
    return value


def lower_rmw(op: ir.Operation) -> list[ir.Value]:
    """``tts.atomic_rmw`` becomes one ``memref.atomic_rmw`` for each element."""
    transfer, kind = TtsAccess(op, op.results[0].type), op.attributes["kind"].value
    operand = transfer.one("value")
    if kind in COUNTERS:
        return _each_element(op, transfer, lambda view, where: _count(transfer, view, _at(operand, where)))
    number = i64_attr(mlir.arith.AtomicRMWKind[kind].value)

    def touch(view: ir.Value, where: list[ir.Value]) -> ir.Value:
        element = _at(operand, where)
        operands = [element, view, build.value(0)]
        return build.one("memref.atomic_rmw", element.type, *operands, kind=number, **transfer.hints)

    return _each_element(op, transfer, touch)


def _count(transfer: TtsAccess, view: ir.Value, limit: ir.Value) -> ir.Value:
    """Count the element up to ``limit`` and then from 0, or down to 0 and then from ``limit``; the old element."""
    operation = i64_attr(COUNTERS[transfer.op.attributes["kind"].value])
    return build.one(
        "llvm.atomicrmw",
        limit.type,
        _address(view),
        limit,
        bin_op=operation,
        ordering=i64_attr(ACQ_REL),
        **transfer.hints,
    )


def lower_cas(op: ir.Operation) -> list[ir.Value]:
    """``tts.atomic_cas`` becomes one ``llvm.cmpxchg`` for each element, which compares bits."""
    transfer = TtsAccess(op, op.results[0].type)
    expected, desired = transfer.one("expected"), transfer.one("value")

    def touch(view: ir.Value, where: list[ir.Value]) -> ir.Value:
        element, bits = transfer.memory_type, integer(transfer.memory_type.width)
        pair = build.one(
            "llvm.cmpxchg",
            ir.Type.parse(f"!llvm.struct<({bits}, i1)>"),
            _address(view),
            _cast(_at(expected, where), bits),
            _cast(_at(desired, where), bits),
            success_ordering=i64_attr(ACQ_REL),
            failure_ordering=i64_attr(ACQUIRE),
            **transfer.hints,
        )
        return _cast(build.one("llvm.extractvalue", bits, pair, position=indices([0])), element)

    return _each_element(op, transfer, touch)


def lower_load(op: ir.Operation) -> list[ir.Value]:
    """``tts.atomic_load`` becomes an acquiring ``llvm.load`` for each element."""
    transfer = TtsAccess(op, op.results[0].type)
    return _each_element(op, transfer, lambda view, where: _load(transfer, view))


def lower_volatile_load(op: ir.Operation) -> list[ir.Value]:
    """``tts.volatile_load`` becomes one volatile ``llvm.load`` of the bits of each element."""
    transfer = TtsAccess(op, op.results[0].type)

    def touch(view: ir.Value, where: list[ir.Value]) -> ir.Value:
        element = transfer.memory_type
        bits = integer(max(element.width, 8))
        loaded = build.one("llvm.load", bits, _address(view), volatile_=ir.UnitAttr.get(), **transfer.hints)
        if element.width < bits.width:
            return build.one("arith.trunci", element, loaded)
        return _cast(loaded, element)

    return _each_element(op, transfer, touch)


def lower_store(op: ir.Operation) -> list[ir.Value]:
    """``tts.atomic_store`` becomes a releasing ``llvm.store`` for each element."""
    stored = parts_of(op)["value"][0]
    transfer = TtsAccess(op, stored.type)

    def visit(box: Box, offset: Index) -> None:
        element = _at(stored, coordinates(transfer, box))
        view = element_view(transfer, offset)
        attributes = _atomic(element.type, RELEASE) | transfer.hints
        build.op("llvm.store", (), [element, _address(view)], attributes)

    for_each_box(transfer, visit)
    return []


def lower_poll(op: ir.Operation) -> list[ir.Value]:
    """``tts.atomic_poll`` becomes an ``scf.while`` around a load that acquires; the result is true."""
    expected = parts_of(op)["expected"][0]
    transfer = TtsAccess(op, expected.type)

    def touch(view: ir.Value, where: list[ir.Value]) -> ir.Value:
        wanted = _at(expected, where)
        bits = integer(wanted.type.width)
        wait = build.op("scf.while", (), (), regions=2)
        with ir.InsertionPoint(wait.regions[0].blocks.append()):
            differs = build.compare("ne", _cast(_load(transfer, view), bits), _cast(wanted, bits))
            build.op("scf.condition", (), [differs])
        with ir.InsertionPoint(wait.regions[1].blocks.append()):
            build.op("scf.yield", (), ())
        return build.value(True)

    return _each_element(op, transfer, touch)


def _load(transfer: TtsAccess, view: ir.Value) -> ir.Value:
    element = view.type.element_type
    attributes = _atomic(element, ACQUIRE) | transfer.hints
    return build.one("llvm.load", element, _address(view), **attributes)


def _atomic(type_: ir.Type, ordering: int) -> dict[str, ir.Attribute]:
    """The attributes of an atomic load or store of ``type_``."""
    return {"ordering": i64_attr(ordering), "alignment": i64_attr(type_.width // 8)}


def _cast(value: ir.Value, type_: ir.Type) -> ir.Value:
    return value if value.type == type_ else build.one("arith.bitcast", type_, value)


def _address(view: ir.Value) -> ir.Value:
    """The address of the one element of ``view``, as ``!llvm.ptr``."""
    rank_0 = ir.MemRefType.get([], view.type.element_type)
    metadata = build.op("memref.extract_strided_metadata", [rank_0, *[build.index] * 3], [view])
    start = build.one("memref.extract_aligned_pointer_as_index", build.index, view)
    size = build.value(max(view.type.element_type.width, 8) // 8)
    steps = build.one("arith.muli", build.index, metadata.results[1], size)
    address = build.one("arith.addi", build.index, start, steps)
    number = build.one("arith.index_cast", integer(64), address)
    return build.one("llvm.inttoptr", ir.Type.parse("!llvm.ptr"), number)


RULES: dict[str, Callable[[ir.Operation], list[ir.Value]]] = {
    "tts.atomic_rmw": lower_rmw,
    "tts.atomic_cas": lower_cas,
    "tts.atomic_load": lower_load,
    "tts.volatile_load": lower_volatile_load,
    "tts.atomic_store": lower_store,
    "tts.atomic_poll": lower_poll,
}
