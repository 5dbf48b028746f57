"""Produced loops in whose turns a product takes what is computed from another one, as in attention.

    scf.for %k … iter_args(%o) { %s = matmul %q, %keys ; %p = exp2 … %s ; %o' = matmul %p, %values, (%o * …) }

Only the next turn needs %o'.  So that makes it, together with its own first product, and computes with the latter while
the former is made:

    %s = matmul %q, keys of the first turn ; %p = … ; %a = …          all of the first turn but its last product
    scf.for %k … iter_args(%a, %p) {                                 the other turns
      %s' = simt.multiply_async %q, keys of this turn
      %o' = simt.multiply_async %p, values of the turn before, %a
      %s = simt.wait_for_products %s' {pending = 1}
      %w = exp2 … %s
      scf.if %is_not_last { simt.wait_for_phase … }                  the next stage is full
      %o = simt.wait_for_products %o' {pending = 0}
      simt.arrive …                                                  the stage of the turn before is empty
      %p' = truncf %w ; %a' = %o * … ; …                             and what only the next turn needs
    }
    %o = matmul %p, values of the last turn, %a

That takes three stages: two that are read, and one to be filled.  Where there are several warpgroups they begin their
products one after the other (`pingpong.py`).  The next stage is waited for early because of ptxas, which would move the
wait for products that it finds in one block with what the turn computes to the beginning of that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from triton_shared.codegen.nvidia.mma.wgmma import WAIT, operands
from triton_shared.codegen.nvidia.target import GROUP
from triton_shared.codegen.nvidia.warp_specialization.dot_chains import REDUCE, Chain, chain_of
from triton_shared.codegen.nvidia.warp_specialization.pingpong import Baton
from triton_shared.codegen.nvidia.warp_specialization.specialized_loops import Produced, ProducedLoop
from triton_shared.codegen.nvidia.warp_specialization.stage_fill import Filling
from triton_shared.codegen.simt.build import control_flow
from triton_shared.codegen.simt.build.context import Program
from triton_shared.codegen.simt.build.emitter import vector_of
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.values import Held, Shared
from triton_shared.codegen.simt.build.words import from_words, to_words
from triton_shared.codegen.simt.dot.operands import factors, read_of
from triton_shared.codegen.simt.layouts.dot_plan import plan_of
from triton_shared.codegen.simt.lower import reduce
from triton_shared.codegen.simt.pipeline import expand_loop
from triton_shared.codegen.simt.pipeline.expand_loop import PipelineHanded
from triton_shared.codegen.simt.pipeline.iteration_slice import Turn
from triton_shared.codegen.simt.pipeline.pipelinable_loads import BlockLoad, Staging
from triton_shared.ir.builder import i64_attr
from triton_shared.ir.statistics import fired
from triton_shared.mlir import ir

#: stages that this takes
LEAST_STAGES = 3


class ChainedLoop(ProducedLoop):
    """Emits one loop, whose turns make the products of ``chain`` that are behind in the turns after."""

    def __init__(
        self,
        program: Program,
        produced: Produced,
        found: Staging,
        filling: Filling,
        chain: Chain,
    ):
        super().__init__(program, produced, found, filling)
        self.chain, self.product = chain, chain.first[-1]
        groups = program.target.num_warps // GROUP
        self.baton = Baton(self.b, groups) if groups > 1 else None

    def emit(self, region: ir.Value | None = None) -> None:
        """The loop, if it has a turn."""
        some = self.b.compare("slt", self.lower, self.upper)
        expand_loop.branched(self.program, self.loop, some, self._side)

    def _side(self, has_turns: bool) -> None:
        loop, program = self.loop, self.program
        if has_turns:
            return self._turns()
        handed = control_flow.Handed(program, loop.results, control_flow.written_buffers(program, loop))
        handed.given(list(loop.results), handed.taken(list(loop.operands)[3:]))

    def _turns(self) -> None:
        b, program, produced, loop, chain = self.b, self.program, self.produced, self.loop, self.chain
        near, vectors = self._begun()
        self.members |= {*chain.first, *(op for one in chain.behind for op in one.ops)}
        self._place_left()
        carried, results = list(self.body.arguments)[1:], list(loop.results)
        handed = control_flow.Handed(program, results, control_flow.written_buffers(program, loop))
        handed.given(carried, handed.taken(list(loop.operands)[3:]))
        first = self.filling.first
        tiles = self._filled(first)
        self._wait_for_tiles(produced.word)
        loaded, last = self._early(self.lower, self._made(chain.first, tiles), tiles, vectors, near)
        state = [*self.filling.following(first), *self._late(last), *loaded]
        turns = PipelineHanded(program, loop, state)
        self.lower = b.one("arith.addi", self.lower.type, self.lower, self.step)
        self._loop(turns, {}, lambda at: self._turn_with_last(at, turns), list(self.turns.yields))
        sums = self._sums_of_last(turns.state, results)
        produced.release(produced.stage_before(produced.word))
        for one, made in zip(chain.behind, sums, strict=True):
            program.hold(results[one.slot], program.layouts.of(results[one.slot]), made)

    def _turn_with_last(self, at: ir.Value, handed: PipelineHanded) -> None:
        """A turn but the first one, the number ``at``, and what is left of the turn before."""
        program, produced, chain = self.program, self.produced, self.chain
        filling, vectors, near = self._parts(handed.state)
        carried, word = list(self.body.arguments)[1:], produced.word
        tiles = self._filled(filling)
        if self.baton is not None:
            self.baton.take()
        scores = self._made(chain.first, tiles)
        sums = self._sums_of_last(handed.state, carried)
        if self.baton is not None:
            self.baton.hand_on()
        wait = scores.owner.operation
        wait.attributes["pending"] = i64_attr(len(sums))
        self._move_here(wait)
        loaded, last = self._early(at, scores, tiles, vectors, near)
        for one, made in zip(chain.behind, sums, strict=True):
            self._move_here(made.owner.operation)
            program.hold(carried[one.slot], program.layouts.of(self.loop.results[one.slot]), made)
        produced.release(produced.stage_before(word))
        handed.state = [*self.filling.following(filling), *self._late(last), *loaded]

    def _parts(self, state: Sequence[ir.Value]) -> tuple[list[ir.Value], list[ir.Value], Turn | None]:
        """How a turn is filled, what is loaded beside for it, and the turn after it."""
        sizes = len(self.filling.first), len(self.chain.behind), len(self.beside)
        filling, _, vectors, near = expand_loop.split(state, *sizes)
        return filling, vectors, Turn.of(near) if self.beside else None

    def _move_here(self, wait: ir.Operation) -> None:
        """Let ``wait``, which waits for products, stand behind all that has been emitted."""
        assert wait.name == WAIT
        ops = self.b.block.operations
        if ops[len(ops) - 1].operation != wait:
            wait.move_after(ops[len(ops) - 1].operation)

    # Products

    def _place_left(self) -> None:
        """Put the first product's left factor, if no turn changes it, into shared memory, once for all turns."""
        program, plan = self.program, plan_of(self.product, self.program.target)
        assert plan is not None
        left = read_of(self.product.operands[0], plan.kind.a)
        if isinstance(program.tensors.get(left), Held):
            (placed,), _ = operands(program, factors(program, left, plan.kind.a, plan.terms), [], plan)
            if isinstance(placed, Tile):
                program.tensors[left] = Shared(placed)

    def _made(self, ops: Sequence[ir.Operation], tiles: dict[BlockLoad, Tile]) -> ir.Value:
        """What the product at the end of ``ops`` makes of ``tiles``."""
        program, result = self.program, ops[-1].results[0]
        outer, program.tensors = program.tensors, dict(program.tensors)
        program.tensors |= {load.tensor: Shared(tile) for load, tile in tiles.items()}
        for op in ops:
            program.rewrite(op)
        made = program.get(result, program.layouts.of(result))
        program.tensors = outer
        return made

    def _sums_of_last(self, state: Sequence[ir.Value], totals: Sequence[ir.Value]) -> list[ir.Value]:
        """What the products that are behind make in the turn before, where ``totals`` are what it hands on."""
        b, program, produced = self.b, self.program, self.produced
        stage = b.small("arith.muli", produced.stage_before(produced.word), produced.stage_bytes)
        tiles, sums = self.ring.at(b.value32(stage)), []
        _, lefts, _ = expand_loop.split(state, len(self.filling.first), len(self.chain.behind))
        for number, one in enumerate(self.chain.behind):
            layout, of_left = program.layouts.of(self.loop.results[one.slot]), program.layouts.of(one.left)
            type_ = vector_of(of_left.registers, one.left.type.element_type)
            program.hold(one.total, layout, program.get(totals[one.slot], layout))
            program.hold(one.left, of_left, from_words(b, lefts[number], type_))
            sums.append(self._made(one.ops, tiles))
        return sums

    # The others

    def _early(
        self,
        at: ir.Value,
        scores: ir.Value,
        tiles: dict[BlockLoad, Tile],
        vectors: list[ir.Value],
        near: Turn | None,
    ) -> tuple[list[ir.Value], list[Callable[[], None]]]:
        """What the turn ``at`` does without the sums of the one before.

        Returns what is loaded beside for the next one, and what is left to be done for that.
        """
        b, program, produced, result = self.b, self.program, self.produced, self.product.results[0]
        program.hold(result, program.layouts.of(result), scores)
        following, loaded = self._computed(at, tiles, vectors, near, self.chain.early)
        last = [self._begun_of(op) for op in self.chain.last]
        left = b.one("arith.subi", at.type, self.upper, at)
        after = produced.after(produced.word)
        b.branch(b.compare("ugt", left, self.step), lambda: self._wait_for_tiles(after))
        return [*loaded, *(following.values if following is not None else [])], last

    def _begun_of(self, op: ir.Operation) -> Callable[[], None]:
        """What makes ``op`` when the turn ends; what is reduced in it is read now."""
        if op.name != REDUCE:
            return partial(self.program.rewrite, op)
        with self.b.located(op.location):
            return reduce.begun(self.program, op)

    def _late(self, last: Sequence[Callable[[], None]]) -> list[ir.Value]:
        """What a turn does with the sums of the one before; the left factors, in words, of its products behind."""
        b, program, produced = self.b, self.program, self.produced
        for op in self.chain.late:
            program.rewrite(op)
        for finish in last:
            finish()
        lefts = []
        for one in self.chain.behind:
            layout = program.layouts.of(self.loop.results[one.slot])
            lefts.append(to_words(b, program.get(one.left, program.layouts.of(one.left))))
            program.hold(one.product.results[0], layout, program.get(one.total, layout))
        produced.word = produced.after(produced.word)
        return lefts


def begin(program: Program, produced: Produced) -> None:
    """What the loops of ``produced`` need once, where the program begins."""
    groups = program.target.num_warps // GROUP
    if groups > 1 and any(_chain(program, produced, found) for found, _ in produced.loops.values()):
        fired("distribute-tensors", "baton")
        Baton(program.b, groups).begin()


def loop_of(program: Program, produced: Produced, found: Staging, filling: Filling) -> ProducedLoop:
    """What emits the loop of ``found``."""
    chain = _chain(program, produced, found)
    if chain is not None:
        fired("distribute-tensors", "chained loop")
        return ChainedLoop(program, produced, found, filling, chain)
    return ProducedLoop(program, produced, found, filling)


def _chain(program: Program, produced: Produced, found: Staging) -> Chain | None:
    """The chain of the loop of ``found``, if there are stages enough for it."""
    return chain_of(found, program.layouts, program.target) if produced.stages >= LEAST_STAGES else None
