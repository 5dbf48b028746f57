"""Loads of a pipelined loop as copies of TMA tiles: one thread begins them, they arrive at mbarriers.

    %arrivals = simt.shared_alloc {bytes = 24} ; thread 0: nvvm.mbarrier.init %arrivals, … (three times)
    nvvm.fence.proxy ; gpu.barrier
    thread 0, for each future iteration:   nvvm.mbarrier.arrive.expect_tx %full, 16384
                                       simt.tma_load %tile, %map, [%column, %row], %full
    in the iteration, all threads:          nvvm.mbarrier.try_wait.parity %full, %parity

Each stage of the ring has an mbarrier, a phase of which ends when the bytes of all of an iteration's TMA tiles have
arrived.  A stage is filled every so many iterations as there are stages, so the parity of its phase changes when stages
begin again.

The launch makes the tensors' maps, which are arguments of the kernel, and says in another one which it could make.
That, and what it cannot know of coordinates, is tested before the loop, of which there is another one without TMA
tiles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress

from triton_shared.abi import BLOCK_SHAPE, TensorMap
from triton_shared.codegen.kernels import PROGRAM_ARGUMENTS, attributes_of
from triton_shared.codegen.nvidia import nvvm
from triton_shared.codegen.nvidia.launch_abi import MOST_MAPS
from triton_shared.codegen.nvidia.tma import tensor_maps
from triton_shared.codegen.nvidia.tma.tensor_maps import Dimension, TmaTile
from triton_shared.codegen.simt.analysis.polynomials import LoopPolynomial
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import Emitter, I32Like
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.pipeline import segments
from triton_shared.codegen.simt.pipeline.copy_chunks import wrapped
from triton_shared.codegen.simt.pipeline.loop_plan import TMA, copy_of, refused
from triton_shared.codegen.simt.pipeline.pipelinable_loads import (
    CannotPipeline,
    LoopScalars,
    Memory,
    Staging,
    TileLoad,
)
from triton_shared.codegen.simt.target import SimtTarget
from triton_shared.ir.builder import Condition, Index
from triton_shared.mlir import ir

TMA_LOAD = "simt.tma_load"
#: coordinates have 32 bits
LARGEST = (1 << 31) - 1


def tma_tiles_of(
    function: ir.Operation, target: SimtTarget, found: Staging, maps: Collection[TensorMap] = ()
) -> dict[TileLoad, TmaTile]:
    """The loads of ``found``, a loop of ``function``, that are copied as TMA tiles, beside ``maps`` that it has."""
    return {
        load: tma_tile
        for load, tma_tile in tma_tiles_or_reasons(function, target, found, maps).items()
        if isinstance(tma_tile, TmaTile)
    }


def tma_tiles_or_reasons(
    function: ir.Operation, target: SimtTarget, found: Staging, maps: Collection[TensorMap] = ()
) -> dict[TileLoad, TmaTile | str]:
    """The TMA tiles by loads of ``found``, and of others why they are none; nothing where none are wanted.

    Raises:
        LoweringError: a load says that it is one, and cannot be.
    """
    said = {load: copy_of(load.buffer) for load in found.loads}
    if (obstacle := tensor_maps.obstacle(target)) is not None:
        for load in (load for load, copy in said.items() if copy == TMA):
            raise refused(load.buffer, obstacle)
        return {}
    loop_scalars, arguments = LoopScalars(found.loop), arguments_of(function)
    out: dict[TileLoad, TmaTile | str] = {}
    for load, copy in said.items():
        if copy not in (None, TMA):
            continue
        out[load] = tma_tile = tensor_maps.loaded(load, loop_scalars, arguments)
        if copy == TMA and isinstance(tma_tile, str):
            raise refused(load.buffer, tma_tile)
        if copy is None and isinstance(tma_tile, TmaTile) and not has_room(maps, tma_tile):
            out[load] = f"there are {len(maps)} tensor maps already"
    return out


def has_room(maps: Collection[TensorMap], tma_tile: TmaTile) -> bool:
    """Whether a kernel of ``maps`` may have that of ``tma_tile``, and as many beside it as a loop has loads."""
    return tma_tile.map in maps or len(maps) < MOST_MAPS // 2


def arguments_of(function: ir.Operation) -> list[ir.Value]:
    """The user's arguments of ``function``, the block's program."""
    return list(function.regions[0].blocks[0].arguments)[:-PROGRAM_ARGUMENTS]


def are_possible(
    context: LoweringContext, tma_tiles: Sequence[TmaTile], loop: ir.Operation | None = None
) -> Condition:
    """Whether the launch has made the maps, and coordinates are as they must be, in all iterations of ``loop``."""
    b = context.b
    final = 0 if loop is None else _last_iteration(context, loop)
    wanted = sum(1 << number for number in {context.map_of(tma_tile.map)[0] for tma_tile in tma_tiles})
    possible: Condition = b.compare("eq", b.i32_op("arith.andi", context.maps_made, wanted), wanted)
    for dimension in (dimension for tma_tile in tma_tiles for dimension in tma_tile.dimensions):
        first = emitted(context, dimension.first)
        least = 0 if dimension.checked else -LARGEST - 1
        ends = first, b.add(first, b.mul(dimension.step, final))
        low, high = ends if dimension.step >= 0 else reversed(ends)
        possible = b.both(possible, b.compare("sle", least, low))
        possible = b.both(possible, b.compare("sle", high, LARGEST))
    return possible


def _last_iteration(context: LoweringContext, loop: ir.Operation) -> Index:
    """The number of the last iteration of ``loop``, if it has any."""
    b, (low, high, step) = context.b, list(loop.operands)[:3]
    lower, upper, by = (_as_index(context, context.scalar(v)) for v in (low, high, step))
    distance = b.sub(b.sub(upper, lower), 1)
    return distance if context.index(step) == 1 else b.one("arith.divsi", b.index, b.value(distance), by)


def are_unwrapped(context: LoweringContext, loads: Iterable[TileLoad]) -> Condition:
    """Whether all that is needed of each block lies in the segment 0; the scalars of an iteration stand here."""
    b = context.b
    unwrapped: Condition = True
    for load in loads:
        if load.segments and load.unstored is None:
            with segments.in_segment(context, load, 0) as (low, high):
                extent = load.tensor.type.shape[wrapped(load)]
                unwrapped = b.both(unwrapped, b.both(b.compare("eq", low, 0), b.compare("eq", high, extent)))
    return unwrapped


def are_expected(context: LoweringContext, tma_tiles: Mapping[TileLoad, TmaTile], found: Staging) -> bool:
    """Whether all loads are ``tma_tiles`` of what descriptors describe, which Triton wants as the hardware does."""
    known = attributes_of(context.function)
    return len(tma_tiles) == len(found.loads) and all(
        BLOCK_SHAPE in known[tma_tile.map.base] for tma_tile in tma_tiles.values()
    )


def emitted(context: LoweringContext, value: LoopPolynomial) -> Index:
    """``value``, which no iteration changes."""
    b = context.b
    total: Index = 0
    for product, factor in value.terms.items():
        part: Index = factor
        for one in product:
            part = b.mul(part, _as_index(context, context.scalar(one)))
        total = b.add(total, part)
    return total


def first(context: LoweringContext, dimension: Dimension) -> I32Like:
    """Where a TMA tile begins along ``dimension`` in the iteration 0."""
    return context.b.to_i32(emitted(context, dimension.first))


def _as_index(context: LoweringContext, value: ir.Value) -> ir.Value:
    b = context.b
    return value if value.type == b.index else b.one("arith.index_cast", b.index, value)


def prefetch(b: Emitter, maps: Iterable[ir.Value]) -> None:
    """Let one thread prefetch ``maps``, where the kernel begins."""

    def fetch() -> None:
        for map_ in maps:
            nvvm.prefetch_map(b, map_)

    is_one = nvvm.is_elected(b)
    b.at_entry(lambda: b.some_threads(is_one, fetch))


class TmaTileLoads:
    """The copies of ``tma_tiles`` of one loop; made before it."""

    def __init__(self, context: LoweringContext, tma_tiles: Mapping[TileLoad, TmaTile]):
        self.context, self.b, self.tma_tiles = context, context.b, tma_tiles
        self.maps = {load: context.map_of(tma_tile.map)[1] for load, tma_tile in tma_tiles.items()}
        self.firsts = {
            load: [first(context, dimension) for dimension in tma_tile.dimensions]
            for load, tma_tile in tma_tiles.items()
        }

    def begin(self, tiles: Mapping[TileLoad, Tile], full: ir.Value, iteration: ir.Value) -> None:
        """Begin to copy what the iteration of this number needs into ``tiles``; it arrives at the mbarrier ``full``."""
        b = self.b
        nvvm.mbarrier_expect(b, full, sum(tma_tile.form.bytes for tma_tile in self.tma_tiles.values()))
        for load, tma_tile in self.tma_tiles.items():
            places = [
                b.i32_op("arith.addi", first, b.i32_op("arith.muli", iteration, dimension.step))
                for first, dimension in zip(self.firsts[load], tma_tile.dimensions, strict=True)
            ]
            source = self.context.scalar(tma_tile.base)
            for offset, moved in tensor_maps.copies_of(tma_tile):
                where = tensor_maps.moved_by(b, tma_tile, places, moved)
                to = b.advance(tiles[load].pointer, offset)
                b.op(TMA_LOAD, (), (to, self.maps[load], where, full, source))


def mbarriers(b: Emitter, count: int, **attributes: ir.Attribute) -> ir.Value:
    """Shared memory for ``count`` mbarriers."""
    return b.shared_alloc(nvvm.MBARRIER * count, nvvm.MBARRIER, **attributes)


def _are_left(context: LoweringContext, loads: Iterable[TileLoad]) -> bool:
    """Whether the kernel leaves as it is what ``loads`` read."""
    memory = Memory(context.function)
    with suppress(CannotPipeline):
        for load in loads:
            memory.check(load.view.base)
        return True
    return False


class TmaLoadPipeline:
    """The copies of ``tma_tiles`` of one loop of ``stages`` stages; made before it."""

    def __init__(self, context: LoweringContext, tma_tiles: Mapping[TileLoad, TmaTile], stages: int):
        self.b, self.stages, self.copies = context.b, stages, TmaTileLoads(context, tma_tiles)
        self.arrivals = mbarriers(self.b, stages)
        self.is_one = nvvm.is_elected(self.b)
        self.are_left = _are_left(context, tma_tiles)

    def begin(self) -> None:
        """Make the mbarriers; what other threads did to memory before is there for the copies.

        Where the kernel leaves what is copied as it is, that is shared memory alone: a fence of all takes much longer.
        """
        b = self.b
        b.some_threads(self.is_one, lambda: nvvm.mbarrier_init(b, self.arrivals, self.stages, 1))
        (nvvm.fence if self.are_left else nvvm.fence_all)(b)
        b.barrier()

    def end(self) -> None:
        """Unmake them: their bytes may be others' again."""
        b = self.b
        b.some_threads(self.is_one, lambda: nvvm.mbarrier_inval(b, self.arrivals, self.stages))

    @property
    def first(self) -> list[ir.Value]:
        """The state for the first iteration, to fill a stage for it and to read that."""
        return [self.b.constant(self.b.i32, 0)] * 2

    # A future iteration

    def filled(
        self, state: Sequence[ir.Value], tiles: Mapping[TileLoad, Tile], live: ir.Value
    ) -> list[ir.Value]:
        """Begin to copy the tiles of an iteration if it is ``live``; the state for the iteration after it.

        That is the mbarrier, by its bytes from the beginning, and the iteration's number.
        """
        b, (at, iteration) = self.b, state
        full = lambda: b.advance(self.arrivals, at)  # noqa: E731
        b.some_threads(b.both(self.is_one, live), lambda: self.copies.begin(tiles, full(), iteration))
        return [self._next(at)[0], b.value32(b.i32_op("arith.addi", iteration, 1))]

    # An iteration

    def wait(self, state: Sequence[ir.Value]) -> list[ir.Value]:
        """Wait until an iteration's TMA tiles are there; the state for the iteration after it.

        That is the mbarrier, and the parity of its phase.
        """
        b, (at, parity) = self.b, state
        nvvm.mbarrier_wait(b, b.advance(self.arrivals, at), parity)
        following, wraps = self._next(at)
        return [following, b.select(wraps, b.value32(b.i32_op("arith.xori", parity, 1)), parity)]

    def _next(self, at: ir.Value) -> tuple[ir.Value, ir.Value]:
        """The mbarrier after the one at ``at``, and whether that is the first one again."""
        b = self.b
        moved: I32Like = b.i32_op("arith.addi", at, nvvm.MBARRIER)
        wraps = b.value(b.compare("eq", moved, nvvm.MBARRIER * self.stages))
        return b.select(wraps, b.constant(b.i32, 0), b.value32(moved)), wraps
