"""Let rows that a loop gathers or scatters go straight to where they are stored, where a test finds that apart.

    %buf = memref.alloc() : memref<4x1024xf32>
    scf.for %i = 0 to 4 {
      %at = memref.load %index[%i]
      %row = memref.reinterpret_cast %x to offset: [%at], sizes: [1024], strides: [1]
      memref.copy %row, %buf[%i, 0] [1, 1024]
    }
    memref.copy %buf, %y

becomes

    %apart = scf.for %i = 0 to 4 iter_args(%before = true) {
      %row = …
      memref.prefetch %row[0] …                     all lines, of a short row that is gathered
      scf.yield %before and %row and %y have no byte in common
    }
    scf.if %apart {
      scf.for %i = 0 to 4 { memmove(%y[%i, 0], %row, 4096) }
    } else { as before }

and likewise where a block is loaded and the loop stores its rows.

Promise: overlapping pointers behave as if every load were done before every store.  What is loaded and stored under
masks has one window.  A loop whose rows depend on memory that others may write stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.codegen.memory.copy_elision import guard_of, is_pure_between
from triton_shared.codegen.memory.fetches import SHORT_ROW, prefetch_row
from triton_shared.codegen.memory.move_blocks import LEAST_BYTES, bytes_of, is_one_piece, move_bytes
from triton_shared.codegen.memory.tested_stores import Span
from triton_shared.codegen.memory.uses import is_outside, only_reads_local
from triton_shared.codegen.nests.nest import Access, subview
from triton_shared.ir.builder import Builder, Index, bit_width, folded, rows_anywhere, strides_of
from triton_shared.ir.effects import root
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, cloned, made_by, owner_of
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: where a `memref.copy` has what it reads, and what it writes
SOURCE, TARGET = 0, 1


@dataclass(frozen=True)
class _Rows:
    """A ``buffer`` between a ``loop`` that copies a row of it per iteration, by ``row``, and a ``whole`` copy of it.

    The loop gathers rows into the buffer, or scatters rows of it.
    """

    buffer: ir.Operation
    loop: ir.Operation
    row: ir.Operation
    whole: ir.Operation
    gathers: bool

    @property
    def outside(self) -> ir.Value:
        """The row in memory, in the loop."""
        return self.row.operands[SOURCE if self.gathers else TARGET]

    @property
    def block(self) -> ir.Value:
        """The block in memory, from which or to which all rows go."""
        return self.whole.operands[TARGET if self.gathers else SOURCE]


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for buffer in all_ops(function, {"memref.alloc"}):
        if (rows := _rows(buffer)) is not None:
            _move(rows)


def _rows(buffer: ir.Operation) -> _Rows | None:
    """How ``buffer`` is used, if it only stands between a loop over its rows and memory."""
    type = buffer.result.type
    if type.rank != 2 or not type.has_static_shape or bit_width(type.element_type) < 8:
        return None
    if type.shape[0] * type.shape[1] * bit_width(type.element_type) // 8 < LEAST_BYTES:
        return None
    copies: dict[bool, ir.Operation] = {}
    for user in (use.owner.operation for use in buffer.result.uses):
        if user.name == "linalg.fill":
            continue
        if user.name not in ("memref.copy", "memref.subview"):
            return None
        uses = [user] if not user.results else [use.owner.operation for use in user.results[0].uses]
        if len(uses) != 1 or uses[0].name != "memref.copy":
            return None
        in_loop = uses[0].block != buffer.block
        if in_loop in copies:
            return None
        copies[in_loop] = uses[0]
    if len(copies) < 2:
        return None
    row, whole = copies[True], copies[False]
    gathers = root(row.operands[TARGET]) == buffer.result
    found = _Rows(buffer, row.parent.operation, row, whole, gathers)
    reads_it = root(whole.operands[SOURCE]) == buffer.result
    return found if gathers == reads_it and _is_walked(found) and _may_move(found) else None


def _is_walked(rows: _Rows) -> bool:
    """Whether the loop copies row by row, from the first one on, just what the other copy does."""
    loop, buffer = rows.loop, rows.buffer
    if (
        loop.name != "scf.for"
        or loop.results
        or loop.block != buffer.block
        or rows.whole.block != buffer.block
    ):
        return False
    view = made_by(rows.row.operands[TARGET if rows.gathers else SOURCE], "memref.subview")
    if view is None:
        return False
    row = subview(view)
    begin, end, step = (folded(v) for v in list(loop.operands)[:3])
    counter = loop.regions[0].blocks[0].arguments[0]
    if (
        row.source != buffer.result
        or row.begin != (counter, 0)
        or row.size[0] != 1
        or (begin, step) != (0, 1)
    ):
        return False
    part = rows.whole.operands[SOURCE if rows.gathers else TARGET]
    if (view := made_by(part, "memref.subview")) is None:
        return (end, row.size[1]) == tuple(buffer.result.type.shape)
    kept = subview(view)
    return kept.source == buffer.result and kept.begin == (0, 0) and kept.size == (end, row.size[1])


def _may_move(rows: _Rows) -> bool:
    """Whether nothing but the kernel's own buffers says which rows are copied, and nothing comes between the copies."""
    loop, whole, block = rows.loop, rows.whole, rows.block
    first, last = (loop, whole) if rows.gathers else (whole, loop)
    if not is_outside(block) or not is_outside(rows.outside) or not first.is_before_in_block(last):
        return False
    body = [op.operation for op in loop.regions[0].blocks[0].operations][:-1]
    known = all(op == rows.row or only_reads_local(op) for op in body)
    is_row = rows.outside.type.rank == 1 and is_one_piece(rows.outside.type)
    is_row = is_row and strides_of(block.type)[0][-1:] == [1]
    return known and is_row and is_pure_between(first, last)


