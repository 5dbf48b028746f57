"""From Python values to the bytes that a kernel reads: one converter a parameter, made once a kernel.

A converter takes the user's value and returns what `struct` packs for it, or raises a TypeError or ValueError
that names the argument, what was expected and what came.

A kernel's arguments are a C struct: the user's in order, then the grid's three ``i32``, each at its natural
alignment.
"""

from __future__ import annotations

import ctypes
import math
import operator
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from triton_shared import records
from triton_shared.abi import BLOCK_SHAPE, DIVISIBILITY, SIGNED, Param, first_parts
from triton_shared.coded import add_code, with_codes
from triton_shared.runtime import descriptor
from triton_shared.types import ARGUMENTS, ELEMENTS, Format, ScalarType

Converter = Callable[[Any], Any]


@dataclass(frozen=True)
class Address:
    """A raw address that may stand for a pointer argument; ``dtype`` is a NumPy name such as "float32"."""

    address: int
    dtype: str
    writable: bool = True

    @property
    def __array_interface__(self) -> dict:
        typestr = np.dtype(self.dtype).str
        return {"version": 3, "shape": (0,), "typestr": typestr, "data": (self.address, not self.writable)}


@dataclass(frozen=True)
class HostArray:
    """A NumPy array as an argument of a Triton kernel on the CPU: it has a ``dtype`` and a ``data_ptr()``.

    Attributes:
        array: of any shape and strides; its element type is one that Triton has.
    """

    array: np.ndarray

    @property
    def dtype(self) -> np.dtype:
        """The elements' type, by whose name Triton chooses the kernel."""
        return self.array.dtype

    def data_ptr(self) -> int:
        """The address of the first element, in bytes."""
        return self.array.__array_interface__["data"][0]


#: what a value that the user made may raise when it is asked for its memory
OWN = (ArithmeticError, AttributeError, BufferError, LookupError, RuntimeError, TypeError, ValueError)
_HOST_DEVICES = (1, 3)  # DLPack's kDLCPU and kDLCUDAHost


class Pointer:
    """Converts arrays in CPU memory to addresses; remembers the last types of arrays and of tensors that were right."""

    #: whether tensors in CPU memory are right
    takes_host_tensors = True

    def __init__(self, param: Param, label: str):
        self.label = label
        self.element = param.element or "ptr"
        self.written = param.written
        self.names = ELEMENTS[self.element].arrays
        self.alignment = max(ELEMENTS[self.element].bytes, _divisor(param))
        self.known: np.dtype | None = None
        self.known_class: type | None = None
        self.known_dtype: Any = None

    def __call__(self, value: Any) -> int:
        """The address of ``value``."""
        if type(value) is np.ndarray and value.dtype is self.known:
            try:
                buffer = ctypes.c_char.from_buffer(value)  # type: ignore[arg-type]  # arrays are buffers
                address = ctypes.addressof(buffer)
            except (TypeError, ValueError, BufferError):  # read-only, strided, empty, or bf16
                address = self.convert(value)
        elif type(value) is self.known_class:
            address = self._of_known_class(value)
        else:
            address = self.convert(value)
        if address % self.alignment:
            raise self.misaligned(address)
        return address

    def _of_known_class(self, value: Any) -> int:
        """The address of a tensor whose class was right before."""
        try:
            if value.dtype is self.known_dtype and value.is_cpu and not value.is_neg():
                address = value.data_ptr()
                if type(address) is int and 0 < address < 1 << 64:
                    return address
        except OWN:  # as sparse ones raise
            pass
        return self.convert(value)

    def misaligned(self, address: int) -> ValueError:
        """The error for an address that the kernel takes for a multiple of something that it is not."""
        return ValueError(
            f"{self.label}: expected an address that is a multiple of {self.alignment} bytes (the size "
            f"of {self.element}, or the kernel's tt.divisibility), got {address:#x}; pass an aligned copy"
        )

    def convert(self, value: Any) -> int:
        """The long way: any kind of array."""
        try:
            dtype, address, writable = self.describe(value)
        except ArgumentError as error:
            kind, message = error.args
            raise kind(f"{self.label}: {message}") from error.__cause__
        except OWN as error:
            reason = f"{type(error).__name__}: {error}"
            raise TypeError(f"{self.label}: {shown(value)} does not tell its memory ({reason})") from error
        if dtype not in self.names:
            raise TypeError(f"{self.label}: expected an array of {' or '.join(self.names)}, got {dtype}")
        if self.written and not writable:
            raise ValueError(f"{self.label}: the kernel writes to it, but the array is read-only")
        if type(value) is np.ndarray:
            self.known = value.dtype
        elif self.takes_host_tensors and hasattr(value, "is_cpu") and hasattr(value, "is_neg"):
            self.known_class, self.known_dtype = type(value), value.dtype
        return address

    def describe(self, value: Any) -> tuple[str, int, bool]:
        """Type name, address and writability of an array-like ``value``; raises `ArgumentError` and `OWN`."""
        return _describe(value, self.element)


