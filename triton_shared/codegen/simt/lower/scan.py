"""Scans: every bit of the axis, from the lowest to the highest, doubles the runs that are scanned.

    scf.for %i = 1 to 1024 iter_args(%total = %first, %out = …) { %next = combine(%total, %x[%i]); … } {tt.scan = 0}

The bits of the axis, from the lowest on, fall into levels: those that tell registers, lanes, or warps apart.  At each
level runs are scanned whose elements are the totals of the runs of the level below.  A thread goes through its
registers one after the other; lanes take `gpu.shuffle idx` for each bit what the last one of the run before has; warps
write their totals to shared memory side by side, and combine those before their own.  What comes before a run is then
combined with each of its elements, once.  Elements are combined in the order of the axis.

    of 1024, by 4 warps, 8 registers a thread:    level    places         runs of
                                                  1        registers      4 elements
                                                  2        lanes          32 of these
                                                  3        warps          4 of these
                                                  4        registers      2 of these

Source: G. Blelloch, "Prefix sums and their applications", CMU-CS-90-190, 1990; among lanes J. Sklansky,
"Conditional-sum addition logic", IRE Transactions on Electronic Computers, 1960.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from triton_shared.codegen.simt.build.context import LoweringContext, Rule
from triton_shared.codegen.simt.build.emitter import Emitter, I32Like
from triton_shared.codegen.simt.build.words import shuffled_from, shuffled_of
from triton_shared.codegen.simt.layouts.linear_layout import Layout, log2
from triton_shared.codegen.simt.lower.elementwise import body_of_registers, coordinates
from triton_shared.codegen.simt.lower.reduce import of_warps, squeezed
from triton_shared.codegen.simt.memory.shuffles import chosen
from triton_shared.codegen.simt.pipeline import expand_loop
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir
from triton_shared.records import dataclass

SCAN, REVERSE = "tt.scan", "tt.reverse"
#: bits of a warp's number whose runs meet at once
_WARPS = 3

Vectors = list[ir.Value]


@dataclass(frozen=True)
class Scan:
    """What a loop scans.

    Attributes:
        sources: the tensors that are scanned.
        starts: the totals that stand for the first slices; None for the first slice itself.
        generic: the op that combines totals, its ``lefts``, with elements, its ``rights``, by number of the source.
    """

    axis: int
    backwards: bool
    sources: tuple[ir.Value, ...]
    starts: tuple[ir.Value | None, ...]
    generic: ir.Operation
    lefts: dict[int, int]
    rights: dict[int, int]


def loop(context: LoweringContext, op: ir.Operation) -> None:
    """`scf.for`: a scan if it says so."""
    scan = read(op)
    if scan is None:
        return expand_loop.for_(context, op)
    layout = context.layouts.own(op)
    vectors = _scanned(context, scan, layout)
    for result, vector in zip(list(op.results)[len(vectors) :], vectors, strict=True):
        context.hold(result, layout, vector)


def tells_apart(layout: Layout, axis: int) -> bool:
    """Whether each bit of the coordinate along ``axis`` is a bit of a register's or a thread's number."""
    steps = [layout.weights[axis] << k for k in range(log2(layout.shape[axis]))]
    return all(step in layout.reg + layout.thread for step in steps)


def read(op: ir.Operation) -> Scan | None:
    """What the loop ``op`` scans; None where it is no scan, or a simpler body is left of one."""
    if SCAN not in op.attributes:
        return None
    block = op.regions[0].blocks[0]
    generics = [o.operation for o in block.operations if o.operation.name == "linalg.generic"]
    count = len(op.results) // 2
    if len(generics) != 1 or any(True for r in list(op.results)[:count] for _ in r.uses):
        return None
    generic, carried = generics[0], list(block.arguments)[1:]
    sources: list[ir.Value] = []
    lefts, rights = {}, {}
    for number, operand in enumerate(list(generic.operands)[: generic.attributes["operandSegmentSizes"][0]]):
        maker = owner_of(operand)
        if operand in carried:
            lefts[number] = carried.index(operand)
        elif maker is not None and maker.name == "tensor.extract_slice" and maker.block == block:
            sources.append(maker.operands[0])
            rights[number] = len(sources) - 1
        else:
            return None
    if len(sources) != count:
        return None
    axis, backwards = op.attributes[SCAN].value, REVERSE in op.attributes
    starts = tuple(
        None if _is_edge(start, source, axis, backwards) else start
        for start, source in zip(list(op.operands)[3 : 3 + count], sources, strict=True)
    )
    return Scan(axis, backwards, tuple(sources), starts, generic, lefts, rights)


def _is_edge(start: ir.Value, source: ir.Value, axis: int, backwards: bool) -> bool:
    """Whether ``start`` is the first slice of ``source`` along ``axis``, or the last one."""
    maker = owner_of(start)
    if maker is None or maker.name != "tensor.extract_slice" or maker.operands[0] != source:
        return False
    edge = source.type.shape[axis] - 1 if backwards else 0
    offsets = [edge if d == axis else 0 for d in range(source.type.rank)]
    sizes = [1 if d == axis else size for d, size in enumerate(source.type.shape)]
    return (
        list(maker.attributes["static_offsets"]) == offsets
        and list(maker.attributes["static_sizes"]) == sizes
    )


def _combine(context: LoweringContext, scan: Scan, totals: Vectors, elements: Vectors) -> Vectors:
    """``totals`` combined with ``elements``, register by register."""
    block = scan.generic.regions[0].blocks[0]
    env = {block.arguments[n]: totals[i] for n, i in scan.lefts.items()}
    env |= {block.arguments[n]: elements[i] for n, i in scan.rights.items()}
    return body_of_registers(context, env).results(block)


def _scanned(context: LoweringContext, scan: Scan, layout: Layout) -> Vectors:
    """The scanned tensors in ``layout``."""
    context.require_convergent(scan.generic, "scans")
    vectors, levels = _with_starts(context, scan, layout), list(_levels(layout, scan.axis))
    if not levels:
        return vectors
    level, *above = levels
    runs = _RUNS[level.place](context, scan, level, vectors)
    scanned = runs.scanned()
    if not above:
        return scanned
    before, is_first = _before(context, scan, above, runs.totals())
    before, (is_first,) = (_expanded(context, v, level.after, layout) for v in (before, [is_first]))
    return chosen(context.b, is_first, scanned, _combine(context, scan, before, scanned))


def _before(
    context: LoweringContext, scan: Scan, levels: Sequence[Level], totals: Vectors
) -> tuple[Vectors, ir.Value]:
    """What comes before each of the ``totals``, which belong to the first of the ``levels``, and where nothing does."""
    b, (level, *above) = context.b, levels
    runs = _RUNS[level.place](context, scan, level, totals)
    own, is_first = runs.before(), runs.is_first
    if not above:
        return own, is_first
    others, is_edge = _before(context, scan, above, runs.totals())
    others, (is_edge,) = (_expanded(context, v, level.after, level.layout) for v in (others, [is_edge]))
    both = chosen(b, is_first, others, _combine(context, scan, others, own))
    return chosen(b, is_edge, own, both), b.one("arith.andi", is_first.type, is_first, is_edge)


@dataclass(frozen=True)
class Level:
    """Neighbouring bits of the axis that tell registers, lanes or warps apart, in ascending order.

    Attributes:
        place: "reg", "lane" or "warp".
        bits: which bits of the number of the register, the lane or the warp they are.
        layout: of what is scanned.
        after: of the totals of the runs.
        left: the steps along the axis of the levels above.
    """

    place: str
    bits: tuple[int, ...]
    layout: Layout
    after: Layout
    left: list[int]

    @property
    def mask(self) -> int:
        """The bits in the number."""
        return sum(1 << bit for bit in self.bits)

    def number(self, b: Emitter, number: I32Like) -> I32Like:
        """The bits of ``number`` side by side."""
        found: I32Like = 0
        for place, bit in enumerate(self.bits):
            found = b.i32_op("arith.ori", found, b.i32_op("arith.shli", b.bits(number, bit, 1), place))
        return found


def _levels(layout: Layout, axis: int) -> Iterator[Level]:
    """The levels of a scan along ``axis``, from the lowest bits on."""
    steps = [layout.weights[axis] << k for k in range(log2(layout.shape[axis]))]
    while steps:
        place = next(place for place in _RUNS if steps[0] in getattr(layout, place))
        bases = getattr(layout, place)
        bits = [bases.index(step) for step in takewhile(bases.__contains__, steps)]
        bits = bits[: next((n for n in range(1, len(bits)) if bits[n] < bits[n - 1]), len(bits))]
        bits = bits[:_WARPS] if place == "warp" else bits
        met, steps, after = steps[: len(bits)], steps[len(bits) :], layout
        for step in met:
            after = after.without_basis(step)
        yield Level(place, tuple(bits), layout, after, steps)
        layout = after


class Runs(NamedTuple):
    """The runs of a level.

    Attributes:
        scanned: gives the elements, scanned within their runs.
        before: gives what comes before each element in its run; something, where nothing does.
        is_first: for each register whether nothing does.
        totals: gives the totals of the runs.
    """

    scanned: Callable[[], Vectors]
    before: Callable[[], Vectors]
    is_first: ir.Value
    totals: Callable[[], Vectors]


def _of_registers(context: LoweringContext, scan: Scan, level: Level, vectors: Vectors) -> Runs:
    """One register after the other; those of other runs beside them."""
    b, registers = context.b, range(level.layout.registers)
    rows = [[r for r in registers if level.number(b, r) == n] for n in range(1 << len(level.bits))]
    rows = rows[::-1] if scan.backwards else rows
    totals = [[b.take(v, rows[0]) for v in vectors]]
    for row in rows[1:]:
        totals.append(_combine(context, scan, totals[-1], [b.take(v, row) for v in vectors]))
    places = {r: (n, i) for n, row in enumerate(rows) for i, r in enumerate(row)}

    def of_row(number: Callable[[int], int]) -> Vectors:
        """For each register what row ``number`` of its own has."""
        found = [(totals[number(n)], i) for n, i in map(places.__getitem__, registers)]
        return [b.collect([b.extract(total[k], i) for total, i in found]) for k in range(len(vectors))]

    is_first = b.numbers([r in rows[0] for r in registers], b.i1)
    return Runs(
        lambda: of_row(lambda n: n), lambda: of_row(lambda n: max(n - 1, 0)), is_first, lambda: totals[-1]
    )


def _of_lanes(context: LoweringContext, scan: Scan, level: Level, vectors: Vectors) -> Runs:
    """For each bit the later run takes the total of the earlier one from the last lane of that."""
    b, mask = context.b, 0
    for bit in level.bits:
        last, mask = mask, mask | 1 << bit
        totals = [shuffled_from(b, v, mask, 1 << bit if scan.backwards else last) for v in vectors]
        is_late = b.compare("eq" if scan.backwards else "ne", b.bits(b.lane, bit, 1), 0)
        vectors = chosen(b, is_late, _combine(context, scan, totals, vectors), vectors)

    def before() -> Vectors:
        own, others = (
            b.i32_op("arith.andi", b.lane, bits) for bits in (mask, ~mask & b.block_shape.lanes - 1)
        )
        if scan.backwards:  # the bits between are set, so that the one is carried over them
            own, one = b.i32_op("arith.ori", own, ~mask), 1
        else:
            one = -1
        lane = b.i32_op("arith.andi", b.i32_op("arith.addi", own, one), mask)
        return [shuffled_of(b, v, b.i32_op("arith.ori", lane, others)) for v in vectors]

    edge, registers = mask if scan.backwards else 0, level.layout.registers
    is_first = b.compare("eq", b.i32_op("arith.andi", b.lane, mask), edge)
    return Runs(
        lambda: vectors,
        before,
        b.broadcast(is_first, registers),
        lambda: [shuffled_from(b, v, mask, mask ^ edge) for v in vectors],
    )


def _of_warps(context: LoweringContext, scan: Scan, level: Level, vectors: Vectors) -> Runs:
    """Each warp combines the totals before its own, and all."""
    b = context.b
    parts = list(
        enumerate(of_warps(context, vectors, squeezed(level.after, scan.axis, level.left), level.bits))
    )
    (edge, total), *others = reversed(parts) if scan.backwards else parts
    number = level.number(b, b.bits(b.thread, b.block_shape.lane_bits, len(level.layout.warp)))
    before = total
    for place, part in others:
        before = chosen(b, b.compare("eq", number, place), total, before)
        total = _combine(context, scan, total, part)
    is_first = b.compare("eq", number, edge)
    scanned = lambda: chosen(b, is_first, vectors, _combine(context, scan, before, vectors))  # noqa: E731
    return Runs(scanned, lambda: before, b.broadcast(is_first, level.layout.registers), lambda: total)


_RUNS = {"reg": _of_registers, "lane": _of_lanes, "warp": _of_warps}


def _with_starts(context: LoweringContext, scan: Scan, layout: Layout) -> Vectors:
    """The sources, but for the first slices, which the starts stand for."""
    b, axis = context.b, scan.axis
    kept = [d for d in range(len(layout.shape)) if d != axis]
    edge = layout.shape[axis] - 1 if scan.backwards else 0
    at = coordinates(b, layout, axis)
    is_first = b.compare("eq", at, b.broadcast(b.constant(b.i32, edge), layout.registers))
    out = []
    for source, start in zip(scan.sources, scan.starts, strict=True):
        element = context.get(source, layout)
        if start is None:
            out.append(element)
            continue
        other = context.get(start, layout.projected(kept, start.type.shape))
        out.append(b.select(is_first, other, element))
    return out


def _expanded(context: LoweringContext, totals: Vectors, of_totals: Layout, layout: Layout) -> Vectors:
    """For each register of ``layout`` the total of the run that its element belongs to."""
    positions = {frozenset(_bits(of_totals.reg, r)): r for r in range(of_totals.registers)}
    kept = set(of_totals.reg)
    order = [
        positions[frozenset(b for b in _bits(layout.reg, r) if b in kept)] for r in range(layout.registers)
    ]
    return [context.b.take(t, order) for t in totals]


def _bits(bases: tuple[int, ...], register: int) -> list[int]:
    return [basis for i, basis in enumerate(bases) if register >> i & 1]


RULES: dict[str, Rule] = {"scf.for": loop}
