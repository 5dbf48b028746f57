"""Loops whose stages warps of their own fill, the producer's, ahead of the warps that compute.

    scf.for %k … iter_args(%acc) { %a = load … ; %b = load … ; %acc' = matmul %a, %b, %acc }

becomes, where one thread copies boxes of memory,

    scf.for %k … iter_args(%acc, %turn, %word) {
      scf.if %produces {                                               simt.produces %is_producer {alone = true}
        simt.wait_for_phase %empty[%word], …                           all warps are done with the stage
        simt.expect_bytes %full[%word] ; simt.copy_box … ; simt.copy_box …
      }
      simt.wait_for_phase %full[%word], …                              the boxes of this turn are there
      %acc' = matmul of the tiles of the stage
      simt.arrive %empty[…]                                            one thread of each warp; of the turn before
    }                                                                  where products go on into this one

Where an option forbids boxes, the stages are filled with chunks, by all threads of the producer (`stage_fill.py`).

All such loops of a kernel share one ring of stages, each with two mbarriers, and one *word*, which counts their turns:
twice the number of the stage, and the parity of the phases.  Loops and branches hand it on as they do a buffer that
they change.  So the producer (`producer_slice.py`), which meets nobody, is ahead of others by the ring, whichever
loop that is of, and warps that need nothing of each other drift apart.

Where a launch has no maps, or a block is no box, the loop is another one, as `expand_loop.py` has them, whose tiles are
those of the ring: the producer hands all stages over empty, and gets them back when the loop has ended.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from triton_shared.codegen.nvidia.target import MAX_THREADS, WARP, GpuTarget
from triton_shared.codegen.nvidia.tma import tma_loads
from triton_shared.codegen.nvidia.tma.tensor_maps import Box
from triton_shared.codegen.nvidia.tma.tma_loads import ARRIVE, MBARRIER, WAIT
from triton_shared.codegen.nvidia.warp_specialization.producer_slice import EVERYONE
from triton_shared.codegen.nvidia.warp_specialization.stage_fill import (
    BoxFilling,
    ChunkFilling,
    Filling,
    chunks_by_load,
    threads_of_producer,
)
from triton_shared.codegen.simt.build import shared_memory
from triton_shared.codegen.simt.build.context import Program, Ring
from triton_shared.codegen.simt.build.emitter import PRODUCES, Small
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.values import Held
from triton_shared.codegen.simt.memory.allocate_shared_memory import LASTING
from triton_shared.codegen.simt.memory.insert_barriers import PHASED
from triton_shared.codegen.simt.pipeline import expand_loop
from triton_shared.codegen.simt.pipeline.expand_loop import Pipeline, PipelineHanded, Tiles
from triton_shared.codegen.simt.pipeline.iteration_slice import Turn
from triton_shared.codegen.simt.pipeline.pipelinable_loads import (
    WARP_SPECIALIZE,
    BlockLoad,
    Left,
    Memory,
    Refused,
    Staging,
    stages_of,
    staging,
)
from triton_shared.ir.builder import Condition, i64_attr
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, ops_around
from triton_shared.mlir import ir

_AROUND = ("scf.for", "scf.if", "scf.while")


@dataclass(frozen=True)
class Found:
    """The ``loops`` of a kernel that a producer fills the stages of, with what they load, and the others' reasons."""

    loops: dict[ir.Operation, tuple[Staging, dict[BlockLoad, Box]]]
    left: tuple[Left, ...]

    def __str__(self) -> str:
        made = [f"{len(self.loops)} loops have a producer"]
        return "; ".join([*made, *(f"a loop has none: {left.reason}" for left in self.left)])


def found_in(program: Program) -> Found:
    """The loops of ``program`` whose loads are boxes of memory that the kernel leaves as it is."""
    loops: dict[ir.Operation, tuple[Staging, dict[BlockLoad, Box]]] = {}
    left: list[Left] = []
    memory = Memory(program.function)
    for op in reversed(all_ops(program.function, {"scf.for"})):  # what is inside first
        stages = min(stages_of(op, program.target), program.most_stages)
        staged = staging(op, stages)
        if stages < 2 or not staged.loads:
            if WARP_SPECIALIZE in op.attributes and not any(op in ops_around(loop) for loop in loops):
                left.append(Left(op, "none of its loads is staged"))
            continue
        boxes = tma_loads.boxes_of(program, staged)
        filled = boxes if program.target.tensor_copies else chunks_by_load(program, staged)
        try:
            if len(filled) < len(staged.loads):
                what = "boxes" if program.target.tensor_copies else "chunks"
                raise Refused(f"what it loads are not all {what}")
            _check(op, staged, memory, list(loops))
            loops[op] = staged, boxes
        except Refused as reason:
            left.append(Left(op, str(reason)))
    return Found(loops, tuple(left))


def _check(
    loop: ir.Operation,
    staged: Staging,
    memory: Memory,
    inner: list[ir.Operation],
) -> None:
    """Raise `Refused` unless a producer may fill the stages of ``loop``; ``inner`` are loops that it may contain."""
    for load in staged.loads:
        memory.check(load.view.base)
    if any(loop in ops_around(other) for other in inner):
        raise Refused("there is one inside of it")
    if any(op.name not in _AROUND for op in ops_around(loop)):
        raise Refused("threads go their own ways around it")


