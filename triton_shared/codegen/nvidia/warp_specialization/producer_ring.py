"""A ring of stages that a producer fills, each with two mbarriers, and the *stage_phase*, which counts iterations.

    nvvm.mbarrier.try_wait.parity %empty[%stage_phase], …                           all warps are done with the stage
    nvvm.mbarrier.arrive.expect_tx %full[%stage_phase] ; simt.tma_load …                 the producer fills it
    nvvm.mbarrier.try_wait.parity %full[%stage_phase], …                                the others wait for that,
    nvvm.mbarrier.arrive %empty[…]                                                   one thread of each warp is done

The stage_phase is twice the number of the stage, and the parity of its phases.  Loops and branches hand it on as they
do a buffer that they change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from triton_shared.codegen.nvidia import nvvm
from triton_shared.codegen.nvidia.target import WARP
from triton_shared.codegen.nvidia.tma import tma_loads
from triton_shared.codegen.nvidia.warp_specialization.producer_slice import BLOCK_BARRIER
from triton_shared.codegen.nvidia.warp_specialization.stage_fill import StageFill
from triton_shared.codegen.simt.build.context import LoweringContext, Ring
from triton_shared.codegen.simt.build.emitter import DIVERGENT_CONDITION, PRODUCER, I32Like
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.values import InRegisters
from triton_shared.codegen.simt.memory.allocate_shared_memory import KERNEL_LIFETIME
from triton_shared.codegen.simt.memory.insert_barriers import MBARRIER_ORDERED
from triton_shared.codegen.simt.pipeline import dots_in_flight
from triton_shared.codegen.simt.pipeline.pipelinable_loads import Staging, TileLoad
from triton_shared.codegen.simt.pipeline.schedule import Action, Actions, Frame, Step
from triton_shared.codegen.simt.pipeline.stage_ring import TileRing
from triton_shared.ir.builder import Condition
from triton_shared.mlir import ir

#: on a function: pairs of blocks copy for each other what both read
MULTICAST = "simt.multicast"
#: on the making of an mbarrier: consumers arrive at it when they are done with a stage
STAGES_EMPTY = "simt.stages_empty"


class ProducerRing:
    """The ring of the loops of ``context`` that are ``found``, and its mbarriers; made where the program begins."""

    def __init__(self, context: LoweringContext, found: Iterable[Staging]):
        self.context, self.b = context, context.b
        b, found = self.b, list(found)
        tiles = [TileRing(b, one.loads, one.stages) for one in found]
        self.stages, self.stage_bytes = max(t.stages for t in tiles), max(t.bytes for t in tiles)
        context.rings.append(Ring(self.stages, self.stage_bytes, tuple(one.loop for one in found)))
        phased = {MBARRIER_ORDERED: ir.UnitAttr.get()}
        alignment = max(t.alignment for t in tiles)
        self.ring = b.shared_alloc(self.stages * self.stage_bytes, alignment, **phased)
        self.full = tma_loads.mbarriers(b, 2 * self.stages, **phased, **{KERNEL_LIFETIME: ir.UnitAttr.get()})
        self.empty = b.advance(self.full, nvvm.MBARRIER * self.stages)
        self.by_tma = bool(context.target.tensor_copies)
        is_producer = "eq" if self.by_tma else "sge"
        self.is_producer = b.at_entry(lambda: b.compare(is_producer, b.thread, context.target.threads))
        threads = context.target.threads
        self.thread = b.at_entry(lambda: b.value32(b.i32_op("arith.subi", b.thread, threads)))
        b.some_threads(b.compare("eq", b.thread, 0), self._begin)
        if self.by_tma:
            nvvm.fence(b)
        b.barrier(**{BLOCK_BARRIER: ir.UnitAttr.get()})
        self.key = b.zeros(b.i32, 1)
        context.layouts.values[self.key] = layout = context.layouts.default(())
        context.assign(self.key, layout, self.key)

    def _begin(self) -> None:
        arrivals = 1 if self.by_tma else WARP * self.context.target.producer_warps
        nvvm.mbarrier_init(self.b, self.full, self.stages, arrivals)
        nvvm.mbarrier_init(
            self.b,
            self.empty,
            self.stages,
            self.context.target.num_warps,
            **{STAGES_EMPTY: ir.UnitAttr.get()},
        )

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
        return b.select(b.compare("slt", before, 0), last, b.value32(before))

    def parity(self, stage_phase: ir.Value) -> ir.Value:
        """The parity of the phase of the stage's mbarriers."""
        return self.b.value32(self.b.i32_op("arith.andi", stage_phase, 1))

    def offset(self, stage: I32Like) -> ir.Value:
        """Bytes from the beginning of the ring to the stage of this number."""
        return self.b.value32(self.b.i32_op("arith.muli", stage, self.stage_bytes))

    # The stages

    def produce(self, stage_phase: ir.Value, fill: Callable[[ir.Value], object]) -> None:
        """Let the producer wait until the stage is empty, and ``fill`` it, which ends the phase of an mbarrier."""
        b = self.b

        def emit() -> None:
            parity = b.value32(b.i32_op("arith.xori", self.parity(stage_phase), 1))
            nvvm.mbarrier_wait(b, self._at(self.empty, self.stage(stage_phase)), parity)
            fill(self._at(self.full, self.stage(stage_phase)))

        threads = {PRODUCER: ir.StringAttr.get("one" if self.by_tma else "all")}
        b.some_threads(b.one(DIVERGENT_CONDITION, b.i1, self.is_producer, **threads), emit)

    def wait(self, stage_phase: ir.Value) -> None:
        """Wait until the stage is full."""
        nvvm.mbarrier_wait(self.b, self._at(self.full, self.stage(stage_phase)), self.parity(stage_phase))

    def release(self, stage: I32Like, condition: Condition = True) -> None:
        """Let the stage be empty for this warp, if ``condition`` holds."""
        b = self.b
        b.warp_barrier()
        is_one = b.both(condition, b.at_entry(lambda: b.compare("eq", b.lane, 0)))
        b.some_threads(is_one, lambda: nvvm.mbarrier_arrive(b, self._at(self.empty, stage)))

    def _at(self, first: ir.Value, stage: I32Like) -> ir.Value:
        return self.b.advance(first, self.b.i32_op("arith.muli", stage, nvvm.MBARRIER))


