"""Stores of blocks as copies of boxes of tensors: through a tile, from which one thread begins the copies.

    llvm.store …, %tile          each thread what it holds, in the form that the hardware reads
    simt.fence_copies ; gpu.barrier
    thread 0:  simt.store_box %tile, %map, [%column, %row], %x ; simt.wait_for_stores

Where rings of stages live on, since a producer fills them for the next program, the tile is smaller, and the block goes
through it in pieces.  That is for blocks whose elements lie among threads as products leave them, which go through
shared memory anyway.
Where the launch could make no map, or a coordinate is negative that no mask says so of, they are stored as any others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from triton_shared.codegen.gpu import tensor_copies, tensor_maps, tiles
from triton_shared.codegen.gpu.access import HINTS
from triton_shared.codegen.gpu.layouts import Layout, weights
from triton_shared.codegen.gpu.tensor_copies import FENCE, STORE, STORED
from triton_shared.codegen.gpu.tensor_maps import Box
from triton_shared.codegen.gpu.tiles import Form
from triton_shared.codegen.gpu.transfers import Part
from triton_shared.codegen.gpu.values import Held
from triton_shared.codegen.nests.nest import Window
from triton_shared.ir.builder import is_float
from triton_shared.mlir import ir

if TYPE_CHECKING:
    from triton_shared.codegen.gpu.program import Program

#: bytes of a tile that a block is stored by, at most
MOST_BYTES = 64 << 10
LOOPS = ("scf.for", "scf.while")
#: bytes of the tile that it goes through in pieces
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
        return otherwise(layout)
    held, found = node, box
    possible = tensor_copies.are_possible(program, [found])
    parts = _parts(held.layout, found.form) if _ring_lives_on(program, op) else 1
    plainly = layout if parts == 1 else held.layout
    program.b.branch(possible, lambda: _stored(program, found, held, parts), lambda: otherwise(plainly))


def _box(program: Program, op: ir.Operation, target: Part, window: Window, value: ir.Value) -> Box | None:
    """The box that ``target`` is, if it is to be one."""
    type_ = value.type
    if not tensor_maps.are_wanted(program.target) or program.element is not None:
        return None
    if not is_float(type_.element_type) or any(name in op.attributes for name in HINTS):
        return None
    if target.window != window or tuple(target.shape) != tuple(type_.shape):
        return None
    box = tensor_maps.stored(target, tensor_copies.arguments_of(program))
    if not isinstance(box, Box) or not tensor_copies.has_room(program, box):
        return None
    return box if box.form.bytes <= MOST_BYTES else None


def _stored(program: Program, box: Box, node: Held, parts: int) -> None:
    b = program.b
    _, map_ = program.map_of(box.map)
    firsts = [b.to_small(tensor_copies.emitted(program, dimension.first)) for dimension in box.dimensions]
    size = box.form.bytes // parts
    form = replace(box.form, shape=_cut(box.form.shape, box.form.fast, parts))
    tile = tiles.allocate(b, form, node.vector.type.element_type)

    def copies(part: int) -> None:
        to = program.pointer(box.base)
        for offset, moved in tensor_maps.boxes(box):
            if offset // size == part:
                at = [b.value32(b.small("arith.addi", firsts[d], moved[d])) for d in box.order]
                b.op(STORE, (), (b.advance(tile.pointer, offset % size), map_, b.collect(at), to))
        b.op(STORED, (), ())

    for part in range(parts):
        layout, registers = _part(node.layout, form, part, parts)
        tiles.write(b, tile, layout, b.take(node.vector, registers))
        b.op(FENCE, (), ())
        b.barrier()
        b.some_threads(b.compare32("eq", b.thread, 0), partial(copies, part))


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
