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
from math import prod
from typing import TYPE_CHECKING

from triton_shared.codegen.gpu import atomics, control, elementwise, shared_memory
from triton_shared.codegen.gpu.access import owner
from triton_shared.codegen.gpu.element import Element
from triton_shared.codegen.gpu.layouts import Layout, blocked, is_power_of_two
from triton_shared.codegen.gpu.transfers import View, part_of, root_of, slice_of
from triton_shared.codegen.gpu.values import Held, Piece
from triton_shared.errors import LoweringError
from triton_shared.ir import effects
from triton_shared.ir.walk import all_ops, owner_of, terminator
from triton_shared.mlir import ir

if TYPE_CHECKING:
    from triton_shared.codegen.gpu.program import Program


def parallel(program: Program, op: ir.Operation) -> None:
    """`scf.parallel`, whose turns may be taken in any order."""
    if len(op.results):
        raise LoweringError(op, "reduces in a parallel loop")
    if program.element is not None:
        return _in_turn(program, op)
    with atomics.ordered(program, op):
        _shared_out(program, op)


def _shared_out(program: Program, op: ir.Operation) -> None:
    """The turns of the `scf.parallel` ``op``, by the threads that hold their elements."""
    space, dims = _space(program, op)
    if space is None:
        return _strided(program, op)
    element = Element(space, dims)
    written = control.written_buffers(program, op)
    _prepare(program, element, op, written)
    own = [buffer for buffer in written if buffer not in element.regions]
    for buffer in own:
        element.layouts[buffer] = _written_layout(program, element, op, buffer)
    effects = any(True for _ in _effects(program, op))
    only = owner(program, space) if effects else True
    groups = _groups(space, list(dims.values()))
    before = {buffer: program.part(program.buffers[buffer], element.layouts[buffer]) for buffer in own}
    pieces: dict[ir.Value, list[ir.Value]] = {buffer: [] for buffer in own}
    kept = dict(program.buffers)
    program.element = element
    for group in groups:
        element.group = group
        for buffer in own:
            program.buffers[buffer] = Piece(element.layouts[buffer], program.b.take(before[buffer], group))
        _one_group(program, element, op, only, own)
        for buffer in own:
            pieces[buffer].append(program.part(program.buffers[buffer], element.layouts[buffer]))
    program.element = None
    program.buffers.update(kept)
    order = [r for group in groups for r in group]
    for buffer in own:
        vector = program.b.take(program.b.join(pieces[buffer]), [order.index(r) for r in range(len(order))])
        _finish(program, buffer, element.layouts[buffer], vector, only)
    for buffer in written:
        if buffer in element.regions:
            layout = program.layouts.of(buffer)
            vector = shared_memory.read(program.b, element.regions[buffer], layout)
            program.assign(buffer, layout, vector)


def _one_group(program: Program, element: Element, op: ir.Operation, only, own: list[ir.Value]) -> None:
    """The body for the registers of the element's group."""
    b, block = program.b, op.regions[0].blocks[0]
    rank = len(block.arguments)
    lows, highs = list(op.operands)[:rank], list(op.operands)[rank : 2 * rank]
    inside: ir.Value | bool = only
    for argument, low, high in zip(block.arguments, lows, highs, strict=True):
        dim = element.dims[argument]
        at = b.to_index(coordinate(program, element.space, element.group[0], dim))
        program.scalars[argument] = b.value(at)
        low, high = program.index(low), program.index(high)
        if low != 0:
            inside = b.both(inside, b.compare("sge", at, low))
        if high != element.space.shape[dim]:
            inside = b.both(inside, b.compare("slt", at, high))
    if inside is True:
        return program.walk(block)
    if inside is False:
        return
    handed = control.Handed(program, [], own)

    def run() -> list[ir.Value]:
        program.walk(block)
        return handed.taken([])

    results = control.branch(program, inside, [run, lambda: handed.taken([])], handed.types)
    handed.given([], results)


def coordinate(program: Program, layout: Layout, register: int, dim: int):
    """The coordinate along ``dim`` of the element that ``register`` of this thread holds."""
    b = program.b
    return b.small(
        "arith.xori", b.coordinate(layout, dim), layout.coordinate(layout.positions[register], dim)
    )


def _finish(program: Program, buffer: ir.Value, layout: Layout, vector: ir.Value, only) -> None:
    """Let ``buffer`` hold ``vector``; where one of several threads alike has made it, the others are told."""
    compact = layout.compact
    where = {place: register for register, place in reversed(list(enumerate(layout.positions)))}
    vector = program.b.take(vector, [where[place] for place in compact.positions])
    if only is not True:
        region = shared_memory.region(program.b, compact.shape, vector.type.element_type)
        write = lambda: shared_memory.write(program.b, region, compact, vector)  # noqa: E731
        program.b.some_threads(only, write)
        vector = shared_memory.read(program.b, region, compact)
    program.buffers[buffer] = Held(compact, vector)
    program.fresh.discard(buffer)


