"""How a producer fills the stages of a loop: with boxes, by one thread, or with chunks, by all threads of its warps.

    boxes    simt.expect_bytes %full ; simt.copy_box … %full ; …
    chunks   nvvm.cp.async.shared.global … ; … ; simt.arrive_when_copied %full

Boxes arrive at the mbarrier by their bytes, chunks by the threads that copy them: each arrives when its own copies have
been made, without waiting for them.  Where chunks go through registers the threads wait for their copies, and arrive
themselves.

wgmma reads by another proxy than those that chunks are written by: who waits for chunks lets it see them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Protocol

from triton_shared.codegen.nvidia.target import WARP
from triton_shared.codegen.nvidia.tma.tensor_maps import Box
from triton_shared.codegen.nvidia.tma.tma_loads import ARRIVE, ARRIVE_WHEN_COPIED, BoxCopies
from triton_shared.codegen.simt.build.context import Program
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.pipeline.async_copies import AsyncLoad
from triton_shared.codegen.simt.pipeline.copy_chunks import Chunks, chunks_of
from triton_shared.codegen.simt.pipeline.iteration_slice import Turn, TurnsAhead
from triton_shared.codegen.simt.pipeline.pipelinable_loads import BlockLoad, Staging, Turns
from triton_shared.ir.builder import Condition
from triton_shared.mlir import ir


class Filling(Protocol):
    """How the stages of one loop are filled; made before it.

    Attributes:
        first: the state, what a loop hands on of it, of the first turn.
        needs_fence: whether wgmma does not see by itself what has been filled.
    """

    first: list[ir.Value]
    needs_fence: bool

    def begin(self, state: Sequence[ir.Value], tiles: Mapping[BlockLoad, Tile], full: ir.Value) -> None:
        """Begin to fill ``tiles`` with what the turn of ``state`` needs; it arrives at the mbarrier ``full``."""

    def following(self, state: Sequence[ir.Value]) -> list[ir.Value]:
        """The state of the turn after that of ``state``."""


class BoxFilling:
    """Fills stages with ``boxes``; the state is the number of the turn."""

    needs_fence = False

    def __init__(self, program: Program, boxes: Mapping[BlockLoad, Box]):
        self.b, self.copies = program.b, BoxCopies(program, boxes)
        self.first = [self.b.constant(self.b.i32, 0)]

    def begin(self, state: Sequence[ir.Value], tiles: Mapping[BlockLoad, Tile], full: ir.Value) -> None:
        """See `Filling`."""
        self.copies.begin(tiles, full, state[0])

    def following(self, state: Sequence[ir.Value]) -> list[ir.Value]:
        """See `Filling`."""
        return [self.b.value32(self.b.small("arith.addi", state[0], 1))]


class ChunkFilling:
    """Fills stages with chunks of all loads of ``found``; the state is the turn.

    The producer's threads are told by ``thread``, their number among them.
    """

    needs_fence = True

    def __init__(self, program: Program, found: Staging, thread: ir.Value):
        self.b, self.thread = program.b, thread
        self.ahead = TurnsAhead(program, found)
        turn = self.ahead.first()
        self.first = turn.values
        turns, chunks = Turns(found.loop), chunks_by_load(program, found)
        with self.ahead.at(turn), self.b.as_thread(self.thread):
            self.loads = [AsyncLoad(program, load, chunks[load], turns) for load in found.loads]
            self.whole = self._all(load.goes_whole for load in self.loads)
        program.keeps_addresses = True

    def begin(self, state: Sequence[ir.Value], tiles: Mapping[BlockLoad, Tile], full: ir.Value) -> None:
        """See `Filling`."""
        b = self.b
        with self.ahead.at(Turn.of(state)), b.as_thread(self.thread):
            whole = b.both(self.whole, self._all(load.goes_whole_now() for load in self.loads))
            b.branch(whole, lambda: self._copy(tiles, full), lambda: self._copy_parts(tiles, full))

    def following(self, state: Sequence[ir.Value]) -> list[ir.Value]:
        """See `Filling`."""
        turn = Turn.of(state)
        with self.ahead.at(turn):
            return self.ahead.following(turn).values

    def _all(self, conditions: Iterable[Condition]) -> Condition:
        return reduce(self.b.both, conditions, True)

    def _copy(self, tiles: Mapping[BlockLoad, Tile], full: ir.Value) -> None:
        """Copy whole chunks."""
        for load in self.loads:
            load.copy(tiles[load.load], self.b.value(True))
        self.b.op(ARRIVE_WHEN_COPIED, (), (full,))

    def _copy_parts(self, tiles: Mapping[BlockLoad, Tile], full: ir.Value) -> None:
        """Copy chunks of any kind."""
        b = self.b
        for load in self.loads:
            load.emit(tiles[load.load], b.value(True), False)
        if not any(load.may_store for load in self.loads):
            b.op(ARRIVE_WHEN_COPIED, (), (full,))
            return
        b.op("nvvm.cp.async.commit.group", (), ())
        b.op("nvvm.cp.async.wait.group", (), (), {"n": ir.IntegerAttr.get(b.i32, 0)})
        b.op(ARRIVE, (), (full,))


def threads_of_producer(program: Program) -> int:
    """How many threads a producer has."""
    return WARP * program.target.producer_warps


def chunks_by_load(program: Program, found: Staging) -> dict[BlockLoad, Chunks]:
    """The chunks, by loads of ``found``, of those that have any."""
    turns, known = Turns(found.loop), program.layouts.divisibility
    made = {load: chunks_of(load, turns, known, program.target.producer_warps) for load in found.loads}
    return {load: chunks for load, chunks in made.items() if chunks is not None}
