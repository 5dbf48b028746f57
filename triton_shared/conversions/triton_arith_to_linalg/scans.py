"""Scans: a loop along the axis that combines each slice with the one before it.

    %r:2 = scf.for %i = 1 to 64 iter_args(%total = %x[0], %y = …) {
      %next = linalg.generic ins(%total, %x[%i]) {combiner}
      scf.yield %next, (%y with %next at %i)
    }

A slice of few elements would keep vectors empty: then the axis is cut into chunks, of which a slice holds one element
each.  The totals of the chunks come first, as a reduction; the scan of the totals tells with what each chunk begins.

    x[0 .. 1024]  =  32 chunks of 32  ->  32 slices of 32

Elements are combined in the order of the axis, grouped as the chunks are.  With ``keep-scans`` a scan is a
``tts.scan``, which this pass lowers where it runs again without.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from triton_shared.conversions.triton_arith_to_linalg.reductions import (
    DEFAULT,
    WIDENED,
    Combining,
    combiner_of,
    converted,
    fold,
    nothing_failed,
    take_assertions,
)
from triton_shared.conversions.triton_arith_to_linalg.regions import Body
from triton_shared.conversions.triton_arith_to_linalg.shapes import reshape, transpose
from triton_shared.ir.builder import Index, build, i64_attr, integer
from triton_shared.mlir import ir

#: elements of a slice that fill a vector, that fill half of one, and that fill enough to hide how long each takes
FILLED, HALF_FILLED, PLENTY = 16, 8, 64
#: elements of a slice from which on it is not worth it to move them for one op
FEW = 4

#: a scan that stays one op, and the end of its region
KEPT, KEPT_YIELD = "tts.scan", "tts.scan_yield"

Values = Sequence[ir.Value]
#: ``combine(totals, elements)`` gives the new totals
Combine = Callable[[Values, Values], Values]


def scan(op: ir.Operation, how: Combining = DEFAULT, keep: bool = False) -> list[ir.Value]:
    """The rule for ``tt.scan``; with ``keep`` it stays one op, whose region combines elements as ``how`` says."""
    body, axis, backwards = Body(op), op.attributes["axis"].value, op.attributes["reverse"].value
    sources, name, combine = list(op.operands), combiner_of(body), body.checked
    element = sources[0].type.element_type
    total = how.total(name, element) if name in WIDENED else element
    if name and total != element:
        sources = [converted(s, ir.RankedTensorType.get(s.type.shape, total)) for s in sources]
        combine = lambda totals, values: [build.apply(name, *totals, *values)]  # noqa: E731
    else:
        sources += nothing_failed(body, sources)
    emit = _kept if keep else _scanned
    results = take_assertions(body, emit(combine, sources, axis, backwards, name is not None))
    return [converted(r, old.type) for r, old in zip(results, op.results, strict=True)]


def _kept(combine: Combine, sources: Values, axis: int, backwards: bool, is_one_op: bool) -> list[ir.Value]:
    """One ``tts.scan``."""
    count, elements = len(sources), [s.type.element_type for s in sources]
    attributes = {"axis": i64_attr(axis), "reverse": ir.BoolAttr.get(backwards)}
    op = build.op(KEPT, [s.type for s in sources], sources, attributes, regions=1)
    build.region(
        op.regions[0], elements * 2, lambda *scalars: combine(scalars[:count], scalars[count:]), KEPT_YIELD
    )
    return list(op.results)


def _lower_kept(op: ir.Operation) -> list[ir.Value]:
    """The rule for ``tts.scan``, of which the loop of `scan` is made."""
    body, axis, backwards = Body(op), op.attributes["axis"].value, op.attributes["reverse"].value
    combine: Combine = lambda totals, values: body.apply([*totals, *values])  # noqa: E731
    return _scanned(combine, list(op.operands), axis, backwards, combiner_of(body) is not None)


def _scanned(
    combine: Combine, sources: Values, axis: int, backwards: bool, is_one_op: bool
) -> list[ir.Value]:
    """A loop over slices, or over those of chunks of rows."""
    shape = list(sources[0].type.shape)
    others = prod(shape) // shape[axis]
    chunks = _chunks(others, shape[axis])
    if prod(shape[axis + 1 :]) >= (FEW if is_one_op else FILLED) or others * chunks < HALF_FILLED:
        return _scan_slices(combine, sources, axis, backwards)
    return _scan_rows(combine, sources, axis, chunks, backwards)


def _chunks(rows: int, size: int) -> int:
    """Into how many chunks each of ``rows`` rows of ``size`` elements is cut; one where the rows fill vectors."""
    chunks = 1
    while rows < FILLED and rows * chunks < PLENTY and 4 * chunks * chunks <= size:
        chunks *= 2
    return chunks


def _scan_rows(combine: Combine, sources: Values, axis: int, chunks: int, backwards: bool) -> list[ir.Value]:
    """Scan chunks of rows, which the transposed tensors hold as columns."""
    shape = list(sources[0].type.shape)
    order = [*(d for d in range(len(shape)) if d != axis), axis]
    moved = [shape[d] for d in order]
    rows, length = prod(moved[:-1]) * chunks, shape[axis] // chunks
    lying = [s if axis == len(shape) - 1 else transpose(s, order) for s in sources]
    columns = [transpose(reshape(s, [rows, length]), [1, 0]) for s in lying]
    start = _starts(combine, columns, chunks, backwards) if chunks > 1 else None
    results = _scan_slices(combine, columns, 0, backwards, start)
    results = [reshape(transpose(r, [1, 0]), moved) for r in results]
    back = [order.index(d) for d in range(len(shape))]
    return [r if axis == len(shape) - 1 else transpose(r, back) for r in results]


def _starts(combine: Combine, columns: list[ir.Value], chunks: int, backwards: bool) -> list[ir.Value]:
    """The first running totals of each chunk: its first elements, combined with what all chunks before it make."""
    length, rows = columns[0].type.shape
    grouped = [rows // chunks, chunks]
    forwards = (lambda totals, values: combine(values, totals)) if backwards else combine
    totals = [reshape(t, grouped) for t in fold(forwards, columns, 0)]
    sums = _scan_slices(combine, totals, 1, backwards)
    most, low, high = [grouped[0], chunks - 1], [0, 0], [0, 1]
    source, target = (high, low) if backwards else (low, high)
    before = [build.insert_slice(build.extract_slice(s, source, most), s, target, most) for s in sums]
    edge = [length - 1 if backwards else 0, 0]
    firsts = [reshape(build.extract_slice(c, edge, [1, rows], dropped=[0]), grouped) for c in columns]

    def start(*scalars: ir.Value) -> list[ir.Value]:
        carried, own = scalars[: len(columns)], scalars[len(columns) :]
        number = build.one("arith.index_cast", integer(32), build.linalg_index(1))
        is_first = build.compare("eq", number, chunks - 1 if backwards else 0)
        return [build.select(is_first, x, y) for x, y in zip(own, combine(carried, own), strict=True)]

    starts = build.elementwise([*before, *firsts], [f.type for f in firsts], start)
    return [reshape(s, [rows]) for s in starts]


def _scan_slices(
    combine: Combine, sources: Values, axis: int, backwards: bool, start: Values | None = None
) -> list[ir.Value]:
    """A loop along the axis that combines each slice with the one before it; ``start`` may stand for the first."""
    shape = list(sources[0].type.shape)
    size, slice_shape = shape[axis], [1 if d == axis else n for d, n in enumerate(shape)]
    edge = [size - 1 if d == axis and backwards else 0 for d in range(len(shape))]
    totals = start or [build.extract_slice(s, edge, slice_shape, dropped=[axis]) for s in sources]
    outputs = [
        build.insert_slice(t, build.empty(s.type), edge, slice_shape)
        for t, s in zip(totals, sources, strict=True)
    ]
    count = len(sources)

    def step(i: Index, carried: Values) -> list[ir.Value]:
        before, whole = carried[:count], carried[count:]
        index = build.sub(size - 1, i) if backwards else i
        at = [index if d == axis else 0 for d in range(len(shape))]
        current = [build.extract_slice(s, at, slice_shape, dropped=[axis]) for s in sources]
        types = [c.type for c in current]
        combined = build.elementwise(
            [*before, *current], types, lambda *scalars: combine(scalars[:count], scalars[count:])
        )
        inserted = (build.insert_slice(c, w, at, slice_shape) for c, w in zip(combined, whole, strict=True))
        return [*combined, *inserted]

    names = {"tt.scan": i64_attr(axis)} | ({"tt.reverse": ir.UnitAttr.get()} if backwards else {})
    return list(build.loop(1, size, 1, [*totals, *outputs], step, **names))[count:]


RULES = {"tt.scan": scan, KEPT: _lower_kept}
