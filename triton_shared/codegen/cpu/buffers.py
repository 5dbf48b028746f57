"""Buffers of a program: where they live, and how pointers and booleans are passed.

`bytes_for_booleans` stores i1 as
i8; `bare_pointers` turns unranked arguments into plain pointers; `place` puts every block buffer
into one scratch arena, buffers that do not live at the same time in the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from math import prod

from triton_shared.codegen.cpu import nest as nests
from triton_shared.codegen.cpu.build import DYNAMIC, Builder, bit_width, strides_of
from triton_shared.mlir import ir

ALIGNMENT = 64
STACK_BYTES = 512


def all_ops(root: ir.Operation, names: Container[str] | None = None) -> list[ir.Operation]:
    """The ops inside ``root``, outermost first; with ``names`` only those so called.

    When ops are to be erased ask for those alone: an op inside an erased one must not be touched again.
    """
    found: list[ir.Operation] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op != root and (names is None or op.name in names):
            found.append(op)
        return ir.WalkResult.ADVANCE

    root.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


# Types


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
    _update_signature(function)


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


def _update_signature(function: ir.Operation) -> None:
    types = [a.type for a in function.regions[0].blocks[0].arguments]
    function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(types, []))


# Placement


@dataclass
class _Buffer:
    op: ir.Operation
    bytes: int
    begin: int
    end: int
    offset: int = 0


def place(function: ir.Operation) -> int:
    """Replace static allocations by views of a scratch argument; returns the bytes it needs.

    Small buffers go to the stack, where LLVM turns them into registers.  Buffers of unknown size stay
    allocations, freed at the end of their block.
    """
    ops = all_ops(function)
    spans = _Spans(function, ops)
    entry = function.regions[0].blocks[0]
    allocations = [op for op in ops if op.name == "memref.alloc"]
    fixed = [op for op in allocations if op.result.type.has_static_shape]
    small = [op for op in fixed if _bytes(op.result.type) <= STACK_BYTES]
    buffers = [_Buffer(op, _bytes(op.result.type), *spans.of(op.result)) for op in fixed if op not in small]
    for op in allocations:
        if op not in fixed:
            _free_at_end(op)
    for op in small:
        _to_stack(op, Builder(ir.InsertionPoint.at_block_begin(entry), op.location))
    total = _assign(buffers)
    if not buffers:
        return 0
    arena_type = ir.MemRefType.get((total,), ir.IntegerType.get_signless(8))
    arena = entry.add_argument(arena_type, function.location)
    _update_signature(function)
    if "arg_attrs" in function.attributes:
        attrs = [*function.attributes["arg_attrs"], ir.DictAttr.get({})]
        function.attributes["arg_attrs"] = ir.ArrayAttr.get(attrs)
    for buffer in buffers:
        b = Builder.before(buffer.op)
        view = b.one("memref.view", buffer.op.result.type, arena, b.value(buffer.offset))
        buffer.op.result.replace_all_uses_with(view)
        buffer.op.erase()
    return total


def _bytes(type: ir.MemRefType) -> int:
    """Bytes of a buffer, rounded up to the alignment."""
    return -(-prod(type.shape) * -(-bit_width(type.element_type) // 8) // ALIGNMENT) * ALIGNMENT


def _to_stack(op: ir.Operation, b: Builder) -> None:
    attributes = {
        "operandSegmentSizes": ir.DenseI32ArrayAttr.get([0, 0]),
        "alignment": ir.IntegerAttr.get(ir.IntegerType.get_signless(64), ALIGNMENT),
    }
    op.result.replace_all_uses_with(b.op("memref.alloca", (op.result.type,), (), attributes).result)
    op.erase()


def _assign(buffers: list[_Buffer]) -> int:
    """Offsets, largest buffers first, each at the lowest place free for as long as it lives."""
    placed: list[_Buffer] = []
    for buffer in sorted(buffers, key=lambda x: -x.bytes):
        rivals = sorted(
            (p for p in placed if p.begin <= buffer.end and buffer.begin <= p.end), key=lambda p: p.offset
        )
        for rival in rivals:
            if buffer.offset + buffer.bytes <= rival.offset:
                break
            buffer.offset = max(buffer.offset, rival.offset + rival.bytes)
        placed.append(buffer)
    return max((p.offset + p.bytes for p in placed), default=0)


class _Spans:
    """Program points: ops are numbered in the order of the text, loops widen what is used inside them."""

    def __init__(self, function: ir.Operation, ops: list[ir.Operation]):
        self.function = function
        self.number = {op: i for i, op in enumerate(ops)}
        self.last = {}
        for op in reversed(ops):
            end = self.last.setdefault(op, self.number[op])
            parent = op.parent.operation
            self.last[parent] = max(self.last.get(parent, -1), end)
        self.branches = len(list(function.regions[0].blocks)) > 1
        self.count = len(ops)

    def of(self, value: ir.Value) -> tuple[int, int]:
        """First and last point at which the buffer ``value`` is alive."""
        if self.branches:
            return 0, self.count
        home = value.owner.operation.block
        begin = end = self.number[value.owner.operation]
        for user in users(value):
            if user is None:
                return 0, self.count
            inside = self._ancestor_in(user, home)
            end = max(end, self.last[inside])
        return begin, end

    def _ancestor_in(self, op: ir.Operation, block: ir.Block) -> ir.Operation:
        while op.block != block:
            op = op.parent.operation
        return op


def users(value: ir.Value) -> Iterator[ir.Operation | None]:
    """Every op that uses ``value`` or a view of it; None where it flows on in another way."""
    for use in value.uses:
        user = use.owner.operation
        yield user
        if user.name in nests.VIEWS or user.name == "arith.select":
            yield from users(user.result)
        elif user.name in ("scf.yield", "scf.condition", "cf.br", "cf.cond_br", "scf.for", "scf.while"):
            yield None


def may_be_written(pointer: ir.Value) -> bool:
    """Whether the kernel may write through ``pointer``: anything but a plain read counts."""
    for use in pointer.uses:
        user, number = use.owner.operation, use.operand_number
        match user.name:
            case "memref.load" | "memref.dim":
                continue
            case "memref.copy" if number == 0:
                continue
            case name if name in nests.VIEWS:
                if not may_be_written(user.result):
                    continue
            case name if name.startswith("linalg.") and number < nests.input_count(user):
                continue
        return True
    return False


def _free_at_end(op: ir.Operation) -> None:
    terminator = list(op.block.operations)[-1].operation
    Builder.before(terminator).op("memref.dealloc", (), (op.result,))
