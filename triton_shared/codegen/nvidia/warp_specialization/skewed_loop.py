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
      scf.if %is_not_last { nvvm.mbarrier.try_wait.parity … }                  the next stage is full
      %o = simt.wgmma_wait %o' {pending = 0}
      nvvm.mbarrier.arrive …                                                  the stage of the iteration before is empty
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

from triton_shared.codegen.nvidia.mma import wgmma
from triton_shared.codegen.nvidia.target import WARPS_PER_WARPGROUP
from triton_shared.codegen.nvidia.warp_specialization.dot_chains import (
    REDUCE,
    DeferredDot,
    DotChain,
    chain_of,
)
from triton_shared.codegen.nvidia.warp_specialization.pingpong import PingPongToken
from triton_shared.codegen.nvidia.warp_specialization.producer_ring import ProducedStages
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import vector_of
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.values import InRegisters, InSharedMemory
from triton_shared.codegen.simt.build.words import from_words, to_words
from triton_shared.codegen.simt.dot.operands import dot_operands, read_of
from triton_shared.codegen.simt.heuristics import H200
from triton_shared.codegen.simt.layouts.dot_plan import plan_of
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.codegen.simt.lower import reduce
from triton_shared.codegen.simt.pipeline import loop_plan, schedule
from triton_shared.codegen.simt.pipeline.loop_plan import PIPELINE, SKEWED
from triton_shared.codegen.simt.pipeline.pipelinable_loads import Staging
from triton_shared.codegen.simt.pipeline.schedule import Action, Actions, Frame, Schedule, Step
from triton_shared.errors import LoweringError
from triton_shared.ir.statistics import fired
from triton_shared.mlir import ir

#: stages that this takes
LEAST_STAGES = H200.skewed_stages.value


def schedule_of(rest: Sequence[ir.Operation], chain: DotChain, context: LoweringContext) -> Schedule:
    """The schedule of a loop whose iterations make the deferred dots of ``chain`` in the next one, of ops and ``rest``.

    The ops that are no loads are the ``rest``.
    """
    early, deferred = [op for op in chain.stage0 if op in rest], [one.ops for one in chain.deferred]
    takes_turns = warpgroups(context) > 1
    return schedule.skewed(chain.first, deferred, early, chain.stage1, takes_turns=takes_turns)


