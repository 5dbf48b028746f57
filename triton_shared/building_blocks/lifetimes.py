"""Where a buffer, and tensors that may lie in it, are used."""

from __future__ import annotations

from collections.abc import Iterator

from triton_shared.ir import effects
from triton_shared.mlir import ir


def users(buffer: ir.Value) -> Iterator[ir.Operation | None]:
    """Every op that uses ``buffer``, a view of it, or a tensor that may lie in it; None where it flows on unseen."""
    pending, seen = [buffer], {buffer}
    while pending:
        for use in pending.pop().uses:
            user = use.owner.operation
            yield user
            following = _following(user, use.operand_number)
            if following is None:
                yield None
                continue
            new = [v for v in following if v not in seen]
            seen.update(new)
            pending += new


def _following(user: ir.Operation, number: int) -> list[ir.Value] | None:
    """What may lie where operand ``number`` of ``user`` does; None where that is not known."""
    row = effects.of(user)
    if row.hands_on:
        return _handed_on(user, number)
    if number not in (*row.views, *row.inits):
        return []
    blocks = [v for v in user.results if effects.is_memory(v) or isinstance(v.type, ir.RankedTensorType)]
    return blocks if blocks or isinstance(user.operands[number].type, ir.RankedTensorType) else None


def _handed_on(user: ir.Operation, number: int) -> list[ir.Value] | None:
    """The same, of control flow."""
    around = user.parent.operation
    match user.name, around.name:
        case "scf.for", _ if number > 2:
            return [user.regions[0].blocks[0].arguments[number - 2], user.results[number - 3]]
        case "scf.yield", "scf.if" | "scf.execute_region":
            return [around.results[number]]
        case "scf.yield", "scf.for":
            return [around.regions[0].blocks[0].arguments[number + 1], around.results[number]]
    return None
