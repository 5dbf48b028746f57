"""Loops whose stages warps of their own fill, the producer's, ahead of the warps that compute.

    scf.for %k … iter_args(%acc) { %a = load … ; %b = load … ; %acc' = matmul %a, %b, %acc }

becomes, where one thread copies TMA tiles of memory,

    scf.for %k … iter_args(%acc, %iteration, %stage_phase) {
      scf.if %produces {                     simt.divergent_condition %is_producer {producer = "one"}
        nvvm.mbarrier.try_wait.parity %empty[%stage_phase], …                   all warps are done with the stage
        nvvm.mbarrier.arrive.expect_tx %full[%stage_phase] ; simt.tma_load … ; simt.tma_load …
      }
      nvvm.mbarrier.try_wait.parity %full[%stage_phase], …  the TMA tiles of this iteration are there
      %acc' = matmul of the tiles of the stage
      nvvm.mbarrier.arrive %empty[…]  one thread of each warp; of the iteration before
    }  where dots go on into this one

Where an option forbids TMA tiles, the stages are filled with chunks, by all threads of the producer (`stage_fill.py`).

All such loops of a kernel share one ring of stages, each with two mbarriers, and one *stage_phase*, which counts their
iterations: twice the number of the stage, and the parity of the phases.  Loops and branches carry it as they do a
buffer that they change.  So the producer (`producer_slice.py`), which waits at no barrier of others, is
ahead of others by the ring, whichever loop that is of, and warps that need nothing of each other drift apart.

Where a launch has no maps, or a block is no TMA tile, the loop is another one, as `expand_loop.py` has them, whose
tiles are
those of the ring: the producer hands all stages over empty, and gets them back when the loop has ended.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

from triton_shared.codegen.nvidia import nvvm
from triton_shared.codegen.nvidia.target import MAX_THREADS, WARP
from triton_shared.codegen.nvidia.tma import tma_loads
from triton_shared.codegen.nvidia.tma.tensor_maps import TmaTile
from triton_shared.codegen.nvidia.warp_specialization import skewed_loop
from triton_shared.codegen.nvidia.warp_specialization.dot_chains import DotChain
from triton_shared.codegen.nvidia.warp_specialization.producer_ring import ProducedStages, ProducerRing
from triton_shared.codegen.nvidia.warp_specialization.skewed_loop import ChainedDots
from triton_shared.codegen.nvidia.warp_specialization.stage_fill import (
    CpAsyncStageFill,
    StageFill,
    TmaStageFill,
    chunks_by_load,
)
from triton_shared.codegen.simt.analysis.divisibility import Divisibility
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.control_flow import LoopCarried, written_buffers
from triton_shared.codegen.simt.build.emitter import CONTROL_FLOW
from triton_shared.codegen.simt.pipeline import dots_in_flight, expand_loop, loop_plan, schedule
from triton_shared.codegen.simt.pipeline.expand_loop import CopiedLoop, Expander, prepared
from triton_shared.codegen.simt.pipeline.iteration_slice import IterationSlice
from triton_shared.codegen.simt.pipeline.loop_plan import PIPELINE, SKEWED
from triton_shared.codegen.simt.pipeline.pipelinable_loads import (
    WARP_SPECIALIZE,
    CannotPipeline,
    Memory,
    NotPipelined,
    Staging,
    TileLoad,
)
from triton_shared.codegen.simt.pipeline.register_prefetch import RegisterPrefetch
from triton_shared.codegen.simt.pipeline.schedule import Part
from triton_shared.codegen.simt.target import SimtTarget
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import Index
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, ops_around
from triton_shared.mlir import ir
from triton_shared.records import dataclass

VERSION_CONDITION = "simt.version_condition"
#: loops of which a producer fills the stages, with what they load
ProducedLoops: TypeAlias = dict[ir.Operation, tuple[Staging, dict[TileLoad, TmaTile]]]


@dataclass(frozen=True)
class Found:
    """The ``loops`` of a kernel that a producer fills the stages of, with what they load, and the others' reasons."""

    loops: ProducedLoops
    left: tuple[NotPipelined, ...]

    def reason(self, loop: ir.Operation) -> str | None:
        """Why ``loop`` has none."""
        return next((left.reason for left in self.left if left.op == loop), None)

    def __str__(self) -> str:
        made = [f"{len(self.loops)} loops have a producer"]
        return "; ".join([*made, *(f"a loop has none: {left.reason}" for left in self.left)])


