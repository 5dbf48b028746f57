"""Matrix products on tiles of a matrix unit: 8 registers of 16 rows of 64 bytes, which AMX calls tiles.

    linalg.generic ins(%a, %a, %words) outs(%c) attrs = {tts.product = "tiles.bf16"}        64x64, 32x64, 64x64

becomes

    scf.for %m step 32, scf.for %n step 32 {
      tiles 0 … 3 = %c[m … m + 32, n … n + 32]
      scf.for %k { tiles 4, 5 = rows of %a;  tiles 6, 7 = rows of %words;  tiles 0 … 3 += products }
      %c[m … m + 32, n … n + 32] = tiles 0 … 3
    }

All tiles have 16 rows and 64 bytes a row, so who calls a program configures them, once for all (`CONFIGURE`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from triton_shared.codegen.cpu.accumulators import Destination
from triton_shared.codegen.cpu.mma_forms import TILE, Form
from triton_shared.codegen.cpu.target import ARCH_PRCTL, REQUEST, TILE_DATA
from triton_shared.ir.addresses import strided_metadata
from triton_shared.ir.builder import DYNAMIC, Builder, Condition, Index, bit_width, integer, strides_of
from triton_shared.ir.walk import all_ops, made_by
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: tiles of the accumulator along both dimensions; as many of each operand make 8
ACROSS = 2
LEFT, RIGHT = 4, 6

LOAD, STORE, ZERO = "llvm.x86.tileloadd64", "llvm.x86.tilestored64", "llvm.x86.tilezero"

#: constants of which no bit is set, as attributes
ZEROS = ("0.000000e+00 : f32", "0 : i32")

_PALETTE = [1, *[0] * 15, *[64, 0] * 8, *[0] * 16, *[TILE] * 8, *[0] * 8]

#: what configures the tiles of the calling thread, and asks for them if that has not been done
CONFIGURE = f"""
llvm.mlir.global internal @triton_shared_tiles_asked(0 : i8) {{alignment = 1 : i64}} : i8
llvm.func @syscall(i64, ...) -> i64 attributes {{passthrough = ["nounwind"]}}

