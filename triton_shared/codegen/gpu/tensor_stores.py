"""Stores of blocks as copies of boxes of tensors: through a tile, from which one thread begins the copies.

    llvm.store …, %tile          each thread what it holds, in the form that the hardware reads
    simt.fence_copies ; gpu.barrier
    thread 0:  simt.store_box %tile, %map, [%column, %row], %x ; simt.wait_for_stores

That is for blocks whose elements lie among threads as products leave them, which go through shared memory anyway.
Where the launch could make no map, or a coordinate is negative that no mask says so of, they are stored as any others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from triton_shared.codegen.gpu import tensor_copies, tensor_maps, tiles
from triton_shared.codegen.gpu.access import HINTS
from triton_shared.codegen.gpu.tensor_copies import FENCE, STORE, STORED
from triton_shared.codegen.gpu.tensor_maps import Box
from triton_shared.codegen.gpu.transfers import Part
from triton_shared.codegen.gpu.values import Held
from triton_shared.codegen.nests.nest import Window
from triton_shared.ir.builder import is_float
from triton_shared.mlir import ir

if TYPE_CHECKING:
    from triton_shared.codegen.gpu.program import Program

#: bytes of a tile that a block is stored by, at most
MOST_BYTES = 64 << 10


def store(
    program: Program,
    op: ir.Operation,
    target: Part,
    window: Window,
    value: ir.Value,
    otherwise: Callable[[], None],
) -> None:
    """Store what ``window`` has of the tensor ``value`` to ``target``, by boxes if it may be; else do ``otherwise``."""
    node, box = program.tensors[value], _box(program, op, target, window, value)
    if box is None or not isinstance(node, Held):
        return otherwise()
    held, found = node, box
    possible = tensor_copies.are_possible(program, [found])
    program.b.branch(possible, lambda: _stored(program, found, held), otherwise)


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


def _stored(program: Program, box: Box, node: Held) -> None:
    b = program.b
    _, map_ = program.map_of(box.map)
    firsts = [b.to_small(tensor_copies.emitted(program, dimension.first)) for dimension in box.dimensions]
    tile = tiles.allocate(b, box.form, node.vector.type.element_type)
    tiles.write(b, tile, node.layout, node.vector)
    b.op(FENCE, (), ())
    b.barrier()

    def copies() -> None:
        to = program.pointer(box.base)
        for offset, moved in tensor_maps.boxes(box):
            at = [b.value32(b.small("arith.addi", firsts[d], moved[d])) for d in box.order]
            b.op(STORE, (), (b.advance(tile.pointer, offset), map_, b.collect(at), to))
        b.op(STORED, (), ())

    b.some_threads(b.compare32("eq", b.thread, 0), copies)
