"""Stores of blocks through shared memory, as copies of boxes of tensors where these can be: each warp its own pieces.

    nvvm.stmatrix %buffer, …     each warp a piece of what it holds, in the form that the hardware reads
    nvvm.fence.proxy
    one lane:  simt.store_box %buffer, %map, [%column, %row], %x ; simt.commit_stores
    simt.wait_for_stores {pending = 1, only_read = true}        before a buffer is written anew

The barriers of warps between these are not emitted here: `insert_barriers.py` puts them there.

That is for blocks whose elements lie among threads as products leave them, which go through shared memory anyway.
Where rings of stages live on, since a producer fills them for the next program, a warp has few buffers, of which the
last ones are waited for when the next program stores.  A block that fits beside the rings lies in one tile there, which
one thread copies, and waits for when the next program stores: that is faster.

Blocks whose warps share what goes to memory together lie in one tile, too.  Where the launch could
make no map, or a coordinate is negative that no mask says so of, rows are stored as those of any block: in pieces, too,
where rings live on.

Copies are read from shared memory some time before they are in memory.  That is waited for at once if anything else
that the kernel does may ask for it, and before the next such store where there are turns of a loop; else never.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from triton_shared.codegen.nests.nest import Window
from triton_shared.codegen.nvidia.mma import ldmatrix
from triton_shared.codegen.nvidia.tma import tensor_maps, tma_loads
from triton_shared.codegen.nvidia.tma.store_tiles import Pieces, pieces_of
from triton_shared.codegen.nvidia.tma.tensor_maps import Box
from triton_shared.codegen.nvidia.tma.tma_loads import FENCE
from triton_shared.codegen.simt.analysis.views import Part, root_of
from triton_shared.codegen.simt.build import shared_layout, shared_memory
from triton_shared.codegen.simt.build.emitter import LOOPS, WARPS, WORD_BITS, Emitter
from triton_shared.codegen.simt.build.shared_layout import Form, Tile
from triton_shared.codegen.simt.build.values import Held
from triton_shared.codegen.simt.layouts.linear_layout import LANE_BITS, Layout, weights
from triton_shared.codegen.simt.memory import global_access
from triton_shared.codegen.simt.memory.allocate_shared_memory import LASTING
from triton_shared.codegen.simt.memory.global_access import ACCESS, HINTS
from triton_shared.codegen.simt.memory.insert_barriers import COMMIT, STORE, STORED
from triton_shared.codegen.simt.pipeline.pipelinable_loads import Memory
from triton_shared.ir.builder import i64_attr, is_float
from triton_shared.ir.statistics import fired
from triton_shared.mlir import ir

if TYPE_CHECKING:
    from triton_shared.codegen.simt.build.context import Program

#: bits of the least elements that a box may have
BYTE = 8
#: bytes of what a block is stored through, at most
MOST_BYTES = 64 << 10
#: bytes of what it goes through in pieces, where stages live on
MOST_PIECE = 32 << 10


def store(
    program: Program,
    op: ir.Operation,
    target: Part,
    window: Window,
    value: ir.Value,
    layout: Layout,
    otherwise: Callable[[Layout], None],
) -> None:
    """Store what ``window`` has of the tensor ``value`` to ``target``, by boxes if it may be.

    Else do ``otherwise`` what stores it in a layout: ``layout`` is best, but not where that takes a large tile.
    """
    node, box = program.tensors[value], _box(program, op, target, window, value)
    if box is None or not isinstance(node, Held):
        otherwise(layout)
        return
    pieces = pieces_of(node.layout, box.form)
    if pieces is None and box.form.bytes > MOST_BYTES:
        otherwise(layout)
        return
    if has_turns := _is_in_loop(op):
        wait(program.b, 0, only_read=False)
    fired("distribute-tensors", "store by boxes")
    block, plainly, moved = Part(value, window, target.kept), layout, None
    if pieces is not None:
        moved = _ByWarps(program, op, box, node, pieces)
        copied, boxes = moved.box, moved.boxes
        if moved.is_whole:
            copied, boxes = box, partial(_stored, program, op, box, node, 1, lasts=True)
    else:
        parts = _parts(node.layout, box.form) if _ring_lives_on(program, op) else 1
        plainly = layout if parts == 1 else node.layout
        copied, boxes = box, partial(_stored, program, op, box, node, parts)

    def rows() -> None:
        with program.b.anew():
            if moved is not None and moved.lives_on:
                moved.rows(target, block)
            else:
                otherwise(plainly)
            if has_turns:  # copies of a turn to come may go to the same place
                program.b.op(FENCE, (), ())

    program.b.branch(tma_loads.are_possible(program, [copied]), boxes, rows)


def _box(program: Program, op: ir.Operation, target: Part, window: Window, value: ir.Value) -> Box | None:
    """The box that ``target`` is, if it is to be one."""
    type_ = value.type
    if not tensor_maps.are_wanted(program.target) or program.element is not None:
        return None
    element = type_.element_type
    has_bytes = is_float(element) or (isinstance(element, ir.IntegerType) and element.width >= BYTE)
    if not has_bytes or any(name in op.attributes for name in HINTS):
        return None
    if target.window != window or tuple(target.shape) != tuple(type_.shape):
        return None
    box = tensor_maps.stored(target, tma_loads.arguments_of(program))
    if not isinstance(box, Box) or not tma_loads.has_room(program, box):
        return None
    return box


class _ByWarps:
    """The store ``op`` of the block that ``box`` is, whose elements ``node`` holds, each warp its ``pieces``."""

    def __init__(self, program: Program, op: ir.Operation, box: Box, node: Held, pieces: Pieces):
        self.program, self.b, self.op, self.node, self.pieces = program, program.b, op, node, pieces
        sizes = pieces.form.shape
        self.box = replace(box, map=box.map._replace(box=tuple(sizes[d] for d in box.order)))
        self.lives_on = _ring_lives_on(program, op)
        each = pieces.form.bytes * program.target.num_warps
        most = MOST_PIECE if self.lives_on else MOST_BYTES
        self.is_whole = self.lives_on and _fits_whole(program, box, each)
        self.count = 1 if self.is_whole else max(1, min(pieces.count, most // each))
        self.tiles = [self._allocated() for _ in range(self.count)]

    def boxes(self) -> None:
        """Store it by copies of boxes."""
        program, b = self.program, self.b
        _, map_ = program.map_of(self.box.map)
        number = i64_attr(global_access.new_number(program))
        with _in_order(program, self.op, self.lives_on) as is_awaited:
            own = zip(self.box.dimensions, self.pieces.of_warp(b), strict=True)
            firsts = [
                b.small("arith.addi", b.to_small(tma_loads.emitted(program, dimension.first)), mine)
                for dimension, mine in own
            ]
            buffers = self._buffers()

            def copy(piece: int) -> None:
                at = [
                    b.small("arith.addi", *pair)
                    for pair in zip(firsts, self.pieces.first(piece), strict=True)
                ]
                where = b.collect([b.value32(at[d]) for d in self.box.order])
                source, to = buffers[piece % self.count].pointer, program.pointer(self.box.base)
                b.op(STORE, (), (source, map_, where, to), {ACCESS: number})
                b.op(COMMIT, (), ())

            for piece in range(self.pieces.count):
                if piece >= self.count:
                    wait(b, self.count - 1)
                self._write(piece, buffers[piece % self.count])
                _fence(b, is_awaited)
                b.some_threads(b.is_chosen, partial(copy, piece))

    def rows(self, target: Part, block: Part) -> None:
        """Store it by rows, which threads read from the buffers."""
        b, program, buffers = self.b, self.program, self._buffers()
        layout, within = self.pieces.rows(program.layouts.run(target.root))
        moved = global_access.access(program, self.op, target, block, layout)
        with _in_order(program, self.op, self.lives_on):
            for piece in range(self.pieces.count):
                tile = buffers[piece % self.count]
                self._write(piece, tile)
                registers = range(piece * within.registers, (piece + 1) * within.registers)
                global_access.store(program, moved, shared_layout.read(b, tile, within), registers)

    def _allocated(self) -> Tile:
        """The first warp's of the buffers that all warps have, one behind the other."""
        warps = self.program.target.num_warps
        return _tile(self.program, self.pieces.form, self.node, self.lives_on, warps, WARPS)

    def _buffers(self) -> list[Tile]:
        """Those of this warp."""
        b, bytes_ = self.b, shared_layout.stride(self.pieces.form)
        offset = b.small("arith.muli", b.bits(b.thread, LANE_BITS, WORD_BITS), bytes_)
        return [tile.at(b.advance(tile.pointer, offset)) for tile in self.tiles]

    def _write(self, piece: int, tile: Tile) -> None:
        """Let ``tile`` be ``piece``."""
        vector = self.b.take(self.node.vector, self.pieces.registers(piece))
        ldmatrix.write(self.b, tile, self.pieces.held, vector)


