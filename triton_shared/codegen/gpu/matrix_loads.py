"""Registers from a tile: by ldmatrix where lanes want its matrices of 8 x 8 words, else by plain loads.

    %w = nvvm.ldmatrix %row {num = 4, layout = row} : !llvm.struct<(i32, i32, i32, i32)>

Each of eight lanes points to the 16 bytes of a row of one matrix; of the matrix a lane gets 4 bytes, those that its
lowest two bits say of the row that its upper three bits say, or, transposed, elements of 2 bytes of two rows.  So a
layout is loaded this way whose registers of a word and lanes have the rows' bytes in that order.
"""

from __future__ import annotations

from dataclasses import dataclass

from triton_shared.codegen.gpu import tiles
from triton_shared.codegen.gpu.emitter import Emitter, vector_of
from triton_shared.codegen.gpu.layouts import LANE_BITS, Layout, log2
from triton_shared.codegen.gpu.shared_memory import register_pointer
from triton_shared.codegen.gpu.storage import from_stored
from triton_shared.codegen.gpu.tiles import Form, Tile
from triton_shared.mlir import ir

#: bytes of what a lane gets of a matrix, and of a row of one
WORD, ROW = 4, 16
#: matrices of one instruction at most, as bits
MOST = 2


@dataclass(frozen=True)
class _Plan:
    """How matrices are loaded: ``address`` has the rows that lanes point to, one register an instruction."""

    address: Layout
    inner: int
    count: int
    transposed: bool


def read(b: Emitter, tile: Tile, layout: Layout, moved: int = 0) -> ir.Value:
    """What ``layout``, without registers that repeat others, would hold if all places differed by ``moved``.

    These are bits that no place of ``layout`` has.
    """
    plan = _plan(tile.form, layout)
    if plan is None:
        return tiles.read(b, tile, layout, moved)
    return _matrices(b, tile, layout, plan, tile.form.moved(moved))


def _plan(form: Form, layout: Layout) -> _Plan | None:
    """How matrices make up ``layout``; None where they do not."""
    if form.size > WORD or form.width < ROW:
        return None
    moved = form.of(layout)
    inner = log2(WORD // form.size)
    outer = moved.reg[inner:]
    if len(moved.reg) < inner:
        return None
    near, far = moved.reg[:inner] + moved.lane[:2], moved.lane[2:]
    row = tuple(1 << i for i in range(log2(ROW // form.size)))
    if near == row:
        rows, transposed = far, False
    elif form.size == 2 and far == row:
        rows, transposed = near, True
    else:
        return None
    count = min(MOST, len(outer))
    chosen = outer[:count] + (0,) * (MOST - count)
    others = rows + chosen + moved.warp + outer[count:]
    if any(basis & (ROW // form.size - 1) for basis in others):
        return None
    assert len(rows + chosen) == LANE_BITS
    address = Layout(layout.shape, outer[count:], rows + chosen, moved.warp)
    return _Plan(address, inner, count, transposed)


def _matrices(b: Emitter, tile: Tile, layout: Layout, plan: _Plan, also: int) -> ir.Value:
    """Load ``1 << plan.count`` matrices an instruction."""
    number = 1 << plan.count
    type_ = b.i32 if number == 1 else b.struct_of(number, b.i32)
    words: list[ir.Value] = []
    for register in range(plan.address.registers):
        pointer = register_pointer(b, tile.region, plan.address, register, also)
        loaded = b.one("nvvm.ldmatrix", type_, pointer, **_attributes(number, plan.transposed))
        words += [loaded] if number == 1 else b.fields(loaded, number, b.i32)
    vector = b.collect(words)
    stored = tile.region.stored
    whole = vector_of(layout.registers, stored)
    if whole != vector.type:
        name = "arith.bitcast" if tile.form.size == WORD else "vector.bitcast"
        vector = b.one(name, whole, vector)
    return from_stored(b, vector, tile.element)


def _attributes(count: int, transposed: bool) -> dict[str, ir.Attribute]:
    parse = ir.Attribute.parse
    return {
        "num": parse(f"{count} : i32"),
        "layout": parse(f"#nvvm.mma_layout<{'col' if transposed else 'row'}>"),
        "shape": parse("#nvvm.ld_st_matrix_shape<m = 8, n = 8>"),
        "eltType": parse("#nvvm.ld_st_matrix_elt_type<b16>"),
    }
