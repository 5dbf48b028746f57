"""Tiles: matrices in shared memory, in the layout that ldmatrix and wgmma read.

One dimension of the matrix is the *contiguous* one.  Its bytes are cut into panels of
128 bytes, or of as many as there are; a panel has a row for each index of the other dimension.  Within a row, chunks of
16 bytes change places by the row's number, so that eight rows of one column of chunks lie in different banks::

    panel = contiguous bytes / width;  at = panel * rows * width + row * width + (chunk ^ row * width / 128) * 16 + rest

That is the hardware's swizzle of 128, 64 or 32 bytes, by the width of a panel.  It is linear in the bits of a place:
the elements of a `Layout` have a layout in memory again (`SharedLayout.apply`), the bits of a thread give one offset,
and what a register adds is a constant, folded into the address.

A tile's base is a value of the run: a ring of tiles moves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from math import prod

from triton_shared.codegen.simt.build import shared_memory
from triton_shared.codegen.simt.build.emitter import Emitter
from triton_shared.codegen.simt.build.shared_memory import Region
from triton_shared.codegen.simt.build.storage_types import bytes_of
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: bytes of a row of a panel at most, and of what changes places in it
PANEL, CHUNK = 128, 16
#: rows after which the order of chunks repeats
REPEAT = 8


@dataclass(frozen=True)
class SharedLayout:
    """Where the elements of matrices of ``shape``, of ``size`` bytes each, lie.

    ``contiguous_dim`` is the last dimension or the one before; dimensions before count matrices, one behind the other.
    """

    shape: tuple[int, ...]
    size: int
    contiguous_dim: int

    @cached_property
    def row_dim(self) -> int:
        """The dimension that numbers the rows of a panel."""
        return 2 * len(self.shape) - 3 - self.contiguous_dim

    @cached_property
    def rows(self) -> int:
        """Rows of a panel."""
        return self.shape[self.row_dim]

    @cached_property
    def width(self) -> int:
        """Bytes of a row of a panel."""
        return min(PANEL, self.shape[self.contiguous_dim] * self.size)

    @cached_property
    def panel_bytes(self) -> int:
        """Bytes from a panel to the next."""
        return self.rows * self.width

    @cached_property
    def matrix_bytes(self) -> int:
        """Bytes of one matrix."""
        return self.shape[-2] * self.shape[-1] * self.size

    @cached_property
    def bytes(self) -> int:
        """Bytes of all matrices."""
        return prod(self.shape) * self.size

    @property
    def alignment(self) -> int:
        """What must divide the base, for the order of chunks is one of addresses."""
        return max(CHUNK, REPEAT * self.width)

    @cached_property
    def _steps(self) -> tuple[int, ...]:
        return Layout(self.shape, (), (), ()).weights

    def offset(self, place: int) -> int:
        """Where the element at the row-major ``place`` lies, in elements from the base."""
        row = place // self._steps[self.row_dim] % self.rows
        along = place // self._steps[self.contiguous_dim] % self.shape[self.contiguous_dim] * self.size
        matrix = place * self.size // self.matrix_bytes
        panel, at = divmod(along, self.width)
        at ^= (row * self.width // PANEL) % max(1, self.width // CHUNK) * CHUNK
        whole = matrix * self.matrix_bytes + panel * self.panel_bytes + row * self.width + at
        return whole // self.size

    @lru_cache(maxsize=1024)  # noqa: B019 -- forms are small, and equal ones are one
    def apply(self, layout: Layout) -> Layout:
        """The layout of the elements at the places where they lie."""
        return layout.mapped(layout.shape, self.offset)

    def transposed(self, permutation: Sequence[int]) -> SharedLayout | None:
        """The form of the transposed matrices in the same memory; None where matrices change places."""
        rank = len(self.shape)
        if list(permutation[: rank - 2]) != list(range(rank - 2)):
            return None
        shape = tuple(self.shape[p] for p in permutation)
        return SharedLayout(shape, self.size, list(permutation).index(self.contiguous_dim))


@dataclass(frozen=True)
class Tile:
    """Matrices of ``element`` in ``form`` at ``pointer``, an address that ``form.alignment`` divides."""

    pointer: ir.Value
    element: ir.Type
    form: SharedLayout

    @property
    def region(self) -> Region:
        """The same as a region, whose places are those that ``form`` gives."""
        return Region(self.pointer, self.form.shape, self.element)

    def at(self, pointer: ir.Value) -> Tile:
        """The tile of the same form at ``pointer``."""
        return replace(self, pointer=pointer)

    def transposed(self, permutation: Sequence[int]) -> Tile | None:
        """The transposed tensor, in the same memory; None where matrices change places."""
        form = self.form.transposed(permutation)
        return None if form is None else replace(self, form=form)


def form_of(shape: Sequence[int], element: ir.Type, contiguous_dim: int) -> SharedLayout:
    """The form of a tensor of ``shape`` whose neighbours along ``contiguous_dim`` are neighbours in memory."""
    return SharedLayout(tuple(shape), bytes_of(element), contiguous_dim)


def allocate(
    b: Emitter, form: SharedLayout, element: ir.Type, count: int = 1, **attributes: ir.Attribute
) -> Tile:
    """A new tile, the first of ``count`` that lie one behind the other."""
    return Tile(b.shared_alloc(count * stride(form), form.alignment, **attributes), element, form)


def stride(form: SharedLayout) -> int:
    """Bytes from a tile to the next one of a ring."""
    return -(-form.bytes // form.alignment) * form.alignment


def write(b: Emitter, tile: Tile, layout: Layout, vector: ir.Value) -> None:
    """Write a tensor in ``layout``: neighbours in memory by one store, whatever the registers' order."""
    ordered, order = _ordered(tile.form.apply(layout.compact))
    vector = b.take(b.take(vector, layout.registers_of(layout.compact)), _permuted(order))
    shared_memory.write(b, tile.region, ordered, vector)


def read(b: Emitter, tile: Tile, layout: Layout, also: int = 0) -> ir.Value:
    """What ``layout``, without registers that repeat others, would hold if all places differed by ``also``.

    These are bits that no place of ``layout`` has.
    """
    ordered, order = _ordered(tile.form.apply(layout))
    vector = shared_memory.read(b, tile.region, ordered, tile.form.offset(also))
    return b.take(vector, _permuted([order.index(bit) for bit in range(len(order))]))


def pointer(b: Emitter, tile: Tile, layout: Layout, register: int) -> ir.Value:
    """Where the element lies that ``register`` of ``layout`` holds."""
    return shared_memory.register_pointer(b, tile.region, tile.form.apply(layout), register)


def _ordered(layout: Layout) -> tuple[Layout, list[int]]:
    """``layout`` with registers in the order of memory, and where the bits of these stand in it.

    Those of neighbours in memory, as many as follow one another, come before the others.
    """
    run: list[int] = []
    while (step := 1 << len(run)) in layout.reg:
        run.append(layout.reg.index(step))
    order = run + [i for i in range(len(layout.reg)) if i not in run]
    return replace(layout, reg=tuple(layout.reg[i] for i in order)), order


def _permuted(order: Sequence[int]) -> list[int]:
    """For each register the one whose bits are these, ``order[i]`` for bit i."""
    out = [0]
    for bit in order:
        out += [register | 1 << bit for register in out]
    return out
