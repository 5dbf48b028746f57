"""Loops whose stages warps of their own fill, the producer's, ahead of the warps that compute.

    scf.for %k … iter_args(%acc) { %a = load … ; %b = load … ; %acc' = matmul %a, %b, %acc }

becomes, where one thread copies TMA tiles of memory,

    scf.for %k … iter_args(%acc, %iteration, %stage_phase) {
      scf.if %produces {                                               simt.produces %is_producer {alone = true}
        simt.mbarrier_wait_parity %empty[%stage_phase], …                           all warps are done with the stage
        simt.mbarrier_arrive_expect_tx %full[%stage_phase] ; simt.tma_load … ; simt.tma_load …
      }
      simt.mbarrier_wait_parity %full[%stage_phase], …  the TMA tiles of this iteration are there
      %acc' = matmul of the tiles of the stage
      simt.mbarrier_arrive %empty[…]  one thread of each warp; of the iteration before
    }  where dots go on into this one

Where an option forbids TMA tiles, the stages are filled with chunks, by all threads of the producer (`stage_fill.py`).

All such loops of a kernel share one ring of stages, each with two mbarriers, and one *stage_phase*, which counts their
iterations: twice the number of the stage, and the parity of the phases.  Loops and branches hand it on as they do a
buffer that they change.  So the producer (`producer_slice.py`), which meets nobody, is ahead of others by the ring,
whichever loop that is of, and warps that need nothing of each other drift apart.

Where a launch has no maps, or a block is no TMA tile, the loop is another one, as `expand_loop.py` has them, whose
tiles are
those of the ring: the producer hands all stages over empty, and gets them back when the loop has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from triton_shared.codegen.nvidia import nvvm
from triton_shared.codegen.nvidia.target import MAX_THREADS, WARP
from triton_shared.codegen.nvidia.tma import tma_loads
from triton_shared.codegen.nvidia.tma.tensor_maps import TmaTile
from triton_shared.codegen.nvidia.tma.tma_loads import MBARRIER, MBARRIER_ARRIVE, MBARRIER_WAIT
from triton_shared.codegen.nvidia.warp_specialization.producer_slice import BLOCK_BARRIER
from triton_shared.codegen.nvidia.warp_specialization.stage_fill import (
    CpAsyncStageFill,
    StageFill,
    TmaStageFill,
    chunks_by_load,
    threads_of_producer,
)
from triton_shared.codegen.simt.analysis.divisibility import Divisibility
from triton_shared.codegen.simt.build.context import LoweringContext, Ring
from triton_shared.codegen.simt.build.emitter import PRODUCES, I32Like
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.values import InRegisters
from triton_shared.codegen.simt.memory.allocate_shared_memory import KERNEL_LIFETIME
from triton_shared.codegen.simt.memory.insert_barriers import MBARRIER_ORDERED
from triton_shared.codegen.simt.pipeline import expand_loop, loop_plan
from triton_shared.codegen.simt.pipeline.expand_loop import Pipeline, PipelineCarried, TileRing
from triton_shared.codegen.simt.pipeline.iteration_slice import Iteration
from triton_shared.codegen.simt.pipeline.loop_plan import PIPELINE, SKEWED
from triton_shared.codegen.simt.pipeline.pipelinable_loads import (
    WARP_SPECIALIZE,
    CannotPipeline,
    Memory,
    NotPipelined,
    Staging,
    TileLoad,
)
from triton_shared.codegen.simt.target import SimtTarget
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import Condition, Index, i64_attr
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, ops_around
from triton_shared.mlir import ir
from triton_shared.records import dataclass

_AROUND = ("scf.for", "scf.if", "scf.while")


@dataclass(frozen=True)
class Found:
    """The ``loops`` of a kernel that a producer fills the stages of, with what they load, and the others' reasons."""

    loops: dict[ir.Operation, tuple[Staging, dict[TileLoad, TmaTile]]]
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
    loops: dict[ir.Operation, tuple[Staging, dict[TileLoad, TmaTile]]] = {}
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
        tma_tiles = tma_loads.tma_tiles_of(function, target, staged)
        filled = tma_tiles if target.tensor_copies else chunks_by_load(staged, known, target.producer_warps)
        try:
            if len(filled) < len(staged.loads):
                what = "boxes" if target.tensor_copies else "chunks"
                raise CannotPipeline(f"what it loads are not all {what}")
            _check(op, staged, memory, list(loops))
            loops[op] = staged, tma_tiles
        except CannotPipeline as reason:
            if said:
                raise LoweringError(op, f"has the '{PIPELINE}' of a producer, but {reason}") from None
            left.append(NotPipelined(op, str(reason)))
    return Found(loops, tuple(left))


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


