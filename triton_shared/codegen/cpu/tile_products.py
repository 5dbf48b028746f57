"""Matrix products: a tile of the accumulator stays in registers over the whole K of the block.

    linalg.matmul ins(%a, %b) outs(%c)          64x32, 32x64, 64x64

becomes

    scf.for %n, scf.for %m {
      load the tile of %c                        8x32: 16 registers
      scf.for %k iter_args(the tile) {           broadcast %a[m + i, k], load %b[k, n + 16 j], fma
      }
      store the tile
    }

Where %c is filled just before, which nothing else reads, the tile starts from what it is filled with.  Where each row
is multiplied by a number just before, as in attention, the rows of the tile are multiplied in registers.  Where %c is
stored right behind, for the last time, tiles go to memory in place of it.  The fill and the store may be those of the
first and the last iteration of a loop (`sink_accumulators.py`, `accumulators.py`).

Any M, N and K are right: what the tile does not divide gets smaller tiles.  Products in a `Form` take words of the
operands in place of elements, or leave tiles to a matrix unit (`amx.py`).  Where rows of %a lie apart in memory, few
neighbours of a row are read before the next one: the loop over %k prefetches the next tile's rows, a line at a time.
Where several tiles of columns read such rows, and more at once than a set of the nearest cache holds lines, the first
of these tiles copies them: the rows of the copy lie one behind the other, with a line between them.

A left operand that is narrower than what is multiplied is extended a row of tiles at a time, which stays in the nearest
cache.

An instruction that takes left elements without a sign gets them with `FLIP` added: a row of tiles at a time, or in the
copy that several tiles of columns read.  Every tile of %c starts from so much less: `FLIP` times the sums of its
columns of %b, which are computed once for all rows.  In registers `FLIP` would take one in five of the operations for
which machines by Intel have two units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import cycle, product
from typing import NamedTuple

from triton_shared.codegen.cpu import amx
from triton_shared.codegen.cpu.accumulators import (
    Destination,
    Start,
    destination_behind,
    scaling_before,
    start_before,
)
from triton_shared.codegen.cpu.mma_forms import WORD, Form
from triton_shared.codegen.cpu.pack_products import PRODUCT, compute_type, extension_of, form_of
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.memory.fetches import LINE, prefetch
from triton_shared.codegen.nests.nest import check_on_buffers
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import (
    DYNAMIC,
    Builder,
    Condition,
    Index,
    bit_width,
    integer,
    strided_type,
    strides_of,
)
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: what makes of a byte with a sign one without: the byte with its highest bit turned over
FLIP = 128
#: sums of a tile, none of which waits for another, that keep two units for multiply-adds of four cycles busy
BUSY_SUMS = 12
#: bytes of rows of the right operand of which some columns stay in the nearest cache; tiles for which a copy pays
NEAR_BYTES, COPIED_FOR = 1 << 14, 8
#: iterations of which one row of the next tile's has a line fetched
TURN = 4
#: tiles of columns for which a copy of the left operand pays; lines of the nearest cache that may meet in it
LEFT_COPIED_FOR, WAYS = 2, 8


#: a memref that holds rows, and the indices of each
Rows = tuple[ir.Value, list[list[ir.Value]]]
Step = Callable[[Index, Sequence[ir.Value]], Sequence[ir.Value]]


@dataclass(frozen=True)
class Tile:
    """Rows and vectors of ``lanes`` columns that are held in registers."""

    rows: int
    vectors: int
    lanes: int


class Span(NamedTuple):
    """``[begin, end)`` of one dimension, in steps of ``step``."""

    begin: int
    end: int
    step: int


def run(function: ir.Operation) -> None:
    """Turn matrix products on buffers, with a right operand that is packed or of the computing type, into loops."""
    target = CpuTarget.of(function)
    products = [op for op in all_ops(function) if op.name in PRODUCTS or PRODUCT in op.attributes]
    for op in products:
        check_on_buffers(op)
        _emit(op, target)


def _emit(op: ir.Operation, target: CpuTarget) -> None:
    b, form = Builder.before(op), form_of(op)
    a, *_, rhs, c = op.operands
    if not all(v.type.has_static_shape for v in (a, rhs, c)):
        raise LoweringError(op, "needs blocks of static shape")
    *batch, m, n = c.type.shape
    steps = rhs.type.shape[-2]
    widest = target.lanes(bit_width(rhs.type.element_type))
    if form and form.vectors:
        widest = form.lanes(target)[0]
    start, scaling = start_before(op, c), None
    if start and form and form.tiles and not amx.can_start_from(start.value):
        start = None
    if start is None and not (batch or (form and form.tiles)):
        scaling = scaling_before(op, c)
    scales = None if scaling is None else scaling.operands[1]
    out = destination_behind(op)

    def one(index: Index) -> None:
        leading = [b.value(index)] if batch else []
        if form and form.tiles:
            return amx.emit(b, leading, (a, rhs, c), form, start.holds if start else False, out)
        spans = list(_columns(n, widest, m, target.registers))
        copied = None
        if n >= LEFT_COPIED_FOR * spans[0][0].step or (_flips(form) and len(spans) > 1):
            copied = _copy_of_left(b, a, rhs, form, _rows(m, spans[0][2], target.registers))
        for columns, width, vectors in spans:
            for rows in _spans(m, _rows(m, vectors, target.registers)):
                tile = Tile(rows.step, vectors, width)
                widened = None if copied is not None else _panel(b, a, rhs, form, tile.rows), extension_of(op)
                p = _Product(
                    b, leading, a, rhs, c, start, scales, out, tile, steps, form, target, *widened, copied
                )
                _tiles(b, p, rows, columns)

    b.for_each(0, batch[0] if batch else 1, 1, one)
    op.erase()
    for done in (start and start.fill, scaling, out and out.home):
        if done is not None:
            done.erase()


def _panel(b: Builder, a: ir.Value, rhs: ir.Value, form: Form | None, rows: int) -> ir.Value | None:
    """A buffer for ``rows`` rows of the left operand, where its elements are not multiplied as they are."""
    element = _factor_type(rhs, form)
    if a.type.element_type == element and not _flips(form):
        return None
    return b.alloc(ir.MemRefType.get([rows, a.type.shape[-1]], element))


def _factor_type(rhs: ir.Value, form: Form | None) -> ir.Type:
    """What is multiplied."""
    return ir.Type.parse(form.element) if form else rhs.type.element_type


def _flips(form: Form | None) -> bool:
    """Whether what multiplies takes left elements with `FLIP` added."""
    return form is not None and form.flips


def _copy_of_left(b: Builder, a: ir.Value, rhs: ir.Value, form: Form | None, rows: int) -> ir.Value | None:
    """A buffer for the left operand, where its elements are flipped, or multiplied as they are and its lines may meet.

    These are lines of the ``rows`` of a tile, and of the next one's, which are fetched meanwhile.
    """
    *_, m, k = a.type.shape
    element = a.type.element_type
    meets = strides_of(a.type)[0][-2] == DYNAMIC and 2 * rows > WAYS and m > rows
    if element != _factor_type(rhs, form) or not (meets or _flips(form)):
        return None
    return b.alloc(ir.MemRefType.get([m, k + LINE * 8 // bit_width(element)], element))


def _rows(m: int, vectors: int, registers: int) -> int:
    """Rows of the tile: as many as registers hold, few enough that they divide ``m`` where sums enough are left."""
    most = min(m, (registers - vectors - 1) // vectors)
    rows = next((r for r in range(most, most // 2, -1) if m % r == 0), most)
    return rows if rows * vectors >= BUSY_SUMS else most


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
    """Spans of rows: tiles of ``step``, then what is left, of which short tiles share with the last one of these."""
    whole = extent // step * step
    left = extent - whole
    if whole and 0 < 2 * left <= step:
        whole -= step
        left = (left + step + 1) // 2
    if whole:
        yield Span(0, whole, step)
    if whole < extent:
        end = whole + (extent - whole) // left * left
        yield Span(whole, end, left)
        if end < extent:
            yield Span(end, extent, extent - end)


@dataclass(frozen=True)
class _Product:
    """One matrix product with one shape of tile; ``steps`` iterations of the inner loop.

    All of ``c`` may be the value of ``start`` before it, or its rows are to be multiplied by ``scales``; sums may go to
    ``out`` in place of it.  ``near`` holds the columns of ``rhs`` that tiles read,
    ``copied`` the rows of ``a``, once a tile of columns has read them that is the ``first`` one.
    """

    b: Builder
    leading: list[ir.Value]
    a: ir.Value
    rhs: ir.Value
    c: ir.Value
    start: Start | None
    scales: ir.Value | None
    out: Destination | None
    tile: Tile
    steps: int
    form: Form | None
    target: CpuTarget
    panel: ir.Value | None
    extension: str
    copied: ir.Value | None
    near: ir.Value | None = None
    first: Condition = True

    def rows_at(self, i: Index) -> Rows:
        """The left operand's rows of the tile at row ``i``: a memref that holds them, and the indices of each."""
        b, count = self.b, self.tile.rows
        rows = [b.value(b.add(i, r)) for r in range(count)]
        if self.copied is not None:
            shape, ones = [count, self.a.type.shape[-1]], [1, 1]
            type = strided_type(shape, strides_of(self.copied.type)[0], DYNAMIC, self.a.type.element_type)
            target = b.strided("memref.subview", type, [self.copied], [b.value(i), 0], shape, ones)
            b.branch(self.first, lambda: self._fill(target, i))
            return self.copied, [[row] for row in rows]
        if self.panel is None:
            return self.a, [[*self.leading, row] for row in rows]
        self._fill(self.panel, i)
        return self.panel, [[b.value(r)] for r in range(count)]

    def _fill(self, target: ir.Value, i: Index) -> None:
        """Let ``target`` hold the left operand's rows from row ``i`` on, of its type of elements."""
        b = self.b
        known, begin = strides_of(self.a.type)
        shape, ones = target.type.shape, [1] * len(known)
        # rows that are all the same begin where the first does
        offset = DYNAMIC if any(known[:-1]) else begin
        type = strided_type(shape, known[-2:], offset, self.a.type.element_type)
        at, sizes = [*self.leading, b.value(i), 0], [*ones[:-2], *shape]
        source = b.strided("memref.subview", type, [self.a], at, sizes, ones)
        same = ir.AffineMap.get_identity(len(shape))
        b.generic(
            [source],
            [target],
            [same, same],
            ["parallel"] * len(shape),
            lambda narrow, wide: [self._factor(narrow, wide.type)],
        )

    def _factor(self, element: ir.Value, type: ir.Type) -> ir.Value:
        """What is multiplied for ``element`` of the left operand."""
        wide = self.b.convert(self.extension, element, type)
        return self.b.apply("arith.xori", wide, FLIP) if _flips(self.form) else wide

    def left(self, rows: ir.Value, row: Sequence[ir.Value], step: ir.Value) -> ir.Value:
        """An element of ``row`` of ``rows``, or a word of them, in all lanes."""
        b, lanes = self.b, self.tile.lanes
        element = rows.type.element_type
        if self.form is None:
            return b.broadcast(b.one("memref.load", element, rows, *row, step), lanes)
        group = self.form.group
        at = b.value(b.mul(step, group))
        elements = b.one("vector.load", ir.VectorType.get((group,), element), rows, *row, at)
        word = ir.VectorType.get((1,), integer(WORD))
        both = b.one("vector.bitcast", word, elements)
        wide = b.one("vector.broadcast", ir.VectorType.get((lanes,), integer(WORD)), both)
        return b.one("vector.bitcast", ir.VectorType.get((group * lanes,), element), wide)

    def prefetch(self, row: ir.Value, step: ir.Value) -> None:
        """Fetch what `left` is to read."""
        b = self.b
        at = b.value(b.mul(step, self.form.group if self.form else 1))
        prefetch(b, self.a, [*self.leading, row, at])

    def excess(self, columns: Sequence[ir.Value]) -> list[ir.Value]:
        """How much `FLIP` in every left element adds to sums in ``columns``; nothing where it is not added."""
        if self.form is None or not self.form.flips:
            return []
        b, lanes = self.b, self.tile.lanes
        bytes_ = ir.VectorType.get((self.form.group * lanes,), self.a.type.element_type)
        flips = b.constant(bytes_, FLIP)
        zero = b.constant(ir.VectorType.get((lanes,), self.c.type.element_type), 0)

        def step(k: Index, sums: Sequence[ir.Value]) -> list[ir.Value]:
            at = b.value(k)
            return [
                self.multiply_add(flips, self.right(at, column), total)
                for column, total in zip(columns, sums, strict=True)
            ]

        return list(b.loop(0, self.steps, 1, [zero] * len(columns), step))

    def near_columns(self, columns: Sequence[ir.Value]) -> _Product:
        """The same with a copy of ``columns`` of ``rhs``, line behind line, where its rows would meet in the cache."""
        b, tile, type = self.b, self.tile, self.rhs.type
        stride, bytes_ = strides_of(type)[0][-2], bit_width(type.element_type) // 8
        is_used_often = self.c.type.shape[-2] >= COPIED_FOR * tile.rows
        width = tile.lanes * tile.vectors
        meets = stride == DYNAMIC or (stride > width and self.steps * stride * bytes_ > NEAR_BYTES)
        if self.form or self.panel or not meets or not is_used_often:
            return self
        near = b.alloc(ir.MemRefType.get([self.steps, width], type.element_type))

        def copy(k: Index) -> None:
            at = b.value(k)
            for number, column in enumerate(columns):
                b.op("vector.store", (), (self.right(at, column), near, at, b.value(number * tile.lanes)))

        b.for_each(0, self.steps, 1, copy)
        return replace(self, near=near)

    def rights(self, step: ir.Value, columns: Sequence[ir.Value]) -> list[ir.Value]:
        """`right` of each of ``columns``, of their copy where there is one."""
        if self.near is None:
            return [self.right(step, column) for column in columns]
        b, lanes = self.b, self.tile.lanes
        type = ir.VectorType.get((lanes,), self.near.type.element_type)
        places = (b.value(number * lanes) for number in range(len(columns)))
        return [b.one("vector.load", type, self.near, step, place) for place in places]

    def right(self, step: ir.Value, column: ir.Value) -> ir.Value:
        """The elements of ``rhs``, or the words of them, at ``column`` and behind it."""
        lanes = self.tile.lanes
        type = ir.VectorType.get((lanes,), self.rhs.type.element_type)
        value = self.b.one("vector.load", type, self.rhs, *self.leading, step, column)
        if self.form is None:
            return value
        elements = ir.VectorType.get((self.form.group * lanes,), ir.Type.parse(self.form.element))
        return self.b.one("vector.bitcast", elements, value)

    def multiply_add(self, x: ir.Value, y: ir.Value, acc: ir.Value) -> ir.Value:
        """``acc + x * y``, lane by lane."""
        b, form = self.b, self.form
        if form is not None:
            name = form.intrinsic(self.tile.lanes, self.target)
            if form.adds:
                return b.call_intrinsic(name, (acc.type,), (acc, x, y)).result
            return b.add(b.call_intrinsic(name, (acc.type,), (x, y)).result, acc)
        if isinstance(acc.type.element_type, ir.FloatType):
            return b.one("vector.fma", acc.type, x, y, acc)
        return b.add(b.mul(x, y), acc)


