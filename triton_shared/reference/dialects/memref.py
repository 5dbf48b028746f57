"""memref: views of memory, and access to it, all checked (`memory`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference import slices
from triton_shared.reference.atomics import COMBINE, KINDS
from triton_shared.reference.attributes import constant, value
from triton_shared.reference.dialects.tensor import check_shape, sizes_of
from triton_shared.reference.elements import Value, element_of
from triton_shared.reference.errors import ExecutionError, OutOfBounds
from triton_shared.reference.machine import Machine, Rule
from triton_shared.reference.memory import MaskedView, MemRef, Nowhere, wrapped


def contiguous(sizes: Sequence[int]) -> tuple[int, ...]:
    """The strides of a row-major array."""
    return tuple(math.prod(sizes[d + 1 :]) for d in range(len(sizes)))


def allocate(on_stack: bool) -> Rule:
    """A buffer of garbage; on the stack it lives until the function returns, else until the program ends."""

    def rule(op: ir.Operation, machine: Machine) -> Callable[..., MemRef]:
        type_, element = op.results[0].type, element_of(op.results[0].type)
        sizes, alignment = sizes_of(op, type_), value(op, "alignment", 64)
        name = f"the buffer {type_}"

        def execute(*dynamic: Any) -> MemRef:
            shape = sizes(*dynamic)
            if any(size < 0 for size in shape):
                raise ExecutionError(f"allocates sizes {list(shape)}")
            memory = machine.memory
            buffer = memory.allocate(math.prod(shape) * element.size, name, max(alignment, element.size))
            if element.width == 1:
                memory.write(
                    MemRef(buffer, buffer.start, 0, shape, contiguous(shape), element),
                    machine.garbage(element, shape),
                )
            if on_stack:
                machine.stack[-1].append(buffer)
            return MemRef(buffer, buffer.start, 0, shape, contiguous(shape), element)

        return execute

    return rule


def deallocate(op: ir.Operation, machine: Machine) -> Callable[[MemRef], None]:
    """Ends the lifetime of a buffer."""

    def execute(memref: MemRef) -> None:
        buffer = memref.buffer or machine.memory.find(memref.first)
        buffer.check(memref.first, memref.first, memref.element)
        buffer.alive = False

    return execute


def global_buffer(op: ir.Operation, machine: Machine) -> Callable[[], MemRef]:
    """The buffer of a ``memref.global`` of the module, which may be constant."""
    name = value(op, "name")

    def execute() -> MemRef:
        if name not in machine.globals:
            machine.globals[name] = _global(machine, machine.symbols[name])
        return machine.globals[name]

    return execute


def _global(machine: Machine, op: ir.Operation) -> MemRef:
    type_ = op.attributes["type"].value
    element, shape = element_of(type_), tuple(type_.shape)
    buffer = machine.memory.permanent(math.prod(shape) * element.size, f"the global {type_}")
    found = MemRef(buffer, buffer.start, 0, shape, contiguous(shape), element)
    if isinstance(initial := op.attributes.get("initial_value"), ir.DenseElementsAttr):
        machine.memory.write(found, constant(initial))
    buffer.writable = "constant" not in op.attributes
    return found


def reinterpret(op: ir.Operation, machine: Machine) -> Callable[..., MemRef]:
    """A view of the same memory with the op's own offset, sizes and strides, whatever those of the operand are."""
    numbers = slices.numbers_of(op, "offsets", "sizes", "strides")

    def execute(memref: MemRef, *dynamic: Any) -> MemRef:
        (offset,), sizes, strides = numbers(dynamic)
        slices.check((), sizes, (), ()) if 0 in sizes or min(sizes, default=0) < 0 else None
        return memref._replace(offset=offset, sizes=tuple(sizes), strides=tuple(strides))

    return execute