@records.dataclass
class Packer:
    """Turns a launch's arguments into the struct that the kernel reads.

    Args:
        params: the kernel's parameters in order.
        names: their names where the source tells them, else ``()``.
        kernel: the kernel's name, for messages.
        pointer: makes the converter of a pointer argument, of which ``label`` is the name.
        hidden: what `struct` packs behind the user's arguments: on a CPU the grid.

    Attributes:
        size: bytes of the struct.
    """

    params: Sequence[Param]
    names: Sequence[str]
    kernel: str
    pointer: Callable[[Param, str], Converter] = Pointer
    hidden: str = "3i"
    _converters: list[Converter] = field(init=False)
    _pack: Callable[..., bytes] = field(init=False)
    size: int = field(init=False)

    def __post_init__(self) -> None:
        firsts = first_parts(self.params)
        self._converters = [
            converter(self.params[f], self._label(i), self.pointer) for i, f in enumerate(firsts)
        ]
        self._has_descriptors = len(firsts) < len(self.params)
        packed = "".join(ARGUMENTS[p.type].packed for p in self.params)
        block = struct.Struct("@" + packed + self.hidden)
        self._pack, self.size = block.pack, block.size

    def __call__(self, hidden: tuple[int, ...], args: tuple, named: dict) -> bytes:
        """The struct's bytes, ``hidden`` arguments behind; the arrays among the arguments must outlive the launch.

        Raises:
            TypeError, ValueError: an argument does not fit its parameter.
        """
        try:
            if named or self._has_descriptors or len(args) != len(self._converters):
                return self.packed(self.values(args, named), hidden)
            pairs = zip(self._converters, args, strict=True)
            return self._pack(*[convert(value) for convert, value in pairs], *hidden)
        except (TypeError, ValueError) as error:
            add_code(error)
            raise

    @with_codes
    def values(self, args: tuple, named: dict) -> list:
        """What `struct` packs for the user's arguments; raises what a call does."""
        bound = self.bind(args, named) if named or len(args) != len(self._converters) else args
        values = [convert(arg) for convert, arg in zip(self._converters, bound, strict=True)]
        if self._has_descriptors:
            values = [
                field for value in values for field in (value if isinstance(value, tuple) else (value,))
            ]
        return values

    def packed(self, values: Sequence, hidden: tuple) -> bytes:
        """The struct's bytes, of `values` and ``hidden`` arguments behind."""
        return self._pack(*values, *hidden)

    def bind(self, args: tuple, named: dict) -> list:
        """Positional and named arguments in the order of the parameters."""
        values = dict(enumerate(args))
        for name, value in named.items():
            if name not in self.names:
                known = ", ".join(self.names) or "not named in its source"
                raise TypeError(f"kernel {self.kernel!r} has no parameter {name!r}: they are {known}")
            index = self.names.index(name)
            if index in values:
                raise TypeError(f"kernel {self.kernel!r} got two values for {self._label(index)}")
            values[index] = value
        expected = range(len(self._converters))
        if len(values) > len(expected):
            raise TypeError(f"kernel {self.kernel!r} takes {len(expected)} arguments, got {len(values)}")
        if missing := [self._label(i) for i in expected if i not in values]:
            raise TypeError(
                f"kernel {self.kernel!r} takes {len(expected)} arguments, got {len(values)}: "
                f"missing {', '.join(missing)}"
            )
        return [values[i] for i in expected]

    def _label(self, index: int) -> str:
        return f"argument {index} ({self.names[index]!r})" if self.names else f"argument {index}"


