"""Access to memory, by pointers, block pointers and tensor descriptors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from triton_shared.dialects.tt.base import RMWOp
from triton_shared.dialects.tt.types import byte_size, is_block, pointee_of
from triton_shared.mlir import ir
from triton_shared.reference.arguments import Descriptor
from triton_shared.reference.atomics import COMBINE
from triton_shared.reference.attributes import integers, value
from triton_shared.reference.elements import Element, Value, element_of, shape_of
from triton_shared.reference.errors import ExecutionError, NoRule
from triton_shared.reference.machine import Machine, Rule

#: what ``padding`` says of elements outside: 1 is zero, 2 NaN
PAD_NAN = 2


class BlockPointer(NamedTuple):
    """A pointer to the block at ``offsets`` of a tensor in memory."""

    base: Any
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offsets: tuple[int, ...]


def parts(op: ir.Operation, *names: str) -> Callable[[Sequence[Any]], dict[str, Any]]:
    """From operands to what they are by name; None for those that the op may have and lacks, lists of variadic ones."""
    sizes = op.attributes.get("operandSegmentSizes")
    counts = list(sizes) if sizes is not None else [1] * len(names)

    def named(operands: Sequence[Any]) -> dict[str, Any]:
        given = iter(operands)
        found = [[next(given) for _ in range(count)] for count in counts]
        return {name: values[0] if values else None for name, values in zip(names, found, strict=True)}

    return named


def add_pointer(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], Value]:
    """Addresses moved by so many elements of what is pointed to; the sum wraps at 64 bits."""
    size, element = np.int64(byte_size(pointee_of(op.operands[0].type))), element_of(op.operands[1].type)
    return lambda pointer, offset: pointer + element.signed(offset).astype(np.int64) * size


def block_addresses(
    pointer: BlockPointer | Descriptor, offsets: Sequence[int], block: Sequence[int], size: int
) -> Value:
    """The addresses of the elements of a block."""
    found = np.full(block, pointer.base, np.int64)
    for axis, (offset, stride) in enumerate(zip(offsets, pointer.strides, strict=True)):
        found += (
            _along(axis, np.int64(offset) + np.arange(block[axis]), block) * np.int64(stride) * np.int64(size)
        )
    return found


def inside(shape: Sequence[int], offsets: Sequence[int], block: Sequence[int], axes: Sequence[int]) -> Value:
    """Which elements of a block are inside of the tensor along ``axes``."""
    found = np.ones(block, bool)
    for axis in axes:
        at = offsets[axis] + np.arange(block[axis])
        found &= _along(axis, (at >= 0) & (at < shape[axis]), block)
    return found


def _along(axis: int, numbers: np.ndarray, block: Sequence[int]) -> np.ndarray:
    return numbers.reshape([-1 if d == axis else 1 for d in range(len(block))])


def masked_load(
    machine: Machine, element: Element, addresses: Value, mask: Value | None, other: Value | None
) -> Value:
    """The elements at ``addresses``; ``other``, or garbage, where the mask does not hold."""
    if mask is None:
        return machine.memory.load(addresses, element)
    if other is None:
        other = machine.garbage(element, np.shape(addresses))
    if not isinstance(addresses, np.ndarray):
        return machine.memory.load(addresses, element) if mask else other
    found = np.array(other)
    found[mask] = machine.memory.load(addresses[mask], element)
    return found


def masked_store(
    machine: Machine, element: Element, addresses: Value, mask: Value | None, values: Value
) -> None:
    """Writes ``values`` where the mask holds."""
    if mask is None:
        machine.memory.store(addresses, values, element)
    elif not isinstance(addresses, np.ndarray):
        if mask:
            machine.memory.store(addresses, values, element)
    else:
        machine.memory.store(addresses[mask], values[mask], element)


def load(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """What pointers point to; ``other``, or an undefined value, where the mask is false.

    Of a block, the dimensions in ``boundaryCheck`` are masked by the tensor's shape, and ``padding`` is read there.
    """
    element, named = element_of(op.results[0].type), parts(op, "pointer", "mask", "other")
    if is_block(op.operands[0].type):
        return _block_load(op, machine, element)

    def execute(*operands: Value) -> Value:
        p = named(operands)
        return masked_load(machine, element, p["pointer"], p["mask"], p["other"])

    return execute


def padding_of(element: Element, shape: Sequence[int], nan: bool) -> Value:
    """NaN, or zero, everywhere; integers have zero only."""
    if not nan or element.format is None:
        return np.zeros(shape, element.dtype)
    bits = np.full(shape, element.format.nan, f"u{element.size}")
    return bits.view(element.dtype)


def _block_load(op: ir.Operation, machine: Machine, element: Element) -> Callable[..., Value]:
    block, axes, padding = shape_of(op.results[0].type), integers(op, "boundaryCheck"), value(op, "padding")

    def execute(pointer: BlockPointer, *rest: Any) -> Value:
        addresses = block_addresses(pointer, pointer.offsets, block, element.size)
        mask = inside(pointer.shape, pointer.offsets, block, axes)
        other = None if padding is None else padding_of(element, block, padding == PAD_NAN)
        return masked_load(machine, element, addresses, mask, other)

    return execute


def store(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """Writes where pointers point to and the mask is true; of two elements for one address the last is written."""
    element, named = element_of(op.operands[1].type), parts(op, "pointer", "value", "mask")
    block, axes = shape_of(op.operands[1].type), integers(op, "boundaryCheck")
    is_block_pointer = is_block(op.operands[0].type)

    def execute(*operands: Any) -> None:
        p = named(operands)
        pointer, mask = p["pointer"], p["mask"]
        if is_block_pointer:
            mask = inside(pointer.shape, pointer.offsets, block, axes)
            pointer = block_addresses(pointer, pointer.offsets, block, element.size)
        masked_store(machine, element, pointer, mask, p["value"])

    return execute


def update(
    machine: Machine, element: Element, combine: Callable, addresses: Value, mask: Value | None, x: Value
) -> Value:
    """``combine`` of memory and ``x``, element by element, row-major; the old elements, garbage where masked off."""
    if not isinstance(addresses, np.ndarray):
        if mask is not None and not mask:
            return machine.garbage(element)
        old = machine.memory.load(addresses, element)
        machine.memory.store(addresses, combine(old, x), element)
        return old
    found = np.array(machine.garbage(element, addresses.shape))
    for at in np.ndindex(addresses.shape):
        if mask is None or mask[at]:
            found[at] = update(machine, element, combine, addresses[at], None, x[at])
    return found


_KINDS = {
    "and": "andi", "or": "ori", "xor": "xori", "add": "addi", "fadd": "addf", "max": "maxs", "min": "mins",
    "umax": "maxu", "umin": "minu", "exch": "assign",
}  # fmt: skip


def _combine(kind: str, element: Element) -> Callable[[Value, Value], Value]:
    """What an atomic update of that name computes."""
    if kind not in _KINDS:
        raise NoRule(f"has no rule in the executor for {kind}")
    if element.format and kind in ("max", "min", "add"):
        return COMBINE[{"max": "maxnumf", "min": "minnumf", "add": "addf"}[kind]](element)
    return COMBINE[_KINDS[kind]](element)


def atomic_update(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """Reads, combines with ``val`` and writes back where the mask is true; the old elements."""
    element, named = element_of(op.results[0].type), parts(op, "pointer", "value", "mask")
    combine = _combine(RMWOp.decode(str(op.attributes["atomic_rmw_op"])), element)

    def execute(*operands: Value) -> Value:
        p = named(operands)
        return update(machine, element, combine, p["pointer"], p["mask"], p["value"])

    return execute


def exchange(element: Element, old: Value, expected: Value, new: Value) -> Value:
    """``new`` where ``old`` has the bits of ``expected``, else ``old``."""
    return new if np.asarray(old).tobytes() == np.asarray(expected).tobytes() else old


def compare_exchange(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """Writes ``val`` where memory holds ``cmp``, bit by bit; the old elements."""
    element = element_of(op.results[0].type)

    def execute(pointer: Value, expected: Value, new: Value) -> Value:
        if not isinstance(pointer, np.ndarray):
            return update(
                machine, element, lambda old, x: exchange(element, old, expected, x), pointer, None, new
            )
        found = np.empty(pointer.shape, element.dtype)
        for at in np.ndindex(pointer.shape):
            found[at] = execute(pointer[at], expected[at], new[at])
        return found

    return execute


def atomic_load(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """As a load."""
    element, named = element_of(op.results[0].type), parts(op, "pointer", "mask")

    def execute(*operands: Value) -> Value:
        p = named(operands)
        return masked_load(machine, element, p["pointer"], p["mask"], None)

    return execute


def atomic_store(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """As a store."""
    element, named = element_of(op.operands[1].type), parts(op, "pointer", "value", "mask")

    def execute(*operands: Value) -> None:
        p = named(operands)
        masked_store(machine, element, p["pointer"], p["mask"], p["value"])

    return execute


def poll(op: ir.Operation, machine: Machine) -> Callable[[Value, Value], Value]:
    """Waits until memory holds what is expected: here no other program runs, so it must do so already."""
    element = element_of(op.operands[1].type)

    def execute(pointer: Value, expected: Value) -> Value:
        if np.any(machine.memory.load(pointer, element) != expected):
            raise ExecutionError("waits for ever: programs run one after the other")
        return np.ones(np.shape(pointer), bool)[()]

    return execute


def make_block_pointer(op: ir.Operation, machine: Machine) -> Callable[..., BlockPointer]:
    """A pointer to a block of a strided tensor in memory."""
    rank = (len(op.operands) - 1) // 3

    def execute(base: Value, *numbers: Value) -> BlockPointer:
        lists = [tuple(map(int, numbers[n * rank : (n + 1) * rank])) for n in range(3)]
        return BlockPointer(base, *lists)

    return execute


def advance(op: ir.Operation, machine: Machine) -> Callable[..., BlockPointer]:
    """A block pointer moved by so many elements in each dimension; its offsets wrap at 32 bits."""

    def execute(pointer: BlockPointer, *steps: Value) -> BlockPointer:
        moved = [np.int32(at) + np.int32(step) for at, step in zip(pointer.offsets, steps, strict=True)]
        return pointer._replace(offsets=tuple(map(int, moved)))

    return execute


def make_descriptor(op: ir.Operation, machine: Machine) -> Callable[..., Descriptor]:
    """A descriptor of a strided tensor in memory."""
    rank, nan = (len(op.operands) - 1) // 2, value(op, "padding", 1) == PAD_NAN

    def execute(base: Value, *numbers: Value) -> Descriptor:
        return Descriptor(base, tuple(map(int, numbers[:rank])), tuple(map(int, numbers[rank:])), nan)

    return execute


def descriptor_load(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """The block at ``indices``, padded outside of the tensor; the result may have another shape of as many elements."""
    element, shape = element_of(op.results[0].type), shape_of(op.results[0].type)
    block = shape_of(op.operands[0].type.target)

    def execute(descriptor: Descriptor, *indices: Value) -> Value:
        at = tuple(map(int, indices))
        addresses = block_addresses(descriptor, at, block, element.size)
        mask = inside(descriptor.shape, at, block, range(len(block)))
        other = padding_of(element, block, descriptor.nan)
        return masked_load(machine, element, addresses, mask, other).reshape(shape)

    return execute


def descriptor_store(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """Writes the block at ``indices``, as far as it lies in the tensor."""
    element, block = element_of(op.operands[1].type), shape_of(op.operands[0].type.target)

    def execute(descriptor: Descriptor, source: Value, *indices: Value) -> None:
        at = tuple(map(int, indices))
        addresses = block_addresses(descriptor, at, block, element.size)
        mask = inside(descriptor.shape, at, block, range(len(block)))
        masked_store(machine, element, addresses, mask, source.reshape(block))

    return execute


#: DescriptorReduceKind by number, as names of `COMBINE` for floats, signed and unsigned integers
REDUCTIONS = {1: ("addf", "addi"), 2: ("minnumf", "mins"), 3: ("maxnumf", "maxs"), 4: ("", "inc"), 5: ("", "dec"),
              6: ("", "andi"), 7: ("", "ori"), 8: ("", "xori")}  # fmt: skip
UNSIGNED = {"mins": "minu", "maxs": "maxu"}


def descriptor_reduce(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """Combines a block atomically with that at ``indices``, as far as it lies in the tensor."""
    element, block = element_of(op.operands[1].type), shape_of(op.operands[0].type.target)
    of_float, of_integer = REDUCTIONS[value(op, "kind")]
    name = of_float if element.format else of_integer
    if str(op.operands[0].type.target.element_type).startswith("ui"):
        name = UNSIGNED.get(name, name)
    combine = COMBINE[name](element)

    def execute(descriptor: Descriptor, source: Value, *indices: Value) -> None:
        at = tuple(map(int, indices))
        addresses = block_addresses(descriptor, at, block, element.size)
        mask = inside(descriptor.shape, at, block, range(len(block)))
        update(machine, element, combine, addresses, mask, source.reshape(block))

    return execute


def _rows(descriptor: Descriptor, rows: Value, column: Value, width: int, size: int) -> tuple[Value, Value]:
    """Addresses of ``width`` elements of each row from ``column`` on, and which of them are in the tensor."""
    row, at = rows.astype(np.int64)[:, None], int(column) + np.arange(width)[None, :]
    addresses = descriptor.base + (row * descriptor.strides[0] + at * descriptor.strides[1]) * size
    return addresses, (row >= 0) & (row < descriptor.shape[0]) & (at >= 0) & (at < descriptor.shape[1])


def descriptor_gather(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """Rows ``x_offsets`` from column ``y_offset`` on, padded outside of the tensor."""
    element, shape = element_of(op.results[0].type), shape_of(op.results[0].type)

    def execute(descriptor: Descriptor, rows: Value, column: Value) -> Value:
        addresses, mask = _rows(descriptor, rows, column, shape[1], element.size)
        return masked_load(machine, element, addresses, mask, padding_of(element, shape, descriptor.nan))

    return execute


def descriptor_scatter(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """Writes to rows ``x_offsets`` from column ``y_offset`` on, as far as they lie in the tensor."""
    element, shape = element_of(op.operands[3].type), shape_of(op.operands[3].type)

    def execute(descriptor: Descriptor, rows: Value, column: Value, source: Value) -> None:
        addresses, mask = _rows(descriptor, rows, column, shape[1], element.size)
        masked_store(machine, element, addresses, mask, source)

    return execute


_INDICES = {"tt.descriptor_load": 1, "tt.descriptor_store": 2, "tt.descriptor_reduce": 2}
_OPERANDS = {
    "tt.load": ("pointer", "mask", "other"),
    "tt.atomic_load": ("pointer", "mask"),
    "tt.atomic_cas": ("pointer", "expected", "value"),
    "tt.atomic_poll": ("pointer", "expected"),
    **dict.fromkeys(("tt.store", "tt.atomic_rmw", "tt.atomic_store"), ("pointer", "value", "mask")),
}
#: the ops that access memory
ACCESSES = (*_OPERANDS, *_INDICES, "tt.descriptor_gather", "tt.descriptor_scatter")


def places(op: ir.Operation) -> Callable[..., tuple[Value, Value | None]]:
    """From the operands of an access to the addresses of its elements, and which it touches; None stands for all."""
    source = op.results[0] if op.results else op.operands[3 if op.name == "tt.descriptor_scatter" else 1]
    element, shape = element_of(source.type), shape_of(source.type)

    def by_rows(descriptor: Descriptor, rows: Value, column: Value, *_: Value) -> tuple[Value, Value]:
        return _rows(descriptor, rows, column, shape[1], element.size)

    def by_block(
        pointer: BlockPointer | Descriptor, at: Sequence[int], axes: Sequence[int]
    ) -> tuple[Value, Value]:
        addresses = block_addresses(pointer, at, block, element.size)
        return addresses, inside(pointer.shape, at, block, axes)

    if op.name not in _OPERANDS and op.name not in _INDICES:
        return by_rows
    if op.name in _INDICES:
        block, first = shape_of(op.operands[0].type.target), _INDICES[op.name]
        return lambda *given: by_block(given[0], tuple(map(int, given[first:])), range(len(block)))
    if is_block(op.operands[0].type):
        block, axes = shape, integers(op, "boundaryCheck")
        return lambda pointer, *_: by_block(pointer, pointer.offsets, axes)
    named = parts(op, *_OPERANDS[op.name])
    return lambda *given: (named(given)["pointer"], named(given).get("mask"))


RULES: dict[str, Rule] = {
    "tt.addptr": add_pointer,
    "tt.load": load,
    "tt.store": store,
    "tt.atomic_rmw": atomic_update,
    "tt.atomic_cas": compare_exchange,
    "tt.atomic_load": atomic_load,
    "tt.atomic_store": atomic_store,
    "tt.atomic_poll": poll,
    "tt.make_tensor_ptr": make_block_pointer,
    "tt.advance": advance,
    "tt.make_tensor_descriptor": make_descriptor,
    "tt.descriptor_load": descriptor_load,
    "tt.descriptor_store": descriptor_store,
    "tt.descriptor_reduce": descriptor_reduce,
    "tt.descriptor_gather": descriptor_gather,
    "tt.descriptor_scatter": descriptor_scatter,
}
