"""Elements treated one by one: bodies of `scf.parallel`, and elementwise ops that branch, gather or call.

    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %at = tensor.extract %indices[%i] : tensor<1024xi32>
      %v = memref.load %view[%at]
      memref.store %v, %buf[%i] }

A *space* is the block over which the body runs, in the layout of what the body reads or writes there; each thread runs
the body for the elements that it holds, each under the loop's bounds::

    %i0 = … the element that register 0 holds …
    %v0 = scf.if %in_bounds { llvm.load %x[%at0] … } else { … what the buffer held … }

Registers that differ only in dimensions the loop does not run over are treated together: they are a row that the body
copies.  Tensors that are read at any other place than the thread's own are laid out in shared memory before.
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.codegen.simt.analysis.views import View, part_of
from triton_shared.codegen.simt.build import control_flow, shared_memory
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.divergent_elements import DivergentElements
from triton_shared.codegen.simt.build.values import InRegisters, RegisterSubset
from triton_shared.codegen.simt.layouts.access_layouts import TOGETHER
from triton_shared.codegen.simt.layouts.linear_layout import Layout, blocked
from triton_shared.codegen.simt.layouts.spaces import (
    dims_of,
    has_effects,
    is_updated_elsewhere,
    moves_rows,
    touched,
    walked,
    written_layout,
)
from triton_shared.codegen.simt.lower import atomics, elementwise
from triton_shared.codegen.simt.memory.global_access import owner
from triton_shared.errors import LoweringError
from triton_shared.ir import effects
from triton_shared.ir.walk import all_ops, owner_of
from triton_shared.mlir import ir


def parallel(context: LoweringContext, op: ir.Operation) -> None:
    """`scf.parallel`, whose iterations may be taken in any order."""
    if len(op.results):
        raise LoweringError(op, "reduces in a parallel loop")
    if context.divergent is not None:
        written = control_flow.written_buffers(context, op)  # its iterations follow one another
        return _nest(context, op.regions[0].blocks[0], _bounds(context, op), written)
    with atomics.ordered(context, op):
        _shared_out(context, op)


def _shared_out(context: LoweringContext, op: ir.Operation) -> None:
    """The iterations of the `scf.parallel` ``op``, by the threads that hold their elements."""
    found = walked(op)
    if found is None:
        return _strided(context, op)
    space, dims = context.layouts.own(op), found.dims
    element = DivergentElements(space, dims)
    written = control_flow.written_buffers(context, op)
    _prepare(context, element, op, written)
    own = [buffer for buffer in written if buffer not in element.regions]
    for buffer in own:
        element.layouts[buffer] = written_layout(op, space, dims, buffer)
    only = owner(context, _iterations(element, op)) if has_effects(op) else True
    if TOGETHER in op.attributes:
        dim, count = op.attributes[TOGETHER]
        element.together = min(count, space.neighbours(dim))
    element.is_straight = all(_is_straight(context, element, inner) for inner in all_ops(op))
    groups = space.groups(list(dims.values()), element.together)
    before = {buffer: context.part(context.buffers[buffer], element.layouts[buffer]) for buffer in own}
    pieces: dict[ir.Value, list[ir.Value]] = {buffer: [] for buffer in own}
    kept = dict(context.buffers)
    context.divergent = element
    for group in groups:
        element.group = group
        for buffer in own:
            context.buffers[buffer] = RegisterSubset(
                element.layouts[buffer], context.b.take(before[buffer], group)
            )
        _one_group(context, element, op, only, own)
        for buffer in own:
            pieces[buffer].append(context.part(context.buffers[buffer], element.layouts[buffer]))
    context.divergent = None
    context.buffers.update(kept)
    order = [r for group in groups for r in group]
    for buffer in own:
        vector = context.b.take(context.b.join(pieces[buffer]), [order.index(r) for r in range(len(order))])
        _finish(context, buffer, element.layouts[buffer], vector, only)
    _read_back(context, element, [buffer for buffer in written if buffer in element.regions])


def _is_straight(context: LoweringContext, element: DivergentElements, op: ir.Operation) -> bool:
    """Whether ``op`` may be done for elements that are not kept, too, but for memory, which it does not touch then."""
    match op.name:
        case "scf.if":
            return not len(op.results) and len(op.regions[1].blocks) == 0
        case "memref.load":
            return "tt.volatile" not in op.attributes and isinstance(part_of(op, op.operands[0]).root, View)
        case "memref.store":
            root = part_of(op, op.operands[1]).root
            return "tt.volatile" not in op.attributes and (
                isinstance(root, View) or root not in element.regions
            )
        case "memref.copy":
            source, target = (part_of(op, operand).root for operand in op.operands)
            return (
                "tt.volatile" not in op.attributes
                and isinstance(source, View)
                and target not in element.regions
            )
        case "bufferization.materialize_in_destination":
            is_row = (maker := owner_of(op.operands[0])) is not None and maker.name == "tensor.extract_slice"
            return is_row and isinstance(part_of(op, op.operands[1]).root, View)
        case "tensor.extract":
            source, *indices = op.operands
            own = dims_of(element.dims, indices, source.type.shape)
            return own is not None and len(own) > 0 and source not in element.regions
        case "scf.yield" | "scf.reduce":
            return True
    is_pure = effects.only_computes(op) and op.name != "llvm.inline_asm"
    return not op.regions and (is_pure or effects.is_view(op))


def _read_back(context: LoweringContext, element: DivergentElements, buffers: Sequence[ir.Value]) -> None:
    """Let ``buffers`` be what the loop has made of them in shared memory."""
    for buffer in buffers:
        layout = context.layouts.of(buffer)
        context.assign(buffer, layout, shared_memory.read(context.b, element.regions[buffer], layout))


def _iterations(element: DivergentElements, op: ir.Operation) -> Layout:
    """The layout of what is done once, by the first of the threads that hold it: an iteration of ``op``, or part of its
    row.

    Of threads that differ only in dimensions that ``op`` does not run over all move rows; what has none, one does.
    """
    dims = sorted(element.dims.values())
    if moves_rows(op):
        if len(dims) < len(element.space.shape) and any(effects.of(inner).atomic for inner in all_ops(op)):
            raise LoweringError(op, "moves rows and does something atomic beside")
        return element.space
    return element.space.projected(dims, [element.space.shape[d] for d in dims])


def _one_group(
    context: LoweringContext,
    element: DivergentElements,
    op: ir.Operation,
    only: ir.Value | bool,
    own: list[ir.Value],
) -> None:
    """The body for the registers of the element's group."""
    b, block = context.b, op.regions[0].blocks[0]
    rank = len(block.arguments)
    lows, highs = list(op.operands)[:rank], list(op.operands)[rank : 2 * rank]
    inside: ir.Value | bool = only
    for argument, low, high in zip(block.arguments, lows, highs, strict=True):
        dim = element.dims[argument]
        at = b.to_index(b.register_coordinate(element.space, element.group[0], dim))
        context.scalars[argument] = b.value(at)
        low, high = context.index(low), context.index(high)
        if low != 0:
            inside = b.both(inside, b.compare("sge", at, low))
        if high != element.space.shape[dim]:
            inside = b.both(inside, b.compare("slt", at, high))
    if inside is False:
        return
    if inside is True or element.is_straight:
        element.kept = inside if element.is_straight else True
        return context.walk(block)
    control_flow.either(context, inside, [], own, lambda: context.walk(block))