def _tile(program: Program, form: Form, node: Held, lasts: bool, count: int = 1, *marks: str) -> Tile:
    """A tile for elements of ``node``, the first of ``count``; nothing else is ever written to where one ``lasts``."""
    b, element = program.b, node.vector.type.element_type
    attributes = dict.fromkeys([*marks, *([LASTING] if lasts else [])], ir.UnitAttr.get())
    outer = b.ip
    if lasts:
        b.ip = ir.InsertionPoint.at_block_begin(program.kernel.regions[0].blocks[0])
    tile = shared_layout.allocate(b, form, element, count, **attributes)
    b.ip = outer
    return tile


def _fits_whole(program: Program, box: Box, least: int) -> bool:
    """Whether a block, the first that can, is to lie in shared memory beside the rings and ``least`` bytes."""
    rings = sum(ring.stages * ring.stage_bytes for ring in program.rings)
    fits = rings + box.form.bytes + least <= program.target.max_shared and box.form.bytes <= MOST_BYTES
    is_first = program.stores_whole and not program.is_whole
    program.is_whole |= is_first and fits
    return is_first and fits


def _stored(
    program: Program, op: ir.Operation, box: Box, node: Held, parts: int, lasts: bool = False
) -> None:
    """Store ``node`` by copies of boxes from a tile, in ``parts``; one that ``lasts`` is waited for the next time."""
    b = program.b
    _, map_ = program.map_of(box.map)
    firsts = [b.to_small(tma_loads.emitted(program, dimension.first)) for dimension in box.dimensions]
    size = box.form.bytes // parts
    form = replace(box.form, shape=_cut(box.form.shape, box.form.fast, parts))
    tile = _tile(program, form, node, lasts)

    def copies(part: int) -> None:
        to = program.pointer(box.base)
        for offset, moved in tensor_maps.boxes(box):
            if offset // size == part:
                at = [b.value32(b.small("arith.addi", firsts[d], moved[d])) for d in box.order]
                b.op(STORE, (), (b.advance(tile.pointer, offset % size), map_, b.collect(at), to))
        b.op(COMMIT, (), ())

    with _in_order(program, op, lasts) as is_awaited:
        for part in range(parts):
            if part:
                wait(b, 0)
            layout, registers = _part(node.layout, form, part, parts)
            ldmatrix.write(b, tile, layout, b.take(node.vector, registers))
            _fence(b, is_awaited)
            b.some_threads(b.is_elected, partial(copies, part))


