"""The tensors that loops carry, and the buffers that tensors may share: what passes before bufferization ask."""

from __future__ import annotations

from triton_shared.ir.builder import Builder, is_tensor, segments
from triton_shared.ir.effects import of
from triton_shared.ir.walk import terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass

MATERIALIZE = "bufferization.materialize_in_destination"
LOOPS = {"scf.for": 3, "scf.while": 0}  # and the number of their first carried operand


@dataclass
class Slot:
    """A tensor that a loop carries: it begins an iteration as ``argument`` and ends it as ``value``."""

    number: int
    argument: ir.Value
    value: ir.Value


def slots_of(end: ir.Operation) -> list[Slot]:
    """The tensors carried by the loop whose iterations end with ``end``; none if it ends no iteration."""
    block, loop = end.block, end.parent.operation
    if end.name != "scf.yield" or loop.name not in LOOPS:
        return []
    arguments = list(block.arguments)[1 if loop.name == "scf.for" else 0 :]
    return [
        Slot(k, argument, value)
        for k, (argument, value) in enumerate(zip(arguments, end.operands, strict=False))
        if is_tensor(value)
    ]


def copied(b: Builder, value: ir.Value) -> ir.Value:
    """A copy of ``value``."""
    sizes = segments([], [value], [])
    return b.one("bufferization.alloc_tensor", value.type, value, operandSegmentSizes=sizes)


def maker_name(value: ir.Value) -> str:
    """The name of the op that makes ``value``; empty for an argument of a block."""
    return "" if isinstance(value.owner, ir.Block) else value.owner.operation.name


def is_carried(value: ir.Value) -> bool:
    """Whether ``value`` is what a loop's iteration begins with."""
    return isinstance(value.owner, ir.Block) and value.owner.owner.operation.name in LOOPS


def buffers_of(value: ir.Value) -> list[ir.Value]:
    """The values, arguments of blocks and allocations, in whose buffers the tensor ``value`` may lie."""
    found, seen, work = [], set(), [value]
    while work:
        value = work.pop()
        if value in seen:
            continue
        seen.add(value)
        shared = [] if isinstance(value.owner, ir.Block) else list(filter(is_tensor, sharing(value)))
        work += shared
        if not shared:
            found.append(value)
    return found


def sharing(result: ir.Value) -> list[ir.Value]:
    """What the ``result`` of an op may share its buffer with."""
    op = result.owner.operation
    match op.name:
        case "scf.for" | "scf.while":
            return [op.operands[LOOPS[op.name] + result.result_number]]
        case _ if inits := of(op).inits:
            return [op.operands[inits[result.result_number]]]
        case _ if of(op).allocates:
            return []
    ends = [terminator(block) for region in op.regions for block in region.blocks]
    return [*op.operands, *(v for end in ends for v in end.operands)]
