"""An elementwise op writes over an input that nothing reads afterwards.

    %e = tensor.empty()
    %1 = linalg.generic ins(%0, %x) outs(%e)

becomes

    %1 = linalg.generic ins(%0, %x) outs(%0)

so that the result needs no new buffer.  A result that a loop carries on is written over the tensor that it replaces,
if that is free, and over no other carried tensor.

Promise: what is written over belongs to the op's block, and only linalg ops before it read it as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from triton_shared.codegen.memory.loop_carried import buffers_of, is_carried, maker_name, slots_of
from triton_shared.ir.effects import of, only_reads
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, block_of, is_argument, owner_of
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"linalg.generic"}):
        count = op.attributes["operandSegmentSizes"][0]
        maps = [attr.value for attr in op.attributes["indexing_maps"]]
        identity = ir.AffineMap.get_identity(maps[count].n_dims)
        if any(map != identity for map in maps[count:]):
            continue
        taken: list[ir.Value] = []
        for number, result in enumerate(op.results, count):
            operands = list(op.operands)
            if maker_name(operands[number]) != "tensor.empty":
                continue
            read = list(zip(operands, maps[:count], strict=False))
            inputs = [v for v, _ in read if all(map == identity for w, map in read if w == v)]
            candidates = (
                v for v in _candidates(op, result, inputs) if v not in taken and v.type == result.type
            )
            free = next((v for v in candidates if _dies_at(v, op)), None)
            if free is not None:
                op.operands[number] = free
                fired("reuse-inputs", "carried" if is_carried(free) else "input")
                taken.append(free)


def _candidates(op: ir.Operation, result: ir.Value, inputs: list[ir.Value]) -> Iterator[ir.Value]:
    """What ``result`` may be written over if it is free; of what a loop carries on it replaces only its own tensor."""
    users = [use.owner.operation for use in result.uses]
    replaced = [slot.argument for user in users for slot in slots_of(user) if slot.value == result]
    yield from (v for v in replaced if v in inputs or v not in op.operands)
    for value in inputs:
        if not replaced or all(v in replaced or not is_carried(v) for v in buffers_of(value)):
            yield value


def _dies_at(value: ir.Value, op: ir.Operation) -> bool:
    """Whether ``value`` belongs to the block of ``op``, and others only read it, there, before ``op``."""
    home = block_of(value)
    maker = owner_of(value)
    if home != op.block or is_argument(value) or (maker is not None and of(maker).views):
        return False
    uses = [(use.owner.operation, use.operand_number) for use in value.uses]
    return all(
        user == op or (user.block == home and user.is_before_in_block(op) and only_reads(user, number))
        for user, number in uses
    )
