"""How a producer fills the stages of a loop: with TMA tiles, by one thread, or with chunks, by all threads of its
warps.

    TMA tiles    nvvm.mbarrier.arrive.expect_tx %full ; simt.tma_load … %full ; …
    chunks   nvvm.cp.async.shared.global … ; … ; nvvm.cp.async.mbarrier.arrive %full

TMA tiles arrive at the mbarrier by their bytes, chunks by the threads that copy them: each arrives when its own copies
have been made, without waiting for them.  Where chunks go through registers the threads wait for their copies, and
arrive themselves.

wgmma reads by another proxy than those that chunks are written by: a thread that waits for chunks lets it see them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Protocol

from triton_shared.codegen.nvidia import nvvm
from triton_shared.codegen.nvidia.target import WARP
from triton_shared.codegen.nvidia.tma.tensor_maps import TmaTile
from triton_shared.codegen.nvidia.tma.tma_loads import TmaTileLoads
from triton_shared.codegen.simt.analysis.divisibility import Divisibility
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.pipeline.async_copies import AsyncLoad
from triton_shared.codegen.simt.pipeline.copy_chunks import Chunks, chunks_of
from triton_shared.codegen.simt.pipeline.iteration_slice import Iteration, IterationSlice
from triton_shared.codegen.simt.pipeline.loop_plan import CP_ASYNC, copy_of
from triton_shared.codegen.simt.pipeline.pipelinable_loads import LoopScalars, Staging, TileLoad
from triton_shared.codegen.simt.target import BlockShape
from triton_shared.ir.builder import Condition
from triton_shared.mlir import ir


class StageFill(Protocol):
    """How the stages of one loop are filled; made before it.

    Attributes:
        first: the state, what a loop carries of it, of the first iteration.
        needs_fence: whether wgmma does not see by itself what has been filled.
    """

    first: list[ir.Value]
    needs_fence: bool

    def begin(self, state: Sequence[ir.Value], tiles: Mapping[TileLoad, Tile], full: ir.Value) -> None:
        """Begin to fill ``tiles`` with what the iteration of ``state`` needs; it arrives at the mbarrier ``full``."""

    def following(self, state: Sequence[ir.Value]) -> list[ir.Value]:
        """The state of the iteration after that of ``state``."""


class TmaStageFill:
    """Fills stages with ``tma_tiles``; the state is the number of the iteration."""

    needs_fence = False

    def __init__(self, context: LoweringContext, tma_tiles: Mapping[TileLoad, TmaTile]):
        self.b, self.copies = context.b, TmaTileLoads(context, tma_tiles)
        self.first = [self.b.constant(self.b.i32, 0)]

    def begin(self, state: Sequence[ir.Value], tiles: Mapping[TileLoad, Tile], full: ir.Value) -> None:
        """See `StageFill`."""
        self.copies.begin(tiles, full, state[0])

    def following(self, state: Sequence[ir.Value]) -> list[ir.Value]:
        """See `StageFill`."""
        return [self.b.value32(self.b.i32_op("arith.addi", state[0], 1))]


class CpAsyncStageFill:
    """Fills stages with chunks of all loads of ``found``; the state is the iteration.

    The producer's threads are distinguished by ``thread``, their number among them.
    """

    needs_fence = True

    def __init__(self, context: LoweringContext, found: Staging, thread: ir.Value):
        self.b, self.thread = context.b, thread
        self.ahead = IterationSlice(context, found)
        iteration = self.ahead.first()
        self.first = iteration.values
        loop_scalars = LoopScalars(found.loop)
        chunks = chunks_by_load(found, context.layouts.divisibility, context.target.producer_warps)
        with self.ahead.at(iteration), self.b.with_thread_id(self.thread):
            self.loads = [AsyncLoad(context, load, chunks[load], loop_scalars) for load in found.loads]
            self.whole = self._all(load.copies_whole_chunks for load in self.loads)
        context.disable_lsr = True

    def begin(self, state: Sequence[ir.Value], tiles: Mapping[TileLoad, Tile], full: ir.Value) -> None:
        """See `StageFill`."""
        b = self.b
        with self.ahead.at(Iteration.of(state)), b.with_thread_id(self.thread):
            whole = b.both(self.whole, self._all(load.copies_whole_chunks_now() for load in self.loads))
            b.branch(whole, lambda: self._copy(tiles, full), lambda: self._copy_parts(tiles, full))

    def following(self, state: Sequence[ir.Value]) -> list[ir.Value]:
        """See `StageFill`."""
        iteration = Iteration.of(state)
        with self.ahead.at(iteration):
            return self.ahead.following(iteration).values

    def _all(self, conditions: Iterable[Condition]) -> Condition:
        return reduce(self.b.both, conditions, True)

    def _copy(self, tiles: Mapping[TileLoad, Tile], full: ir.Value) -> None:
        """Copy whole chunks."""
        for load in self.loads:
            load.copy(tiles[load.load], self.b.value(True))
        nvvm.mbarrier_arrive_when_copied(self.b, full)

    def _copy_parts(self, tiles: Mapping[TileLoad, Tile], full: ir.Value) -> None:
        """Copy chunks of any kind."""
        b = self.b
        for load in self.loads:
            load.emit(tiles[load.load], b.value(True), False)
        if not any(load.may_store for load in self.loads):
            nvvm.mbarrier_arrive_when_copied(b, full)
            return
        nvvm.commit_copies(b)
        nvvm.wait_for_copies(b, 0)
        nvvm.mbarrier_arrive(b, full)


def chunks_by_load(found: Staging, known: Divisibility, warps: int) -> dict[TileLoad, Chunks]:
    """The chunks, by loads of ``found``, of those that have any for a producer of so many ``warps``."""
    loop_scalars = LoopScalars(found.loop)
    wanted = [load for load in found.loads if copy_of(load.buffer) in (None, CP_ASYNC) and load.rows is None]
    block = BlockShape(WARP, warps)
    made = {load: chunks_of(load, loop_scalars, known, block) for load in wanted}
    return {load: chunks for load, chunks in made.items() if isinstance(chunks, Chunks)}