class Produced:
    """The ring of stages of the ``loops`` of ``program``, and its mbarriers; made where the program begins.

    ``make`` gives what emits a loop: a `ProducedLoop` of such arguments.
    """

    def __init__(
        self,
        program: Program,
        loops: dict[ir.Operation, tuple[Staging, dict[BlockLoad, Box]]],
        make: Callable[..., ProducedLoop],
    ):
        self.program, self.b, self.loops, self.make = program, program.b, loops, make
        b = self.b
        self.containing = {op for loop in loops for op in (loop, *ops_around(loop))}
        tiles = [Tiles(b, found.loads, found.stages) for found, _ in loops.values()]
        self.stages, self.stage_bytes = max(t.stages for t in tiles), max(t.bytes for t in tiles)
        program.rings.append(Ring(self.stages, self.stage_bytes, tuple(loops)))
        phased = {PHASED: ir.UnitAttr.get()}
        self.ring = b.one(
            "simt.region",
            b.shared_pointer,
            bytes=i64_attr(self.stages * self.stage_bytes),
            alignment=i64_attr(max(t.alignment for t in tiles)),
            **phased,
        )
        self.full = tma_loads.mbarriers(b, 2 * self.stages, **phased, **{LASTING: ir.UnitAttr.get()})
        self.empty = b.advance(self.full, MBARRIER * self.stages)
        self.by_boxes = bool(program.target.tensor_copies)
        is_producer = "eq" if self.by_boxes else "sge"
        self.is_producer = b.at_entry(lambda: b.compare32(is_producer, b.thread, program.target.threads))
        threads = program.target.threads
        self.thread = b.at_entry(lambda: b.value32(b.small("arith.subi", b.thread, threads)))
        b.some_threads(b.compare32("eq", b.thread, 0), self._begin)
        if self.by_boxes:
            shared_memory.fence(b)
        scope = ir.Attribute.parse("#gpu.barrier_scope<workgroup>")
        b.op("gpu.barrier", (), (), {"scope": scope, EVERYONE: ir.UnitAttr.get()})
        self.key = b.zeros(b.i32, 1)
        program.layouts.values[self.key] = layout = program.layouts.default(())
        program.assign(self.key, layout, self.key)

    def _begin(self) -> None:
        arrivals = 1 if self.by_boxes else threads_of_producer(self.program)
        tma_loads.begin_phases(self.b, self.full, self.stages, arrivals)
        tma_loads.begin_phases(self.b, self.empty, self.stages, self.program.target.num_warps)

    # The word

    @property
    def word(self) -> ir.Value:
        """Which stage is the next one, and which parity its phases have."""
        held = self.program.whole(self.key)
        assert isinstance(held, Held)
        return self.b.extract(held.vector, 0)

    @word.setter
    def word(self, word: ir.Value) -> None:
        self.program.assign(self.key, self.program.layouts.of(self.key), self.b.collect([word]))

    def after(self, word: ir.Value) -> ir.Value:
        """The word of the turn after that of ``word``."""
        b = self.b
        turned = b.value32(b.small("arith.xori", self.parity(word), 1))
        moved = b.value32(b.small("arith.addi", word, 2))
        return b.select(b.compare("slt", word, b.constant(b.i32, 2 * self.stages - 2)), moved, turned)

    def stage(self, word: ir.Value) -> Small:
        """The number of the stage."""
        return self.b.small("arith.shrui", word, 1)

    def stage_before(self, word: ir.Value) -> ir.Value:
        """The number of the stage of the turn before that of ``word``."""
        b = self.b
        last, before = b.constant(b.i32, self.stages - 1), b.small("arith.subi", self.stage(word), 1)
        return b.select(b.compare32("slt", before, 0), last, b.value32(before))

    def parity(self, word: ir.Value) -> ir.Value:
        """The parity of the phase of the stage's mbarriers."""
        return self.b.value32(self.b.small("arith.andi", word, 1))

    def offset(self, word: ir.Value) -> ir.Value:
        """Bytes from the beginning of the ring to the stage."""
        return self.b.value32(self.b.small("arith.muli", self.stage(word), self.stage_bytes))

    # The stages

    def produce(self, word: ir.Value, fill: Callable[[ir.Value], object]) -> None:
        """Let the producer wait until the stage is empty, and ``fill`` it, which ends the phase of an mbarrier."""
        b = self.b

        def emit() -> None:
            parity = b.value32(b.small("arith.xori", self.parity(word), 1))
            b.op(WAIT, (), (self._at(self.empty, self.stage(word)), parity))
            fill(self._at(self.full, self.stage(word)))

        alone = ir.BoolAttr.get(self.by_boxes)
        b.some_threads(b.one(PRODUCES, b.i1, self.is_producer, alone=alone), emit)

    def wait(self, word: ir.Value) -> None:
        """Wait until the stage is full."""
        self.b.op(WAIT, (), (self._at(self.full, self.stage(word)), self.parity(word)))

    def release(self, stage: Small, condition: Condition = True) -> None:
        """Let the stage be empty for this warp, if ``condition`` holds."""
        b = self.b
        b.warp_barrier()
        is_one = b.both(condition, b.at_entry(lambda: b.compare32("eq", b.lane, 0)))
        b.some_threads(is_one, lambda: b.op(ARRIVE, (), (self._at(self.empty, stage),)))

    def _at(self, first: ir.Value, stage: Small) -> ir.Value:
        return self.b.advance(first, self.b.small("arith.muli", stage, MBARRIER))

    # Loops

    def around(self, op: ir.Operation) -> list[ir.Operation]:
        """The control flow that both ``op`` and one of the ``loops`` are in."""
        return [one for one in ops_around(op) if one in self.containing]

    def emit(self, loop: ir.Operation) -> None:
        """Emit ``loop``: filled by the producer, or by those who compute where there is no map, or a block no box."""
        program, (found, boxes) = self.program, self.loops[loop]
        fired("distribute-tensors", "produced loop by boxes" if self.by_boxes else "produced loop by chunks")
        if not self.by_boxes:
            return self.make(program, self, found, ChunkFilling(program, found, self.thread)).emit()
        possible = expand_loop.are_possible(program, found, boxes)

        def emit(is_possible: bool) -> None:
            if is_possible:
                self.make(program, self, found, BoxFilling(program, boxes)).emit()
            else:
                self._borrowed(found)

        expand_loop.branched(program, loop, possible, emit)

    def _borrowed(self, found: Staging) -> None:
        """The loop of ``found`` as one without a producer, in the stages of the ring."""
        b = self.b

        def take(_, state) -> list[ir.Value]:
            self.produce(state[0], lambda full: b.op(ARRIVE, (), (full,)))
            self.wait(state[0])
            return [self.after(state[0])]

        (self.word,) = b.loop(0, self.stages, 1, [self.word], take)
        Pipeline(self.program, found, {}, is_second=True).emit(self.ring)
        shared_memory.fence(b)
        for stage in range(self.stages):
            self.release(stage)


