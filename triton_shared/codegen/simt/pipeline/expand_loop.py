"""Loops whose loads are prefetched, into a ring of tiles in shared memory.

    scf.for %k … iter_args(%acc) { %a = load … ; %b = load … ; %acc' = matmul %a, %b, %acc }

becomes, with three stages and therefore two iterations ahead,

    copy iteration 0 into stage 0 ; commit ; copy iteration 1 into stage 1 ; commit
    scf.for %k … iter_args(%acc, %ahead, %left, %read, %write) {
      nvvm.cp.async.wait.group 1          this iteration's tiles are there, as far as this thread filled them
      nvvm.fence.proxy                    … for wgmma too, where that reads them
      gpu.barrier                         … and as others did; and all have read the tiles of the iteration before
      copy iteration %ahead into the stage at %write, which the iteration before has read ; commit
      %acc' = matmul of the tiles at %read
    }
    nvvm.cp.async.wait.group 0

What an iteration ahead loads, and from where, is computed by the loop's own scalar code, emitted once more for its
number and for the scalars that the loop carries.  An iteration that the loop does not have copies nothing, but commits
a group, so that counting groups stays right.  Loads that feed no dot, and those that must stay where they are, are
as in any loop.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence

from triton_shared.codegen.nvidia.mma import wgmma
from triton_shared.codegen.nvidia.mma.wgmma import WGMMA, WGMMA_WAIT
from triton_shared.codegen.nvidia.tma import tma_loads
from triton_shared.codegen.nvidia.tma.tensor_maps import TmaTile
from triton_shared.codegen.nvidia.tma.tma_loads import TmaLoadPipeline
from triton_shared.codegen.simt.build import control_flow
from triton_shared.codegen.simt.build.context import LoweringContext, Ring
from triton_shared.codegen.simt.build.emitter import Emitter, I32Like
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.values import InRegisters, InSharedMemory
from triton_shared.codegen.simt.layouts.dot_plan import plan_of
from triton_shared.codegen.simt.memory.allocate_shared_memory import RING
from triton_shared.codegen.simt.memory.insert_barriers import BARRIER
from triton_shared.codegen.simt.pipeline.async_copies import AsyncLoad
from triton_shared.codegen.simt.pipeline.copy_chunks import Chunks, StageTiles, chunks_of
from triton_shared.codegen.simt.pipeline.iteration_slice import Iteration, IterationSlice
from triton_shared.codegen.simt.pipeline.loop_plan import CP_ASYNC, REGISTERS, copy_of, refused, stages_of
from triton_shared.codegen.simt.pipeline.pipelinable_loads import (
    TRANSPOSE,
    LoopScalars,
    Staging,
    TileLoad,
    staging,
    untransposed,
)
from triton_shared.codegen.simt.pipeline.register_prefetch import MAX_PREFETCH_WORDS, RegisterLoad
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.ir import effects
from triton_shared.ir.builder import Condition, Index, i64_attr
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: on a loop: how many stages it has, which are fewer than it was to have where shared memory is too small
STAGES = "simt.stages"


def for_(context: LoweringContext, op: ir.Operation) -> None:
    """`scf.for`: with loads made ahead where its plan has any."""
    if context.specialized is not None and op in context.specialized.loops:
        return context.specialized.emit(op)
    stages = stages_of(op, context.most_stages)
    if stages < 2 or context.element is not None:
        return control_flow.for_(context, op)
    found = staging(op, stages)
    if not found.loads:
        return control_flow.for_(context, op)
    fired("distribute-tensors", "pipelined loop")
    tma_tiles = tma_loads.tma_tiles_of(context.function, context.target, found, context.maps)
    if not tma_tiles:
        return Pipeline(context, found, {}).emit()
    fired("distribute-tensors", "loop with TMA tiles")
    possible = are_possible(context, found, tma_tiles)

    def emit(is_possible: bool) -> None:
        if not is_possible and tma_loads.are_expected(context, tma_tiles, found):
            control_flow.for_(context, op)
        else:
            Pipeline(context, found, tma_tiles if is_possible else {}, is_fallback=not is_possible).emit()

    versioned(context, op, possible, emit)


def are_possible(context: LoweringContext, found: Staging, tma_tiles: Mapping[TileLoad, TmaTile]) -> ir.Value:
    """Whether the loop can copy ``tma_tiles``, as this launch and this program are."""
    return context.b.both(
        tma_loads.are_possible(context, list(tma_tiles.values()), found.loop),
        Pipeline(context, found, {}).in_first_iteration(lambda: tma_loads.are_unwrapped(context, tma_tiles)),
    )


def versioned(
    context: LoweringContext, loop: ir.Operation, condition: ir.Value, emit: Callable[[bool], None]
) -> None:
    """``emit`` what stands for ``loop``, where ``condition`` holds and where it does not."""
    results = list(loop.results)
    loop_carried = control_flow.LoopCarried(context, results, control_flow.written_buffers(context, loop))

    def side(holds: bool) -> list[ir.Value]:
        emit(holds)
        return loop_carried.operands(results)

    sides = [lambda: side(True), lambda: side(False)]
    loop_carried.bind(results, control_flow.branch(context, condition, sides, loop_carried.types))


class TileRing(StageTiles):
    """A ring of ``stages`` tiles of each of ``loads``; a stage is told by the bytes from the ring's beginning to it."""

    def __init__(self, b: Emitter, loads: Sequence[TileLoad], stages: int):
        super().__init__(loads)
        self.b, self.stages = b, stages

    def allocate(self, number: ir.Attribute) -> None:
        """Let the tiles be in shared memory of their own, the ring of this ``number``."""
        self.region = self.b.one(
            "simt.shared_alloc",
            self.b.shared_pointer,
            bytes=i64_attr(self.stages * self.bytes),
            alignment=i64_attr(self.alignment),
            **{RING: number},
        )

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


