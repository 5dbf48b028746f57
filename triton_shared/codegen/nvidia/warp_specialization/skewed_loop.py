"""Warp-specialized loops in whose iterations a dot takes what is computed from another one, as in attention.

    scf.for %k … iter_args(%o) { %s = matmul %q, %keys ; %p = exp2 … %s ; %o' = matmul %p, %values, (%o * …) }

Only the next iteration needs %o'.  So that makes it, together with its own first dot, and computes with the latter
while the former is made:

    %s = matmul %q, keys of the first iteration ; %p = … ; %a = …          all of the first iteration but its last dot
    scf.for %k … iter_args(%a, %p) {                                 the other iterations
      %s' = simt.wgmma %q, keys of this iteration
      %o' = simt.wgmma %p, values of the iteration before, %a
      %s = simt.wgmma_wait %s' {pending = 1}
      %w = exp2 … %s
      scf.if %is_not_last { simt.mbarrier_wait_parity … }                  the next stage is full
      %o = simt.wgmma_wait %o' {pending = 0}
      simt.mbarrier_arrive …                                                  the stage of the iteration before is empty
      %p' = truncf %w ; %a' = %o * … ; …                             and what only the next iteration needs
    }
    %o = matmul %p, values of the last iteration, %a

That takes three stages: two that are read, and one to be filled.  Where there are several warpgroups they begin their
dots one after the other (`pingpong.py`).  The next stage is waited for early because of ptxas, which would move the
wait for dots that it finds in one block with what the iteration computes to the beginning of that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from triton_shared.codegen.nvidia.mma.wgmma import WGMMA_WAIT, operands
from triton_shared.codegen.nvidia.target import WARPS_PER_WARPGROUP
from triton_shared.codegen.nvidia.warp_specialization.dot_chains import REDUCE, DotChain, chain_of
from triton_shared.codegen.nvidia.warp_specialization.pingpong import PingPongToken
from triton_shared.codegen.nvidia.warp_specialization.specialized_loops import (
    WarpSpecializedLoop,
    WarpSpecializedLoops,
)
from triton_shared.codegen.nvidia.warp_specialization.stage_fill import StageFill
from triton_shared.codegen.simt.build import control_flow
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import vector_of
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.values import InRegisters, InSharedMemory
from triton_shared.codegen.simt.build.words import from_words, to_words
from triton_shared.codegen.simt.dot.operands import dot_operands, read_of
from triton_shared.codegen.simt.layouts.dot_plan import plan_of
from triton_shared.codegen.simt.lower import reduce
from triton_shared.codegen.simt.pipeline import expand_loop, loop_plan
from triton_shared.codegen.simt.pipeline.expand_loop import PipelineCarried
from triton_shared.codegen.simt.pipeline.iteration_slice import Iteration
from triton_shared.codegen.simt.pipeline.loop_plan import PIPELINE, SKEWED
from triton_shared.codegen.simt.pipeline.pipelinable_loads import Staging, TileLoad
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import i64_attr
from triton_shared.ir.statistics import fired
from triton_shared.mlir import ir

#: stages that this takes
LEAST_STAGES = 3


class SkewedLoop(WarpSpecializedLoop):
    """Emits one loop, whose iterations make the dots of ``chain`` that are behind in the iterations after."""

    def __init__(
        self,
        context: LoweringContext,
        specialized: WarpSpecializedLoops,
        found: Staging,
        fill: StageFill,
        chain: DotChain,
    ):
        super().__init__(context, specialized, found, fill)
        self.chain, self.dot = chain, chain.first[-1]
        groups = context.target.num_warps // WARPS_PER_WARPGROUP
        self.token = PingPongToken(self.b, groups) if groups > 1 else None

    def emit(self, region: ir.Value | None = None) -> None:
        """The loop, if it has an iteration."""
        some = self.b.compare("slt", self.lower, self.upper)
        expand_loop.versioned(self.context, self.loop, some, self._side)

    def _side(self, has_iterations: bool) -> None:
        loop, context = self.loop, self.context
        if has_iterations:
            return self._iterations()
        loop_carried = control_flow.LoopCarried(
            context, loop.results, control_flow.written_buffers(context, loop)
        )
        loop_carried.bind(list(loop.results), loop_carried.operands(list(loop.operands)[3:]))

    def _iterations(self) -> None:
        b, context, specialized, loop, chain = self.b, self.context, self.specialized, self.loop, self.chain
        near, vectors = self._begun()
        self.members |= {*chain.first, *(op for one in chain.deferred for op in one.ops)}
        self._place_left()
        carried, results = list(self.body.arguments)[1:], list(loop.results)
        loop_carried = control_flow.LoopCarried(context, results, control_flow.written_buffers(context, loop))
        loop_carried.bind(carried, loop_carried.operands(list(loop.operands)[3:]))
        first = self.fill.first
        tiles = self._filled(first)
        self._wait_for_tiles(specialized.stage_phase)
        loaded, last = self._early(self.lower, self._made(chain.first, tiles), tiles, vectors, near)
        state = [*self.fill.following(first), *self._late(last), *loaded]
        loop_carried = PipelineCarried(context, loop, state)
        self.lower = b.one("arith.addi", self.lower.type, self.lower, self.step)
        self._loop(
            loop_carried,
            {},
            lambda at: self._iteration_with_deferred(at, loop_carried),
            list(self.loop_scalars.yields),
        )
        accumulators = self._accumulators_of_last(loop_carried.state, results)
        specialized.release(specialized.stage_before(specialized.stage_phase))
        for one, made in zip(chain.deferred, accumulators, strict=True):
            context.hold(results[one.slot], context.layouts.of(results[one.slot]), made)

    def _iteration_with_deferred(self, at: ir.Value, loop_carried: PipelineCarried) -> None:
        """An iteration but the first one, the number ``at``, and what is left of the iteration before."""
        context, specialized, chain = self.context, self.specialized, self.chain
        fill, vectors, near = self._parts(loop_carried.state)
        carried, word = list(self.body.arguments)[1:], specialized.stage_phase
        tiles = self._filled(fill)
        if self.token is not None:
            self.token.acquire()
        scores = self._made(chain.first, tiles)
        accumulators = self._accumulators_of_last(loop_carried.state, carried)
        if self.token is not None:
            self.token.release()
        wait = scores.owner.operation
        wait.attributes["pending"] = i64_attr(len(accumulators))
        self._move_here(wait)
        loaded, last = self._early(at, scores, tiles, vectors, near)
        for one, made in zip(chain.deferred, accumulators, strict=True):
            self._move_here(made.owner.operation)
            context.hold(carried[one.slot], context.layouts.of(self.loop.results[one.slot]), made)
        specialized.release(specialized.stage_before(word))
        loop_carried.state = [*self.fill.following(fill), *self._late(last), *loaded]

    def _parts(self, state: Sequence[ir.Value]) -> tuple[list[ir.Value], list[ir.Value], Iteration | None]:
        """How an iteration is filled, what is loaded beside for it, and the iteration after it."""
        sizes = len(self.fill.first), len(self.chain.deferred), len(self.register_loads)
        fill, _, vectors, near = expand_loop.split(state, *sizes)
        return fill, vectors, Iteration.of(near) if self.register_loads else None

    def _move_here(self, wait: ir.Operation) -> None:
        """Let ``wait``, which waits for dots, stand behind all that has been emitted."""
        assert wait.name == WGMMA_WAIT
        ops = self.b.block.operations
        if ops[len(ops) - 1].operation != wait:
            wait.move_after(ops[len(ops) - 1].operation)

    # Products

    def _place_left(self) -> None:
        """Put the first dot's left operand, if no iteration changes it, into shared memory, once for all iterations."""
        context, plan = self.context, plan_of(self.dot, self.context.target)
        assert plan is not None
        left = read_of(self.dot.operands[0], plan.kind.a)
        if isinstance(context.tensors.get(left), InRegisters):
            (placed,), _ = operands(context, dot_operands(context, left, plan.kind.a, plan.terms), [], plan)
            if isinstance(placed, Tile):
                context.tensors[left] = InSharedMemory(placed)

    def _made(self, ops: Sequence[ir.Operation], tiles: dict[TileLoad, Tile]) -> ir.Value:
        """What the dot at the end of ``ops`` makes of ``tiles``."""
        context, result = self.context, ops[-1].results[0]
        outer, context.tensors = context.tensors, dict(context.tensors)
        context.tensors |= {load.tensor: InSharedMemory(tile) for load, tile in tiles.items()}
        for op in ops:
            context.rewrite(op)
        made = context.get(result, context.layouts.of(result))
        context.tensors = outer
        return made

    def _accumulators_of_last(self, state: Sequence[ir.Value], carried: Sequence[ir.Value]) -> list[ir.Value]:
        """The accumulators of the previous iteration's deferred dots; ``carried`` are the loop-carried values."""
        b, context, specialized = self.b, self.context, self.specialized
        stage = b.i32_op(
            "arith.muli", specialized.stage_before(specialized.stage_phase), specialized.stage_bytes
        )
        tiles, accumulators = self.ring.at(b.value32(stage)), []
        _, lefts, _ = expand_loop.split(state, len(self.fill.first), len(self.chain.deferred))
        for number, one in enumerate(self.chain.deferred):
            layout, of_left = context.layouts.of(self.loop.results[one.slot]), context.layouts.of(one.left)
            type_ = vector_of(of_left.registers, one.left.type.element_type)
            context.hold(one.accumulator, layout, context.get(carried[one.slot], layout))
            context.hold(one.left, of_left, from_words(b, lefts[number], type_))
            accumulators.append(self._made(one.ops, tiles))
        return accumulators

    # The others

    def _early(
        self,
        at: ir.Value,
        scores: ir.Value,
        tiles: dict[TileLoad, Tile],
        vectors: list[ir.Value],
        near: Iteration | None,
    ) -> tuple[list[ir.Value], list[Callable[[], None]]]:
        """What the iteration ``at`` does without the accumulators of the one before.

        Returns what is loaded beside for the next one, and what is left to be done for that.
        """
        b, context, specialized, result = self.b, self.context, self.specialized, self.dot.results[0]
        context.hold(result, context.layouts.of(result), scores)
        following, loaded = self._computed(at, tiles, vectors, near, self.chain.stage0)
        last = [self._begun_of(op) for op in self.chain.stage0_tail]
        left = b.one("arith.subi", at.type, self.upper, at)
        next_stage_phase = specialized.next_stage_phase(specialized.stage_phase)
        b.branch(b.compare("ugt", left, self.step), lambda: self._wait_for_tiles(next_stage_phase))
        return [*loaded, *(following.values if following is not None else [])], last

    def _begun_of(self, op: ir.Operation) -> Callable[[], None]:
        """What makes ``op`` when the iteration ends; what is reduced in it is read now."""
        if op.name != REDUCE:
            return partial(self.context.rewrite, op)
        with self.b.located(op.location):
            return reduce.begun(self.context, op)

    def _late(self, last: Sequence[Callable[[], None]]) -> list[ir.Value]:
        """Stage 1 of the previous iteration; the left operands, in words, of this iteration's deferred dots."""
        b, context, specialized = self.b, self.context, self.specialized
        for op in self.chain.stage1:
            context.rewrite(op)
        for finish in last:
            finish()
        lefts = []
        for one in self.chain.deferred:
            layout = context.layouts.of(self.loop.results[one.slot])
            lefts.append(to_words(b, context.get(one.left, context.layouts.of(one.left))))
            context.hold(one.dot.results[0], layout, context.get(one.accumulator, layout))
        specialized.stage_phase = specialized.next_stage_phase(specialized.stage_phase)
        return lefts