class ProducedLoop(Pipeline):
    """Emits one loop, of which the producer makes the ``filling``."""

    def __init__(self, program: Program, produced: Produced, found: Staging, filling: Filling):
        super().__init__(program, found, {})
        self.produced, self.filling = produced, filling
        self.filled_by_others = found.loads

    def emit(self, region: ir.Value | None = None) -> None:
        """The loop."""
        b, produced = self.b, self.produced
        near, vectors = self._begun()
        self.waits = 0
        state = [*self.filling.first, *vectors, *(near.values if near is not None else [])]
        handed = PipelineHanded(self.program, self.loop, state)
        self._loop(handed, {}, lambda at: self._turn_of(at, handed))
        self._finish_sums()
        if self.waits:
            some = b.compare("slt", self.lower, self.upper)
            produced.release(produced.stage_before(produced.word), some)

    def _begun(self) -> tuple[Turn | None, list[ir.Value]]:
        """What is loaded beside for the first turn; the turn after it, if anything is."""
        self.ring = Tiles(self.b, self.found.loads, self.produced.stages)
        self.ring.region = self.produced.ring
        turn = self.ahead.first()
        self._prepare(turn)
        near, vectors = self._loaded(turn)
        return near if self.beside else None, vectors

    def _turn_of(self, at: ir.Value, handed: PipelineHanded) -> None:
        """One turn, the number ``at``."""
        b, produced = self.b, self.produced
        filling, vectors, near = expand_loop.split(handed.state, len(self.filling.first), len(self.beside))
        word = produced.word
        tiles = self._filled(filling)
        self._wait_for_tiles(word)
        following, loaded = self._computed(at, tiles, vectors, Turn.of(near) if self.beside else None)
        if self._outlast_turns(self._products_waited_for(), handed):
            produced.release(produced.stage_before(word), b.compare("ne", at, self.lower))
        else:
            produced.release(produced.stage(word))
        produced.word = produced.after(word)
        near = following.values if following is not None else []
        handed.state = [*self.filling.following(filling), *loaded, *near]

    def _filled(self, filling: list[ir.Value]) -> dict[BlockLoad, Tile]:
        """The tiles of the next turn, whose state is ``filling``, which the producer fills."""
        word = self.produced.word
        tiles = self.ring.at(self.produced.offset(word))
        self.produced.produce(word, lambda full: self.filling.begin(filling, tiles, full))
        return tiles

    def _wait_for_tiles(self, word: ir.Value) -> None:
        """Wait until the tiles of the turn of ``word`` are full."""
        self.produced.wait(word)
        if self.filling.needs_fence and self.is_for_groups:
            shared_memory.fence(self.b)


def are_wanted(target: GpuTarget) -> bool:
    """Whether kernels for ``target`` are to have a producer."""
    fits = target.num_warps + target.producer_warps <= MAX_THREADS // WARP
    return bool(target.warp_specialize) and target.has_groups and fits