# When copies are waited for


def wait(b: Emitter, pending: int, only_read: bool = True) -> None:
    """Wait until all groups of copies but the last ``pending`` ones are in memory, or have ``only`` been ``read``."""
    b.op(STORED, (), (), {"pending": i64_attr(pending), "only_read": ir.IntegerAttr.get(b.i1, only_read)})


@contextmanager
def _in_order(program: Program, op: ir.Operation, lasts: bool) -> Iterator[bool]:
    """What is emitted inside of this begins copies for ``op``: wait where others must find them in memory.

    Gives whether others may ask for what is stored, or have stored to the same place.

    Unless they are read from bytes that nothing else is written to (``lasts``), they have been read behind it.  Else
    they have been before anything is written there anew.
    """
    b, is_awaited = program.b, _is_awaited(program, op)
    if lasts and not is_awaited and not _is_in_loop(op):
        wait(b, 0)
    yield is_awaited
    if is_awaited or not lasts:
        wait(b, 0, only_read=not is_awaited)
    program.copies_out |= lasts


def _is_in_loop(op: ir.Operation) -> bool:
    while (op := op.parent.operation).name != "func.func":
        if op.name in LOOPS:
            return True
    return False


def _is_awaited(program: Program, op: ir.Operation) -> bool:
    """Whether anything that the kernel does besides may need what ``op`` stores, or be ordered with it."""
    pending = [root_of(op.operands[1])]
    while pending:
        for use in pending.pop().uses:
            user = use.owner.operation
            views = [view for view in user.results if isinstance(view.type, ir.MemRefType)]
            if not views and user != op:
                return True
            pending += views
    return Memory(program.function).has_order


def _fence(b: Emitter, is_awaited: bool) -> None:
    """Let what this thread wrote be there for copies: in all memory, where it may have written to what these do."""
    if is_awaited:
        b.op(FENCE, (), ())
    else:
        shared_memory.fence(b)


def _ring_lives_on(program: Program, op: ir.Operation) -> bool:
    """Whether the stages that a producer fills are in use beside ``op``: a loop is around both."""
    if program.produced is None:
        return False
    return program.target.persistent or any(o.name in LOOPS for o in program.produced.around(op))


def _cut(shape: Sequence[int], dim: int, parts: int) -> tuple[int, ...]:
    return tuple(size // parts if d == dim else size for d, size in enumerate(shape))


def _parts(layout: Layout, form: Form) -> int:
    """In how many parts, of whole panels, a block goes through a tile: each thread must have registers of each."""
    parts = 1
    while len(form.shape) == 2 and form.bytes // parts > MOST_PIECE:
        parts *= 2
        bits = layout.weights[form.fast] * (form.shape[form.fast] - form.shape[form.fast] // parts)
        is_held = all(not basis & bits for basis in layout.thread)
        is_single = all(basis & bits in (0, basis) for basis in layout.reg)
        if form.bytes // parts % form.panel_bytes or not is_held or not is_single:
            return parts // 2
    return parts


def _part(layout: Layout, form: Form, part: int, parts: int) -> tuple[Layout, list[int]]:
    """The registers of a part, and their layout in it."""
    each = form.shape[form.fast]
    mine = [
        r for r, place in enumerate(layout.positions) if layout.coordinate(place, form.fast) // each == part
    ]
    steps = weights(form.shape)

    def within(place: int) -> int:
        return sum(layout.coordinate(place, d) % form.shape[d] * step for d, step in enumerate(steps))

    kept = [basis for basis in layout.reg if layout.coordinate(basis, form.fast) < each or parts == 1]
    return replace(layout, reg=tuple(kept)).mapped(form.shape, within), mine
