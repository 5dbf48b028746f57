"""Produced loops in whose turns a product takes what is computed from another one, as in attention.

    scf.for %k … { %s = matmul %q, %keys ; %p = exp2 … %s ; %o' = matmul %p, %values, %o }

The first product needs nothing of the turns before.  So it is made a turn ahead, while the turn computes with its own:

    %s0 = matmul %q, keys of the first turn
    scf.for %k … iter_args(%o, %s = %s0) {       all turns but the last one
      simt.wait_for_phase …                        the next stage is full
      %next = simt.multiply_async %q, keys of the next turn
      %p = exp2 … %s ; %o' = matmul %p, %values, %o
      simt.wait_for_products %next
    }
    %p = exp2 … ; %o' = matmul …                  the last turn

That takes three stages: one that is read, that of the product ahead, and one to be filled.
"""

from __future__ import annotations

from triton_shared.codegen.gpu import control, pipelines
from triton_shared.codegen.gpu.pipelines import PipelineHanded, Turn
from triton_shared.codegen.gpu.produced_loops import Produced, ProducedLoop
from triton_shared.codegen.gpu.program import Program
from triton_shared.codegen.gpu.staging import PRODUCTS, BlockLoad, Staging
from triton_shared.codegen.gpu.target import GpuTarget
from triton_shared.codegen.gpu.tensor_cores import plan_of
from triton_shared.codegen.gpu.tensor_maps import Box
from triton_shared.codegen.gpu.tiles import Tile
from triton_shared.codegen.gpu.values import Shared
from triton_shared.codegen.gpu.warpgroup_products import WAIT
from triton_shared.mlir import ir

#: what the first product's factors may be made by, besides loads
_FORMS = ("linalg.transpose", "linalg.fill", "tensor.empty", "arith.constant")
#: the inner extent and the columns of the first product, from which on it was faster ahead
LEAST_EXTENT = 128
#: stages that this takes
LEAST_STAGES = 3


def made_ahead(found: Staging, target: GpuTarget) -> list[ir.Operation]:
    """The ops of a turn that make up its first product, that one last; none where it is not to be made ahead."""
    body = found.loop.regions[0].blocks[0]
    products = [op.operation for op in body.operations if op.operation.name in PRODUCTS]
    plans = [plan_of(op, target) for op in products]
    if len(products) < 2 or any(plan is None or not plan.by_groups for plan in plans):
        return []
    if min(products[0].operands[0].type.shape[-1], products[0].results[0].type.shape[-1]) < LEAST_EXTENT:
        return []
    loaded = {load.tensor for load in found.loads}
    needed, pending = {products[0]}, list(products[0].operands)
    while pending:
        value = pending.pop()
        if value in loaded:
            continue
        if isinstance(value.owner, ir.Block):
            if value.owner == body:
                return []
            continue
        op = value.owner.operation
        if op.block != body:
            continue
        if op.name not in _FORMS:
            return []
        needed.add(op)
        pending += op.operands
    return [op.operation for op in body.operations if op.operation in needed]


class ChainedLoop(ProducedLoop):
    """Emits one loop, whose first product, what ``ahead`` consists of, is made a turn ahead."""

    def __init__(
        self,
        program: Program,
        produced: Produced,
        found: Staging,
        boxes: dict[BlockLoad, Box],
        ahead: list[ir.Operation],
    ):
        super().__init__(program, produced, found, boxes)
        self.ahead, self.product = ahead, ahead[-1]

    def emit(self, region: ir.Value | None = None) -> None:
        """The loop, if it has a turn."""
        some = self.b.compare("slt", self.lower, self.upper)
        pipelines.branched(self.program, self.loop, some, self._side)

    def _side(self, has_turns: bool) -> None:
        loop, program = self.loop, self.program
        if has_turns:
            return self._turns()
        handed = control.Handed(program, loop.results, control.written_buffers(program, loop))
        handed.given(list(loop.results), handed.taken(list(loop.operands)[3:]))

    def _turns(self) -> None:
        b, program, produced = self.b, self.program, self.produced
        near, vectors = self._begun()
        self.members.add(self.product)
        word, number = produced.word, b.constant(b.i32, 0)
        tiles = self._filled(word, number)
        state = [number, self._made(tiles), *vectors, *(near.values if near is not None else [])]
        handed = PipelineHanded(program, self.loop, state)
        self.upper = b.one("arith.subi", self.upper.type, self.upper, self.step)
        self._loop(handed, {}, lambda at: self._turn_ahead(at, handed))
        results = list(self.loop.results)
        handed.given(list(self.body.arguments)[1:], handed.taken(results))
        count = handed.state[0]
        if self.step.type != b.i32:
            name = "arith.index_cast" if self.step.type == b.index else "arith.extsi"
            count = b.one(name, self.step.type, count)
        moved = b.one("arith.muli", self.step.type, count, self.step)
        self._rest(b.one("arith.addi", self.step.type, self.lower, moved), handed)
        handed.given(results, handed.taken(list(self.turns.yields)))

    def _filled(self, word: ir.Value, number: ir.Value) -> dict[BlockLoad, Tile]:
        """The tiles of the turn of this ``number``, which the producer fills, when they are full."""
        tiles = self.ring.at(self.produced.offset(word))
        self.produced.produce(word, lambda full: self.copies.begin(tiles, full, number))
        self.produced.wait(word)
        return tiles

    def _made(self, tiles: dict[BlockLoad, Tile]) -> ir.Value:
        """The first product of the turn with these ``tiles``."""
        program, result = self.program, self.product.results[0]
        outer, program.tensors = program.tensors, dict(program.tensors)
        program.tensors |= {load.tensor: Shared(tile) for load, tile in tiles.items()}
        for op in self.ahead:
            program.rewrite(op)
        made = program.get(result, program.layouts.of(result))
        program.tensors = outer
        return made

    def _turn_ahead(self, at: ir.Value, handed: PipelineHanded) -> None:
        """A turn that is not the last one, the number ``at``."""
        b, produced = self.b, self.produced
        following = b.value32(b.small("arith.addi", handed.state[0], 1))
        made = self._made(self._filled(produced.after(produced.word), following))
        wait = made.owner.operation
        loaded = self._rest(at, handed)
        if wait.name == WAIT and wait.block == b.block:
            ops = b.block.operations
            wait.move_after(ops[len(ops) - 1].operation)
        handed.state = [following, made, *loaded]

    def _rest(self, at: ir.Value, handed: PipelineHanded) -> list[ir.Value]:
        """What the turn ``at`` does with its first product; what is loaded beside for the next one."""
        program, produced, result = self.program, self.produced, self.product.results[0]
        (_, sums), vectors, near = pipelines.split(handed.state, 2, len(self.beside))
        program.hold(result, program.layouts.of(result), sums)
        word = produced.word
        tiles = self.ring.at(produced.offset(word))
        following, loaded = self._computed(at, tiles, vectors, Turn.of(near) if self.beside else None)
        produced.release(produced.stage(word))
        produced.word = produced.after(word)
        return [*loaded, *(following.values if following is not None else [])]


def loop_of(
    program: Program, produced: Produced, found: Staging, boxes: dict[BlockLoad, Box]
) -> ProducedLoop:
    """What emits the loop of ``found``."""
    ahead = made_ahead(found, program.target) if produced.stages >= LEAST_STAGES else []
    if ahead:
        return ChainedLoop(program, produced, found, boxes, ahead)
    return ProducedLoop(program, produced, found, boxes)
