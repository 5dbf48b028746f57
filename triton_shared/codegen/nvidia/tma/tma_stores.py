"""Stores of blocks through shared memory, as copies of TMA tiles where these can be: each warp its own pieces.

    nvvm.stmatrix %buffer, …     each warp a piece of what it holds, in the form that the hardware reads
    nvvm.fence.proxy
    one lane:  simt.tma_store %buffer, %map, [%column, %row], %x ; nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 1 {read}                     before a buffer is overwritten

The barriers of warps between these are not emitted here: `insert_barriers.py` puts them there.

That is for blocks whose elements lie among threads as products leave them, which go through shared memory anyway.
Where rings of stages live on, since a producer fills them for the next program, a warp has few buffers, of which the
last ones are waited for when the next program stores.  A block that fits beside the rings lies in one tile there, which
one thread copies, and waits for when the next program stores: that is faster.

Blocks whose warps share what goes to memory together lie in one tile, too.  Where the launch could
make no map, or a coordinate is negative that no mask says so of, rows are stored as those of any block: in pieces, too,
where rings live on.

Copies are read from shared memory some time before they are in memory.  That is waited for at once if anything else
that the kernel does may ask for it, and before the next such store where there are iterations of a loop; else never.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from triton_shared.abi import TensorMap
from triton_shared.codegen.nests.nest import Window
from triton_shared.codegen.nvidia import nvvm
from triton_shared.codegen.nvidia.mma import ldmatrix
from triton_shared.codegen.nvidia.target import LANE_BITS
from triton_shared.codegen.nvidia.tma import tensor_maps, tma_loads
from triton_shared.codegen.nvidia.tma.store_tiles import Pieces, pieces_of
from triton_shared.codegen.nvidia.tma.tensor_maps import TmaTile
from triton_shared.codegen.simt.analysis.views import Part, root_of
from triton_shared.codegen.simt.build import shared_layout
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.emitter import LOOPS, WARP_PRIVATE, WORD_BITS, Emitter
from triton_shared.codegen.simt.build.shared_layout import SharedLayout, Tile
from triton_shared.codegen.simt.build.values import InRegisters
from triton_shared.codegen.simt.heuristics import H200
from triton_shared.codegen.simt.layouts.linear_layout import Layout, weights
from triton_shared.codegen.simt.memory import global_access
from triton_shared.codegen.simt.memory.allocate_shared_memory import FOR_MAPS, KERNEL_LIFETIME
from triton_shared.codegen.simt.memory.global_access import ACCESS, HINTS
from triton_shared.codegen.simt.pipeline.loop_plan import REGISTERS, TMA, word_of
from triton_shared.codegen.simt.pipeline.pipelinable_loads import Memory
from triton_shared.codegen.simt.target import SimtTarget
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import i64_attr, is_float
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import ops_around
from triton_shared.mlir import ir

TMA_STORE = "simt.tma_store"
#: on a store: `TMA` or `REGISTERS`, how it is made
STORE_BY = "simt.store"
#: bits of the least elements that a TMA tile may have
BYTE = 8
#: bytes of what a block is stored through, at most
MOST_BYTES = H200.store_bytes.value
#: bytes of what it goes through in pieces, where stages live on
MOST_PIECE = H200.piece_bytes.value


def store(
    context: LoweringContext,
    op: ir.Operation,
    target: Part,
    window: Window,
    value: ir.Value,
    layout: Layout,
    otherwise: Callable[[Layout], None],
) -> None:
    """Store what ``window`` has of the tensor ``value`` to ``target``, by TMA tiles if it may be.

    Else do ``otherwise`` what stores it in a layout: ``layout`` is best, but not where that takes a large tile.
    """
    node, tma_tile = context.tensors[value], _tma_tile(context, op, target, window, value)
    if isinstance(tma_tile, str) or not isinstance(node, InRegisters):
        return otherwise(layout)
    pieces = pieces_of(node.layout, tma_tile.form)
    if pieces is None and tma_tile.form.bytes > MOST_BYTES:
        return otherwise(layout)
    if has_iterations := _is_in_loop(op):
        nvvm.wait_for_stores(context.b, 0, only_read=False)
    fired("distribute-tensors", "store by TMA tiles")
    moved = None if pieces is None else _ByWarps(context, op, tma_tile, node, pieces)
    parts = _parts(node.layout, tma_tile.form) if moved is None and _ring_lives_on(context, op) else 1

    def rows() -> None:
        with context.b.fresh_thread_ids(context.instructions.thread_id):
            if moved is not None and moved.lives_on:
                moved.rows(target, Part(value, window, target.kept))
            else:
                otherwise(layout if parts == 1 else node.layout)
            if has_iterations:  # copies of a future iteration may go to the same place
                nvvm.fence_all(context.b)

    copies: Callable[[], None] = partial(_stored, context, op, tma_tile, node, parts, moved is not None)
    copied = tma_tile
    if moved is not None and not moved.is_whole:
        copied, copies = moved.tma_tile, moved.tma_tiles
    context.b.branch(tma_loads.are_possible(context, [copied]), copies, rows)


def _tma_tile(
    context: LoweringContext, op: ir.Operation, target: Part, window: Window, value: ir.Value
) -> TmaTile | str:
    """The TMA tile that ``target`` is, or why it is to be none."""
    said = store_of(op)
    if context.divergent is not None or said == REGISTERS or not tensor_maps.are_wanted(context.target):
        return "it goes from registers"
    maps = () if said == TMA else context.maps
    tma_tile = tile_or_reason(context.function, context.target, op, target, window, value, maps)
    if isinstance(tma_tile, str) and said == TMA:
        raise refused(op, tma_tile)
    return tma_tile


def refused(op: ir.Operation, reason: str) -> LoweringError:
    """The error for ``op``, which says that it stores by TMA and cannot."""
    return LoweringError(op, f"has the '{STORE_BY}' '{TMA}', but {reason}")


def store_of(op: ir.Operation) -> str | None:
    """How ``op`` stores, `TMA` or `REGISTERS`; None where it does not say.

    Raises:
        LoweringError: it says what is none of them.
    """
    return word_of(op, STORE_BY, (TMA, REGISTERS))


def tile_or_reason(
    function: ir.Operation,
    gpu: SimtTarget,
    op: ir.Operation,
    target: Part,
    window: Window,
    value: ir.Value,
    maps: Collection[TensorMap],
) -> TmaTile | str:
    """The TMA tile that ``op`` of ``function`` stores as ``target``, beside ``maps``; or why it is none."""
    if (obstacle := tensor_maps.obstacle(gpu)) is not None:
        return obstacle
    element = value.type.element_type
    if not is_float(element) and not (isinstance(element, ir.IntegerType) and element.width >= BYTE):
        return f"its elements are {element}"
    if hint := next((name for name in HINTS if name in op.attributes), None):
        return f"it has '{hint}'"
    if target.window != window or tuple(target.shape) != tuple(value.type.shape):
        return "its window in memory is another than in the block"
    tma_tile = tensor_maps.stored(target, tma_loads.arguments_of(function))
    if isinstance(tma_tile, TmaTile) and not tma_loads.has_room(maps, tma_tile):
        return f"there are {len(maps)} tensor maps already"
    return tma_tile


class _ByWarps:
    """The store ``op`` of the block that ``tma_tile`` is, whose elements ``node`` holds, each warp its ``pieces``."""

    def __init__(
        self, context: LoweringContext, op: ir.Operation, tma_tile: TmaTile, node: InRegisters, pieces: Pieces
    ):
        self.context, self.b, self.op, self.node, self.pieces = context, context.b, op, node, pieces
        sizes = pieces.form.shape
        self.tma_tile = replace(
            tma_tile, map=tma_tile.map._replace(box=tuple(sizes[d] for d in tma_tile.order))
        )
        self.lives_on = _ring_lives_on(context, op)
        each = pieces.form.bytes * context.target.num_warps
        most = MOST_PIECE if self.lives_on else MOST_BYTES
        self.is_whole = self.lives_on and _fits_whole(context, tma_tile, each)
        self.count = 1 if self.is_whole else max(1, min(pieces.count, most // each))
        self.tiles = [self._allocated() for _ in range(self.count)]

    def tma_tiles(self) -> None:
        """Store it by copies of TMA tiles."""
        context, b = self.context, self.b
        _, map_ = context.map_of(self.tma_tile.map)
        number = i64_attr(global_access.new_number(context))
        with _in_order(context, self.op, self.lives_on) as is_awaited:
            own = zip(self.tma_tile.dimensions, self.pieces.of_warp(b), strict=True)
            firsts = [b.i32_op("arith.addi", tma_loads.first(context, along), mine) for along, mine in own]
            buffers = self._buffers()

            def copy(piece: int) -> None:
                where = tensor_maps.moved_by(b, self.tma_tile, firsts, self.pieces.first(piece))
                source, to = buffers[piece % self.count].pointer, context.scalar(self.tma_tile.base)
                b.op(TMA_STORE, (), (source, map_, where, to), {ACCESS: number})
                nvvm.commit_stores(b)

            for piece in range(self.pieces.count):
                if piece >= self.count:
                    nvvm.wait_for_stores(b, self.count - 1)
                self._write(piece, buffers[piece % self.count])
                _fence(b, is_awaited)
                b.some_threads(nvvm.is_chosen(b), partial(copy, piece))

    def rows(self, target: Part, block: Part) -> None:
        """Store it by rows, which threads read from the buffers."""
        b, context, buffers = self.b, self.context, self._buffers()
        layout, within = self.pieces.rows(context.layouts.proven_run(target.root))
        moved = global_access.access(context, self.op, target, block, layout)
        with _in_order(context, self.op, self.lives_on):
            for piece in range(self.pieces.count):
                tile = buffers[piece % self.count]
                self._write(piece, tile)
                registers = range(piece * within.registers, (piece + 1) * within.registers)
                global_access.store(context, moved, shared_layout.read(b, tile, within), registers)

    def _allocated(self) -> Tile:
        """The first warp's of the buffers that all warps have, one behind the other."""
        warps = self.context.target.num_warps
        return _tile(self.context, self.pieces.form, self.node, self.lives_on, warps, WARP_PRIVATE)

    def _buffers(self) -> list[Tile]:
        """Those of this warp."""
        b, bytes_ = self.b, shared_layout.stride(self.pieces.form)
        offset = b.i32_op("arith.muli", b.bits(b.thread, LANE_BITS, WORD_BITS), bytes_)
        return [tile.at(b.advance(tile.pointer, offset)) for tile in self.tiles]

    def _write(self, piece: int, tile: Tile) -> None:
        """Let ``tile`` be ``piece``."""
        vector = self.b.take(self.node.vector, self.pieces.registers(piece))
        ldmatrix.write(self.b, tile, self.pieces.held, vector)