def _finish(
    context: LoweringContext, buffer: ir.Value, layout: Layout, vector: ir.Value, only: ir.Value | bool
) -> None:
    """Let ``buffer`` hold ``vector``; where one of several threads alike has made it, it is broadcast."""
    compact = layout.compact
    vector = context.b.take(vector, layout.registers_of(compact))
    if only is not True:
        region = shared_memory.region(context.b, compact.shape, vector.type.element_type)
        write = lambda: shared_memory.write(context.b, region, compact, vector)  # noqa: E731
        context.b.some_threads(only, write)
        vector = shared_memory.read(context.b, region, compact)
    context.buffers[buffer] = InRegisters(compact, vector)
    context.fresh.discard(buffer)


def _prepare(
    context: LoweringContext, element: DivergentElements, op: ir.Operation, written: list[ir.Value]
) -> None:
    """Let what the body reads be where it will look: in registers of the space, or in shared memory."""
    for buffer in written:
        if is_updated_elsewhere(op, element.dims, buffer):
            element.regions[buffer] = context.laid_out(context.whole(buffer), buffer.type)
    single = {inner.operands[0] for inner in all_ops(op, {"tensor.extract"})}
    for value, indices in touched(op):
        shape = tuple(value.type.shape)
        dims = dims_of(element.dims, indices, shape) if len(indices) == len(shape) else None
        if value not in context.tensors or value in element.regions:
            continue
        if dims is not None:
            context.registers(context.tensors[value], element.space.projected(dims, shape))
        elif value not in single and shape == element.space.shape and any(i in element.dims for i in indices):
            context.registers(context.tensors[value], element.space)
        else:
            element.regions[value] = context.laid_out(context.tensors[value], value.type)