def _check(
    loop: ir.Operation,
    staged: Staging,
    memory: Memory,
    inner: list[ir.Operation],
) -> None:
    """Raise `CannotPipeline` unless a producer may fill the stages of ``loop``, which may contain ``inner`` loops."""
    for load in staged.loads:
        memory.check(load.view.base)
    if any(loop in ops_around(other) for other in inner):
        raise CannotPipeline("there is one inside of it")
    if any(op.name not in _AROUND for op in ops_around(loop)):
        raise CannotPipeline("threads go their own ways around it")


class WarpSpecializedLoops:
    """The ring of stages of the ``loops`` of ``context``, and its mbarriers; made where the program begins.

    ``make`` gives what emits a loop: a `WarpSpecializedLoop` of such arguments.
    """

    def __init__(
        self,
        context: LoweringContext,
        loops: dict[ir.Operation, tuple[Staging, dict[TileLoad, TmaTile]]],
        make: Callable[..., WarpSpecializedLoop],
    ):
        self.context, self.b, self.loops, self.make = context, context.b, loops, make
        b = self.b
        self.containing = {op for loop in loops for op in (loop, *ops_around(loop))}
        tiles = [TileRing(b, found.loads, found.stages) for found, _ in loops.values()]
        self.stages, self.stage_bytes = max(t.stages for t in tiles), max(t.bytes for t in tiles)
        context.rings.append(Ring(self.stages, self.stage_bytes, tuple(loops)))
        phased = {MBARRIER_ORDERED: ir.UnitAttr.get()}
        self.ring = b.one(
            "simt.shared_alloc",
            b.shared_pointer,
            bytes=i64_attr(self.stages * self.stage_bytes),
            alignment=i64_attr(max(t.alignment for t in tiles)),
            **phased,
        )
        self.full = tma_loads.mbarriers(b, 2 * self.stages, **phased, **{KERNEL_LIFETIME: ir.UnitAttr.get()})
        self.empty = b.advance(self.full, MBARRIER * self.stages)
        self.by_tma = bool(context.target.tensor_copies)
        is_producer = "eq" if self.by_tma else "sge"
        self.is_producer = b.at_entry(lambda: b.compare32(is_producer, b.thread, context.target.threads))
        threads = context.target.threads
        self.thread = b.at_entry(lambda: b.value32(b.i32_op("arith.subi", b.thread, threads)))
        b.some_threads(b.compare32("eq", b.thread, 0), self._begin)
        if self.by_tma:
            nvvm.fence(b)
        scope = ir.Attribute.parse("#gpu.barrier_scope<workgroup>")
        b.op("gpu.barrier", (), (), {"scope": scope, BLOCK_BARRIER: ir.UnitAttr.get()})
        self.key = b.zeros(b.i32, 1)
        context.layouts.values[self.key] = layout = context.layouts.default(())
        context.assign(self.key, layout, self.key)

    def _begin(self) -> None:
        arrivals = 1 if self.by_tma else threads_of_producer(self.context)
        tma_loads.mbarrier_init(self.b, self.full, self.stages, arrivals)
        tma_loads.mbarrier_init(self.b, self.empty, self.stages, self.context.target.num_warps)

    # The stage_phase

    @property
    def stage_phase(self) -> ir.Value:
        """Which stage is the next one, and which parity its phases have."""
        held = self.context.whole(self.key)
        assert isinstance(held, InRegisters)
        return self.b.extract(held.vector, 0)

    @stage_phase.setter
    def stage_phase(self, stage_phase: ir.Value) -> None:
        self.context.assign(self.key, self.context.layouts.of(self.key), self.b.collect([stage_phase]))

    def next_stage_phase(self, stage_phase: ir.Value) -> ir.Value:
        """The stage_phase of the iteration after that of ``stage_phase``."""
        b = self.b
        flipped = b.value32(b.i32_op("arith.xori", self.parity(stage_phase), 1))
        moved = b.value32(b.i32_op("arith.addi", stage_phase, 2))
        return b.select(b.compare("slt", stage_phase, b.constant(b.i32, 2 * self.stages - 2)), moved, flipped)

    def stage(self, stage_phase: ir.Value) -> I32Like:
        """The number of the stage."""
        return self.b.i32_op("arith.shrui", stage_phase, 1)

    def stage_before(self, stage_phase: ir.Value) -> ir.Value:
        """The number of the stage of the iteration before that of ``stage_phase``."""
        b = self.b
        last, before = b.constant(b.i32, self.stages - 1), b.i32_op("arith.subi", self.stage(stage_phase), 1)
        return b.select(b.compare32("slt", before, 0), last, b.value32(before))

    def parity(self, stage_phase: ir.Value) -> ir.Value:
        """The parity of the phase of the stage's mbarriers."""
        return self.b.value32(self.b.i32_op("arith.andi", stage_phase, 1))

    def offset(self, stage_phase: ir.Value) -> ir.Value:
        """Bytes from the beginning of the ring to the stage."""
        return self.b.value32(self.b.i32_op("arith.muli", self.stage(stage_phase), self.stage_bytes))

    # The stages

    def produce(self, stage_phase: ir.Value, fill: Callable[[ir.Value], object]) -> None:
        """Let the producer wait until the stage is empty, and ``fill`` it, which ends the phase of an mbarrier."""
        b = self.b

        def emit() -> None:
            parity = b.value32(b.i32_op("arith.xori", self.parity(stage_phase), 1))
            b.op(MBARRIER_WAIT, (), (self._at(self.empty, self.stage(stage_phase)), parity))
            fill(self._at(self.full, self.stage(stage_phase)))

        alone = ir.BoolAttr.get(self.by_tma)
        b.some_threads(b.one(PRODUCES, b.i1, self.is_producer, alone=alone), emit)

    def wait(self, stage_phase: ir.Value) -> None:
        """Wait until the stage is full."""
        self.b.op(MBARRIER_WAIT, (), (self._at(self.full, self.stage(stage_phase)), self.parity(stage_phase)))

    def release(self, stage: I32Like, condition: Condition = True) -> None:
        """Let the stage be empty for this warp, if ``condition`` holds."""
        b = self.b
        b.warp_barrier()
        is_one = b.both(condition, b.at_entry(lambda: b.compare32("eq", b.lane, 0)))
        b.some_threads(is_one, lambda: b.op(MBARRIER_ARRIVE, (), (self._at(self.empty, stage),)))

    def _at(self, first: ir.Value, stage: I32Like) -> ir.Value:
        return self.b.advance(first, self.b.i32_op("arith.muli", stage, MBARRIER))

    # Loops

    def around(self, op: ir.Operation) -> list[ir.Operation]:
        """The control flow that both ``op`` and one of the ``loops`` are in."""
        return [one for one in ops_around(op) if one in self.containing]

    def emit(self, loop: ir.Operation) -> None:
        """Emit ``loop``: the producer fills its stages, or the consumers where there is no map, or no TMA tile."""
        context, (found, tma_tiles) = self.context, self.loops[loop]
        fired(
            "distribute-tensors",
            "warp-specialized loop by TMA" if self.by_tma else "warp-specialized loop by cp.async",
        )
        if not self.by_tma:
            return self.make(context, self, found, CpAsyncStageFill(context, found, self.thread)).emit()
        possible = expand_loop.are_possible(context, found, tma_tiles)

        def emit(is_possible: bool) -> None:
            if is_possible:
                self.make(context, self, found, TmaStageFill(context, tma_tiles)).emit()
            else:
                self._fallback_without_tma(found)

        expand_loop.versioned(context, loop, possible, emit)

    def _fallback_without_tma(self, found: Staging) -> None:
        """The loop of ``found`` as one without a producer, in the stages of the ring."""
        b = self.b

        def take(_: Index, state: Sequence[ir.Value]) -> list[ir.Value]:
            self.produce(state[0], lambda full: b.op(MBARRIER_ARRIVE, (), (full,)))
            self.wait(state[0])
            return [self.next_stage_phase(state[0])]

        (self.stage_phase,) = b.loop(0, self.stages, 1, [self.stage_phase], take)
        Pipeline(self.context, found, {}, is_fallback=True).emit(self.ring)
        nvvm.fence(b)
        for stage in range(self.stages):
            self.release(stage)