def _tiles(b: Builder, p: _Product, rows: Span, columns: Span) -> None:
    """All tiles of one shape: columns outside, so that their part of the right operand stays in the cache.

    Rows are outside where they have to be extended, so that each is extended once.
    """

    def places(j: Index) -> list[ir.Value]:
        return [b.value(b.add(j, v * p.tile.lanes)) for v in range(p.tile.vectors)]

    def column(j: Index) -> None:
        at = places(j)
        excess, near = p.excess(at), replace(p.near_columns(at), first=b.compare("eq", j, 0))
        b.for_each(*rows, lambda i: _tile(near, i, near.rows_at(i), at, excess))

    def extended_row(i: Index) -> None:
        source = p.rows_at(i)
        b.for_each(*columns, lambda j: _tile(p, i, source, places(j), excess))

    if p.panel is None:
        return b.for_each(*columns, column)
    # there is one tile of columns where bits are flipped
    excess = p.excess(places(columns.begin))
    b.for_each(*rows, extended_row)


def _tile(p: _Product, i: Index, left: Rows, columns: Sequence[ir.Value], excess: Sequence[ir.Value]) -> None:
    """One tile at row ``i``, of which ``left`` are the factors, and at ``columns``, each the first of a vector's."""
    b = p.b
    rows = [b.value(b.add(i, r)) for r in range(p.tile.rows)]
    places = [(*p.leading, r, c) for r, c in product(rows, columns)]
    tile_in = _before(p, rows, places)
    if excess:
        tile_in = [b.sub(total, more) for total, more in zip(tile_in, cycle(excess), strict=False)]
    source, factors = left

    def step(k: Index, acc: Sequence[ir.Value]) -> list[ir.Value]:
        at = b.value(k)
        right = p.rights(at, columns)
        sums = iter(acc)
        return [
            p.multiply_add(x, r, next(sums))
            for x in (p.left(source, row, at) for row in factors)
            for r in right
        ]

    _store(p, places, _iterations(p, i, tile_in, step))


