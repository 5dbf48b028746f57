"""Products that a turn of a loop begins for the turn before it, so that tensor cores work while threads compute.

    scf.for … iter_args(%out) {            scf.for … iter_args(%sum, %left = 0) {
      %s = matmul %q, %k                     begin %s = matmul %q, %k
      %p = … %s …                            begin %out = matmul %left, %v of the turn before, %sum
      %scaled = … %out …            ->       wait for %s ; %p = … %s …
      %new = matmul %p, %v, %scaled          wait for %out ; %scaled = … %out …
      yield %new                             yield %scaled, %p
    }                                      }
                                           %out = matmul %left, %v of the last turn, %sum

The product of %p and %v is *late*: nothing in its turn needs it, its left operand is computed in registers, where the
next turn finds it, and its right one lies in a tile.  That is read in the next turn yet, so the ring of such tiles has
one stage more.  The first turn has none before it: it multiplies zeros by a tile of zeros.

Another product, the *first* one of the body, is begun before it; while %p is made of that, the late one goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from triton_shared.codegen.gpu import async_copies, exchange, tensor_cores, tiles, warpgroup_products
from triton_shared.codegen.gpu.layouts import blocked
from triton_shared.codegen.gpu.operands import as_words
from triton_shared.codegen.gpu.staging import PRODUCTS, BlockLoad, Staging, Turns
from triton_shared.codegen.gpu.storage import bytes_of
from triton_shared.codegen.gpu.tensor_cores import BITS, Plan
from triton_shared.codegen.gpu.tiles import CHUNK, Form, Tile
from triton_shared.codegen.gpu.transfers import owner_of
from triton_shared.codegen.gpu.values import Held
from triton_shared.codegen.gpu.warpgroup_products import WAIT
from triton_shared.ir.builder import i64_attr
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

if TYPE_CHECKING:
    from triton_shared.codegen.gpu.program import Program

#: registers of a thread that sums and left operands of a loop's products may take if one of these is to be late
MOST_REGISTERS = 192
#: bytes of a register
WORD = 4


class LateProduct:
    """Emits one late product, ``op``, whose sum the loop hands on as the number ``number``.

    ``load`` is that of the right operand, ``form`` the form of its tile as the product takes it.
    """

    def __init__(
        self, program: Program, op: ir.Operation, number: int, load: BlockLoad, form: Form, plan: Plan
    ):
        self.program, self.op, self.number, self.load, self.form, self.plan = (
            program,
            op,
            number,
            load,
            form,
            plan,
        )
        self.argument = op.block.arguments[number + 1]
        left = op.operands[0].type
        self.layout = plan.fragments.left(plan.kind, left.shape[-1])
        self.steps = range(left.shape[-1] // plan.kind.k)
        self.element = left.element_type

    @property
    def has_begun(self) -> bool:
        """Whether the product of the turn before has begun."""
        return self._sums is not None

    def enter(self, left: ir.Value, tile: Tile) -> None:
        """Begin a turn, or what is behind the last one; ``left`` and ``tile`` are those of the turn before."""
        self.left, self.tile = left, tile
        self._sums: ir.Value | None = None
        self._is_settled = False

    def begin(self, handed: ir.Value) -> None:
        """Begin the product of the turn before, whose sum the loop ``handed`` on, unless it has begun."""
        if self._sums is None:
            b, node = self.program.b, self.program.tensors[handed]
            assert isinstance(node, Held)
            right = Tile(self.tile.pointer, self.tile.element, self.form)
            words = as_words(b, self.left)
            self._sums = warpgroup_products.begun(b, words, right, node.vector, self.plan, self.steps)

    def settle(self, handed: ir.Value, after: ir.Value | None = None) -> None:
        """Let ``handed`` be the sum with that product, when it has been made, and the registers ``after`` have."""
        self.begin(handed)
        if not self._is_settled:
            assert self._sums is not None
            done = warpgroup_products.finished(self.program.b, self._sums, after)
            self.program.hold(handed, self.plan.fragments.total(), done)
            self._is_settled = True

    def uses(self, op: ir.Operation) -> bool:
        """Whether ``op`` needs the sum, or makes what takes the registers of the left operand."""
        inside = (op, *all_ops(op))
        return op == owner_of(self.op.operands[0]) or any(self.argument in each.operands for each in inside)

    def put_off(self) -> None:
        """Leave this turn's product to the next one."""
        self.settle(self.argument)
        program, total = self.program, self.plan.fragments.total()
        self.left = program.get(self.op.operands[0], self.layout)
        program.hold(self.op.result, total, program.get(self.op.operands[2], total))


