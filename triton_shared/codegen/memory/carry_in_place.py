"""Every tensor that a loop carries ends its iteration in the buffer where it began it.

    scf.for iter_args(%a = %init0, %b = %init1) { … scf.yield %b, %c }

becomes

    scf.for iter_args(%a = %init0, %b = %init1) {
      …
      %0 = bufferization.materialize_in_destination %b in %a
      %1 = bufferization.materialize_in_destination %c in %b
      scf.yield %0, %1
    }

and an ``scf.while`` likewise, at the end of its second region.  Bufferization then gives each carried tensor one buffer
for the whole loop, and drops the copies of what is computed in place.

Promise: nothing is read where something else has been put.  The copies of one iteration are a parallel assignment:
a tensor is overwritten when all that lies in its buffer has been copied, and where these wait for each other in a
circle one of them is copied aside first.
"""

from __future__ import annotations

from triton_shared.codegen.memory.loop_carried import (
    LOOPS,
    MATERIALIZE,
    Slot,
    buffers_of,
    copied,
    maker_name,
    sharing,
    slots_of,
)
from triton_shared.ir.builder import Builder
from triton_shared.ir.effects import of
from triton_shared.ir.walk import all_ops, owner_of, terminator
from triton_shared.mlir import ir


def run(function: ir.Operation) -> None:
    """Let every loop-carried tensor end its iteration where it began it."""
    for loop in all_ops(function, LOOPS):
        _end_iterations_in_place(terminator(loop.regions[len(loop.regions) - 1].blocks[0]))


def _end_iterations_in_place(end: ir.Operation) -> None:
    b = Builder.before(end)
    pending = [slot for slot in slots_of(end) if not _is_in_place(slot)]
    for slot in pending:
        if _overlaps(slot):
            slot.value = copied(b, slot.value)
    held = {slot.number: buffers_of(slot.value) for slot in pending}
    while pending:
        free = (
            slot
            for slot in pending
            if not any(slot.argument in held[other.number] for other in pending if other is not slot)
        )
        if (last := next(free, None)) is not None:
            end.operands[last.number] = b.one(MATERIALIZE, last.value.type, last.value, last.argument)
            pending.remove(last)
        else:
            slot = next(other for other in pending[1:] if pending[0].argument in held[other.number])
            slot.value, held[slot.number] = copied(b, slot.value), []


def _is_in_place(slot: Slot) -> bool:
    """Whether ``slot`` ends as it began, or as what loops make of it that alone use it."""
    value = slot.value
    while value != slot.argument and maker_name(value) in LOOPS:
        value = sharing(value)[0]
        if len(list(value.uses)) > 1:
            return False
    return value == slot.argument


def _overlaps(slot: Slot) -> bool:
    """Whether the value may lie in its argument's buffer in a way that bufferization does not take for the same."""
    value = slot.value
    while (maker := owner_of(value)) is not None and of(maker).inits:
        value = sharing(value)[0]
        if value == slot.argument or maker_name(value) in LOOPS:
            return False
    return slot.argument in buffers_of(value)
