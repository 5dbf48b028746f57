"""Matrix products of warpgroups, four warps together, on tensor cores: wgmma, on sm_90a.

    nvvm.fence.proxy                                               where this product's operands were written
    %d = simt.multiply_async %c, %a, %b {kind = ["f16", "f16", "f32"], k = 16, steps = 4, …}
    %r = simt.wait_for_products %d {pending = 0}

Operands are read from tiles, in any order of memory if their elements have 16 bits; others are turned on their way into
shared memory where the inner dimension is not the fast one.  A's rows may lie in registers, as the result of another
product does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from triton_shared.codegen.gpu.emitter import Emitter, count_of
from triton_shared.codegen.gpu.layouts import WARP_SIZE, log2
from triton_shared.codegen.gpu.operands import as_words, fast_of, in_registers, tile_of
from triton_shared.codegen.gpu.storage import bytes_of
from triton_shared.codegen.gpu.tensor_cores import GROUP, GROUP_COLUMNS, GROUP_ROWS, Fragments, Kind
from triton_shared.codegen.gpu.tiles import Tile
from triton_shared.ir.builder import i64_attr
from triton_shared.mlir import ir

if TYPE_CHECKING:
    from triton_shared.codegen.gpu.program import Program

#: threads of a warpgroup
THREADS = GROUP * WARP_SIZE
#: bytes of a row that a swizzle needs at least
SHORTEST = 32


def multiplied(
    program: Program, a: ir.Value, other: ir.Value, total: ir.Value, kind: Kind, fragments: Fragments
) -> ir.Value:
    """``total``, in the layout of ``fragments``, and the product of ``a`` and ``other``."""
    b, rank = program.b, len(fragments.shape)
    words = in_registers(program, a, fragments.left(kind, a.type.shape[-1]))
    left: Tile | list[ir.Value]
    if words is not None:
        left, fresh = as_words(b, words), False
    else:
        left, fresh = tile_of(program, a, fast_of(a.type.element_type, rank - 1))
    right, also = tile_of(program, other, _fast_of_right(other, rank))
    if fresh or also:
        fence(b)
    product = _Product(b, kind, fragments, a.type.shape[-1])
    parts = product.parts(total, left, right)
    return b.one("simt.wait_for_products", total.type, b.join(parts), pending=i64_attr(0))


def _fast_of_right(value: ir.Value, rank: int) -> int | None:
    """The dimension that must be the fast one of B: the inner one of rows that are too short to be turned."""
    element = value.type.element_type
    is_short = value.type.shape[-1] * bytes_of(element) < SHORTEST
    return rank - 2 if is_short else fast_of(element, rank - 2)


def fence(b: Emitter) -> None:
    """Let what this thread wrote to shared memory be there for wgmma."""
    parse = ir.Attribute.parse
    attributes = {"kind": parse("#nvvm.proxy_kind<async.shared>"), "space": parse("#nvvm.shared_space<cta>")}
    b.op("nvvm.fence.proxy", (), (), attributes)


class _Product:
    """The parts of a product: 64 rows and up to 256 columns each, in the order of the registers."""

    def __init__(self, b: Emitter, kind: Kind, fragments: Fragments, size: int):
        self.b, self.kind, self.size = b, kind, size
        self.layout = fragments.total()
        self.across = max(1, (fragments.shape[-1] >> fragments.along.count("n")) // GROUP_COLUMNS)
        self.each = (
            min(fragments.shape[-1] >> fragments.along.count("n"), GROUP_COLUMNS) * GROUP_ROWS // THREADS
        )

    def parts(self, total: ir.Value, left: Tile | list[ir.Value], right: Tile) -> list[ir.Value]:
        """The registers of each part; ``left`` may be the words of A that the thread has."""
        count = count_of(total) // self.each
        out = []
        for number in range(count):
            first = number * self.each
            sums = self.b.take(total, range(first, first + self.each))
            if isinstance(left, Tile):
                rows = self._pointer(left, first, self._left)
            else:
                words = len(left) * self.across // count
                at = number // self.across * words
                rows = self.b.collect(left[at : at + words])
            columns = self._pointer(right, first, self._right)
            out.append(self._begin(sums, rows, columns, left, right, number == count - 1))
        return out

    def _left(self, place: int) -> int:
        """The place in A of the first element of the row of an element of C."""
        return place // self.layout.shape[-1] * self.size

    def _right(self, place: int) -> int:
        """The place in B of the first element of the column of an element of C."""
        m, n = self.layout.shape[-2:]
        return place // (m * n) * self.size * n + place % n

    def _pointer(self, tile: Tile, register: int, place: Callable[[int], int]) -> ir.Value:
        """Where the row or column begins of the element of C that ``register`` of this group's first thread holds."""
        b, pointer = self.b, tile.pointer
        offset = lambda of: tile.form.moved(place(of)) * tile.form.size  # noqa: E731
        for bit, basis in enumerate(self.layout.warp[log2(GROUP) :]):
            if offset(basis):
                moved = b.small("arith.muli", b.bits(b.group, bit, 1), offset(basis))
                pointer = b.advance(pointer, moved)
        return b.advance(pointer, offset(self.layout.positions[register]))

    def _begin(
        self, sums: ir.Value, rows: ir.Value, columns: ir.Value, left, right: Tile, is_last: bool
    ) -> ir.Value:
        inner = len(self.layout.shape) - 1
        forms = [*(_form(left, inner) if isinstance(left, Tile) else (0, 0, 0)), *_form(right, inner - 1)]
        kind = ir.ArrayAttr.get([ir.StringAttr.get(name) for name in self.kind[:3]])
        return self.b.one(
            "simt.multiply_async",
            sums.type,
            sums,
            rows,
            columns,
            kind=kind,
            k=i64_attr(self.kind.k),
            steps=i64_attr(self.size // self.kind.k),
            commits=ir.IntegerAttr.get(self.b.i1, is_last),
            forms=ir.ArrayAttr.get([i64_attr(n) for n in forms]),
        )


def _form(tile: Tile, inner: int) -> tuple[int, int, int]:
    """What the instruction asks of the form of an operand whose inner dimension is ``inner``."""
    return int(tile.form.fast == inner), tile.form.width, tile.form.panel_bytes
