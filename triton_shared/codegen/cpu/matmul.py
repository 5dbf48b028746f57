"""Matrix products: a tile of the accumulator stays in registers over the whole K of the block.

    linalg.matmul ins(%a, %b) outs(%c)          64x32, 32x64, 64x64

becomes

    scf.for %n, scf.for %m {
      load the tile of %c                        8x32: 16 registers
      scf.for %k iter_args(the tile) {           broadcast %a[m + i, k], load %b[k, n + 16 j], fma
      }
      store the tile
    }

Any M, N and K are right: what the tile does not divide gets smaller tiles.  Where the machine has a dot
product of pairs of bf16, a step takes two rows of the right operand at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.nests.nest import check_on_buffers
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import Builder, Index, bit_width, integer, strides_of
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

OPS = ("linalg.matmul", "linalg.batch_matmul")

# lanes of one dot product of pairs of bf16
PAIR_LANES = 16

#: ops in the body of a product that extends nothing
MULTIPLY_ADD = 3

#: marks a `linalg.generic` that is a matrix product
PRODUCT = "tts.product"

#: the elements of a row of the left operand that step k of the inner loop reads
ONE = (lambda k: k,)
PAIR = (lambda k: k * 2, lambda k: k * 2 + 1)

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


def pack(function: ir.Operation) -> None:
    """Give matrix products operands that their inner loops read as they are, converted once into buffers of their own.

    Where the machine has a dot product of pairs of bf16, the right operand is stored as rows of pairs.  Otherwise both
    operands get the type that is computed in.  An accumulator without rows is computed in a copy.  Products of which
    no named op tells become a `linalg.generic` with the attribute `PRODUCT`.
    """
    has_bf16_dot = CpuTarget.of(function).has_bf16_dot
    for op in all_ops(function, OPS):
        check_on_buffers(op)
        _pack(op, has_bf16_dot)


def _pack(op: ir.Operation, has_bf16_dot: bool) -> None:
    b = Builder.before(op)
    a, rhs, c = op.operands
    if not _has_rows(c):
        op.operands[2] = _copied(b, c)
        after = Builder(ir.InsertionPoint.after(op), op.location)
        after.op("memref.copy", (), (op.operands[2], c))
        c = op.operands[2]
    element, wide = a.type.element_type, _compute_type(c.type.element_type)
    if has_bf16_dot and _multiplies_pairs(element, rhs.type, wide):
        _generic_product(b, (a, a, _paired(b, rhs)), c, PAIR, _multiply_pairs)
        op.erase()
        return
    body = [inner.operation for inner in op.regions[0].blocks[0].operations]
    operands = [a, rhs]
    for number, argument in enumerate(list(op.regions[0].blocks[0].arguments)[:2]):
        if operands[number].type.element_type != wide:
            name = next(
                (i.name for i in body if i.name in EXTENSIONS and i.operands[0] == argument),
                "arith.extf" if isinstance(wide, ir.FloatType) else "arith.extsi",
            )
            operands[number] = _converted(b, operands[number], wide, name)
    if not _has_rows(operands[1]):
        operands[1] = _copied(b, operands[1])
    if [a, rhs] != operands or len(body) > MULTIPLY_ADD:
        _generic_product(b, operands, c, ONE, _multiply)
        op.erase()


def _generic_product(
    b: Builder, operands: Sequence[ir.Value], c: ir.Value, steps: Sequence[Callable], multiply: Callable
) -> None:
    """The product of ``operands``, of which all but the last are left ones, read at ``steps``, added to ``c``."""
    rank = c.type.rank
    dims = [ir.AffineExpr.get_dim(i) for i in range(rank + 1)]
    *batch, m, n, k = dims
    maps = [[*batch, m, step(k)] for step in steps] + [[*batch, k, n], [*batch, m, n]]
    kinds = ["parallel"] * rank + ["reduction"]

    def body(*scalars: ir.Value) -> list[ir.Value]:
        *factors, old = scalars
        total = b.convert("arith.extf", old, _compute_type(old.type))
        return [b.convert("arith.truncf", multiply(b, factors, total), old.type)]

    whole = [ir.AffineMap.get(rank + 1, 0, exprs) for exprs in maps]
    b.generic(operands, [c], whole, kinds, body, **{PRODUCT: ir.UnitAttr.get()})


def _multiply(b: Builder, factors: Sequence[ir.Value], total: ir.Value) -> ir.Value:
    x, y = factors
    suffix = "f" if isinstance(total.type, ir.FloatType) else "i"
    return b.apply(f"arith.add{suffix}", b.apply(f"arith.mul{suffix}", x, y), total)


def _multiply_pairs(b: Builder, factors: Sequence[ir.Value], total: ir.Value) -> ir.Value:
    """The dot product of two bf16 with the halves of a word, added to ``total``."""
    low, high, word = factors
    parts = word, b.apply("arith.shrui", word, 16)
    for x, part in zip((low, high), parts, strict=True):
        y = b.one("arith.bitcast", x.type, b.one("arith.trunci", integer(16), part))
        total = _multiply(b, [b.one("arith.extf", total.type, v) for v in (x, y)], total)
    return total


def _has_rows(memref: ir.Value) -> bool:
    """Whether neighbours along the last dimension are neighbours in memory."""
    return strides_of(memref.type)[0][-1] == 1


def _copied(b: Builder, source: ir.Value) -> ir.Value:
    """``source`` in a buffer of its own, in rows."""
    same = ir.AffineMap.get_identity(source.type.rank)
    return _computed(b, source, [same], source.type.shape, source.type.element_type, lambda element: element)


def _compute_type(accumulator: ir.Type) -> ir.Type:
    """f16 and bf16 accumulate in f32."""
    narrow = isinstance(accumulator, ir.FloatType) and accumulator.width < 32
    return ir.F32Type.get() if narrow else accumulator


def _multiplies_pairs(element: ir.Type, rhs: ir.MemRefType, wide: ir.Type) -> bool:
    is_bf16 = isinstance(element, ir.BF16Type) and rhs.element_type == element
    *_, k, n = rhs.shape
    return is_bf16 and isinstance(wide, ir.F32Type) and k % 2 == 0 and n % PAIR_LANES == 0


def _converted(b: Builder, source: ir.Value, element: ir.Type, name: str) -> ir.Value:
    """``source`` with its elements extended to ``element`` by the op ``name``."""
    same = ir.AffineMap.get_identity(source.type.rank)
    return _computed(b, source, [same], source.type.shape, element, lambda x: b.one(name, element, x))


def _paired(b: Builder, source: ir.Value) -> ir.Value:
    """Rows 2 i and 2 i + 1 of ``source``, 16-bit elements, side by side in the halves of one row of i32."""
    half, word = integer(16), integer(32)
    *batch, k, n = source.type.shape
    dims = [ir.AffineExpr.get_dim(i) for i in range(len(batch) + 2)]
    even = ir.AffineExpr.get_mul(dims[-2], ir.AffineExpr.get_constant(2))
    odd = ir.AffineExpr.get_add(even, ir.AffineExpr.get_constant(1))
    maps = [ir.AffineMap.get(len(dims), 0, [*dims[:-2], row, dims[-1]]) for row in (even, odd)]

    def join(*rows: ir.Value) -> ir.Value:
        low, high = (b.one("arith.extui", word, b.one("arith.bitcast", half, x)) for x in rows)
        return b.apply("arith.ori", low, b.apply("arith.shli", high, 16))

    return _computed(b, source, maps, [*batch, k // 2, n], word, join)


def _computed(
    b: Builder,
    source: ir.Value,
    maps: Sequence[ir.AffineMap],
    shape: Sequence[int],
    element: ir.Type,
    body: Callable[..., ir.Value],
) -> ir.Value:
    """A new buffer of ``shape`` that ``body`` computes from the elements of ``source`` under ``maps``."""
    target = b.alloc(ir.MemRefType.get(shape, element))
    everything = [*maps, ir.AffineMap.get_identity(len(shape))]
    parallel = ["parallel"] * len(shape)
    b.generic([source] * len(maps), [target], everything, parallel, lambda *xs: [body(*xs[:-1])])
    return target


def tile(function: ir.Operation) -> None:
    """Turn matrix products on buffers, with operands of the computing type, into loops over tiles."""
    target = CpuTarget.of(function)
    for op in all_ops(function):
        if op.name in OPS or PRODUCT in op.attributes:
            check_on_buffers(op)
            _emit(op, target)


def _emit(op: ir.Operation, target: CpuTarget) -> None:
    b = Builder.before(op)
    a, *_, rhs, c = op.operands
    if not all(v.type.has_static_shape for v in (a, rhs, c)):
        raise LoweringError(op, "needs blocks of static shape")
    *batch, m, n = c.type.shape
    steps = rhs.type.shape[-2]
    lanes = target.vector_bits // bit_width(rhs.type.element_type)

    def one(index: Index, _) -> list:
        leading = [b.value(index)] if batch else []
        for columns, width, vectors in _columns(n, lanes, m, target.registers):
            for rows in _spans(m, _rows(m, vectors, target.registers)):
                tile = Tile(rows.step, vectors, width)
                _tiles(b, _Product(b, leading, a, rhs, c, tile, steps), rows, columns)
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
    """One matrix product with one shape of tile; ``steps`` turns of the inner loop."""

    b: Builder
    leading: list[ir.Value]
    a: ir.Value
    rhs: ir.Value
    c: ir.Value
    tile: Tile
    steps: int

    @property
    def in_pairs(self) -> bool:
        """Whether a step multiplies pairs of bf16."""
        return self.a.type.element_type != self.rhs.type.element_type

    def left(self, row: ir.Value, step: ir.Value) -> ir.Value:
        """The element of ``a`` (or the pair of them) in all lanes."""
        b, lanes = self.b, self.tile.lanes
        element = self.a.type.element_type
        if not self.in_pairs:
            return b.broadcast(b.one("memref.load", element, self.a, *self.leading, row, step), lanes)
        word = ir.IntegerType.get_signless(32)
        at = b.value(b.mul(step, 2))
        pair = b.one("vector.load", ir.VectorType.get((2,), element), self.a, *self.leading, row, at)
        both = b.one("vector.bitcast", ir.VectorType.get((1,), word), pair)
        wide = b.one("vector.broadcast", ir.VectorType.get((lanes,), word), both)
        return b.one("vector.bitcast", ir.VectorType.get((2 * lanes,), element), wide)

    def right(self, step: ir.Value, column: ir.Value) -> ir.Value:
        """The elements of ``rhs`` (or the pairs of them) at ``column`` and behind it."""
        lanes = self.tile.lanes
        type = ir.VectorType.get((lanes,), self.rhs.type.element_type)
        value = self.b.one("vector.load", type, self.rhs, *self.leading, step, column)
        if not self.in_pairs:
            return value
        return self.b.one("vector.bitcast", ir.VectorType.get((2 * lanes,), self.a.type.element_type), value)

    def multiply_add(self, x: ir.Value, y: ir.Value, acc: ir.Value) -> ir.Value:
        """``acc + x * y``, lane by lane."""
        if self.in_pairs:
            return self.b.op("llvm.call_intrinsic", (acc.type,), (acc, x, y), _dot_of_pairs()).result
        if isinstance(acc.type.element_type, ir.FloatType):
            return self.b.one("vector.fma", acc.type, x, y, acc)
        return self.b.add(self.b.mul(x, y), acc)


def _dot_of_pairs() -> dict[str, ir.Attribute]:
    return {
        "intrin": ir.StringAttr.get("llvm.x86.avx512bf16.dpbf16ps.512"),
        "op_bundle_sizes": ir.DenseI32ArrayAttr.get([]),
        "operandSegmentSizes": ir.DenseI32ArrayAttr.get([3, 0]),
    }


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
    held = p.c.type.element_type
    element = _compute_type(held)
    vector = ir.VectorType.get((tile.lanes,), element)
    stored = ir.VectorType.get((tile.lanes,), held)
    rows = [b.value(b.add(i, r)) for r in range(tile.rows)]
    columns = [b.value(b.add(j, v * tile.lanes)) for v in range(tile.vectors)]
    places = [(*p.leading, r, c) for r, c in product(rows, columns)]
    tile_in = [b.one("vector.load", stored, p.c, *at) for at in places]
    if held != element:
        tile_in = [b.one("arith.extf", vector, v) for v in tile_in]

    def step(k: Index, acc: Sequence[ir.Value]) -> list[ir.Value]:
        at = b.value(k)
        right = [p.right(at, c) for c in columns]
        sums = iter(acc)
        return [
            p.multiply_add(left, r, next(sums)) for left in (p.left(row, at) for row in rows) for r in right
        ]

    tile_out = b.loop(0, p.steps, 1, tile_in, step)
    if held != element:
        tile_out = [b.one("arith.truncf", stored, v) for v in tile_out]
    for value, at in zip(tile_out, places, strict=True):
        b.op("vector.store", (), (value, p.c, *at))
