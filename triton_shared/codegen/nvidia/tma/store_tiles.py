"""Blocks in pieces that each warp moves through bytes of shared memory of its own, where it waits for no other warp.

    warp 0   rows 0-15    | piece 0 | piece 1 | …        a piece of a warp: 16 rows of 128 bytes, in the hardware's
    warp 1   rows 16-31   | piece 0 | piece 1 | …        swizzle, in one of the warp's buffers

That is for blocks that lie among threads as products leave them: all lanes of a warp hold some of each piece, which
registers say is a matter of the register's number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from triton_shared.codegen.nvidia.target import LANE_BITS
from triton_shared.codegen.simt.build.emitter import Emitter, I32Like
from triton_shared.codegen.simt.build.shared_layout import REPEAT, SharedLayout
from triton_shared.codegen.simt.layouts.linear_layout import (
    Layout,
    elements_of_warps,
    log2,
    weights,
)
from triton_shared.records import dataclass

#: rows of a piece at most
MOST_ROWS = 64


@dataclass(frozen=True)
class Pieces:
    """How the block of ``layout`` is cut: each warp's part into pieces of ``form``."""

    layout: Layout
    form: SharedLayout

    @cached_property
    def _inner(self) -> tuple[int, ...]:
        """The bits of a register's number that say where in a piece it is."""
        return tuple(bit for bit, basis in enumerate(self.layout.reg) if self._moved(basis) is not None)

    def _moved(self, place: int) -> int | None:
        """The place in a piece of the element that a place of the block is; None where it is another piece's."""
        at = [self.layout.coordinate(place, d) for d in range(len(self.form.shape))]
        if any(i >= n for i, n in zip(at, self.form.shape, strict=True)):
            return None
        return sum(i * step for i, step in zip(at, weights(self.form.shape), strict=True))

    @property
    def count(self) -> int:
        """Pieces of a warp."""
        return self.layout.registers >> len(self._inner)

    def registers(self, piece: int) -> list[int]:
        """The registers that hold elements of ``piece``, in the order of `held`."""
        outer = [bit for bit in range(len(self.layout.reg)) if bit not in self._inner]
        first = sum((piece >> i & 1) << bit for i, bit in enumerate(outer))
        out = [first]
        for bit in self._inner:
            out += [register | 1 << bit for register in out]
        return out

    def first(self, piece: int) -> list[int]:
        """The coordinates in the block at which ``piece`` of warp 0 begins."""
        place = self.layout.positions[self.registers(piece)[0]]
        return [self.layout.coordinate(place, d) for d in range(len(self.form.shape))]

    def of_warp(self, b: Emitter) -> list[I32Like]:
        """What is to be added to these coordinates for the warp of this thread."""
        warps = replace(self.layout, reg=(), lane=(0,) * LANE_BITS)
        return [b.coordinate(warps, d) for d in range(len(self.form.shape))]

    @property
    def held(self) -> Layout:
        """The layout of the registers of a piece in it."""
        reg = tuple(self._within(self.layout.reg[bit]) for bit in self._inner)
        return Layout(self.form.shape, reg, tuple(map(self._within, self.layout.lane)), self._no_warps)

    def has_all(self, bases: Sequence[int]) -> bool:
        """Whether elements that ``bases`` lead to are in the same piece."""
        return all(self._moved(basis) is not None for basis in bases)

    def _within(self, basis: int) -> int:
        moved = self._moved(basis)
        assert moved is not None
        return moved

    @property
    def _no_warps(self) -> tuple[int, ...]:
        return (0,) * len(self.layout.warp)

    def rows(self, run: int) -> tuple[Layout, Layout]:
        """Each thread's ``run`` neighbours, beside those of other lanes: of the block, and of a piece.

        The registers of the block's layout are those of the pieces, one after the other.
        """
        order = (self.form.contiguous_dim, self.form.row_dim)
        steps = [basis for basis in self.layout.reg + self.layout.lane if self._moved(basis) is not None]
        bits = [b for d in order for b in sorted(steps) if self.layout.coordinate(b, d)]
        first = log2(run)
        lane, reg = tuple(bits[first : first + LANE_BITS]), bits[:first] + bits[first + LANE_BITS :]
        outer = [basis for basis in self.layout.reg if self._moved(basis) is None]
        whole = replace(self.layout, reg=tuple(reg + outer), lane=lane)
        piece = Layout(
            self.form.shape, tuple(map(self._within, reg)), tuple(map(self._within, lane)), self._no_warps
        )
        return whole, piece


def pieces_of(layout: Layout, form: SharedLayout) -> Pieces | None:
    """The pieces of a block in ``layout`` that is to go to memory by rows of ``form``, whole ones of its panels.

    None where warps share rows, or not all lanes of a warp would have some of each piece.
    """
    mine = elements_of_warps(layout)
    if mine is None or len(mine) < len(layout.reg) + LANE_BITS:
        return None
    sizes = [1] * len(layout.shape)
    for d, most in ((form.contiguous_dim, form.width // form.size), (form.row_dim, MOST_ROWS)):
        while sizes[d] < min(most, form.shape[d]) and layout.weights[d] * sizes[d] in mine:
            sizes[d] *= 2
    pieces = Pieces(layout, SharedLayout(tuple(sizes), form.size, form.contiguous_dim))
    is_whole = pieces.form.width == form.width and sizes[form.row_dim] % REPEAT == 0
    return pieces if is_whole and pieces.has_all(layout.lane) else None
