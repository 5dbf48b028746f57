"""Types of what is in memory: booleans are bytes, pointers bare, and no type tells a negative stride."""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.codegen.build import DYNAMIC, Builder, strides_of
from triton_shared.codegen.nests import nest as nests
from triton_shared.codegen.walk import all_ops
from triton_shared.mlir import ir


def _retype(function: ir.Operation, change: Callable[[ir.Type], ir.Type | None]) -> bool:
    """Give every value whose type ``change`` replaces its new type; tells whether there was one."""
    ops = all_ops(function)
    blocks = [block for op in [function, *ops] for region in op.regions for block in region.blocks]
    values = [v for op in ops for v in op.results] + [v for block in blocks for v in block.arguments]
    changed = False
    for value in values:
        new = change(value.type)
        if new is not None:
            value.set_type(new)
            changed = True
    return changed


def bytes_for_booleans(function: ir.Operation) -> None:
    """Let every i1 in memory be an i8 that is 0 or 1."""
    byte, boolean = ir.IntegerType.get_signless(8), ir.IntegerType.get_signless(1)

    def change(type: ir.Type) -> ir.Type | None:
        match type:
            case ir.MemRefType(element_type=element) if element == boolean:
                return ir.MemRefType.get(type.shape, byte, type.layout, type.memory_space)
            case ir.UnrankedMemRefType(element_type=element) if element == boolean:
                return ir.UnrankedMemRefType.get(byte, type.memory_space)

    if not _retype(function, change):
        return
    for op in all_ops(function, {"memref.load", "memref.store"}):
        b = Builder.before(op)
        if op.name == "memref.store" and op.operands[0].type == boolean:
            op.operands[0] = b.one("arith.extui", byte, op.operands[0])
        elif op.name == "memref.load" and op.result.type == boolean:
            loaded = b.one("memref.load", byte, *op.operands)
            ne = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 1)
            truth = b.one("arith.cmpi", boolean, loaded, b.constant(byte, 0), predicate=ne)
            op.result.replace_all_uses_with(truth)
            op.erase()


def bare_pointers(function: ir.Operation) -> None:
    """Let every unranked memref have rank 0: the bare pointer convention passes it as one pointer."""

    def change(type: ir.Type) -> ir.Type | None:
        return ir.MemRefType.get((), type.element_type) if isinstance(type, ir.UnrankedMemRefType) else None

    _retype(function, change)
    update_signature(function)


def hide_negative_strides(function: ir.Operation) -> None:
    """Let no type tell a negative stride, or an offset that comes from one: vector ops refuse those that do."""

    def change(type: ir.Type) -> ir.Type | None:
        if not isinstance(type, ir.MemRefType):
            return None
        strides, _ = strides_of(type)
        return _with_layout(type, strides, DYNAMIC) if any(s < 0 and s != DYNAMIC for s in strides) else None

    if not _retype(function, change):
        return
    for op in all_ops(function, nests.VIEWS):
        if op.name == "memref.reinterpret_cast":
            continue
        strides, offset = strides_of(op.result.type)
        if offset != DYNAMIC and strides_of(op.operands[0].type)[1] == DYNAMIC:
            op.result.set_type(_with_layout(op.result.type, strides, DYNAMIC))


def _with_layout(type: ir.MemRefType, strides: list[int], offset: int) -> ir.MemRefType:
    """``type`` with this offset and these strides, negative ones untold."""
    layout = ir.StridedLayoutAttr.get(offset, [DYNAMIC if s < 0 else s for s in strides])
    return ir.MemRefType.get(type.shape, type.element_type, layout, type.memory_space)


PREPARATIONS = (bytes_for_booleans, bare_pointers, hide_negative_strides)


def update_signature(function: ir.Operation) -> None:
    """Let the type of ``function`` say what its arguments are."""
    types = [a.type for a in function.regions[0].blocks[0].arguments]
    function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(types, []))
