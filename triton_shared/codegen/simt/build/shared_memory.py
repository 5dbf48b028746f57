"""Blocks in shared memory: one row-major, dense copy of a tensor, written in one layout and read in another.

    %r = simt.shared_alloc {bytes = 4096, alignment = 16} : !llvm.ptr<3>
    llvm.store %v, %r[…]                                    each thread its registers
    %w = llvm.load %r[…]                                    each thread those it wants

Nothing here waits: `insert_barriers.py`, a later pass, puts barriers between the two.  A boolean takes a byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from triton_shared.codegen.simt.build.emitter import Emitter, I32Like, vector_of
from triton_shared.codegen.simt.build.storage_types import bytes_of, from_stored, stored_type, to_stored
from triton_shared.codegen.simt.layouts.linear_layout import Layout, run_length, weights
from triton_shared.ir.builder import Index
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: bytes that one access moves at most, and what every region is aligned to
WIDEST = 16


@dataclass(frozen=True)
class Region:
    """A block of ``shape`` in shared memory at ``pointer``; an element of it takes ``size`` bytes."""

    pointer: ir.Value
    shape: tuple[int, ...]
    element: ir.Type

    @property
    def stored(self) -> ir.Type:
        """The type of an element in memory."""
        return stored_type(self.element)

    @property
    def size(self) -> int:
        """Bytes of an element."""
        return bytes_of(self.element)


def region(b: Emitter, shape: Sequence[int], element: ir.Type, **attributes: ir.Attribute) -> Region:
    """A new region for a block of ``shape``."""
    pointer = b.shared_alloc(max(WIDEST, prod(shape) * bytes_of(element)), WIDEST, **attributes)
    return Region(pointer, tuple(shape), element)


def element_pointer(b: Emitter, region: Region, place: I32Like) -> ir.Value:
    """Where the element at ``place`` is."""
    return b.advance(region.pointer, b.i32_op("arith.muli", place, region.size))


def register_pointer(b: Emitter, region: Region, layout: Layout, register: int, also: int = 0) -> ir.Value:
    """Where the element that ``register`` of ``layout`` holds is, its place changed in the bits of ``also``."""
    place, moved = b.position(layout), layout.positions[register] ^ also
    if layout.thread_bits & moved:
        return element_pointer(b, region, b.i32_op("arith.xori", place, moved))
    return b.advance(element_pointer(b, region, place), moved * region.size)


def write(b: Emitter, region: Region, layout: Layout, vector: ir.Value) -> None:
    """Write a tensor in ``layout`` to ``region``."""
    vector = to_stored(b, vector)
    width = min(run_length(layout), WIDEST // region.size)
    for first in range(0, layout.registers, width):
        part = b.take(vector, range(first, first + width))
        b.store(part, register_pointer(b, region, layout, first), width * region.size)


def read(b: Emitter, region: Region, layout: Layout, moved: int = 0) -> ir.Value:
    """The tensor in ``region`` in ``layout``.

    It is what that would hold if all places differed by ``moved``, in bits that no register's place has.
    """
    width = min(run_length(layout), WIDEST // region.size)
    type_ = vector_of(width, region.stored)
    vector = b.join(
        [
            b.load(type_, register_pointer(b, region, layout, first, moved), width * region.size)
            for first in range(0, layout.registers, width)
        ]
    )
    return from_stored(b, vector, region.element)


def laid_out(b: Emitter, layout: Layout, vector: ir.Value) -> Region:
    """A tensor in ``layout`` in shared memory."""
    made = region(b, layout.shape, vector.type.element_type)
    write(b, made, layout, vector)
    return made


def element(b: Emitter, region: Region, indices: Sequence[Index]) -> ir.Value:
    """The element of ``region`` at ``indices``."""
    loaded = b.load(region.stored, element_at(b, region, indices), region.size)
    return from_stored(b, loaded, region.element)


def element_at(b: Emitter, region: Region, indices: Sequence[Index]) -> ir.Value:
    """Where the element of ``region`` at ``indices`` is."""
    place: Index = 0
    for step, i in zip(weights(region.shape), indices, strict=True):
        place = b.add(place, b.mul(i, step))
    return element_pointer(b, region, b.to_i32(place))