def subview(op: ir.Operation, machine: Machine) -> Callable[..., MemRef]:
    """The elements at ``offsets + i * strides`` of a view; dimensions of size 1 may be left out.

    One that leaves the view may be made, as passes move it out of loops that do not run, and not be accessed.
    """
    numbers, type_ = slices.numbers_of(op, "offsets", "sizes", "strides"), op.results[0].type

    def execute(memref: MemRef, *dynamic: Any) -> MemRef:
        offsets, sizes, steps = numbers(dynamic)
        try:
            slices.check(offsets, sizes, steps, memref.sizes)
        except OutOfBounds as error:
            memref = memref._replace(buffer=Nowhere(error.reason))
        kept = slices.kept_dimensions(sizes, type_)
        offset = memref.offset + sum(at * stride for at, stride in zip(offsets, memref.strides, strict=True))
        strides = [step * stride for step, stride in zip(steps, memref.strides, strict=True)]
        return memref._replace(
            offset=offset, sizes=tuple(sizes[d] for d in kept), strides=tuple(strides[d] for d in kept)
        )

    return execute


def cast(op: ir.Operation, machine: Machine) -> Callable[[MemRef], MemRef]:
    """The same view; where the type says a size, a stride or an offset, it has that."""
    type_ = op.results[0].type

    def execute(memref: MemRef) -> MemRef:
        if isinstance(type_, ir.MemRefType):
            check_shape(memref.sizes, type_)
            strides, offset = type_.get_strides_and_offset()
            said = zip((*strides, offset), (*memref.strides, memref.offset), strict=True)
            if 0 not in memref.sizes and any(a not in (slices.DYNAMIC, b) for a, b in said):
                raise ExecutionError(
                    f"makes a {type_} of strides {list(memref.strides)} and offset {memref.offset}"
                )
        return memref

    return execute


def view(op: ir.Operation, machine: Machine) -> Callable[..., MemRef]:
    """Bytes from a shift on as elements of another type."""
    element, sizes = element_of(op.results[0].type), sizes_of(op, op.results[0].type)

    def execute(memref: MemRef, shift: Value, *dynamic: Any) -> MemRef:
        shape = sizes(*dynamic)
        return MemRef(memref.buffer, memref.first + int(shift), 0, shape, contiguous(shape), element)

    return execute


def _groups(op: ir.Operation) -> list[list[int]]:
    """The dimensions of the longer shape for each one of the shorter."""
    return [[number.value for number in group] for group in op.attributes["reassociation"]]


def collapse(op: ir.Operation, machine: Machine) -> Callable[[MemRef], MemRef]:
    """Neighbouring dimensions as one; they must lie behind each other in memory."""
    groups = _groups(op)

    def execute(memref: MemRef) -> MemRef:
        sizes, strides = [], []
        for group in groups:
            long = [d for d in group if memref.sizes[d] != 1]
            for outer, inner in pairwise(long):
                apart = memref.strides[outer] != memref.strides[inner] * memref.sizes[inner]
                if apart and 0 not in memref.sizes:
                    raise ExecutionError(f"collapses dimensions {group} of strides {list(memref.strides)}")
            sizes.append(math.prod(memref.sizes[d] for d in group))
            strides.append(memref.strides[(long or group)[-1]])
        return memref._replace(sizes=tuple(sizes), strides=tuple(strides))

    return execute


def expand(op: ir.Operation, machine: Machine) -> Callable[..., MemRef]:
    """A dimension as several ones, the last of which is the fastest."""
    groups, numbers = _groups(op), slices.numbers_of(op, "output_shape")

    def execute(memref: MemRef, *dynamic: Any) -> MemRef:
        (sizes,) = numbers(dynamic)
        strides = [0] * len(sizes)
        for size, stride, group in zip(memref.sizes, memref.strides, groups, strict=True):
            if math.prod(sizes[d] for d in group) != size:
                raise ExecutionError(f"expands {size} elements to {[sizes[d] for d in group]}")
            for d, step in zip(group, contiguous([sizes[d] for d in group]), strict=True):
                strides[d] = step * stride
        return memref._replace(sizes=tuple(sizes), strides=tuple(strides))

    return execute


