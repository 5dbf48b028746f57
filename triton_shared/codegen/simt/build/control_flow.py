"""Control flow: the same for all threads, with tensors and changed buffers handed on as vectors of registers.

    %r = scf.for … iter_args(%t = %init) -> (tensor<1024xf32>)

becomes

    %r = scf.for … iter_args(%t = %v) -> (vector<8xf32>)

A buffer that a loop or a branch changes is one more value that it hands on.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from triton_shared.codegen.simt.analysis.views import root_of
from triton_shared.codegen.simt.build.emitter import vector_of
from triton_shared.codegen.simt.layouts.layout_attributes import LAYOUT
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.ir import effects
from triton_shared.ir.walk import all_ops, terminator
from triton_shared.mlir import ir

if TYPE_CHECKING:
    from triton_shared.codegen.simt.build.context import Program


def written_buffers(program: Program, op: ir.Operation) -> list[ir.Value]:
    """The buffers made outside of ``op`` that ops inside of it write to, and the word of stages that are produced."""
    out: list[ir.Value] = []
    for inner in all_ops(op):
        for root in map(root_of, effects.written(inner)):
            if root in program.buffers and root not in out:
                out.append(root)
    produced = program.produced
    if produced is not None and op in produced.containing:
        out.append(produced.key)
    return out


class Handed:
    """Values like ``like`` that a region hands on, and changed buffers, as the thread's program has them."""

    def __init__(self, program: Program, like: Sequence[ir.Value], buffers: Sequence[ir.Value]):
        self.program = program
        self.layouts: list[Layout | None] = [
            program.layouts.of(v) if isinstance(v.type, ir.RankedTensorType) else None for v in like
        ]
        self.buffers = [(buffer, program.buffer_layout(buffer)) for buffer in buffers]
        whole = zip(like, self.layouts, strict=True)
        self.types = [
            v.type if layout is None else vector_of(layout.registers, v.type.element_type)
            for v, layout in whole
        ] + [
            vector_of(len(program.group(layout)), buffer.type.element_type) for buffer, layout in self.buffers
        ]

    def taken(self, values: Sequence[ir.Value]) -> list[ir.Value]:
        """What is handed on where the op names ``values``."""
        p = self.program
        pairs = zip(values, self.layouts, strict=True)
        own = [p.scalar(v) if layout is None else p.get(v, layout) for v, layout in pairs]
        return own + [p.part(p.buffers[buffer], layout) for buffer, layout in self.buffers]

    def given(self, values: Sequence[ir.Value], new: Sequence[ir.Value]) -> None:
        """Let ``values`` of the block's program, and the buffers, be ``new``."""
        p = self.program
        for value, layout, vector in zip(values, self.layouts, new, strict=False):
            if layout is None:
                p.scalars[value] = vector
            else:
                p.hold(value, layout, vector)
        for (buffer, layout), vector in zip(self.buffers, list(new)[len(self.layouts) :], strict=True):
            p.assign(buffer, layout, vector)


@contextmanager
def _region(program: Program, block: ir.Block):
    """Emit into ``block``; what changes in it is seen nowhere else."""
    b = program.b
    outer, b.ip = b.ip, ir.InsertionPoint(block)
    tensors, buffers, fresh = dict(program.tensors), dict(program.buffers), set(program.fresh)
    try:
        yield
    finally:
        b.ip = outer
        program.tensors, program.buffers, program.fresh = tensors, buffers, fresh


def for_(program: Program, op: ir.Operation) -> None:
    """`scf.for`."""
    block, operands = op.regions[0].blocks[0], list(op.operands)
    handed = Handed(program, op.results, written_buffers(program, op))

    def body(at: ir.Value) -> None:
        program.scalars[block.arguments[0]] = at
        _walk_turn(program, op, block)

    bounds = [program.scalar(v) for v in operands[:3]]
    attributes = {name: op.attributes[name] for name in op.attributes if name != LAYOUT}
    carried = list(block.arguments)[1:], list(terminator(block).operands), list(op.results)
    loop(program, bounds, handed, body, operands[3:], carried, attributes)


def _walk_turn(program: Program, loop: ir.Operation, block: ir.Block) -> None:
    """Rewrite a turn of ``loop``: around loops with a producer places of threads are computed anew."""
    if program.produced is not None and loop in program.produced.containing:
        with program.b.anew():
            program.walk(block)
    else:
        program.walk(block)


