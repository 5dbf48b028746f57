"""Loops whose loads are prefetched, made of their schedules: prologue, kernel and epilogue.

    scf.for %k … iter_args(%acc) { %a = load … ; %b = load … ; %acc' = matmul %a, %b, %acc }

becomes, with three stages that the threads themselves fill, two iterations ahead,

    copy iteration 0 into stage 0 ; copy iteration 1 into stage 1         the prologue
    scf.for %k … iter_args(%acc, state) {                                 the kernel: a step after the other
      wait for the tiles of this iteration
      gpu.barrier                         … as others filled them; and all have read the tiles of the iteration before
      copy the iteration to come into the stage that the iteration before has read
      %acc' = matmul of the tiles of this iteration
    }
    wait for all copies                                                   the epilogue

`schedule.py` has the schedules.  The `Expander` makes code of any, step after step, by the parts of the loop: those
that fill stages (`stage_ring.py`, or a producer), that hold loads in registers (`register_prefetch.py`), and what a
target adds.  Loads that feed no dot, and those that must stay where they are, are as in any loop.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from triton_shared.codegen.simt.build import control_flow
from triton_shared.codegen.simt.build.context import LoweringContext, Ring
from triton_shared.codegen.simt.build.emitter import Emitter
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.values import InRegisters, InSharedMemory
from triton_shared.codegen.simt.memory.allocate_shared_memory import RING
from triton_shared.codegen.simt.pipeline import dots_in_flight, schedule
from triton_shared.codegen.simt.pipeline.async_copies import AsyncLoad
from triton_shared.codegen.simt.pipeline.copy_chunks import Chunks, chunks_of
from triton_shared.codegen.simt.pipeline.iteration_slice import Iteration, IterationSlice
from triton_shared.codegen.simt.pipeline.loop_plan import CP_ASYNC, REGISTERS, copy_of, refused, stages_of
from triton_shared.codegen.simt.pipeline.pipelinable_loads import LoopScalars, Staging, TileLoad, staging
from triton_shared.codegen.simt.pipeline.register_prefetch import (
    MAX_PREFETCH_WORDS,
    RegisterLoad,
    RegisterPrefetch,
)
from triton_shared.codegen.simt.pipeline.row_copies import RowLoad
from triton_shared.codegen.simt.pipeline.schedule import Action, Actions, Frame, Part, Schedule, Step
from triton_shared.codegen.simt.pipeline.stage_ring import CopiedStages, TileRing, split
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import Condition, i64_attr
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: on a loop: how many stages it has, which are fewer than it was to have where shared memory is too small
STAGES = "simt.stages"
#: dots of an iteration from which on none of its TMA copies may stand between a dot and its wait
MANY_DOTS = 3


def for_(context: LoweringContext, op: ir.Operation) -> None:
    """`scf.for`: with loads made ahead where its plan has any."""
    if context.specialized is not None and op in context.specialized.loops:
        return context.specialized.emit(op)
    stages = stages_of(op, context.most_stages)
    if stages < 2 or context.divergent is not None:
        return control_flow.for_(context, op)
    found = staging(op, stages)
    if not found.loads:
        return control_flow.for_(context, op)
    fired("distribute-tensors", "pipelined loop")
    copies = context.instructions.tile_copies
    tma_tiles = copies.tma_tiles_of(context.function, context.target, found, context.maps) if copies else {}
    if not tma_tiles:
        return CopiedLoop(context, found, {}).emit()
    fired("distribute-tensors", "loop with TMA tiles")
    possible = are_possible(context, found, tma_tiles)

    def emit(is_possible: bool) -> None:
        if not is_possible and copies.are_expected(context, tma_tiles, found):
            control_flow.for_(context, op)
        else:
            CopiedLoop(context, found, tma_tiles if is_possible else {}, is_fallback=not is_possible).emit()

    versioned(context, op, possible, emit)


def are_possible(context: LoweringContext, found: Staging, tma_tiles: Mapping[TileLoad, Any]) -> ir.Value:
    """Whether the loop can copy ``tma_tiles``, as this launch and this program are."""
    copies = context.instructions.tile_copies
    possible = copies.are_possible(context, list(tma_tiles.values()), found.loop)
    ahead = IterationSlice(context, found)
    with ahead.at(ahead.first()):
        unwrapped = copies.are_unwrapped(context, tma_tiles)
    return context.b.both(possible, unwrapped)


def versioned(
    context: LoweringContext, loop: ir.Operation, condition: ir.Value, emit: Callable[[bool], None]
) -> None:
    """``emit`` what stands for ``loop``, where ``condition`` holds and where it does not."""
    written = control_flow.written_buffers(context, loop)
    sides = partial(emit, True), partial(emit, False)
    control_flow.either(context, condition, list(loop.results), written, *sides)


# A loop by its schedule


class _Carried(control_flow.LoopCarried):
    """What the loop carries and, behind it, the state of its parts."""

    def __init__(self, context: LoweringContext, loop: ir.Operation, parts: Sequence[Part]):
        super().__init__(context, loop.results, control_flow.written_buffers(context, loop))
        self.parts, self.sizes = parts, [len(part.state) for part in parts]
        self.types += [value.type for part in parts for value in part.state]

    def operands(self, values: Sequence[ir.Value]) -> list[ir.Value]:
        """What is carried where the op names ``values``."""
        return super().operands(values) + [value for part in self.parts for value in part.state]

    def bind(self, values: Sequence[ir.Value], new: Sequence[ir.Value]) -> None:
        """Let ``values`` of the block's program, the buffers and the parts' states be ``new``."""
        own, *states, _ = split(new, len(new) - sum(self.sizes), *self.sizes)
        super().bind(values, own)
        for part, state in zip(self.parts, states, strict=True):
            part.enter(state)


class Stages(Part, Protocol):
    """The part that has the stages of a loop."""

    def tiles(self) -> dict[TileLoad, Tile]:
        """The tiles of this iteration."""


class Expander:
    """Makes code of the loop of ``found`` by its ``schedule``, with ``stages`` and other ``parts``, in this order."""

    def __init__(
        self, context: LoweringContext, found: Staging, plan: Schedule, stages: Stages, parts: Sequence[Part]
    ):
        self.context, self.b, self.loop, self.found = context, context.b, found.loop, found
        self.schedule, self.stages, self.parts = plan, stages, [stages, *parts]
        self.body = self.loop.regions[0].blocks[0]
        self.lower, self.upper, self.step = (context.scalar(v) for v in list(self.loop.operands)[:3])
        self.actions: Actions = {
            Action.READ: self._read,
            Action.COMPUTE: self._compute,
            Action.SETTLE: self._settle,
        }
        for part in self.parts:
            self.actions |= part.actions

    def emit(self, attributes: dict[str, ir.Attribute]) -> None:
        """The loop, with these ``attributes`` besides its own, and what is around it."""
        context, b, loop, peels = self.context, self.b, self.loop, self.schedule.peels_first
        arguments, yields = list(self.body.arguments)[1:], list(terminator(self.body).operands)
        inits, results, first = list(loop.operands)[3:], list(loop.results), self.lower
        if peels:
            own = control_flow.LoopCarried(context, results, control_flow.written_buffers(context, loop))
            own.bind(arguments, own.operands(inits))
        self._run(self.schedule.prologue, Frame(first, arguments, lambda: True))
        carried = _Carried(context, loop, self.parts)
        if peels:
            inits, first = yields, b.one("arith.addi", first.type, first, self.step)
        known = {name: loop.attributes[name] for name in loop.attributes if name not in control_flow.OBEYED}
        attributes = {**attributes, **known, STAGES: i64_attr(self.found.stages)}

        def iteration(at: ir.Value) -> None:
            has_before = (lambda: True) if peels else (lambda: b.compare("ne", at, self.lower))
            self._run(self.schedule.kernel, Frame(at, arguments, has_before))

        bounds, values = [first, self.upper, self.step], (arguments, yields, results)
        control_flow.loop(context, bounds, carried, iteration, inits, values, attributes)
        has_any = (lambda: True) if peels else (lambda: b.compare("slt", self.lower, self.upper))
        self._run(self.schedule.epilogue, Frame(self.upper, results, has_any))

    def _run(self, steps: Sequence[Step], frame: Frame) -> None:
        """Make code of ``steps``."""
        for step in steps:
            self.actions[step.action](step, frame)

    def _read(self, step: Step, frame: Frame) -> None:
        """Let the loads of this iteration be the tiles that are read."""
        context = self.context
        context.scalars[self.body.arguments[0]] = frame.at
        for load, tile in self.stages.tiles().items():
            context.tensors[load.tensor] = InSharedMemory(tile)

    def _compute(self, step: Step, frame: Frame) -> None:
        """What the ops of ``step`` compute."""
        waits = _Waits(step, self.context, lambda action: self.actions[action](step, frame))
        outer, self.context.finish_dot = self.context.finish_dot, waits.finish
        for op in step.ops:
            self.context.rewrite(op)
        self.context.finish_dot = outer
        waits.beside()
        if step.pending and not self._are_sums(waits.made):
            raise LoweringError(self.loop, "has dots that cannot go on into its next iteration")

    def _are_sums(self, made: Sequence[ir.Value]) -> bool:
        """Whether what dots have ``made`` are the sums in flight, in the registers that the loop carries them in."""
        dots = dots_in_flight.accumulators(self.found)
        held = {place: self.context.tensors[op.results[0]] for place, op in dots.items()}
        layouts = {place: self.context.layouts.of(self.loop.results[place]) for place in dots}
        return tuple(held) == self.schedule.in_flight and [
            node.vector
            for place, node in held.items()
            if isinstance(node, InRegisters) and node.layout == layouts[place]
        ] == list(made)

    def _settle(self, step: Step, frame: Frame) -> None:
        """Wait for the dots that the last iteration has begun, where they outlast it."""
        context = self.context
        for place in self.schedule.in_flight:
            result = self.loop.results[place]
            node = context.tensors[result]
            assert isinstance(node, InRegisters)
            context.instructions.init_accumulators(node.vector)
            context.hold(result, node.layout, context.instructions.finished(self.b, node.vector))


class _Waits:
    """How dots that stand in the loop's block are waited for: as ``step`` has it; others are at once.

    ``emit`` makes code of the action that is beside the first one.
    """

    def __init__(self, step: Step, context: LoweringContext, emit: Callable[[Action], object]):
        self.step, self.b, self.emit, self.finished = step, context.b, emit, context.instructions.finished
        self.block, self.loc = self.b.block, self.b.loc
        self.left, self.made = step.beside, list[ir.Value]()

    def finish(self, b: Emitter, sums: ir.Value) -> ir.Value:
        """``sums`` of a dot that has begun, when it may be waited for."""
        if b.block != self.block:
            return self.finished(b, sums)
        if not self.step.behind_wait:
            self.beside()
        self.made.append(self.finished(b, sums, self.step.pending))
        self.beside()
        return self.made[-1]

    def beside(self) -> None:
        """Do what is beside the first dot, if it has not been done yet."""
        if self.left is not None:
            action, self.left = self.left, None
            with self.b.located(self.loc):
                self.emit(action)


# Loops whose stages their own threads fill


@dataclass(frozen=True)
class Prepared:
    """The loads of a loop, as they are made: into ``tiles``, and into ``registers`` an iteration ahead."""

    tiles: list[AsyncLoad | RowLoad | RegisterLoad]
    registers: list[RegisterLoad]

    def ops(self, found: Staging) -> tuple[ir.Operation, ...]:
        """The ops of the loop's body that are none of these loads."""
        made = (*found.loads, *(one.load for one in self.registers))
        members = {member for load in made for member in load.members}
        members.update(member for index in found.unused_indices for member in index.members)
        body = [op.operation for op in found.loop.regions[0].blocks[0].operations][:-1]
        return tuple(op for op in body if op not in members)