llvm.func internal @triton_shared_configure_tiles() attributes {{passthrough = ["nounwind"]}} {{
  %asked = llvm.mlir.addressof @triton_shared_tiles_asked : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i8) : i8
  %one = llvm.mlir.constant(1 : i8) : i8
  %bytes = llvm.mlir.constant(64 : i64) : i64
  %palette = llvm.mlir.constant(dense<{_PALETTE}> : vector<64xi8>) : vector<64xi8>
  %config = llvm.alloca %bytes x i8 {{alignment = 64 : i64}} : (i64) -> !llvm.ptr
  llvm.store %palette, %config {{alignment = 64 : i64}} : vector<64xi8>, !llvm.ptr
  %known = llvm.load %asked atomic monotonic {{alignment = 1 : i64}} : !llvm.ptr -> i8
  %permitted = llvm.icmp "ne" %known, %zero : i8
  llvm.cond_br %permitted, ^configure, ^ask
^ask:
  %call = llvm.mlir.constant({ARCH_PRCTL} : i64) : i64
  %request = llvm.mlir.constant({REQUEST} : i64) : i64
  %data = llvm.mlir.constant({TILE_DATA} : i64) : i64
  %status = llvm.call @syscall(%call, %request, %data) vararg(!llvm.func<i64 (i64, ...)>) : (i64, i64, i64) -> i64
  llvm.store %one, %asked atomic monotonic {{alignment = 1 : i64}} : i8, !llvm.ptr
  llvm.br ^configure
^configure:
  llvm.call_intrinsic "llvm.x86.ldtilecfg"(%config) : (!llvm.ptr) -> ()
  llvm.return
}}
"""
BEGIN = "llvm.call @triton_shared_configure_tiles() : () -> ()"
DECLARED = "llvm.func @triton_shared_configure_tiles()"
END = 'llvm.call_intrinsic "llvm.x86.tilerelease"() : () -> ()'


def uses_tiles(module: ir.Operation) -> bool:
    """Whether ``module``, in the llvm dialect, has code that needs configured tiles."""
    calls = all_ops(module, {"llvm.call_intrinsic"})
    return any(call.attributes["intrin"].value == STORE for call in calls)


def can_start_from(value: ir.Value) -> bool:
    """Whether tiles can be filled with ``value``: a constant zero, as a number of either kind has no bits set."""
    constant = made_by(value, "arith.constant")
    return constant is not None and str(constant.attributes["value"]) in ZEROS


class _Matrix:
    """A memref as tiles: the address of each, and how many bytes lie between rows."""

    def __init__(self, b: Builder, memref: ir.Value, leading: Sequence[ir.Value]):
        self.b = b
        self.bytes = bit_width(memref.type.element_type) // 8
        base, offset, _, strides = strided_metadata(b, memref)
        known, begin = strides_of(memref.type)
        self.strides: list[Index] = [
            stride if number == DYNAMIC else number for number, stride in zip(known, strides, strict=True)
        ]
        first: Index = offset if begin == DYNAMIC else begin
        for at, stride in zip(leading, self.strides, strict=False):
            first = b.add(first, b.mul(at, stride))
        start = b.one("memref.extract_aligned_pointer_as_index", b.index, base)
        self.start = b.add(start, b.mul(first, self.bytes))
        self.pitch = self._wide(b.mul(self.strides[-2], self.bytes))

    def _wide(self, index: Index) -> ir.Value:
        return self.b.one("arith.index_cast", integer(64), self.b.value(index))

    def place(self, row: Index, column: Index) -> tuple[ir.Value, ir.Value]:
        """The address of the tile that begins at ``row`` and ``column``, and the distance of its rows."""
        b = self.b
        row, column = b.mul(row, b.mul(self.strides[-2], self.bytes)), b.mul(column, self.bytes)
        address = self._wide(b.add(b.add(self.start, row), column))
        return b.one("llvm.inttoptr", ir.Type.parse("!llvm.ptr"), address), self.pitch


def emit(
    b: Builder,
    leading: Sequence[ir.Value],
    operands: Sequence[ir.Value],
    form: Form,
    is_zero: Condition = False,
    out: Destination | None = None,
) -> None:
    """Add the product of ``a`` and ``words`` to ``c``, the three ``operands``, at the ``leading`` indices.

    All of ``c`` is 0 before, where ``is_zero``.  Sums go to ``out`` in place of it, where that is direct.
    """
    words, c = operands[1:]
    near = to = None
    if out is not None and not out.copies:
        shape = [*[1] * len(leading), ACROSS * TILE, ACROSS * TILE]
        near = b.alloc(ir.MemRefType.get(shape, c.type.element_type))
        to = _Matrix(b, near, [b.value(0)] * len(leading))
    elif out is not None:
        to = _Matrix(b, out.block, leading)
    numbers = tuple(b.constant(integer(8), i) for i in range(8))
    matrices = (_Matrix(b, operands[0], leading), _Matrix(b, words, leading), _Matrix(b, c, leading))
    p = _Product(
        b, tuple(leading), form, words.type.shape[-2] // TILE, numbers, *matrices, is_zero, out, to, near
    )
    m, n = c.type.shape[-2:]
    for rows in _spans(m):
        for columns in _spans(n):
            _walk(b, rows, columns, p.block)


@dataclass(frozen=True)
class _Product:
    """One product, of ``steps`` iterations, whose sums go ``to`` the block of ``out``.

    If they do not go there as they are, then ``to`` the buffer ``near``, of which what does is computed.
    """

    b: Builder
    leading: tuple[ir.Value, ...]
    form: Form
    steps: int
    numbers: tuple[ir.Value, ...]
    a: _Matrix
    words: _Matrix
    c: _Matrix
    is_zero: Condition
    out: Destination | None
    to: _Matrix | None
    near: ir.Value | None

    def block(self, i: Index, j: Index, rows: int, columns: int) -> None:
        """The tiles of ``rows`` by ``columns`` from ``i`` and ``j`` on."""
        b, number = self.b, self.numbers
        tiles = list(product(range(rows), range(columns)))

        def each(name: str, matrix: _Matrix | None = None, i: Index = i, j: Index = j) -> None:
            for r, s in tiles:
                place = matrix.place(b.add(i, r * TILE), b.add(j, s * TILE)) if matrix else ()
                self._call(name, number[r * ACROSS + s], *place)

        def step(k: Index) -> None:
            for r in range(rows):
                at = b.add(i, r * TILE), b.mul(k, TILE * self.form.group)
                self._call(LOAD, number[LEFT + r], *self.a.place(*at))
            for s in range(columns):
                at = b.mul(k, TILE), b.add(j, s * TILE)
                self._call(LOAD, number[RIGHT + s], *self.words.place(*at))
                for r in range(rows):
                    factors = number[LEFT + r], number[RIGHT + s]
                    self._call(self.form.of_tiles, number[r * ACROSS + s], *factors)

        def store(out: Destination) -> None:
            if self.near is None:
                return each(STORE, self.to)
            each(STORE, self.to, 0, 0)
            ones = [1] * len(self.leading)
            out.store_part(b, self.near, (*self.leading, i, j), (*ones, rows * TILE, columns * TILE))

        b.branch(self.is_zero, lambda: each(ZERO), lambda: each(LOAD, self.c))
        b.for_each(0, self.steps, 1, step)
        if (out := self.out) is None:
            return each(STORE, self.c)
        b.branch(out.direct, lambda: store(out), lambda: each(STORE, self.c))

    def _call(self, name: str, *arguments: ir.Value) -> None:
        self.b.call_intrinsic(name, (), arguments)


def _walk(b: Builder, rows: tuple[int, int, int], columns: tuple[int, int, int], block: Callable) -> None:
    """``block`` at every place: rows outside, so that those of the left operand, which lie anywhere, are read once."""
    tile = rows[2] // TILE, columns[2] // TILE
    b.for_each(*rows, lambda i: b.for_each(*columns, lambda j: block(i, j, *tile)))


def _spans(extent: int) -> Iterator[tuple[int, int, int]]:
    """Begin, end and step of what is covered by as many tiles as there are, and of what one tile is left for."""
    step = ACROSS * TILE
    whole = extent // step * step
    if whole:
        yield 0, whole, step
    if whole < extent:
        yield whole, extent, TILE