class ProducedStages:
    """The ring as the loop of ``found`` uses it, of which the producer makes the ``fill``, whose state this has."""

    def __init__(self, context: LoweringContext, specialized: ProducerRing, found: Staging, fill: StageFill):
        self.b, self.specialized, self.fill = context.b, specialized, fill
        self.ring = TileRing(self.b, found.loads, specialized.stages, specialized.ring)
        self.fences = fill.needs_fence and dots_in_flight.any_wgmma(found.loop, context.target)
        self.upper, self.step = (context.scalar(v) for v in list(found.loop.operands)[1:3])
        self.state, self._tiles = fill.first, dict[TileLoad, Tile]()
        self.actions: Actions = {
            Action.FILL: self._fill,
            Action.WAIT: lambda *_: self._wait(specialized.stage_phase),
            Action.WAIT_NEXT: self._wait_for_next,
            Action.FREE: self._free,
            Action.ADVANCE: self._advance,
            Action.FOLLOW: self._follow,
        }

    def enter(self, state: Sequence[ir.Value]) -> None:
        """Begin an iteration that finds ``state``."""
        self.state = list(state)

    def tiles(self) -> dict[TileLoad, Tile]:
        """The tiles of this iteration."""
        return self._tiles

    def tiles_before(self) -> dict[TileLoad, Tile]:
        """The tiles of the iteration before."""
        specialized = self.specialized
        return self.ring.at(specialized.offset(specialized.stage_before(specialized.stage_phase)))

    def _fill(self, step: Step, frame: Frame) -> None:
        """Let the producer fill the stage of this iteration."""
        specialized, stage_phase = self.specialized, self.specialized.stage_phase
        self._tiles = tiles = self.ring.at(specialized.offset(specialized.stage(stage_phase)))
        specialized.produce(stage_phase, lambda full: self.fill.begin(self.state, tiles, full))

    def _wait(self, stage_phase: ir.Value) -> None:
        """Wait until the tiles of the iteration of ``stage_phase`` are full."""
        self.specialized.wait(stage_phase)
        if self.fences:
            nvvm.fence(self.b)

    def _wait_for_next(self, step: Step, frame: Frame) -> None:
        b, specialized = self.b, self.specialized
        left = b.one("arith.subi", frame.at.type, self.upper, frame.at)
        stage_phase = specialized.next_stage_phase(specialized.stage_phase)
        b.branch(b.compare("ugt", left, self.step), lambda: self._wait(stage_phase))

    def _free(self, step: Step, frame: Frame) -> None:
        """Let the stage of this iteration be filled again, or that of the iteration before, if there is one."""
        specialized = self.specialized
        if step.stage:
            before = specialized.stage_before(specialized.stage_phase)
            specialized.release(before, frame.has_before())
        else:
            specialized.release(specialized.stage(specialized.stage_phase))

    def _advance(self, step: Step, frame: Frame) -> None:
        specialized = self.specialized
        specialized.stage_phase = specialized.next_stage_phase(specialized.stage_phase)

    def _follow(self, step: Step, frame: Frame) -> None:
        self.state = self.fill.following(self.state)