def _bounds(context: LoweringContext, op: ir.Operation) -> list[list[ir.Value]]:
    """Where each dimension of the `scf.parallel` ``op`` begins and ends, and its step."""
    rank = len(op.regions[0].blocks[0].arguments)
    return [[context.scalar(v) for v in list(op.operands)[i::rank]] for i in range(rank)]


def _nest(
    context: LoweringContext,
    block: ir.Block,
    bounds: Sequence[Sequence[ir.Value]],
    written: Sequence[ir.Value],
    depth: int = 0,
) -> None:
    """``block`` in `scf.for` loops of the dimensions from ``depth`` on, which carry the buffers ``written``."""
    if depth == len(bounds):
        return context.walk(block)

    def body(at: ir.Value) -> None:
        context.scalars[block.arguments[depth]] = at
        _nest(context, block, bounds, written, depth + 1)

    control_flow.loop(context, bounds[depth], control_flow.LoopCarried(context, [], written), body)


def _strided(context: LoweringContext, op: ir.Operation) -> None:
    """A loop whose extents are known at run time only, and which carries nothing: threads share its iterations."""
    b = context.b
    written = control_flow.written_buffers(context, op)
    element = DivergentElements(blocked((1,), context.target.block_shape), {})
    _prepare(context, element, op, written)
    if any(buffer not in element.regions for buffer in written):
        raise LoweringError(op, "writes to a buffer at positions that are known only at run time")
    bounds = _bounds(context, op)
    low, high, step = bounds[-1]
    thread = b.value(b.to_index(b.thread))
    bounds[-1] = [
        b.value(b.add(low, b.mul(thread, step))),
        high,
        b.value(b.mul(step, context.target.threads)),
    ]
    context.divergent = element
    _nest(context, op.regions[0].blocks[0], bounds, [])
    context.divergent = None
    _read_back(context, element, written)


def generic(context: LoweringContext, op: ir.Operation) -> None:
    """`linalg.generic` without reductions: on vectors where its body can, else element by element."""
    if any("reduction" in str(kind) for kind in op.attributes["iterator_types"]):
        raise LoweringError(op, "reduces: only linalg.reduce does on a GPU")
    if elementwise.is_by_vectors(op):
        elementwise.generic(context, op)
    else:
        _one_by_one(context, op)


def _one_by_one(context: LoweringContext, op: ir.Operation) -> None:
    """`linalg.generic` whose body works on scalars alone: for each register by itself."""
    count = op.attributes["operandSegmentSizes"][0]
    maps = [attribute.value for attribute in op.attributes["indexing_maps"]]
    block = op.regions[0].blocks[0]
    context.require_convergent(op, "treats elements one by one")
    space = elementwise.space_of(op, maps[count], context.layouts.of(op.results[0]))
    element = DivergentElements(space, {})
    _prepare(context, element, op, [])
    inputs = {
        a: elementwise.operand_registers(context, v, m, space)
        for v, m, a in zip(op.operands, maps, block.arguments, strict=True)
        if any(True for _ in a.uses)
    }
    vectors = elementwise.by_registers(context, element, block, inputs)
    for result, vector, map_ in zip(op.results, vectors, maps[count:], strict=True):
        places = [e.position for e in map_.results]
        context.hold(result, space.projected(places, result.type.shape), vector)


def index(context: LoweringContext, op: ir.Operation) -> None:
    """`linalg.index` of the element that is treated."""
    b, element = context.b, context.divergent
    if element is None:
        raise LoweringError(op, "asks for the place of an element where all are treated at once")
    at = b.register_coordinate(element.space, element.group[0], op.attributes["dim"].value)
    context.scalars[op.result] = b.value(b.to_index(at))


RULES = {"linalg.generic": generic, "scf.parallel": parallel, "linalg.index": index}