def loop(
    program: Program,
    bounds: Sequence[ir.Value],
    handed: Handed,
    body: Callable[[ir.Value], None],
    inits: Sequence[ir.Value] = (),
    carried: tuple[list, list, list] = ([], [], []),
    attributes: dict[str, ir.Attribute] | None = None,
) -> None:
    """An `scf.for` that hands on ``inits``; ``carried`` are these at the start and the end of a turn, and behind."""
    b = program.b
    types, (start, end, behind) = handed.types, carried
    new = b.op("scf.for", types, [*bounds, *handed.taken(inits)], attributes, regions=1)
    block = new.regions[0].blocks.append(bounds[0].type, *types, arg_locs=[b.loc] * (1 + len(types)))
    with _region(program, block):
        handed.given(start, list(block.arguments)[1:])
        body(block.arguments[0])
        b.op("scf.yield", (), handed.taken(end))
    handed.given(behind, list(new.results))


def while_(program: Program, op: ir.Operation) -> None:
    """`scf.while`."""
    b = program.b
    before, after = (region.blocks[0] for region in op.regions)
    buffers = written_buffers(program, op)
    coming, going = Handed(program, before.arguments, buffers), Handed(program, op.results, buffers)
    inits, incoming = coming.taken(list(op.operands)), coming.types
    test = terminator(before)
    outgoing = going.types
    new = b.op("scf.while", outgoing, inits, regions=2)
    first = new.regions[0].blocks.append(*incoming, arg_locs=[b.loc] * len(inits))
    with _region(program, first):
        coming.given(list(before.arguments), list(first.arguments))
        program.walk(before)
        operands = list(test.operands)
        b.op("scf.condition", (), [program.scalar(operands[0]), *going.taken(operands[1:])])
    second = new.regions[1].blocks.append(*outgoing, arg_locs=[b.loc] * len(outgoing))
    with _region(program, second):
        going.given(list(after.arguments), list(second.arguments))
        _walk_turn(program, op, after)
        b.op("scf.yield", (), coming.taken(list(terminator(after).operands)))
    going.given(list(op.results), list(new.results))


def if_(program: Program, op: ir.Operation) -> None:
    """`scf.if`; where all it does is to fill fresh buffers it needs no test."""
    blocks = [region.blocks[0] if region.blocks else None for region in op.regions]
    if only_fills_fresh(op, program.fresh):
        return program.walk(blocks[0])
    handed = Handed(program, op.results, written_buffers(program, op))
    condition = program.scalar(op.operands[0])
    emit = [lambda block=block: _branch(program, block, handed) for block in blocks]
    results = branch(program, condition, emit, handed.types)
    handed.given(list(op.results), results)


def _branch(program: Program, block: ir.Block | None, handed: Handed) -> list[ir.Value]:
    """Emit ``block``, a branch of an `scf.if`; returns what it hands on."""
    if block is None:
        return handed.taken([])
    program.walk(block)
    return handed.taken(list(terminator(block).operands))


def branch(program: Program, condition: ir.Value, emit, types: Sequence[ir.Type]) -> list[ir.Value]:
    """An `scf.if` whose branches ``emit`` values of ``types``."""
    new = program.b.op("scf.if", types, (condition,), regions=2)
    for region, make in zip(new.regions, emit, strict=True):
        with _region(program, region.blocks.append()):
            program.b.op("scf.yield", (), make())
    return list(new.results)


def only_fills_fresh(op: ir.Operation, fresh: Container[ir.Value]) -> bool:
    """Whether the `scf.if` ``op`` only fills buffers that are ``fresh``: to which nothing has been written."""
    inner = [view.operation for view in op.regions[0].blocks[0].operations][:-1]
    otherwise = bool(op.regions[1].blocks) and len(op.regions[1].blocks[0].operations) > 1
    fills = all(o.name == "linalg.fill" and o.operands[1] in fresh for o in inner)
    return fills and bool(inner) and not otherwise and not op.results


def accumulate(
    program: Program,
    bounds: Sequence[ir.Value],
    start: ir.Value,
    turn: Callable[[ir.Value, ir.Value], ir.Value],
) -> ir.Value:
    """An `scf.for` that hands on one vector of registers, which ``turn`` makes of the index and the one before."""
    b = program.b
    new = b.op("scf.for", (start.type,), [*bounds, start], regions=1)
    block = new.regions[0].blocks.append(bounds[0].type, start.type, arg_locs=[b.loc] * 2)
    with _region(program, block):
        b.op("scf.yield", (), (turn(*block.arguments),))
    return new.result


RULES = {"scf.while": while_, "scf.if": if_}
