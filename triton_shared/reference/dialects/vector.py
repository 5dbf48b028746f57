"""vector: arrays of a few elements, and access to runs of memory, masked or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference import floats, reductions
from triton_shared.reference.atomics import COMBINE
from triton_shared.reference.attributes import integers, value
from triton_shared.reference.dialects.math import multiply_add
from triton_shared.reference.elements import Element, Value, element_of, shape_of
from triton_shared.reference.errors import NoRule, OutOfBounds
from triton_shared.reference.machine import Machine, Rule
from triton_shared.reference.memory import MemRef
from triton_shared.reference.slices import DYNAMIC


def broadcast(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """A scalar, or a vector along new leading dimensions and those of size 1, repeated."""
    element, shape = element_of(op.results[0].type), shape_of(op.results[0].type)
    return lambda x: np.full(shape, x, element.dtype)


def at_position(op: ir.Operation) -> Callable[[Sequence[Any]], tuple[int, ...]]:
    """From dynamic operands to the ``static_position`` of ``op`` with these filled in."""
    static = integers(op, "static_position")

    def position(dynamic: Sequence[Any]) -> tuple[int, ...]:
        given = iter(dynamic)
        return tuple(int(next(given)) if n == DYNAMIC else n for n in static)

    return position


def extract(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """The element, or vector, at a position of the leading dimensions."""
    position = at_position(op)
    return lambda vector, *dynamic: np.asarray(vector)[position(dynamic)]


def insert(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """The vector with another element, or vector, at a position of the leading dimensions."""
    position = at_position(op)

    def execute(x: Value, vector: Value, *dynamic: Any) -> Value:
        found = np.array(vector)
        found[position(dynamic)] = x
        return found

    return execute


def shuffle(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], Value]:
    """The elements of both vectors at the positions of ``mask``; undefined where it is -1."""
    mask, element = np.array(integers(op, "mask")), element_of(op.results[0].type)

    def execute(x: Value, y: Value) -> Value:
        found = np.concatenate([np.atleast_1d(x), np.atleast_1d(y)])[np.maximum(mask, 0)]
        return machine.undefined(mask.reshape(-1, *[1] * (found.ndim - 1)) < 0, element, found)

    return execute


def bitcast(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """The same bits as elements of another width, the low bits first."""
    target = element_of(op.results[0].type)
    if 1 in (element_of(op.operands[0].type).width, target.width):
        raise NoRule("has no rule in the executor for single bits")
    return lambda x: np.ascontiguousarray(x).view(target.dtype)


def create_mask(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """True for the first so many elements along each dimension."""
    shape = shape_of(op.results[0].type)

    def execute(*counts: Value) -> Value:
        found = np.ones(shape, bool)
        for axis, count in enumerate(counts):
            inside = np.arange(shape[axis]) < count
            found &= inside.reshape([-1 if d == axis else 1 for d in range(len(shape))])
        return found

    return execute


def constant_mask(op: ir.Operation, machine: Machine) -> Callable[[], Value]:
    """As `create_mask`, of constants."""
    sizes, make = integers(op, "mask_dim_sizes"), create_mask(op, machine)
    return lambda: make(*sizes)


def step(op: ir.Operation, machine: Machine) -> Callable[[], Value]:
    """``[0, 1, 2, …]``."""
    found = np.arange(shape_of(op.results[0].type)[0], dtype=np.int64)
    return lambda: found


def from_elements(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """The operands, row-major."""
    element, shape = element_of(op.results[0].type), shape_of(op.results[0].type)
    return lambda *xs: np.array(xs, element.dtype).reshape(shape)


#: CombiningKind of vector, as names of `COMBINE`
KINDS = {
    "add": "addi addf", "mul": "muli mulf", "and": "andi", "or": "ori", "xor": "xori", "minui": "minu", "maxui": "maxu",
    "minsi": "mins", "maxsi": "maxs", "minnumf": "minnumf", "maxnumf": "maxnumf", "minimumf": "minimumf",
    "maximumf": "maximumf",
}  # fmt: skip


def _combine(op: ir.Operation, element: Element) -> Callable[[Value, Value], Value]:
    name = str(op.attributes["kind"]).partition("<")[2].rstrip(">")
    names = KINDS[name].split()
    return COMBINE[names[-1] if element.format else names[0]](element)


def reduction(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """All elements combined, and with the second operand if there is one."""
    element = element_of(op.operands[0].type)
    combine = _combine(op, element)

    def execute(vector: Value, *start: Value) -> Value:
        (total,) = reductions.reduce(
            [vector], lambda earlier, later: [combine(earlier[0], later[0])], machine.sequential
        )
        return combine(start[0], total) if start else total

    return execute


def run(memref: MemRef, indices: Sequence[Value], shape: Sequence[int]) -> MemRef:
    """The elements of ``memref`` from ``indices`` on as a view of ``shape``, along its last dimensions."""
    if not memref.sizes:
        return memref._replace(sizes=tuple(shape), strides=(1,) * len(shape))
    offset = memref.offset + sum(int(i) * stride for i, stride in zip(indices, memref.strides, strict=True))
    sizes = (*[1] * (len(memref.sizes) - len(shape)), *shape)
    for d, (index, size, extent) in enumerate(zip(indices, sizes, memref.sizes, strict=True)):
        if not 0 <= index <= extent - size:
            raise OutOfBounds(
                f"accesses elements {index} to {int(index) + size} along dimension {d}, which has {extent}"
            )
    return memref._replace(
        offset=offset, sizes=tuple(shape), strides=memref.strides[len(memref.strides) - len(shape) :]
    )


def load(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """Neighbours in memory, along the last dimensions of a view."""
    shape, alignment = shape_of(op.results[0].type), value(op, "alignment")

    def execute(memref: MemRef, *indices: Value) -> Value:
        view = run(memref, indices, shape)
        machine.memory.check_alignment(view, alignment)
        return machine.memory.read(view)

    return execute


def store(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """Writes neighbours."""
    shape, alignment = shape_of(op.operands[0].type), value(op, "alignment")

    def execute(vector: Value, memref: MemRef, *indices: Value) -> None:
        view = run(memref, indices, shape)
        machine.memory.check_alignment(view, alignment)
        machine.memory.write(view, vector)

    return execute


def _chosen(memref: MemRef, indices: Sequence[Value], mask: Value) -> Value:
    """The addresses of the neighbours for which ``mask`` holds; raises `OutOfBounds` where the view has no such."""
    lanes = np.flatnonzero(mask)
    *outer, last = indices
    if lanes.size:
        run(memref, [*outer, last + lanes[0]], (int(lanes[-1] - lanes[0]) + 1,))
    return memref.address(indices) + lanes * memref.steps[-1]


def masked_load(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """Neighbours for which the mask holds; the last operand's elements elsewhere, where memory is not touched."""

    def execute(memref: MemRef, *rest: Value) -> Value:
        *indices, mask, other = rest
        found = np.array(other)
        found[mask] = machine.memory.load(_chosen(memref, indices, mask), memref.element, memref.buffer)
        return found

    return execute


