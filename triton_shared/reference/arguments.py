"""From a launch's arguments to the values of a kernel's parameters, and to buffers."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from triton_shared.abi import BLOCK_SHAPE, descriptor_parts
from triton_shared.dialects.tt.base import PointerType
from triton_shared.dialects.tt.types import is_descriptor
from triton_shared.ir.walk import symbol
from triton_shared.mlir import ir
from triton_shared.reference import floats
from triton_shared.reference.elements import Element, element_of
from triton_shared.reference.memory import Memory, MemRef
from triton_shared.reference.slices import DYNAMIC
from triton_shared.types import ELEMENTS

#: the functions by which a program asks for its place
PROGRAM_CALLS = {"triton_shared_program_id", "triton_shared_num_programs"}

#: how many parameters of the shared form say where a program is: the grid and the place, the place, none
PLACES = (6, 3, 0)

ROLE, BITS_OF, SCRATCH_BYTES = "tts.role", "tts.bits_of", "tts.scratch_bytes"


class Descriptor(NamedTuple):
    """A tensor in memory that is read and written block by block; ``nan`` tells what elements outside of it read."""

    base: Any
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    nan: bool


class Parameter(NamedTuple):
    """One parameter of a kernel: its type and attributes."""

    type: ir.Type
    attributes: dict[str, ir.Attribute]

    @property
    def role(self) -> str | None:
        """What the executor gives it itself: "program", "scratch", "escape" or "alone"."""
        return self.attributes[ROLE].value if ROLE in self.attributes else None

    @property
    def parts(self) -> int:
        """How many parameters a descriptor that begins with this one is; 1 of any other."""
        shape = self.attributes.get(BLOCK_SHAPE)
        return descriptor_parts(len(shape)) if shape is not None else 1

    @property
    def is_pointer(self) -> bool:
        """Whether an array stands for it."""
        return isinstance(self.type, PointerType | ir.MemRefType | ir.UnrankedMemRefType)

    @property
    def element(self) -> ir.Type:
        """What a pointer points to."""
        return self.type.target if isinstance(self.type, PointerType) else self.type.element_type


def parameters_of(function: ir.Operation) -> list[Parameter]:
    """The parameters of ``function``."""
    types = function.attributes["function_type"].value.inputs
    listed = function.attributes.get("arg_attrs")
    attributes = [{a.name: a.attr for a in one} for one in listed] if listed else [{}] * len(types)
    return [Parameter(type_, known) for type_, known in zip(types, attributes, strict=True)]


def first_parts(parameters: Sequence[Parameter]) -> list[Parameter]:
    """The first parameter of each argument of the user's."""
    found, at = [], 0
    while at < len(parameters):
        found.append(parameters[at])
        at += parameters[at].parts
    return found


def asks_for_place(module: ir.Operation) -> bool:
    """Whether the program ``module`` asks where it is, by ops of tt or by calls, and is not told by parameters."""
    ops = [op.operation for op in module.operation.regions[0].blocks[0]]
    return any(op.name.startswith("tt.") or symbol(op) in PROGRAM_CALLS for op in ops)


def ways_of(parameters: Sequence[Parameter], asks: bool) -> list[tuple[list[Parameter], list[Parameter]]]:
    """How ``parameters`` may be the user's, of a descriptor the first part, and then those that the executor gives.

    Those are the parameters with a role: grid and program, scratch, escape, alone.  Without any they are the last six
    of the shared form, or the last three, or none, as its choices are; none in a program that ``asks`` for its place.
    """
    if any(p.role for p in parameters):
        given = [len(parameters) - sum(bool(p.role) for p in parameters)]
    elif asks:
        given = [len(parameters)]
    else:
        given = [len(parameters) - n for n in PLACES if _are_i32(parameters[-n:] if n else (), n)]
    return [(first_parts(parameters[:count]), list(parameters[count:])) for count in given]


def _are_i32(parameters: Sequence[Parameter], count: int) -> bool:
    return len(parameters) == count and all(str(p.type) == "i32" for p in parameters)


def values_of(parameter: Parameter, value: Any, memory: Memory, label: str) -> list[Any]:
    """The values of ``parameter``, several if it begins a descriptor, for the argument ``value``.

    Raises TypeError or ValueError, with ``label``, where it does not fit.
    """
    if is_descriptor(parameter.type) or parameter.parts > 1:
        return _descriptor(parameter, value, memory, label)
    if parameter.is_pointer:
        return [_pointer(parameter, value, memory, label)]
    if isinstance(parameter.type, ir.ShapedType):
        raise TypeError(f"{label}: the parameter is a {parameter.type}, and a kernel takes none")
    return [_scalar(parameter, value, label)]


def _pointer(parameter: Parameter, value: Any, memory: Memory, label: str) -> Any:
    known = ELEMENTS.get(name := element_name(parameter.element))
    if known is None:
        raise TypeError(f"{label}: expected no pointer, but one to {name}, which no array holds")
    array = _array(value, label)
    if array.dtype.name not in known.arrays:
        raise TypeError(f"{label}: expected an array of {' or '.join(known.arrays)}, got {array.dtype}")
    address = array.__array_interface__["data"][0]
    buffer = memory.of_array(array, label)
    if isinstance(parameter.type, PointerType):
        return np.int64(address)
    type_, element = parameter.type, element_of(parameter.element)
    if isinstance(type_, ir.UnrankedMemRefType) or not type_.rank:
        return MemRef(buffer, address, 0, (), (), element)
    if is_whole(type_):
        return MemRef(buffer, address, 0, (array.size,), (1,), element)
    if not type_.has_static_shape:
        raise TypeError(f"{label}: the parameter is a {type_}, and a kernel takes memrefs of static sizes")
    if array.size < (least := extent_of(type_)):
        raise ValueError(f"{label}: expected {least} elements for {type_}, got {array.size}")
    sizes, strides, offset = layout_of(type_)
    return MemRef(buffer, address, offset, sizes, strides, element)


