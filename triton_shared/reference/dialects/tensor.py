"""tensor: tensors are values, arrays that nobody changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference import slices
from triton_shared.reference.attributes import integers
from triton_shared.reference.elements import Value, element_of, shape_of
from triton_shared.reference.errors import ExecutionError, OutOfBounds
from triton_shared.reference.machine import Machine, Rule


def sizes_of(op: ir.Operation, type_: ir.Type) -> Callable[..., tuple[int, ...]]:
    """From operands to the shape of ``type_``, whose dynamic sizes they are."""
    shape = shape_of(type_)

    def sizes(*dynamic: Any) -> tuple[int, ...]:
        given = iter(dynamic)
        return tuple(int(next(given)) if size == slices.DYNAMIC else size for size in shape)

    return sizes


def empty(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """A tensor of garbage."""
    element, sizes = element_of(op.results[0].type), sizes_of(op, op.results[0].type)
    return lambda *dynamic: machine.garbage(element, sizes(*dynamic))


def extract(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """One element; of arrays of indices, one each."""

    def execute(tensor: Value, *indices: Value) -> Value:
        for d, (index, size) in enumerate(zip(indices, np.shape(tensor), strict=True)):
            if np.any((index < 0) | (index >= size)):
                raise OutOfBounds(f"takes element {index} along dimension {d}, which has {size}")
        return tensor[indices]

    return execute


def insert(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """The tensor with one element replaced."""

    def execute(value: Value, tensor: Value, *indices: Value) -> Value:
        slices.check(indices, [1] * len(indices), [1] * len(indices), np.shape(tensor))
        found = np.array(tensor)
        found[indices] = value
        return found

    return execute


def _window(offsets: list[int], sizes: list[int], strides: list[int]) -> tuple[Value, ...]:
    """An index of the elements of a slice."""
    along = (np.arange(size) * stride + at for at, size, stride in zip(offsets, sizes, strides, strict=True))
    return np.ix_(*along) if sizes else ()


def extract_slice(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """The elements at ``offsets + i * strides``; dimensions of size 1 may be left out."""
    numbers, type_ = slices.numbers_of(op, "offsets", "sizes", "strides"), op.results[0].type

    def execute(tensor: Value, *dynamic: Any) -> Value:
        offsets, sizes, strides = numbers(dynamic)
        slices.check(offsets, sizes, strides, np.shape(tensor))
        kept = slices.kept_dimensions(sizes, type_)
        shape = [sizes[d] for d in kept]
        if 0 in sizes:
            return np.empty(shape, np.asarray(tensor).dtype)
        return np.asarray(tensor)[_window(offsets, sizes, strides)].reshape(shape)[()]

    return execute


def insert_slice(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """The second tensor, with the first one as the elements that `extract_slice` would take."""
    numbers = slices.numbers_of(op, "offsets", "sizes", "strides")

    def execute(source: Value, tensor: Value, *dynamic: Any) -> Value:
        offsets, sizes, strides = numbers(dynamic)
        slices.check(offsets, sizes, strides, np.shape(tensor))
        found = np.array(tensor)
        if np.size(source) != np.prod(sizes, dtype=int):
            raise ExecutionError(f"inserts {np.shape(source)} as a slice of {sizes}")
        if 0 not in sizes:
            found[_window(offsets, sizes, strides)] = np.reshape(source, sizes)
        return found

    return execute


def cast(op: ir.Operation, machine: Machine) -> Callable[[Value], Value]:
    """The same tensor; where its type says a size, it has that size."""
    type_ = op.results[0].type

    def execute(tensor: Value) -> Value:
        check_shape(np.shape(tensor), type_)
        return tensor

    return execute


def check_shape(shape: tuple[int, ...], type_: ir.Type) -> None:
    """Raise an error unless ``shape`` is one of ``type_``."""
    if len(shape) != type_.rank or any(
        e not in (s, slices.DYNAMIC) for s, e in zip(shape, type_.shape, strict=True)
    ):
        raise OutOfBounds(f"makes a {type_} of sizes {list(shape)}")


def reshaped(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """The same elements, row-major, in another shape; one dynamic size follows from the others."""
    type_ = op.results[0].type
    shape = [-1 if size == slices.DYNAMIC else size for size in type_.shape]
    dynamic_sizes = sizes_of(op, type_)

    def execute(tensor: Value, *dynamic: Any) -> Value:
        if shape.count(-1) == len(dynamic):
            return np.reshape(tensor, dynamic_sizes(*dynamic))[()]
        return np.reshape(tensor, shape)[()]

    return execute


def dim(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """A size."""
    return lambda tensor, d: np.int64(np.shape(tensor)[d])


def from_elements(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """The operands, row-major."""
    element, shape = element_of(op.results[0].type), shape_of(op.results[0].type)
    return lambda *values: np.array(values, element.dtype).reshape(shape)[()]


def splat(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """A tensor of equal elements."""
    element, sizes = element_of(op.results[0].type), sizes_of(op, op.results[0].type)
    return lambda value, *dynamic: np.full(sizes(*dynamic), value, element.dtype)[()]


def concat(op: ir.Operation, machine: Machine) -> Callable[..., Value]:
    """The operands after each other along ``dim``."""
    axis = (
        integers(op, "dim")[0] if not hasattr(op.attributes["dim"], "value") else op.attributes["dim"].value
    )
    return lambda *tensors: np.concatenate(tensors, axis)


RULES: dict[str, Rule] = {
    "tensor.empty": empty,
    "tensor.extract": extract,
    "tensor.insert": insert,
    "tensor.extract_slice": extract_slice,
    "tensor.insert_slice": insert_slice,
    "tensor.cast": cast,
    "tensor.expand_shape": reshaped,
    "tensor.collapse_shape": reshaped,
    "tensor.dim": dim,
    "tensor.from_elements": from_elements,
    "tensor.splat": splat,
    "tensor.concat": concat,
}