def masked_store(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """Writes the neighbours for which the mask holds."""

    def execute(memref: MemRef, *rest: Value) -> None:
        *indices, mask, vector = rest
        machine.memory.store(_chosen(memref, indices, mask), vector[mask], memref.element, memref.buffer)

    return execute


def _gathered(memref: MemRef, indices: Sequence[Value], offsets: Value) -> Value:
    """The addresses of the elements at ``offsets`` along the last dimension."""
    return memref.address(indices) + offsets.astype(np.int64) * memref.steps[-1]


def gather(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """The elements of memory at a vector of offsets, where the mask holds, else those of the last operand."""

    def execute(memref: MemRef, *rest: Value) -> Value:
        *indices, offsets, mask, other = rest
        found = np.array(other)
        found[mask] = machine.memory.load(
            _gathered(memref, indices, offsets)[mask], memref.element, memref.buffer
        )
        return found

    return execute


def scatter(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """Writes the elements at a vector of offsets where the mask holds; of two for one address the last."""

    def execute(memref: MemRef, *rest: Value) -> None:
        *indices, offsets, mask, vector = rest
        addresses = _gathered(memref, indices, offsets)[mask]
        machine.memory.store(addresses, vector[mask], memref.element, memref.buffer)

    return execute


def _is_plain(op: ir.Operation) -> None:
    """Raise `NoRule` unless a transfer is of whole dimensions in their order, without a mask."""
    results = list(op.attributes["permutation_map"].value.results)
    rank = op.attributes["permutation_map"].value.n_dims
    plain = all(
        isinstance(r, ir.AffineDimExpr) and r.position == rank - len(results) + n
        for n, r in enumerate(results)
    )
    if not plain or list(op.attributes["operandSegmentSizes"])[-1]:
        raise NoRule("has no rule in the executor for this permutation or mask")


def transfer_read(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """A block of a tensor or of memory from indices on; the padding outside of it."""
    _is_plain(op)
    shape = shape_of(op.results[0].type)
    rank = list(op.attributes["operandSegmentSizes"])[1]

    def execute(source: Any, *rest: Value) -> Value:
        array = machine.memory.read(source) if isinstance(source, MemRef) else np.asarray(source)
        indices, padding = [int(i) for i in rest[:rank]], rest[rank]
        sizes = (*[1] * (rank - len(shape)), *shape)
        found = np.full(sizes, padding, array.dtype)
        inside = tuple(
            slice(0, max(min(n, extent - i), 0))
            for n, extent, i in zip(sizes, array.shape, indices, strict=True)
        )
        block = array[tuple(slice(i, i + n) for i, n in zip(indices, sizes, strict=True))]
        found[inside] = block
        return found.reshape(shape)

    return execute


def transfer_write(op: ir.Operation, machine: Machine) -> Callable[..., Any]:
    """The tensor with a block from indices on, as far as it is inside; memory is written."""
    _is_plain(op)
    shape = shape_of(op.operands[0].type)

    def execute(vector: Value, target: Any, *indices: Value) -> Any:
        found = machine.memory.read(target) if isinstance(target, MemRef) else np.array(target)
        sizes = (*[1] * (found.ndim - len(shape)), *shape)
        block = found[tuple(slice(int(i), int(i) + n) for i, n in zip(indices, sizes, strict=True))]
        block[...] = vector.reshape(sizes)[tuple(map(slice, block.shape))]
        if not isinstance(target, MemRef):
            return found
        machine.memory.write(target, found)
        return None

    return execute


def contract(op: ir.Operation, machine: Machine) -> Callable[[Value, Value, Value], Value]:
    """Sums of products over the dimensions that the result lacks."""
    maps = [
        [r.position for r in map(ir.AffineDimExpr, a.value.results)] for a in op.attributes["indexing_maps"]
    ]
    total = element_of(op.results[0].type)
    sides = [element_of(operand.type) for operand in list(op.operands)[:2]]
    if "add" not in str(op.attributes.get("kind", "add")):
        raise NoRule("has no rule in the executor for this kind")

    def execute(x: Value, y: Value, start: Value) -> Value:
        if total.format:
            wide = [floats.numbers(v, e) for v, e in zip((x, y), sides, strict=True)]
            return floats.rounded(
                np.einsum(wide[0], maps[0], wide[1], maps[1], maps[2]) + floats.numbers(start, total), total
            )
        wide = [e.signed(v).astype(np.int64) for v, e in zip((x, y), sides, strict=True)]
        return total.wrapped(np.einsum(wide[0], maps[0], wide[1], maps[1], maps[2]) + start)

    return execute


def shape_cast(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """The same elements, row-major, in another shape."""
    shape = shape_of(op.results[0].type)
    return lambda x: np.reshape(x, shape)


def transpose(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """Dimension ``d`` of the result is dimension ``permutation[d]``."""
    order = integers(op, "permutation")
    return lambda x: np.transpose(x, order)


def extract_slice(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """``sizes`` elements from ``offsets`` on, in steps of ``strides``."""
    lists = (integers(op, name) for name in ("offsets", "sizes", "strides"))
    window = tuple(slice(at, at + size * by, by) for at, size, by in zip(*lists, strict=True))
    return lambda x: x[window]


def insert_slice(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], Value]:
    """The second vector with the first one from ``offsets`` on."""
    offsets, strides = integers(op, "offsets"), integers(op, "strides")
    shape = shape_of(op.operands[0].type)
    sizes = (*[1] * (len(offsets) - len(shape)), *shape)
    strides = [*[1] * (len(offsets) - len(strides)), *strides]
    window = tuple(
        slice(at, at + size * by, by) for at, size, by in zip(offsets, sizes, strides, strict=True)
    )

    def execute(x: Value, vector: Value) -> Value:
        found = np.array(vector)
        found[window] = x.reshape(found[window].shape)
        return found

    return execute


def interleave(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], Value]:
    """The elements of both vectors in turn."""
    shape = shape_of(op.results[0].type)
    return lambda x, y: np.stack([x, y], -1).reshape(shape)


RULES: dict[str, Rule] = {
    "vector.broadcast": broadcast,
    "vector.splat": broadcast,
    "vector.extract": extract,
    "vector.insert": insert,
    "vector.shuffle": shuffle,
    "vector.bitcast": bitcast,
    "vector.create_mask": create_mask,
    "vector.constant_mask": constant_mask,
    "vector.step": step,
    "vector.fma": multiply_add,
    "vector.from_elements": from_elements,
    "vector.reduction": reduction,
    "vector.load": load,
    "vector.store": store,
    "vector.maskedload": masked_load,
    "vector.maskedstore": masked_store,
    "vector.gather": gather,
    "vector.scatter": scatter,
    "vector.transfer_read": transfer_read,
    "vector.transfer_write": transfer_write,
    "vector.contract": contract,
    "vector.shape_cast": shape_cast,
    "vector.transpose": transpose,
    "vector.extract_strided_slice": extract_slice,
    "vector.insert_strided_slice": insert_slice,
    "vector.interleave": interleave,
}