def found_in(
    function: ir.Operation,
    target: SimtTarget,
    known: Divisibility,
    all_staged: Sequence[Staging],
    *,
    is_planned: bool,
) -> Found:
    """Of the loops of ``function`` those whose loads are TMA tiles, or chunks, of memory that it leaves as it is.

    ``all_staged`` are the loops that have loads ahead.  What they say of a producer holds; if it ``is_planned``, others
    have none.

    Raises:
        LoweringError: a loop says that it has a producer, and cannot have one.
    """
    loops: ProducedLoops = {}
    left: list[NotPipelined] = []
    memory, by_loop = Memory(function), {staged.loop: staged for staged in all_staged}
    for op in reversed(all_ops(function, {"scf.for"})):  # what is inside first
        staged = by_loop.get(op)
        if staged is None:
            if WARP_SPECIALIZE in op.attributes and not any(op in ops_around(loop) for loop in loops):
                left.append(NotPipelined(op, "none of its loads is staged"))
            continue
        plan = loop_plan.read(op)
        said = None if plan is None else plan.producer
        if said is False or (is_planned and not said):
            left.append(NotPipelined(op, (plan and plan.reason) or "it says so"))
            continue
        try:
            tma_tiles = _filled(function, target, known, staged)
            _check(staged, memory, loops)
            loops[op] = staged, tma_tiles
        except CannotPipeline as reason:
            if said:
                raise LoweringError(op, f"has the '{PIPELINE}' of a producer, but {reason}") from None
            left.append(NotPipelined(op, str(reason)))
    return Found(loops, tuple(left))


def _filled(
    function: ir.Operation, target: SimtTarget, known: Divisibility, staged: Staging
) -> dict[TileLoad, TmaTile]:
    """The TMA tiles that ``staged`` loads.  Raises `CannotPipeline` where a producer can fill its stages with none."""
    tma_tiles = tma_loads.tma_tiles_of(function, target, staged)
    filled = tma_tiles if target.tensor_copies else chunks_by_load(staged, known, target.producer_warps)
    if len(filled) < len(staged.loads):
        what = "TMA tiles" if target.tensor_copies else "chunks"
        raise CannotPipeline(f"what it loads are not all {what}")
    return tma_tiles


def refuse_producers(function: ir.Operation, most_stages: int, loops: Collection[ir.Operation] = ()) -> None:
    """Raise `LoweringError` where a loop of ``function`` says that it has a producer, and is none of ``loops``.

    Loops have ``most_stages`` at most.
    """
    for loop in all_ops(function, {"scf.for"}):
        plan = loop_plan.read(loop)
        if plan is None or loop in loops or plan.within(most_stages) < 2:
            continue
        if plan.producer:
            what = (
                f"has the '{PIPELINE}' of a producer, but the kernel's 'simt.plan' has no 'warp_specialize'"
            )
            raise LoweringError(loop, what)
        if plan.order == SKEWED:
            raise LoweringError(loop, f"has the '{PIPELINE}' of a {SKEWED} loop, but it has no producer")


def _check(staged: Staging, memory: Memory, inner: Collection[ir.Operation]) -> None:
    """Raise `CannotPipeline` unless a producer may fill the stages of a loop, which may contain ``inner`` loops."""
    loop = staged.loop
    for load in staged.loads:
        memory.check(load.view.base)
    if any(loop in ops_around(other) for other in inner):
        raise CannotPipeline("there is one inside of it")
    if any(op.name not in CONTROL_FLOW for op in ops_around(loop)):
        raise CannotPipeline("the control flow around it is divergent")