@dataclass(frozen=True)
class _State:
    """What an iteration finds of the pipeline.

    Attributes:
        ahead: the iteration to load tiles for.
        read: the stage that holds this iteration's tiles.
        write: the stage to be filled.
        vectors: what was loaded into registers for this iteration.
        near: the iteration to load registers for, where there are any.
        filling: what is known of the TMA tiles that are copied for the iteration ``ahead``, where there are any.
        reading: what is known of those of this iteration.
    """

    ahead: Iteration
    read: ir.Value
    write: ir.Value
    vectors: list[ir.Value]
    near: Iteration | None
    filling: list[ir.Value]
    reading: list[ir.Value]

    @property
    def values(self) -> list[ir.Value]:
        """All of it, as a loop hands it on."""
        near = [] if self.near is None else self.near.values
        tma_tiles = [*self.filling, *self.reading]
        return [*self.ahead.values, self.read, self.write, *tma_tiles, *self.vectors, *near]

    def of(self, values: Sequence[ir.Value]) -> _State:
        """The state that consists of ``values``, alike to this one."""
        ahead, (read, write), filling, reading, vectors, near = split(
            values, len(self.ahead.values), 2, len(self.filling), len(self.reading), len(self.vectors)
        )
        following = None if self.near is None else Iteration.of(near)
        return _State(Iteration.of(ahead), read, write, vectors, following, filling, reading)


def split(values: Sequence[ir.Value], *sizes: int) -> list[list[ir.Value]]:
    """``values`` in parts of these sizes, and the rest."""
    parts, rest = [], list(values)
    for size in sizes:
        parts.append(rest[:size])
        rest = rest[size:]
    return [*parts, rest]


@dataclass(frozen=True)
class _Issued:
    """Copies begun for a future iteration: the ``iteration`` after it, its TMA state, and stores that are left."""

    iteration: Iteration
    filling: list[ir.Value]
    puts: list[Callable[[], None]]

    def store(self) -> None:
        """Store it."""
        for put in self.puts:
            put()