def prepared(
    context: LoweringContext,
    found: Staging,
    ahead: IterationSlice,
    iteration: Iteration,
    elsewhere: Collection[TileLoad],
    is_fallback: bool = False,
) -> Prepared:
    """How the loads of ``found`` are made that are not filled ``elsewhere``, from the first ``iteration``."""
    loop_scalars, words, made = LoopScalars(found.loop), MAX_PREFETCH_WORDS, Prepared([], [])
    with ahead.at(iteration):
        for load in (one for one in (*found.loads, *found.register_loads) if one not in elsewhere):
            is_said = not is_fallback and load in found.register_loads and copy_of(load.buffer)
            registers = RegisterLoad(context, load, sys.maxsize if is_said else words)
            if load in found.loads:
                made.tiles.append(_into_tile(context, load, registers, loop_scalars))
                if made.tiles[-1] is not registers:
                    continue
            elif registers.is_held:
                made.registers.append(registers)
            words -= registers.words if registers.is_held else 0
    return made


def _into_tile(
    context: LoweringContext, load: TileLoad, registers: RegisterLoad, loop_scalars: LoopScalars
) -> AsyncLoad | RowLoad | RegisterLoad:
    """By chunks where ``load`` has any and says nothing else, in place of TMA as well; else by ``registers``."""
    layouts, said = context.layouts, copy_of(load.buffer)
    if said == REGISTERS:
        return registers
    chunks = chunks_of(load, loop_scalars, layouts.divisibility, layouts.block)
    if isinstance(chunks, Chunks):
        rows = load.rows is not None
        return RowLoad(context, load, chunks) if rows else AsyncLoad(context, load, chunks, loop_scalars)
    if said == CP_ASYNC:
        raise refused(load.buffer, chunks)
    return registers


