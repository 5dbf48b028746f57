"""The stages of a loop that its own threads fill: a ring of tiles in shared memory, some iterations ahead.

    copy iteration 0 into stage 0 ; commit ; copy iteration 1 into stage 1 ; commit
    scf.for %k … iter_args(…, %ahead, %left, %read, %write) {
      nvvm.cp.async.wait.group 1          this iteration's tiles are there, as far as this thread filled them
      nvvm.fence.proxy                    … for wgmma too, where that reads them
      copy iteration %ahead into the stage at %write ; commit
    }
    nvvm.cp.async.wait.group 0

What an iteration ahead loads, and from where, is computed by the loop's own scalar code, emitted once more for its
number and for the scalars that the loop carries.  An iteration that the loop does not have copies nothing, but commits
a group, so that counting groups stays right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import Emitter, I32Like
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.memory.allocate_shared_memory import RING
from triton_shared.codegen.simt.pipeline.async_copies import AsyncLoad
from triton_shared.codegen.simt.pipeline.copy_chunks import StageTiles
from triton_shared.codegen.simt.pipeline.iteration_slice import Iteration, IterationSlice
from triton_shared.codegen.simt.pipeline.pipelinable_loads import TileLoad
from triton_shared.codegen.simt.pipeline.register_prefetch import RegisterLoad
from triton_shared.codegen.simt.pipeline.row_copies import RowLoad, held_indices
from triton_shared.codegen.simt.pipeline.schedule import Action, Actions, Frame, Step
from triton_shared.ir.builder import Index
from triton_shared.mlir import ir


class TileRing(StageTiles):
    """A ring of ``stages`` tiles of each of ``loads``; a stage is given by its offset in bytes in the ring."""

    def __init__(self, b: Emitter, loads: Sequence[TileLoad], stages: int, region: ir.Value | None = None):
        super().__init__(loads)
        self.b, self.stages = b, stages
        if region is not None:
            self.region = region

    def allocate(self, number: ir.Attribute) -> None:
        """Let the tiles be in shared memory of their own, the ring of this ``number``."""
        self.region = self.b.shared_alloc(self.stages * self.bytes, self.alignment, **{RING: number})

    def at(self, stage: I32Like) -> dict[TileLoad, Tile]:
        """The tiles of ``stage``."""
        b, base = self.b, self.b.advance(self.region, stage)
        return {
            load: Tile(b.advance(base, place), load.tensor.type.element_type, form)
            for load, place, form in zip(self.loads, self.places, self.forms, strict=True)
        }

    def stage(self, number: int) -> ir.Value:
        """The stage ``number``."""
        return self.b.constant(self.b.i32, number * self.bytes)

    def next(self, stage: I32Like) -> ir.Value:
        """The stage after ``stage``."""
        b = self.b
        moved = b.value32(b.i32_op("arith.addi", stage, self.bytes))
        return b.select(b.compare("eq", moved, self.stage(self.stages)), self.stage(0), moved)


def split(values: Sequence[ir.Value], *sizes: int) -> list[list[ir.Value]]:
    """``values`` in parts of these sizes, and the rest."""
    parts, rest = [], list(values)
    for size in sizes:
        parts.append(rest[:size])
        rest = rest[size:]
    return [*parts, rest]


class TileCopies(Protocol):
    """What copies tiles of a loop by an instruction, and waits for them; the loop carries its states."""

    @property
    def first(self) -> list[ir.Value]:
        """The state of the first iteration, to fill a stage for it and to read that."""

    def begin(self) -> None:
        """What comes before the loop."""

    def filled(
        self, state: Sequence[ir.Value], tiles: Mapping[TileLoad, Tile], live: ir.Value
    ) -> list[ir.Value]:
        """Begin to fill ``tiles`` for an iteration, if it is ``live``; the state of the next one."""

    def wait(self, state: Sequence[ir.Value]) -> list[ir.Value]:
        """Wait until an iteration's tiles are there; the state of the next one."""

    def end(self) -> None:
        """What comes behind the loop."""


