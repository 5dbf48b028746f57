"""Put the buffers of a program into one arena, those that do not live at the same time in the same bytes.

    %buf = memref.alloc() : memref<128xf32>              func.func @k(…, %arena: memref<512xi8> {tts.role = "scratch"})
                                                  ->       %buf = memref.view %arena[%c0][] : … to memref<128xf32>

Small buffers go to the stack, where LLVM turns them into registers.  Buffers of unknown size stay allocations, freed at
the end of their block.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from triton_shared.codegen.kernels import ROLE, SCRATCH, SCRATCH_BYTES, add_argument
from triton_shared.codegen.memory.uses import users
from triton_shared.ir.builder import Builder, bit_width, i64_attr, integer
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, ancestor_in, substitute, terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass

ALIGNMENT = 64
STACK_BYTES = 512


@dataclass
class Buffer:
    """``bytes`` that are alive from the program point ``begin`` to ``end``.

    They are given an ``offset`` that ``alignment`` divides.
    """

    op: ir.Operation
    bytes: int
    begin: int
    end: int
    alignment: int = ALIGNMENT
    offset: int = 0


def run(function: ir.Operation) -> None:
    """Run the pass on the kernel ``function``."""
    ops = all_ops(function)
    spans = Spans(function, ops)
    entry = function.regions[0].blocks[0]
    allocations = [op for op in ops if op.name == "memref.alloc"]
    fixed = [op for op in allocations if op.result.type.has_static_shape]
    small = [op for op in fixed if _bytes(op.result.type) <= STACK_BYTES]
    buffers = [Buffer(op, _bytes(op.result.type), *spans.of(op.result)) for op in fixed if op not in small]
    for op in allocations:
        if op not in fixed:
            Builder.before(terminator(op.block)).op("memref.dealloc", (), (op.result,))
    for op in small:
        b = Builder(ir.InsertionPoint.at_block_begin(entry), op.location)
        substitute(op, b.alloca(op.result.type, ALIGNMENT))
    total = assign_offsets(buffers)
    fired("assign-buffers", "buffers that share bytes", int(total < sum(b.bytes for b in buffers)))
    if not buffers:
        return
    attributes = {ROLE: ir.StringAttr.get(SCRATCH), SCRATCH_BYTES: i64_attr(total)}
    arena = add_argument(function, ir.MemRefType.get((total,), integer(8)), attributes)
    for buffer in buffers:
        b = Builder.before(buffer.op)
        view = b.one("memref.view", buffer.op.result.type, arena, b.value(buffer.offset))
        substitute(buffer.op, view)


def _bytes(type: ir.MemRefType) -> int:
    """Bytes of a buffer, rounded up to the alignment."""
    return -(-prod(type.shape) * -(-bit_width(type.element_type) // 8) // ALIGNMENT) * ALIGNMENT


def assign_offsets(buffers: list[Buffer]) -> int:
    """Offsets, largest buffers first, each at the lowest place free for as long as it lives."""
    placed: list[Buffer] = []
    for buffer in sorted(buffers, key=lambda x: -x.bytes):
        rivals = sorted(
            (p for p in placed if p.begin <= buffer.end and buffer.begin <= p.end), key=lambda p: p.offset
        )
        for rival in rivals:
            if buffer.offset + buffer.bytes <= rival.offset:
                break
            free = max(buffer.offset, rival.offset + rival.bytes)
            buffer.offset = -(-free // buffer.alignment) * buffer.alignment
        placed.append(buffer)
    return max((p.offset + p.bytes for p in placed), default=0)


class Spans:
    """Program points: ops are numbered in the order of the text, loops widen what is used inside them."""

    def __init__(self, function: ir.Operation, ops: list[ir.Operation]):
        self.function = function
        self.number = {op: i for i, op in enumerate(ops)}
        self.last: dict[ir.Operation, int] = {}
        for op in reversed(ops):
            end = self.last.setdefault(op, self.number[op])
            parent = op.parent.operation
            self.last[parent] = max(self.last.get(parent, -1), end)
        self.branches = len(list(function.regions[0].blocks)) > 1
        self.count = len(ops)

    def of(self, value: ir.Value) -> tuple[int, int]:
        """First and last point at which the buffer ``value`` is alive."""
        return self.among(value, users(value))

    def among(self, value: ir.Value, all_users: Iterable[ir.Operation | None]) -> tuple[int, int]:
        """The same where ``all_users`` use it; None stands for an unknown user."""
        if self.branches:
            return 0, self.count
        home = value.owner.operation.block
        begin = end = self.number[value.owner.operation]
        for user in all_users:
            if user is None:
                return 0, self.count
            inside = ancestor_in(home, user)
            assert inside is not None
            end = max(end, self.last[inside])
        return begin, end
