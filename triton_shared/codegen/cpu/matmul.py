"""Matrix products: a tile of the accumulator stays in registers over the whole K of the block.

    linalg.matmul ins(%a, %b) outs(%c)          64x32, 32x64, 64x64

becomes

    scf.for %n, scf.for %m {
      load the tile of %c                        8x32: 16 registers
      scf.for %k iter_args(the tile) {           broadcast %a[m + i, k], load %b[k, n + 16 j], fma
      }
      store the tile
    }

Any M, N and K are right: what the tile does not divide gets smaller tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from triton_shared.codegen.cpu.build import Builder, Index, bit_width
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir

OPS = ("linalg.matmul", "linalg.batch_matmul")

EXTENSIONS = {"arith.extf", "arith.extsi", "arith.extui"}


@dataclass(frozen=True)
class Tile:
    """Rows and vectors of ``lanes`` columns that are held in registers."""

    rows: int
    vectors: int
    lanes: int


@dataclass(frozen=True)
class Span:
    """``[begin, end)`` of one dimension, in steps of ``step``."""

    begin: int
    end: int
    step: int


def widen(op: ir.Operation) -> None:
    """Give ``op`` operands of the accumulator's type: narrower ones are converted once, into own buffers."""
    b = Builder.before(op)
    body = [inner.operation for inner in op.regions[0].blocks[0].operations]
    arguments = list(op.regions[0].blocks[0].arguments)
    wide = _compute_type(op.operands[2].type.element_type)
    for number in (0, 1):
        source = op.operands[number]
        if source.type.element_type == wide:
            continue
        name = next(
            (i.name for i in body if i.name in EXTENSIONS and i.operands[0] == arguments[number]),
            "arith.extf" if isinstance(wide, ir.FloatType) else "arith.extsi",
        )
        op.operands[number] = _converted(b, source, wide, name)


def _compute_type(accumulator: ir.Type) -> ir.Type:
    """f16 and bf16 accumulate in f32."""
    narrow = isinstance(accumulator, ir.FloatType) and accumulator.width < 32
    return ir.F32Type.get() if narrow else accumulator


def _converted(b: Builder, source: ir.Value, element: ir.Type, name: str) -> ir.Value:
    type = ir.MemRefType.get(source.type.shape, element)
    target = b.op(
        "memref.alloc", (type,), (), {"operandSegmentSizes": ir.DenseI32ArrayAttr.get([0, 0])}
    ).result
    rank = source.type.rank
    same = ir.AffineMapAttr.get(ir.AffineMap.get_identity(rank))
    op = b.op(
        "linalg.generic",
        (),
        (source, target),
        {
            "indexing_maps": ir.ArrayAttr.get([same, same]),
            "iterator_types": ir.ArrayAttr.get(
                [ir.Attribute.parse("#linalg.iterator_type<parallel>")] * rank
            ),
            "operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 1]),
        },
        regions=1,
    )
    block = op.regions[0].blocks.append(source.type.element_type, element, arg_locs=[b.loc] * 2)
    inside = Builder(ir.InsertionPoint(block), b.loc)
    inside.op("linalg.yield", (), (inside.one(name, element, block.arguments[0]),))
    return target


def emit(op: ir.Operation, vector_bits: int, registers: int) -> None:
    """Replace the matrix product ``op`` on buffers, with operands of the computing type, by loops."""
    b = Builder.before(op)
    a, rhs, c = op.operands
    if not all(v.type.has_static_shape for v in (a, rhs, c)):
        raise LoweringError(op, "needs blocks of static shape")
    *batch, m, n = c.type.shape
    k = a.type.shape[-1]
    element = a.type.element_type
    lanes = vector_bits // bit_width(element)

    def one(index: Index, _) -> list:
        leading = [b.value(index)] if batch else []
        for columns, width, vectors in _columns(n, lanes, m, registers):
            for rows in _spans(m, _rows(m, vectors, registers)):
                tile = Tile(rows.step, vectors, width)
                _tiles(b, _Product(b, leading, a, rhs, c, tile, k), rows, columns)
        return []

    b.loop(0, batch[0] if batch else 1, 1, (), one)
    op.erase()


