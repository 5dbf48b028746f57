"""Fill rows that a mask leaves out, in place of all rows before others are copied over them.

    linalg.fill ins(%pad) outs(%buf)
    scf.for %i = 0 to %n {
      scf.if %there { memref.copy %row, %buf[%i, 0] [1, 64] }
    }

becomes, where ``%n`` is from 0 to the 256 rows that %buf has,

    linalg.fill ins(%pad) outs(%buf[%n, 0] [256 - %n, 64])
    scf.for %i = 0 to %n {
      scf.if %there { memref.copy %row, %buf[%i, 0] [1, 64] } else { linalg.fill ins(%pad) outs(%buf[%i, 0] [1, 64]) }
    }

Promise: each element is written once, with what it held behind the loop.
"""

from __future__ import annotations

from triton_shared.codegen.memory.limits import limits
from triton_shared.codegen.nests.nest import subview
from triton_shared.ir import effects
from triton_shared.ir.builder import DYNAMIC, Builder, folded, strided_type, strides_of
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, ancestor_in, cloned, made_by
from triton_shared.mlir import ir
from triton_shared.records import dataclass


@dataclass(frozen=True)
class _Rows:
    """What ``loop`` copies, if ``test`` holds, to a ``row`` of the buffer that ``fill`` fills."""

    fill: ir.Operation
    loop: ir.Operation
    test: ir.Operation
    row: ir.Operation


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for fill in all_ops(function, {"linalg.fill"}):
        if (rows := _rows(fill)) is not None:
            fired("fill-masked-rows", "rows")
            _fill_others(rows)


def _rows(fill: ir.Operation) -> _Rows | None:
    """The rows that are copied over what ``fill`` fills; None if something else happens to it before."""
    buffer = made_by(fill.operands[1], "memref.alloc")
    if buffer is None or not buffer.result.type.has_static_shape or buffer.result.type.rank < 2:
        return None
    tops = {user: ancestor_in(fill.block, user) for user, _ in effects.uses(buffer.result)}
    met = {top for top in tops.values() if top is not None}
    ops = [view.operation for view in fill.block.operations]
    loop = next((op for op in ops[ops.index(fill) + 1 :] if op in met), None)
    if loop is None or loop.name != "scf.for" or loop.results:
        return None
    inside = [user for user, top in tops.items() if top is not None and top == loop]
    rows = [op for op in inside if op.name == "memref.subview"]
    copies = [op for op in inside if op.name == "memref.copy"]
    if len(inside) != 2 or len(rows) != 1 or len(copies) != 1:
        return None
    (row,), (copy,) = rows, copies
    test = copy.parent.operation
    is_masked = test.name == "scf.if" and test.parent.operation == loop and not test.regions[1].blocks
    if not is_masked or copy.operands[1] != row.result or not _is_row(row, loop):
        return None
    return _Rows(fill, loop, test, row)


def _is_row(row: ir.Operation, loop: ir.Operation) -> bool:
    """Whether the view ``row`` is the row whose number ``loop`` counts, from the first one on, as far as there are."""
    part, shape = subview(row), row.operands[0].type.shape
    at = loop.regions[0].blocks[0].arguments[0]
    begin, end, step = (folded(bound) for bound in list(loop.operands)[:3])
    is_whole = part.begin[1:] == (0,) * (len(shape) - 1) and part.size == (1, *shape[1:])
    low, high = limits(end)
    counts = begin == 0 and step == 1 and low >= 0 and high <= shape[0]
    return counts and is_whole and part.begin[0] == at and set(part.strides) == {1}


def _fill_others(rows: _Rows) -> None:
    """Fill what ``rows`` leaves out alone."""
    fill, loop, test = rows.fill, rows.loop, rows.test
    pad, buffer = fill.operands
    shape, end = buffer.type.shape, folded(loop.operands[1])
    b = Builder.before(loop)
    if end != shape[0]:
        begin, sizes = [end, *[0] * (len(shape) - 1)], [b.sub(shape[0], end), *shape[1:]]
        strides, _ = strides_of(buffer.type)
        offset = end * strides[0] if isinstance(end, int) else DYNAMIC
        type_ = strided_type(sizes, strides, offset, buffer.type.element_type)
        b.fill(pad, b.strided("memref.subview", type_, [buffer], begin, sizes, [1] * len(shape)))
    b = Builder.before(test)
    moved = [view.operation for view in test.regions[0].blocks[0].operations][:-1]

    def copied() -> None:
        env: dict[ir.Value, ir.Value] = {}
        for op in moved:
            cloned(op, env, b.ip)

    def filled() -> None:
        row = cloned(rows.row, {}, b.ip)
        b.fill(pad, row.result)

    b.branch(test.operands[0], copied, filled)
    test.erase()
    fill.erase()