def is_whole(type_: ir.MemRefType) -> bool:
    """Whether a memref is all of an array: of one dimension, and a size that nobody says."""
    return type_.rank == 1 and not type_.has_static_shape


def layout_of(type_: ir.MemRefType) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Sizes, strides and offset of a memref of static sizes; rows lie behind each other where nobody says."""
    known, offset = type_.get_strides_and_offset()
    strides, behind = list[int](), 1
    for size, stride in zip(reversed(type_.shape), reversed(known), strict=True):
        strides.append(behind if stride == DYNAMIC else stride)
        behind = size * strides[-1]
    return tuple(type_.shape), tuple(reversed(strides)), 0 if offset == DYNAMIC else offset


def extent_of(type_: ir.MemRefType) -> int:
    """How many elements an array has to have for a memref of static sizes."""
    sizes, strides, offset = layout_of(type_)
    return offset + 1 + sum((size - 1) * stride for size, stride in zip(sizes, strides, strict=True))


def element_name(type_: ir.Type) -> str:
    """The name in `ELEMENTS` of an element type, whose integers may be signed or unsigned; MLIR's of any other type."""
    try:
        return element_of(type_).name
    except KeyError:
        return str(type_)


def _array(value: Any, label: str) -> np.ndarray:
    """The array that ``value`` is, or has."""
    array = getattr(value, "array", value)
    if not isinstance(array, np.ndarray):
        if not hasattr(array, "__array_interface__"):
            raise TypeError(f"{label}: expected an array, got {type(value).__name__}")
        array = np.asarray(array)
    if isinstance(array, np.ma.MaskedArray) or not array.dtype.isnative:
        raise TypeError(f"{label}: expected a plain array, got {type(value).__name__} of {array.dtype}")
    return array


def _descriptor(parameter: Parameter, value: Any, memory: Memory, label: str) -> list[Any]:
    if any(not hasattr(value, name) for name in ("base", "shape", "strides", "block_shape")):
        raise TypeError(f"{label}: expected a triton_shared.TensorDescriptor, got {type(value).__name__}")
    is_whole = is_descriptor(parameter.type)
    block = list(parameter.type.target.shape) if is_whole else list(parameter.attributes[BLOCK_SHAPE])
    if list(value.block_shape) != block:
        raise ValueError(f"{label}: expected blocks of {block}, got {list(value.block_shape)}")
    nan = getattr(value, "padding", "zero") == "nan"
    shape, strides = tuple(map(int, value.shape)), tuple(map(int, value.strides))
    if not is_whole:
        base = _pointer(parameter, value.base, memory, label)
        return [base, *map(np.int64, (*shape, *strides)), np.bool_(nan)]
    element = parameter.type.target.element_type
    base = _pointer(Parameter(PointerType.to(element), {}), value.base, memory, label)
    return [Descriptor(base, shape, strides, nan)]


def _scalar(parameter: Parameter, value: Any, label: str) -> Any:
    bits_of = parameter.attributes.get(BITS_OF)
    element = element_of(bits_of.value if bits_of else parameter.type)
    if element.format is None:
        return _integer(element, value, label)
    if isinstance(value, str | bytes):
        raise TypeError(f"{label}: expected a number of type {element.name}, got {type(value).__name__}")
    try:
        found = floats.rounded(np.float64(float(value)), element)
    except (TypeError, ValueError):
        raise TypeError(
            f"{label}: expected a number of type {element.name}, got {type(value).__name__}"
        ) from None
    return np.asarray(found).view(element_of(parameter.type).dtype)[()] if bits_of else found


def _integer(element: Element, value: Any, label: str) -> Any:
    try:
        number = operator.index(bool(value) if isinstance(value, np.bool_) else value)
    except TypeError:
        raise TypeError(
            f"{label}: expected an integer of type {element.name}, got {type(value).__name__}"
        ) from None
    if not -(1 << (element.width - 1)) <= number < 1 << element.width:
        raise ValueError(f"{label}: {number} does not fit {element.name}")
    return element.integer(number)


def grid_of(grid: Any) -> tuple[int, int, int]:
    """``grid``, an int or up to three, as x, y and z; raises TypeError or ValueError where it is no such thing."""
    sizes = tuple(grid) if isinstance(grid, tuple | list) else (grid,)
    try:
        sizes = tuple(map(operator.index, sizes))
    except TypeError:
        raise TypeError(f"grid: expected an int or a tuple of 1 to 3 ints, got {grid!r}") from None
    if not 1 <= len(sizes) <= 3 or any(not 0 <= size < 1 << 31 for size in sizes):
        raise ValueError(f"grid: expected 1 to 3 sizes in [0, 2**31), got {grid!r}")
    return (*sizes, 1, 1)[:3]


def scratch(parameter: Parameter, memory: Memory) -> MemRef:
    """The memory of a program's buffers, full of garbage."""
    size = parameter.attributes[SCRATCH_BYTES].value
    buffer = memory.allocate(size, "the scratch memory")
    return MemRef(buffer, buffer.start, 0, (size,), (1,), element_of(parameter.type.element_type))