def _groups(space: Layout, dims: Sequence[int]) -> list[list[int]]:
    """The registers of ``space`` that agree in ``dims``, together."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for register, place in enumerate(space.positions):
        groups.setdefault(tuple(space.coordinate(place, d) for d in dims), []).append(register)
    return list(groups.values())


def _space(program: Program, op: ir.Operation) -> tuple[Layout | None, dict[ir.Value, int]]:
    """The layout of the largest block that ``op`` walks, and the dimension of every induction variable."""
    arguments = list(op.regions[0].blocks[0].arguments)
    best: tuple[Layout | None, dict[ir.Value, int]] = None, {}
    for value, indices in _touched(program, op):
        dims = {i: d for d, i in enumerate(indices) if isinstance(i, ir.Value) and i in arguments}
        if len(dims) == len(arguments) and (best[0] is None or _extent(best[0]) < _extent(value.type)):
            known = value in program.buffers or value in program.tensors
            layout = program.layout(value) if value in program.tensors else program.layouts.of(value)
            best = (layout.compact, dims) if known else best
    if best[0] is None:
        best = _from_bounds(program, op, arguments)
    return best


def _extent(block: Layout | ir.ShapedType) -> tuple[int, int]:
    """How large ``block`` is: its elements, then its dimensions."""
    return prod(block.shape), len(block.shape)


def _from_bounds(program: Program, op: ir.Operation, arguments) -> tuple[Layout | None, dict[ir.Value, int]]:
    """The space of constant bounds."""
    rank = len(arguments)
    highs = [program.index(v) for v in list(op.operands)[rank : 2 * rank]]
    if not all(isinstance(n, int) and is_power_of_two(n) for n in highs):
        return None, {}
    return blocked(highs, program.target.num_warps), {a: d for d, a in enumerate(arguments)}


def _touched(program: Program, op: ir.Operation):
    """The tensors and buffers that ops in ``op`` read or write, each with the first indices of what they touch."""
    for inner in all_ops(op):
        match inner.name:
            case "tensor.extract":
                yield inner.operands[0], list(inner.operands)[1:]
            case "memref.store" if not isinstance(part_of(inner, inner.operands[1]).root, View):
                yield part_of(inner, inner.operands[1]).root, list(inner.operands)[2:]
            case "memref.copy" | "linalg.broadcast" if not inner.results:
                for operand in inner.operands:
                    part = part_of(inner, operand)
                    if not isinstance(part.root, View):
                        yield part.root, part.window.begin
            case "bufferization.materialize_in_destination":
                maker = owner_of(inner.operands[0])
                if maker is not None and maker.name == "tensor.extract_slice":
                    source, window, _ = slice_of(maker)
                    yield source, window.begin


def _prepare(program: Program, element: Element, op: ir.Operation, written: list[ir.Value]) -> None:
    """Let what the body reads be where it will look: in registers of the space, or in shared memory."""
    for buffer in written:
        if any(_is_elsewhere(element, inner, buffer) for inner in all_ops(op, _UPDATES)):
            element.regions[buffer] = program.laid_out(program.whole(buffer), buffer.type)
    single = {inner.operands[0] for inner in all_ops(op, {"tensor.extract"})}
    for value, indices in _touched(program, op):
        shape = tuple(value.type.shape)
        dims = element.dims_of(indices, shape) if len(indices) == len(shape) else None
        if value not in program.tensors or value in element.regions:
            continue
        if dims is not None:
            program.registers(program.tensors[value], element.space.projected(dims, shape))
        elif value not in single and shape == element.space.shape and indices and indices[0] in element.dims:
            program.registers(program.tensors[value], element.space)
        else:
            element.regions[value] = program.laid_out(program.tensors[value], value.type)


_UPDATES = {"memref.atomic_rmw", "memref.store"}


def _is_elsewhere(element: Element, update: ir.Operation, buffer: ir.Value) -> bool:
    """Whether ``update`` changes an element of ``buffer`` that no thread is known to hold."""
    if update.operands[1] != buffer:
        return False
    is_atomic = update.name == "memref.atomic_rmw"
    return is_atomic or element.dims_of(list(update.operands)[2:], buffer.type.shape) is None


def _written_layout(program: Program, element: Element, op: ir.Operation, buffer: ir.Value) -> Layout:
    """The layout that ``buffer`` has while the body writes to it."""
    shape = tuple(buffer.type.shape)
    if shape == element.space.shape:
        return element.space
    for value, indices in _touched(program, op):
        if value == buffer and (dims := element.dims_of(indices, shape)) is not None:
            return element.space.projected(dims, shape)
    raise LoweringError(op, f"writes to a {buffer.type} at places that only its run tells")


def _effects(program: Program, op: ir.Operation):
    """The ops inside ``op`` that change memory or tell the world something."""
    for inner in all_ops(op):
        row = effects.of(inner)
        outside = any(root_of(target) not in program.buffers for target in effects.written(inner))
        if outside or row.orders or row.acts or row.anywhere:
            yield inner


def _in_turn(program: Program, op: ir.Operation) -> None:
    """A parallel loop of a thread that goes its own way: its turns one after the other."""
    block, rank = op.regions[0].blocks[0], len(op.regions[0].blocks[0].arguments)
    bounds = list(op.operands)
    _loops(program, op, block, [(bounds[i], bounds[rank + i], bounds[2 * rank + i]) for i in range(rank)], 0)


def _loops(program: Program, op: ir.Operation, block: ir.Block, bounds, depth: int) -> None:
    """A nest of `scf.for` from dimension ``depth`` on."""
    if depth == len(bounds):
        return program.walk(block)
    handed = control.Handed(program, [], control.written_buffers(program, op))
    operands = [program.scalar(v) for v in bounds[depth]]

    def body(at: ir.Value) -> None:
        program.scalars[block.arguments[depth]] = at
        _loops(program, op, block, bounds, depth + 1)

    control.loop(program, operands, handed, body)


def _strided(program: Program, op: ir.Operation) -> None:
    """A loop whose extents only the run tells, and which has no place to hold anything: threads take turns in turn."""
    b, block, rank = program.b, op.regions[0].blocks[0], len(op.regions[0].blocks[0].arguments)
    written = control.written_buffers(program, op)
    element = Element(blocked((1,), program.target.num_warps), {})
    _prepare(program, element, op, written)
    if any(buffer not in element.regions for buffer in written):
        raise LoweringError(op, "writes to a buffer at places that only its run tells")
    bounds = [[program.scalar(v) for v in list(op.operands)[i::rank]] for i in range(rank)]
    low, high, step = bounds[-1]
    thread = b.value(b.to_index(b.thread))
    bounds[-1] = [
        b.value(b.add(low, b.mul(thread, step))),
        high,
        b.value(b.mul(step, program.target.threads)),
    ]
    program.element = element

    def nest(depth: int) -> None:
        if depth == rank:
            return program.walk(block)

        def body(at: ir.Value) -> None:
            program.scalars[block.arguments[depth]] = at
            nest(depth + 1)

        control.loop(program, bounds[depth], control.Handed(program, [], []), body)

    nest(0)
    program.element = None
    for buffer in written:
        layout = program.layouts.of(buffer)
        program.assign(buffer, layout, shared_memory.read(b, element.regions[buffer], layout))


def generic(program: Program, op: ir.Operation) -> None:
    """`linalg.generic` without reductions: on vectors where its body can, else element by element."""
    if any("reduction" in str(kind) for kind in op.attributes["iterator_types"]):
        raise LoweringError(op, "reduces: only linalg.reduce does on a GPU")
    if all(elementwise.is_vectorizable(inner.operation) for inner in op.regions[0].blocks[0].operations):
        elementwise.generic(program, op)
    else:
        _one_by_one(program, op)


def _one_by_one(program: Program, op: ir.Operation) -> None:
    """`linalg.generic` whose body works on scalars alone: for each register by itself."""
    count = op.attributes["operandSegmentSizes"][0]
    maps = [attribute.value for attribute in op.attributes["indexing_maps"]]
    block, b = op.regions[0].blocks[0], program.b
    program.together(op, "treats elements one by one")
    space = elementwise.space_of(op, maps[count], program.layouts.of(op.results[0]))
    element = Element(space, {})
    _prepare(program, element, op, [])
    inputs = [
        elementwise.operand_registers(program, v, m, space) if any(True for _ in a.uses) else None
        for v, m, a in zip(op.operands, maps, block.arguments, strict=True)
    ]
    results: list[list[ir.Value]] = [[] for _ in op.results]
    program.element = element
    for register in range(space.registers):
        element.group = [register]
        for argument, vector in zip(block.arguments, inputs, strict=True):
            if vector is not None:
                program.scalars[argument] = b.extract(vector, register)
        program.walk(block)
        ends = terminator(block).operands
        for scalars, end in zip(results, ends, strict=True):
            scalars.append(program.scalar(end))
    program.element = None
    for result, scalars, map_ in zip(op.results, results, maps[count:], strict=True):
        places = [e.position for e in map_.results]
        program.hold(result, space.projected(places, result.type.shape), b.collect(scalars))


def index(program: Program, op: ir.Operation) -> None:
    """`linalg.index` of the element that is treated."""
    b, element = program.b, program.element
    if element is None:
        raise LoweringError(op, "asks for the place of an element where all are treated at once")
    at = coordinate(program, element.space, element.group[0], op.attributes["dim"].value)
    program.scalars[op.result] = b.value(b.to_index(at))


RULES = {"linalg.generic": generic, "scf.parallel": parallel, "linalg.index": index}
