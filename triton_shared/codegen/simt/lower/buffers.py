"""Loads and stores of blocks: buffers are tensors that change.

    %buf = memref.alloc() ; scf.if %partial { linalg.fill %z, %buf } ; memref.copy %view[..], %buf[..]
    %t = bufferization.to_tensor %buf

A buffer lives in registers.  What is copied into a window of it replaces the elements of that window, so the fill is
what a predicated load gives for the elements outside.
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.codegen.nests.nest import Window
from triton_shared.codegen.simt.analysis.views import Part, View, part_of, slice_of, whole
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.divergent_elements import DivergentElements
from triton_shared.codegen.simt.build.values import InRegisters, Node, RegisterSubset, Rematerializable
from triton_shared.codegen.simt.layouts import slices
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.codegen.simt.layouts.spaces import dims_of
from triton_shared.codegen.simt.lower import dynamic_slice, elementwise
from triton_shared.codegen.simt.lower import extract_slice as slicing
from triton_shared.codegen.simt.lower.elementwise import coordinates
from triton_shared.codegen.simt.memory import global_access
from triton_shared.errors import LoweringError
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir


def allocate(context: LoweringContext, op: ir.Operation) -> None:
    """`memref.alloc`: its contents are undefined."""
    if not op.result.type.has_static_shape:
        raise LoweringError(op, "makes a buffer whose size is known only at run time")
    element = op.result.type.element_type
    context.buffers[op.result] = Rematerializable(lambda layout: context.b.zeros(element, layout.registers))
    context.fresh.add(op.result)


def fill(context: LoweringContext, op: ir.Operation) -> None:
    """`linalg.fill` of a tensor or of a buffer."""
    number, target = context.scalar(op.operands[0]), op.operands[1]
    node = Rematerializable(lambda layout: context.b.broadcast(number, layout.registers))
    if op.results:
        context.tensors[op.result] = node
    elif target in context.buffers and context.divergent is None:
        context.buffers[target] = node
        context.fresh.discard(target)
    else:
        replace(context, op, part_of(op, target), node)


def to_tensor(context: LoweringContext, op: ir.Operation) -> None:
    """`bufferization.to_tensor`: what the buffer holds by now."""
    context.let(op.result, context.whole(op.operands[0]))


def copy(context: LoweringContext, op: ir.Operation) -> None:
    """`memref.copy` from memory to a buffer, from a buffer to memory, or from one buffer to another."""
    source, target = (part_of(op, operand) for operand in op.operands)
    match source.root, target.root:
        case View(), View():
            raise LoweringError(op, "copies from memory to memory without a buffer between")
        case View(), _ if context.divergent and context.divergent.copied:
            context.divergent.copied(source, target)
        case View(), _:
            fill_from_memory(context, op, source, target)
        case _, View():
            layout = context.divergent.space if context.divergent else context.layouts.own(op)
            vector = context.part(context.buffers[source.root], layout)
            _store(context, op, target, source, layout, vector)
        case _:
            if source.window != target.window:
                raise LoweringError(op, "copies between different windows of two buffers")
            replace(context, op, target, context.buffers[source.root])


def broadcast(context: LoweringContext, op: ir.Operation) -> None:
    """`linalg.broadcast` of a tensor, or of an element of memory to a part of a buffer."""
    if op.results:
        return elementwise.moved(context, op)
    source, target = (part_of(op, operand) for operand in op.operands)
    if not isinstance(source.root, View) or isinstance(target.root, View):
        raise LoweringError(op, "repeats what is not in memory, or to memory")
    added = set(op.attributes["dimensions"])
    kept = tuple(d for place, d in enumerate(target.kept) if place not in added)
    fill_from_memory(context, op, source, Part(target.root, target.window, kept))


def store_element(
    context: LoweringContext,
    op: ir.Operation,
    memref: ir.Value,
    indices: Sequence[ir.Value],
    number: ir.Value,
) -> None:
    """Let the element of the buffer ``memref`` at ``indices`` be the scalar ``number``."""
    part = part_of(op, memref)
    if context.divergent is not None:
        return context.store_element(op, part, indices, number)
    single = Part(part.root, Window(tuple(indices), (1,) * len(indices)), part.kept)
    replace(
        context, op, single, Rematerializable(lambda layout: context.b.broadcast(number, layout.registers))
    )


def fill_from_memory(context: LoweringContext, op: ir.Operation, source: Part, target: Part) -> None:
    """Let the part ``target`` of a buffer be the part ``source`` of memory."""
    layout = context.buffer_layout(target.root)
    registers = context.group(layout)
    moved = global_access.access(context, op, source, target, layout)
    old = context.buffers[target.root]
    vector = global_access.load(context, moved, lambda: context.part(old, layout), registers)
    context.assign(target.root, layout, vector)


def replace(context: LoweringContext, op: ir.Operation, target: Part, value: Node | RegisterSubset) -> None:
    """Let the part ``target`` of a buffer be what the tensor ``value`` has there."""
    layout = context.buffer_layout(target.root)
    new, old = context.part(value, layout), context.buffers[target.root]
    kept = within(context, target, layout)
    context.assign(
        target.root, layout, new if kept is None else context.b.select(kept, new, context.part(old, layout))
    )


def within(context: LoweringContext, part: Part, layout: Layout) -> ir.Value | None:
    """For each register whether its element is in the window of ``part``; None where all are."""
    b, kept, registers = context.b, None, context.group(layout)
    for bound in global_access.bounds_of(context, part.window, part.shape):
        at = b.take(coordinates(b, layout, bound.dim), registers)
        for predicate, edge in (("sge", bound.low), ("slt", bound.high)):
            test = b.compare(predicate, at, b.broadcast(b.value32(b.to_i32(edge)), len(registers)))
            kept = test if kept is None else b.apply("arith.andi", kept, test)
    return kept


def materialize(context: LoweringContext, op: ir.Operation) -> None:
    """`bufferization.materialize_in_destination` of a tensor, or a slice of one, in memory or in a buffer."""
    value, target = op.operands[0], part_of(op, op.operands[1])
    maker = owner_of(value)
    if maker is not None and maker.name == "tensor.extract_slice" and value not in context.tensors:
        value, window, kept = slice_of(maker)
    else:
        window, kept = whole(value.type.shape), tuple(range(value.type.rank))
    if not isinstance(target.root, View):
        if window != target.window:
            raise LoweringError(op, "writes a window of a tensor to another window of a buffer")
        return replace(context, op, target, context.tensors[value])
    block, held = Part(value, window, kept), context.layout(value)
    element = context.divergent
    layout = _row_layout(element, op, block) if element else context.layouts.own(op)

    def store(layout: Layout) -> None:
        _store(context, op, target, block, layout, context.part(context.tensors[value], layout))

    if layout == held or kept != tuple(range(value.type.rank)):
        store(layout)
    else:
        context.instructions.store(context, op, target, window, value, layout, store)


def _row_layout(element: DivergentElements, op: ir.Operation, block: Part) -> Layout:
    """The layout in which the loop around ``op`` holds the rows ``block``, of its own block or of some dimensions."""
    shape = tuple(block.shape)
    if shape == element.space.shape:
        return element.space
    if (dims := dims_of(element.dims, block.window.begin, shape)) is None:
        raise LoweringError(op, "writes rows of another block than the one that the loop around it walks")
    return element.space.projected(dims, shape)


def _store(
    context: LoweringContext, op: ir.Operation, target: Part, block: Part, layout: Layout, vector: ir.Value
) -> None:
    moved = global_access.access(context, op, target, block, layout)
    global_access.store(context, moved, vector, context.group(layout))


def nothing(context: LoweringContext, op: ir.Operation) -> None:
    """An op that is read where its result is used."""


def extract_slice(context: LoweringContext, op: ir.Operation) -> None:
    """`tensor.extract_slice`; one whose bounds are known only at run time is read where it is stored."""
    if not slices.is_static(op):
        return dynamic_slice.extract(context, op)
    taken, source = slices.extracted(op), op.operands[0]
    if op.result.type.shape == source.type.shape:
        context.let(op.result, context.tensors[source])
        return

    node = context.tensors[source]
    if not isinstance(node, InRegisters):

        def make(layout: Layout) -> ir.Value:
            lifted = taken.lifted(layout)
            registers = [r for r in range(lifted.registers) if taken.holds(lifted, r)]
            return context.b.take(context.get(source, lifted), registers)

        context.tensors[op.result] = Rematerializable(make)
    else:
        context.let(op.result, slicing.taken(context, op, node, taken))


def insert_slice(context: LoweringContext, op: ir.Operation) -> None:
    """`tensor.insert_slice`: the registers of the slice replace those of the whole."""
    if not slices.is_static(op):
        return dynamic_slice.insert(context, op)
    taken = slices.inserted(op)
    part, whole = op.operands[0], op.operands[1]

    def make(layout: Layout) -> ir.Value:
        lifted = taken.lifted(taken.part(layout))
        parts = iter(range(lifted.registers))
        new, old = context.get(part, taken.part(layout)), context.get(whole, lifted)
        count = lifted.registers
        order = [count + next(parts) if taken.holds(lifted, r) else r for r in range(count)]
        held = InRegisters(lifted, context.b.merged(old, new, order))
        return context.registers(held, layout)

    context.compute(op.result, make, elementwise.is_computed_anywhere(op, context.is_lazy))


RULES = {
    "memref.alloc": allocate,
    "memref.alloca": allocate,
    "linalg.fill": fill,
    "memref.copy": copy,
    "linalg.broadcast": broadcast,
    "memref.reinterpret_cast": nothing,
    "memref.subview": nothing,
    "memref.cast": nothing,
    "llvm.intr.assume": nothing,
    "bufferization.to_tensor": to_tensor,
    "bufferization.materialize_in_destination": materialize,
    "tensor.extract_slice": extract_slice,
    "tensor.insert_slice": insert_slice,
}
