"""Every tensor that a loop carries ends its turn in the buffer where it began it.

    scf.for iter_args(%a = %init0, %b = %init1) { … scf.yield %b, %c }

becomes

    scf.for iter_args(%a = %init0, %b = %init1) {
      …
      %0 = bufferization.materialize_in_destination %b in %a
      %1 = bufferization.materialize_in_destination %c in %b
      scf.yield %0, %1
    }

and an ``scf.while`` likewise, at the end of its second region; `align_whiles` lets its first hand carried tensors on.
Bufferization then gives each carried tensor one buffer for the whole loop, and drops the copies of what is computed
in place.  `part_branches` keeps these buffers apart from others where branches join.

Promise: nothing is read where something else has been put. The copies of one turn are a parallel assignment:
a tensor is overwritten when all that lies in its buffer has been copied, and where these wait for each other in a
circle one of them is put aside first.
"""

from __future__ import annotations

from triton_shared.ir.builder import Builder, is_tensor, segments
from triton_shared.ir.effects import of
from triton_shared.ir.walk import all_ops, block_of, owner_of, terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass

MATERIALIZE = "bufferization.materialize_in_destination"
LOOPS = {"scf.for": 3, "scf.while": 0}  # and the number of their first carried operand
BRANCHES = {"scf.if", "scf.index_switch", "scf.execute_region", "arith.select"}


@dataclass
class Slot:
    """A tensor that a loop carries: it begins a turn as ``argument`` and ends it as ``value``."""

    number: int
    argument: ir.Value
    value: ir.Value


def slots_of(end: ir.Operation) -> list[Slot]:
    """The tensors carried by the loop whose turns end with ``end``; none if it ends no turn."""
    block, loop = end.block, end.parent.operation
    if end.name != "scf.yield" or loop.name not in LOOPS:
        return []
    arguments = list(block.arguments)[1 if loop.name == "scf.for" else 0 :]
    return [
        Slot(k, argument, value)
        for k, (argument, value) in enumerate(zip(arguments, end.operands, strict=False))
        if is_tensor(value)
    ]


# The end of a turn


def carry_in_place(function: ir.Operation) -> None:
    """Let every loop-carried tensor end its turn where it began it."""
    for loop in all_ops(function, LOOPS):
        _end_turns_in_place(terminator(loop.regions[len(loop.regions) - 1].blocks[0]))


def _end_turns_in_place(end: ir.Operation) -> None:
    b = Builder.before(end)
    pending = [slot for slot in slots_of(end) if not _is_in_place(slot)]
    for slot in pending:
        if _overlaps(slot):
            slot.value = _put_aside(b, slot.value)
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
            slot.value, held[slot.number] = _put_aside(b, slot.value), []


def _put_aside(b: Builder, value: ir.Value) -> ir.Value:
    """A copy of ``value``."""
    sizes = segments([], [value], [])
    return b.one("bufferization.alloc_tensor", value.type, value, operandSegmentSizes=sizes)


def _is_in_place(slot: Slot) -> bool:
    """Whether ``slot`` ends as it began, or as what loops make of it that alone use it."""
    value = slot.value
    while value != slot.argument and _made_by(value) in LOOPS:
        value = _sharing(value)[0]
        if len(list(value.uses)) > 1:
            return False
    return value == slot.argument


def _overlaps(slot: Slot) -> bool:
    """Whether the value may lie in its argument's buffer in a way that bufferization does not take for the same."""
    value = slot.value
    while (maker := owner_of(value)) is not None and of(maker).inits:
        value = _sharing(value)[0]
        if value == slot.argument or _made_by(value) in LOOPS:
            return False
    return slot.argument in buffers_of(value)


def _made_by(value: ir.Value) -> str:
    return "" if isinstance(value.owner, ir.Block) else value.owner.name


def is_carried(value: ir.Value) -> bool:
    """Whether ``value`` is what a loop's turn begins with."""
    return isinstance(value.owner, ir.Block) and value.owner.owner.operation.name in LOOPS


def buffers_of(value: ir.Value) -> list[ir.Value]:
    """The values, arguments of blocks and allocations, in whose buffers the tensor ``value`` may lie."""
    found, seen, work = [], set(), [value]
    while work:
        value = work.pop()
        if value in seen:
            continue
        seen.add(value)
        shared = [] if isinstance(value.owner, ir.Block) else list(filter(is_tensor, _sharing(value)))
        work += shared
        if not shared:
            found.append(value)
    return found


