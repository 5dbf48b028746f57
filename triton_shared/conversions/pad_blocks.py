"""Give blocks that are cut static sizes, and what cuts them a length.

::

    %from = memref.subview %view[0] [%n] [1]             func.call @triton_shared_copy_0(%view, %buf, %n)
    %to = memref.subview %buf[0] [%n] [1]         ->
    memref.copy %from, %to                               func.func private @triton_shared_copy_0(
                                                             %from: memref<64xf32, …>, %to: memref<64xf32>, %n: index)

With ``pad`` that is done: the body of the function is what stood there, so that a machine puts its own transfer of a
length in place of it, and inlining gives the default form back.  A block that is stored goes through a buffer of its
own.  The pass promises that no op but those of these functions moves or makes memory or tensors of sizes that are not
known.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator

from triton_shared.conversions.choices import BUFFER_MEMORY_SPACE
from triton_shared.conversions.movers import COPY, MOVERS, SLICE, STORE, is_cut, is_cut_block
from triton_shared.conversions.place_buffers import space_of
from triton_shared.conversions.touched_boxes import kept_dims, mixed
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import DYNAMIC, Index, at, build, strides_of
from triton_shared.ir.outline import Outliner
from triton_shared.ir.walk import all_ops, ancestor_in, block_of, owner_of
from triton_shared.mlir import ir


def run(
    module: ir.Operation, pad: bool = False, buffer_memory_space: str = str(BUFFER_MEMORY_SPACE.default)
) -> None:
    """Run the pass on ``module``."""
    if not pad:
        return
    padding = _Padding(space_of(buffer_memory_space, module.context))
    with module.context:
        for op in [op for op in all_ops(module, MOVERS.keys()) if is_cut(op)]:
            padding.outline(op)


class _Padding:
    """Outlines what moves blocks.

    Attributes:
        functions: what was outlined.
        buffers: what holds a tensor that is stored.
    """

    def __init__(self, space: ir.Attribute):
        self.space = space
        self.functions = Outliner()
        self.buffers: dict[ir.Value, ir.Value] = {}

    def outline(self, op: ir.Operation) -> None:
        """Put a call in place of ``op`` and of the views that it cuts."""
        if op.name == STORE:
            op = self._copied(op)
        _widen(op)
        chains = [list(_views(operand))[::-1] for operand in op.operands]
        wholes = [chain[0].operands[0] if chain else v for chain, v in zip(chains, op.operands, strict=True)]
        cuts = dict.fromkeys(n for chain in chains for view in chain for n in list(view.operands)[1:])
        values = list(dict.fromkeys([*wholes, *cuts]))
        if refused := next((v for v in wholes if is_cut_block(v)), None):
            raise LoweringError(op, f"moves a part of {refused.type}, of which no size is known")
        with at(op):
            self.functions.call(MOVERS[op.name], [*(view for chain in chains for view in chain), op], values)
        op.erase()
        for view in [view for chain in chains for view in chain[::-1]]:
            if not any(view.results[0].uses):
                view.erase()

    def _copied(self, store: ir.Operation) -> ir.Operation:
        """A copy in place of ``store``, from a buffer that holds all of the tensor."""
        piece, target = store.operands
        cut = owner_of(piece)
        if cut is None or cut.name != SLICE:
            raise LoweringError(store, "stores a tensor of a size that is not known")
        buffer = self._buffer(cut.operands[0], store)
        hints = {name: store.attributes[name] for name in store.attributes if name.startswith("tt.")}
        with at(store):
            window = build.op(
                "memref.subview",
                [_window_type(buffer.type, cut)],
                [buffer, *list(cut.operands)[1:]],
                {name: cut.attributes[name] for name in cut.attributes},
            )
            copy = build.op(COPY, (), [window.result, target], hints)
        store.erase()
        if not any(piece.uses):
            cut.erase()
        return copy

    def _buffer(self, tensor: ir.Value, user: ir.Operation) -> ir.Value:
        """A buffer that holds ``tensor``, where ``user`` is executed."""
        if tensor not in self.buffers:
            place = ancestor_in(block_of(tensor), user)
            type_ = _in_space(tensor.type, self.space)
            with at(place or user):
                buffer = build.alloc(type_)
                build.op(STORE, (), [tensor, buffer], {"writable": ir.UnitAttr.get()})
            if place is None:
                return buffer
            self.buffers[tensor] = buffer
        return self.buffers[tensor]


def _in_space(tensor: ir.RankedTensorType, space: ir.Attribute) -> ir.MemRefType:
    """The type of a buffer for a tensor."""
    with ir.Location.unknown():
        return ir.MemRefType.get(tensor.shape, tensor.element_type, memory_space=space)


def _views(value: ir.Value) -> Iterator[ir.Operation]:
    """The views, innermost last, by which ``value`` is a part of a block whose size is known."""
    while is_cut_block(value):
        view = owner_of(value)
        if view is None or view.name not in ("memref.subview", "memref.cast"):
            return
        yield view
        value = view.operands[0]


def _widen(op: ir.Operation) -> None:
    """Let each view of a pointer that ``op`` moves have the extents of the block, and be cut afterwards."""
    for view, other in zip(op.operands, [*op.operands][::-1], strict=True):
        inner = next((owner_of(v.operands[0]) for v in [*_views(view)][-1:]), owner_of(view))
        if inner is None or inner.name != "memref.reinterpret_cast" or not is_cut_block(inner.results[0]):
            continue
        offsets, sizes, strides = mixed(inner)
        extents = [_extent(n, other) for n in sizes]
        if None in extents:
            return
        old, pointer = inner.results[0], inner.operands[0]
        type_ = ir.MemRefType.get(extents, old.type.element_type, old.type.layout, old.type.memory_space)
        with at(inner):
            whole = build.strided("memref.reinterpret_cast", type_, [pointer], offsets, extents, strides)
            steps = [1] * len(sizes)
            window = build.strided("memref.subview", old.type, [whole], [0] * len(sizes), sizes, steps)
        old.replace_all_uses_with(window)
        inner.erase()


def _extent(size: Index, view: ir.Value) -> int | None:
    """How long the dimension is of which ``view``, the other side of a copy, has ``size`` elements."""
    if isinstance(size, int):
        return size
    for cut in filter(lambda one: one.name == "memref.subview", _views(view)):
        for extent, kept in zip(cut.operands[0].type.shape, mixed(cut)[1], strict=True):
            if kept == size and extent != DYNAMIC:
                return extent
    return None


def _window_type(buffer: ir.MemRefType, cut: ir.Operation) -> ir.MemRefType:
    """The type of the part of ``buffer`` that the slice ``cut`` is of the tensor there."""
    steps, _ = strides_of(buffer)
    offsets, sizes, _ = mixed(cut)
    shape = list(cut.results[0].type.shape)
    kept = kept_dims(sizes, shape)
    first = (
        DYNAMIC if any(isinstance(n, ir.Value) for n in offsets) else sum(map(operator.mul, offsets, steps))
    )
    layout = ir.StridedLayoutAttr.get(first, [steps[d] for d in kept])
    with ir.Location.unknown():
        return ir.MemRefType.get(shape, buffer.element_type, layout, buffer.memory_space)
