"""Drop remainders that are used only where a condition leaves nothing to be done.

    %d = arith.addi %u, %c-1024                                  %d = arith.addi %u, %c-1024
    %r = arith.remsi %d, %c1024                          ->
    scf.if %u >= 1024 and %u < 2048 { … %r … }                   scf.if %u >= 1024 and %u < 2048 { … %d … }

That is how slices of concatenated tensors are addressed: neighbours among such numbers are neighbours in memory, which
`group_neighbours.py` cannot see of remainders of numbers that may be negative.

Promise: where it is used, each number is what it was.
"""

from __future__ import annotations

from collections.abc import Iterator

from triton_shared.codegen.simt.analysis.ranges import Ranges
from triton_shared.codegen.simt.analysis.tensor_ops import constant_of
from triton_shared.dialects.tt.types import integer_width
from triton_shared.ir import effects
from triton_shared.ir.predicates import INTEGERS
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, made_by, ops_around, substitute
from triton_shared.mlir import ir

_REMAINDERS = {"arith.remsi", "arith.remui"}
#: which predicate holds of sides that have changed places
_SWAPPED = {"slt": "sgt", "sle": "sge", "sgt": "slt", "sge": "sle", "eq": "eq"}


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    ranges = Ranges(function)
    for op in all_ops(function, _REMAINDERS):
        size = constant_of(op.operands[1])
        if (
            isinstance(size, int)
            and size > 0
            and (guards := _guards(op))
            and _is_left(op, size, guards, ranges)
        ):
            fired("fold-guarded-remainders", "remainder")
            substitute(op, op.operands[0])


def _guards(op: ir.Operation) -> list[ir.Value]:
    """The conditions that hold wherever an op that does more than compute uses what is made of ``op``."""
    found: list[list[ir.Value]] = []
    pending, seen = [op], {op}
    while pending:
        maker = pending.pop()
        for user in (use.owner.operation for result in maker.results for use in result.uses):
            conditions = list(_around(user, op))
            if conditions:
                found.append(conditions)
            elif not (effects.of(user).only_computes and not user.regions):
                return []
            elif user not in seen:
                seen.add(user)
                pending.append(user)
    return [one for one in found[0] if all(one in others for others in found)] if found else []


def _around(user: ir.Operation, op: ir.Operation) -> Iterator[ir.Value]:
    """The conditions of the branches that ``user`` is in and ``op`` is not."""
    outer, inner = {op, *ops_around(op)}, user
    for around in ops_around(user):
        if around in outer:
            return
        if around.name == "scf.if" and inner.block == around.regions[0].blocks[0]:
            yield around.operands[0]
        inner = around


def _is_left(op: ir.Operation, size: int, guards: list[ir.Value], ranges: Ranges) -> bool:
    """Whether the dividend of ``op`` is from 0 on and below ``size`` where ``guards`` hold."""
    number, moved = op.operands[0], 0
    if (added := made_by(number, "arith.addi")) is not None:
        for place, one in enumerate(map(constant_of, added.operands)):
            if isinstance(one, int):
                number, moved = added.operands[1 - place], one
    known, largest = ranges.of(number), (1 << ((integer_width(number.type) or 1) - 1)) - 1
    within = [(known.low, known.high), *(_limits(guard, number) for guard in _joined(guards))]
    low, high = max(low for low, _ in within), min(high for _, high in within)
    return low + moved >= 0 and high + moved <= min(size - 1, largest)


def _joined(guards: list[ir.Value]) -> Iterator[ir.Value]:
    """``guards``, and what they are conjunctions of."""
    for guard in guards:
        yield guard
        if (both := made_by(guard, "arith.andi")) is not None:
            yield from _joined(list(both.operands))


def _limits(guard: ir.Value, number: ir.Value) -> tuple[float, float]:
    """Between which two numbers ``number`` is if the comparison ``guard`` holds."""
    op = made_by(guard, "arith.cmpi")
    if op is None or number not in (sides := list(op.operands)):
        return float("-inf"), float("inf")
    name, other = INTEGERS[op.attributes["predicate"].value], constant_of(sides[1 - sides.index(number)])
    if sides[0] != number:
        name = _SWAPPED.get(name, "")
    if not isinstance(other, int) or isinstance(other, bool):
        return float("-inf"), float("inf")
    least = {"sge": other, "sgt": other + 1, "eq": other}.get(name, float("-inf"))
    most = {"sle": other, "slt": other - 1, "eq": other}.get(name, float("inf"))
    return least, most
