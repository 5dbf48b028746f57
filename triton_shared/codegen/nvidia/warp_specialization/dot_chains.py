"""Which products of a loop's turn may be made in other turns than they stand in: chains of products, as in attention.

    scf.for %k … iter_args(%o) { %s = matmul %q, %keys ; %p = exp2 … %s ; %o' = matmul %p, %values, %a … }

The first product needs nothing but what the turn loads, and nobody needs the last one's sum but the next turn: that may
make both of them together.  The analysis is pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.simt.build.convert_layout import is_in_registers
from triton_shared.codegen.simt.build.emitter import LOOPS
from triton_shared.codegen.simt.dot.operands import read_of
from triton_shared.codegen.simt.layouts.chosen_layouts import ChosenLayouts
from triton_shared.codegen.simt.layouts.dot_plan import Plan, plan_of
from triton_shared.codegen.simt.pipeline.pipelinable_loads import Staging
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.ir import effects
from triton_shared.ir.walk import all_ops, block_of, owner_of, terminator
from triton_shared.mlir import ir

#: what factors may be made by, of what is loaded
_FORMS = ("linalg.transpose", "linalg.fill", "tensor.empty", "arith.constant")
REDUCE = "linalg.reduce"
#: the columns of the first product, from which on this was faster
LEAST_EXTENT = 128


@dataclass(frozen=True)
class Behind:
    """A product that the next turn makes.

    Attributes:
        ops: what makes it of what its turn loads and of ``left``, it last.
        left: its left factor, which its turn computes.
        slot: which of the values that the loop hands on is its sum.
    """

    ops: tuple[ir.Operation, ...]
    left: ir.Value
    slot: int

    @property
    def product(self) -> ir.Operation:
        """The product."""
        return self.ops[-1]

    @property
    def total(self) -> ir.Value:
        """What it adds to."""
        return self.product.operands[2]


@dataclass(frozen=True)
class Chain:
    """The ops of a turn: ``first``, its first product last; those ``behind``; and others.

    Attributes:
        early: those that need none of the sums that the turn before has left.
        late: those that need them, and those that only make a left factor of what is computed.
        last: others, that only the next turn needs: of reductions what threads tell each other.
    """

    first: tuple[ir.Operation, ...]
    behind: tuple[Behind, ...]
    early: tuple[ir.Operation, ...]
    late: tuple[ir.Operation, ...]
    last: tuple[ir.Operation, ...]


def chain_of(found: Staging, layouts: ChosenLayouts, target: GpuTarget) -> Chain | None:
    """The chain of the loop of ``found``, if it is one."""
    body = found.loop.regions[0].blocks[0]
    ops = [op.operation for op in body.operations][:-1]
    products = [op for op in ops if op.name in PRODUCTS]
    plans = [plan for op in products if (plan := plan_of(op, target)) is not None and _is_at_once(op, plan)]
    if len(products) < 2 or len(plans) < len(all_ops(found.loop, PRODUCTS)):
        return None
    if products[0].results[0].type.shape[-1] < LEAST_EXTENT:
        return None
    loaded = {load.tensor for load in found.loads}
    first = _made_of(loaded, body, products[0], list(products[0].operands))
    others = [_behind(*pair, found, layouts) for pair in zip(products[1:], plans[1:], strict=True)]
    behind = [one for one in others if one is not None]
    if first is None or len(behind) < len(others):
        return None
    taken = {*first, *(op for one in behind for op in one.ops)}
    rest = [op for op in ops if op not in taken]
    late = _late(rest, behind, body)
    if late is None:
        return None
    last = _last([op for op in rest if op not in late], body)
    early = tuple(op for op in rest if op not in late and op not in last)
    return Chain(first, tuple(behind), early, tuple(op for op in rest if op in late), last)


def _is_at_once(op: ir.Operation, plan: Plan) -> bool:
    """Whether warpgroups make all of the product ``op`` at once, and its result is what they add up."""
    same = op.results[0].type.element_type == op.operands[2].type.element_type
    return plan.by_groups and plan.terms == 1 and not plan.chunk and same


def _made_of(
    loaded: set[ir.Value], body: ir.Block, product: ir.Operation, values: Sequence[ir.Value]
) -> tuple[ir.Operation, ...] | None:
    """``product``, and before it the ops that make ``values`` of what is ``loaded``; None where others do."""
    needed, pending = {product}, list(values)
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


def _behind(op: ir.Operation, plan: Plan, found: Staging, layouts: ChosenLayouts) -> Behind | None:
    """The product ``op`` as one that the next turn makes: only that needs it, and threads hold its left factor."""
    body, loaded = found.loop.regions[0].blocks[0], {load.tensor for load in found.loads}
    uses = list(op.results[0].uses)
    if len(uses) != 1 or uses[0].owner.operation != terminator(body):
        return None
    slot, left = uses[0].operand_number, read_of(op.operands[0], plan.kind.a)
    if layouts.of(found.loop.results[slot]) != plan.fragments.total():
        return None
    maker = owner_of(left)
    if maker is None or maker.block != body or left in loaded:
        return None
    wanted = plan.fragments.left(plan.kind, left.type.shape[-1])
    ops = _made_of(loaded, body, op, [op.operands[1]])
    return Behind(ops, left, slot) if ops and is_in_registers(layouts.of(left), wanted) else None


def _late(rest: list[ir.Operation], behind: Sequence[Behind], body: ir.Block) -> set[ir.Operation] | None:
    """Those of ``rest`` that wait for the products that are ``behind``; None where they must not."""
    after = {body.arguments[one.slot + 1] for one in behind}
    late: set[ir.Operation] = set()
    for op in rest:
        if any(value in after for inner in (op, *all_ops(op)) for value in inner.operands):
            late.add(op)
            after |= set(op.results)
    waiting = late | {one.product for one in behind}
    for one in reversed(behind):
        maker = one.left.owner.operation
        if _is_pure(maker) and all(use.owner.operation in waiting for use in one.left.uses):
            late.add(maker)
            waiting.add(maker)
    return late if all(map(_is_pure, late)) else None


def _last(early: Sequence[ir.Operation], body: ir.Block) -> tuple[ir.Operation, ...]:
    """Those of ``early`` that only the next turn needs, but for what is reduced."""
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
