"""Control flow: the same for all threads, with tensors and changed buffers carried as vectors of registers.

    %r = scf.for … iter_args(%t = %init) -> (tensor<1024xf32>)

becomes

    %r = scf.for … iter_args(%t = %v) -> (vector<8xf32>)

A buffer that a loop or a branch changes is one more value that it carries.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from triton_shared.codegen.simt.analysis.views import root_of
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.divergent_elements import DivergentElements
from triton_shared.codegen.simt.build.emitter import vector_of
from triton_shared.codegen.simt.layouts.layout_attributes import LAYOUT
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.ir import effects
from triton_shared.ir.walk import all_ops, terminator
from triton_shared.mlir import ir

#: attributes of loops that have been obeyed where the program of a thread is made
OBEYED = (LAYOUT, "simt.pipeline")


def written_buffers(context: LoweringContext, op: ir.Operation) -> list[ir.Value]:
    """The buffers made outside of ``op`` that ops inside of it write to, and the word of stages that are produced."""
    out: list[ir.Value] = []
    for inner in all_ops(op):
        for root in map(root_of, effects.written(inner)):
            if root in context.buffers and root not in out:
                out.append(root)
    specialized = context.specialized
    if specialized is not None and op in specialized.containing:
        out.append(specialized.key)
    return out


class LoopCarried:
    """Values like ``like`` that a region carries, and changed buffers, as the thread's program has them."""

    def __init__(self, context: LoweringContext, like: Sequence[ir.Value], buffers: Sequence[ir.Value]):
        self.context = context
        self.layouts: list[Layout | None] = [
            context.layouts.of(v) if isinstance(v.type, ir.RankedTensorType) else None for v in like
        ]
        self.buffers = [(buffer, context.buffer_layout(buffer)) for buffer in buffers]
        whole = zip(like, self.layouts, strict=True)
        self.types = [
            v.type if layout is None else vector_of(layout.registers, v.type.element_type)
            for v, layout in whole
        ] + [
            vector_of(len(context.group(layout)), buffer.type.element_type) for buffer, layout in self.buffers
        ]

    def operands(self, values: Sequence[ir.Value]) -> list[ir.Value]:
        """What is carried where the op names ``values``."""
        p = self.context
        pairs = zip(values, self.layouts, strict=True)
        own = [p.scalar(v) if layout is None else p.get(v, layout) for v, layout in pairs]
        return own + [p.part(p.buffers[buffer], layout) for buffer, layout in self.buffers]

    def bind(self, values: Sequence[ir.Value], new: Sequence[ir.Value]) -> None:
        """Let ``values`` of the block's program, and the buffers, be ``new``."""
        p = self.context
        for value, layout, vector in zip(values, self.layouts, new, strict=False):
            if layout is None:
                p.scalars[value] = vector
            else:
                p.hold(value, layout, vector)
        for (buffer, layout), vector in zip(self.buffers, list(new)[len(self.layouts) :], strict=True):
            p.assign(buffer, layout, vector)


@contextmanager
def _block(
    context: LoweringContext, region: ir.Region, types: Sequence[ir.Type] = ()
) -> Iterator[list[ir.Value]]:
    """Emit into a block of ``region`` with arguments of ``types``; what changes in it is seen nowhere else."""
    block = region.blocks.append(*types, arg_locs=[context.b.loc] * len(types))
    with context.b.inside(block), context.apart():
        yield list(block.arguments)


def for_(context: LoweringContext, op: ir.Operation) -> None:
    """`scf.for`."""
    block, operands = op.regions[0].blocks[0], list(op.operands)
    loop_carried = LoopCarried(context, op.results, written_buffers(context, op))

    def body(at: ir.Value) -> None:
        context.scalars[block.arguments[0]] = at
        _walk_iteration(context, op, block)

    bounds = [context.scalar(v) for v in operands[:3]]
    attributes = {name: op.attributes[name] for name in op.attributes if name not in OBEYED}
    carried = list(block.arguments)[1:], list(terminator(block).operands), list(op.results)
    loop(context, bounds, loop_carried, body, operands[3:], carried, attributes)


def _walk_iteration(context: LoweringContext, loop: ir.Operation, block: ir.Block) -> None:
    """Rewrite an iteration of ``loop``: around loops with a producer thread ids are computed again."""
    if context.specialized is not None and loop in context.specialized.containing:
        with context.b.fresh_thread_ids(context.instructions.thread_id):
            context.walk(block)
    else:
        context.walk(block)