class PipelineCarried(control_flow.LoopCarried):
    """What the loop carries and, behind it, the state of the pipeline."""

    def __init__(self, context: LoweringContext, loop: ir.Operation, state: Sequence[ir.Value]):
        super().__init__(context, loop.results, control_flow.written_buffers(context, loop))
        self.state = list(state)
        self.types += [v.type for v in self.state]

    def operands(self, values: Sequence[ir.Value]) -> list[ir.Value]:
        """What is carried where the op names ``values``."""
        return super().operands(values) + self.state

    def bind(self, values: Sequence[ir.Value], new: Sequence[ir.Value]) -> None:
        """Let ``values`` of the block's program, the buffers and the state be ``new``."""
        own = len(new) - len(self.state)
        super().bind(values, list(new)[:own])
        self.state = list(new)[own:]


class Pipeline:
    """Emits one loop, which loads ``tma_tiles`` by TMA; ``is_fallback`` if it replaces one that does."""

    def __init__(
        self,
        context: LoweringContext,
        found: Staging,
        tma_tiles: dict[TileLoad, TmaTile],
        is_fallback: bool = False,
    ):
        self.is_fallback = is_fallback
        self.tma_tiles = TmaLoadPipeline(context, tma_tiles, found.stages) if tma_tiles else None
        self.filled_elsewhere: Collection[TileLoad] = tma_tiles
        self.context, self.b, self.found, self.loop = context, context.b, found, found.loop
        self.body = self.loop.regions[0].blocks[0]
        self.loop_scalars, self.ahead = LoopScalars(self.loop), IterationSlice(context, found)
        self.dots = all_ops(self.loop, PRODUCTS)
        self.accumulators = self._accumulators()
        plans = [plan_of(op, context.target) for op in self.dots]
        self.uses_wgmma = any(plan is not None and plan.uses_wgmma for plan in plans)
        self.lower, self.upper, self.step = (context.scalar(v) for v in list(self.loop.operands)[:3])

    def emit(self, region: ir.Value | None = None) -> None:
        """The iterations ahead of the loop, the loop, and the wait for what is still under way.

        The tiles are in the ``region``, where there is one for them.
        """
        context, stages = self.context, self.found.stages
        number = i64_attr(len(context.rings) + 1)
        if (
            self.tma_tiles
        ):  # with a barrier, so the ring, which is filled from where it is made, needs no other one
            self.tma_tiles.begin()
        self.ring = TileRing(context.b, self.found.loads, stages)
        if region is None:
            self.ring.allocate(number)
            context.rings.append(Ring(stages, self.ring.bytes, (self.loop,)))
        else:
            self.ring.region = region
        iteration = self.ahead.first()
        self._prepare(iteration)
        near, vectors = self._loaded(iteration)
        copies = [load for load in self.loads if isinstance(load, AsyncLoad)]
        self.has_copies = bool(copies)
        self.overlaps_dots = self.uses_wgmma and len(copies) == len(self.loads)
        is_masked = bool(self.accumulators) and any(load.is_masked for load in copies)
        context.disable_lsr |= is_masked or not context.maps or len(self.dots) == 1
        self._versioned_on_whole_chunks(
            lambda: self._emit_loop(iteration, vectors, near if self.register_loads else None, number)
        )

    def _prepare(self, iteration: Iteration) -> None:
        """Find how each load is made, where the scalars of the first ``iteration`` tell."""
        with self.ahead.at(iteration):
            words = MAX_PREFETCH_WORDS
            self.loads, self.register_loads = [], []
            for load in (
                one
                for one in (*self.found.loads, *self.found.register_loads)
                if one not in self.filled_elsewhere
            ):
                is_said = not self.is_fallback and load in self.found.register_loads and copy_of(load.buffer)
                registers = RegisterLoad(self.context, load, sys.maxsize if is_said else words)
                words -= registers.words if registers.is_held else 0
                if load in self.found.loads:
                    self.loads.append(self._prepared(load, registers))
                elif registers.is_held:
                    self.register_loads.append(registers)
        made = [*self.found.loads, *(registers.load for registers in self.register_loads)]
        self.members = {member for load in made for member in load.members}

    def in_first_iteration(self, emit: Callable[[], Condition]) -> Condition:
        """What ``emit`` finds where the scalars of the first iteration stand."""
        with self.ahead.at(self.ahead.first()):
            return emit()

    def _versioned_on_whole_chunks(self, emit: Callable[[], None]) -> None:
        """``emit``, twice where a test tells whether all loads copy whole chunks: no iteration has to test it then.

        But once inside of another loop, whose iterations would need the registers of both, and in place of one of
        TMA tiles.
        """
        b = self.b
        wholes = [load.copies_whole_chunks for load in self.loads if isinstance(load, AsyncLoad)]
        whole: Condition = True
        for one in wholes:
            whole = b.both(whole, one)
        self.is_whole = whole is True
        if isinstance(whole, bool) or self.is_fallback or self.loop.parent.operation.name != "func.func":
            return emit()

        def side(is_whole: bool) -> None:
            self.is_whole = is_whole
            emit()

        versioned(self.context, self.loop, whole, side)

    def _emit_loop(
        self, iteration: Iteration, vectors: list[ir.Value], near: Iteration | None, number: ir.Attribute
    ) -> None:
        """The iterations ahead of the loop, the loop, and the waits, where ``iteration`` is the first one."""
        context, stages = self.context, self.found.stages
        self.waits = 0
        iteration, filling = self._ahead(iteration)
        reading = self.tma_tiles.first_read if self.tma_tiles else []
        state = _State(
            iteration, self.ring.stage(0), self.ring.stage(stages - 1), vectors, near, filling, reading
        )
        loop_carried = PipelineCarried(context, self.loop, state.values)
        self._loop(loop_carried, {RING: number}, lambda at: self._iteration(at, state, loop_carried))
        self._wait(0)
        if self.tma_tiles:
            self.tma_tiles.end()
        self._finish_accumulators()

    def _loop(
        self,
        loop_carried: PipelineCarried,
        attributes: dict[str, ir.Attribute],
        iteration: Callable[[ir.Value], None],
        inits: Sequence[ir.Value] | None = None,
    ) -> None:
        """The loop, with these ``attributes`` besides its own, each iteration of which ``iteration`` emits.

        What its first iteration begins with are the loop's operands, or ``inits``.
        """
        attributes |= {
            name: self.loop.attributes[name]
            for name in self.loop.attributes
            if name not in control_flow.OBEYED
        }
        attributes[STAGES] = i64_attr(self.found.stages)
        carried = list(self.body.arguments)[1:], list(self.loop_scalars.yields), list(self.loop.results)
        bounds, own = [self.lower, self.upper, self.step], list(self.loop.operands)[3:]
        control_flow.loop(
            self.context,
            bounds,
            loop_carried,
            iteration,
            own if inits is None else inits,
            carried,
            attributes,
        )

    def _finish_accumulators(self) -> None:
        """Wait for the dots that the last iteration has begun, where they outlast it."""
        context = self.context
        for place in self.accumulators if self.waits else ():
            result = self.loop.results[place]
            node = context.tensors[result]
            assert isinstance(node, InRegisters)
            wgmma.init_accumulators(node.vector)
            context.hold(result, node.layout, wgmma.finished(self.b, node.vector))

    def _ahead(self, iteration: Iteration) -> tuple[Iteration, list[ir.Value]]:
        """The prologue: load for the iterations from ``iteration`` on; the iteration after these, and its TMA state."""
        b, size = self.b, len(iteration.values)

        def load(_: Index, state: Sequence[ir.Value]) -> list[ir.Value]:
            values, (stage,), filling = split(state, size, 1)
            issued = self._issued(Iteration.of(values), stage, filling)
            issued.store()
            return [*issued.iteration.values, self.ring.next(stage), *issued.filling]

        inits = [
            *iteration.values,
            self.ring.stage(0),
            *(self.tma_tiles.first_filled if self.tma_tiles else []),
        ]
        values, _, filling = split(b.loop(0, self.found.stages - 1, 1, inits, load), size, 1)
        return Iteration.of(values), filling

    def _iteration(self, at: ir.Value, like: _State, loop_carried: PipelineCarried) -> None:
        """One iteration of the loop, the number ``at``."""
        state = like.of(loop_carried.state)
        self._wait(self.found.stages - 2)
        reading = self.tma_tiles.wait(state.reading) if self.tma_tiles else []
        if self.uses_wgmma and self.loads:
            self.context.instructions.fence(self.b)
        self.b.barrier()
        issued = None if self.overlaps_dots else self._issued(state.ahead, state.write, state.filling)
        near, vectors = self._computed(at, self.ring.at(state.read), state.vectors, state.near)
        issued = issued or self._issued_during_dots(state, loop_carried)
        issued.store()
        read, write = self.ring.next(state.read), self.ring.next(state.write)
        loop_carried.state = _State(
            issued.iteration, read, write, vectors, near, issued.filling, reading
        ).values

    def _computed(
        self,
        at: ir.Value,
        tiles: Mapping[TileLoad, Tile],
        vectors: list[ir.Value],
        near: Iteration | None,
        ops: Sequence[ir.Operation] | None = None,
    ) -> tuple[Iteration | None, list[ir.Value]]:
        """What the loop computes in the iteration ``at``; what is loaded beside for the next one, and the one after it.

        It is all of the body, or these ``ops`` of it.
        """
        context, block = self.context, self.body
        context.scalars[block.arguments[0]] = at
        for load, tile in tiles.items():
            context.tensors[load.tensor] = InSharedMemory(tile)
        for registers, vector in zip(self.register_loads, vectors, strict=True):
            context.hold(registers.load.tensor, registers.layout, vector)
        following, loaded = (None, []) if near is None else self._loaded(near)
        for op in [op.operation for op in block.operations][:-1] if ops is None else ops:
            if op not in self.members:
                context.rewrite(op)
        return following, loaded

    def _issued_during_dots(self, state: _State, loop_carried: PipelineCarried) -> _Issued:
        """What `_issued` does, while this iteration's first dot is made.

        Where dots are only carried, they go on into the next iteration.  Then the stage is free when all have
        waited for the dots of the iteration before.  TMA tiles are copied by one thread, in a branch: if that stood
        between a dot and its wait, ptxas would make no two dots of an iteration overlap that has three or more
        (C7518).
        """
        b = self.b
        waits = self._wgmma_waits()
        if self._outlast_iterations(waits, loop_carried):
            b.barrier()
            if not self.loads:  # of which the threads need not tell each other
                next(op for op in b.block.operations if op.operation.name == BARRIER).operation.erase()
            return self._issued(state.ahead, state.write, state.filling)
        is_behind = bool(self.tma_tiles) and len(waits) > 2
        place = ir.InsertionPoint.after if is_behind else ir.InsertionPoint
        outer, b.ip = b.ip, place(waits[0]) if waits else b.ip
        issued = self._issued(state.ahead, state.write, state.filling)
        b.ip = outer
        return issued

    def _wgmma_waits(self) -> list[ir.Operation]:
        """The waits for dots in this iteration."""
        return [op.operation for op in self.b.block.operations if op.operation.name == WGMMA_WAIT]

    def _outlast_iterations(self, waits: Sequence[ir.Operation], loop_carried: PipelineCarried) -> bool:
        """Wait for the dots of the previous iteration instead of this one's, where possible; whether it is."""
        if not self._may_outlast_iterations(waits, loop_carried):
            return False
        self.waits = len(waits)
        for wait in waits:
            wait.attributes["pending"] = i64_attr(len(waits))
        return True

    def _may_outlast_iterations(self, waits: Sequence[ir.Operation], loop_carried: PipelineCarried) -> bool:
        """Whether all dots of the loop only add to what it carries, and read nothing but its tiles."""
        ops = [op.operation for op in self.b.block.operations if op.operation.name == WGMMA]
        ring = self.ring.region
        tiles_only = all(effects.root(pointer) == ring for op in ops for pointer in list(op.operands)[1:])
        if not self.accumulators or len(waits) != len(self.accumulators) or not tiles_only:
            return False
        for (number, op), wait in zip(self.accumulators.items(), waits, strict=True):
            held = self.context.tensors[op.results[0]]
            if (
                not isinstance(held, InRegisters)
                or held.vector != wait.result
                or held.layout != loop_carried.layouts[number]
            ):
                return False
        return True

    def _accumulators(self) -> dict[int, ir.Operation]:
        """The loop's dots by the numbers of what it carries, to which they add; none if any does more."""
        found: dict[int, ir.Operation] = {}
        for op in self.dots:
            accumulator, result = untransposed(op.operands[2]), _transposed(op.results[0])
            if (
                not isinstance(accumulator.owner, ir.Block)
                or accumulator.owner != self.body
                or _uses(accumulator) + _uses(result) > 2
            ):
                return {}
            if self.loop_scalars.yields[accumulator.arg_number - 1] != result:
                return {}
            found[accumulator.arg_number - 1] = op
        return found

    # LoopScalars to come

    def _issued(self, iteration: Iteration, stage: ir.Value, filling: list[ir.Value]) -> _Issued:
        """Load what ``iteration`` needs into the tiles at ``stage``."""
        b = self.b
        with self.ahead.at(iteration):
            live = b.compare("ne", iteration.left, b.constant(iteration.left.type, 0))
            tiles = self.ring.at(stage)
            puts = [load.emit(tiles[load.load], live, self.is_whole) for load in self.loads]
            if self.has_copies:
                self.context.instructions.commit(b)
            following = self.ahead.following(iteration)
        if self.tma_tiles:
            filling = self.tma_tiles.filled(filling, tiles, live)
        return _Issued(following, filling, [put for put in puts if put is not None])

    def _loaded(self, iteration: Iteration) -> tuple[Iteration, list[ir.Value]]:
        """What ``iteration`` needs in registers, and the iteration after it."""
        b = self.b
        if not self.register_loads:
            return iteration, []
        with self.ahead.at(iteration):
            live = b.compare("ne", iteration.left, b.constant(iteration.left.type, 0))
            vectors = [registers.loaded(live) for registers in self.register_loads]
            return self.ahead.following(iteration), vectors

    def _wait(self, pending: int) -> None:
        """Wait for all groups of copies but the last ``pending`` ones."""
        if self.has_copies:
            self.context.instructions.wait(self.b, pending)

    def _prepared(self, load: TileLoad, registers: RegisterLoad) -> AsyncLoad | RegisterLoad:
        """By chunks where ``load`` has any and says nothing else, in place of TMA as well; else by ``registers``."""
        layouts, said = self.context.layouts, copy_of(load.buffer)
        if said == REGISTERS:
            return registers
        chunks = chunks_of(load, self.loop_scalars, layouts.divisibility, layouts.block)
        if isinstance(chunks, Chunks):
            return AsyncLoad(self.context, load, chunks, self.loop_scalars)
        if said == CP_ASYNC:
            raise refused(load.buffer, chunks)
        return registers


def _transposed(value: ir.Value) -> ir.Value:
    """The transposition of ``value``, where nobody else uses that, or it."""
    users = [use.owner.operation for use in value.uses]
    return users[0].results[0] if len(users) == 1 and users[0].name == TRANSPOSE else value


def _uses(value: ir.Value) -> int:
    return sum(1 for _ in value.uses)