def converter(param: Param, label: str, pointer: Callable[[Param, str], Converter] = Pointer) -> Converter:
    """The function from a value to what `struct` packs for ``param``; ``label`` begins its messages.

    ``pointer`` makes that of a pointer.
    """
    match param.type:
        case "ptr" if BLOCK_SHAPE in param.attributes:
            return descriptor.converter(pointer(param, label), param.attributes[BLOCK_SHAPE], label)
        case "ptr":
            return pointer(param, label)
        case type_ if (format_ := ARGUMENTS[type_].format) is not None:
            return _float(ARGUMENTS[type_], format_, label)
        case _:
            return _integer(param, label)


def grid_of(grid: object) -> tuple[int, int, int]:
    """``grid``, an int or up to three, as x, y and z.

    Raises:
        TypeError, ValueError: it is no such thing, or a size is negative or not below 2**31.
    """
    if type(grid) is tuple and 1 <= len(grid) <= 3:
        x, y, z = grid + (1,) * (3 - len(grid))
        small = 1 << 21  # the product of three is below 2**63
        if type(x) is type(y) is type(z) is int and 0 <= x < small and 0 <= y < small and 0 <= z < small:
            return x, y, z
    return _sizes(grid)


@with_codes
def _sizes(grid: object) -> tuple[int, int, int]:
    """`grid_of`, for any kind of grid."""
    sizes = tuple(grid) if isinstance(grid, (tuple, list)) else (grid,)
    if not 1 <= len(sizes) <= 3:
        raise ValueError(f"a grid has 1 to 3 dimensions, got {len(sizes)}: {grid!r}")
    try:
        sizes = tuple(map(operator.index, sizes))
    except TypeError:
        raise TypeError(f"a grid is an int or a tuple of 1 to 3 ints, got {grid!r}") from None
    for axis, size in zip("xyz", sizes, strict=False):
        if not 0 <= size < 1 << 31:
            raise ValueError(f"grid size {axis} must be in [0, 2**31), got {size}")
    if math.prod(sizes) >= 1 << 63:
        raise ValueError(f"a grid has fewer than 2**63 programs, got {grid!r}")
    return sizes + (1,) * (3 - len(sizes))


def _divisor(param: Param) -> int:
    """The number that the kernel takes ``param`` for a multiple of; none that is not positive promises anything."""
    promised = param.attributes.get(DIVISIBILITY, 1)
    return promised if isinstance(promised, int) and promised > 0 else 1


def _describe(value: Any, element: str) -> tuple[str, int, bool]:
    """Type name, address and writability of an array-like ``value`` in CPU memory."""
    if not _in_cpu_memory(value):
        where = getattr(value, "device", "another device")
        raise ArgumentError(ValueError, f"the kernel runs on the CPU, got an array on {where}")
    if isinstance(value, HostArray):
        value = value.array
    if isinstance(value, np.ndarray):
        if type(value) is not np.ndarray and isinstance(value, np.ma.MaskedArray):  # imports numpy.ma
            raise ArgumentError(TypeError, "a kernel knows no masked arrays; pass its data, or a filled copy")
        return interface_parts(value.__array_interface__, value.dtype)
    if hasattr(value, "data_ptr") and hasattr(value, "dtype"):
        return str(value.dtype).removeprefix("torch."), as_address(tensor_address(value)), True
    if (interface := getattr(value, "__array_interface__", None)) is not None:
        return interface_parts(interface, np.dtype(interface["typestr"]))
    if hasattr(value, "__dlpack__"):
        value = np.from_dlpack(value)
        return interface_parts(value.__array_interface__, value.dtype)
    hint = "; wrap an address in triton_shared.runtime.arguments.Address" if isinstance(value, int) else ""
    raise ArgumentError(TypeError, f"expected an array of {element}, got {shown(value)}{hint}")


