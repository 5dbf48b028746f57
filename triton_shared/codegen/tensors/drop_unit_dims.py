"""Blocks are loaded, reduced, carried by loops and stored without their dimensions of size 1.

    %buf = memref.alloc() : memref<8x1x64xf32>
    memref.copy %view, %buf
    %t = bufferization.to_tensor %buf
    %u = tensor.collapse_shape %t [[0, 1], [2]]

becomes

    %buf = memref.alloc() : memref<8x64xf32>
    memref.copy %view', %buf
    %t' = bufferization.to_tensor %buf
    %t = tensor.expand_shape %t' [[0, 1], [2]]

in which the reshapes cancel each other, and a store of an expanded tensor is one of what was expanded.  Fusion would
push the reshapes that are left into loops of more dimensions, whose operands are no longer the blocks themselves.

A loop that carries a ``tensor<1x64xf32>`` carries a ``tensor<64xf32>`` where linalg ops make and use it: what it is
combined with in each iteration, a block without that dimension, is then an operand of the op that combines them.

    scf.for iter_args(%t = %init) {              %small = tensor.collapse_shape %init [[0, 1]]
      scf.yield %next                            scf.for iter_args(%s = %small) {
    }                                   ->         %t = tensor.expand_shape %s [[0, 1]]
                                                   %end = tensor.collapse_shape %next [[0, 1]]
                                                   scf.yield %end
                                                 }

A reduction of one ``tensor<1x64xf32>`` along its second dimension is one of ``tensor<64xf32>``; those of several
tensors, and those that start from the first slice, stay: upstream's fusion would push the reshape before them into the
reduction, as a reduced dimension of one element, and lose the mark that says where they start.

Promises: the same elements are read and written, in the same order; one dimension stays.  A block that anything but
copies, fills and linalg ops use, or that is masked along a dimension of size 1, is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.codegen.nests.nest import FROM_FIRST
from triton_shared.ir.builder import DYNAMIC, Builder, indices, is_tensor, reassociation, strides_of
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, made_by, substitute, terminator
from triton_shared.mlir import ir

#: the operand lists of a view behind its source, and what an entry of a dropped dimension must be; None for anything
_LISTS = {
    "memref.reinterpret_cast": (("static_offsets", ()), ("static_sizes", 1), ("static_strides", None)),
    "memref.subview": (("static_offsets", 0), ("static_sizes", 1), ("static_strides", 1)),
    "tensor.extract_slice": (("static_offsets", 0), ("static_sizes", 1), ("static_strides", 1)),
}
#: of a view whose strides are known to be constant, as one of which they are not
CAST = "memref.cast"
_TENSOR_USERS = ("linalg.", "tensor.collapse_shape", "tensor.extract_slice")
#: ops that make and use what a loop carries without the dimension as well; with any other it keeps the dimension
_CARRIED = (
    "linalg.generic",
    "linalg.fill",
    "linalg.reduce",
    "scf.for",
    "scf.yield",
    "tensor.collapse_shape",
    "tensor.expand_shape",
)
#: operands of a loop before those that it carries, and arguments of its body before those
_BOUNDS, _ITERATION = 3, 1


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, {"memref.alloc"}):
        if dims := _unit_dims(op.result.type):
            _drop_from_load(op, dims)
    for op in all_ops(function, {"scf.for"}):
        _drop_from_loop(op)
    for op in all_ops(function, {"linalg.reduce"}):
        if len(op.operands) > 2 or FROM_FIRST in op.attributes:
            continue
        reduced = list(op.attributes["dimensions"])
        if dims := [d for d, n in enumerate(op.operands[0].type.shape) if n == 1 and d not in reduced]:
            _drop_from_reduction(op, dims, reduced)
    for op in all_ops(function, {"bufferization.materialize_in_destination"}):
        if op.operands[0].type.rank > 1 and (dims := _unit_dims(op.operands[0].type)):
            _drop_from_store(op, dims)


def _unit_dims(type: ir.ShapedType) -> list[int]:
    """The dimensions of size 1, but one where there are no others."""
    units = [d for d, n in enumerate(type.shape) if n == 1]
    return units if len(units) < type.rank else units[:-1]


def _drop_from_load(alloc: ir.Operation, dims: list[int]) -> None:
    users = [use.owner.operation for use in alloc.result.uses]
    if not all(_can_drop(user, alloc.result, dims) for user in users):
        return
    fired("drop-unit-dims", "load")
    small = Builder.before(alloc).alloc(_without(alloc.result.type, dims))
    for user in users:
        _replace_user(user, alloc.result, small, dims)
    alloc.erase()


def _can_drop(user: ir.Operation, block: ir.Value, dims: list[int]) -> bool:
    """Whether ``user`` of the whole ``block`` can use one without ``dims``."""
    match user.name:
        case "bufferization.to_tensor":
            return all(use.owner.operation.name.startswith(_TENSOR_USERS) for use in user.result.uses)
        case "linalg.fill":
            return user.operands[1] == block
        case "memref.copy":
            return user.operands[1] == block and _is_droppable(user.operands[0], dims)
        case "memref.subview" if _is_droppable(user.result, dims, known=block):
            uses = [use.owner.operation for use in user.result.uses]
            copies = [u for u in uses if u.name == "memref.copy" and u.operands[1] == user.result]
            return len(uses) == len(copies) and all(_is_droppable(u.operands[0], dims) for u in copies)
    return False


def _replace_user(user: ir.Operation, block: ir.Value, small: ir.Value, dims: list[int]) -> None:
    """Let ``user`` of ``block`` use ``small``, which has no ``dims``."""
    b = Builder.before(user)
    match user.name:
        case "bufferization.to_tensor":
            type = ir.RankedTensorType.get(small.type.shape, small.type.element_type)
            tensor = b.op(user.name, (type,), (small,), dict(user.attributes.items())).result
            substitute(user, _reshaped(b, "tensor.expand_shape", tensor, user.result.type, dims))
        case "linalg.fill":
            user.operands[1] = small
        case "memref.copy":
            user.operands[1] = small
            user.operands[0] = _dropped(user.operands[0], dims, {})
        case "memref.subview":
            part = _dropped(user.result, dims, {block: small})
            for copy in [use.owner.operation for use in user.result.uses]:
                copy.operands[1] = part
                copy.operands[0] = _dropped(copy.operands[0], dims, {})
            user.erase()


def _drop_from_loop(loop: ir.Operation) -> None:
    """Let ``loop`` carry its tensors without dimensions of size 1 where `_CARRIED` ops alone make and use them."""
    body = loop.regions[0].blocks[0]
    end = terminator(body)
    for slot, result in enumerate(loop.results):
        argument = body.arguments[_ITERATION + slot]
        makers = [made_by(v, *_CARRIED) for v in (loop.operands[_BOUNDS + slot], end.operands[slot])]
        users = [use.owner.operation.name for use in argument.uses]
        dims = _unit_dims(result.type) if is_tensor(result) else []
        if not dims or any(maker is None for maker in makers) or not set(users).issubset(_CARRIED):
            continue
        fired("drop-unit-dims", "loop")
        for op, number in ((loop, _BOUNDS + slot), (end, slot)):
            op.operands[number] = _collapsed(op, op.operands[number], dims)
        _narrow(argument, dims, ir.InsertionPoint.at_block_begin(body))
        _narrow(result, dims, ir.InsertionPoint.after(loop))


def _narrow(value: ir.Value, dims: Sequence[int], ip: ir.InsertionPoint) -> None:
    """Let ``value`` be without ``dims``, and its users use it with them, as it is made at ``ip``."""
    uses = [(use.owner.operation, use.operand_number) for use in value.uses]
    full = value.type
    value.set_type(_without(full, dims))
    expanded = _reshaped(Builder(ip, value.location), "tensor.expand_shape", value, full, dims)
    for user, number in uses:
        user.operands[number] = expanded


def _drop_from_store(store: ir.Operation, dims: list[int]) -> None:
    tensor, target = store.operands
    if not _is_droppable(target, dims):
        return
    fired("drop-unit-dims", "store")
    store.operands[1] = _dropped(target, dims, {})
    slice_ = made_by(tensor, "tensor.extract_slice")
    whole = tensor if slice_ is None else slice_.operands[0]
    is_unit = slice_ is not None and all(whole.type.shape[d] == 1 for d in dims)
    if is_unit and _is_droppable(tensor, dims, known=whole):
        store.operands[0] = _dropped(tensor, dims, {whole: _collapsed(slice_, whole, dims)})
    else:
        store.operands[0] = _collapsed(store, tensor, dims)


def _drop_from_reduction(op: ir.Operation, dims: list[int], reduced: list[int]) -> None:
    """Reduce without ``dims``, which are none of the ``reduced`` ones."""
    fired("drop-unit-dims", "reduction")
    b, count = Builder.before(op), len(op.operands) // 2
    kept = [d for d in range(op.operands[0].type.rank) if d not in reduced]
    of_results = [kept.index(d) for d in dims]
    losses = [dims] * count + [of_results] * count
    operands = [_collapsed(op, v, lost) for v, lost in zip(op.operands, losses, strict=True)]
    attributes = dict(op.attributes.items())
    attributes["dimensions"] = indices([d - sum(lost < d for lost in dims) for d in reduced])
    new = b.op(op.name, [v.type for v in operands[count:]], operands, attributes, regions=1)
    op.regions[0].blocks[0].append_to(new.regions[0])
    for old, result in zip(op.results, new.results, strict=True):
        old.replace_all_uses_with(_reshaped(b, "tensor.expand_shape", result, old.type, of_results))
    op.erase()


def _is_droppable(view: ir.Value, dims: Sequence[int], known: ir.Value | None = None) -> bool:
    """Whether ``view`` is made, from a pointer or from ``known``, with nothing but size 1 in ``dims``."""
    if (op := made_by(view, CAST, *_LISTS)) is None:
        return False
    source = op.operands[0]
    if op.name == CAST:
        return _is_droppable(source, dims, known)
    if op.result.type.rank != len(op.attributes["static_sizes"]):
        return False
    for name, expected in _LISTS[op.name]:
        if isinstance(expected, int) and any(op.attributes[name][d] != expected for d in dims):
            return False
    if op.name == "memref.reinterpret_cast" or (known is not None and source == known):
        return True
    return _is_droppable(source, dims, known)


def _dropped(view: ir.Value, dims: Sequence[int], known: dict[ir.Value, ir.Value]) -> ir.Value:
    """The droppable ``view`` without ``dims``; ``known`` are values that have been replaced by such without."""
    if view in known:
        return known[view]
    op = view.owner.operation
    source, *operands = op.operands
    if op.name == CAST:
        return _dropped(source, dims, known)
    if op.name != "memref.reinterpret_cast":
        source = _dropped(source, dims, known)
    dynamic, left, lists = iter(operands), [], {}
    for name, expected in _LISTS[op.name]:
        entries = [(n, next(dynamic) if n == DYNAMIC else None) for n in op.attributes[name]]
        if expected != ():
            entries = [entry for d, entry in enumerate(entries) if d not in dims]
        lists[name] = indices([n for n, _ in entries])
        left.append([v for _, v in entries if v is not None])
    lists["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get([1, *map(len, left)])
    values = [source, *(v for part in left for v in part)]
    return Builder.before(op).op(op.name, (_without(view.type, dims),), values, lists).result


def _without(type: ir.ShapedType, dims: Sequence[int]) -> ir.ShapedType:
    """``type`` without ``dims``."""
    kept = [d for d in range(type.rank) if d not in dims]
    shape = [type.shape[d] for d in kept]
    if isinstance(type, ir.RankedTensorType):
        return ir.RankedTensorType.get(shape, type.element_type)
    if isinstance(type.layout, ir.AffineMapAttr):
        return ir.MemRefType.get(shape, type.element_type, memory_space=type.memory_space)
    strides, offset = strides_of(type)
    layout = ir.StridedLayoutAttr.get(offset, [strides[d] for d in kept])
    return ir.MemRefType.get(shape, type.element_type, layout, type.memory_space)


def _collapsed(op: ir.Operation, tensor: ir.Value, dims: Sequence[int]) -> ir.Value:
    """``tensor`` without ``dims``, before ``op``."""
    return _reshaped(Builder.before(op), "tensor.collapse_shape", tensor, _without(tensor.type, dims), dims)


def _reshaped(b: Builder, name: str, tensor: ir.Value, type: ir.Type, dims: Sequence[int]) -> ir.Value:
    """``tensor`` with or without the dimensions ``dims`` of size 1, by the op ``name``, as ``type``."""
    groups: list[list[int]] = []
    for dim in range(max(type.rank, tensor.type.rank)):
        if not groups or (dim not in dims and any(d not in dims for d in groups[-1])):
            groups.append([])
        groups[-1].append(dim)
    if min(type.rank, tensor.type.rank) == 0:
        groups = []
    shape = {"static_output_shape": indices(type.shape)} if name == "tensor.expand_shape" else {}
    return b.one(name, type, tensor, reassociation=reassociation(groups), **shape)