def _before(p: _Product, rows: Sequence[ir.Value], places: Sequence[Sequence[ir.Value]]) -> list[ir.Value]:
    """What a tile at ``places``, vectors of ``rows``, holds before the product, in the type that is computed in."""
    b, lanes, held = p.b, p.tile.lanes, p.c.type.element_type
    stored = ir.VectorType.get((lanes,), held)

    def load() -> list[ir.Value]:
        return [b.one("vector.load", stored, p.c, *at) for at in places]

    def begin() -> list[ir.Value]:
        return [b.broadcast(p.start.value, lanes)] * len(places) if p.start else []

    tile = b.branch(p.start.holds if p.start else False, begin, load, [stored] * len(places))
    if p.scales is not None:
        by_row = [b.broadcast(b.one("memref.load", held, p.scales, row), lanes) for row in rows]
        tile = [b.apply("arith.mulf", v, by_row[n // p.tile.vectors]) for n, v in enumerate(tile)]
    return [b.convert("arith.extf", v, ir.VectorType.get((lanes,), compute_type(held))) for v in tile]


def _store(p: _Product, places: Sequence[Sequence[ir.Value]], tile: Sequence[ir.Value]) -> None:
    """Store a ``tile`` at ``places``."""
    b, stored = p.b, ir.VectorType.get((p.tile.lanes,), p.c.type.element_type)
    sums = [b.convert("arith.truncf", v, stored) for v in tile]

    def store(block: ir.Value, vectors: Sequence[ir.Value]) -> None:
        for vector, at in zip(vectors, places, strict=True):
            b.op("vector.store", (), (vector, block, *at))

    if (out := p.out) is None:
        return store(p.c, sums)
    b.branch(
        out.direct,
        lambda: store(out.block, [out.computed(b, v) for v in sums]),
        lambda: store(p.c, sums),
    )


def _iterations(p: _Product, i: Index, tile_in: Sequence[ir.Value], step: Step) -> Sequence[ir.Value]:
    """The tile at row ``i`` after all iterations of ``step``, some of which fetch lines of the next tile's rows.

    Where a line has iterations enough, the rows take turns of `TURN` iterations, so that fetches are spread evenly.
    """
    b, rows = p.b, p.tile.rows
    line = LINE * 8 // (bit_width(p.a.type.element_type) * (p.form.group if p.form else 1))
    takes_turns = TURN * rows <= line
    length = (TURN if takes_turns else line) if _reads_ahead(p) else 1
    first = b.min(b.add(i, rows), p.a.type.shape[-2] - rows) if length > 1 else 0

    def fetch(k: Index, row: Index) -> None:
        ahead = b.add(first, row)
        p.prefetch(b.value(ahead if p.copied is None else b.select(p.first, ahead, 0)), b.value(k))

    def iterations(k: Index, acc: Sequence[ir.Value]) -> Sequence[ir.Value]:
        if takes_turns:
            fetch(k, b.apply("arith.remui", b.apply("arith.divui", b.value(k), TURN), rows))
            return reduce(lambda sums, n: step(b.add(k, n), sums), range(TURN), acc)
        for row in range(rows):
            fetch(k, row)
        return b.loop(k, b.add(k, line), 1, acc, step)

    whole = p.steps // length * length if length > 1 else 0
    if whole:
        tile_in = b.loop(0, whole, length, tile_in, iterations)
    return b.loop(whole, p.steps, 1, tile_in, step) if whole < p.steps else tile_in


def _reads_ahead(p: _Product) -> bool:
    """Whether rows of the left operand lie apart in memory, and some are behind those of a tile."""
    return strides_of(p.a.type)[0][-2] == DYNAMIC and p.a.type.shape[-2] > p.tile.rows