class ArgumentError(Exception):
    """What is wrong with an argument: the class of the error to be raised, and its message without the label."""


def interface_parts(interface: Mapping, dtype: np.dtype) -> tuple[str, int, bool]:
    """Type name, address and writability of NumPy's array ``interface``."""
    address, read_only = interface["data"]
    return _name(dtype), as_address(address), not read_only


def as_address(value: Any) -> int:
    """``value`` as an address; raises a ValueError where it is none."""
    address = operator.index(value)
    if not 0 <= address < 1 << 64:
        raise ValueError(f"{address} is no address")
    return address


def tensor_address(value: Any) -> int:
    """The address of a tensor's elements, as they are in memory."""
    try:
        address = value.data_ptr()
    except RuntimeError as error:  # torch's sparse and nested tensors
        what = f"{type(value).__name__} has no memory to point to; pass a dense copy"
        raise ArgumentError(TypeError, what) from error
    if not address and getattr(value, "numel", int)():
        raise ArgumentError(ValueError, "the tensor's memory was freed, or it has none")
    if getattr(value, "is_neg", bool)():
        what = "memory holds the tensor's elements negated; pass tensor.resolve_neg()"
        raise ArgumentError(ValueError, what)
    return address


def _in_cpu_memory(value: Any) -> bool:
    if hasattr(value, "is_cpu"):  # torch, whose other devices may be unknown to DLPack
        return value.is_cpu
    if hasattr(value, "__dlpack_device__"):
        return value.__dlpack_device__()[0] in _HOST_DEVICES
    if hasattr(value, "__cuda_array_interface__"):
        return False
    return str(getattr(value, "device", "cpu")).startswith("cpu")


def _name(dtype: np.dtype) -> str:
    return dtype.name if dtype.isnative else f"{dtype.name} in foreign byte order"


def _integer(param: Param, label: str) -> Converter:
    """Signed and unsigned values of the width are accepted, but of a parameter that is known to be `SIGNED`."""
    bits = int(param.type[1:])
    low, mask = -(1 << (bits - 1)), (1 << bits) - 1
    high = 1 << bits - (SIGNED in param.attributes)
    divisor = _divisor(param)

    def convert(value: Any) -> int:
        try:
            number = operator.index(value if not isinstance(value, np.bool_) else bool(value))
        except TypeError:
            raise TypeError(
                f"{label}: expected an integer of type {param.type}, got {shown(value)}"
            ) from None
        if not low <= number < high:
            raise ValueError(f"{label}: {number} does not fit {param.type}")
        if number % divisor:
            raise ValueError(
                f"{label}: the kernel assumes a multiple of {divisor} (tt.divisibility), got {number}"
            )
        return number & mask

    return convert


def _float(type_: ScalarType, format_: Format, label: str) -> Converter:
    """Numbers as they are where `struct` packs such, else their bits."""
    if type_.packed in "efd":
        checked = struct.Struct("<" + type_.packed)  # native packing does not check
        finish: Callable[[float], float | int] = float
    else:
        checked, finish = struct.Struct("<d"), format_.bits

    def convert(value: Any) -> float | int:
        try:
            if isinstance(value, (str, bytes)):  # which float() reads
                raise TypeError
            number = float(value)
            checked.pack(number)
            return finish(number)
        except OverflowError:
            raise ValueError(f"{label}: {shown(value)} does not fit {type_.mlir}") from None
        except TypeError:
            raise TypeError(f"{label}: expected a number of type {type_.mlir}, got {shown(value)}") from None

    return convert


def shown(value: Any) -> str:
    """The type of ``value`` and the beginning of its text, for messages."""
    try:
        text = repr(value)
    except OWN:
        return type(value).__name__
    return f"{type(value).__name__} {text if len(text) <= 40 else text[:37] + '...'}"
