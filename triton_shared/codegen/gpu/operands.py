"""Operands of products: the tiles in which they lie, and the registers that hold them as fragments do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triton_shared.codegen.gpu import exchange, tiles
from triton_shared.codegen.gpu.emitter import Emitter, count_of
from triton_shared.codegen.gpu.layouts import Layout
from triton_shared.codegen.gpu.storage import bytes_of, to_stored
from triton_shared.codegen.gpu.tiles import Tile
from triton_shared.codegen.gpu.values import Held, Shared
from triton_shared.codegen.gpu.words import to_words
from triton_shared.mlir import ir

if TYPE_CHECKING:
    from triton_shared.codegen.gpu.program import Program

#: bytes of the elements that instructions transpose on their way from shared memory
HALF = 2


def in_registers(program: Program, value: ir.Value, layout: Layout) -> ir.Value | None:
    """The operand ``value`` in ``layout`` where threads have it already, else None."""
    node = program.tensors[value]
    return exchange.in_registers(program.b, node, layout) if isinstance(node, Held) else None


def tile_of(program: Program, value: ir.Value, fast: int | None = None) -> tuple[Tile, bool]:
    """The operand ``value`` in shared memory, and whether it has been written there now.

    Its fast dimension is ``fast``, where that is given.
    """
    node = program.tensors[value]
    if isinstance(node, Shared) and fast in (None, node.tile.form.fast):
        return node.tile, False
    layout = node.layout if isinstance(node, Held) else program.layouts.default(value.type.shape)
    element = value.type.element_type
    form = tiles.form_of(value.type.shape, element, _fast(layout) if fast is None else fast)
    tile = tiles.allocate(program.b, form, element)
    tiles.write(program.b, tile, layout, program.registers(node, layout))
    return tile, True


def fast_of(element: ir.Type, inner: int) -> int | None:
    """Which dimension must be the fast one of an operand of ``element`` whose inner one is ``inner``; None for any."""
    return None if bytes_of(element) == HALF else inner


def _fast(layout: Layout) -> int:
    """Along which dimension a tensor in ``layout`` has neighbours in neighbouring registers, or else lanes."""
    rank = len(layout.shape)
    firsts = [bases[0] for bases in (layout.reg, layout.lane) if bases]
    dims = (d for first in firsts for d in (rank - 1, rank - 2) if layout.weights[d] == first)
    return next(dims, rank - 1)


def as_words(b: Emitter, vector: ir.Value) -> list[ir.Value]:
    """Registers as words of 32 bits."""
    words = to_words(b, to_stored(b, vector))
    return [b.extract(words, i) for i in range(count_of(words))]
