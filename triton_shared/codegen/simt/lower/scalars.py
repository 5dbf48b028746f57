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
from triton_shared.codegen.simt.build.emitter import vector_of
from triton_shared.codegen.simt.build.storage_types import bytes_of, from_stored, stored_type, to_stored
from triton_shared.codegen.simt.build.values import Node, RegisterSubset
from triton_shared.codegen.simt.layouts.access_layouts import ALIGNED
from triton_shared.codegen.simt.layouts.spaces import dims_of
from triton_shared.codegen.simt.lower import buffers
from triton_shared.codegen.simt.memory.global_access import ACCESS, HINTS
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import Condition, i64_attr
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
    """`memref.load` of memory; of neighbours that are treated together each has its own, or all have the same."""
    memref, *indices = op.operands
    if not isinstance(part_of(op, memref).root, View):
        return _element(context, op, context.buffers[memref])
    b, moves = context.b, _Moves(context, op, memref, indices)
    buffer = None if moves.kept is True else _filled(context, op)
    rest = None if buffer is None else context.part(context.buffers[buffer], context.buffer_layout(buffer))
    value = from_stored(b, moves.load(rest), moves.element)
    context.scalars[op.result] = value
    if buffer is not None and context.divergent is not None:
        context.divergent.merged.add(value)


def _filled(context: LoweringContext, op: ir.Operation) -> ir.Value | None:
    """The buffer that what ``op`` loads goes to, and nowhere else, element by element."""
    uses, element = [use.owner.operation for use in op.result.uses], context.divergent
    if element is None or len(uses) != 1 or uses[0].name != "memref.store" or uses[0].block != op.block:
        return None
    root = root_of(uses[0].operands[1])
    together = element.together == 1 or aligned(context, op) is not None
    return root if together and root in context.buffers and uses[0].operands[0] == op.result else None


def aligned(context: LoweringContext, op: ir.Operation) -> int | None:
    """How many neighbours one instruction moves for ``op``; None where it moves one element, for all neighbours."""
    element = context.divergent
    if element is None or element.together == 1 or ALIGNED not in op.attributes:
        return None
    return min(element.together, op.attributes[ALIGNED].value)


class _Moves:
    """The instructions that move an element of memory, or neighbours that are treated together, for ``op``.

    Attributes:
        element: the type of an element.
        kept: whether memory is touched.
        of_neighbours: whether they move neighbours.
    """

    def __init__(
        self, context: LoweringContext, op: ir.Operation, memref: ir.Value, indices: Sequence[ir.Value]
    ):
        self.b, width = context.b, aligned(context, op)
        pointer, self.element = address(context, op, memref, indices)
        self.of_neighbours, self.width = width is not None, width or 1
        divergent = context.divergent
        self.kept: Condition = True if divergent is None else divergent.kept
        count = divergent.together if divergent is not None and self.of_neighbours else 1
        size = bytes_of(self.element)
        self.pointers = [self.b.advance_elements(pointer, at, size) for at in range(0, count, self.width)]
        self.hints, self.alignment = hints(op), self.width * size

    def load(self, rest: ir.Value | None) -> ir.Value:
        """What the instructions load, as it lies in memory: ``rest``, or zeros, where nothing is kept."""
        b, element = self.b, stored_type(self.element)
        if self.kept is True:
            type_ = vector_of(self.width, element) if self.of_neighbours else element
            access = self.hints | b.access(self.alignment)
            loaded = [b.op("llvm.load", (type_,), (p,), access).result for p in self.pointers]
            return b.join(loaded)
        rest = b.zeros(element, self.width * len(self.pointers)) if rest is None else to_stored(b, rest)
        type_, access = vector_of(self.width, element), self.hints | {"alignment": i64_attr(self.alignment)}
        loaded = [
            b.op(
                "simt.predicated_load", (type_,), (p, b.value(self.kept), self._piece(rest, n)), access
            ).result
            for n, p in enumerate(self.pointers)
        ]
        return b.join(loaded) if self.of_neighbours else b.extract(loaded[0], 0)

    def store(self, value: ir.Value) -> None:
        """Store ``value``, the registers of all neighbours or one that all have."""
        b, value = self.b, to_stored(self.b, value)
        if self.kept is True and not self.of_neighbours:
            b.op("llvm.store", (), (value, *self.pointers), self.hints | b.access(self.alignment))
            return
        if not isinstance(value.type, ir.VectorType):
            value = b.collect([value] * (self.width * len(self.pointers)))
        for n, pointer in enumerate(self.pointers):
            piece = self._piece(value, n)
            if self.kept is True:
                b.op("llvm.store", (), (piece, pointer), self.hints | b.access(self.alignment))
            else:
                access = self.hints | {"alignment": i64_attr(self.alignment)}
                b.op("simt.predicated_store", (), (piece, pointer, b.value(self.kept)), access)

    def _piece(self, vector: ir.Value, number: int) -> ir.Value:
        return self.b.take(vector, range(number * self.width, (number + 1) * self.width))


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
    moves, stored = _Moves(context, op, memref, indices), context.scalar(value)
    in_one_thread(context, lambda: moves.store(stored))


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
    """`tensor.extract`; of neighbours that are stored together the elements of all."""
    element, uses = context.divergent, [use.owner.operation for use in op.result.uses]
    if (
        element is not None
        and len(uses) == 1
        and aligned(context, uses[0])
        and uses[0].operands[0] == op.result
    ):
        source, *indices = op.operands
        dims = dims_of(element.dims, indices, source.type.shape)
        assert dims is not None
        layout = element.space.projected(dims, source.type.shape)
        context.scalars[op.result] = context.part(context.tensors[source], layout)
    else:
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