def begin(context: LoweringContext, specialized: WarpSpecializedLoops) -> None:
    """What the loops of ``specialized`` need once, where the program begins."""
    groups = context.target.num_warps // WARPS_PER_WARPGROUP
    if groups > 1 and any(_chain(context, specialized, found) for found, _ in specialized.loops.values()):
        fired("distribute-tensors", "ping-pong")
        PingPongToken(context.b, groups).begin()


def loop_of(
    context: LoweringContext, specialized: WarpSpecializedLoops, found: Staging, fill: StageFill
) -> WarpSpecializedLoop:
    """What emits the loop of ``found``."""
    chain = _chain(context, specialized, found)
    if chain is not None:
        fired("distribute-tensors", "skewed loop")
        return SkewedLoop(context, specialized, found, fill, chain)
    return WarpSpecializedLoop(context, specialized, found, fill)


def _chain(context: LoweringContext, specialized: WarpSpecializedLoops, found: Staging) -> DotChain | None:
    """The chain of the loop of ``found``, if that says that it is skewed.

    Raises:
        LoweringError: it cannot be.
    """
    plan = loop_plan.read(found.loop)
    if plan is None or plan.order != SKEWED:
        return None
    chain = chain_of(found, context.layouts, context.target)
    if chain is None or specialized.stages < LEAST_STAGES:
        if plan.asked is not None:  # of which there are fewer than planned
            return None
        why = "no chain of dots" if chain is None else f"less than {LEAST_STAGES} stages"
        raise LoweringError(found.loop, f"has the '{PIPELINE}' of a {SKEWED} loop, but {why}")
    return chain
