"""Scans: every bit of the axis, from the lowest to the highest, doubles the runs that are scanned.

    scf.for %i = 1 to 1024 iter_args(%total = %first, %out = …) { %next = combine(%total, %x[%i]); … } {tt.scan = 0}

Each thread keeps its elements, scanned within runs of 2^k neighbours, and the totals of these runs.  For bit k a run
meets its neighbour's total: in another register, in another lane by `gpu.shuffle xor`, in another warp through shared
memory.  The later one of two runs combines the other's total with each of its elements.  Elements are combined in the
order of the axis; in a scan from the end the bits are read as if they were turned over.

Source: J. Sklansky, "Conditional-sum addition logic", IRE Transactions on Electronic Computers, 1960.
"""

from __future__ import annotations

from triton_shared.codegen.simt.build.context import LoweringContext, Rule
from triton_shared.codegen.simt.layouts.linear_layout import Layout, log2
from triton_shared.codegen.simt.lower.elementwise import body_of_registers, coordinates
from triton_shared.codegen.simt.memory.shuffles import chosen, from_partners
from triton_shared.codegen.simt.pipeline import expand_loop
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir
from triton_shared.records import dataclass

SCAN, REVERSE = "tt.scan", "tt.reverse"

Vectors = list[ir.Value]


@dataclass(frozen=True)
class Scan:
    """What a loop scans.

    Attributes:
        sources: the tensors that are scanned.
        starts: the totals that stand for the first slices.
        generic: the op that combines totals, its ``lefts``, with elements, its ``rights``, by number of the source.
    """

    axis: int
    backwards: bool
    sources: tuple[ir.Value, ...]
    starts: tuple[ir.Value, ...]
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
    starts = tuple(list(op.operands)[3 : 3 + count])
    axis, backwards = op.attributes[SCAN].value, REVERSE in op.attributes
    return Scan(axis, backwards, tuple(sources), starts, generic, lefts, rights)


def _combine(context: LoweringContext, scan: Scan, totals: Vectors, elements: Vectors) -> Vectors:
    """``totals`` combined with ``elements``, register by register."""
    block = scan.generic.regions[0].blocks[0]
    env = {block.arguments[n]: totals[i] for n, i in scan.lefts.items()}
    env |= {block.arguments[n]: elements[i] for n, i in scan.rights.items()}
    return body_of_registers(context, env).results(block)


def _scanned(context: LoweringContext, scan: Scan, layout: Layout) -> Vectors:
    """The scanned tensors in ``layout``."""
    context.require_convergent(scan.generic, "scans")
    values = _with_starts(context, scan, layout)
    totals, of_totals = values, layout
    step = layout.weights[scan.axis]
    for k in range(log2(layout.shape[scan.axis])):
        basis = step << k
        if basis in layout.reg:
            values, totals, of_totals = _in_registers(context, scan, layout, values, totals, of_totals, basis)
            continue
        bit = layout.thread.index(basis)
        partners = from_partners(context, totals, bit)
        is_set = context.b.compare("ne", context.b.bits(context.b.thread, bit, 1), 0)
        later = context.b.negated(is_set) if scan.backwards else is_set
        expanded = _expanded(context, partners, of_totals, layout)
        values = chosen(context.b, later, _combine(context, scan, expanded, values), values)
        first = chosen(context.b, later, partners, totals)
        second = chosen(context.b, later, totals, partners)
        totals = _combine(context, scan, first, second)
        of_totals = of_totals.without_basis(basis)
    return values


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
        other = context.get(start, layout.projected(kept, start.type.shape))
        out.append(b.select(is_first, other, element))
    return out


def _in_registers(
    context: LoweringContext,
    scan: Scan,
    layout: Layout,
    values: Vectors,
    totals: Vectors,
    of_totals: Layout,
    basis: int,
) -> tuple[Vectors, Vectors, Layout]:
    """The bit of the axis that distinguishes registers."""
    b = context.b
    bit, own = of_totals.reg.index(basis), layout.reg.index(basis)
    low, high = b.halves(totals, bit)
    before, after = (high, low) if scan.backwards else (low, high)
    of_halves = of_totals.without_basis(basis)
    late = [r for r in range(layout.registers) if (r >> own & 1) != scan.backwards]
    of_late = layout.without_basis(basis)
    moved = _combine(
        context, scan, _expanded(context, before, of_halves, of_late), [b.take(v, late) for v in values]
    )
    places = {register: layout.registers + i for i, register in enumerate(late)}
    order = [places.get(r, r) for r in range(layout.registers)]
    values = [b.merged(v, m, order) for v, m in zip(values, moved, strict=True)]
    return values, _combine(context, scan, before, after), of_halves


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
