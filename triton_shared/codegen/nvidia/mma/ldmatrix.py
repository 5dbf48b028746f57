"""Registers from shared memory, and to it, as matrices of 8 x 8 words where lanes hold these, else by plain accesses.

    %w = nvvm.ldmatrix %row {num = 4, layout = row} : !llvm.struct<(i32, i32, i32, i32)>
    nvvm.stmatrix %row, %w0, %w1, %w2, %w3 {layout = row}

Each of eight lanes points to the 16 bytes of a row of one matrix; of the matrix a lane has 4 bytes, those that its
lowest two bits say of the row that its upper three bits say, or, transposed, elements of 2 bytes of two rows.  So a
layout is moved this way whose registers of a word and lanes have the rows' bytes in that order.
"""

from __future__ import annotations

from dataclasses import replace

from triton_shared.codegen.nvidia.target import LANE_BITS
from triton_shared.codegen.simt.build import shared_layout
from triton_shared.codegen.simt.build.emitter import Emitter, vector_of
from triton_shared.codegen.simt.build.shared_layout import Tile
from triton_shared.codegen.simt.build.shared_memory import Region, register_pointer
from triton_shared.codegen.simt.build.storage_types import from_stored, to_stored
from triton_shared.codegen.simt.layouts.linear_layout import Layout, log2
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: bytes of what a lane gets of a matrix, and of a row of one
WORD, ROW = 4, 16
#: bytes of an element of what is transposed, or stored
HALF = 2
#: matrices of one instruction at most, as bits
MOST = 2


@dataclass(frozen=True)
class _Plan:
    """How matrices are moved: ``address`` has the rows that lanes point to, one register an instruction."""

    address: Layout
    inner: int
    count: int
    transposed: bool


def read(b: Emitter, tile: Tile, layout: Layout, moved: int = 0) -> ir.Value:
    """What ``layout``, without registers that repeat others, would hold if all places differed by ``moved``.

    These are bits that no place of ``layout`` has.
    """
    plan = _plan(tile.form.apply(layout), tile.form.size) if tile.form.width >= ROW else None
    if plan is None:
        return shared_layout.read(b, tile, layout, moved)
    return _loaded(b, tile, layout, plan, tile.form.offset(moved))


def write(b: Emitter, tile: Tile, layout: Layout, vector: ir.Value) -> None:
    """Write a tensor in ``layout`` to ``tile``, on a GPU that stores matrices."""
    if tile.form.width < ROW or not stored(b, tile.region, tile.form.apply(layout), vector):
        shared_layout.write(b, tile, layout, vector)


def rows(layout: Layout, size: int) -> Layout | None:
    """The rows of matrices, 16 bytes a thread, that are stored of what is in ``layout``; None where there are none."""
    plan = _plan(layout, size) if size == HALF and layout == layout.compact else None
    if plan is None:
        return None
    return replace(plan.address, reg=(*(1 << i for i in range(log2(ROW // size))), *plan.address.reg))


def stored(b: Emitter, region: Region, layout: Layout, vector: ir.Value) -> bool:
    """Store ``vector``, whose elements go to the places of ``layout``, as matrices; False if it is none."""
    plan = _plan(layout, region.size) if region.size == HALF and layout == layout.compact else None
    if plan is None:
        return False
    number = 1 << plan.count
    vector = to_stored(b, vector)
    words = b.one("vector.bitcast", vector_of(layout.registers // 2, b.i32), vector)
    for register in range(plan.address.registers):
        pointer = register_pointer(b, region, plan.address, register)
        some = [b.extract(words, number * register + m) for m in range(number)]
        attributes = _attributes(number, plan.transposed)
        attributes.pop("num")
        b.op("nvvm.stmatrix", (), (pointer, *some), attributes)
    return True


def _plan(moved: Layout, size: int) -> _Plan | None:
    """How matrices of elements of ``size`` bytes make up what lies at the places ``moved``; None where they do not."""
    if size > WORD:
        return None
    inner = log2(WORD // size)
    outer = moved.reg[inner:]
    if len(moved.reg) < inner:
        return None
    near, far = moved.reg[:inner] + moved.lane[:2], moved.lane[2:]
    row = tuple(1 << i for i in range(log2(ROW // size)))
    if near == row:
        rows, transposed = far, False
    elif size == HALF and far == row:
        rows, transposed = near, True
    else:
        return None
    count = min(MOST, len(outer))
    chosen = outer[:count] + (0,) * (MOST - count)
    others = rows + chosen + moved.warp + outer[count:]
    if any(basis & (ROW // size - 1) for basis in others):
        return None
    assert len(rows + chosen) == LANE_BITS
    address = Layout(moved.shape, outer[count:], rows + chosen, moved.warp)
    return _Plan(address, inner, count, transposed)


def _loaded(b: Emitter, tile: Tile, layout: Layout, plan: _Plan, also: int) -> ir.Value:
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