def transpose(op: ir.Operation, machine: Machine) -> Callable[[MemRef], MemRef]:
    """The dimensions in the order of ``permutation``."""
    order = [result.position for result in map(ir.AffineDimExpr, op.attributes["permutation"].value.results)]
    return lambda m: m._replace(
        sizes=tuple(m.sizes[d] for d in order), strides=tuple(m.strides[d] for d in order)
    )


def metadata(op: ir.Operation, machine: Machine) -> Callable[[MemRef], tuple]:
    """The memory itself, offset, sizes and strides."""

    def execute(memref: MemRef) -> tuple:
        base = memref._replace(offset=0, sizes=(), strides=())
        return base, *map(np.int64, map(wrapped, (memref.offset, *memref.sizes, *memref.strides)))

    return execute


def address(op: ir.Operation, machine: Machine) -> Callable[[MemRef], Value]:
    """The address that offsets count from."""

    def execute(memref: MemRef) -> Value:
        if memref.buffer:
            machine.memory.add(memref.buffer)
        return np.int64(memref.base)

    return execute


def load(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """One element."""
    element = element_of(op.results[0].type)

    def execute(memref: MemRef, *indices: Value) -> Value:
        array, at = machine.memory.element(memref, indices)
        return element.from_memory(array[at])

    return execute


def store(op: ir.Operation, machine: Machine) -> Callable[..., None]:
    """Writes one element."""
    element = element_of(op.operands[0].type)

    def execute(value: Value, memref: MemRef, *indices: Value) -> None:
        array, at = machine.memory.element(memref, indices, write=True)
        array[at] = element.to_memory(value)

    return execute


def copy(op: ir.Operation, machine: Machine) -> Callable[[MemRef | MaskedView, MemRef | MaskedView], None]:
    """Writes the elements of the first view to the second, of the same sizes."""

    def execute(source: MemRef | MaskedView, target: MemRef | MaskedView) -> None:
        if source.sizes != target.sizes:
            raise ExecutionError(f"copies {list(source.sizes)} elements to {list(target.sizes)}")
        if isinstance(source, MaskedView) or isinstance(target, MaskedView):
            machine.memory.write(target, machine.memory.read(source))
        else:
            machine.memory.view(target, write=True)[...] = machine.memory.view(source).copy()

    return execute


def atomic(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """Combines a value with an element in memory, which is the result as it was before."""
    element = element_of(op.operands[0].type)
    combine = COMBINE[KINDS[value(op, "kind")]](element)

    def execute(value: Value, memref: MemRef, *indices: Value) -> Value:
        array, at = machine.memory.element(memref, indices, write=True)
        old = element.from_memory(array[at])
        array[at] = element.to_memory(combine(old, value))
        return old

    return execute


def generic_atomic(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """Writes what the region makes of an element in memory; the result is the element as it was before."""
    run, element = machine.region(op.regions[0]), element_of(op.results[0].type)

    def execute(memref: MemRef, *indices: Value) -> Value:
        array, at = machine.memory.element(memref, indices, write=True)
        old = element.from_memory(array[at])
        array[at] = element.to_memory(run(old)[0])
        return old

    return execute


RULES: dict[str, Rule] = {
    "memref.generic_atomic_rmw": generic_atomic,
    "memref.alloc": allocate(on_stack=False),
    "memref.alloca": allocate(on_stack=True),
    "memref.dealloc": deallocate,
    "memref.get_global": global_buffer,
    "memref.reinterpret_cast": reinterpret,
    "memref.subview": subview,
    "memref.cast": cast,
    "memref.view": view,
    "memref.collapse_shape": collapse,
    "memref.expand_shape": expand,
    "memref.transpose": transpose,
    "memref.dim": lambda op, machine: lambda memref, d: np.int64(memref.sizes[d]),
    "memref.extract_strided_metadata": metadata,
    "memref.extract_aligned_pointer_as_index": address,
    "memref.load": load,
    "memref.store": store,
    "memref.copy": copy,
    "memref.atomic_rmw": atomic,
    "memref.prefetch": lambda op, machine: lambda *operands: None,
}