def _sharing(result: ir.Value) -> list[ir.Value]:
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


# What branches hand on


def part_branches(function: ir.Operation) -> None:
    """Let no branch hand on a tensor in whose buffer a loop works, but a copy of it.

        scf.if %c { scf.yield %a } else { scf.yield %x }

    becomes, where a loop carries ``%a``,

        scf.if %c { %0 = bufferization.alloc_tensor() copy(%a); scf.yield %0 } else { scf.yield %x }

    Bufferization would take the buffers of ``%a`` and ``%x`` for one that it must not copy.  An ``arith.select``
    between whole tensors is a branch too: what it hands on are its operands.
    """
    loops = all_ops(function, LOOPS)
    inits = [v for loop in loops for v in loop.operands if is_tensor(v)]
    worked_in = {buffer for init in inits for buffer in buffers_of(init)}
    worked_in |= {a for loop in loops for region in loop.regions for a in region.blocks[0].arguments}
    for op in reversed(all_ops(function, BRANCHES)):
        for end in [terminator(block) for region in op.regions for block in region.blocks] or [op]:
            for number, value in enumerate(end.operands):
                if is_tensor(value) and not worked_in.isdisjoint(buffers_of(value)):
                    end.operands[number] = _put_aside(Builder.before(end), value)


# What a while hands on


def align_whiles(function: ir.Operation) -> None:
    """Let every ``scf.while`` hand on the tensors that it carries, each at its place, and no others.

        scf.while (%a = %init) { … scf.condition(%more) %c, %n } do { ^bb0(%x, %m): … scf.yield %y }

    becomes

        %e = tensor.empty()
        scf.while (%a = %init, %b = %e) {
          …
          %0 = bufferization.materialize_in_destination %c in %b
          scf.condition(%more) %a, %0, %n
        } do {
        ^bb0(%a, %x, %m):
          …
          scf.yield %y, %x
        }
    """
    for loop in all_ops(function, {"scf.while"}):
        first = loop.regions[0].blocks[0]
        carried, forwarded = list(first.arguments), list(terminator(first).operands)[1:]
        if _tensors(carried) != _tensors(forwarded):
            _align(loop, carried, forwarded)


def _tensors(values: list[ir.Value]) -> list[tuple[int, ir.Value]]:
    """The tensors among ``values`` and their places."""
    return [(place, value) for place, value in enumerate(values) if is_tensor(value)]


def _align(loop: ir.Operation, carried: list[ir.Value], forwarded: list[ir.Value]) -> None:
    first, second = (region.blocks[0] for region in loop.regions)
    b = Builder.before(loop)
    own = [v for v in forwarded if v not in carried and not (is_tensor(v) and is_outside(v, loop))]
    tensors, scalars = [v for v in own if is_tensor(v)], [v for v in own if not is_tensor(v)]
    handed_on = [*carried, *tensors, *scalars]
    types = [v.type for v in handed_on]
    inits = [*loop.operands, *(b.one("tensor.empty", v.type) for v in tensors)]
    new = b.op("scf.while", types, inits, {a: loop.attributes[a] for a in loop.attributes}, regions=2)
    old = list(second.arguments)
    entering = [second.add_argument(type, loop.location) for type in types]
    for value, argument, result in zip(forwarded, old, loop.results, strict=True):
        place = handed_on.index(value) if value in handed_on else None
        argument.replace_all_uses_with(value if place is None else entering[place])
        result.replace_all_uses_with(value if place is None else new.results[place])
    for _ in old:
        second.erase_argument(0)
    condition, end = terminator(first), terminator(second)
    b = Builder.before(condition)
    slots = [first.add_argument(v.type, loop.location) for v in tensors]
    put = [b.one(MATERIALIZE, v.type, v, slot) for v, slot in zip(tensors, slots, strict=True)]
    b.op("scf.condition", (), [condition.operands[0], *carried, *put, *scalars])
    unchanged = entering[len(carried) : len(carried) + len(tensors)]
    Builder.before(end).op("scf.yield", (), [*end.operands, *unchanged])
    condition.erase()
    end.erase()
    first.append_to(new.regions[0])
    second.append_to(new.regions[1])
    loop.erase()


def is_outside(value: ir.Value, op: ir.Operation) -> bool:
    """Whether ``value`` is known before ``op`` runs."""
    block = block_of(value)
    while block.owner.operation != op:
        if block.owner.operation.name == "func.func":
            return True
        block = block.owner.operation.block
    return False
