"""Scalars of a block's program: read and written in memory by one thread for all, taken out of tensors.

    %v = memref.load %x[%i]                            %v = llvm.load %px
    %o = memref.atomic_rmw addi %one, %y[%i]           scf.if %is_first_thread {
                                                         %old = llvm.atomicrmw add %py, %one ; llvm.store %old, %shared
                                                ->     } {simt.divergent}
                                                       gpu.barrier
                                                       %o = llvm.load %shared
    memref.store %s, %x[%i]                            scf.if %is_first_thread { llvm.store %s, %px } {simt.divergent}

Reading is left to all threads, which read the same.  What changes memory is done by the first thread alone; where
others need what it got, it tells them through shared memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from triton_shared.codegen.simt.analysis.views import View, part_of, root_of
from triton_shared.codegen.simt.build import shared_memory
from triton_shared.codegen.simt.build.storage_types import bytes_of, from_stored, stored_type, to_stored
from triton_shared.codegen.simt.lower import buffers
from triton_shared.codegen.simt.memory.global_access import ACCESS, HINTS
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import Index
from triton_shared.mlir import ir

if TYPE_CHECKING:
    from triton_shared.codegen.simt.build.context import Program


def address(program: Program, op: ir.Operation, memref: ir.Value, indices) -> tuple[ir.Value, ir.Type]:
    """Where the element of ``memref`` at ``indices`` is, and its type."""
    part = part_of(op, memref)
    if not isinstance(part.root, View):
        raise LoweringError(op, "goes through a buffer where an address is needed")
    b, index = program.b, program.index
    own = iter([index(i) for i in indices])
    total = index(part.root.offset)
    for d, (begin, stride) in enumerate(zip(part.window.begin, part.root.strides, strict=True)):
        at = b.add(index(begin), next(own) if d in part.kept else 0)
        total = b.add(total, b.mul(at, index(stride)))
    return advanced(program, program.pointer(part.root.base), total, part.element), part.element


def advanced(program: Program, pointer: ir.Value, elements: Index, element: ir.Type) -> ir.Value:
    """``pointer`` and a number of elements."""
    b = program.b
    bytes_ = b.mul(elements, bytes_of(element))
    if isinstance(bytes_, int):
        return b.advance(pointer, bytes_ if abs(bytes_) < 1 << 31 else b.constant(b.i64, bytes_))
    return b.advance(pointer, b.one("arith.index_cast", b.i64, bytes_))


def load(program: Program, op: ir.Operation) -> None:
    """`memref.load` of memory."""
    memref, *indices = op.operands
    part = part_of(op, memref)
    if not isinstance(part.root, View):
        return _load_buffer(program, op, indices)
    b = program.b
    pointer, element = address(program, op, memref, indices)
    attributes = hints(op) | b.access(bytes_of(element))
    loaded = b.op("llvm.load", (stored_type(element),), (pointer,), attributes).result
    program.scalars[op.result] = from_stored(b, loaded, element)


def _load_buffer(program: Program, op: ir.Operation, indices) -> None:
    """An element of a buffer."""
    buffer = op.operands[0]
    program.scalars[op.result] = program.element_of(op, program.buffers[buffer], buffer.type, indices)


def hints(op: ir.Operation) -> dict[str, ir.Attribute]:
    """What ``op`` says of its access."""
    return {name: op.attributes[name] for name in (*HINTS, ACCESS) if name in op.attributes}


def store(program: Program, op: ir.Operation) -> None:
    """`memref.store`: by the first thread, where all go together."""
    value, memref, *indices = op.operands
    part = part_of(op, memref)
    if not isinstance(part.root, View):
        return buffers.store_element(program, op, memref, indices, program.scalar(value))
    b = program.b
    pointer, element = address(program, op, memref, indices)
    stored = to_stored(b, program.scalar(value))
    attributes = hints(op) | b.access(bytes_of(element))
    once(program, lambda: b.op("llvm.store", (), (stored, pointer), attributes))


def first_thread(program: Program) -> ir.Value | bool:
    """Whether this thread does what one is to do."""
    if program.element is not None:
        return True
    b = program.b
    return b.at_entry(lambda: b.compare32("eq", b.thread, 0))  # type: ignore[arg-type,return-value]


def once(program: Program, emit: Callable[[], object]) -> None:
    """``emit`` by one thread of those that go together."""
    program.b.some_threads(first_thread(program), emit)


def told(program: Program, op: ir.Operation, type_: ir.Type, make: Callable[[], ir.Value]) -> ir.Value:
    """What one thread gets by ``make``, in all threads that go together."""
    if program.element is not None:
        return make()
    b = program.b
    region = shared_memory.region(b, (1,), type_)

    def emit() -> None:
        b.store(to_stored(b, make()), region.pointer, region.size)

    b.some_threads(first_thread(program), emit)
    loaded = b.load(region.stored, region.pointer, region.size)
    return from_stored(b, loaded, type_)


def extract(program: Program, op: ir.Operation) -> None:
    """`tensor.extract`."""
    source, *indices = op.operands
    program.scalars[op.result] = program.element_of(op, program.tensors[source], source.type, indices)


def pointer_as_index(program: Program, op: ir.Operation) -> None:
    """`memref.extract_aligned_pointer_as_index`: the address in the base of a view."""
    b = program.b
    pointer = program.pointer(root_of(op.operands[0]))
    if pointer.type == b.index:  # the number of a text
        program.scalars[op.result] = pointer
        return
    number = b.one("llvm.ptrtoint", b.i64, pointer)
    program.scalars[op.result] = b.one("arith.index_cast", b.index, number)


def strided_metadata(program: Program, op: ir.Operation) -> None:
    """`memref.extract_strided_metadata` of a view: its offset, sizes and strides."""
    part = part_of(op, op.operands[0])
    if not isinstance(part.root, View):
        raise LoweringError(op, "asks for the address of a buffer")
    b, view = program.b, part.root
    numbers = [view.offset, *view.shape, *view.strides]
    for result, number in zip(list(op.results)[1:], numbers, strict=True):
        program.scalars[result] = b.value(program.index(number))


def pointer_of_integer(program: Program, op: ir.Operation) -> None:
    """`llvm.inttoptr`: an address is one in global memory."""
    program.scalars[op.result] = program.b.one(
        "llvm.inttoptr", program.b.global_pointer, program.scalar(op.operands[0])
    )


def insert_value(program: Program, op: ir.Operation) -> None:
    """`llvm.insertvalue` into the descriptor of a memref: only its pointer is read."""
    container, value = op.operands
    known = program.scalars.get(container)
    inserted = program.scalars.get(value)
    is_pointer = inserted is not None and str(inserted.type).startswith("!llvm.ptr")
    program.scalars[op.result] = inserted if is_pointer else known  # type: ignore[assignment]


def descriptor(program: Program, op: ir.Operation) -> None:
    """`builtin.unrealized_conversion_cast` of a descriptor to a memref."""
    program.scalars[op.results[0]] = program.scalars[op.operands[0]]


def poison(program: Program, op: ir.Operation) -> None:
    """`llvm.mlir.poison`, of a descriptor or of a scalar."""
    if str(op.result.type).startswith("!llvm.struct"):
        return
    program.copy(op)


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