class CopiedLoop:
    """A loop, which loads ``tma_tiles`` by TMA; ``is_fallback`` if it replaces one that does."""

    def __init__(
        self,
        context: LoweringContext,
        found: Staging,
        tma_tiles: dict[TileLoad, Any],
        is_fallback: bool = False,
    ):
        self.context, self.found, self.is_fallback = context, found, is_fallback
        copies = context.instructions.tile_copies
        self.tma = copies.TmaLoadPipeline(context, tma_tiles, found.stages) if tma_tiles else None
        self.elsewhere, self.ahead = tma_tiles, IterationSlice(context, found)

    def emit(self, region: ir.Value | None = None) -> None:
        """Emit it; its tiles are in the ``region``, where there is one for them."""
        context, found, ahead = self.context, self.found, self.ahead
        number = i64_attr(len(context.rings) + 1)
        if self.tma:  # with a barrier, so the ring, which is filled from where it is made, needs no other one
            self.tma.begin()
        ring = TileRing(context.b, found.loads, found.stages, region)
        if region is None:
            ring.allocate(number)
            context.rings.append(Ring(found.stages, ring.bytes, (found.loop,)))
        first = ahead.first()
        loads = prepared(context, found, ahead, first, self.elsewhere, self.is_fallback)
        prefetch = RegisterPrefetch(context, ahead, loads.registers, first)
        loaded = prefetch.state
        plan = self._schedule(loads)
        fences = bool(loads.tiles) and dots_in_flight.any_wgmma(found.loop, context.target)

        def emit(is_whole: bool) -> None:
            stages = CopiedStages(
                context, ahead, ring, loads.tiles, self.tma, first, is_whole=is_whole, fences=fences
            )
            prefetch.enter(loaded)
            Expander(context, found, plan, stages, [prefetch]).emit({RING: number})

        self._versioned_on_whole_chunks([one for one in loads.tiles if isinstance(one, AsyncLoad)], emit)

    def _schedule(self, loads: Prepared) -> Schedule:
        """The schedule; notes whether LLVM is to leave addresses as they are."""
        context, found, loop = self.context, self.found, self.found.loop
        copies = [load for load in loads.tiles if isinstance(load, AsyncLoad | RowLoad)]
        accumulators = dots_in_flight.accumulators(found)
        is_masked = bool(accumulators) and any(load.is_masked for load in copies)
        context.disable_lsr |= is_masked or not context.maps or len(all_ops(loop, PRODUCTS)) == 1
        is_beside = len(copies) == len(loads.tiles) and dots_in_flight.any_wgmma(loop, context.target)
        slots = dots_in_flight.slots(found, context.layouts, context.target)
        if slots and not is_beside and not self.is_fallback:
            raise dots_in_flight.refused(loop, dots_in_flight.NOT_FILLED)
        # between a dot and its wait, the branch of TMA copies would let no two dots overlap: ptxas C7518
        behind_wait = bool(self.tma) and dots_in_flight.waits(loop, context.target) >= MANY_DOTS
        return schedule.copied(
            loads.ops(found),
            slots if is_beside else (),
            is_beside=is_beside,
            behind_wait=behind_wait,
            meets_for_tiles=bool(loads.tiles),
        )

    def _versioned_on_whole_chunks(self, loads: Sequence[AsyncLoad], emit: Callable[[bool], None]) -> None:
        """``emit``, twice where a test says whether all ``loads`` copy whole chunks: no iteration has to test it then.

        But once inside of another loop, whose iterations would need the registers of both, and in place of one of
        TMA tiles.
        """
        whole: Condition = True
        for load in loads:
            whole = self.context.b.both(whole, load.copies_whole_chunks)
        loop = self.found.loop
        if isinstance(whole, bool) or self.is_fallback or loop.parent.operation.name != "func.func":
            emit(whole is True)
        else:
            versioned(self.context, loop, whole, emit)