class ChainedDots:
    """The dots of ``chain`` in the loop of ``found``; the state is the left operands of those that are deferred."""

    def __init__(
        self,
        context: LoweringContext,
        found: Staging,
        stages: ProducedStages,
        chain: DotChain,
    ):
        self.context, self.b, self.loop = context, context.b, found.loop
        self.stages, self.chain = stages, chain
        self.deferred = {one.dot: one for one in chain.deferred}
        self.state: list[ir.Value] = []
        self.last: list[Callable[[], None]] = []
        self.begun: dict[ir.Operation, ir.Value] = {}
        token = PingPongToken(self.b, warpgroups(context))
        self.actions: Actions = {
            Action.BEGIN: self._begin,
            Action.FINISH: self._finish,
            Action.COMPUTE_TAIL: self._begin_tail,
            Action.FINISH_TAIL: self._finish_tail,
            Action.KEEP: self._keep,
            Action.ACQUIRE: lambda *_: token.acquire(),
            Action.HAND_ON: lambda *_: token.release(),
        }
        self._place_left()

    def enter(self, state: Sequence[ir.Value]) -> None:
        """Begin an iteration that finds ``state``, or what is behind the loop."""
        self.state = list(state)

    # Dots

    def _place_left(self) -> None:
        """Put the first dot's left operand, if no iteration changes it, into shared memory, once for all iterations."""
        dot = self.chain.first[-1]
        context, plan = self.context, plan_of(dot, self.context.target)
        assert plan is not None
        left = read_of(dot.operands[0], plan.kind.a)
        if isinstance(context.tensors.get(left), InRegisters):
            (placed,), _ = wgmma.operands(
                context, dot_operands(context, left, plan.kind.a, plan.terms), [], plan
            )
            if isinstance(placed, Tile):
                context.tensors[left] = InSharedMemory(placed)

    def _begin(self, step: Step, frame: Frame) -> None:
        """Begin the dot that is the last of the step's ops, of this iteration or of the one before."""
        context, dot = self.context, step.ops[-1]
        tiles = self.stages.tiles_before() if step.stage else self.stages.tiles()
        if step.stage:
            self._restore(self.deferred[dot], frame)
        outer, context.tensors = context.tensors, dict(context.tensors)
        context.tensors |= {load.tensor: InSharedMemory(tile) for load, tile in tiles.items()}
        finish, context.finish_dot = context.finish_dot, lambda b, sums: sums
        for op in step.ops:
            context.rewrite(op)
        self.begun[dot] = context.get(dot.results[0], context.layouts.of(dot.results[0]))
        context.tensors, context.finish_dot = outer, finish

    def _restore(self, one: DeferredDot, frame: Frame) -> None:
        """Let there be what the dot ``one`` of the iteration before adds to, and its left operand."""
        context, layout, of_left = self.context, self._sums(one), self.context.layouts.of(one.left)
        type_ = vector_of(of_left.registers, one.left.type.element_type)
        words = self.state[self.chain.deferred.index(one)]
        context.hold(one.accumulator, layout, context.get(frame.carried[one.slot], layout))
        context.hold(one.left, of_left, from_words(self.b, words, type_))

    def _finish(self, step: Step, frame: Frame) -> None:
        """Wait for the dot that is the last of the step's ops."""
        context, dot = self.context, step.ops[-1]
        with self.b.located(dot.location):
            sums = wgmma.finished(self.b, self.begun.pop(dot), step.pending)
        if step.stage:
            one = self.deferred[dot]
            context.hold(frame.carried[one.slot], self._sums(one), sums)
        else:
            context.hold(dot.results[0], context.layouts.of(dot.results[0]), sums)

    def _sums(self, one: DeferredDot) -> Layout:
        """The layout in which the loop carries the sums of a dot."""
        return self.context.layouts.of(self.loop.results[one.slot])

    # What only the next iteration needs

    def _begin_tail(self, step: Step, frame: Frame) -> None:
        self.last = [self._begun_of(op) for op in self.chain.stage0_tail]

    def _begun_of(self, op: ir.Operation) -> Callable[[], None]:
        """What makes ``op`` when the iteration ends; what is reduced in it is read now."""
        if op.name != REDUCE:
            return partial(self.context.rewrite, op)
        with self.b.located(op.location):
            return reduce.begun(self.context, op)

    def _finish_tail(self, step: Step, frame: Frame) -> None:
        for finish in self.last:
            finish()

    def _keep(self, step: Step, frame: Frame) -> None:
        """Keep the left operands, in words, of this iteration's deferred dots, and what these add to."""
        context, self.state = self.context, []
        for one in self.chain.deferred:
            layout = self._sums(one)
            self.state.append(to_words(self.b, context.get(one.left, context.layouts.of(one.left))))
            context.hold(one.dot.results[0], layout, context.get(one.accumulator, layout))


def warpgroups(context: LoweringContext) -> int:
    """How many warpgroups compute."""
    return context.target.num_warps // WARPS_PER_WARPGROUP


def begin(context: LoweringContext) -> None:
    """What loops with chains need once, where the program begins."""
    if (groups := warpgroups(context)) > 1:
        fired("distribute-tensors", "ping-pong")
        PingPongToken(context.b, groups).begin()


def chain_in(context: LoweringContext, stages: int, found: Staging) -> DotChain | None:
    """The chain of the loop of ``found``, if that says that it is skewed, in a ring of so many ``stages``.

    Raises:
        LoweringError: it cannot be.
    """
    plan = loop_plan.read(found.loop)
    if plan is None or plan.order != SKEWED:
        return None
    chain = chain_of(found, context.layouts, context.target)
    if chain is None or stages < LEAST_STAGES:
        if plan.asked is not None:  # of which there are fewer than planned
            return None
        why = "no chain of dots" if chain is None else f"less than {LEAST_STAGES} stages"
        raise LoweringError(found.loop, f"has the '{PIPELINE}' of a {SKEWED} loop, but {why}")
    return chain