class WarpSpecializedLoop(Pipeline):
    """Emits one loop, of which the producer makes the ``fill``."""

    def __init__(
        self, context: LoweringContext, specialized: WarpSpecializedLoops, found: Staging, fill: StageFill
    ):
        super().__init__(context, found, {})
        self.specialized, self.fill = specialized, fill
        self.filled_elsewhere = found.loads

    def emit(self, region: ir.Value | None = None) -> None:
        """The loop."""
        b, specialized = self.b, self.specialized
        near, vectors = self._begun()
        self.waits = 0
        state = [*self.fill.first, *vectors, *(near.values if near is not None else [])]
        loop_carried = PipelineCarried(self.context, self.loop, state)
        self._loop(loop_carried, {}, lambda at: self._iteration_of(at, loop_carried))
        self._finish_accumulators()
        if self.waits:
            some = b.compare("slt", self.lower, self.upper)
            specialized.release(specialized.stage_before(specialized.stage_phase), some)

    def _begun(self) -> tuple[Iteration | None, list[ir.Value]]:
        """What is loaded beside for the first iteration; the iteration after it, if anything is."""
        self.ring = TileRing(self.b, self.found.loads, self.specialized.stages)
        self.ring.region = self.specialized.ring
        iteration = self.ahead.first()
        self._prepare(iteration)
        near, vectors = self._loaded(iteration)
        return near if self.register_loads else None, vectors

    def _iteration_of(self, at: ir.Value, loop_carried: PipelineCarried) -> None:
        """One iteration, the number ``at``."""
        b, specialized = self.b, self.specialized
        fill, vectors, near = expand_loop.split(
            loop_carried.state, len(self.fill.first), len(self.register_loads)
        )
        stage_phase = specialized.stage_phase
        tiles = self._filled(fill)
        self._wait_for_tiles(stage_phase)
        following, loaded = self._computed(
            at, tiles, vectors, Iteration.of(near) if self.register_loads else None
        )
        if self._outlast_iterations(self._wgmma_waits(), loop_carried):
            specialized.release(specialized.stage_before(stage_phase), b.compare("ne", at, self.lower))
        else:
            specialized.release(specialized.stage(stage_phase))
        specialized.stage_phase = specialized.next_stage_phase(stage_phase)
        near = following.values if following is not None else []
        loop_carried.state = [*self.fill.following(fill), *loaded, *near]

    def _filled(self, fill: list[ir.Value]) -> dict[TileLoad, Tile]:
        """The tiles of the next iteration, whose state is ``fill``, which the producer fills."""
        stage_phase = self.specialized.stage_phase
        tiles = self.ring.at(self.specialized.offset(stage_phase))
        self.specialized.produce(stage_phase, lambda full: self.fill.begin(fill, tiles, full))
        return tiles

    def _wait_for_tiles(self, stage_phase: ir.Value) -> None:
        """Wait until the tiles of the iteration of ``stage_phase`` are full."""
        self.specialized.wait(stage_phase)
        if self.fill.needs_fence and self.uses_wgmma:
            nvvm.fence(self.b)


def obstacle(target: SimtTarget) -> str | None:
    """Why no kernel for ``target`` has a producer; None where kernels may have one."""
    if not target.has_wgmma:
        return f"{target.chip} has no products of warpgroups, beside which a producer copies"
    if target.num_warps + target.producer_warps > MAX_THREADS // WARP:
        return f"{target.chip} has no place for a producer beside {target.num_warps} warps"
    return None
