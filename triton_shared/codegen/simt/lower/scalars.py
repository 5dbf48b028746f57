"""Scalars of a block's program: read and written in memory by one thread for all, taken out of tensors.

    %v = memref.load %x[%i]                            %v = llvm.load %px
    %o = memref.atomic_rmw addi %one, %y[%i]           scf.if %is_first_thread {
                                                         %old = llvm.atomicrmw add %py, %one ; llvm.store %old, %shared
                                                ->     } {simt.divergent}
                                                       gpu.barrier
                                                       %o = llvm.load %shared
    memref.store %s, %x[%i]                            scf.if %is_first_thread { llvm.store %s, %px } {simt.divergent}

Reading is left to all threads, which read the same.  What changes memory is done by the first thread alone; where
others need what it got, it broadcasts it through shared memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from triton_shared.codegen.simt.analysis.views import View, part_of, root_of
from triton_shared.codegen.simt.build import shared_memory
from triton_shared.codegen.simt.build.context import LoweringContext
from triton_shared.codegen.simt.build.storage_types import bytes_of, from_stored, stored_type, to_stored
from triton_shared.codegen.simt.build.values import Node, RegisterSubset
from triton_shared.codegen.simt.lower import buffers
from triton_shared.codegen.simt.memory.global_access import ACCESS, HINTS
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir


def address(
    context: LoweringContext, op: ir.Operation, memref: ir.Value, indices: Sequence[ir.Value]
) -> tuple[ir.Value, ir.Type]:
    """Where the element of ``memref`` at ``indices`` is, and its type."""
    part = part_of(op, memref)
    if not isinstance(part.root, View):
        raise LoweringError(op, "goes through a buffer where an address is needed")
    b, index = context.b, context.index
    own = iter([index(i) for i in indices])
    total = index(part.root.offset)
    for d, (begin, stride) in enumerate(zip(part.window.begin, part.root.strides, strict=True)):
        at = b.add(index(begin), next(own) if d in part.kept else 0)
        total = b.add(total, b.mul(at, index(stride)))
    pointer = b.advance_elements(context.scalar(part.root.base), total, bytes_of(part.element))
    return pointer, part.element


def load(context: LoweringContext, op: ir.Operation) -> None:
    """`memref.load` of memory."""
    memref, *indices = op.operands
    part = part_of(op, memref)
    if not isinstance(part.root, View):
        return _element(context, op, context.buffers[memref])
    b = context.b
    pointer, element = address(context, op, memref, indices)
    attributes = hints(op) | b.access(bytes_of(element))
    loaded = b.op("llvm.load", (stored_type(element),), (pointer,), attributes).result
    context.scalars[op.result] = from_stored(b, loaded, element)


def _element(context: LoweringContext, op: ir.Operation, node: Node | RegisterSubset) -> None:
    """What ``op`` reads of its first operand, which ``node`` is, at the indices that the others are."""
    source, *indices = op.operands
    context.scalars[op.result] = context.element_of(op, node, source.type, indices)


def hints(op: ir.Operation) -> dict[str, ir.Attribute]:
    """What ``op`` says of its access."""
    return {name: op.attributes[name] for name in (*HINTS, ACCESS) if name in op.attributes}


def store(context: LoweringContext, op: ir.Operation) -> None:
    """`memref.store`: by the first thread, where all go together."""
    value, memref, *indices = op.operands
    part = part_of(op, memref)
    if not isinstance(part.root, View):
        return buffers.store_element(context, op, memref, indices, context.scalar(value))
    b = context.b
    pointer, element = address(context, op, memref, indices)
    stored = to_stored(b, context.scalar(value))
    attributes = hints(op) | b.access(bytes_of(element))
    in_one_thread(context, lambda: b.op("llvm.store", (), (stored, pointer), attributes))


def first_thread(context: LoweringContext) -> ir.Value | bool:
    """Whether this thread does what one is to do."""
    if context.divergent is not None:
        return True
    b = context.b
    return b.at_entry(lambda: b.compare("eq", b.thread, 0))  # type: ignore[arg-type,return-value]


def in_one_thread(context: LoweringContext, emit: Callable[[], object]) -> None:
    """``emit`` by one thread of those that converge."""
    context.b.some_threads(first_thread(context), emit)


def broadcast_from_thread0(
    context: LoweringContext, op: ir.Operation, type_: ir.Type, make: Callable[[], ir.Value]
) -> ir.Value:
    """What one thread gets by ``make``, in all threads that converge."""
    if context.divergent is not None:
        return make()
    b = context.b
    region = shared_memory.region(b, (1,), type_)

    def emit() -> None:
        b.store(to_stored(b, make()), region.pointer, region.size)

    b.some_threads(first_thread(context), emit)
    loaded = b.load(region.stored, region.pointer, region.size)
    return from_stored(b, loaded, type_)


def extract(context: LoweringContext, op: ir.Operation) -> None:
    """`tensor.extract`."""
    _element(context, op, context.tensors[op.operands[0]])


def pointer_as_index(context: LoweringContext, op: ir.Operation) -> None:
    """`memref.extract_aligned_pointer_as_index`: the address in the base of a view."""
    b = context.b
    pointer = context.scalar(root_of(op.operands[0]))
    if pointer.type == b.index:  # the number of a text
        context.scalars[op.result] = pointer
        return
    number = b.one("llvm.ptrtoint", b.i64, pointer)
    context.scalars[op.result] = b.one("arith.index_cast", b.index, number)


def strided_metadata(context: LoweringContext, op: ir.Operation) -> None:
    """`memref.extract_strided_metadata` of a view: its offset, sizes and strides."""
    part = part_of(op, op.operands[0])
    if not isinstance(part.root, View):
        raise LoweringError(op, "asks for the address of a buffer")
    b, view = context.b, part.root
    numbers = [view.offset, *view.shape, *view.strides]
    for result, number in zip(list(op.results)[1:], numbers, strict=True):
        context.scalars[result] = b.value(context.index(number))


def pointer_of_integer(context: LoweringContext, op: ir.Operation) -> None:
    """`llvm.inttoptr`: an address is one in global memory."""
    context.scalars[op.result] = context.b.one(
        "llvm.inttoptr", context.b.global_pointer, context.scalar(op.operands[0])
    )


def insert_value(context: LoweringContext, op: ir.Operation) -> None:
    """`llvm.insertvalue` into the descriptor of a memref: only its pointer is read."""
    container, value = op.operands
    known = context.scalars.get(container)
    inserted = context.scalars.get(value)
    is_pointer = inserted is not None and str(inserted.type).startswith("!llvm.ptr")
    context.scalars[op.result] = inserted if is_pointer else known  # type: ignore[assignment]


def descriptor(context: LoweringContext, op: ir.Operation) -> None:
    """`builtin.unrealized_conversion_cast` of a descriptor to a memref."""
    context.scalars[op.results[0]] = context.scalars[op.operands[0]]


def poison(context: LoweringContext, op: ir.Operation) -> None:
    """`llvm.mlir.poison`, of a descriptor or of a scalar."""
    if str(op.result.type).startswith("!llvm.struct"):
        return
    context.copy(op)


RULES = {
    "memref.load": load,
    "memref.store": store,
    "tensor.extract": extract,
    "memref.extract_aligned_pointer_as_index": pointer_as_index,
    "memref.extract_strided_metadata": strided_metadata,
    "llvm.inttoptr": pointer_of_integer,
    "llvm.insertvalue": insert_value,
    "builtin.unrealized_conversion_cast": descriptor,
    "llvm.mlir.poison": poison,
}