def loop(
    context: LoweringContext,
    bounds: Sequence[ir.Value],
    loop_carried: LoopCarried,
    body: Callable[[ir.Value], None],
    inits: Sequence[ir.Value] = (),
    carried: tuple[list, list, list] = ([], [], []),
    attributes: dict[str, ir.Attribute] | None = None,
) -> None:
    """An `scf.for` that carries ``inits``; ``carried`` are these at the start and end of an iteration, and after it."""
    b = context.b
    types, (start, end, behind) = loop_carried.types, carried
    new = b.op("scf.for", types, [*bounds, *loop_carried.operands(inits)], attributes, regions=1)
    with _block(context, new.regions[0], [bounds[0].type, *types]) as (at, *arguments):
        loop_carried.bind(start, arguments)
        body(at)
        b.op("scf.yield", (), loop_carried.operands(end))
    loop_carried.bind(behind, list(new.results))


def while_(context: LoweringContext, op: ir.Operation) -> None:
    """`scf.while`."""
    b = context.b
    before, after = (region.blocks[0] for region in op.regions)
    buffers = written_buffers(context, op)
    coming, going = LoopCarried(context, before.arguments, buffers), LoopCarried(context, op.results, buffers)
    new = b.op("scf.while", going.types, coming.operands(list(op.operands)), regions=2)
    with _block(context, new.regions[0], coming.types) as arguments:
        coming.bind(list(before.arguments), arguments)
        context.walk(before)
        condition, *operands = terminator(before).operands
        b.op("scf.condition", (), [context.scalar(condition), *going.operands(operands)])
    with _block(context, new.regions[1], going.types) as arguments:
        going.bind(list(after.arguments), arguments)
        _walk_iteration(context, op, after)
        b.op("scf.yield", (), coming.operands(list(terminator(after).operands)))
    going.bind(list(op.results), list(new.results))


def if_(context: LoweringContext, op: ir.Operation) -> None:
    """`scf.if`; where all it does is to fill fresh buffers it needs no test."""
    blocks = [region.blocks[0] if region.blocks else None for region in op.regions]
    if context.divergent is not None and context.divergent.is_straight:
        return _under(context, context.divergent, context.scalar(op.operands[0]), blocks[0])
    if only_fills_fresh(op, context.fresh):
        return context.walk(blocks[0])
    loop_carried = LoopCarried(context, op.results, written_buffers(context, op))
    condition = context.scalar(op.operands[0])
    emit = [lambda block=block: _branch(context, block, loop_carried) for block in blocks]
    results = branch(context, condition, emit, loop_carried.types)
    loop_carried.bind(list(op.results), results)


def _under(
    context: LoweringContext, element: DivergentElements, condition: ir.Value, block: ir.Block
) -> None:
    """Emit ``block`` so that what touches memory does so under ``condition``, too."""
    outer, b = element.kept, context.b
    # a condition may be poison where the outer one does not hold, which a conjunction would be, too
    if outer is not True:
        condition = b.one("arith.select", b.i1, b.value(outer), condition, b.constant(b.i1, 0))
    element.kept = condition
    context.walk(block)
    element.kept = outer


def _branch(context: LoweringContext, block: ir.Block | None, loop_carried: LoopCarried) -> list[ir.Value]:
    """Emit ``block``, a branch of an `scf.if`; returns what it carries."""
    if block is None:
        return loop_carried.operands([])
    context.walk(block)
    return loop_carried.operands(list(terminator(block).operands))


def branch(
    context: LoweringContext,
    condition: ir.Value,
    emit: Sequence[Callable[[], Sequence[ir.Value]]],
    types: Sequence[ir.Type],
) -> list[ir.Value]:
    """An `scf.if` whose branches ``emit`` values of ``types``."""
    new = context.b.op("scf.if", types, (condition,), regions=2)
    for region, make in zip(new.regions, emit, strict=True):
        with _block(context, region):
            context.b.op("scf.yield", (), make())
    return list(new.results)


def either(
    context: LoweringContext,
    condition: ir.Value,
    values: Sequence[ir.Value],
    buffers: Sequence[ir.Value],
    then: Callable[[], object],
    otherwise: Callable[[], object] = lambda: None,
) -> None:
    """Let ``values`` of the block's program, and ``buffers``, be what the side emits that ``condition`` selects."""
    loop_carried = LoopCarried(context, values, buffers)

    def side(emit: Callable[[], object]) -> list[ir.Value]:
        emit()
        return loop_carried.operands(values)

    sides = [partial(side, then), partial(side, otherwise)]
    loop_carried.bind(values, branch(context, condition, sides, loop_carried.types))


def only_fills_fresh(op: ir.Operation, fresh: Container[ir.Value]) -> bool:
    """Whether the `scf.if` ``op`` only fills buffers that are ``fresh``: to which nothing has been written."""
    inner = [view.operation for view in op.regions[0].blocks[0].operations][:-1]
    otherwise = bool(op.regions[1].blocks) and len(op.regions[1].blocks[0].operations) > 1
    fills = all(o.name == "linalg.fill" and o.operands[1] in fresh for o in inner)
    return fills and bool(inner) and not otherwise and not op.results


RULES = {"scf.while": while_, "scf.if": if_}