def _tile(
    context: LoweringContext, form: SharedLayout, node: InRegisters, lasts: bool, count: int = 1, *marks: str
) -> Tile:
    """A tile for elements of ``node``, the first of ``count``; nothing else is ever written to where one ``lasts``."""
    b, element = context.b, node.vector.type.element_type
    attributes = dict.fromkeys([*marks, *([KERNEL_LIFETIME] if lasts else [])], ir.UnitAttr.get())
    begin = ir.InsertionPoint.at_block_begin(context.kernel.regions[0].blocks[0])
    with b.at(begin if lasts else b.ip):
        return shared_layout.allocate(b, form, element, count, **attributes)


def _fits_whole(context: LoweringContext, tma_tile: TmaTile, least: int) -> bool:
    """Whether a block, the first that can, is to lie in shared memory beside the rings and ``least`` bytes."""
    rings = sum(ring.stages * ring.stage_bytes for ring in context.rings)
    fits = (
        rings + tma_tile.form.bytes + least <= context.target.max_shared and tma_tile.form.bytes <= MOST_BYTES
    )
    is_first = context.stores_whole and not context.is_whole
    context.is_whole |= is_first and fits
    return is_first and fits


def _stored(
    context: LoweringContext,
    op: ir.Operation,
    tma_tile: TmaTile,
    node: InRegisters,
    parts: int,
    lasts: bool,
) -> None:
    """Store ``node`` from shared memory by TMA in ``parts``; one that ``lasts`` is waited for the next time."""
    b = context.b
    _, map_ = context.map_of(tma_tile.map)
    firsts = [tma_loads.first(context, dimension) for dimension in tma_tile.dimensions]
    size = tma_tile.form.bytes // parts
    fast, shape = tma_tile.form.contiguous_dim, tma_tile.form.shape
    form = replace(tma_tile.form, shape=tuple(n // parts if d == fast else n for d, n in enumerate(shape)))
    tile = _tile(context, form, node, lasts, 1, *([FOR_MAPS] if lasts else []))

    def copies(part: int) -> None:
        to = context.scalar(tma_tile.base)
        for offset, moved in tensor_maps.copies_of(tma_tile):
            if offset // size == part:
                at = tensor_maps.moved_by(b, tma_tile, firsts, moved)
                b.op(TMA_STORE, (), (b.advance(tile.pointer, offset % size), map_, at, to))
        nvvm.commit_stores(b)

    with _in_order(context, op, lasts) as is_awaited:
        for part in range(parts):
            if part:
                nvvm.wait_for_stores(b, 0)
            layout, registers = _part(node.layout, form, part, parts)
            ldmatrix.write(b, tile, layout, b.take(node.vector, registers))
            _fence(b, is_awaited)
            b.some_threads(nvvm.is_elected(b), partial(copies, part))


# When copies are waited for


@contextmanager
def _in_order(context: LoweringContext, op: ir.Operation, lasts: bool) -> Iterator[bool]:
    """What is emitted inside of this begins copies for ``op``: wait where others must find them in memory.

    Gives whether others may ask for what is stored, or have stored to the same place.

    Unless they are read from bytes that nothing else is written to (``lasts``), they have been read behind it.  Else
    they have been before anything there is overwritten.
    """
    b, is_awaited = context.b, _is_awaited(context, op)
    if lasts and not is_awaited and not _is_in_loop(op):
        nvvm.wait_for_stores(b, 0)
    yield is_awaited
    if is_awaited or not lasts:
        nvvm.wait_for_stores(b, 0, only_read=not is_awaited)
    context.copies_out |= lasts


def _is_in_loop(op: ir.Operation) -> bool:
    return any(around.name in LOOPS for around in ops_around(op))


def _is_awaited(context: LoweringContext, op: ir.Operation) -> bool:
    """Whether anything that the kernel does besides may need what ``op`` stores, or be ordered with it."""
    pending = [root_of(op.operands[1])]
    while pending:
        for use in pending.pop().uses:
            user = use.owner.operation
            views = [view for view in user.results if isinstance(view.type, ir.MemRefType)]
            if not views and user != op:
                return True
            pending += views
    return Memory(context.function).has_order


def _fence(b: Emitter, is_awaited: bool) -> None:
    """Let what this thread wrote be there for copies: in all memory, where it may have written to what these do."""
    (nvvm.fence_all if is_awaited else nvvm.fence)(b)


def _ring_lives_on(context: LoweringContext, op: ir.Operation) -> bool:
    """Whether the stages that a producer fills are in use beside ``op``: a loop is around both."""
    if context.specialized is None:
        return False
    return context.target.persistent or any(o.name in LOOPS for o in context.specialized.around(op))


def _parts(layout: Layout, form: SharedLayout) -> int:
    """In how many parts, of whole panels, a block goes through a tile: each thread must have registers of each."""
    parts = 1
    while len(form.shape) == 2 and form.bytes // parts > MOST_PIECE:
        parts *= 2
        bits = layout.weights[form.contiguous_dim] * (
            form.shape[form.contiguous_dim] - form.shape[form.contiguous_dim] // parts
        )
        is_held = all(not basis & bits for basis in layout.thread)
        is_single = all(basis & bits in (0, basis) for basis in layout.reg)
        if form.bytes // parts % form.panel_bytes or not is_held or not is_single:
            return parts // 2
    return parts


def _part(layout: Layout, form: SharedLayout, part: int, parts: int) -> tuple[Layout, list[int]]:
    """The registers of a part, and their layout in it."""
    each = form.shape[form.contiguous_dim]
    mine = [
        r
        for r, place in enumerate(layout.positions)
        if layout.coordinate(place, form.contiguous_dim) // each == part
    ]
    steps = weights(form.shape)

    def within(place: int) -> int:
        return sum(layout.coordinate(place, d) % form.shape[d] * step for d, step in enumerate(steps))

    kept = [
        basis for basis in layout.reg if layout.coordinate(basis, form.contiguous_dim) < each or parts == 1
    ]
    return replace(layout, reg=tuple(kept)).mapped(form.shape, within), mine
