"""Which dots of a pipelined loop may be under way yet when its next iteration begins.

    scf.for … iter_args(%acc) { %a = load … ; %b = load … ; %d = matmul %a, %b, %acc ; scf.yield %d }

Only the next iteration's dot needs ``%d``, which adds to the same registers, and its operands lie in the tiles of
a stage: so an iteration waits for the dots of the one before, and then its stage may be filled.  All dots of the loop
must be such.  The analysis is pure.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.codegen.simt.build.shared_layout import SharedLayout
from triton_shared.codegen.simt.dot.operands import read_of
from triton_shared.codegen.simt.layouts.chosen_layouts import ChosenLayouts
from triton_shared.codegen.simt.layouts.dot_plan import TERMS, Plan, plan_of
from triton_shared.codegen.simt.pipeline import loop_plan
from triton_shared.codegen.simt.pipeline.copy_chunks import form_of
from triton_shared.codegen.simt.pipeline.loop_plan import PIPELINE
from triton_shared.codegen.simt.pipeline.pipelinable_loads import TRANSPOSE, Staging, TileLoad, untransposed
from triton_shared.codegen.simt.target import SimtTarget
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.errors import LoweringError
from triton_shared.ir.walk import all_ops, block_of, owner_of, terminator
from triton_shared.mlir import ir

#: why there are none where copies go through registers
NOT_FILLED = "its stages are not all filled asynchronously"
#: bytes of the elements that wgmma reads in any order, and of a row that it can read in the other order at least
HALF, SHORTEST = 2, 32


def any_wgmma(loop: ir.Operation, target: SimtTarget) -> bool:
    """Whether warpgroups make a dot of ``loop``."""
    plans = [plan_of(op, target) for op in all_ops(loop, PRODUCTS)]
    return any(plan is not None and plan.uses_wgmma for plan in plans)


def waits(loop: ir.Operation, target: SimtTarget) -> int:
    """How often an iteration of ``loop`` waits for dots of warpgroups that stand in its body."""
    body = loop.regions[0].blocks[0]
    dots = [op.operation for op in body.operations if op.operation.name in PRODUCTS]
    return sum(
        _waits_of(op, plan) for op in dots if (plan := plan_of(op, target)) is not None and plan.uses_wgmma
    )


def _waits_of(op: ir.Operation, plan: Plan) -> int:
    steps = op.operands[0].type.shape[-1] // plan.kind.k
    return len(TERMS[plan.terms]) - 1 + (-(-steps // plan.chunk) if plan.chunk else 1)


def accumulators(found: Staging) -> dict[int, ir.Operation]:
    """The dots of the loop of ``found`` by the numbers of what it carries, to which they add; none if any does more."""
    body, out = found.loop.regions[0].blocks[0], {}
    yields = list(terminator(body).operands)
    for op in all_ops(found.loop, PRODUCTS):
        accumulator, result = untransposed(op.operands[2]), _transposed(op.results[0])
        if block_of(accumulator) != body or not isinstance(accumulator.owner, ir.Block):
            return {}
        if _uses(accumulator) + _uses(result) > 2 or yields[accumulator.arg_number - 1] != result:
            return {}
        out[accumulator.arg_number - 1] = op
    return out


def _transposed(value: ir.Value) -> ir.Value:
    """The transposition of ``value``, where nothing else uses that, or it."""
    users = [use.owner.operation for use in value.uses]
    return users[0].results[0] if len(users) == 1 and users[0].name == TRANSPOSE else value


def _uses(value: ir.Value) -> int:
    return sum(1 for _ in value.uses)


def slots(found: Staging, layouts: ChosenLayouts, target: SimtTarget) -> tuple[int, ...]:
    """Which of the values that the loop of ``found`` carries are sums of dots in flight, if it says that it has any.

    Raises:
        LoweringError: it cannot have any.
    """
    plan = loop_plan.read(found.loop)
    if plan is None or not plan.in_flight:
        return ()
    if (reason := obstacle(found, lambda: layouts, target)) is not None:
        raise refused(found.loop, reason)
    return tuple(accumulators(found))


def refused(loop: ir.Operation, reason: str) -> LoweringError:
    """The error that ``loop`` says that it has dots in flight, and cannot, for this ``reason``."""
    return LoweringError(loop, f"has the '{PIPELINE}' of dots that are in flight, but {reason}")


def obstacle(found: Staging, layouts: Callable[[], ChosenLayouts], target: SimtTarget) -> str | None:
    """Why the dots of the loop of ``found`` must have been made when an iteration ends; None where they need not."""
    dots = accumulators(found)
    if not dots:
        return "its dots do more than to add to what it carries"
    loads = {load.tensor: load for load in found.loads}
    for slot, op in dots.items():
        plan = plan_of(op, target)
        if plan is None or not plan.uses_wgmma:
            return "warpgroups do not make its dots"
        same = op.results[0].type.element_type == op.operands[2].type.element_type == plan.kind.sum
        if plan.terms > 1 or plan.chunk or not same:
            return "its dots are added up, or converted, by each thread"
        if not all(_is_read_in_place(op, number, plan, loads) for number in (0, 1)):
            return "an operand of its dots is not read where it has been copied to"
        if layouts().of(found.loop.results[slot]) != plan.fragments.accumulator():
            return "its sums are carried in another layout than dots leave them in"
    return None


def _is_read_in_place(op: ir.Operation, number: int, plan: Plan, loads: dict[ir.Value, TileLoad]) -> bool:
    """Whether wgmma reads the operand of this ``number`` from the tile that one of ``loads`` fills."""
    name = (plan.kind.a, plan.kind.b)[number]
    form = _form(read_of(op.operands[number], name), loads)
    if form is None or (isinstance(op.operands[number].type.element_type, ir.F32Type) and name != "tf32"):
        return False
    inner = len(form.shape) - (1, 2)[number]
    is_short = number == 1 and form.shape[-1] * form.size < SHORTEST
    return form.contiguous_dim == inner or (form.size == HALF and not is_short)


def _form(value: ir.Value, loads: dict[ir.Value, TileLoad]) -> SharedLayout | None:
    """The form of ``value`` in the tile that one of ``loads`` fills; None where it lies nowhere."""
    if value in loads:
        return form_of(loads[value])
    maker = owner_of(value)
    form = _form(maker.operands[0], loads) if maker is not None and maker.name == TRANSPOSE else None
    return None if form is None or maker is None else form.transposed(list(maker.attributes["permutation"]))