def _move(rows: _Rows) -> None:
    """Replace the copies by those of each row, where they may be."""
    fired("move-rows", "gathered" if rows.gathers else "scattered")
    last = rows.whole if rows.gathers else rows.loop
    b = Builder.before(last)
    block = Span(b, _access(rows.block))

    def compare(i: Index, before: Sequence[ir.Value]) -> list[ir.Value]:
        row = _access(_inlined(b, rows, i, rows.outside))
        if rows.gathers and row.value.type.has_static_shape and bytes_of(row.value.type) <= SHORT_ROW:
            prefetch_row(b, row.value, [])
        spans = block, Span(b, row)
        written, read = spans if rows.gathers else reversed(spans)
        return [b.value(b.both(before[0], written.is_apart_from(read)))]

    end = folded(rows.loop.operands[1])
    apart = b.loop(0, end, 1, [b.value(True)], compare)[0]
    b.branch(apart, lambda: _move_rows(b, rows, end), lambda: _copy_as_before(b, rows))
    for op in (rows.whole, rows.loop):
        op.erase()
    for fill in [use.owner.operation for use in rows.buffer.result.uses]:
        if fill.name == "linalg.fill":  # of what is not copied
            guard_of(fill).erase()


def _access(view: ir.Value) -> Access:
    """All of ``view`` as an access to a block of static shape."""
    maker, dims = made_by(view, "memref.subview"), tuple(range(view.type.rank))
    if maker is None:
        return Access(view, dims)
    part = subview(maker)
    return Access(part.source, dims, part.window)


def _inlined(b: Builder, rows: _Rows, i: Index, value: ir.Value) -> ir.Value:
    """``value``, which the loop makes in an iteration, as in iteration ``i``, here."""
    body = rows.loop.regions[0].blocks[0]
    env = {body.arguments[0]: b.value(i)}
    for op in (view.operation for view in body.operations):
        if op == rows.row:
            break
        cloned(op, env, b.ip)
    return env.get(value, value)


def _move_rows(b: Builder, rows: _Rows, end: Index) -> None:
    """Copy each row between its place and that in the block."""
    type = rows.outside.type
    size = type.shape[0] * bit_width(type.element_type) // 8 if type.has_static_shape else LEAST_BYTES
    width = subview(owner_of(rows.row.operands[TARGET if rows.gathers else SOURCE])).size[1]
    part = rows_anywhere(type)

    def iteration(i: Index) -> None:
        outside = _inlined(b, rows, i, rows.outside)
        inside = b.strided("memref.subview", part, [rows.block], [i, 0], [1, width], [1, 1])
        source, target = (outside, inside) if rows.gathers else (inside, outside)
        if size >= LEAST_BYTES:
            move_bytes(b, source, target)
        else:
            b.op("memref.copy", (), (source, target))

    b.for_each(0, end, 1, iteration)


def _copy_as_before(b: Builder, rows: _Rows) -> None:
    for op in (rows.loop, rows.whole) if rows.gathers else (rows.whole, rows.loop):
        op.clone(ip=b.ip)