class CopiedStages:
    """The stages of ``ring``, filled by ``loads`` and by ``tma``; ``iteration`` is the loop's first one.

    The state is the iteration to fill a stage for, the stages that are read and filled, where the rows of that
    iteration lie, and what ``tma`` carries.
    ``is_whole`` says that all chunks are known to be copied whole, ``fences`` that wgmma reads what threads copied.
    """

    def __init__(
        self,
        context: LoweringContext,
        ahead: IterationSlice,
        ring: TileRing,
        loads: Sequence[AsyncLoad | RowLoad | RegisterLoad],
        tma: TileCopies | None,
        iteration: Iteration,
        *,
        is_whole: bool,
        fences: bool,
    ):
        self.context, self.b, self.ahead, self.ring = context, context.b, ahead, ring
        self.loads, self.tma, self.iteration = loads, tma, iteration
        self.is_whole, self.fences = is_whole, fences
        self.has_copies = any(isinstance(load, AsyncLoad | RowLoad) for load in loads)
        self.indices = held_indices(context, ahead, loads)
        self.held: list[ir.Value] = []
        self.filling: list[ir.Value] = []
        self.reading: list[ir.Value] = []
        self.puts: list[Callable[[], None]] = []
        self.actions: Actions = {
            Action.AHEAD: self._ahead,
            Action.WAIT: self._wait_for_tiles,
            Action.MEET: lambda *_: self.b.barrier(),
            Action.FILL: self._fill,
            Action.STORE: lambda *_: self._store(),
            Action.ADVANCE: self._advance,
            Action.DRAIN: self._drain,
        }

    @property
    def state(self) -> list[ir.Value]:
        """What the next iteration finds."""
        return [*self.iteration.values, self.read, self.write, *self.held, *self.filling, *self.reading]

    def enter(self, state: Sequence[ir.Value]) -> None:
        """Begin an iteration that finds ``state``."""
        sizes = len(self.iteration.values), 2, len(self.held), len(self.filling)
        ahead, (self.read, self.write), self.held, self.filling, self.reading = split(state, *sizes)
        self.iteration = Iteration.of(ahead)

    def tiles(self) -> dict[TileLoad, Tile]:
        """The tiles of this iteration."""
        return self.ring.at(self.read)

    # Before the loop, and behind it

    def _ahead(self, step: Step, frame: Frame) -> None:
        """Load for as many iterations as there are stages but one."""
        b, size = self.b, len(self.iteration.values)

        def load(_: Index, state: Sequence[ir.Value]) -> list[ir.Value]:
            values, (self.write,), self.held, self.filling = split(state, size, 1, len(self.held))
            self.iteration = Iteration.of(values)
            self._fill(step, frame)
            self._store()
            return [*self.iteration.values, self.ring.next(self.write), *self.held, *self.filling]

        filling, self.held = self.tma.first if self.tma else [], self.indices.loaded(self.iteration)
        inits = [*self.iteration.values, self.ring.stage(0), *self.held, *filling]
        loaded = b.loop(0, self.ring.stages - 1, 1, inits, load)
        values, _, self.held, self.filling = split(loaded, size, 1, len(self.held))
        self.iteration = Iteration.of(values)
        self.reading = self.tma.first if self.tma else []
        self.read, self.write = self.ring.stage(0), self.ring.stage(self.ring.stages - 1)

    def _drain(self, step: Step, frame: Frame) -> None:
        self._wait(0)
        if self.tma:
            self.tma.end()

    # In an iteration

    def _wait_for_tiles(self, step: Step, frame: Frame) -> None:
        self._wait(self.ring.stages - 2)
        if self.tma:
            self.reading = self.tma.wait(self.reading)
        if self.fences:
            self.context.instructions.fence(self.b)

    def _wait(self, pending: int) -> None:
        """Wait for all groups of copies but the last ``pending`` ones."""
        if self.has_copies:
            self.context.instructions.wait(self.b, pending)

    def _fill(self, step: Step, frame: Frame) -> None:
        """Load what the iteration to come needs into the tiles of its stage."""
        b, iteration = self.b, self.iteration
        with self.ahead.at(iteration):
            live = b.compare("ne", iteration.left, b.constant(iteration.left.type, 0))
            tiles = self.ring.at(self.write)
            self.indices.hold(self.held)
            puts = [load.emit(tiles[load.load], live, self.is_whole) for load in self.loads]
            if self.has_copies:
                self.context.instructions.commit(b)
            self.iteration = self.ahead.following(iteration)
        if self.tma:
            self.filling = self.tma.filled(self.filling, tiles, live)
        self.held = self.indices.loaded(self.iteration)
        self.puts = [put for put in puts if put is not None]

    def _store(self) -> None:
        for put in self.puts:
            put()
        self.puts = []

    def _advance(self, step: Step, frame: Frame) -> None:
        self.read, self.write = self.ring.next(self.read), self.ring.next(self.write)
