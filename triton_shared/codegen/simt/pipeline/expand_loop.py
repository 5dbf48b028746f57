"""Loops whose loads are made some turns ahead, into a ring of tiles in shared memory.

    scf.for %k … iter_args(%acc) { %a = load … ; %b = load … ; %acc' = matmul %a, %b, %acc }

becomes, with three stages and therefore two turns ahead,

    copy turn 0 into stage 0 ; commit ; copy turn 1 into stage 1 ; commit
    scf.for %k … iter_args(%acc, %ahead, %left, %read, %write) {
      nvvm.cp.async.wait.group 1          this turn's tiles are there, as far as this thread filled them
      nvvm.fence.proxy                    … for wgmma too, where that reads them
      gpu.barrier                         … and as others did; and all have read the tiles of the turn before
      copy turn %ahead into the stage at %write, which the turn before has read ; commit
      %acc' = matmul of the tiles at %read
    }
    nvvm.cp.async.wait.group 0

What a turn ahead loads, and from where, is computed by the loop's own scalar code, emitted once more for its number
and for the scalars that the loop hands on.  A turn that the loop does not have copies nothing, but commits a group, so
that counting groups stays right.  Loads that feed no product, and those that must stay where they are, are as in any
loop.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from triton_shared.codegen.nvidia.mma import wgmma
from triton_shared.codegen.nvidia.mma.wgmma import MULTIPLY, WAIT
from triton_shared.codegen.nvidia.tma import tma_loads
from triton_shared.codegen.nvidia.tma.tensor_maps import Box
from triton_shared.codegen.nvidia.tma.tma_loads import TensorCopies
from triton_shared.codegen.simt.build import control_flow, shared_memory
from triton_shared.codegen.simt.build.context import Program, Ring
from triton_shared.codegen.simt.build.emitter import Emitter, Small
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.values import Held, Shared
from triton_shared.codegen.simt.layouts.dot_plan import plan_of
from triton_shared.codegen.simt.layouts.layout_attributes import LAYOUT
from triton_shared.codegen.simt.memory.allocate_shared_memory import RING
from triton_shared.codegen.simt.memory.insert_barriers import BARRIER
from triton_shared.codegen.simt.pipeline.async_copies import AsyncLoad
from triton_shared.codegen.simt.pipeline.copy_chunks import chunks_of, form_of
from triton_shared.codegen.simt.pipeline.iteration_slice import Turn, TurnsAhead
from triton_shared.codegen.simt.pipeline.pipelinable_loads import (
    TRANSPOSE,
    BlockLoad,
    Staging,
    Turns,
    stages_of,
    staging,
    untransposed,
)
from triton_shared.codegen.simt.pipeline.register_prefetch import RegisterLoad
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.ir import effects
from triton_shared.ir.builder import Condition, Index, i64_attr
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: on a loop: how many stages it has, which are fewer than it was to have where shared memory is too small
STAGES = "simt.stages"
#: registers in which a thread may hold what it has loaded while it computes
HELD_WORDS = 16


def for_(program: Program, op: ir.Operation) -> None:
    """`scf.for`: with loads made ahead where there are any."""
    if program.produced is not None and op in program.produced.loops:
        return program.produced.emit(op)
    stages = min(stages_of(op, program.target), program.most_stages)
    if stages < 2 or program.element is not None:
        return control_flow.for_(program, op)
    found = staging(op, stages)
    if not found.loads:
        return control_flow.for_(program, op)
    fired("distribute-tensors", "staged loop")
    boxes = tma_loads.boxes_of(program, found)
    if not boxes:
        return Pipeline(program, found, {}).emit()
    fired("distribute-tensors", "loop with boxes")
    possible = are_possible(program, found, boxes)

    def emit(is_possible: bool) -> None:
        if not is_possible and tma_loads.are_expected(program, boxes, found):
            control_flow.for_(program, op)
        else:
            Pipeline(program, found, boxes if is_possible else {}, is_second=not is_possible).emit()

    branched(program, op, possible, emit)


def are_possible(program: Program, found: Staging, boxes: Mapping[BlockLoad, Box]) -> ir.Value:
    """Whether the loop can copy ``boxes``, as this launch and this program are."""
    return program.b.both(
        tma_loads.are_possible(program, list(boxes.values()), found.loop),
        Pipeline(program, found, {}).in_first_turn(lambda: tma_loads.are_unwrapped(program, boxes)),
    )


def branched(program: Program, loop: ir.Operation, condition: ir.Value, emit: Callable[[bool], None]) -> None:
    """``emit`` what stands for ``loop``, where ``condition`` holds and where it does not."""
    results = list(loop.results)
    handed = control_flow.Handed(program, results, control_flow.written_buffers(program, loop))

    def side(holds: bool) -> list[ir.Value]:
        emit(holds)
        return handed.taken(results)

    sides = [lambda: side(True), lambda: side(False)]
    handed.given(results, control_flow.branch(program, condition, sides, handed.types))


class Tiles:
    """A ring of ``stages`` tiles of each of ``loads``; a stage is told by the bytes from the ring's beginning to it."""

    def __init__(self, b: Emitter, loads: Sequence[BlockLoad], stages: int):
        self.b, self.loads, self.stages = b, loads, stages
        self.forms = [form_of(load) for load in loads]
        self.alignment = max(form.alignment for form in self.forms)
        self.places, at = [], 0
        for form in self.forms:
            at = -(-at // form.alignment) * form.alignment
            self.places.append(at)
            at += form.bytes
        self.bytes = -(-at // self.alignment) * self.alignment

    def allocate(self, number: ir.Attribute) -> None:
        """Let the tiles be in shared memory of their own, the ring of this ``number``."""
        self.region = self.b.one(
            "simt.region",
            self.b.shared_pointer,
            bytes=i64_attr(self.stages * self.bytes),
            alignment=i64_attr(self.alignment),
            **{RING: number},
        )

    def at(self, stage: Small) -> dict[BlockLoad, Tile]:
        """The tiles of ``stage``."""
        b, base = self.b, self.b.advance(self.region, stage)
        return {
            load: Tile(b.advance(base, place), load.tensor.type.element_type, form)
            for load, place, form in zip(self.loads, self.places, self.forms, strict=True)
        }

    def stage(self, number: int) -> ir.Value:
        """The stage ``number``."""
        return self.b.constant(self.b.i32, number * self.bytes)

    def next(self, stage: Small) -> ir.Value:
        """The stage after ``stage``."""
        b = self.b
        moved = b.value32(b.small("arith.addi", stage, self.bytes))
        return b.select(b.compare("eq", moved, self.stage(self.stages)), self.stage(0), moved)


@dataclass(frozen=True)
class _State:
    """What a turn finds of the pipeline.

    Attributes:
        ahead: the turn to load tiles for.
        read: the stage that holds this turn's tiles.
        write: the stage to be filled.
        vectors: what was loaded into registers for this turn.
        near: the turn to load registers for, where there are any.
        filling: what is known of the boxes that are copied for the turn ``ahead``, where there are any.
        reading: what is known of those of this turn.
    """

    ahead: Turn
    read: ir.Value
    write: ir.Value
    vectors: list[ir.Value]
    near: Turn | None
    filling: list[ir.Value]
    reading: list[ir.Value]

    @property
    def values(self) -> list[ir.Value]:
        """All of it, as a loop hands it on."""
        near = [] if self.near is None else self.near.values
        boxes = [*self.filling, *self.reading]
        return [*self.ahead.values, self.read, self.write, *boxes, *self.vectors, *near]

    def of(self, values: Sequence[ir.Value]) -> _State:
        """The state that consists of ``values``, alike to this one."""
        ahead, (read, write), filling, reading, vectors, near = split(
            values, len(self.ahead.values), 2, len(self.filling), len(self.reading), len(self.vectors)
        )
        following = None if self.near is None else Turn.of(near)
        return _State(Turn.of(ahead), read, write, vectors, following, filling, reading)


def split(values: Sequence[ir.Value], *sizes: int) -> list[list[ir.Value]]:
    """``values`` in parts of these sizes, and the rest."""
    parts, rest = [], list(values)
    for size in sizes:
        parts.append(rest[:size])
        rest = rest[size:]
    return [*parts, rest]


@dataclass(frozen=True)
class _Issued:
    """What has been begun for a turn to come: the ``turn`` after it, with its boxes, and what is left to be stored."""

    turn: Turn
    filling: list[ir.Value]
    puts: list[Callable[[], None]]

    def store(self) -> None:
        """Store it."""
        for put in self.puts:
            put()


class PipelineHanded(control_flow.Handed):
    """What the loop hands on and, behind it, the state of the pipeline."""

    def __init__(self, program: Program, loop: ir.Operation, state: Sequence[ir.Value]):
        super().__init__(program, loop.results, control_flow.written_buffers(program, loop))
        self.state = list(state)
        self.types += [v.type for v in self.state]

    def taken(self, values: Sequence[ir.Value]) -> list[ir.Value]:
        """What is handed on where the op names ``values``."""
        return super().taken(values) + self.state

    def given(self, values: Sequence[ir.Value], new: Sequence[ir.Value]) -> None:
        """Let ``values`` of the block's program, the buffers and the state be ``new``."""
        own = len(new) - len(self.state)
        super().given(values, list(new)[:own])
        self.state = list(new)[own:]


class Pipeline:
    """Emits one loop, in which some loads are copies of ``boxes``; ``is_second`` if it is in place of one of boxes."""

    def __init__(
        self, program: Program, found: Staging, boxes: dict[BlockLoad, Box], is_second: bool = False
    ):
        self.is_second = is_second
        self.boxes = TensorCopies(program, boxes, found.stages) if boxes else None
        self.filled_by_others: Collection[BlockLoad] = boxes
        self.program, self.b, self.found, self.loop = program, program.b, found, found.loop
        self.body = self.loop.regions[0].blocks[0]
        self.turns, self.ahead = Turns(self.loop), TurnsAhead(program, found)
        self.products = all_ops(self.loop, PRODUCTS)
        self.sums = self._sums()
        plans = [plan_of(op, program.target) for op in self.products]
        self.is_for_groups = any(plan is not None and plan.by_groups for plan in plans)
        self.lower, self.upper, self.step = (program.scalar(v) for v in list(self.loop.operands)[:3])

    def emit(self, region: ir.Value | None = None) -> None:
        """The turns ahead of the loop, the loop, and the wait for what is still under way.

        The tiles are in the ``region``, where there is one for them.
        """
        program, stages = self.program, self.found.stages
        number = i64_attr(len(program.rings) + 1)
        if (
            self.boxes
        ):  # with a barrier, so the ring, which is filled from where it is made, needs no other one
            self.boxes.begin()
        self.ring = Tiles(program.b, self.found.loads, stages)
        if region is None:
            self.ring.allocate(number)
            program.rings.append(Ring(stages, self.ring.bytes, (self.loop,)))
        else:
            self.ring.region = region
        turn = self.ahead.first()
        self._prepare(turn)
        near, vectors = self._loaded(turn)
        copies = [load for load in self.loads if isinstance(load, AsyncLoad)]
        self.has_copies = bool(copies)
        self.is_beside_products = self.is_for_groups and len(copies) == len(self.loads)
        is_masked = bool(self.sums) and any(load.is_masked for load in copies)
        program.keeps_addresses |= is_masked or not program.maps or len(self.products) == 1
        self._either(lambda: self._emit_loop(turn, vectors, near if self.beside else None, number))

    def _prepare(self, turn: Turn) -> None:
        """Find how each load is made, where the scalars of the first ``turn`` tell."""
        with self.ahead.at(turn):
            words = HELD_WORDS
            self.loads, self.beside = [], []
            for load in (
                one for one in (*self.found.loads, *self.found.beside) if one not in self.filled_by_others
            ):
                registers = RegisterLoad(self.program, load, words)
                words -= registers.words if registers.is_held else 0
                if load in self.found.loads:
                    self.loads.append(self._prepared(load, registers))
                elif registers.is_held:
                    self.beside.append(registers)
        made = [*self.found.loads, *(registers.load for registers in self.beside)]
        self.members = {member for load in made for member in load.members}

    def in_first_turn(self, emit: Callable[[], Condition]) -> Condition:
        """What ``emit`` finds where the scalars of the first turn stand."""
        with self.ahead.at(self.ahead.first()):
            return emit()

    def _either(self, emit: Callable[[], None]) -> None:
        """``emit``, twice where a test tells whether all loads copy whole chunks: no turn has to test it then.

        But once inside of another loop, whose turns would need the registers of both, and in place of one of boxes.
        """
        b = self.b
        wholes = [load.goes_whole for load in self.loads if isinstance(load, AsyncLoad)]
        whole: Condition = True
        for one in wholes:
            whole = b.both(whole, one)
        self.is_whole = whole is True
        if isinstance(whole, bool) or self.is_second or self.loop.parent.operation.name != "func.func":
            return emit()

        def side(is_whole: bool) -> None:
            self.is_whole = is_whole
            emit()

        branched(self.program, self.loop, whole, side)

    def _emit_loop(
        self, turn: Turn, vectors: list[ir.Value], near: Turn | None, number: ir.Attribute
    ) -> None:
        """The turns ahead of the loop, the loop, and the waits, where ``turn`` is the first one."""
        program, stages = self.program, self.found.stages
        self.waits = 0
        turn, filling = self._ahead(turn)
        reading = self.boxes.first_read if self.boxes else []
        state = _State(turn, self.ring.stage(0), self.ring.stage(stages - 1), vectors, near, filling, reading)
        handed = PipelineHanded(program, self.loop, state.values)
        self._loop(handed, {RING: number}, lambda at: self._turn(at, state, handed))
        self._wait(0)
        if self.boxes:
            self.boxes.end()
        self._finish_sums()

    def _loop(
        self,
        handed: PipelineHanded,
        attributes: dict[str, ir.Attribute],
        turn: Callable[[ir.Value], None],
        inits: Sequence[ir.Value] | None = None,
    ) -> None:
        """The loop, with these ``attributes`` besides its own, each turn of which ``turn`` emits.

        What its first turn begins with are the loop's operands, or ``inits``.
        """
        attributes |= {name: self.loop.attributes[name] for name in self.loop.attributes if name != LAYOUT}
        attributes[STAGES] = i64_attr(self.found.stages)
        carried = list(self.body.arguments)[1:], list(self.turns.yields), list(self.loop.results)
        bounds, own = [self.lower, self.upper, self.step], list(self.loop.operands)[3:]
        control_flow.loop(
            self.program, bounds, handed, turn, own if inits is None else inits, carried, attributes
        )

    def _finish_sums(self) -> None:
        """Wait for the products that the last turn has begun, where they outlast it."""
        program = self.program
        for place in self.sums if self.waits else ():
            result = self.loop.results[place]
            node = program.tensors[result]
            assert isinstance(node, Held)
            wgmma.begin_sums(node.vector)
            program.hold(result, node.layout, wgmma.finished(self.b, node.vector))

    def _ahead(self, turn: Turn) -> tuple[Turn, list[ir.Value]]:
        """Load what the turns from ``turn`` on need that the loop finds loaded; the turn after them, and its boxes."""
        b, size = self.b, len(turn.values)

        def load(_: Index, state: Sequence[ir.Value]) -> list[ir.Value]:
            values, (stage,), filling = split(state, size, 1)
            issued = self._issued(Turn.of(values), stage, filling)
            issued.store()
            return [*issued.turn.values, self.ring.next(stage), *issued.filling]

        inits = [*turn.values, self.ring.stage(0), *(self.boxes.first_filled if self.boxes else [])]
        values, _, filling = split(b.loop(0, self.found.stages - 1, 1, inits, load), size, 1)
        return Turn.of(values), filling

    def _turn(self, at: ir.Value, like: _State, handed: PipelineHanded) -> None:
        """One turn of the loop, the number ``at``."""
        state = like.of(handed.state)
        self._wait(self.found.stages - 2)
        reading = self.boxes.wait(state.reading) if self.boxes else []
        if self.is_for_groups and self.loads:
            shared_memory.fence(self.b)
        self.b.barrier()
        issued = None if self.is_beside_products else self._issued(state.ahead, state.write, state.filling)
        near, vectors = self._computed(at, self.ring.at(state.read), state.vectors, state.near)
        issued = issued or self._issued_beside_products(state, handed)
        issued.store()
        read, write = self.ring.next(state.read), self.ring.next(state.write)
        handed.state = _State(issued.turn, read, write, vectors, near, issued.filling, reading).values

    def _computed(
        self,
        at: ir.Value,
        tiles: Mapping[BlockLoad, Tile],
        vectors: list[ir.Value],
        near: Turn | None,
        ops: Sequence[ir.Operation] | None = None,
    ) -> tuple[Turn | None, list[ir.Value]]:
        """What the loop computes in the turn ``at``; what is loaded beside for the next one, and the one after it.

        It is all of the body, or these ``ops`` of it.
        """
        program, block = self.program, self.body
        program.scalars[block.arguments[0]] = at
        for load, tile in tiles.items():
            program.tensors[load.tensor] = Shared(tile)
        for registers, vector in zip(self.beside, vectors, strict=True):
            program.hold(registers.load.tensor, registers.layout, vector)
        following, loaded = (None, []) if near is None else self._loaded(near)
        for op in [op.operation for op in block.operations][:-1] if ops is None else ops:
            if op not in self.members:
                program.rewrite(op)
        return following, loaded

    def _issued_beside_products(self, state: _State, handed: PipelineHanded) -> _Issued:
        """What `_issued` does, while this turn's first product is made.

        Where products are only handed on, they go on into the next turn.  Then the stage is free when all have waited
        for the products of the turn before.  Boxes are copied by one thread, in a branch: if that stood between a
        product and its wait, ptxas would make no two products of a turn overlap that has three or more (C7518).
        """
        b = self.b
        waits = self._products_waited_for()
        if self._outlast_turns(waits, handed):
            b.barrier()
            if not self.loads:  # of which the threads need not tell each other
                next(op for op in b.block.operations if op.operation.name == BARRIER).operation.erase()
            return self._issued(state.ahead, state.write, state.filling)
        is_behind = bool(self.boxes) and len(waits) > 2
        place = ir.InsertionPoint.after if is_behind else ir.InsertionPoint
        outer, b.ip = b.ip, place(waits[0]) if waits else b.ip
        issued = self._issued(state.ahead, state.write, state.filling)
        b.ip = outer
        return issued

    def _products_waited_for(self) -> list[ir.Operation]:
        """The waits for products in this turn."""
        return [op.operation for op in self.b.block.operations if op.operation.name == WAIT]

    def _outlast_turns(self, waits: Sequence[ir.Operation], handed: PipelineHanded) -> bool:
        """Let this turn wait for the products of the turn before, and not for its own, if it may; whether it does."""
        if not self._may_outlast_turns(waits, handed):
            return False
        self.waits = len(waits)
        for wait in waits:
            wait.attributes["pending"] = i64_attr(len(waits))
        return True

    def _may_outlast_turns(self, waits: Sequence[ir.Operation], handed: PipelineHanded) -> bool:
        """Whether all products of the loop only add to what it hands on, and read nothing but its tiles."""
        ops = [op.operation for op in self.b.block.operations if op.operation.name == MULTIPLY]
        ring = self.ring.region
        tiles_only = all(effects.root(pointer) == ring for op in ops for pointer in list(op.operands)[1:])
        if not self.sums or len(waits) != len(self.sums) or not tiles_only:
            return False
        for (number, op), wait in zip(self.sums.items(), waits, strict=True):
            held = self.program.tensors[op.results[0]]
            if (
                not isinstance(held, Held)
                or held.vector != wait.result
                or held.layout != handed.layouts[number]
            ):
                return False
        return True

    def _sums(self) -> dict[int, ir.Operation]:
        """The loop's products by the numbers of what it hands on, to which they add; none if any does more."""
        found: dict[int, ir.Operation] = {}
        for op in self.products:
            total, result = untransposed(op.operands[2]), _transposed(op.results[0])
            if (
                not isinstance(total.owner, ir.Block)
                or total.owner != self.body
                or _uses(total) + _uses(result) > 2
            ):
                return {}
            if self.turns.yields[total.arg_number - 1] != result:
                return {}
            found[total.arg_number - 1] = op
        return found

    # Turns to come

    def _issued(self, turn: Turn, stage: ir.Value, filling: list[ir.Value]) -> _Issued:
        """Load what ``turn`` needs into the tiles at ``stage``."""
        b = self.b
        with self.ahead.at(turn):
            live = b.compare("ne", turn.left, b.constant(turn.left.type, 0))
            tiles = self.ring.at(stage)
            puts = [load.emit(tiles[load.load], live, self.is_whole) for load in self.loads]
            if self.has_copies:
                b.op("nvvm.cp.async.commit.group", (), ())
            following = self.ahead.following(turn)
        if self.boxes:
            filling = self.boxes.filled(filling, tiles, live)
        return _Issued(following, filling, [put for put in puts if put is not None])

    def _loaded(self, turn: Turn) -> tuple[Turn, list[ir.Value]]:
        """What ``turn`` needs in registers, and the turn after it."""
        b = self.b
        if not self.beside:
            return turn, []
        with self.ahead.at(turn):
            live = b.compare("ne", turn.left, b.constant(turn.left.type, 0))
            vectors = [registers.loaded(live) for registers in self.beside]
            return self.ahead.following(turn), vectors

    def _wait(self, pending: int) -> None:
        """Wait for all groups of copies but the last ``pending`` ones."""
        if self.has_copies:
            self.b.op("nvvm.cp.async.wait.group", (), (), {"n": ir.IntegerAttr.get(self.b.i32, pending)})

    def _prepared(self, load: BlockLoad, registers: RegisterLoad) -> AsyncLoad | RegisterLoad:
        layouts = self.program.layouts
        chunks = chunks_of(load, self.turns, layouts.divisibility, layouts.warps)
        return AsyncLoad(self.program, load, chunks, self.turns) if chunks else registers


def _transposed(value: ir.Value) -> ir.Value:
    """The transposition of ``value``, where nobody else uses that, or it."""
    users = [use.owner.operation for use in value.uses]
    return users[0].results[0] if len(users) == 1 and users[0].name == TRANSPOSE else value


def _uses(value: ir.Value) -> int:
    return sum(1 for _ in value.uses)