class LateProducts:
    """The late products of a loop, all of them together; there may be none."""

    def __init__(self, program: Program, found: Staging, turns: Turns):
        self.program, self.body = program, found.loop.regions[0].blocks[0]
        self.first: ir.Operation | None = None
        self.all: list[LateProduct] = []
        products = [op.operation for op in self.body.operations if op.operation.name in PRODUCTS]
        known = {op: tensor_cores.plan_of(op, program.target) for op in products}
        plans = {op: plan for op, plan in known.items() if plan is not None and _is_simple(plan)}
        if len(products) < 2 or products[0] not in plans:
            return
        late = [_late(program, op, plans[op], found, turns) for op in products[1:] if op in plans]
        if sum(_registers(op, plan) for op, plan in plans.items()) <= MOST_REGISTERS:
            self.first, self.all = products[0], [one for one in late if one is not None]

    @property
    def loads(self) -> list[BlockLoad]:
        """The loads whose tiles the next turn reads yet."""
        return list(dict.fromkeys(one.load for one in self.all))

    @property
    def lefts(self) -> list[ir.Value]:
        """The left operands that a turn leaves to the next one."""
        return [one.left for one in self.all]

    def zeros(self) -> list[ir.Value]:
        """The left operands of the turn before the first one."""
        return [self.program.b.zeros(one.element, one.layout.registers) for one in self.all]

    def fill(self, found: dict[BlockLoad, Tile]) -> None:
        """Write the right operands of the turn before the first one, zeros."""
        b = self.program.b
        for tile in found.values():
            form = tile.form
            dims = [form.fast, form.slow, *range(len(form.shape) - 2)]
            layout = blocked(form.shape, self.program.layouts.warps, CHUNK // form.size, dims)
            tiles.write(b, tile, layout, b.zeros(tile.element, layout.registers))
        warpgroup_products.fence(b)

    def enter(self, lefts: Sequence[ir.Value], found: dict[BlockLoad, Tile]) -> None:
        """Begin a turn with what the turn before has left."""
        self._made: ir.Value | None = None  # the registers that were computed last
        for one, left in zip(self.all, lefts, strict=True):
            one.enter(left, found[one.load])

    def rewrite(self, op: ir.Operation) -> None:
        """Rewrite the ``op`` of the body."""
        for one in self.all:
            if one.uses(op):
                one.settle(one.argument, self._made)
        late = next((one for one in self.all if one.op == op), None)
        if late is not None:
            return late.put_off()
        self.program.rewrite(op)
        if self.all and op == self.first:
            self._begin()
        node = self.program.tensors.get(op.results[0]) if op.results else None
        self._made = node.vector if isinstance(node, Held) else self._made

    def _begin(self) -> None:
        """Begin the products of the turn before, ahead of the wait for the first one."""
        b = self.program.b
        wait = next(op.operation for op in reversed(list(b.block.operations)) if op.operation.name == WAIT)
        waiting = [one for one in self.all if not one.has_begun]
        wait.attributes["pending"] = i64_attr(len(waiting))
        outer, b.ip = b.ip, ir.InsertionPoint(wait)
        for one in waiting:
            one.begin(one.argument)
        b.ip = outer

    def make_last(self, results: Sequence[ir.Value]) -> None:
        """Make the products of the last turn, behind the loop that has ``results``."""
        for one in self.all:
            one.settle(results[one.number])


def _is_simple(plan: Plan) -> bool:
    """Whether a product is one of warpgroups, and one alone."""
    return plan.by_groups and plan.terms == 1 and not plan.chunk


def _registers(op: ir.Operation, plan: Plan) -> int:
    """The registers that a thread has of the sum and of the left operand."""
    left, total = op.operands[0].type, op.operands[2].type
    layouts = plan.fragments.left(plan.kind, left.shape[-1]), plan.fragments.total()
    pairs = zip(layouts, (left, total), strict=True)
    return sum(layout.registers * bytes_of(type_.element_type) // WORD for layout, type_ in pairs)


def _late(program: Program, op: ir.Operation, plan: Plan, found: Staging, turns: Turns) -> LateProduct | None:
    """The product ``op`` as a late one; None where it must be made in its turn."""
    (result,), (left, right, _) = op.results, op.operands
    if result not in turns.yields or sum(1 for _ in result.uses) > 1:
        return None
    number = turns.yields.index(result)
    total, layouts = plan.fragments.total(), program.layouts
    if layouts.of(found.loop.results[number]) != total or result.type.element_type != plan.kind.sum:
        return None
    maker = owner_of(left)
    wanted = plan.fragments.left(plan.kind, left.type.shape[-1])
    if maker is None or maker.block != op.block or not exchange.is_in_registers(layouts.of(left), wanted):
        return None
    if [8 * bytes_of(v.type.element_type) for v in (left, right)] != [BITS[name] for name in plan.kind[:2]]:
        return None
    load, form = _loaded(right, found)
    fast = warpgroup_products.fast_of_right(right.type.shape, right.type.element_type)
    if load is None or form is None or fast not in (None, form.fast):
        return None
    return LateProduct(program, op, number, load, form, plan)


def _loaded(value: ir.Value, found: Staging) -> tuple[BlockLoad | None, Form | None]:
    """The staged load of ``value``, and the form in which it then lies; None where it is computed."""
    maker = owner_of(value)
    if maker is not None and maker.name == "linalg.transpose":
        load, form = _loaded(maker.operands[0], found)
        return load, None if form is None else form.transposed(list(maker.attributes["permutation"]))
    load = next((load for load in found.loads if load.tensor == value), None)
    return load, None if load is None else async_copies.form_of(load)
