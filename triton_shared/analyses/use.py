"""What each value is used for: addresses and masks only (meta), data only, or both (mixed).

Walking backwards from the ops that do something: the pointer and the mask of a memory op are meta uses, what it
stores or returns is data.  An op that the pointer analysis looks through hands the use of its results on to its
operands; any other op reads its operands as data, whatever becomes of its result.

A *meta* value is never materialised as a tensor: the conversions say it in scalars, and its ops die.  A *mixed*
value is split by the same token: its address half becomes scalars, its data half stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Flag

from triton_shared.analyses.access import MEMORY_OPS
from triton_shared.analyses.pointer import RULES
from triton_shared.ir.walk import program_order
from triton_shared.mlir import ir


class Use(Flag):
    """How a value is used; ``Use(0)`` is not at all."""

    META = 1
    DATA = 2
    MIXED = 3


#: region op -> how many operands stand before those that enter its region
_OWN_OPERANDS = {"scf.for": 3, "scf.while": 0, "scf.if": 1}


def uses(function: ir.Operation) -> dict[ir.Value, Use]:
    """The use of every value in ``function``; values that nothing uses are missing."""
    found: dict[ir.Value, Use] = {}
    ops = list(program_order(function))
    changed = True
    while changed:
        changed = False
        for op in reversed(ops):
            for value, use in _operand_uses(op, found):
                new = found.get(value, Use(0)) | use
                if new and new != found.get(value, Use(0)):
                    found[value] = new
                    changed = True
    return found


def mixed_tensors(function: ir.Operation) -> list[ir.Value]:
    """The tensors that addresses are made of and that some op reads as data, too, in program order.

    They are computed as tensors, beside the scalars that say the same to accesses; what only leads to them is not here.
    """
    found = uses(function)
    ops = list(program_order(function))
    read = {value for op in ops for value, use in _operand_uses(op, found) if use == Use.DATA}
    results = (result for op in ops for result in op.results)
    return [
        v for v in results if isinstance(v.type, ir.RankedTensorType) and v in read and found[v] == Use.MIXED
    ]


def _operand_uses(op: ir.Operation, found: dict[ir.Value, Use]) -> Iterator[tuple[ir.Value, Use]]:
    """The operands of ``op``, each with the use that ``op`` makes of it."""
    if op.name in MEMORY_OPS:
        yield from _memory_uses(op)
    elif op.name in _OWN_OPERANDS:
        yield from _entering(op, found)
    elif op.name in ("scf.yield", "scf.condition"):
        yield from _handed_on(op, found)
    elif op.name in RULES:
        use = Use(0)
        for result in op.results:
            use |= found.get(result, Use(0))
        yield from ((operand, use) for operand in op.operands)
    else:
        yield from ((operand, Use.DATA) for operand in op.operands)


def _memory_uses(op: ir.Operation) -> Iterator[tuple[ir.Value, Use]]:
    roles = MEMORY_OPS[op.name](op)
    addresses = (roles.pointer, roles.mask, *(roles.indices or ()))
    data = (roles.value, roles.other, roles.expected)
    yield from ((operand, Use.META) for operand in addresses if operand is not None)
    yield from ((operand, Use.DATA) for operand in data if operand is not None)


def _entering(op: ir.Operation, found: dict[ir.Value, Use]) -> Iterator[tuple[ir.Value, Use]]:
    """What enters a loop is used as its block arguments are; bounds and conditions are data."""
    skipped = _OWN_OPERANDS[op.name]
    yield from ((operand, Use.DATA) for operand in list(op.operands)[:skipped])
    if op.name == "scf.if":
        return
    arguments = list(op.regions[0].blocks[0].arguments)[1 if op.name == "scf.for" else 0 :]
    for operand, argument in zip(list(op.operands)[skipped:], arguments, strict=True):
        yield operand, found.get(argument, Use(0))


def _handed_on(op: ir.Operation, found: dict[ir.Value, Use]) -> Iterator[tuple[ir.Value, Use]]:
    """What a terminator hands on is used as the results and block arguments that receive it are."""
    parent = op.parent.operation
    operands = list(op.operands)
    receivers = [list(parent.results)]
    match parent.name, op.name:
        case "scf.for", _:
            receivers.append(list(parent.regions[0].blocks[0].arguments)[1:])
        case "scf.while", "scf.condition":
            yield operands.pop(0), Use.DATA
            receivers.append(list(parent.regions[1].blocks[0].arguments))
        case "scf.while", _:
            receivers = [list(parent.regions[0].blocks[0].arguments)]
    for group in receivers:
        for operand, receiver in zip(operands, group, strict=True):
            yield operand, found.get(receiver, Use(0))