class WarpSpecializedLoops:
    """The ``loops`` of ``context`` whose stages a producer fills, and their ring; made where the program begins."""

    def __init__(self, context: LoweringContext, loops: ProducedLoops):
        self.context, self.b, self.loops = context, context.b, loops
        self.containing = {op for loop in loops for op in (loop, *ops_around(loop))}
        self.ring = ProducerRing(context, [found for found, _ in loops.values()])
        self.key = self.ring.key
        if any(skewed_loop.chain_in(context, self.ring.stages, found) for found, _ in loops.values()):
            skewed_loop.begin(context)

    def around(self, op: ir.Operation) -> list[ir.Operation]:
        """The control flow that both ``op`` and one of the ``loops`` are in."""
        return [one for one in ops_around(op) if one in self.containing]

    def emit(self, loop: ir.Operation) -> None:
        """Emit ``loop``: the producer fills its stages, or the consumers where there is no map, or no TMA tile."""
        context, (found, tma_tiles) = self.context, self.loops[loop]
        fired(
            "distribute-tensors",
            "warp-specialized loop by TMA" if self.ring.by_tma else "warp-specialized loop by cp.async",
        )
        if not self.ring.by_tma:
            return self._by_producer(found, CpAsyncStageFill(context, found, self.ring.thread))
        possible = expand_loop.are_possible(context, found, tma_tiles)
        if context.target.multicast:
            possible = self.b.one(VERSION_CONDITION, self.b.i1, possible)

        def emit(is_possible: bool) -> None:
            if is_possible:
                self._by_producer(found, TmaStageFill(context, tma_tiles))
            else:
                self._fallback_without_tma(found)

        expand_loop.versioned(context, loop, possible, emit)

    def _by_producer(self, found: Staging, fill: StageFill) -> None:
        """The loop of ``found``, of which the producer makes the ``fill``; a skewed one if it has an iteration."""
        context, loop = self.context, found.loop
        chain = skewed_loop.chain_in(context, self.ring.stages, found)
        if chain is None:
            return self._expand(found, fill)
        fired("distribute-tensors", "skewed loop")

        def emit(has_iterations: bool) -> None:
            if has_iterations:
                return self._expand(found, fill, chain)
            carried = LoopCarried(context, loop.results, written_buffers(context, loop))
            carried.bind(list(loop.results), carried.operands(list(loop.operands)[3:]))

        lower, upper = (context.scalar(v) for v in list(loop.operands)[:2])
        expand_loop.versioned(context, loop, self.b.compare("slt", lower, upper), emit)

    def _expand(self, found: Staging, fill: StageFill, chain: DotChain | None = None) -> None:
        context, ahead = self.context, IterationSlice(self.context, found)
        first = ahead.first()
        loads = prepared(context, found, ahead, first, found.loads)
        stages = ProducedStages(context, self.ring, found, fill)
        parts: list[Part] = [RegisterPrefetch(context, ahead, loads.registers, first)]
        if chain is None:
            plan = schedule.produced(
                loads.ops(found), dots_in_flight.slots(found, context.layouts, context.target)
            )
        else:
            parts.insert(0, ChainedDots(context, found, stages, chain))
            plan = skewed_loop.schedule_of(loads.ops(found), chain, context)
        Expander(context, found, plan, stages, parts).emit({})

    def _fallback_without_tma(self, found: Staging) -> None:
        """The loop of ``found`` as one without a producer, in the stages of the ring."""
        b, ring = self.b, self.ring

        def take(_: Index, state: Sequence[ir.Value]) -> list[ir.Value]:
            ring.produce(state[0], lambda full: nvvm.mbarrier_arrive(b, full))
            ring.wait(state[0])
            return [ring.next_stage_phase(state[0])]

        (ring.stage_phase,) = b.loop(0, ring.stages, 1, [ring.stage_phase], take)
        CopiedLoop(self.context, found, {}, is_fallback=True).emit(ring.ring)
        nvvm.fence(b)
        for stage in range(ring.stages):
            ring.release(stage)


def obstacle(target: SimtTarget) -> str | None:
    """Why no kernel for ``target`` has a producer; None where kernels may have one."""
    if not target.has_wgmma:
        return f"{target.chip} has no products of warpgroups, beside which a producer copies"
    if target.num_warps + target.producer_warps > MAX_THREADS // WARP:
        return f"{target.chip} has no warps left for a producer beside {target.num_warps}"
    return None
