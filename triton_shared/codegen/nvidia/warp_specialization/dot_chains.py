"""Which dots of a loop's iteration may be made in other iterations than they stand in: chains of dots, as in
attention.

    scf.for %k … iter_args(%o) { %s = matmul %q, %keys ; %p = exp2 … %s ; %o' = matmul %p, %values, %a … }

The first dot needs nothing but what the iteration loads, and only the next
iteration: that may make both of them together.  The analysis is pure.
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.codegen.simt.build.convert_layout import is_in_registers
from triton_shared.codegen.simt.build.emitter import LOOPS
from triton_shared.codegen.simt.dot.operands import read_of
from triton_shared.codegen.simt.heuristics import H200
from triton_shared.codegen.simt.layouts.chosen_layouts import ChosenLayouts
from triton_shared.codegen.simt.layouts.dot_plan import Plan, plan_of
from triton_shared.codegen.simt.pipeline.pipelinable_loads import Staging
from triton_shared.codegen.simt.target import SimtTarget
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.ir import effects
from triton_shared.ir.walk import all_ops, block_of, owner_of, terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: what operands may be made by, of what is loaded
_FORMS = ("linalg.transpose", "linalg.fill", "tensor.empty", "arith.constant")
REDUCE = "linalg.reduce"
#: the columns of the first dot, from which on this was faster
LEAST_EXTENT = H200.skewed_columns.value


@dataclass(frozen=True)
class DeferredDot:
    """A dot that the next iteration makes.

    Attributes:
        ops: what makes it of what its iteration loads and of ``left``, it last.
        left: its left operand, which its iteration computes.
        slot: which of the values that the loop carries is its sum.
    """

    ops: tuple[ir.Operation, ...]
    left: ir.Value
    slot: int

    @property
    def dot(self) -> ir.Operation:
        """The dot."""
        return self.ops[-1]

    @property
    def accumulator(self) -> ir.Value:
        """What it adds to."""
        return self.dot.operands[2]


@dataclass(frozen=True)
class DotChain:
    """The ops of an iteration: ``first``, its first dot last; those ``deferred``; and others.

    Attributes:
        stage0: those that need no accumulator of the previous iteration's deferred dots.
        stage1: those that need them, and those that only convert a left operand of a deferred dot.
        stage0_tail: those of stage 0 that only the next iteration needs; of reductions, the exchange between threads.
    """

    first: tuple[ir.Operation, ...]
    deferred: tuple[DeferredDot, ...]
    stage0: tuple[ir.Operation, ...]
    stage1: tuple[ir.Operation, ...]
    stage0_tail: tuple[ir.Operation, ...]


def chain_of(found: Staging, layouts: ChosenLayouts, target: SimtTarget) -> DotChain | None:
    """The chain of the loop of ``found``, if it is one."""
    body = found.loop.regions[0].blocks[0]
    ops = [op.operation for op in body.operations][:-1]
    dots = [op for op in ops if op.name in PRODUCTS]
    plans = [plan for op in dots if (plan := plan_of(op, target)) is not None and _is_at_once(op, plan)]
    if len(dots) < 2 or len(plans) < len(all_ops(found.loop, PRODUCTS)):
        return None
    if dots[0].results[0].type.shape[-1] < LEAST_EXTENT:
        return None
    loaded = {load.tensor for load in found.loads}
    first = _made_of(loaded, body, dots[0], list(dots[0].operands))
    others = [_deferred(*pair, found, layouts) for pair in zip(dots[1:], plans[1:], strict=True)]
    deferred = [one for one in others if one is not None]
    if first is None or len(deferred) < len(others):
        return None
    taken = {*first, *(op for one in deferred for op in one.ops)}
    rest = [op for op in ops if op not in taken]
    late = _late(rest, deferred, body)
    if late is None:
        return None
    last = _last([op for op in rest if op not in late], body)
    early = tuple(op for op in rest if op not in late and op not in last)
    return DotChain(first, tuple(deferred), early, tuple(op for op in rest if op in late), last)


def _is_at_once(op: ir.Operation, plan: Plan) -> bool:
    """Whether warpgroups make all of the dot ``op`` at once, and its result is what they add up."""
    same = op.results[0].type.element_type == op.operands[2].type.element_type
    return plan.uses_wgmma and plan.terms == 1 and not plan.chunk and same


def _made_of(
    loaded: set[ir.Value], body: ir.Block, dot: ir.Operation, values: Sequence[ir.Value]
) -> tuple[ir.Operation, ...] | None:
    """``dot``, and before it the ops that make ``values`` of what is ``loaded``; None where others do."""
    needed, pending = {dot}, list(values)
    while pending:
        value = pending.pop()
        if value in loaded:
            continue
        if block_of(value) != body:
            continue
        op = owner_of(value)
        if op is None or op.name not in _FORMS:
            return None
        needed.add(op)
        pending += op.operands
    return tuple(op.operation for op in body.operations if op.operation in needed)


def _deferred(op: ir.Operation, plan: Plan, found: Staging, layouts: ChosenLayouts) -> DeferredDot | None:
    """The dot ``op`` as one that the next iteration makes: only that needs it, and threads hold its left operand."""
    body, loaded = found.loop.regions[0].blocks[0], {load.tensor for load in found.loads}
    uses = list(op.results[0].uses)
    if len(uses) != 1 or uses[0].owner.operation != terminator(body):
        return None
    slot, left = uses[0].operand_number, read_of(op.operands[0], plan.kind.a)
    if layouts.of(found.loop.results[slot]) != plan.fragments.accumulator():
        return None
    maker = owner_of(left)
    if maker is None or maker.block != body or left in loaded:
        return None
    wanted = plan.fragments.left(plan.kind, left.type.shape[-1])
    ops = _made_of(loaded, body, op, [op.operands[1]])
    return DeferredDot(ops, left, slot) if ops and is_in_registers(layouts.of(left), wanted) else None


def _late(
    rest: list[ir.Operation], deferred: Sequence[DeferredDot], body: ir.Block
) -> set[ir.Operation] | None:
    """Those of ``rest`` that wait for the dots that are ``deferred``; None where they must not."""
    after = {body.arguments[one.slot + 1] for one in deferred}
    late: set[ir.Operation] = set()
    for op in rest:
        if any(value in after for inner in (op, *all_ops(op)) for value in inner.operands):
            late.add(op)
            after |= set(op.results)
    waiting = late | {one.dot for one in deferred}
    for one in reversed(deferred):
        maker = one.left.owner.operation
        if _is_pure(maker) and all(use.owner.operation in waiting for use in one.left.uses):
            late.add(maker)
            waiting.add(maker)
    return late if all(map(_is_pure, late)) else None


def _last(early: Sequence[ir.Operation], body: ir.Block) -> tuple[ir.Operation, ...]:
    """Those of ``early`` that only the next iteration needs, but for what is reduced."""
    last = {terminator(body)}
    for op in reversed(early):
        users = [use.owner.operation for result in op.results for use in result.uses]
        is_reduced = any(user.name == REDUCE for user in users)
        if users and not is_reduced and _is_pure(op) and last.issuperset(users):
            last.add(op)
    return tuple(op for op in early if op in last)


def _is_pure(op: ir.Operation) -> bool:
    """Whether all that ``op`` does is to make tensors and scalars of others."""
    return all(map(_makes_values, (op, *all_ops(op))))


def _makes_values(op: ir.Operation) -> bool:
    row = effects.of(op)
    is_on_tensors = bool(row.inits) and not any(map(effects.is_memory, op.operands))
    return row.only_computes or is_on_tensors or (row.hands_on and op.name not in LOOPS)