def _rows(m: int, vectors: int, registers: int) -> int:
    """Rows of the tile: as many as registers hold, few enough that they divide ``m`` where possible."""
    most = min(m, (registers - vectors - 1) // vectors)
    return next((r for r in range(most, most // 2, -1) if m % r == 0), most)


def _columns(n: int, lanes: int, m: int, registers: int) -> Iterator[tuple[Span, int, int]]:
    """Spans of columns, widest vectors first: (span, lanes a vector, vectors a tile)."""
    begin, vectors = 0, 4 if registers >= 32 and m > 1 else 2
    while begin < n:
        while lanes * vectors > n - begin:
            vectors, lanes = (vectors // 2, lanes) if vectors > 1 else (1, lanes // 2)
        step = lanes * vectors
        end = begin + (n - begin) // step * step
        yield Span(begin, end, step), lanes, vectors
        begin = end


def _spans(extent: int, step: int) -> Iterator[Span]:
    whole = extent // step * step
    yield Span(0, whole, step)
    if whole < extent:
        yield Span(whole, extent, extent - whole)


@dataclass(frozen=True)
class _Product:
    b: Builder
    leading: list[ir.Value]
    a: ir.Value
    rhs: ir.Value
    c: ir.Value
    tile: Tile
    k: int


def _tiles(b: Builder, p: _Product, rows: Span, columns: Span) -> None:
    """All tiles of one shape: columns outside, so that their part of the right operand stays in the cache."""

    def column(j: Index, _) -> list:
        def row(i: Index, _) -> list:
            _tile(p, i, j)
            return []

        b.loop(rows.begin, rows.end, rows.step, (), row)
        return []

    b.loop(columns.begin, columns.end, columns.step, (), column)


def _tile(p: _Product, i: Index, j: Index) -> None:
    """One tile at row ``i`` and column ``j``."""
    b, tile = p.b, p.tile
    element, held = p.a.type.element_type, p.c.type.element_type
    vector = ir.VectorType.get((tile.lanes,), element)
    stored = ir.VectorType.get((tile.lanes,), held)
    rows = [b.value(b.add(i, r)) for r in range(tile.rows)]
    columns = [b.value(b.add(j, v * tile.lanes)) for v in range(tile.vectors)]
    places = [(*p.leading, r, c) for r, c in product(rows, columns)]
    tile_in = [b.one("vector.load", stored, p.c, *at) for at in places]
    if held != element:
        tile_in = [b.one("arith.extf", vector, v) for v in tile_in]

    def step(k: Index, acc) -> list[ir.Value]:
        at = b.value(k)
        right = [b.one("vector.load", vector, p.rhs, *p.leading, at, c) for c in columns]
        out = []
        for number, row in enumerate(rows):
            scalar = b.one("memref.load", element, p.a, *p.leading, row, at)
            left = b.broadcast(scalar, tile.lanes)
            for v, wide in enumerate(right):
                out.append(_multiply_add(b, left, wide, acc[number * tile.vectors + v]))
        return out

    tile_out = b.loop(0, p.k, 1, tile_in, step)
    if held != element:
        tile_out = [b.one("arith.truncf", stored, v) for v in tile_out]
    for value, at in zip(tile_out, places, strict=True):
        b.op("vector.store", (), (value, p.c, *at))


def _multiply_add(b: Builder, x: ir.Value, y: ir.Value, acc: ir.Value) -> ir.Value:
    if isinstance(acc.type.element_type, ir.FloatType):
        return b.one("vector.fma", acc.type, x, y, acc)
    return b.one("arith.addi", acc.type, b.one("arith.muli", acc.type, x, y), acc)
