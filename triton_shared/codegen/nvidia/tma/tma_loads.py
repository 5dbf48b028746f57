"""Loads of a pipelined loop as copies of boxes of tensors: one thread begins them, mbarriers tell when they are there.

    %arrivals = simt.region {bytes = 24} ; thread 0: simt.begin_phases %arrivals {count = 3}
    nvvm.fence.proxy ; gpu.barrier
    thread 0, for each turn to come:   simt.expect_bytes %full, 16384
                                       simt.copy_box %tile, %map, [%column, %row], %full
    in the turn, all threads:          simt.wait_for_phase %full, %parity

Each stage of the ring has an mbarrier, a phase of which ends when the bytes of all of a turn's boxes have arrived.  A
stage is filled every so many turns as there are stages, so the parity of its phase changes when stages begin anew.

The launch makes the tensors' maps, which are arguments of the kernel, and tells in another one which it could.  That,
and what it cannot know of coordinates, is tested before the loop, of which there is another one without boxes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from triton_shared.abi import BLOCK_SHAPE
from triton_shared.codegen.kernels import PROGRAM_ARGUMENTS, attributes_of
from triton_shared.codegen.nvidia.launch_abi import MOST_MAPS
from triton_shared.codegen.nvidia.tma import tensor_maps
from triton_shared.codegen.nvidia.tma.tensor_maps import Box
from triton_shared.codegen.simt.analysis.polynomials import Polynomial
from triton_shared.codegen.simt.build import shared_memory
from triton_shared.codegen.simt.build.emitter import Emitter, Small
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.pipeline import async_copies
from triton_shared.codegen.simt.pipeline.copy_chunks import wrapped
from triton_shared.codegen.simt.pipeline.pipelinable_loads import BlockLoad, Memory, Refused, Staging, Turns
from triton_shared.ir.builder import Condition, Index, i64_attr
from triton_shared.mlir import ir

if TYPE_CHECKING:
    from triton_shared.codegen.simt.build.context import Program

BEGIN, END, FENCE = "simt.begin_phases", "simt.end_phases", "simt.fence_copies"
EXPECT, COPY, WAIT = "simt.expect_bytes", "simt.copy_box", "simt.wait_for_phase"
PREFETCH = "simt.prefetch_map"
ARRIVE, ARRIVE_WHEN_COPIED, REGISTERS = "simt.arrive", "simt.arrive_when_copied", "simt.set_registers"
#: bytes of an mbarrier
MBARRIER = 8
#: coordinates have 32 bits
LARGEST = (1 << 31) - 1


def boxes_of(program: Program, found: Staging) -> dict[BlockLoad, Box]:
    """The loads that are copied as boxes."""
    if not tensor_maps.are_wanted(program.target):
        return {}
    turns, arguments = Turns(found.loop), arguments_of(program)
    boxes = {load: tensor_maps.loaded(load, turns, arguments) for load in found.loads}
    return {load: box for load, box in boxes.items() if isinstance(box, Box) and has_room(program, box)}


def has_room(program: Program, box: Box) -> bool:
    """Whether the kernel may have the map of ``box``, and as many beside it as a loop has loads, as well."""
    return box.map in program.maps or len(program.maps) < MOST_MAPS // 2


def arguments_of(program: Program) -> list[ir.Value]:
    """The user's arguments, in the block's program."""
    return list(program.function.regions[0].blocks[0].arguments)[:-PROGRAM_ARGUMENTS]


def are_possible(program: Program, boxes: Sequence[Box], loop: ir.Operation | None = None) -> Condition:
    """Whether the launch has made the maps, and coordinates are as they must be, in all turns of ``loop``."""
    b = program.b
    turns: Index = 0
    if loop is not None:
        lower, upper, _ = (_as_index(program, program.scalar(v)) for v in list(loop.operands)[:3])
        turns = b.sub(upper, lower)
    wanted = sum(1 << number for number in {program.map_of(box.map)[0] for box in boxes})
    possible: Condition = b.compare32("eq", b.small("arith.andi", program.maps_made, wanted), wanted)
    for dimension in (dimension for box in boxes for dimension in box.dimensions):
        first = emitted(program, dimension.first)
        least = 0 if dimension.checked else -LARGEST - 1
        possible = b.both(possible, b.compare("sle", least, first))
        last = b.add(first, b.mul(dimension.step, turns))
        possible = b.both(possible, b.compare("sle", last, LARGEST))
    return possible


def are_unwrapped(program: Program, loads: Iterable[BlockLoad]) -> Condition:
    """Whether all of each block lies in the segment 0; the scalars of a turn stand here."""
    b = program.b
    unwrapped: Condition = True
    for load in loads:
        if load.segments:
            with async_copies.in_segment(program, load, 0) as (low, high):
                extent = load.tensor.type.shape[wrapped(load)]
                unwrapped = b.both(unwrapped, b.both(b.compare("eq", low, 0), b.compare("eq", high, extent)))
    return unwrapped


def are_expected(program: Program, boxes: Mapping[BlockLoad, Box], found: Staging) -> bool:
    """Whether all loads are ``boxes`` of what descriptors tell of, which Triton wants as the hardware does."""
    known = attributes_of(program.function)
    return len(boxes) == len(found.loads) and all(
        BLOCK_SHAPE in known[box.map.base] for box in boxes.values()
    )


def emitted(program: Program, value: Polynomial) -> Index:
    """``value``, which no turn changes."""
    b = program.b
    total: Index = 0
    for product, factor in value.terms.items():
        part: Index = factor
        for one in product:
            part = b.mul(part, _as_index(program, program.scalar(one)))
        total = b.add(total, part)
    return total


def _as_index(program: Program, value: ir.Value) -> ir.Value:
    b = program.b
    return value if value.type == b.index else b.one("arith.index_cast", b.index, value)


def prefetch(b: Emitter, maps: Iterable[ir.Value]) -> None:
    """Let one thread fetch what ``maps`` tell, where the kernel begins."""

    def fetch() -> None:
        for map_ in maps:
            b.op(PREFETCH, (), (map_,))

    is_one = b.is_elected
    b.at_entry(lambda: b.some_threads(is_one, fetch))


class BoxCopies:
    """The copies of ``boxes`` of one loop; made before it."""

    def __init__(self, program: Program, boxes: Mapping[BlockLoad, Box]):
        self.program, self.b, self.boxes = program, program.b, boxes
        b = self.b
        self.maps = {load: program.map_of(box.map)[1] for load, box in boxes.items()}
        self.firsts = {
            load: [b.to_small(emitted(program, dimension.first)) for dimension in box.dimensions]
            for load, box in boxes.items()
        }

    def begin(self, tiles: Mapping[BlockLoad, Tile], full: ir.Value, turn: ir.Value) -> None:
        """Begin to copy what the turn of this number needs into ``tiles``; it arrives at the mbarrier ``full``."""
        b = self.b
        b.op(EXPECT, (), (full,), {"bytes": i64_attr(sum(box.form.bytes for box in self.boxes.values()))})
        for load, box in self.boxes.items():
            places = [
                b.small("arith.addi", first, b.small("arith.muli", turn, dimension.step))
                for first, dimension in zip(self.firsts[load], box.dimensions, strict=True)
            ]
            source = self.program.pointer(box.base)
            for offset, moved in tensor_maps.boxes(box):
                where = [b.value32(b.small("arith.addi", places[d], moved[d])) for d in box.order]
                to = b.advance(tiles[load].pointer, offset)
                b.op(COPY, (), (to, self.maps[load], b.collect(where), full, source))


def mbarriers(b: Emitter, count: int, **attributes: ir.Attribute) -> ir.Value:
    """Shared memory for ``count`` mbarriers."""
    type_, bytes_ = b.shared_pointer, i64_attr(MBARRIER * count)
    return b.one("simt.region", type_, bytes=bytes_, alignment=i64_attr(MBARRIER), **attributes)


def begin_phases(b: Emitter, first: ir.Value, count: int, arrivals: int) -> None:
    """Make ``count`` mbarriers from ``first`` on, of which so many ``arrivals`` end a phase."""
    b.op(BEGIN, (), (first,), {"count": i64_attr(count), "arrivals": i64_attr(arrivals)})


def _are_left(program: Program, loads: Iterable[BlockLoad]) -> bool:
    """Whether the kernel leaves as it is what ``loads`` read."""
    memory = Memory(program.function)
    with suppress(Refused):
        for load in loads:
            memory.check(load.view.base)
        return True
    return False


class TensorCopies:
    """The copies of ``boxes`` of one loop of ``stages`` stages; made before it."""

    def __init__(self, program: Program, boxes: Mapping[BlockLoad, Box], stages: int):
        self.b, self.stages, self.copies = program.b, stages, BoxCopies(program, boxes)
        self.arrivals = mbarriers(self.b, stages)
        self.is_one = self.b.is_elected
        self.are_left = _are_left(program, boxes)

    def begin(self) -> None:
        """Make the mbarriers; what other threads did to memory before is there for the copies.

        Where the kernel leaves what is copied as it is, that is shared memory alone: a fence of all takes much longer.
        """
        b = self.b
        b.some_threads(self.is_one, lambda: begin_phases(b, self.arrivals, self.stages, 1))
        if self.are_left:
            shared_memory.fence(b)
        else:
            b.op(FENCE, (), ())
        b.barrier()

    def end(self) -> None:
        """Unmake them: their bytes may be others' again."""
        b = self.b
        b.some_threads(self.is_one, lambda: b.op(END, (), (self.arrivals,), {"count": i64_attr(self.stages)}))

    # A turn to come

    @property
    def first_filled(self) -> list[ir.Value]:
        """The mbarrier of the first turn, by its bytes from the beginning, and the turn's number."""
        return [self.b.constant(self.b.i32, 0)] * 2

    def filled(
        self, state: Sequence[ir.Value], tiles: Mapping[BlockLoad, Tile], live: ir.Value
    ) -> list[ir.Value]:
        """Begin to copy what a turn needs into ``tiles``, if it is ``live``; the state for the turn after it."""
        b, (at, turn) = self.b, state
        full = lambda: b.advance(self.arrivals, at)  # noqa: E731
        b.some_threads(b.both(self.is_one, live), lambda: self.copies.begin(tiles, full(), turn))
        return [self._next(at)[0], b.value32(b.small("arith.addi", turn, 1))]

    # A turn

    @property
    def first_read(self) -> list[ir.Value]:
        """The mbarrier of the first turn, and the parity of its phase."""
        return [self.b.constant(self.b.i32, 0)] * 2

    def wait(self, state: Sequence[ir.Value]) -> list[ir.Value]:
        """Wait until a turn's boxes are there; the state for the turn after it."""
        b, (at, parity) = self.b, state
        b.op(WAIT, (), (b.advance(self.arrivals, at), parity))
        following, is_anew = self._next(at)
        return [following, b.select(is_anew, b.value32(b.small("arith.xori", parity, 1)), parity)]

    def _next(self, at: ir.Value) -> tuple[ir.Value, ir.Value]:
        """The mbarrier after the one at ``at``, and whether that is the first one again."""
        b = self.b
        moved: Small = b.small("arith.addi", at, MBARRIER)
        is_anew = b.value(b.compare32("eq", moved, MBARRIER * self.stages))
        return b.select(is_anew, b.constant(b.i32, 0), b.value32(moved)), is_anew
